"""Microdata by the rules of the HTML Standard."""

from typing import Any

import pytest

from tests.page.pages import properties, read, rules, told

SCHEMA = "https://schema.org"


def item(inner: str, attributes: str = "") -> str:
    return f'<div itemscope itemtype="{SCHEMA}/Product" {attributes}>{inner}</div>'


@pytest.mark.parametrize(
    ("element", "value"),
    [
        ('<p itemprop="x">a <b>b</b>\n</p>', "a b\n"),
        ('<meta itemprop="x" content="a">', "a"),
        ('<span itemprop="x" content="1000">1,000</span>', "1000"),
        ('<a itemprop="x" href="/q">a</a>', "https://shop.example/q"),
        ('<a itemprop="x" href="">a</a>', "https://shop.example/p/1"),
        ('<link itemprop="x" href="http://schema.org/InStock">', "http://schema.org/InStock"),
        ('<img itemprop="x" src=" i.jpg ">', "https://shop.example/p/i.jpg"),
        ('<object itemprop="x" data="../o"></object>', "https://shop.example/o"),
        ('<time itemprop="x" datetime="2026-01-02">2日</time>', "2026-01-02"),
        ('<time itemprop="x">2026-01-02</time>', "2026-01-02"),
        ('<data itemprop="x" value="1">一</data>', "1"),
        ('<meter itemprop="x" value="3">three</meter>', "3"),
        ('<a itemprop="x" href="http://[x">a</a>', "http://[x"),
    ],
)
def test_values(element: str, value: str) -> None:
    assert properties(read(item(element))) == [{"@type": "Product", "x": value}]


@pytest.mark.parametrize("element", ['<a itemprop="x">a</a>', '<img itemprop="x">', '<meta itemprop="x">'])
def test_an_element_without_its_attribute_has_an_empty_value(element: str) -> None:
    reading = read(item(element))
    assert properties(reading) == [{"@type": "Product", "x": ""}]
    assert "empty-value" in rules(reading)


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (item('<p itemprop="a b">x</p><p itemprop="a">y</p>'), [{"@type": "Product", "a": ["x", "y"], "b": "x"}]),
        (item('<p itemprop="https://schema.org/name">x</p>'), [{"@type": "Product", "name": "x"}]),
        (item('<p itemprop="http://example.com/n">x</p>'), [{"@type": "Product", "http://example.com/n": "x"}]),
        (item("", 'itemid="#p"'), [{"@type": "Product", "@id": "https://shop.example/p/1#p"}]),
        (
            item(f'<div itemprop="offers" itemscope itemtype="{SCHEMA}/Offer"><p itemprop="price">1</p></div>'),
            [{"@type": "Product", "offers": {"@type": "Offer", "price": "1"}}],
        ),
        (
            f'<div itemscope itemtype="{SCHEMA}/Product http://example.com/T"></div>',
            [{"@type": ["Product", "http://example.com/T"]}],
        ),
        (
            '<p id="r" itemprop="a">first</p>' + item('<p itemprop="a">second</p>', 'itemref="r r"'),
            [{"@type": "Product", "a": ["first", "second"]}],
        ),
        (
            '<div id="r"><p itemprop="a">in<b itemprop="b">ner</b></p></div>' + item("", 'itemref="r"'),
            [{"@type": "Product", "a": "inner", "b": "ner"}],
        ),
        (
            '<base href="/b/">' + item('<a itemprop="a" href="x">x</a>'),
            [{"@type": "Product", "a": "https://shop.example/b/x"}],
        ),
        ("<template>" + item("x") + "</template>", []),
    ],
)
def test_items(page: str, expected: list[dict[str, Any]]) -> None:
    assert properties(read(page)) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (item("", 'itemref="none"'), ["itemref-missing-id"]),
        ('<p id="r" itemprop="a">x</p><p id="r">y</p>' + item("", 'itemref="r"'), ["duplicate-id"]),
        (item("x", 'id="me" itemref="me"'), ["itemref-cycle"]),
        (
            '<div id="a" itemprop="x" itemscope itemref="b"></div><div id="b" itemprop="y" itemscope itemref="a"></div>'
            + item("", 'itemref="a"'),
            ["itemref-cycle"],
        ),
        ('<p itemprop="x">y</p>', ["orphan-itemprop"]),
        (item(f'<div itemscope itemtype="{SCHEMA}/Person"><p itemprop="name">n</p></div>'), ["unconnected-item"]),
        ('<div itemscope><p itemprop="name">n</p></div>', ["missing-type"]),
        ("<div itemscope></div>", []),
        ('<div itemscope itemtype="http://www.schema.org/Product"><p itemprop="name">n</p></div>', ["context-unusual"]),
        ("<template>" + item("x") + "</template>", ["inert-markup"]),
    ],
)
def test_what_is_reported(page: str, expected: list[str]) -> None:
    assert rules(read(page)) == expected


