"""No page of 10 MB takes long or fills the memory: each bound holds, is told, and hides nothing else of the page.

Counts are checked, not seconds; what they stand for was measured and is written beside each bound.
"""

import json
from typing import Any

import pytest

from chalicelib.page.entities import MAX_ENTITIES, MAX_TEXT, MAX_TOKENS, MAX_VALUES
from chalicelib.page.json_limits import MAX_IRI, MAX_SPELLED_OUT, MAX_TERMS, MAX_WEIGHT, weight
from chalicelib.page.rdfa_limits import (
    MAX_ALL_NAMES,
    MAX_ELEMENTS,
    MAX_NAMES,
    MAX_PREFIXES,
    MAX_REFERENCE,
    MAX_TRIPLES,
    MAX_VISITS,
)
from chalicelib.page.read import Reading
from tests.page.pages import properties, read, read_json, too_much

BLOCK = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"椀"}</script>'
ITEM = '<p itemscope itemtype="https://schema.org/Person"></p>'
PRODUCT = {"@type": "Product", "name": "椀"}


def size(value: Any) -> int:
    """How many texts and numbers a result holds, each as often as it is written."""
    if isinstance(value, dict):
        return sum(map(size, value.values()))
    return sum(map(size, value)) if isinstance(value, list) else 1


def names(count: int, letter: str = "n") -> str:
    return " ".join(f"{letter}{number}" for number in range(count))


def rdfa(inner: str, attributes: str = "typeof=Thing") -> str:
    return f'<div vocab="https://schema.org/" {attributes}>{inner}</div>'


def items(*, source: str, reading: Reading) -> list[dict[str, Any]]:
    return [entity["properties"] for entity in reading.result["entities"] if entity["source"] == source]


def test_each_rel_meets_each_child_only_so_often() -> None:
    children = "".join(f'<b about="#{number}" property=n>x</b>' for number in range(500))
    bomb = rdfa(children, f'about="#a" typeof=Thing rel="{names(MAX_NAMES)}"')
    reading = read(BLOCK + ITEM + bomb)
    assert too_much(reading) == [("RDFa", MAX_TRIPLES)]
    (thing,) = items(source="RDFa", reading=reading)
    assert 0.9 * MAX_TRIPLES < size(thing) <= MAX_TRIPLES
    assert items(source="JSON-LD", reading=reading) == [PRODUCT]
    assert items(source="Microdata", reading=reading) == [{"@type": "Person"}]


def test_the_items_of_hanging_lists_count() -> None:
    page = rdfa("<b resource='#x'></b>" * 500, f'about="#a" typeof=Thing rel="{names(50)}" inlist')
    assert too_much(read(page)) == [("RDFa", MAX_TRIPLES)]


@pytest.mark.parametrize("name", ["rel", "rev", "property", "typeof", "datatype"])
def test_names_in_one_attribute_of_rdfa(name: str) -> None:
    assert too_much(read(rdfa(f'<b {name}="{names(MAX_NAMES)}" property=x content=x></b>'))) == []
    assert too_much(read(rdfa(f'<b {name}="{names(MAX_NAMES + 1)}" property=x content=x></b>'))) == [
        ("RDFa", MAX_NAMES)
    ]


def test_types_beyond_the_limit_are_left_out() -> None:
    (thing,) = properties(read(rdfa("", f'typeof="{names(1000)}"')))
    assert thing["@type"] == names(MAX_NAMES).split()


