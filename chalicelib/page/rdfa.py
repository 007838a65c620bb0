"""RDFa 1.1 into entities: the triples of the page (`rdfa_triples`), its patterns copied, as nested nodes."""

from functools import partial

from selectolax.lexbor import LexborNode

from chalicelib.page.entities import MAX_ENTITIES, Allowance, Harvest
from chalicelib.page.names import SCHEMA, is_schema_context
from chalicelib.page.rdfa_copies import copied
from chalicelib.page.rdfa_graph import Graph
from chalicelib.page.rdfa_limits import Room
from chalicelib.page.rdfa_nodes import Nodes
from chalicelib.page.rdfa_triples import read_triples
from chalicelib.page.source import Place

HAS_RDFA = "[typeof],[vocab]"
RDFA_MARKS = (b"typeof", b"vocab")  # a page without these names has none
SOURCE = "RDFa"
_USUAL = ("https://schema.org/", "http://schema.org/")


def read_rdfa(root: LexborNode, base: str, harvest: Harvest) -> None:
    """Read all RDFa below `root`, the element `html`; `base` is what its references are relative to."""
    room = Room(SOURCE, harvest)
    graph = read_triples(root, base, room, _Vocabularies(harvest).meant)
    nodes = Nodes(copied(graph.triples, room), graph.typed, Allowance(SOURCE, harvest))
    rows = harvest.structured["rdfa"]
    for name, place in nodes.top_level():
        if len(rows) >= MAX_ENTITIES:
            harvest.too_much(SOURCE, MAX_ENTITIES)
            break
        properties = nodes.node(name)
        raw = (graph.elements[place].html or "") if place is not None and harvest.raw_left else ""
        rows.append({"index": len(rows) + 1, "raw": harvest.raw(raw), "data": properties})
        harvest.add(SOURCE, properties, raw, len(rows), partial(_place, harvest, graph, nodes, name))


def _place(harvest: Harvest, graph: Graph, nodes: Nodes, name: str, path: str) -> Place | None:
    number = nodes.place(name, path)
    return None if number is None else harvest.element_place(graph.elements[number])


class _Vocabularies:
    """Takes schema.org for what it is, however written, and reports it, each spelling once."""

    def __init__(self, harvest: Harvest) -> None:
        self._harvest = harvest
        self._reported: set[str] = set()

    def meant(self, vocab: str, element: LexborNode) -> str:
        """The vocabulary a value of `vocab` stands for."""
        if not is_schema_context(vocab) or vocab.lower() in _USUAL:
            return vocab
        if vocab not in self._reported:
            self._reported.add(vocab)
            place = self._harvest.element_place(element)
            if SCHEMA.fullmatch(vocab + "/"):
                self._harvest.findings.add("rdfa-vocab-no-slash", source=SOURCE, args={"vocab": vocab}, place=place)
            else:
                self._harvest.findings.add(
                    "context-unusual", source=SOURCE, variant="vocab", args={"context": vocab}, place=place
                )
        return "https://schema.org/"
