"""RDFa 1.1 as entities: values, names, nesting and order in the form of `properties`."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chalicelib.page.entities import MAX_VALUES
from chalicelib.page.kinds import types_of
from chalicelib.page.rdfa_limits import MAX_ELEMENTS
from tests.page.pages import properties, read, rules
from tests.shared import shared

XHV = "http://www.w3.org/1999/xhtml/vocab#license"


def item(inner: str, attributes: str = 'typeof="Product"') -> str:
    return f'<div vocab="https://schema.org/" {attributes}>{inner}</div>'


@pytest.mark.parametrize(
    ("element", "value"),
    [
        ('<p property="x">a <b>b</b></p>', "a b"),
        ('<p property="x" content="c">a</p>', "c"),
        ('<a property="x" href="/q">a</a>', "https://shop.example/q"),
        ('<a property="x" href="/q" rel="nofollow noopener">a</a>', "https://shop.example/q"),
        ('<a property="x" href="/q" rel="author">a</a>', "https://shop.example/q"),
        ('<a property="x" href="http://[q">a</a>', "a"),
        ('<p property="x x://[y" datatype="x://[z">a</p>', "a"),
        ('<img property="x" src="i.jpg">', "https://shop.example/p/i.jpg"),
        ('<time property="x" datetime="2026-01-02">2日</time>', "2026-01-02"),
        ('<data property="x" value="1">一</data>', "1"),
        ('<p property="x" lang="ja">文</p>', "文"),
        ('<p property="x" datatype="xsd:integer">5</p>', "5"),
        ('<p property="x" datatype="rdf:XMLLiteral">a<b>b</b></p>', "ab"),
        ('<p property="x">b</p><p property="x">a</p><p property="x">c</p>', ["b", "a", "c"]),
        ('<p property="x" inlist>b</p><p property="x" inlist>a</p>', ["b", "a"]),
        ('<p property="x" datatype="rdf:HTML" lang="de">a<b>b</b></p>', "ab"),
        ('<p property="x" datatype="xsd:boolean">true</p>', "true"),
        ('<p property="x" lang="en">a</p><p property="x" lang="fr">a</p>', ["a", "a"]),
        ('<p property="x">a</p><p property="x">a</p>', "a"),
        ('<p property="x" content>a</p>', ""),
        ('<a property="x" href="#">a</a>', "https://shop.example/p/1#"),
        ('<a property="x" href="">a</a>', "https://shop.example/p/1"),
        ('<time property="x" content="1" datetime="2">3</time>', "1"),
        ('<p property="x" resource="[]" >a</p>', "a"),
        ("<p property=x>\x01\ud7ff</p>", "\x01\ud7ff"),
    ],
)
def test_values(element: str, value: Any) -> None:
    assert properties(read(item(element))) == [{"@type": "Product", "x": value}]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (
            item('<div property="offers" typeof="Offer"><p property="price">1</p></div>'),
            [{"@type": "Product", "offers": {"@type": "Offer", "price": "1"}}],
        ),
        (
            item("", 'typeof="Product Book" resource="#p"'),
            [{"@type": ["Product", "Book"], "@id": "https://shop.example/p/1#p"}],
        ),
        (
            '<div prefix="s: http://schema.org/ ex: http://example.com/" typeof="s:Product">'
            '<p property="ex:a s:name">x</p></div>',
            [{"@type": "Product", "http://example.com/a": "x", "name": "x"}],
        ),
        ('<div typeof="schema:Product"><p property="schema:name">x</p></div>', [{"@type": "Product", "name": "x"}]),
        (
            '<html xmlns:foaf="http://xmlns.com/foaf/0.1/"><div typeof="foaf:Person">'
            '<p property="foaf:name">x</p></div>',
            [{"@type": "http://xmlns.com/foaf/0.1/Person", "http://xmlns.com/foaf/0.1/name": "x"}],
        ),
        (
            '<base href="/b/">' + item('<a property="x" href="y">y</a>'),
            [{"@type": "Product", "x": "https://shop.example/b/y"}],
        ),
        (
            item('<link property="brand" resource="#b">', 'typeof="Product" resource="#p"')
            + item('<p property="name">B</p>', 'typeof="Brand" resource="#b"'),
            [
                {
                    "@type": "Product",
                    "@id": "https://shop.example/p/1#p",
                    "brand": {"@id": "https://shop.example/p/1#b"},
                },
                {"@type": "Brand", "@id": "https://shop.example/p/1#b", "name": "B"},
            ],
        ),
        (
            item('<div property="knows" typeof="Person" resource="#a"></div>', 'typeof="Person" resource="#a"'),
            [{"@type": "Person", "@id": "https://shop.example/p/1#a", "knows": "https://shop.example/p/1#a"}],
        ),
        ('<div typeof="Product"><p property="name">no vocabulary, no name</p></div>', []),
        ("<template>" + item("x") + "</template>", []),
        ('<meta property="og:title" content="x">', []),
        (  # HTML+RDFa §3.1: the root, head and body are about the page itself
            '<html vocab="https://schema.org/" typeof="WebPage"><head><meta property="og:title" content="t"></head>'
            '<body><h1 property="name">n</h1></body></html>',
            [
                {
                    "@type": "WebPage",
                    "@id": "https://shop.example/p/1",
                    "http://ogp.me/ns#title": "t",
                    "name": "n",
                }
            ],
        ),
        (
            '<body vocab="https://schema.org/" typeof="WebPage"><p property="name">n</p></body>',
            [{"@type": "WebPage", "@id": "https://shop.example/p/1", "name": "n"}],
        ),
        (  # names stand where they are declared, though what hangs on a `rel` is known only below
            item(
                '<p property="b">1</p><ul rel="c"><li><p typeof="T"><b property="d">2</b></p></li>'
                '<li><a href="/q"></a></li></ul><p property="a" inlist>3</p><p property="e">4</p>'
            ),
            [
                {
                    "@type": "Product",
                    "b": "1",
                    "c": [{"@type": "T", "d": "2"}, "https://shop.example/q"],
                    "a": "3",
                    "e": "4",
                }
            ],
        ),
        (  # a blank node has no name to refer to it by
            item('<div property="author creator" typeof="Person"><b property="name">n</b></div>'),
            [
                {
                    "@type": "Product",
                    "author": {"@type": "Person", "name": "n"},
                    "creator": {"@type": "Person", "name": "n"},
                }
            ],
        ),
        (
            item('<a rev="author" typeof="Book" resource="#b"><b property="name">B</b></a>', 'typeof="Person"'),
            [
                {
                    "@type": "Book",
                    "@id": "https://shop.example/p/1#b",
                    "author": {"@type": "Person"},
                    "name": "B",
                }
            ],
        ),
        (  # HTML's link types are no properties, and change nothing of what is inside
            item('<a rel="nofollow" href="/q"><b property="name">q</b></a><a rel="author" href="/a">a</a>'),
            [{"@type": "Product", "author": "https://shop.example/a"}],
        ),
        (
            item('<link property="rdfa:copy" resource="#p"><b property="sku">1</b>')
            + item('<link property="rdfa:copy" resource="#p"><b property="sku">2</b>')
            + item('<b property="brand">B</b>', 'typeof="rdfa:Pattern" resource="#p"'),
            [
                {"@type": "Product", "sku": "1", "brand": "B"},
                {"@type": "Product", "sku": "2", "brand": "B"},
            ],
        ),
        (item("", 'typeof="rdfa:Pattern"'), []),
        (  # two blank nodes that refer to each other
            item('<a property="knows" resource="_:b"></a>', 'typeof="Person" resource="_:a"')
            + item('<a property="knows" resource="_:a"></a>', 'typeof="Person" resource="_:b"'),
            [{"@type": "Person", "knows": {"@type": "Person", "knows": {}}}],
        ),
        (  # no name of a page can take the place of a key of ours
            item('<p property="https://schema.org/@id https://schema.org/@type">x</p>'),
            [{"@type": "Product"}],
        ),
        (
            item('<div property="mainEntity" typeof="Thing"></div>', "") + item("", 'typeof="Other"'),
            [{"@type": "Thing"}, {"@type": "Other"}],
        ),
        (item('<p property="a">1</p><p vocab property="b license">2</p>'), [{"@type": "Product", "a": "1", XHV: "2"}]),
    ],
)
def test_items(page: str, expected: list[dict[str, Any]]) -> None:
    """As text, since the order of names counts."""
    assert json.dumps(properties(read(page))) == json.dumps(expected)


def test_patterns_that_copy_each_other() -> None:
    page = item('<link property="rdfa:copy" resource="#a">') + "".join(
        item(
            f'<link property="rdfa:copy" resource="{other}"><b property="{name}">x</b>', f'typeof="rdfa:Pattern" {own}'
        )
        for own, other, name in (('resource="#a"', "#b", "first"), ('resource="#b"', "#a", "second"))
    )
    reading = read(page)
    assert properties(reading) == [{"@type": "Product", "first": "x", "second": "x"}]
    assert "too-much-markup" not in rules(reading)


def test_a_vocabulary_without_slash_is_told_and_understood() -> None:
    reading = read('<div vocab="http://schema.org" typeof="Product"><p property="name">x</p></div>')
    assert properties(reading) == [{"@type": "Product", "name": "x"}]
    assert rules(reading) == ["rdfa-vocab-no-slash"]


def test_findings_tell_the_place() -> None:
    """Of the vocabulary the element that names it, of a value the element that says it, however deep."""
    reading = read(
        '<!DOCTYPE html><title>t</title>\n<div vocab="http://schema.org" typeof="Product">\n<p property="name">x</p>\n'
        '<p property="https://schema.org/name">y</p>\n <div property="offers" typeof="Offer">\n'
        '<ul rel="seller">\n<li typeof="Organization">\n<b property="name">{{ shop }}</b></ul>\n'
        '<p property="url" inlist>{{ a }}</p><p property="url">{{ b }}</p>'
    )
    rows = [row for row in reading.result["validation"] if row["rule"] in ("rdfa-vocab-no-slash", "placeholder")]
    assert [(row["path"], row["line"], row["column"]) for row in rows] == [
        (None, 2, 1),
        ("offers.seller.name", 8, 1),
        ("offers.url[0]", 9, 1),
        ("offers.url[1]", 9, 37),
    ]


def test_an_entity_and_its_markup() -> None:
    result = read("<main>" + item('<p property="name">x</p>') + "</main>").result
    (entity,) = result["entities"]
    assert (entity["source"], entity["index"], entity["type"]) == ("RDFa", 1, "Product")
    assert entity["raw"] == item('<p property="name">x</p>')
    assert result["structured_data"]["rdfa"] == [{"index": 1, "raw": entity["raw"], "data": entity["properties"]}]


def test_elements_without_rdfa_do_not_count() -> None:
    page = item("<section><div><p><span property='name'>x</span></p></div></section>" + "<i>y</i>" * 20_000)
    assert properties(read("<div>" * 300 + page)) == [{"@type": "Product", "name": "x"}]


def test_more_rdfa_than_can_be_read_is_told() -> None:
    assert "too-much-markup" in rules(read(item("<i property=x>1</i>" * (MAX_ELEMENTS + 100))))


PROBE = """
import sys
from chalicelib.page.read import read_page
page = (
    b'<div itemscope itemtype="https://schema.org/Person"></div><div vocab="https://schema.org/" typeof="Person"></div>'
    b'<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Person"}</script>'
)
reading = read_page(page, url="https://x.example/", headers={"content-type": "text/html; charset=utf-8"})
print([entity["source"] for entity in reading.result["entities"]])
heavy = ("lxml", "extruct", "rdflib", "pyRdfa", "html5lib", "bs4", "requests", "mf2py", "cchardet")
print([name for name in heavy if name in sys.modules])
"""


def test_reading_loads_no_other_reader() -> None:
    """All three syntaxes are read by the product itself, and the cold start stays short."""
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["['JSON-LD', 'Microdata', 'RDFa']", "[]"]


def test_every_rdfa_example_of_schema_org_gives_its_types() -> None:
    """Each type that is written as a name of schema.org in a `typeof` is there, at top level or inside."""
    folder = shared("corpora", "schemaorg-examples-30.0")
    paths = sorted(folder.glob("*/rdfa.html"))
    missing = []
    for path in paths:
        html = path.read_text(encoding="utf-8")
        written = {
            name
            for value in re.findall(r"""\stypeof=["']([^"']*)["']""", re.sub(r"(?s)<!--.*?-->", "", html))
            for name in value.removeprefix("schema:").split()
            if ":" not in name
        }
        found = {kind for node in nodes(properties(read(html))) for kind in types_of(node)}
        if "vocab=" in html and not written <= found:
            missing.append((path.parent.name, sorted(written - found)))
    # eg-0438 closes the element that names the vocabulary before these two.
    assert (len(paths), missing) == (178, [("eg-0438", ["GeoCoordinates", "PostalAddress"])])


def nodes(value: Any) -> Iterator[dict[str, Any]]:
    """Every node in a value."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    for inner in value if isinstance(value, list) else ():
        yield from nodes(inner)


