"""What the three readers hand over, and the budget that keeps a page from making more of it than a result can hold."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from selectolax.lexbor import LexborNode

from chalicelib.page.element_places import ElementPlaces
from chalicelib.page.findings import Findings
from chalicelib.page.json_limits import JsonRoom
from chalicelib.page.names import one_or_list
from chalicelib.page.paths import joined
from chalicelib.page.source import Place
from chalicelib.page.things import Thing, Things, collect
from chalicelib.page.vocabulary_scope import Scope, scope_of

MAX_ENTITIES = 2000
MAX_RAW = 4_000_000  # characters of raw markup on one page; after that `raw` is empty
MAX_LOOKING = 2_000_000  # characters of raw markup gone through for places on one page: 0.5 s when the page tries
MAX_TEXT = 4_000_000  # characters of all values one syntax may give, each as often as it stands in the result
MAX_VALUES = 30_000  # values of one syntax, each as often as it stands in the result: 0.5 s, and 2 MB of JSON
MAX_TOKENS = 200  # names in one attribute; real ones hold one to five
MAX_TYPE = 2000  # characters of a type's name: it stands in every finding about the entity too
MAX_NODE_DEPTH = 60  # nested items of Microdata and RDFa

Where = Callable[[str], Place | None]  # the place of a path in an entity; looked for only when there is a finding


@dataclass(frozen=True)
class Untyped:
    """A node at top level without a usable type: a fault, unless the same `@id` has a type elsewhere on the page."""

    source: str
    index: int
    identifier: str | None
    where: Where | None = None
    properties: dict[str, Any] = field(default_factory=dict)


class Allowance:
    """What the values of one syntax may still take. A value that several names or items share is paid for each time."""

    def __init__(self, source: str, harvest: "Harvest") -> None:
        self._source = source
        self._harvest = harvest
        self.values = MAX_VALUES
        self.characters = MAX_TEXT

    def take(self, values: int, characters: int) -> bool:
        """Take off what is asked for; False, and a finding, when that is more than is left."""
        if values > self.values:
            self._harvest.too_much(self._source, MAX_VALUES)
        elif characters > self.characters:
            self._harvest.too_much(self._source, MAX_TEXT)
        else:
            self.values -= values
            self.characters -= characters
            return True
        return False

    def text(self, node: LexborNode) -> str | None:
        """The text of an element, None when it is more than is left; nested elements hold the same text again."""
        if self.characters <= 0:  # to get the text takes time
            return None
        text = node.text(deep=True)
        if self.take(0, len(text)):
            return text
        self.characters = 0
        return None

    def tokens(self, value: str | None) -> list[str]:
        """The names in an attribute, at most `MAX_TOKENS`."""
        found = (value or "").split(None, MAX_TOKENS)
        if len(found) > MAX_TOKENS:
            self._harvest.too_much(self._source, MAX_TOKENS)
        return found[:MAX_TOKENS]


@dataclass
class Harvest:
    """Everything declared on a page. `entities` and `structured_data` are rows of spec/result_json.md.

    where and blocks have one entry for each of the entities; ask `place` for places. unescaped: the numbers of those
    read from JSON that was escaped as HTML, where a reference that is left is the author's. json: what JSON-LD may
    still take. elements: the places of elements, None in a document without any.
    """

    findings: Findings
    entities: list[dict[str, Any]] = field(default_factory=list)
    structured: dict[str, list[dict[str, Any]]] = field(
        default_factory=lambda: {"json_ld": [], "microdata": [], "rdfa": []}
    )
    untyped: list[Untyped] = field(default_factory=list)
    where: list[Where | None] = field(default_factory=list)
    blocks: list[int] = field(default_factory=list)
    json: JsonRoom = field(default_factory=JsonRoom)
    unescaped: set[int] = field(default_factory=set)
    elements: ElementPlaces | None = None
    _counts: dict[str, int] = field(default_factory=dict)
    _raw_left: int = MAX_RAW
    _looking: int = MAX_LOOKING
    _told: set[tuple[str | None, int]] = field(default_factory=set)
    _things: Things | None = None
    _scopes: dict[int, Scope] = field(default_factory=dict)

    def add(self, source: str, properties: dict[str, Any], raw: str, block: int, where: Where | None = None) -> None:
        """Record an entity of the row `block` of `structured_data`; its properties have a usable `@type`.

        Beyond `MAX_ENTITIES` of a syntax it is left out.
        """
        if self.is_full(source):
            self.too_much(source, MAX_ENTITIES)
            return
        index = self._counts[source] = self._counts.get(source, 0) + 1
        types = properties["@type"]
        if any(len(kind) > MAX_TYPE for kind in (types if isinstance(types, list) else [types])):
            self.too_much(source, MAX_TYPE)
            cut = [kind[:MAX_TYPE] for kind in (types if isinstance(types, list) else [types])]
            types = properties["@type"] = one_or_list(cut)
        self.where.append(where)
        self.blocks.append(block)
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

    def is_full(self, source: str) -> bool:
        """Whether no entity of this syntax is taken any more; each has room of its own, so that none hides another."""
        return self._counts.get(source, 0) >= MAX_ENTITIES

    def too_much(self, source: str | None, limit: int, block: int | None = None) -> None:
        """Report, once for each limit, that more than `limit` was there."""
        if (source, limit) not in self._told:
            self._told.add((source, limit))
            self.findings.add("too-much-markup", source=source, index=block, block=block, args={"limit": limit})

    def things(self) -> Things:
        """The things of the page, once all readers are done; gathered once.

        Those that only contexts of others describe (Scope.NOTHING) are named by references and not judged.
        """
        if self._things is None:
            untyped = [(node.source, node.index, node.properties) for node in self.untyped]
            self._things = collect(self.entities, self.blocks, untyped)
            others = [not self.is_known(entity["source"], self.blocks[n]) for n, entity in enumerate(self.entities)]
            if any(others):
                kept = [
                    thing
                    for thing in self._things.things
                    if not all(node.number >= 0 and others[node.number] for node in thing.nodes)
                ]
                self._things.things[:] = kept
        return self._things

    def scope(self, block: int) -> Scope:
        """Whether the names of a JSON-LD block, from 1, are schema.org's to judge."""
        scope = self._scopes.get(block)
        if scope is None:
            rows = self.structured["json_ld"]
            scope = self._scopes[block] = scope_of(rows[block - 1]) if 0 < block <= len(rows) else Scope.VALUES
        return scope

    def is_known(self, source: str, block: int) -> bool:
        """Whether a block may be about schema.org: no JSON-LD whose contexts are all those of others."""
        return source != "JSON-LD" or self.scope(block) is not Scope.NOTHING

    def place(self, number: int, path: str = "") -> Place | None:
        """Where in the page's source a path of an entity stands, such as `offers.price`; "" is the entity itself.

        number: of the entity, from 0; negative for an untyped node (`Thing.nodes`). For a path that does not exist, the
        place of the nearest node around it that does, and of the entity once the page has used up `MAX_LOOKING`. None
        where it cannot be told.
        """
        if number < 0:
            where = self.untyped[-1 - number].where if -number <= len(self.untyped) else None
        else:
            where = self.where[number] if number < len(self.where) else None
        if path and number >= 0:
            self._looking -= len(self.entities[number]["raw"]) or MAX_LOOKING + 1  # none is kept: it was long
            if self._looking < 0:
                path = ""
        return where(path) if where is not None else None

    def element_place(self, element: LexborNode) -> Place | None:
        """Where the start tag of an element with markup stands; None where it cannot be told."""
        return self.elements.place(element) if self.elements is not None else None

    def place_of(self, thing: Thing, name: str = "", which: int | None = None) -> Place | None:
        """Where a thing is described, or a property of it: in the first of its nodes that has it."""
        node = next((node for node in thing.nodes if name in node.properties), thing.nodes[0])
        return self.place(node.number, joined(node.path, name, which) if name else node.path)

    @property
    def raw_left(self) -> bool:
        """Whether asking for more raw markup is worth the time."""
        return self._raw_left > 0

    def report_untyped(self) -> None:
        """Report the nodes without type once all readers are done, so that the page's other nodes are known."""
        if not self.untyped:
            return
        things = self.things()
        for node in self.untyped:
            if not self.is_known(node.source, node.index):  # its context may say that `type` is `@type`
                continue
            thing = None if node.identifier is None else things.resolve(node.identifier)
            if thing is None or not thing.types:
                place = node.where("") if node.where else None
                self.findings.add("missing-type", source=node.source, index=node.index, block=node.index, place=place)


def put(properties: dict[str, Any], name: str, values: list[Any]) -> None:
    """Add values of a property that may be there already under another spelling."""
    if name not in properties:
        properties[name] = one_or_list(values)
    elif isinstance(properties[name], list):
        properties[name].extend(values)  # in place: a page may repeat a property a million times
    elif values:
        properties[name] = [properties[name], *values]
