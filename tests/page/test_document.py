"""The facts of every page (K-060), pages that are none, and pages that scripts make (K-067)."""

import pytest

from chalicelib.page.read import read_page
from tests.page.pages import HTML, URL, read, rules

PAGE = """<!DOCTYPE html><html lang="ja"><head><title> 夏の椀
 ｜クヌギ商店 </title><meta name="Description" content=" 手作りの椀です。 ">
<link rel="Canonical" href="/p/1?x=1#y"><meta property="og:title" content="夏の椀">
<meta property="og:type" content="product"><base href="https://cdn.example/"></head><body><svg><title>印</title></svg>
<h1><img src="logo.png" alt="夏の椀"></h1><h2>説明<br>と<span class="sr-only">隠れた</span>寸法</h2><h1>二つ目</h1>
<p>本文 です</p><script>var x = "見えない";</script><style>p {}</style></body></html>"""


def test_the_columns_of_a_result() -> None:
    reading = read(PAGE)
    assert (reading.content_type, reading.detected_charset) == ("text/html; charset=utf-8", "utf-8")
    assert reading.title == "夏の椀 ｜クヌギ商店"
    assert reading.meta_description == "手作りの椀です。"
    assert reading.canonical_url == "https://cdn.example/p/1?x=1#y"
    assert reading.primary_heading == "夏の椀"
    assert reading.result["page"] == {
        "lang": "ja",
        "headings": [
            {"level": 1, "text": "夏の椀"},
            {"level": 2, "text": "説明と寸法"},
            {"level": 1, "text": "二つ目"},
        ],
        "og": {"og:title": "夏の椀", "og:type": "product"},
        "canonical": "https://cdn.example/p/1?x=1#y",
        "text_length": 16,
        "noindex": False,
        "script_made": True,
    }


def test_the_form_of_a_result() -> None:
    result = read("<p>x").result
    assert list(result) == [
        "entities",
        "structured_data",
        "suggestions",
        "consistency_checks",
        "validation",
        "rich_results",
        "page",
    ]
    assert result["structured_data"] == {"json_ld": [], "microdata": [], "rdfa": []}
    assert result["rich_results"] == []


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("夏の<br>新作", "夏の新作"),
        ("New<br>arrivals", "New arrivals"),
        ("New\n  <b>arr</b><wbr>ivals", "New arrivals"),
        ("夏の\n  新作", "夏の新作"),
        ("<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>の本", "漢字の本"),
        ("10m<sup>2</sup>の本棚", "10m²の本棚"),
        ("<span>一</span><span>二</span>", "一二"),
        ("<div>One</div><div>Two</div>", "One Two"),
        ("<!-- c -->見る<template>x</template><noscript>y</noscript><script>z</script>", "見る"),
        ("<span hidden>隠</span>見る", "見る"),
        ("<img alt='代わり'>", "代わり"),
        ("<img alt='代わり'>文", "文"),
    ],
)
def test_what_a_visitor_sees(markup: str, text: str) -> None:
    assert read(f"<h1>{markup}</h1>").primary_heading == text


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("application/pdf", b"%PDF-1.7 <title>x</title>"),
        ("image/png", b"\x89PNG\r\n"),
        ("text/plain", b"<title>x</title>"),
        ("application/json", b'{"@type":"Product"}'),
        ("", b"%PDF-1.7"),
        ("application/xml", b"<rss><title>x</title></rss>"),
    ],
)
def test_what_is_no_page_has_no_entities_and_is_no_error(content_type: str, body: bytes) -> None:
    reading = read(body, headers={"content-type": content_type} if content_type else {})
    assert (reading.content_type, reading.detected_charset, reading.title) == (content_type or None, None, None)
    assert reading.result["entities"] == reading.result["validation"] == []


@pytest.mark.parametrize(
    "content_type", ["application/xhtml+xml", "TEXT/HTML", "text/html;charset=utf-8", "text/xml", ""]
)
def test_what_is_a_page(content_type: str) -> None:
    body = b'<?xml version="1.0"?><html><head><title>x</title></head></html>'
    assert read(body, headers={"content-type": content_type} if content_type else {}).title == "x"


@pytest.mark.parametrize(
    ("head", "body", "expected"),
    [
        ("", "<p>" + "文" * 100, False),
        ("", "", False),
        ('<script src="/app.js"></script>', "<div id=app></div>", True),
        ('<script src="/app.js"></script>', "<p>" + "文" * 100, False),
        ('<script src="https://www.googletagmanager.com/gtm.js?id=GTM-1"></script>', "<p>" + "文" * 100, True),
        ("<script>s.type='application/ld+json'</script>", "<p>" + "文" * 100, True),
        (
            "<script>s.type='application/ld+json'</script>",
            "<p itemscope itemtype=https://schema.org/Person>" + "文" * 100,
            False,
        ),
        ('<script type="application/ld+json">{"x":1}</script>', "<p>短い", False),
        ('<script type="text/template">googletagmanager.com/gtm.js</script>', "<p>短い", False),
    ],
)
def test_pages_made_by_scripts(head: str, body: str, expected: bool) -> None:
    assert read(f"<head>{head}</head><body>{body}</body>").result["page"]["script_made"] is expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>x\0y", ["nul-in-html"]),
        ("<p>" + "x" * 2_000_001, ["large-page"]),
        ("<p>" + "x" * 1_900_000, []),
    ],
)
def test_what_is_reported_of_a_page(page: str, expected: list[str]) -> None:
    assert rules(read(page)) == expected


def test_a_step_that_fails_hides_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """The promise of `read_page`, with a fault put into one reader."""

    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("chalicelib.page.read.read_microdata", fail)
    page = '<p itemscope><script type="application/ld+json">{"@context":"https://schema.org","@type":"Person"}</script>'
    reading = read_page(page.encode(), url=URL, headers=HTML)
    assert [entity["type"] for entity in reading.result["entities"]] == ["Person"]
    assert [row["message"] for row in reading.result["validation"]] == [
        "読み取りの一部（Microdata）が失敗しました（RuntimeError）。ほかの結果には影響しません。"
    ]


def test_disabled_types_give_no_findings_but_are_recorded() -> None:
    """K-032: LocalBusiness is switched off with its sub-types; Person is not."""
    block = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"%s","name":""}</script>'
    reading = read(block % "Restaurant" + block % "Person", disabled_types=["LocalBusiness"])
    assert [entity["type"] for entity in reading.result["entities"]] == ["Restaurant", "Person"]
    assert [(row["rule"], row["type"]) for row in reading.result["validation"]] == [("empty-value", "Person")]
