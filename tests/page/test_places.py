"""Where a finding stands: line and column of the value, of the node, or of the start tag, in the page's source."""

import json
import re
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from chalicelib.page.element_places import ElementPlaces
from chalicelib.page.entities import Harvest
from chalicelib.page.findings import Findings
from chalicelib.page.jsonld import Block, read_block
from chalicelib.page.read import read_page
from chalicelib.page.source import Lines, Place
from tests.page.pages import HTML, URL

SCHEMA = "https://schema.org"


def harvest(text: str) -> Harvest:
    """What one JSON-LD document gives."""
    found = Harvest(Findings())
    read_block(Block(text, text, Lines(text).place), URL, found)
    return found


def at(text: str, mark: str) -> Place:
    """The place of `mark`, which stands once in the text."""
    assert text.count(mark) == 1, mark
    return Lines(text).place(text.index(mark))


def found_at(page: str, rule: str) -> list[tuple[int, int]]:
    rows = read_page(page.encode(), url=URL, headers=HTML).result["validation"]
    return [(row["line"], row["column"]) for row in rows if row["rule"] == rule]


TEXT = """
[{"@context": ["https://schema.org", {"kind": "@type", "cost": "schema:price",
     "deal": {"@id": "schema:offers", "@container": "@list"}, "more": "@nest", "by": {"@reverse": "schema:author"}}],
  "kind": "Product", "name": ["a \\" [{", "b"], // a comment, with "quotes
  "deal": {"@list": [[{"kind": "Offer", "cost": 17}], {"kind": "Offer", "cost": "18", "@id": "#second"}]},
  "more": {"sku": "s1"}, "by": {"kind": "Article", "headline": "h2"},
  "brand": {"@context": {"label": "schema:name"}, "kind": "Brand", "label": "l3"},},
 {"@context": "https://schema.org", "@graph": [{"@type": "Person", "name": "g4"}]}]
"""


def test_a_path_leads_to_its_value_in_json() -> None:
    found = harvest(TEXT)
    assert [entity["type"] for entity in found.entities] == ["Product", "Person"]
    marks = {
        "": '{"@context": ["https',
        "@type": '"Product"',
        "@context": '["https://schema.org", {',
        "name[0]": '"a \\" [{"',
        "name[1]": '"b"',
        "offers[0]": '{"kind": "Offer", "cost": 17}',
        "offers[0].price": "17}",
        "offers[1].price": '"18"',
        "offers[1].@id": '"#second"',
        "offers[1].name": '{"kind": "Offer", "cost": "18"',
        "offers[7].price": '{"@context": ["https',
        "sku": '"s1"',
        "@reverse.author.headline": '"h2"',
        "brand.name": '"l3"',
        "unknown.path": '{"@context": ["https',
    }
    assert {path: found.place(0, path) for path in marks} == {path: at(TEXT, mark) for path, mark in marks.items()}
    assert found.place(1, "name") == at(TEXT, '"g4"')
    assert found.place(1) == at(TEXT, '{"@type": "Person"')
    assert found.place(9) is None


def test_the_place_of_a_thing_and_its_property() -> None:
    text = (
        '[{"@context":"https://schema.org","@type":"Article","author":{"@id":"#a","@type":"Person"}},'
        '{"@context":"https://schema.org","@id":"#a","name":"K","sameAs":["b:1","b:2"]}]'
    )
    found = harvest(text)
    person = found.things().things[1]
    assert person.properties["sameAs"] == ["b:1", "b:2"]
    assert found.place_of(person) == at(text, '{"@id":"#a","@type"')
    assert found.place_of(person, "name") == at(text, '"K"')
    assert found.place_of(person, "sameAs", 1) == at(text, '"b:2"')
    assert found.place_of(person, "jobTitle") == at(text, '{"@id":"#a","@type"')


def test_what_is_wrong_in_json_that_parses_is_told_where_it_stands() -> None:
    text = (
        '{"@context":"http://www.schema.org","@type":"T","sku":"9007199254740993",\n"n":{"name":1},"name":2,'
        '\n"s":9007199254740993,"n":\n"\\ud83d\\ude00\\ud83d"}'
    )
    rows = {row["rule"]: Place(row["line"], row["column"]) for row in harvest(text).findings.rows()}
    assert rows == {
        "context-unusual": at(text, '"http://www'),
        "duplicate-key": at(text, '"n":\n'),
        "number-out-of-range": at(text, "9007199254740993,"),
        "lone-surrogate": at(text, '\\ud83d"'),
    }


def test_several_values_in_one_block() -> None:
    text = '{"@context":"https://schema.org","@type":"T","name":"a"}\n {"@type":"U","@context":"https://schema.org","name":"b"}'
    found = harvest(text)
    assert [found.place(number, "name") for number in (0, 1)] == [at(text, '"a"'), at(text, '"b"')]


_NAMES = ["name", "offers", "ex:size", "alias", "items", "turned", "by", "tongue"]
_CONTEXT: dict[str, Any] = {
    "ex": "http://example.com/ns#",
    "alias": "schema:name",
    "items": {"@id": "ex:items", "@container": "@list"},
    "tongue": {"@id": "ex:tongue", "@container": "@language"},
    "by": {"@id": "ex:by", "@container": "@index"},
    "turned": {"@reverse": "ex:turned"},
    "url": {"@type": "@id"},
}
_numbers = iter(range(10**9))