def test_an_unusual_spelling_of_schema_org_is_understood() -> None:
    assert properties(read('<div itemscope itemtype="schema.org/Product"></div>')) == [{"@type": "Product"}]


def test_an_entity_and_its_markup() -> None:
    page = item('<p itemprop="name">x</p>')
    result = read(page).result
    (entity,) = result["entities"]
    assert (entity["source"], entity["index"], entity["type"]) == ("Microdata", 1, "Product")
    assert entity["raw"] == '<div itemscope="" itemtype="https://schema.org/Product"><p itemprop="name">x</p></div>'
    assert result["structured_data"]["microdata"] == [
        {"index": 1, "raw": entity["raw"], "data": {"@type": "Product", "name": "x"}}
    ]


def test_items_that_double_at_every_step_come_to_an_end() -> None:
    page = "".join(
        f'<div id={name}{n} itemprop=x itemscope itemref="a{n + 1} b{n + 1}"></div>' for n in range(60) for name in "ab"
    )
    assert "too-much-markup" in rules(read(page + item("", 'itemref="a0 b0"')))


def test_items_nested_too_deep_are_cut() -> None:
    reading = read("<div itemscope itemprop=x>" * 400 + "</div>" * 400 + item("<div itemscope itemprop=x>" * 400))
    assert "nesting-limit" in rules(reading)
    assert len(properties(reading)) == 1


def test_an_item_that_is_a_property_of_nothing_is_read_and_told() -> None:
    """The Standard lists no such item; the page means one, and search engines take it."""
    stray = f'<p itemscope itemprop="Person" itemtype="{SCHEMA}/Person" id=a><b itemprop=name>K</b></p>'
    reading = read(stray)
    assert properties(reading) == [{"@type": "Person", "name": "K"}]
    assert "orphan-itemprop" in rules(reading)
    taken = read(stray + item("", "itemref=a"))
    assert properties(taken) == [{"@type": "Product", "Person": {"@type": "Person", "name": "K"}}]


def test_an_itemtype_that_is_no_url_is_taken_for_schema_org_and_told() -> None:
    reading = read('<p itemscope itemtype="Person"><b itemprop=name>K</b></p>')
    assert properties(reading) == [{"@type": "Person", "name": "K"}]
    (row,) = [row for row in reading.result["validation"] if row["rule"] == "context-unusual"]
    assert (row["message_args"], row["line"], row["column"]) == ({"context": "Person"}, 1, 1)


def test_a_meta_element_that_is_an_item_is_not_empty() -> None:
    """WordPress themes write `mainEntityOfPage` so; the value is the item, whose URL is its `itemid`."""
    inner = f'<meta itemscope itemprop="mainEntityOfPage" itemtype="{SCHEMA}/WebPage" itemid="/p/1">'
    reading = read(item(inner))
    page = {"@type": "WebPage", "@id": "https://shop.example/p/1"}
    assert properties(reading) == [{"@type": "Product", "mainEntityOfPage": page}]
    assert [row["message_key"] for row in told(reading)] == ["page.invalid-html.item"]  # info: HTML wants a content
    assert rules(read(item('<meta itemprop="name">'))) == ["invalid-html", "empty-value"]
