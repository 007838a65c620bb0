"""Which nodes of different syntaxes describe the same thing, though no `@id` says so.

A page that is marked up twice gives its product in JSON-LD and in Microdata. Two top-level nodes of one kind, the only
ones of their syntax with that value, are one thing when they agree in an identifying property and contradict each other
in none. Nested nodes follow: one offer here and one offer there of the same product are the same offer.
"""

from collections.abc import Iterator
from typing import Any

from chalicelib.page.gather import Found, Node, Thing, is_node, value_key
from chalicelib.page.kinds import fold, types_of
from chalicelib.page.names import listed
from chalicelib.page.source import words

_CODES = tuple(words("sku productID gtin gtin8 gtin12 gtin13 gtin14 mpn isbn"))
_IDENTIFYING = (*_CODES, "url", "name", "headline")
_DECISIVE = frozenset((*_CODES, "url"))  # where these differ, the things do
_MAX_VALUES = 5  # of one property that are looked at
_MAX_NODES = 50  # of a thing that is looked for in another syntax
_MAX_WORK = 100_000  # values compared when nested nodes are joined


def join_syntaxes(found: Found) -> None:
    """Join the top-level things that two syntaxes describe."""
    meetings: dict[tuple[str, str, str], list[Thing]] = {}
    for thing in found.things:
        if len(thing.nodes) <= _MAX_NODES and any(node.outermost for node in thing.nodes):
            for key in dict.fromkeys(_keys(thing)):
                meetings.setdefault(key, []).append(thing)
    for things in meetings.values():
        sources = [source for thing in things for source in thing.sources]
        if len(things) < 2 or len(set(sources)) < len(sources):
            continue
        first = things[0]
        for other in things[1:]:
            one, two = found.root(first), found.root(other)
            if one is not two and not (one.sources & two.sources) and _agree(one, two):
                found.join(one, two)


def _keys(thing: Thing) -> Iterator[tuple[str, str, str]]:
    for node in thing.nodes:
        for kind in types_of(node.properties)[:_MAX_VALUES]:
            for name in _IDENTIFYING:
                if name in node.properties:
                    for value in _texts(node.properties[name], name):
                        yield fold(kind), name, value


def _texts(declared: Any, name: str) -> Iterator[str]:
    for part in listed(declared)[:_MAX_VALUES]:
        value = part
        if isinstance(part, dict):
            value = part.get("@value", part.get("@id") if len(part) == 1 else None)
        if isinstance(value, str | int | float):
            text = " ".join(str(value_key(value)).split())
            if name == "url":
                text = text.rstrip("/").removeprefix("https:").removeprefix("http:")
            if text:
                yield text


def _agree(one: Thing, two: Thing) -> bool:
    """No identifier and no decisive property says that they are two."""
    if one.identifier and two.identifier and "_:" not in (one.identifier[:2], two.identifier[:2]):
        return False
    return not any(
        values and others and values.isdisjoint(others)
        for name in _DECISIVE
        for values, others in [(_all_texts(one, name), _all_texts(two, name))]
    )


def _all_texts(thing: Thing, name: str) -> set[str]:
    return {text for node in thing.nodes for text in _texts(node.properties.get(name), name)}


def join_nested(found: Found) -> None:
    """Join the nested nodes of things that have several nodes: those that say the same, and those that are the only one
    of their kind in each of two syntaxes. What has an `@id` of its own is joined by that alone.
    """
    work = _MAX_WORK
    marks = _Marks()
    while found.several:
        thing = found.root(found.several.pop())
        said: dict[tuple[str, int], tuple[Node, dict[str, Any]]] = {}
        alone: dict[str, dict[str, dict[str, Any]]] = {}
        for node in thing.nodes:
            for name, declared in node.properties.items():
                inner = [value for value in listed(declared) if _is_anonymous(value)]
                work -= 1 + len(inner)
                if work < 0:
                    return
                if name[:1] == "@":
                    continue
                if len(inner) == 1:
                    _join_alone(found, inner[0], alone.setdefault(name, {}), node.source)
                for value in inner:
                    first_node, first = said.setdefault((name, marks.of(value)), (node, value))
                    if first_node is not node:
                        _join(found, first, value)


def _join_alone(found: Found, value: dict[str, Any], alone: dict[str, dict[str, Any]], source: str) -> None:
    for other_source, other in alone.items():
        if other_source != source and _one_kind(value, other):
            _join(found, other, value)
            break
    alone.setdefault(source, value)


def _join(found: Found, value: dict[str, Any], other: dict[str, Any]) -> None:
    one, two = found.by_node.get(id(value)), found.by_node.get(id(other))
    if one is not None and two is not None:  # beyond `MAX_NODES` there are none
        found.join(one, two)


def _is_anonymous(value: Any) -> bool:
    return is_node(value) and "@id" not in value


def _one_kind(value: dict[str, Any], other: dict[str, Any]) -> bool:
    return {fold(kind) for kind in types_of(value)} == {fold(kind) for kind in types_of(other)}


class _Marks:
    """A number for what a node says, the same for nodes that say the same. Each node is looked at once."""

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}
        self._known: dict[int, int] = {}

    def of(self, node: dict[str, Any]) -> int:
        """The number of a node. Nodes without `@id` are a tree no deeper than a reader lets it be."""
        known = self._known.get(id(node))
        if known is None:
            said = frozenset(
                (name, self._value(value)) for name, declared in node.items() for value in listed(declared)
            )
            known = self._known[id(node)] = self._numbers.setdefault(said, len(self._numbers))
        return known

    def _value(self, value: Any) -> Any:
        if isinstance(value, dict):
            return self.of(value)
        return str(value) if isinstance(value, list) else value_key(value)