def _nodes(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    many = st.one_of(inner, st.lists(inner, max_size=3), st.builds(lambda v: {"@list": v}, st.lists(inner, max_size=2)))
    return st.dictionaries(st.sampled_from([*_NAMES, "@nest", "@reverse"]), many, max_size=4)


@given(_nodes(st.recursive(st.builds(lambda: f"v{next(_numbers)};"), _nodes, max_leaves=12)))
@settings(max_examples=80, deadline=None)
def test_every_text_of_an_entity_is_found_where_it_stands(value: dict[str, Any]) -> None:
    text = json.dumps({"@context": [SCHEMA, _CONTEXT], "@type": "T", **value}, indent=1)
    found = harvest(text)
    lines = Lines(text)
    for thing in found.things():
        for node in thing.nodes:
            for name, declared in node.properties.items():
                values = declared if isinstance(declared, list) else [declared]
                for number, part in enumerate(values):
                    path = f"{node.path}.{name}".lstrip(".") + (f"[{number}]" if len(values) > 1 else "")
                    if isinstance(part, str) and re.fullmatch(r"v\d+;", part):
                        assert found.place(0, path) == lines.place(text.index(json.dumps(part))), path


PAGE = """<!DOCTYPE html>\r
<title>t</title><!-- <p itemscope> --><script>"<p itemscope itemprop=x>"</script>
<template><p itemscope itemtype=https://schema.org/T></p></template>
<div itemscope itemtype="https://schema.org/Product" itemref="more nope"><p itemprop=name>{{ n }}</p>
 <p itemprop=offers itemscope><b itemprop="price a" content="1"></b></p>
 <p itemprop=offers itemscope><b itemprop="price a" content='{{ &quot;p }}'></b></p></div>
<i id=more itemprop=sku></i><i id=more></i><meta itemprop=x>
<table><b itemprop=stray>x</b><tr><td>1</table>
<p itemscope itemtype="http://www.schema.org/Person"><b itemscope itemtype=https://schema.org/Brand>x</b></p>
"""


def test_the_start_tag_of_an_element() -> None:
    expected = {
        "inert-markup": (3, 11),
        "itemref-missing-id": (4, 1),
        "duplicate-id": (7, 29),
        "orphan-itemprop": (7, 44),
        "unconnected-item": (9, 54),
        "context-unusual": (9, 1),
        "empty-value": (7, 1),
    }
    rows = {rule: found_at(PAGE, rule)[0] for rule in expected}
    assert rows == expected
    assert found_at(PAGE, "orphan-itemprop") == [(7, 44), (8, 8)]
    assert found_at(PAGE, "placeholder") == [(4, 74), (6, 31), (6, 31)]


def place_of(page: str, selector: str) -> list[Place | None]:
    tree = LexborHTMLParser(page)
    places = ElementPlaces(page, tree.root)
    return [places.place(node) for node in tree.css(selector)]


def test_elements_that_look_the_same_are_told_by_their_order_if_none_is_missing() -> None:
    assert place_of("<p itemprop=a>\n<p itemprop=a>", "p") == [Place(1, 1), Place(2, 1)]
    assert place_of('<p itemprop="a&amp;b" ITEMPROP=c>', "p") == [Place(1, 1)]
    # The parser drops a cell outside of a table: three tags, two elements.
    assert place_of("<b itemprop=a></b><table><tr><td itemprop=a></table><td itemprop=a>", "td") == [None]
    # It makes a formatting element again: one tag, two elements.
    assert place_of("<b itemprop=a><p>x</b>y", "b") == [Place(1, 1), Place(1, 1)]


@pytest.mark.parametrize(
    "hidden",
    [
        '<!-- <b itemprop="a"> -->',
        """<script>x = '<b itemprop="a">'</script>""",
        '<template><b itemprop="a"></template>',
        '<textarea><b itemprop="a"></textarea>',
        '<!-- <b title="a < b" itemprop="a"> -->',
    ],
)
def test_a_tag_that_only_looks_like_one_is_not_the_place(hidden: str) -> None:
    """The real one has a `<` in another attribute, so that looking for the nearest `<` before the name misses it."""
    assert place_of(hidden + '\n<b title="a < b" itemprop="a">', "b") == [Place(2, 1)]
    assert place_of(hidden + '\n<b itemprop="a">', "b") == [Place(2, 1)]


def test_nul_and_places_in_json_of_a_page() -> None:
    assert found_at("<p>\n a\0b\0", "nul-in-html") == [(2, 3)]
    page = (
        '<p>\r\n<script type="application/ld+json">\r\n{"@context":"https://schema.org","@type":"T",\r\n"name":"{{x}}"}'
    )
    assert found_at(page, "placeholder") == [(4, 8)]


def test_places_of_many_faults_are_found_in_time() -> None:
    """Beyond a number of values looked at, the place is that of the node."""
    members = ",".join(f'"p{number}":""' for number in range(6_000))
    block = f'<script type="application/ld+json">{{"@context":"https://schema.org","@type":"T",{members}}}</script>'
    huge = f'<script type="application/ld+json">[{",".join(f"{2**60 + number}" for number in range(20_000))}]</script>'
    item = '<p itemscope itemtype="https://schema.org/T">' + "<b itemprop=a></b>" * 6_000 + "</p>"
    for page in (block, huge, item):
        start = time.thread_time()
        found_at(page, "empty-value")
        assert time.thread_time() - start < 4