def element(parts: tuple[str, list[tuple[str, str]], list[str]]) -> str:
    tag, attributes, inner = parts
    written = "".join(f' {name}="{value}"' for name, value in attributes)
    return f"<{tag}{written}>x{''.join(inner)}</{tag}>"


NAMES = st.sampled_from(["name", "a:b", "rdfa:copy", "_:x", "http://x.example/y", "foaf:", ":", "author", "[", "@id"])
TARGETS = st.sampled_from(["", "#a", "#b", "_:a", "_:b", "[a:b]", "[]", "/q", "http://[", "data:,x", "a:b", "x y"])
ATTRIBUTES = st.one_of(
    st.tuples(
        st.sampled_from(["property", "rel", "rev", "typeof", "datatype"]),
        st.lists(NAMES | st.just("rdfa:Pattern"), max_size=3).map(" ".join),
    ),
    st.tuples(st.sampled_from(["about", "resource", "href", "src", "vocab"]), TARGETS),
    st.tuples(
        st.sampled_from(["inlist", "content", "datetime", "lang", "xml:lang"]), st.sampled_from(["", "de", "2026"])
    ),
    st.tuples(
        st.sampled_from(["prefix", "xmlns:a"]), st.sampled_from(["a: http://y.example/", "http://z.example/", ":"])
    ),
)
TREES = st.recursive(
    st.just(""),
    lambda inner: st.tuples(
        st.sampled_from(["div", "a", "time", "img", "body", "data"]),
        st.lists(ATTRIBUTES, max_size=4),
        st.lists(inner, max_size=4),
    ).map(element),
    max_leaves=20,
)


@settings(max_examples=80, deadline=None)
@given(TREES, TREES)
def test_any_tree(first: str, second: str) -> None:
    """Whatever the attributes, nothing fails; every node is there, and none but blank ones twice."""
    reading = read(item(first) + second)
    rows = [entity["properties"] for entity in reading.result["entities"]]
    assert all(row["@type"] for row in rows)
    full = [node["@id"] for node in nodes(rows) if len(node) > 1 and "@id" in node]
    assert len(full) == len(set(full))
    assert sum(1 for _ in nodes(rows)) <= MAX_VALUES
    assert json.loads(json.dumps(reading.result)) == reading.result
