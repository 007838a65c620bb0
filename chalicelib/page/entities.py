"""What the three readers hand over, and the budget that keeps a page from making more of it than a result can hold."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from selectolax.lexbor import LexborNode

from chalicelib.page.findings import Findings
from chalicelib.page.names import one_or_list
from chalicelib.page.source import Place

MAX_ENTITIES = 2000
MAX_RAW = 4_000_000  # characters of raw markup on one page; after that `raw` is empty
MAX_TEXT = 4_000_000  # characters of text of all properties together
MAX_NODE_DEPTH = 60  # nested items of Microdata and RDFa

Where = Callable[[], Place | None]  # places are looked for only when there is something to report


@dataclass(frozen=True)
class Untyped:
    """A node at top level without a usable type: a fault, unless the same `@id` has a type elsewhere on the page."""

    source: str
    index: int
    identifier: str | None
    where: Where | None = None


@dataclass
class Harvest:
    """Everything declared on a page. `entities` and `structured_data` are rows of spec/result_json.md.

    `where` has one entry for each of the entities; `unescaped` holds the numbers of those read from JSON that was
    escaped as HTML, where a reference that is left is the author's.
    """

    findings: Findings
    entities: list[dict[str, Any]] = field(default_factory=list)
    structured: dict[str, list[dict[str, Any]]] = field(
        default_factory=lambda: {"json_ld": [], "microdata": [], "rdfa": []}
    )
    untyped: list[Untyped] = field(default_factory=list)
    where: list[Where | None] = field(default_factory=list)
    unescaped: set[int] = field(default_factory=set)
    full: bool = False
    _counts: dict[str, int] = field(default_factory=dict)
    _raw_left: int = MAX_RAW
    _text_left: int = MAX_TEXT

    def add(self, source: str, properties: dict[str, Any], raw: str, where: Where | None = None) -> None:
        """Record an entity; its properties have a usable `@type`. Beyond `MAX_ENTITIES` it is only counted."""
        index = self._counts[source] = self._counts.get(source, 0) + 1
        if len(self.entities) >= MAX_ENTITIES:
            if not self.full:
                self.full = True
                self.findings.add("too-much-markup", source=source, args={"limit": MAX_ENTITIES})
            return
        types = properties["@type"]
        self.where.append(where)
        self.entities.append(
            {
                "source": source,
                "index": index,
                "type": types[0] if isinstance(types, list) else types,
                "properties": properties,
                "raw": self.raw(raw),
            }
        )

    def raw(self, markup: str) -> str:
        """`markup` as long as the page's budget for raw markup lasts."""
        if len(markup) > self._raw_left:
            self._raw_left = 0
            return ""
        self._raw_left -= len(markup)
        return markup

    def text(self, node: LexborNode, source: str) -> str:
        """The text of an element, as long as the page's budget lasts: nested elements hold the same text again."""
        if self._text_left <= 0:
            self.findings.add("too-much-markup", source=source, args={"limit": MAX_TEXT})
            return ""
        text = node.text(deep=True)
        self._text_left -= len(text)
        return text

    @property
    def raw_left(self) -> bool:
        """Whether asking for more raw markup is worth the time."""
        return self._raw_left > 0

    def report_untyped(self) -> None:
        """Report the nodes without type once all readers are done, so that the page's other nodes are known."""
        if not self.untyped:
            return
        typed = {entity["properties"].get("@id") for entity in self.entities}
        for node in self.untyped:
            if node.identifier is None or node.identifier not in typed:
                place = node.where() if node.where else None
                self.findings.add("missing-type", source=node.source, index=node.index, place=place)


def put(properties: dict[str, Any], name: str, values: list[Any]) -> None:
    """Add values of a property that may be there already under another spelling."""
    if name not in properties:
        properties[name] = one_or_list(values)
    elif isinstance(properties[name], list):
        properties[name].extend(values)  # in place: a page may repeat a property a million times
    elif values:
        properties[name] = [properties[name], *values]
