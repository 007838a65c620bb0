"""What is left of templates, tests and tags in texts and URLs: the right and the wrong, one beside the other."""

import json
from typing import Any

import pytest

from chalicelib.page.mistakes_texts import is_placeholder
from chalicelib.page.read import read_page
from tests.shared import shared

RULES = {"foreign-host", "relative-url", "breadcrumb-same-url", "html-in-text", "placeholder", "reader-failure"}
TWICE = {"duplicate-entity", "conflicting-values", "id-type-conflict"}


def found(node: Any, url: str = "https://www.minato.co.jp/news/", off: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """Rule and path of the findings."""
    graph = {"@context": "https://schema.org", "@graph": node if isinstance(node, list) else [node]}
    script = json.dumps(graph, ensure_ascii=False).replace("</", "<\\/")
    page = f'<html lang="ja"><script type="application/ld+json">{script}</script><body><p>本文</p></body></html>'
    rows = read_page(page.encode(), url=url, headers={}, disabled_types=off).result["validation"]
    return [(row["rule"], row["path"]) for row in rows if row["rule"] in RULES]


HOSTS = [
    ("https://stg.minato.co.jp/news/", True),
    ("https://stg-www.minato.co.jp/news/", True),
    ("https://www.staging.minato.co.jp/", True),
    ("https://minato-dev.vercel.app/", True),
    ("https://dev.minato.co.jp/", True),
    ("https://test01.minato.co.jp/", True),
    ("http://localhost:3000/", True),
    ("http://localhost", True),
    ("http://192.168.1.10/news/", True),
    ("http://10.0.0.5:8080/", True),
    ("http://minato.local/", True),
    ("https://abc123.ngrok-free.app/", True),
    ("https://www.minato.co.jp/dev/test/", False),
    ("https://shop.minato.co.jp/", False),
    ("https://minato.co.jp/", False),
    ("https://dev.mysql.com/doc/", False),
    ("https://www.home-staging.co.jp/", False),
    ("https://testbed.jp/", False),
    ("https://latest.minato.co.jp/", False),
    ("https://device.minato.co.jp/", False),
    ("https://192.0.2.1/", False),
    ("https://11.10.0.0.example.com/", False),
]


@pytest.mark.parametrize(("url", "foreign"), HOSTS)
def test_hosts_of_tests(url: str, foreign: bool) -> None:
    assert found({"@type": "WebPage", "url": url}) == ([("foreign-host", "url")] if foreign else [])


def test_a_page_on_a_host_of_tests_may_name_it() -> None:
    node = {"@type": "WebPage", "url": "https://stg.minato.co.jp/news/"}
    assert found(node, url="https://stg.minato.co.jp/news/") == []
    assert found(node, url="http://localhost:8000/") == []


def test_what_lies_elsewhere_with_reason_is_no_mistake() -> None:
    assert found({"@type": "SoftwareApplication", "name": "帳", "url": "https://demo.minato.co.jp/"}) == []
    assert found({"@type": "Person", "name": "海", "url": "https://umi.vercel.app/"}) == []
    assert found({"@type": "Organization", "name": "港", "sameAs": ["https://dev.minato.co.jp/"]}) == []
    picture = {"@type": "Product", "name": "茶", "image": "https://cdn-77.pages.dev/a.jpg"}
    assert found(picture) == []
    assert found({**picture, "image": "https://minato-dev.pages.dev/a.jpg"}) == [("foreign-host", "image")]
    staged = {"@type": "Organization", "name": "港", "sameAs": ["https://x.com/m", "https://stg.minato.co.jp/"]}
    assert found(staged) == [("foreign-host", "sameAs[1]")]


def test_a_host_is_told_once_for_a_name_and_a_type() -> None:
    pages = [{"@type": "WebPage", "@id": f"https://stg.minato.co.jp/{n}", "name": f"頁{n}"} for n in range(3)]
    assert found(pages) == [("foreign-host", "@id")]
    assert found(pages, off=("WebPage",)) == []  # K-032


def test_relative_urls_are_noted() -> None:
    assert found({"@type": "Article", "image": "/img/a.jpg"}) == [("relative-url", "image")]
    assert found({"@type": "Article", "image": "https://www.minato.co.jp/img/a.jpg"}) == []
    assert found({"@type": "Article", "image": "//cdn.minato.co.jp/img/a.jpg"}) == []
    assert found({"@type": "Article", "image": "港の写真"}) == []
    assert found({"@type": "Recipe", "video": {"@type": "VideoObject", "contentUrl": "a.mp4"}}) == []


def trail(*levels: tuple[str, Any]) -> dict[str, Any]:
    items = [
        {"@type": "ListItem", "position": n, "name": name, **({"item": item} if item else {})}
        for n, (name, item) in enumerate(levels, 1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": items}


def test_levels_with_one_url() -> None:
    top, news = "https://www.minato.co.jp/", "https://www.minato.co.jp/news/"
    told = [("breadcrumb-same-url", "itemListElement")]
    assert found(trail(("トップ", top), ("ニュース", news), ("記事", None))) == []
    assert found(trail(("トップ", top), ("ニュース", top), ("記事", None))) == told
    assert found(trail(("トップ", {"@id": top}), ("ニュース", {"@id": top}))) == told
    assert found(trail(("トップ", {"@id": top}), ("ニュース", {"@id": news}))) == []
    assert found(trail(("トップ", top), ("ニュース", top + "?p=1"))) == []
    assert found(trail(("トップ", top), ("会社", top + "#about"))) == []
    assert found([trail(("トップ", top), ("甲", news)), trail(("トップ", top), ("乙", news))]) == []


WORDS = [
    (["Organization"], "name", "株式会社○○", True),
    (["Organization"], "name", "株式会社ほげ", True),
    (["Organization"], "name", "株式会社○", False),
    (["Person"], "name", "〇〇 太郎", True),
    (["Organization"], "name", "二〇〇〇年会", False),
    (["PostalAddress"], "streetAddress", "△△町1-2-3", True),
    (["PostalAddress"], "postalCode", "000-0000", True),
    (["PostalAddress"], "postalCode", "100-0001", False),
    (["Store"], "telephone", "03-0000-0000", True),
    (["Store"], "telephone", "+81-3-0000-0000", True),
    (["Store"], "telephone", "03-XXXX-XXXX", True),
    (["Store"], "telephone", "０３－００００－００００", True),
    (["Store"], "telephone", "0120-000-443", False),
    (["Store"], "telephone", "03-5000-0000", False),
    (["Article"], "headline", "○○○○", True),
    (["Article"], "headline", "「○○ハラスメント」とは", False),
    (["Article"], "headline", "Hello world!", True),
    (["Article"], "headline", "Hello world from the deep sea", False),
    (["Article"], "headline", "準備中", True),
    (["Article"], "headline", "開店準備中の店を訪ねて", False),
    (["Article"], "headline", "テスト", True),
    (["Article"], "headline", "テスト駆動開発", False),
    (["ListItem"], "name", "サンプル", False),
    (["Product"], "name", "サンプル請求", False),
    (["Product"], "name", "ダミーカメラ", False),
    (["Product"], "name", "ダミー", True),
    (["Product"], "description", "サンプルテキスト", True),
    (["Product"], "description", "ここに説明文が入ります。", True),
    (["WebSite"], "description", "Just another WordPress site", True),
    (["Product"], "name", "XXX", True),
    (["Movie"], "name", "xXx", False),
    (["Product"], "name", "Tシャツ XXXL", False),
    (["Review"], "name", "★★★★★", False),
    (["SoftwareApplication"], "name", "Todo", False),
]


@pytest.mark.parametrize(("types", "name", "value", "wrong"), WORDS)
def test_words_that_stand_for_others(types: list[str], name: str, value: str, wrong: bool) -> None:
    assert is_placeholder(types, name, value) is wrong
    assert ("placeholder" in dict(found({"@type": types[0], name: value}))) is wrong


def test_stand_ins_are_told_where_they_stand() -> None:
    long = "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore."
    assert found({"@type": "Product", "name": "茶", "description": long}) == [("placeholder", "description")]
    about = "Lorem ipsum とは、組版の見本に使われる文です。" + "ラテン語に似ていますが、意味はありません。" * 3
    assert found({"@type": "Article", "headline": "Lorem ipsum とは", "description": about}) == []
    shop = {"@type": "Store", "name": "港", "address": {"@type": "PostalAddress", "streetAddress": "○○1-2-3"}}
    assert found(shop) == [("placeholder", "address.streetAddress")]


TAGS = [
    ("Article", "headline", "秋の<br>新商品", True),
    ("Article", "headline", "<b>秋</b>の新商品", True),
    ("Article", "headline", "<br>タグの使い方", False),
    ("Article", "headline", "HTMLの「<b>太字</b>」", False),
    ("Article", "headline", "<b> と <strong> の違い", False),
    ("Article", "headline", "3 < 5 > 2", False),
    ("Product", "name", '<span class="x">茶</span>', True),
    ("Product", "description", "<p>茶です。</p>", True),
    ("JobPosting", "description", "<p>茶を淹れる仕事です。</p>", False),
    ("Answer", "text", "<p>はい。</p>", False),
]


@pytest.mark.parametrize(("kind", "name", "value", "wrong"), TAGS)
def test_tags_in_texts(kind: str, name: str, value: str, wrong: bool) -> None:
    assert found({"@type": kind, name: value}) == ([("html-in-text", name)] if wrong else [])


def test_an_offer_may_describe_itself_in_html() -> None:
    offer = {"@type": "Offer", "price": "100", "priceCurrency": "JPY", "description": "<ul><li>百円</li></ul>"}
    assert found({"@type": "Product", "name": "茶", "offers": offer}) == []


def test_schemaorgs_own_examples_give_notes_on_relative_urls_alone() -> None:
    folder = shared("corpora", "schemaorg-examples-30.0")
    told = set()
    for path in sorted(folder.glob("*/*.html")):
        found_here = read_page(path.read_bytes(), url="https://page.example/", headers={}).result["validation"]
        told |= {row["message_key"] for row in found_here if row["rule"] in RULES | TWICE}
    assert {key for key in told if key != "page.placeholder"} == {"mistakes.relative-url"}