@pytest.mark.parametrize("spread", [1, 100], ids=["on-one-element", "on-many"])
def test_prefixes(spread: int) -> None:
    def page(count: int) -> str:
        pairs = [f"p{number}: http://x.example/{number}#" for number in range(count)]
        rows = (" ".join(pairs[start : start + count // spread]) for start in range(0, count, count // spread))
        return rdfa("".join(f'<b prefix="{row}" property="a">x</b>' for row in rows))

    assert too_much(read(page(MAX_PREFIXES))) == []
    assert too_much(read(page(MAX_PREFIXES + spread))) == [("RDFa", MAX_PREFIXES)]


def test_elements_around_rdfa_count() -> None:
    page = rdfa(("<q cite=/ src=x>" * 9 + "<b property=a>x</b>" + "</q>" * 9) * (MAX_ELEMENTS // 9))
    reading = read(page)
    assert too_much(reading) == [("RDFa", MAX_ELEMENTS)]
    (thing,) = properties(reading)
    assert size(thing) == 1  # what stands in an element with `src` says something of that
    page = rdfa(("<i>" * 400 + "<b property=a>x</b>" + "</i>" * 400) * (MAX_VISITS // 400 + 1))
    assert too_much(read(page.replace("i>", "s2>"))) == [("RDFa", MAX_VISITS)]


def test_long_references_name_nothing() -> None:
    long, data = "/" + "x" * MAX_REFERENCE, "data:," + "x" * MAX_REFERENCE
    page = rdfa(
        f'<b property="a {long[1:]}x" content=x></b><a property=b href="{long}">t</a><img property=c src="{data}">'
    )
    assert properties(read(page)) == [{"@type": "Thing", "a": "x", "b": "t", "c": data}]


def test_a_literal_counts_for_each_of_its_names() -> None:
    page = rdfa(f'<b property=first content=x></b><b property="{names(40)}" content="{"x" * (MAX_TEXT // 30)}"></b>')
    reading = read(page)
    assert (properties(reading), too_much(reading)) == ([{"@type": "Thing", "first": "x"}], [("RDFa", MAX_TEXT)])


def test_names_that_name_nothing_count() -> None:
    """Without a vocabulary none of them makes a triple; 45,000 such elements took 2.7 s."""
    page = "<div typeof=T>" + f"<b property='{names(MAX_NAMES)}'></b>" * (MAX_ALL_NAMES // MAX_NAMES + 1)
    assert too_much(read(page)) == [("RDFa", MAX_ALL_NAMES)]


def test_a_blank_node_with_several_names_in_itself_again_and_again() -> None:
    reading = read(rdfa(f'<div typeof=Thing property="{names(10)}">' * 50 + "x"))
    assert too_much(reading) == [("RDFa", MAX_VALUES)]
    assert size(properties(reading)) <= 2 * MAX_VALUES  # each node has its type too


def test_patterns_are_copied_only_so_often() -> None:
    pattern = "<div resource='#p' typeof='rdfa:Pattern'>" + "".join(f"<b property=n{n}>x</b>" for n in range(300))
    page = rdfa("<div typeof=Thing><link property='rdfa:copy' resource='#p'></div>" * 300 + pattern + "</div>", "")
    reading = read(page)
    assert too_much(reading) == [("RDFa", MAX_TRIPLES)]
    assert size(properties(reading)) <= MAX_TRIPLES


def test_an_item_with_several_names_in_itself_again_and_again() -> None:
    """Ten names, fifty deep: 2 KB of HTML, and 10^50 values if each were written out."""
    page = '<div itemscope itemtype="https://schema.org/T">' + f'<div itemscope itemprop="{names(10)}">' * 50 + "x"
    reading = read(page)
    assert too_much(reading) == [("Microdata", MAX_VALUES)]
    assert len(json.dumps(reading.result)) < 40 * MAX_VALUES


def test_items_that_double_at_every_step() -> None:
    page = "".join(
        f'<div id={name}{n} itemprop=x itemscope itemref="a{n + 1} b{n + 1}"><b itemprop=n>x</b></div>'
        for n in range(40)
        for name in "ab"
    )
    reading = read(page + '<div itemscope itemtype="https://schema.org/T" itemref="a0 b0"></div>' + BLOCK)
    assert ("Microdata", MAX_VALUES) in too_much(reading)
    assert size(items(source="Microdata", reading=reading)) <= MAX_VALUES
    assert items(source="JSON-LD", reading=reading) == [PRODUCT]


def test_a_long_value_that_many_items_share() -> None:
    for value in (
        'content="{}"></p>',
        ">{}</p>",
        ' itemscope itemtype="{}"></p>',
        "><a itemprop=u href='/{}'></a></p>",
    ):
        shared = "<p id=r itemprop=a " + value.format("x" * (MAX_TEXT // 20))
        reading = read(shared + '<p itemscope itemtype="https://schema.org/T" itemref=r></p>' * 50)
        assert too_much(reading) == [("Microdata", MAX_TEXT)], value
        assert MAX_TEXT * 0.8 < len(json.dumps(properties(reading))) < MAX_TEXT * 1.1
        assert len(properties(reading)) == 50


@pytest.mark.parametrize("attribute", ["itemtype", "itemprop", "itemref"])
def test_names_in_one_attribute_of_microdata(attribute: str) -> None:
    def page(count: int) -> str:
        named = "".join(f"<p id=n{number}></p>" for number in range(count))
        inner = f'<b itemscope {attribute}="{names(count)}" itemprop=x></b>'
        return named + f'<div itemscope itemtype="https://schema.org/T">{inner}</div>'

    assert too_much(read(page(MAX_TOKENS))) == []
    assert too_much(read(page(MAX_TOKENS + 1))) == [("Microdata", MAX_TOKENS)]


def test_values_of_one_item() -> None:
    page = '<div itemscope itemtype="https://schema.org/T">' + "<b itemprop=a>x</b>" * (MAX_VALUES + 10)
    reading = read(page)
    assert too_much(reading) == [("Microdata", MAX_VALUES)]
    assert len(properties(reading)[0]["a"]) == MAX_VALUES


def test_no_syntax_takes_the_room_of_another() -> None:
    many = json.dumps([{"@context": "https://schema.org", "@type": "T"}] * (MAX_ENTITIES + 5))
    reading = read(f'<script type="application/ld+json">{many}</script>' + ITEM + rdfa(""))
    assert too_much(reading) == [("JSON-LD", MAX_ENTITIES)]
    kinds = [entity["source"] for entity in reading.result["entities"]]
    assert kinds == ["JSON-LD"] * MAX_ENTITIES + ["Microdata", "RDFa"]


def graph(count: int) -> str:
    nodes = ",".join('{"@type":"T"}' for _ in range(count))
    return f'{{"@context":"https://schema.org","@type":"T","x":[{nodes}]}}'


def test_a_block_with_too_many_values_is_not_parsed() -> None:
    fits = int(MAX_WEIGHT / 1.7)  # an object, two strings of it in quotes, and a comma: 1.6
    assert weight(graph(fits)) <= MAX_WEIGHT < weight(graph(int(MAX_WEIGHT / 1.5)))
    block = f'<script type="application/ld+json">{graph(int(MAX_WEIGHT / 1.5))}</script>'
    reading = read(block + BLOCK)
    assert too_much(reading) == [("JSON-LD", MAX_WEIGHT)]
    assert properties(reading) == [PRODUCT]
    first, second = reading.result["structured_data"]["json_ld"]
    assert (first["data"], first["error_key"], "error" in second) == (None, "page.json-parser.too-many", False)
    (row,) = [row for row in reading.result["validation"] if row["rule"] == "too-much-markup"]
    assert row["block"] == 1


@pytest.mark.parametrize("part", ["{}", "[]", "1,1,1,1,1,", '""""""""""', "\\" * 20, "&#123;", "&lcub;"])
def test_whatever_it_is_made_of_it_has_weight(part: str) -> None:
    assert weight(part * 1000) >= 1000


def test_blocks_share_the_room() -> None:
    part = f'<script type="application/ld+json">{graph(MAX_WEIGHT // 4)}</script>'
    reading = read(part * 3 + BLOCK)
    assert too_much(reading) == [("JSON-LD", MAX_WEIGHT)]
    assert [row["data"] is None for row in reading.result["structured_data"]["json_ld"]] == [False, False, True, False]


def test_names_that_a_context_makes_long() -> None:
    prefix = "http://x.example/" + "y" * 1900 + "/"
    members = {f"p:{number}": 1 for number in range(6000)}
    reading = read_json({"@context": ["https://schema.org", {"p": prefix}], "@type": "T", **members})
    assert too_much(reading) == [("JSON-LD", MAX_SPELLED_OUT)]
    (thing,) = properties(reading)
    assert len(thing) == 6001
    assert sum(map(len, thing)) < MAX_SPELLED_OUT + 100_000
    assert prefix + "0" in thing and "p:5999" in thing


def test_long_prefixes_vocabularies_and_bases_are_not_used() -> None:
    long = "http://x.example/" + "y" * MAX_IRI
    assert properties(read_json({"@context": {"p": long}, "@type": "T", "p:a": 1})) == [{"@type": "T", "p:a": 1}]
    assert properties(read_json({"@context": {"@vocab": long}, "@type": "T", "a": 1})) == [{"@type": "T", "a": 1}]
    expected = [{"@type": "T", "@id": "https://shop.example/p/x"}]
    assert properties(read_json({"@context": {"@base": long}, "@type": "T", "@id": "x"})) == expected
    assert properties(read(f'<base href="{long}"><p itemscope itemtype=https://schema.org/T itemid=x></p>')) == expected


def test_terms_of_a_context() -> None:
    for count, name in ((MAX_TERMS, "http://x.example/0"), (MAX_TERMS + 1, "t0")):
        terms = {f"t{number}": f"http://x.example/{number}" for number in range(count)}
        assert properties(read_json({"@context": terms, "@type": "T", "t0": 1})) == [{"@type": "T", name: 1}]


def test_values_at_top_level_that_are_nothing() -> None:
    reading = read_json([1] * 20_000)
    assert too_much(reading) == [("JSON-LD", 5000)]
    left = [row["message_args"] for row in reading.result["validation"] if row["rule"] == "more-findings"]
    assert left == [{"left": 5000 - 50, "name": "not-a-node"}]


def test_elements_with_itemprop() -> None:
    page = "<b itemprop=a></b>" * 60_001 + ITEM
    assert too_much(read(page)) == [("Microdata", 60_000)]


@pytest.mark.parametrize("syntax", ["JSON-LD", "Microdata"])
def test_the_name_of_a_type_is_cut(syntax: str) -> None:
    """It stands in every finding about its entity: one of 9.8 MB made a result of 39 MB."""
    name = "a" * 1_000_000
    script = (
        f'<script type="application/ld+json">{{"@context":"https://schema.org","@type":"{name}","name":""}}</script>'
    )
    item = f'<div itemscope itemtype="https://schema.org/{name}"><b itemprop="name"></b></div>'
    reading = read(script if syntax == "JSON-LD" else item)
    assert too_much(reading) == [(syntax, 2000)]
    assert [entity["type"] for entity in reading.result["entities"]] == ["a" * 2000]
    assert {row["type"] for row in reading.result["validation"] if row["type"]} == {"a" * 2000}
