"""JSON-LD 1.1 (https://www.w3.org/TR/json-ld11/), section by section, in the form of `properties`."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chalicelib.page.entities import Harvest
from chalicelib.page.findings import Findings
from chalicelib.page.json_limits import MAX_DEFINITIONS
from chalicelib.page.jsonld import Block, read_block
from chalicelib.page.source import Lines
from tests.page.pages import URL, properties, read, read_json, too_much

SCHEMA = "https://schema.org"
EX = "http://ex.example/"


def expanded(context: Any, **members: Any) -> dict[str, Any]:
    (found,) = properties(read_json({"@context": context, "@type": "T", **members}))
    assert found.pop("@type")
    return found


VOCAB = {"@vocab": EX, "s": "http://schema.org/"}


@pytest.mark.parametrize(
    ("section", "context", "members", "expected"),
    [
        ("3.1", {**VOCAB, "n": "s:name"}, {"n": "a", "other": "b"}, {"name": "a", EX + "other": "b"}),
        ("3.1 term of a term", {**VOCAB, "n": "m", "m": "s:name"}, {"n": "a"}, {"name": "a"}),
        ("3.1 cycle", {**VOCAB, "n": "m", "m": "n"}, {"n": "a"}, {EX + "n": "a"}),
        ("3.2", VOCAB, {"a": {"@id": "http://x.example/"}}, {EX + "a": {"@id": "http://x.example/"}}),
        ("3.3", VOCAB, {"@id": "#me"}, {"@id": URL + "#me"}),
        ("4.1.2", VOCAB, {"a": "b"}, {EX + "a": "b"}),
        ("4.1.2 null vocab", [SCHEMA, {"@vocab": None, "n": "s:n"}], {"n": 1, "name": 2}, {"s:n": 1}),
        ("4.1.2 relative", [VOCAB, {"@vocab": "more#"}], {"a": 1}, {EX + "more#a": 1}),
        ("4.1.3", {**VOCAB, "@base": "http://b.example/x/"}, {"@id": "y"}, {"@id": "http://b.example/x/y"}),
        ("4.1.3 null base", {**VOCAB, "@base": None}, {"@id": "y"}, {"@id": "y"}),
        ("4.1.5", {**VOCAB, "p": EX + "ns#"}, {"p:a": {"@id": "p:b"}}, {EX + "ns#a": {"@id": EX + "ns#b"}}),
        ("4.1.5 no prefix", {**VOCAB, "p": EX + "ns"}, {"p:a": 1}, {"p:a": 1}),
        ("4.1.5 @prefix", {**VOCAB, "p": {"@id": EX + "ns", "@prefix": True}}, {"p:a": 1}, {EX + "nsa": 1}),
        ("4.1.5 //", {**VOCAB, "http": EX}, {"http://x.example/": 1}, {"http://x.example/": 1}),
        ("4.1.6 alias", {**VOCAB, "id": "@id", "v": "@value"}, {"a": {"id": "#x"}, "b": {"v": 1}}, None),
        ("4.1.7 null", {**VOCAB, "n": None}, {"n": 1, "m": 2}, {EX + "m": 2}),
        ("4.1.7 null @id", {**VOCAB, "n": {"@id": None}}, {"n": 1}, {}),
        ("4.2.2", {**VOCAB, "k": {"@type": "@id"}}, {"k": ["#a", 5]}, {EX + "k": [{"@id": URL + "#a"}, 5]}),
        (
            "4.2.3",
            {**VOCAB, "k": {"@type": "@vocab"}, "t": "s:Thing"},
            {"k": ["w", "t"]},
            {EX + "k": [{"@id": EX + "w"}, {"@id": "http://schema.org/Thing"}]},
        ),
        ("4.2.1 datatype stays", {**VOCAB, "d": {"@type": "s:Date"}}, {"d": "2026"}, {EX + "d": "2026"}),
        (
            "4.2.1 typed value",
            VOCAB,
            {"d": {"@value": "1", "@type": "s:Date"}},
            {EX + "d": {"@value": "1", "@type": "Date"}},
        ),
        ("4.2.5 @json", {**VOCAB, "j": {"@type": "@json"}}, {"j": [{"a": 1}]}, None),
        ("4.2.4 @language", {**VOCAB, "@language": "ja"}, {"a": "b"}, {EX + "a": "b"}),
        ("4.2.4", VOCAB, {"a": {"@value": "b", "@language": "ja"}}, {EX + "a": {"@value": "b", "@language": "ja"}}),
        ("4.3.1 lists", {**VOCAB, "l": {"@container": "@list"}}, {"l": ["a", ["b"]]}, {EX + "l": ["a", "b"]}),
        ("4.3.1 @list", VOCAB, {"l": {"@list": ["a", {"@set": ["b"]}, None]}}, {EX + "l": ["a", "b"]}),
        ("4.3.2 @set", {**VOCAB, "l": {"@container": "@set"}}, {"l": "a"}, {EX + "l": "a"}),
        ("4.4 @nest", {**VOCAB, "box": "@nest"}, {"box": [{"a": 1}, {"b": 2}]}, {EX + "a": 1, EX + "b": 2}),
        (
            "4.6.1 index map",
            {**VOCAB, "m": {"@container": "@index"}},
            {"m": {"x": {"a": 1}, "y": ["b", {"@value": "c"}]}},
            {EX + "m": [{EX + "a": 1}, "b", "c"]},
        ),
        (
            "4.6.2 language map",
            {**VOCAB, "m": {"@container": "@language"}},
            {"m": {"ja": ["椀", None], "en": "bowl", "@none": "x"}},
            {EX + "m": [{"@value": "椀", "@language": "ja"}, {"@value": "bowl", "@language": "en"}, "x"]},
        ),
        (
            "4.6.3 id map",
            {**VOCAB, "m": {"@container": "@id"}},
            {"m": {"#x": {"a": 1}, "@none": {"a": 2}}},
            {EX + "m": [{EX + "a": 1, "@id": URL + "#x"}, {EX + "a": 2}]},
        ),
        (
            "4.6.4 type map",
            {**VOCAB, "m": {"@container": "@type"}},
            {"m": {"s:Person": [{"@id": "#x", "@type": "U"}, "#y"]}},
            {EX + "m": [{"@type": ["Person", EX + "U"], "@id": URL + "#x"}, {"@type": "Person", "@id": URL + "#y"}]},
        ),
        ("4.8 @reverse", VOCAB, {"@reverse": {"by": [{"a": 1}]}}, {"@reverse": {EX + "by": {EX + "a": 1}}}),
        (
            "4.8 reverse term",
            {**VOCAB, "made": {"@reverse": "s:author"}},
            {"made": [{"@id": "#b"}, {"@id": "#c"}]},
            {"@reverse": {"author": [{"@id": URL + "#b"}, {"@id": URL + "#c"}]}},
        ),
        (
            "4.8 turned twice",
            {**VOCAB, "made": {"@reverse": "s:author"}},
            {"@reverse": {"made": {"@id": "#b"}}},
            {"author": {"@id": URL + "#b"}},
        ),
        ("9.2 keyword-like", VOCAB, {"@ignored": 1, "a": 2}, {EX + "a": 2}),
        ("9.2 null values", VOCAB, {"a": [None, {"@value": None}, 1]}, {EX + "a": 1}),
    ],
)
def test_sections(section: str, context: Any, members: dict[str, Any], expected: dict[str, Any] | None) -> None:
    if section.startswith("4.1.6"):
        expected = {EX + "a": {"@id": URL + "#x"}, EX + "b": 1}
    if section.startswith("4.2.5"):
        expected = {EX + "j": {"@type": "@json", "@value": [{"a": 1}]}}
    assert expanded(context, **members) == expected


def test_aliases_of_keywords_make_an_entity() -> None:
    """§4.1.6."""
    context = [SCHEMA, {"kind": "@type", "key": "@id", "all": "@graph"}]
    reading = read_json({"@context": context, "all": [{"kind": "Product", "key": "#p", "name": "a"}]})
    assert properties(reading) == [{"@type": "Product", "@id": URL + "#p", "name": "a"}]


def test_embedded_and_null_contexts() -> None:
    """§4.1.1, §4.1.2: what is nested has the context around it, changed by its own; null takes all of it away."""
    assert expanded(
        [SCHEMA, {"n": "http://ex.example/n"}],
        a={"@context": {"n": EX + "m"}, "n": 1, "b": {"n": 2}},
        n=3,
        c={"@context": None, "n": 4, "name": 5, EX + "x": 6, "@type": "U"},
        d={"@context": [None, SCHEMA], "n": 7},
    ) == {
        "a": {EX + "m": 1, "b": {EX + "m": 2}},
        EX + "n": 3,
        "c": {EX + "x": 6, "@type": "https://shop.example/p/U"},
        "d": {"n": 7},
    }


def test_scoped_contexts() -> None:
    """§4.1.8: of a property they reach what is nested; of a type they do not, unless they propagate."""
    context = {
        **VOCAB,
        "p": {"@context": {"n": "s:name"}},
        "Typed": {"@id": EX + "Typed", "@context": {"n": "s:headline"}},
        "Deep": {"@id": EX + "Deep", "@context": {"@propagate": True, "n": "s:text"}},
    }
    inner = {"n": 1, "a": {"n": 2}}
    assert expanded(context, p=inner, q={"@type": "Typed", **inner}, r={"@type": "Deep", **inner}, n=3) == {
        EX + "p": {"name": 1, EX + "a": {"name": 2}},
        EX + "q": {"@type": EX + "Typed", "headline": 1, EX + "a": {EX + "n": 2}},
        EX + "r": {"@type": EX + "Deep", "text": 1, EX + "a": {"text": 2}},
        EX + "n": 3,
    }
    local = {**VOCAB, "a": {"@context": {"@propagate": False, "@vocab": EX + "x/"}, "n": 1, "b": {"n": 2}}}
    assert expanded(VOCAB, a=local["a"]) == {EX + "a": {EX + "x/n": 1, EX + "x/b": {EX + "n": 2}}}


def test_protected_terms_stay() -> None:
    """§4.1.11: no other context changes them, null neither; a context of a property does (§4.1.11.1)."""
    context = {**VOCAB, "@protected": True, "n": EX + "kept", "p": {"@context": {"n": EX + "over"}}}
    free = {"m": {"@id": EX + "free", "@protected": False}}
    assert expanded(
        [context, {"n": EX + "lost"}],
        n=1,
        a={"@context": None, "n": 2},
        p={"n": 3},
    ) == {EX + "kept": 1, EX + "a": {EX + "kept": 2}, EX + "p": {EX + "over": 3}}
    assert expanded([{**context, **free}, {"m": EX + "new"}], m=1) == {EX + "new": 1}


def test_included_blocks_and_graphs_in_graphs() -> None:
    """§4.7 and §4.9: what is included or in a graph stands for itself."""
    person, place = {"@type": "Person", "name": "a"}, {"@type": "Place", "name": "b"}
    found = properties(read_json({"@context": SCHEMA, "@included": [person], "@type": "T", "n": {"@included": place}}))
    assert found == [{"@type": "T", "n": {"@included": place}}, person]
    nested = {"@context": SCHEMA, "@graph": [{"@id": "#g", "@graph": [person, {"@graph": place}]}]}
    assert properties(read_json(nested)) == [person, place]
    assert expanded(SCHEMA, n={"@graph": [person]}) == {"n": {"@graph": person}}


def test_schema_org_s_own_context_is_built_in() -> None:
    """Its aliases hold, and a URL that it coerces stays the text that the page declares (result_json.md)."""
    assert expanded(SCHEMA, url="/x", brand={"type": "Brand", "id": "#b"}) == {
        "url": "/x",
        "brand": {"@type": "Brand", "@id": URL + "#b"},
    }
    assert expanded([SCHEMA, {"id": EX + "id"}], id="x") == {EX + "id": "x"}
    assert expanded({"@import": SCHEMA, "n": EX + "n"}, n=1, name=2) == {EX + "n": 1, "name": 2}


def test_a_reference_into_another_script_is_the_same_identifier() -> None:
    scripts = [
        '{"@context":"https://schema.org","@type":"Product","brand":{"@id":"/b#x"}}',
        '{"@context":{"@base":"https://shop.example/b","@vocab":"http://schema.org/"},"@type":"Brand","@id":"#x"}',
    ]
    page = "".join(f'<script type="application/ld+json">{script}</script>' for script in scripts)
    assert properties(read(page)) == [
        {"@type": "Product", "brand": {"@id": "https://shop.example/b#x"}},
        {"@type": "Brand", "@id": "https://shop.example/b#x"},
    ]


def test_contexts_cannot_be_applied_without_end() -> None:
    terms = {f"t{number}": EX + str(number) for number in range(150)}
    context = {**VOCAB, "p": {"@context": terms}}
    value = {"@context": context, "@type": "T", "q": [{"p": {"t1": number}} for number in range(5000)]}
    assert too_much(read_json(value)) == [("JSON-LD", MAX_DEFINITIONS)]
    long = {"@context": {**VOCAB, "p": {"@context": [SCHEMA] * 5000}}, "@type": "T", "q": [{"p": {"a": 1}}] * 5000}
    assert too_much(read_json(long)) == [("JSON-LD", MAX_DEFINITIONS)]


_WORDS = [
    "@context",
    "@type",
    "@id",
    "@graph",
    "@reverse",
    "@nest",
    "@included",
    "@list",
    "@set",
    "@value",
    "@language",
]
_WORDS += [
    "@vocab",
    "@base",
    "@container",
    "@import",
    "@protected",
    "@propagate",
    "@prefix",
    "@index",
    "@none",
    "@json",
]
_WORDS += ["name", "p", "q", "p:x", "T", "http://ex.example/", "#a", "_:b", "", ":", "https://schema.org", "type", "id"]
_anything = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.sampled_from(_WORDS)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(_WORDS), inner, max_size=4)),
    max_leaves=25,
)


@given(_anything, _anything)
@settings(max_examples=200, deadline=None)
def test_nothing_that_is_json_stops_the_reader(context: Any, value: Any) -> None:
    """`read` fails on `reader-failure`; a second reading is the same, and every thing has a place."""
    data = {"@context": context, "@type": "T", "name": value, "p": {"@context": value, "q": context}}
    text = json.dumps(data)
    found = Harvest(Findings())
    read_block(Block(text, text, Lines(text).place), URL, found)
    for thing in found.things():
        for name in ("", *thing.properties):
            assert found.place_of(thing, name) is not None
    assert read_json(data).result == read_json(data).result
