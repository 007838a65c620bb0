"""`inLanguage` against the page's `lang` (K-066)."""

from typing import Any

import pytest

from tests.page.checks.verdicts import verdict


@pytest.mark.parametrize(
    ("declared", "lang", "expected"),
    [
        ("ja", "ja-JP", "match"),
        ("ja_JP", "ja", "match"),
        ("JA", "ja", "match"),
        ("Japanese", "ja", "match"),
        ("日本語", "ja-JP", "match"),
        ("jpn", "ja", "match"),
        ({"@type": "Language", "name": "Japanese", "alternateName": "ja"}, "ja", "match"),
        (["en", "ja"], "ja", "match"),
        ("en-US", "en", "match"),
        ("zh-CN", "zh-Hans", "match"),
        ("en", "ja", "mismatch"),
        ("jp", "ja", "mismatch"),
        ("zh-TW", "zh-CN", "mismatch"),
        ("English", "ja", "mismatch"),
        ("en-US", "en-GB", "cannot-decide"),
        ("ja", "", ""),
    ],
)
def test_verdicts(declared: Any, lang: str, expected: str) -> None:
    assert verdict("inLanguage", {"@type": "WebPage", "inLanguage": declared}, "<p>本文</p>", lang=lang) == expected
