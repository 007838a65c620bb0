"""The nodes of a page gathered into things: what is read of each, and how the descriptions of one are put together."""

from dataclasses import dataclass, field
from json import dumps
from typing import Any

from chalicelib.page.kinds import types_of
from chalicelib.page.names import listed
from chalicelib.page.paths import joined

MAX_TYPES = 50  # of one thing, each compared with those before; a page may name 100,000, real nodes have one to five
MAX_NODES = 30_000  # of one page: 0.6 s; what is beyond is in no thing
_INNER = ("@graph", "@included")


class Node:
    """One place where a thing is described. number: of the entity, negative for untyped ones (-1 is the first).

    properties: what is said here, as the page's entity has it.
    """

    __slots__ = ("_above", "_name", "_which", "number", "properties", "source")

    def __init__(
        self,
        number: int,
        source: str,
        properties: dict[str, Any],
        above: "Node | None" = None,
        name: str = "",
        which: int | None = None,
    ) -> None:
        self.number = number
        self.source = source
        self.properties = properties
        self._above = above
        self._name = name
        self._which = which

    @property
    def path(self) -> str:
        """Where it stands in its entity: "" for the entity itself."""
        way: list[Node] = []
        node: Node | None = self
        while node is not None and node._above is not None:
            way.append(node)
            node = node._above
        path = ""
        for node in reversed(way):
            path = joined(path, node._name, node._which)
        return path

    @property
    def name(self) -> str:
        """The property it is a value of: "" for the entity itself, with `@reverse.` where it is turned round."""
        return self._name

    @property
    def outermost(self) -> bool:
        """Whether it is an entity, not a node inside one."""
        return self._above is None


@dataclass(eq=False, repr=False)
class Thing:
    """properties: always lists, values in document order, the same value once. A value is a text, number or boolean, a
    `Thing` for a node on the page, or `{"@id": …}` for a reference that leads nowhere.

    identifier: its `@id`. entity: the row of `entities` it came from first, number: which one that is. nodes: every
    place it is described at. order: its place among the things of the page.
    """

    entity: dict[str, Any]
    number: int
    nodes: list[Node]
    order: int
    identifier: str | None = None
    types: list[str] = field(default_factory=list)
    properties: dict[str, list[Any]] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """Where it stands in `entity`: "" for the entity itself."""
        return self.nodes[0].path

    @property
    def also(self) -> list[tuple[int, str]]:
        """Entity number and path of every place it is described at, the first included."""
        return [(node.number, node.path) for node in self.nodes if node.number >= 0]

    @property
    def sources(self) -> set[str]:
        """The syntaxes it is described in."""
        return {node.source for node in self.nodes}

    def first(self, name: str) -> Any:
        """The first value of a property, None where it has none."""
        values = self.properties.get(name)
        return values[0] if values else None

    def __repr__(self) -> str:
        return f"Thing({'/'.join(self.types)} {self.number}:{self.path})"


