"""Registered values (K-030), field by field."""

from typing import Any

import pytest

from tests.page.checks.verdicts import rows, verdict

START = "https://www.example.jp/"
SITE: dict[str, Any] = {
    "@type": "WebSite",
    "name": "クヌギ商店 公式サイト",
    "url": "https://www.example.jp",
    "inLanguage": "ja",
    "publisher": {"@type": "Organization", "name": "株式会社クヌギ商店", "url": START},
    "potentialAction": {
        "@type": "SearchAction",
        "target": {"@type": "EntryPoint", "urlTemplate": "https://www.example.jp/search?q={search_term_string}"},
        "query-input": "required name=search_term_string",
    },
}


def said(field: str, registered: dict[str, Any], *, url: str = START, node: dict[str, Any] = SITE) -> str:
    return verdict(field, node, "<p>ようこそ</p>", by="registered", url=url, expectations=registered)


@pytest.mark.parametrize(
    ("field", "registered", "expected"),
    [
        ("name", {"name": "クヌギ商店　公式サイト"}, "match"),
        ("name", {"name": "クヌギ商店"}, "mismatch"),
        ("url", {"url": "https://www.example.jp/"}, "match"),
        ("url", {"url": "https://example.jp/"}, "mismatch"),
        ("url", {"url": "http://www.example.jp/"}, "mismatch"),
        ("inLanguage", {"in_language": "ja-JP"}, "match"),
        ("inLanguage", {"in_language": "en"}, "mismatch"),
        ("publisher.name", {"publisher_name": "（株）クヌギ商店"}, "match"),
        ("publisher.name", {"publisher_name": "株式会社カシワ商店"}, "mismatch"),
        ("publisher.url", {"publisher_url": "https://www.example.jp"}, "match"),
        (
            "potentialAction.target",
            {"search_action_target": "https://www.example.jp/search?q={search_term_string}"},
            "match",
        ),
        (
            "potentialAction.target",
            {"search_action_target": "https://www.example.jp/s?q={search_term_string}"},
            "mismatch",
        ),
        ("potentialAction.query-input", {"search_action_query_input": "required name=search_term_string"}, "match"),
        ("potentialAction.query-input", {"search_action_query_input": "required name=q"}, "mismatch"),
        ("alternateName", {"alternate_name": "クヌギ"}, "missing"),
        ("description", {"description": "文具の店"}, "missing"),
        ("name", {"alternate_name": "クヌギ"}, "not-registered"),
    ],
)
def test_fields(field: str, registered: dict[str, Any], expected: str) -> None:
    assert said(field, registered) == expected


def test_only_the_start_page_must_declare_them() -> None:
    page = {"@type": "WebPage", "name": "案内"}
    found = rows(page, "<p>a</p>", url=START, expectations={"name": "クヌギ"})
    assert [
        (row["type"], row["status"], row["reason_code"]) for row in found if row["compared_with"] == "registered"
    ] == [("WebSite", "missing", "not-in-markup")]
    found = rows(page, "<p>a</p>", url=START + "about/", expectations={"name": "クヌギ"})
    assert [row for row in found if row["compared_with"] == "registered"] == []


def test_what_is_declared_elsewhere_is_compared_everywhere() -> None:
    assert said("name", {"name": "カシワ"}, url=START + "about/") == "mismatch"
    assert said("name", {"alternate_name": "カシワ"}, url=START + "about/") == ""


def test_nothing_registered_gives_no_row() -> None:
    assert [row for row in rows(SITE, "<p>a</p>", url=START) if row["compared_with"] == "registered"] == []


@pytest.mark.parametrize(
    ("declared", "registered", "expected"),
    [
        (
            ["https://x.com/kunugi", "https://www.facebook.com/kunugi"],
            ["https://facebook.com/kunugi/", "https://x.com/kunugi"],
            "match",
        ),
        ("https://twitter.com/Kunugi", ["https://x.com/kunugi"], "match"),
        (["https://x.com/kunugi"], '["https://x.com/kunugi"]', "match"),
        (["https://x.com/kunugi"], ["https://x.com/kashiwa"], "mismatch"),
        (["https://x.com/kunugi"], ["https://x.com/kunugi", "https://note.com/kunugi"], "mismatch"),
        (["https://x.com/kunugi", "https://note.com/kunugi"], ["https://x.com/kunugi"], "match"),
        ([], ["https://x.com/kunugi"], "missing"),
    ],
)
def test_profiles(declared: Any, registered: Any, expected: str) -> None:
    node = {"@type": "Organization", "name": "クヌギ", "sameAs": declared}
    assert said("sameAs", {"same_as_json": registered}, node=node) == expected


def test_a_type_that_is_switched_off() -> None:
    found = rows(SITE, "<p>a</p>", url=START, expectations={"name": "カシワ"}, disabled_types=["WebSite"])
    assert found == []
