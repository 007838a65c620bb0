"""The same thing written twice, with and without disagreement, and what only looks like it."""

import json
from typing import Any

import pytest

from chalicelib.page.read import read_page
from chalicelib.page.twice_types import cannot_be_one
from chalicelib.page.twice_values import agree

URL = "https://www.minato.co.jp/news/1/"
RULES = {"duplicate-entity", "conflicting-values", "id-type-conflict", "reader-failure"}


def rows(*blocks: Any, html: str = "", off: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """The findings of a page with these blocks; one may be a script's class and what it holds."""
    scripts = ""
    for block in blocks:
        name, value = block if isinstance(block, tuple) else ("", block)
        text = json.dumps({"@context": "https://schema.org", **value}, ensure_ascii=False)
        scripts += f'<script type="application/ld+json" class="{name}">{text}</script>\n'
    page = f'<html lang="ja"><head>{scripts}</head><body><p>本文</p>{html}</body></html>'
    found = read_page(page.encode(), url=URL, headers={}, disabled_types=off).result["validation"]
    return [row for row in found if row["rule"] in RULES]


def told(*blocks: Any, html: str = "", off: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """Rule and path."""
    return [(row["rule"], row["path"]) for row in rows(*blocks, html=html, off=off)]


ARTICLE = {"@type": "Article", "headline": "港の朝", "datePublished": "2026-04-01T09:00:00+09:00"}
POST = {"@type": "BlogPosting", "headline": "港の朝", "datePublished": "2026-04-01T00:00:00Z"}


def test_theme_and_plugin_write_one_article() -> None:
    found = rows(("yoast-schema-graph", {"@graph": [ARTICLE]}), POST)
    assert [(row["rule"], row["source"], row["index"], row["line"]) for row in found] == [
        ("duplicate-entity", "JSON-LD", 2, 2)
    ]
    assert found[0]["message_args"]["one"] == "JSON-LD 1 (yoast-schema-graph)"
    assert found[0]["message_args"]["other"] == "JSON-LD 2"
    assert found[0]["message_key"] == "mistakes.duplicate-entity"


@pytest.mark.parametrize(
    "name", ["yoast-schema-graph", "aioseo-schema", "rank-math-schema", "saswp-schema-markup-output"]
)
def test_the_writer_is_named_by_its_class(name: str) -> None:
    found = rows(ARTICLE, (f"x {name} y", POST))
    assert found[0]["message_args"]["other"] == f"JSON-LD 2 ({name})"


def test_where_the_two_disagree() -> None:
    found = rows(ARTICLE, {**POST, "datePublished": "2026-04-01T09:00:00Z"})
    assert [(row["rule"], row["message_key"]) for row in found] == [
        ("duplicate-entity", "mistakes.duplicate-entity.differs"),
        ("conflicting-values", "mistakes.conflicting-values"),
    ]
    assert found[0]["message_args"]["names"] == "datePublished"


def product(price: str, **more: Any) -> dict[str, Any]:
    offer = {"@type": "Offer", "price": price, "priceCurrency": "JPY"}
    return {"@type": "Product", "name": "茶", "offers": offer, **more}


def test_two_prices_of_one_product() -> None:
    assert told(product("1980"), product("2178")) == [("duplicate-entity", ""), ("conflicting-values", "offers.price")]
    assert told(product("1980"), product("1980.00")) == [("duplicate-entity", "")]
    assert told(product("1980", sku="A-1"), product("2178", sku="A-2")) == []
    assert told(product("1980", url="/p/1"), product("2178", url="/p/2")) == []
    assert told(product("1980", color="赤"), product("2178", color="青")) == []
    assert told({"@graph": [product("1980"), product("2178")]}) == []  # cards of a list
    assert told(product("1980"), product("2178"), off=("Product",)) == []  # K-032


MICRODATA = (
    '<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">茶</b>'
    '<div itemprop="offers" itemscope itemtype="https://schema.org/Offer">'
    '<span itemprop="price" content="{}">円</span></div></div>'
)


def test_two_syntaxes() -> None:
    assert told(product("1980"), html=MICRODATA.format("1,980")) == [("duplicate-entity", "")]
    found = told(product("1980"), html=MICRODATA.format("2178"))
    assert sorted(found) == [("conflicting-values", "offers.price"), ("duplicate-entity", "")]


def trail(*names: str) -> dict[str, Any]:
    items = [{"@type": "ListItem", "position": n, "name": name} for n, name in enumerate(names, 1)]
    return {"@type": "BreadcrumbList", "itemListElement": items}


def faq(*questions: str) -> dict[str, Any]:
    answer = {"@type": "Answer", "text": "はい。"}
    entity = [{"@type": "Question", "name": question, "acceptedAnswer": answer} for question in questions]
    return {"@type": "FAQPage", "mainEntity": entity}


def test_other_kinds() -> None:
    twice = [("duplicate-entity", "")]
    assert told(trail("トップ", "港"), trail("トップ", "港")) == twice
    assert told(trail("トップ", "港"), trail("トップ", "朝")) == []  # two ways to one page are right
    home, named = trail("ホーム", "港"), trail("HOME", "港")
    home["itemListElement"][0]["item"] = "https://www.minato.co.jp/"
    named["itemListElement"][0]["item"] = {"@id": "https://www.minato.co.jp/"}
    assert told(home, named) == twice
    assert told(trail("本", "港"), trail("雑貨", "港")) == []
    assert told(faq("送料は？", "返品は？"), faq("送料は？", "返品は？")) == twice
    assert told(faq("送料は？"), faq("返品は？")) == []
    shop = {"@type": "Store", "name": "港"}
    assert told({**shop, "telephone": "03-1111-2222"}, {**shop, "telephone": "06-1111-2222"}) == []  # branches
    assert told({**shop, "telephone": "03-1111-2222"}, {**shop, "telephone": "0311112222"}) == twice
    concert = {"@type": "Event", "name": "市"}
    assert told({**concert, "startDate": "2026-07-18"}, {**concert, "startDate": "2026-07-19"}) == []
    site = {"@type": "WebSite", "url": "https://www.minato.co.jp/"}
    assert told({**site, "name": "港"}, {**site, "name": "みなと", "url": "https://www.minato.co.jp"}) == twice
    assert told({"@type": "Organization", "name": "港"}, ARTICLE, trail("トップ")) == []


def test_one_id() -> None:
    one = {"@id": "https://www.minato.co.jp/#it"}
    company = {"@type": "Organization", **one, "name": "港"}
    assert told(company, {"@type": "WebPage", **one, "name": "港"}) == [("id-type-conflict", "")]
    assert told(company, {"@type": "Corporation", **one, "name": "港"}) == []
    assert told(company, {"@type": "Article", "headline": "朝", "publisher": {"@id": one["@id"]}}) == []
    offer = {"@type": "Offer", "@id": "https://www.minato.co.jp/#o", "price": "1980"}
    first = {"@type": "Product", "name": "茶", "offers": offer}
    second = {"@type": "Product", "name": "盆", "offers": {**offer, "price": "2178"}}
    assert told({"@graph": [first, second]}) == [("conflicting-values", "offers.price")]


TYPES = [
    ("Organization", "WebPage", True),
    ("Person", "Organization", True),
    ("Product", "WebPage", True),
    ("BreadcrumbList", "WebPage", True),
    ("WebSite", "Organization", True),
    ("Article", "WebPage", False),
    ("WebSite", "WebPage", False),
    ("LocalBusiness", "Place", False),
    ("Product", "SoftwareApplication", False),
    ("Book", "Product", False),
    ("Organization", "Own", False),
]


@pytest.mark.parametrize(("one", "other", "wrong"), TYPES)
def test_types_that_no_thing_has_both_of(one: str, other: str, wrong: bool) -> None:
    assert cannot_be_one([one], [other]) is cannot_be_one([other], [one]) is wrong
    assert cannot_be_one([one, other], [other]) is False  # some plugins say that a person is its own company


VALUES = [
    ("price", "1980", "1,980.00", True),
    ("price", "1980", "2178", False),
    ("ratingValue", "4.5", "4.50", True),
    ("reviewCount", "12", "13", False),
    ("availability", "InStock", "https://schema.org/InStock", True),
    ("availability", "InStock", "OutOfStock", False),
    ("datePublished", "2026-04-01", "2026-04-01T09:00:00+09:00", True),
    ("datePublished", "2026-03-31T23:00:00Z", "2026-04-01", True),
    ("datePublished", "2026-04-01", "2026-04-02", False),
    ("datePublished", "2025-04-01", "2026-04-01", False),
    ("headline", "港の朝", "港の朝｜みなと", True),
    ("headline", "港の朝", "Morning at the port", True),
    ("headline", "港の朝", "港の夜", False),
    ("postalCode", "1000001", "100-0001", True),
    ("priceCurrency", "JPY", "USD", False),
]


@pytest.mark.parametrize(("name", "one", "other", "agreeing"), VALUES)
def test_values_that_contradict(name: str, one: str, other: str, agreeing: bool) -> None:
    assert agree(name, one, other) is agree(name, other, one) is agreeing