class Found:
    """The things met so far. `root` leads from a thing that turned out to be another to that one."""

    def __init__(self) -> None:
        self.things: list[Thing] = []
        self.several: list[Thing] = []  # those with more than one node, which may say the same twice
        self.by_name: dict[tuple[str, str], Thing] = {}
        self.by_node: dict[int, Thing] = {}
        self.scopes: dict[int, str] = {}  # of nodes whose references may be labels
        self._joined: dict[int, Thing] = {}
        self._turning: list[Node] = []  # those with `@reverse`
        self._rows: dict[int, list[Any]] = {}  # rows of values that may hold one twice

    @property
    def joined(self) -> bool:
        """Whether any two things turned out to be one."""
        return bool(self._joined)

    def root(self, thing: Thing) -> Thing:
        """The thing that this one is."""
        if not self._joined:
            return thing
        way: list[Thing] = []
        while id(thing) in self._joined:
            way.append(thing)
            thing = self._joined[id(thing)]
        for passed in way[:-1]:
            self._joined[id(passed)] = thing
        return thing

    def join(self, thing: Thing, other: Thing) -> Thing:
        """Make one of two things: the one that was met first."""
        first, second = sorted((self.root(thing), self.root(other)), key=lambda one: one.order)
        if first is second:
            return first
        first.nodes.extend(second.nodes)
        self._joined[id(second)] = first
        self.several.append(first)
        return first

    def named(self, properties: dict[str, Any], source: str, block: int) -> Thing | None:
        """The thing that has the `@id` of a node."""
        identifier = properties.get("@id")
        return self.by_name.get(_name(identifier, f"{source} {block}")) if isinstance(identifier, str) else None

    def read(self, outer: Node, entity: dict[str, Any], number: int, block: int) -> None:
        """Take in a node and those nested in it."""
        scope = f"{outer.source} {block}"
        pending = [outer]
        while pending and len(self.by_node) < MAX_NODES:
            node = pending.pop()
            properties = node.properties
            known = self.by_node.get(id(properties))  # one value of several properties is one object
            if known is not None:
                known.nodes.append(node)
                continue
            identifier = properties.get("@id")
            thing = None
            if isinstance(identifier, str):
                thing = self.by_name.get(_name(identifier, scope))
            else:
                identifier = None
            if thing is None:
                thing = Thing(entity, number, [node], len(self.things), identifier)
                self.things.append(thing)
                if identifier is not None:
                    self.by_name[_name(identifier, scope)] = thing
            else:
                thing.nodes.append(node)
                self.several.append(thing)
            self.by_node[id(properties)] = thing
            self.scopes[id(properties)] = scope
            before = len(pending)
            for name, declared in properties.items():
                if isinstance(declared, (dict, list)):
                    _nest(node, name, declared, pending)
            if "@reverse" in properties:
                self._turning.append(node)
            if len(pending) - before > 1:
                pending[before:] = pending[before:][::-1]

    def fill(self) -> None:
        """Gather types and values of all nodes of each thing, once it is known which are one."""
        for thing in self.things:
            if id(thing) in self._joined:
                continue
            if len(thing.nodes) == 1:
                self._add(thing, thing.nodes[0])
                continue
            done: set[int] = set()
            for node in thing.nodes:
                if id(node.properties) not in done:
                    done.add(id(node.properties))
                    self._add(thing, node)
            if thing.identifier is None or thing.identifier.startswith("_:"):
                names = (node.properties.get("@id") for node in thing.nodes)
                thing.identifier = next((n for n in names if isinstance(n, str) and n[:2] != "_:"), thing.identifier)
        for node in self._turning:  # what others say of a thing comes after what it says itself
            self._reverse(self.root(self.by_node[id(node.properties)]), node)
        for values in self._rows.values():
            if len(values) > 1:
                kept: dict[Any, Any] = {}
                for value in values:
                    kept.setdefault(value_key(value), value)
                values[:] = kept.values()

    def _add(self, thing: Thing, node: Node) -> None:
        known = thing.properties
        for name, declared in node.properties.items():
            if name[:1] == "@":
                if name == "@type":
                    for kind in types_of(node.properties):
                        if len(thing.types) < MAX_TYPES and kind not in thing.types:
                            thing.types.append(kind)
                continue
            if isinstance(declared, list):
                values = [self._value(value, node) for value in declared]
            else:
                values = [self._value(declared, node) if isinstance(declared, dict) else declared]
            if name in known:
                known[name].extend(values)
                self._rows[id(known[name])] = known[name]
            else:
                known[name] = values
                if len(values) > 1:
                    self._rows[id(values)] = values

    def _value(self, value: Any, node: Node) -> Any:
        if not isinstance(value, dict):
            return value
        if "@value" in value:
            return dumps(value["@value"]) if isinstance(value["@value"], dict | list) else value["@value"]
        thing = self.by_node.get(id(value))
        if thing is None and isinstance(value.get("@id"), str):
            name = value["@id"]
            thing = self.by_name.get((self.scopes[id(node.properties)] if name.startswith("_:") else "", name))
        return value if thing is None else self.root(thing)

    def _reverse(self, thing: Thing, node: Node) -> None:
        reverse = node.properties.get("@reverse")
        for name, declared in reverse.items() if isinstance(reverse, dict) else ():
            for value in listed(declared):
                other = self._value(value, node)
                if isinstance(other, Thing):
                    row = other.properties.setdefault(name, [])
                    row.append(thing)
                    self._rows[id(row)] = row


def value_key(value: Any) -> Any:
    """What makes two values the same: a number and its text are, since two syntaxes write it so."""
    if isinstance(value, Thing):
        return id(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, dict):
        return "@id", str(value.get("@id"))
    return str(value)


def _name(identifier: str, scope: str) -> tuple[str, str]:
    """The key of an identifier: a label holds in its own script only (JSON-LD 1.1 §3.5), an IRI everywhere."""
    return (scope if identifier.startswith("_:") else ""), identifier


def is_node(value: Any) -> bool:
    """Whether a value is a node that is described here, not a reference or a literal."""
    return isinstance(value, dict) and "@value" not in value and not ("@id" in value and len(value) == 1)


def _nest(node: Node, name: str, declared: Any, out: list[Node]) -> None:
    """Add the nodes that stand directly in a member of one, in document order."""
    if name == "@reverse" and isinstance(declared, dict):
        for inner, values in declared.items():
            _nest_values(node, f"@reverse.{inner}", values, out)
    elif name[:1] != "@" or name in _INNER:
        _nest_values(node, name, declared, out)


def _nest_values(node: Node, name: str, declared: Any, out: list[Node]) -> None:
    if isinstance(declared, dict):
        if is_node(declared):
            out.append(Node(node.number, node.source, declared, node, name))
    elif isinstance(declared, list):
        several = len(declared) > 1
        for number, value in enumerate(declared):
            if isinstance(value, dict) and is_node(value):
                out.append(Node(node.number, node.source, value, node, name, number if several else None))
