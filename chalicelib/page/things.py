"""One model of a page: its nodes as things, each once, however often and in however many syntaxes it is described.

    things = collect(entities)             # or harvest.things(), which knows blocks and untyped nodes too
    for thing in things.things:            # outermost first, in document order; each is judged once
        thing.types, thing.properties["offers"]   # lists; nested and referenced nodes are things again
        thing.first("price")               # the first value, None where there is none
    things.resolve({"@id": "…"})           # the thing a reference or URL names, or None

Nodes of one `@id` are one thing (JSON-LD 1.1 §3.3; labels such as `_:b0` within their script only). A top-level node of
another syntax is the same thing when `same.py` says so. Things refer to each other in circles: walk `things`, do
not follow values without end.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from chalicelib.page.gather import Found, Node, Thing
from chalicelib.page.same import join_nested, join_syntaxes

__all__ = ["Node", "Thing", "Things", "collect"]


class Things:
    """All things of a page, outermost first, in document order."""

    def __init__(self, things: list[Thing], by_identifier: dict[str, Thing], by_node: dict[int, Thing]) -> None:
        self.things = things
        self._by_identifier = by_identifier
        self._by_node = by_node

    def __iter__(self) -> Iterator[Thing]:
        return iter(self.things)

    def resolve(self, value: Any) -> Thing | None:
        """The thing that a reference, a node of `entities`, a URL or a label names."""
        if isinstance(value, Thing):
            return value
        if isinstance(value, str):
            return self._by_identifier.get(value)
        if not isinstance(value, dict):
            return None
        found = self._by_node.get(id(value))
        if found is None and isinstance(value.get("@id"), str):
            found = self._by_identifier.get(value["@id"])
        return found


def collect(
    entities: list[dict[str, Any]],
    blocks: Sequence[int] = (),
    untyped: Sequence[tuple[str, int, dict[str, Any]]] = (),
) -> Things:
    """The things of a page's entities.

    blocks: the block of each entity, where labels such as `_:b0` hold; without it they hold for the whole syntax.
    untyped: source, block and properties of top-level nodes without type: they add to the thing of their `@id`.
    """
    found = Found()
    for number, entity in enumerate(entities):
        block = blocks[number] if number < len(blocks) else 0
        found.read(Node(number, entity["source"], entity["properties"]), entity, number, block)
    for count, (source, block, properties) in enumerate(untyped):
        known = found.named(properties, source, block)
        if known is not None:
            found.read(Node(-1 - count, source, properties), known.entity, known.number, block)
    if len({entity["source"] for entity in entities}) > 1:
        join_syntaxes(found)
    join_nested(found)
    found.fill()
    if not found.joined:
        names = {name: thing for (_, name), thing in reversed(found.by_name.items())}
        return Things(found.things, names, found.by_node)
    things = [thing for thing in found.things if found.root(thing) is thing]
    names = {name: found.root(thing) for (_, name), thing in reversed(found.by_name.items())}
    return Things(things, names, {number: found.root(thing) for number, thing in found.by_node.items()})
