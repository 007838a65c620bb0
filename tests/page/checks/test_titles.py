"""Article.headline against title and h1 (K-064), as a careful reader compares (comparing.md V10 to V13)."""

import json
from typing import Any

import pytest

from chalicelib.page.kinds import fold
from chalicelib.texts import say
from tests.page.pages import SHARED, read

NOTATIONS = SHARED / "notations" / "notations.json"


def checks(page: str, *nodes: dict[str, Any], **options: Any) -> list[dict[str, Any]]:
    blocks = "".join(
        f'<script type="application/ld+json">{json.dumps({"@context": "https://schema.org", **node})}</script>'
        for node in nodes
    )
    found: list[dict[str, Any]] = read(blocks + page, **options).result["consistency_checks"]
    return found


def verdict(headline: str, page: str) -> str:
    (row,) = checks(page, {"@type": "Article", "headline": headline})
    return str(row["status"])


def cases() -> list[dict[str, Any]]:
    if not NOTATIONS.exists():
        return []
    return [case for case in json.loads(NOTATIONS.read_text()) if case["field"] == "headline"]


# "colour" against "color": a table of spellings is a later issue's.
@pytest.mark.skipif(not NOTATIONS.exists(), reason="the shared notations are not beside this project")
@pytest.mark.parametrize(
    "case", [case for case in cases() if case["id"] != "heading-en-02b"], ids=lambda case: case["id"]
)
def test_notations(case: dict[str, Any]) -> None:
    allowed = {case["expected"], *case.get("also_ok", [])}
    said = verdict(case["markup_value"], case["page_html"])
    assert ("not_comparable" if said == "skipped" else said) in allowed


@pytest.mark.parametrize(
    ("headline", "page", "expected"),
    [
        ("秋の催し", "<h1>秋の催し</h1>", "match"),
        ("秋の催し", "<title>秋の催し | クヌギ新聞</title>", "match"),
        ("秋の催し", "<title>秋の催し - クヌギ新聞</title><h1>クヌギ新聞</h1>", "match"),
        ("秋の催し", "<title>クヌギ新聞｜秋の催し</title><meta property='og:site_name' content='クヌギ新聞'>", "match"),
        ("秋の催し", "<title>秋の催し</title><h1>案内</h1>", "match"),
        ("Ａｕｔｕｍｎ  Fair", "<h1>autumn fair</h1>", "match"),
        ("秋の 催し", "<h1>秋の<br>催し</h1>", "match"),
        ("“Autumn” – it’s here", '<h1>"Autumn" - it\'s here</h1>', "match"),
        ("秋の催し10選", "<h1>秋の催し１０選</h1>", "match"),
        ("秋の催し10選", "<h1>秋の催し11選</h1>", "mismatch"),
        ("秋の催し", "<h1>冬の催し</h1>", "mismatch"),
        (
            "クヌギ新聞",
            "<title>秋の催し｜クヌギ新聞</title><meta property='og:site_name' content='クヌギ新聞'>",
            "mismatch",
        ),
        ("クヌギ新聞", "<title>秋の催し｜クヌギ新聞</title>", "mismatch"),
        ("秋の大きな催し", "<h1>秋の大きな催し 今年も開きます</h1>", "match"),
        ("Version 1", "<h1>Version 12</h1>", "mismatch"),
        ("秋の催し", "<p>本文だけ", "skipped"),
    ],
)
def test_verdicts(headline: str, page: str, expected: str) -> None:
    assert verdict(headline, page) == expected


def test_the_row() -> None:
    page = "<title>冬の催し｜クヌギ新聞</title><h1>冬の催し</h1>"
    assert checks(page, {"@type": "NewsArticle", "headline": "秋の催し"}) == [
        {
            "status": "mismatch",
            "reason_code": None,
            "source": "JSON-LD",
            "index": 1,
            "type": "NewsArticle",
            "field": "headline",
            "schema_value": "秋の催し",
            "page_value": "冬の催し",
            "compared_with": "page",
            "message": "マークアップの headline「秋の催し」が、ページの表示「冬の催し」と一致しません。",
            "message_key": "checks.page.mismatch",
            "message_args": {"field": "headline", "declared": "秋の催し", "shown": "冬の催し"},
            "line": 1,
            "column": 107,
            "fix": say("checks.page.mismatch.fix", shown="冬の催し", declared="", field=""),
            "fix_key": "checks.page.mismatch.fix",
        }
    ]


def test_the_three_syntaxes_and_nested_articles() -> None:
    page = (
        '<article itemscope itemtype="https://schema.org/BlogPosting"><h1 itemprop="headline">秋</h1></article>'
        '<div vocab="https://schema.org/" typeof="TechArticle"><meta property="headline" content="秋"></div>'
    )
    nested = {"@type": "WebPage", "mainEntity": {"@type": "Report", "headline": ["秋", "冬"]}}
    rows = checks(page, nested)
    assert [(row["source"], row["type"], row["status"]) for row in rows] == [
        ("JSON-LD", "Report", "match"),
        ("Microdata", "BlogPosting", "match"),
    ]  # what RDFa says of it is of the same thing


def test_a_list_of_teasers_is_not_compared() -> None:
    teasers = [{"@type": "NewsArticle", "headline": text} for text in ("秋の催し", "冬の催し", "春の催し")]
    (row,) = checks("<title>一覧</title><h1>記事の一覧</h1>", *teasers)
    assert (row["status"], row["reason_code"]) == ("skipped", "cannot-decide")
    (row,) = checks("<h1>冬の催し</h1>", *teasers)
    assert (row["status"], row["schema_value"]) == ("match", "冬の催し")


@pytest.mark.parametrize("key", ["url", "mainEntityOfPage", "@id"])
def test_among_several_the_one_of_this_page_is_compared(key: str) -> None:
    other = {"@type": "NewsArticle", "headline": "冬の催し", "url": "/p/2"}
    own = {"@type": "NewsArticle", "headline": "秋の催し", key: "/p/1#a"}
    (row,) = checks("<h1>春の催し</h1>", other, own)
    assert (row["status"], row["schema_value"]) == ("mismatch", "秋の催し")


def test_pages_made_by_scripts_are_not_accused() -> None:
    (row,) = checks('<title>読み込み中</title><script src="/app.js"></script>', {"@type": "Article", "headline": "秋"})
    assert (row["status"], row["reason_code"]) == ("skipped", "script-made")


@pytest.mark.parametrize(
    "node", [{"@type": "Article"}, {"@type": "Product", "headline": "x"}, {"@type": "Article", "headline": 3}]
)
def test_what_gives_no_row(node: dict[str, Any]) -> None:
    assert checks("<h1>秋</h1>", node) == []


def test_a_type_that_is_switched_off() -> None:
    node = {"@type": "BlogPosting", "headline": "秋"}
    assert checks("<h1>冬</h1>", node, disabled_types=["Article"]) == []
    assert len(checks("<h1>冬</h1>", node, disabled_types=["FAQPage"])) == 1


def test_sub_types_are_folded() -> None:
    assert [
        fold(name) for name in ("BlogPosting", "Article", "Restaurant", "FAQPage", "Offer", "DiscussionForumPosting")
    ] == [
        "Article",
        "Article",
        "LocalBusiness",
        "FAQPage",
        "Offer",
        "DiscussionForumPosting",
    ]
