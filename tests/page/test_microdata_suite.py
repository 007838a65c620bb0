"""The W3C's tests of Microdata to RDF (https://w3c.github.io/microdata-rdf/): 84 pages and the graphs they stand for.

The graph is made here, from what the reader gives: names, values, `@type`, `@id`, nesting. `properties` do not keep
everything a graph needs, so that four things are looked up at the elements: whether a value is a URL, the datatype of
`time`, `data` and `meter`, whether two values are one element (an item that several `itemref` reach is one node), and
whether a short name was written as a URL (a type that was not is none, by the suite).
Vocabulary expansion (§4.4, three terms) is done here too: it is not part of Microdata.
"""

import json
import re
from functools import cache
from typing import Any
from urllib.parse import urljoin

from rdflib import RDF, XSD, BNode, Graph, Literal, URIRef
from rdflib.compare import isomorphic
from rdflib.term import Node
from selectolax.lexbor import LexborNode

from chalicelib.page.document import parse_document
from chalicelib.page.entities import MAX_TOKENS, Harvest
from chalicelib.page.findings import Findings
from chalicelib.page.guard import guard
from chalicelib.page.microdata import _Reader
from chalicelib.page.microdata_paths import element_at
from chalicelib.page.microdata_values import URL_ATTRIBUTE
from tests.shared import shared

CORPUS = "microdata-rdf-flat"
# `itemprop-reverse` is an experiment of the suite; the HTML Standard has no such attribute.
DIFFERENT = {"0081", "0082", "0084"}

_TIMES = {
    XSD.gYear: r"\d{4,}",
    XSD.gYearMonth: r"\d{4,}-\d\d",
    XSD.date: r"\d{4,}-\d\d-\d\d(?:Z|[+-]\d\d:\d\d)?",
    XSD.time: r"\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?",
    XSD.dateTime: r"\d{4,}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?",
    XSD.duration: r"P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?",
}
_EXPANDED = {
    "http://schema.org/additionalType",
    "http://expansion/subPropertyOf",
    "http://expansion/equivalentProperty",
}


@cache
def index() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(shared("corpora", CORPUS, "INDEX.json").read_text(encoding="utf-8"))
    return found


class Converted:
    """The graph of one page."""

    def __init__(self, html: str, base: str) -> None:
        document = parse_document(guard(html).text, base, {})
        root = document.tree.root
        assert root is not None
        self.base = document.base
        self.harvest = Harvest(Findings())
        self.graph = Graph()
        self._reader = _Reader(root, document.items, self.base, self.harvest)
        self._reader.read(document.items)
        self._subjects: dict[int, Node] = {}
        tops = [item for item in document.items if "itemprop" not in item.attributes]
        rows = self.harvest.structured["microdata"]
        assert len(rows) == len(tops)
        for row, element in zip(rows, tops, strict=True):
            self._item(row["data"], element, None)

    def _item(self, data: dict[str, Any], element: LexborNode, vocabulary: str | None) -> Node:
        known = self._subjects.get(element.mem_id)
        if known is not None:
            return known
        subject: Node = URIRef(data["@id"]) if "@id" in data else BNode()
        self._subjects[element.mem_id] = subject
        types = _written(_listed(data.get("@type", [])), element.attributes.get("itemtype"))
        types = [kind for kind in types if ":" in kind]
        for kind in types:
            self.graph.add((subject, RDF.type, URIRef(kind)))
        if types:
            vocabulary = re.sub(r"[^#/]*\Z", "", types[0])
            vocabulary = f"{types[0]}#" if vocabulary.endswith("//") else vocabulary
        for name, values in data.items():
            if name[:1] == "@":
                continue
            for number, value in enumerate(_listed(values)):
                found = element_at(element, f"{name}[{number}]", self._properties, MAX_TOKENS)
                (full,) = _written([name], found.attributes.get("itemprop"))
                if ":" not in full:
                    full = f"{self.base}#{name}" if vocabulary is None else vocabulary + name
                node = self._item(value, found, vocabulary) if isinstance(value, dict) else _literal(value, found)
                self.graph.add((subject, URIRef(full), node))
                if full in _EXPANDED:
                    self.graph.add((subject, RDF.type, node))
        return subject

    def _properties(self, item: LexborNode) -> list[LexborNode]:
        return self._reader._properties(item, item.attributes)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _written(names: list[str], attribute: str | None) -> list[str]:
    """Names of schema.org stand without its prefix: with it, where the attribute has them so."""
    tokens = (attribute or "").split()
    return [f"http://schema.org/{name}" if f"http://schema.org/{name}" in tokens else name for name in names]


def _literal(value: str, element: LexborNode) -> Node:
    tag = element.tag or ""
    if URL_ATTRIBUTE.get(tag) in element.attributes and "content" not in element.attributes:
        assert value == urljoin(value, value)
        return URIRef(value)
    if tag == "time":
        kind = next((kind for kind, form in _TIMES.items() if re.fullmatch(form, value)), None)
        return Literal(value, datatype=kind)
    if tag in ("data", "meter"):
        if re.fullmatch(r"[+-]?\d+", value):
            return Literal(value, datatype=XSD.integer)
        if re.fullmatch(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?", value):
            return Literal(value, datatype=XSD.double)
        return Literal(value)
    language, above = None, element if "lang" in element.attributes else element.parent
    while above is not None and language is None:
        language, above = above.attributes.get("lang"), above.parent
    return Literal(value, lang=language or None)


def converted(row: dict[str, Any]) -> Converted:
    html = shared("corpora", CORPUS, row["dir"], "input.html").read_text(encoding="utf-8")
    return Converted(html, row["base"])


def test_the_graphs_of_the_suite() -> None:
    different = set()
    positive = [row for row in index() if "TestMicrodataEval" in row["type"]]
    assert len(positive) == 83
    for row in positive:
        expected = Graph().parse(shared("corpora", CORPUS, row["dir"], "expected.nt"), format="nt")
        if not isomorphic(converted(row).graph, expected):
            different.add(row["dir"])
    assert different == DIFFERENT


def test_the_page_that_refers_to_itself_is_told() -> None:
    (row,) = [row for row in index() if "TestMicrodataNegativeSyntax" in row["type"]]
    assert [found["rule"] for found in converted(row).harvest.findings.rows()] == ["itemref-cycle"]
