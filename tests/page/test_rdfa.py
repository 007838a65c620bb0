"""RDFa 1.1, read by extruct on a small tree, and what is put right there."""

import subprocess
import sys
from typing import Any

import pytest

from tests.page.pages import properties, read, rules


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
        ("<p property=x>\x01\ud7ff</p>", "\ufffd\ud7ff"),
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
    ],
)
def test_items(page: str, expected: list[dict[str, Any]]) -> None:
    assert properties(read(page)) == expected


def test_a_vocabulary_without_slash_is_told_and_understood() -> None:
    reading = read('<div vocab="http://schema.org" typeof="Product"><p property="name">x</p></div>')
    assert properties(reading) == [{"@type": "Product", "name": "x"}]
    assert rules(reading) == ["rdfa-vocab-no-slash"]


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
    assert "too-much-markup" in rules(read(item("<i property=x>1</i>" * 3100)))


PROBE = """
import sys
from chalicelib.page.read import read_page
heavy = ("lxml", "extruct", "rdflib", "pyRdfa", "html5lib", "bs4", "requests", "mf2py", "cchardet")
html = {"content-type": "text/html; charset=utf-8"}
page = b'<div itemscope itemtype="https://schema.org/Person"></div><script type="application/ld+json">{}</script>'
read_page(page, url="https://x.example/", headers=html)
print([name for name in heavy if name in sys.modules])
read_page(b'<div vocab="https://schema.org/" typeof="Person"></div>', url="https://x.example/", headers=html)
print([name for name in heavy if name in sys.modules])
import extruct
print(len(extruct.extract("<p itemscope>", syntaxes=["microdata", "rdfa"])["microdata"]))
"""


def test_a_page_without_rdfa_loads_nothing_of_it() -> None:
    """The cold start stays short, and extruct is whole for whoever imports it later."""
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "['lxml', 'rdflib', 'pyRdfa']", "1"]
