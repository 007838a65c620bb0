"""From a path of a Microdata entity, such as `offers.price`, back to the element that says it."""

from collections.abc import Callable

from selectolax.lexbor import LexborNode

from chalicelib.page.names import short_name
from chalicelib.page.paths import first_step

PropertiesOf = Callable[[LexborNode], list[LexborNode]]


def names_of(node: LexborNode, limit: int) -> list[str]:
    """The names of a property element as `properties` shows them."""
    tokens = (node.attributes.get("itemprop") or "").split(None, limit)[:limit]
    return [short_name(token) if ":" in token else token for token in tokens]


def element_at(item: LexborNode, path: str, properties_of: PropertiesOf, limit: int) -> LexborNode:
    """The element of a path, or the last on the way to it. properties_of: the property elements of an item."""
    node = item
    while path and "itemscope" in node.attributes:
        found = [(name, inner) for inner in properties_of(node) for name in names_of(inner, limit)]
        step = first_step(path, {name for name, _ in found})
        if step is None:
            break
        name, number, path = step
        values = [inner for other, inner in found if other == name]
        if number >= len(values):
            break
        node = values[number]
    return node
