"""extruct's RDFa reader, loaded at the first page that has RDFa and without the rest of extruct.

`import extruct` brings every extractor it has (and with them mf2py, html5lib, requests); only `extruct.rdfa` is wanted.
"""

import json
import re
import sys
from functools import cache
from importlib.machinery import PathFinder
from types import ModuleType
from typing import Any, NamedTuple

# What XML 1.0 cannot hold, and so lxml refuses.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Element(NamedTuple):
    """An element of the tree to read: its attributes and the number of its parent in the list, None for the root."""

    attributes: dict[str, str]
    parent: int | None


def triples(elements: list[Element], base: str) -> list[dict[str, Any]]:
    """Expanded, flat JSON-LD of a tree in document order. Raises whatever pyRdfa or rdflib raise on a hostile page."""
    rdfa, parser, sub_element, blank_nodes = _engine()
    nodes: list[Any] = []
    for element in elements:
        above = element.parent
        node = parser.makeelement("html") if above is None else sub_element(nodes[above], "div")
        for name, value in element.attributes.items():
            node.set(name, _NOT_XML.sub("\ufffd", value))
        nodes.append(node)
    try:
        graph = rdfa.PyRdfa(_options(rdfa), base=base).graph_from_DOM(nodes[0], graph=rdfa.Graph(), pgraph=rdfa.Graph())
        found: list[dict[str, Any]] = json.loads(graph.serialize(format="json-ld", auto_compact=False))
    finally:
        blank_nodes.clear()  # pyRdfa keeps the labels of every page it ever read, and would join those of two pages
    return found


@cache
def _engine() -> tuple[Any, Any, Any, dict[str, Any]]:
    from lxml.etree import SubElement

    bare = _bare_package("extruct") if "extruct" not in sys.modules else None
    if bare is not None:
        sys.modules["extruct"] = bare
    try:
        from extruct import rdfa
        from extruct.xmldom import XmlDomHTMLParser
    finally:
        if bare is not None:  # whoever imports extruct later gets all of it
            del sys.modules["extruct"]
    from pyRdfa.termorcurie import _bnodes

    return rdfa, XmlDomHTMLParser(), SubElement, _bnodes


def _options(rdfa: Any) -> Any:
    """As extruct has them, but without warnings: each is six triples nobody reads, two thirds of a bad page's time."""
    options = rdfa.Options(embedded_rdf=False, space_preserve=True, vocab_expansion=False, vocab_cache=False)
    options.add_warning = options.add_info = _ignore
    return options


def _ignore(*_: Any, **__: Any) -> None:
    pass


def _bare_package(name: str) -> ModuleType | None:
    spec = PathFinder.find_spec(name)
    if spec is None or spec.submodule_search_locations is None:
        return None
    module = ModuleType(name)
    module.__path__ = list(spec.submodule_search_locations)
    module.__spec__ = spec
    return module
