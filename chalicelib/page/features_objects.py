"""Rules of features.json about objects: the value must be one, of the right type, and lists numbered in a row.

Each gives the value that breaks the rule, or None.
"""

from itertools import pairwise
from typing import Any

from chalicelib.page.features_paths import number, plain
from chalicelib.page.features_table import Names
from chalicelib.page.features_when import Spot
from chalicelib.page.things import Thing
from chalicelib.page.vocabulary import is_one_of

_ADDRESSES = ("contentUrl", "url", "thumbnailUrl", "thumbnail")
_NEAR = 100  # positions before one, among which it may stand already


def all_values(spot: Spot, paths: tuple[Names, ...]) -> list[Any]:
    """The values at some paths; the thing itself at the empty one."""
    return [value for names in paths for value in (spot.at(names) if names else [spot.thing])]


def in_row(spot: Spot, paths: tuple[Names, ...]) -> str | None:
    """Positions that are no numbers, stand twice or leave one out; where one is missing, gaps are not judged."""
    values = all_values(spot, paths)
    found: list[float] = []
    for value in values:
        position = number(value)
        if position is None or position in found[-_NEAR:]:
            return plain(value)
        found.append(position)
    found.sort()
    if len(values) < len(spot.at(paths[0][:-1])):
        return None
    gap = next((after for before, after in pairwise(found) if after - before != 1), None)
    return None if gap is None else f"{gap:g}"


def _is_object(value: Any, types: tuple[str, ...]) -> bool:
    """Whether a value is a node of one of the types, or one without type that says something."""
    if not isinstance(value, Thing):
        return False
    if not value.types:
        return bool(value.properties)
    return any(is_one_of(name, types) for name in value.types)


def as_shown(value: Any) -> str:
    """A value in a message: an object by its types."""
    if isinstance(value, Thing):
        return ", ".join(value.types[:3]) or value.identifier or "{}"
    return plain(value)


def an_object(spot: Spot, paths: tuple[Names, ...], *types: str) -> str | None:
    """One object of the type is enough; a text, or a reference that leads nowhere, is none."""
    values = all_values(spot, paths)
    return None if not values or any(_is_object(value, types) for value in values) else as_shown(values[0])


def all_objects(spot: Spot, paths: tuple[Names, ...], *types: str) -> str | None:
    """Every one is an object of the type."""
    return next((as_shown(value) for value in all_values(spot, paths) if not _is_object(value, types)), None)


def an_image(spot: Spot, paths: tuple[Names, ...]) -> str | None:
    """An ImageObject without an address of an image, where there is no other image."""
    values = all_values(spot, paths)
    if not values or not all(isinstance(value, Thing) for value in values):
        return None
    if any(value.identifier or any(value.first(name) for name in _ADDRESSES) for value in values):
        return None
    return as_shown(values[0])
