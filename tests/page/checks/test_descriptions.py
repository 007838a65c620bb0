"""`description` against the meta description and the text (K-066, V11)."""

import pytest

from tests.page.checks.verdicts import verdict

TEXT = "職人が手作業で仕上げた、48枚綴りの方眼ノートです。"


def said(declared: str, html: str, meta: str = "") -> str:
    head = f'<meta name="description" content="{meta}">' if meta else ""
    return verdict("description", {"@type": "Product", "name": "方眼ノート", "description": declared}, html, head=head)


@pytest.mark.parametrize(
    ("declared", "html", "meta", "expected"),
    [
        (TEXT, "", TEXT, "match"),
        (TEXT, "", "職人が手作業で仕上げた、４８枚綴りの方眼ノートです", "match"),
        (TEXT, "", TEXT + "送料は無料です。", "match"),
        (TEXT[:20] + "…", "", TEXT, "match"),
        (TEXT, f"<div><p>{TEXT}</p></div>", "", "match"),
        (TEXT, "<p>職人が手作業で仕上げた、</p><p>48枚綴りの方眼ノートです。</p>", "", "match"),
        (f"<p>{TEXT}</p><ul><li>日本製</li></ul>", f"<p>{TEXT}</p><ul><li>日本製</li></ul>", "", "match"),
        (f"&lt;p&gt;{TEXT}&lt;/p&gt;", f"<p>{TEXT}</p>", "", "match"),
        (TEXT, "", "職人が手作業で仕上げた、60枚綴りの方眼ノートです。", "mismatch"),
        (TEXT, "<p>職人が手作業で仕上げた、60枚綴りの方眼ノートです。</p>", "", "mismatch"),
        (TEXT, "<p>ていねいに作った帳面。</p>", "帳面の説明", "cannot-decide"),
        (TEXT, f"<p hidden>{TEXT}</p>", "", "cannot-decide"),
        (
            TEXT,
            "<p><ruby>職人<rt>しょくにん</rt></ruby>が手作業で仕上げた、48枚綴りの方眼ノートです。</p>",
            "",
            "match",
        ),
    ],
)
def test_verdicts(declared: str, html: str, meta: str, expected: str) -> None:
    assert said(declared, f"<h1>方眼ノート</h1>{html}", meta) == expected
