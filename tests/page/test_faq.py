"""Questions and answers on the page, and what is suggested (K-063)."""

from typing import Any

import pytest

from tests.page.pages import read

FAQ = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"FAQPage"}</script>'
TWO = "<h2>送料はいくらですか？</h2><p>500円です。</p><h2>返品できますか。</h2><p>できます。</p>"


def suggestions(page: str, **options: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read(page, **options).result["suggestions"]
    return found


@pytest.mark.parametrize(
    ("page", "count"),
    [
        (TWO, 2),
        ("<h3>Can I return it?</h3><p>Yes.</p><h3>How long does it take?</h3>Three days.", 2),
        ("<div><h3>送料は?</h3></div><div>無料</div><div><h3>返品は?</h3></div><div>可</div>", 2),
        ("<dl><dt>送料は？</dt><dd>無料</dd><dt>返品は？</dt><dd>可</dd><dt>支払いは？</dt><dd>カード</dd></dl>", 3),
        ("<dl><div><dt>Q1. 送料</dt><dd>無料</dd></div><div><dt>Q2. 返品</dt><dd>可</dd></div></dl>", 2),
        ("<details><summary>送料は？</summary>無料</details><details><summary>返品は？</summary><p>可</details>", 2),
        ("<p>Q. 送料は</p><p>A. 無料</p><p>Q. 返品は</p><p>A. 可</p>", 2),
        ("<p>Ｑ１：送料は</p><p>Ａ１：無料</p><p>Ｑ２：返品は</p><p>Ａ２：可</p>", 2),
        ("<b>Q</b><p>送料は</p><b>A</b><p>無料</p><b>Q</b><p>返品は</p><b>A</b><p>可</p>", 2),
        ("<p>Q1: How much?<br>A1: Free.<br>Q2: How long?<br>A2: Three days.</p>", 2),
    ],
)
def test_pairs_without_markup(page: str, count: int) -> None:
    (row,) = suggestions(page)
    assert (row["type"], row["status"], row["reason_args"]["count"]) == ("FAQPage", "missing", count)


def pair(question: str, answer: str) -> dict[str, Any]:
    return {"@type": "Question", "name": question, "acceptedAnswer": {"@type": "Answer", "text": answer}}


def test_the_row() -> None:
    assert suggestions(TWO) == [
        {
            "type": "FAQPage",
            "status": "missing",
            "reason": "質問と回答の組が 2 組（「送料はいくらですか？」など）ありますが、"
            "FAQPage の構造化マークアップがありません。",
            "reason_key": "page.faq.missing",
            "reason_args": {"count": 2, "first": "送料はいくらですか？"},
            "recommended_properties": ["mainEntity", "name", "acceptedAnswer"],
            "benefit": "retired",
            "retired_on": "2026-05-07",
            "draft": {
                "@context": "https://schema.org",
                "@type": "FAQPage",
                "mainEntity": [
                    pair("送料はいくらですか？", "500円です。"),
                    pair("返品できますか。", "できます。"),
                ],
            },
            "lacks": [],
        }
    ]


@pytest.mark.parametrize(
    "page",
    [
        "<h2>送料はいくらですか？</h2><p>500円です。</p>",
        "<h2>なぜ？</h2><h2>どうして？</h2><p>答え</p>",
        "<dl><dt>会社名</dt><dd>クヌギ</dd><dt>所在地</dt><dd>東京</dd></dl>",
        "<dl><dt>送料は？<dt>返品は？<dd>可</dl>",
        "<details><summary>詳しく</summary>a</details><details><summary>閉じる</summary>b</details>",
        "<p>Quality first.</p><p>A great shop.</p><p>Quick.</p><p>A shop.</p>",
        "<h2>Q</h2><p>x</p><h2>Q</h2><p>y</p>",
        '<meta name="robots" content="noindex,follow">' + TWO,
        "<title>ページが見つかりません</title>" + TWO,
        "<h1>404 Not Found</h1>" + TWO,
        '<link rel="prev" href="?p=1">' + TWO,
        '<script src="/app.js"></script><div id="app">' + TWO,
        "<template>" + TWO + "</template>",
    ],
)
def test_nothing_is_suggested(page: str) -> None:
    assert suggestions(page) == []


def test_nothing_is_suggested_on_later_pages_of_a_list() -> None:
    assert suggestions(TWO, url="https://shop.example/faq?page=2") == []
    assert suggestions(TWO, url="https://shop.example/faq/page/3/") == []
    assert len(suggestions(TWO, url="https://shop.example/faq?page=1")) == 1
    assert suggestions(TWO, headers={"content-type": "text/html; charset=utf-8", "x-robots-tag": "noindex"}) == []


@pytest.mark.parametrize(
    "markup",
    [
        FAQ,
        '<div itemscope itemtype="https://schema.org/FAQPage"></div>',
        '<div vocab="https://schema.org/" typeof="WebPage FAQPage"></div>',
        '<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebSite","hasPart":{"@type":"FAQPage"}}</script>',
    ],
)
def test_markup_that_is_there(markup: str) -> None:
    (row,) = suggestions(markup + TWO)
    assert (row["type"], row["status"], row["reason"]) == (
        "FAQPage",
        "implemented",
        "FAQPage の構造化マークアップがあります。",
    )
    assert len(suggestions(markup)) == 1


def test_a_type_that_is_switched_off() -> None:
    assert suggestions(TWO, disabled_types={"FAQPage"}) == suggestions(FAQ, disabled_types={"FAQPage"}) == []
    assert len(suggestions(TWO, disabled_types={"Article"})) == 1
