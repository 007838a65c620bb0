"""What stands at a path of a thing, as Google's tables ask: is it there, on every object, and with which values.

A text in the place of an object counts as an object of that name: `"author": "花子"` has `author.name` and no
`author.url`. An address does not. A reference that leads to no node of the page has nothing but itself.
"""

import re
from typing import Any, NamedTuple

from chalicelib.page.features_table import Names
from chalicelib.page.names import short_name
from chalicelib.page.things import Thing

MAX_VISITS = 200_000  # values looked at on one page: 0.2 s; references can multiply a page's own count
_BLANK = 1000  # characters; a longer text is not looked through
_ADDRESS = re.compile(r"\s*(?:https?:|//|/|#|mailto:|urn:)", re.IGNORECASE)


class TooManyValuesError(Exception):
    """The page refers to its things so often that to judge them all would take too long."""


class Visits:
    """Counts the values looked at on one page."""

    def __init__(self, limit: int = MAX_VISITS) -> None:
        self._left = limit

    def take(self, values: int) -> None:
        """Count `values` more. Raises `TooManyValuesError` when that is more than is left."""
        self._left -= values
        if self._left < 0:
            raise TooManyValuesError


class Lack(NamedTuple):
    """owner: the thing that has not what is asked for; label: the path that leads on from it."""

    owner: Thing
    label: str


def is_given(value: Any) -> bool:
    """Whether a value says something: not null, and no text of nothing but white space."""
    if isinstance(value, str):
        return bool(value) and not (len(value) < _BLANK and value.isspace())
    return value is not None


def given_values(thing: Thing, name: str) -> list[Any]:
    """The values of a property that say something; `@id` is the thing's identifier."""
    if name == "@id":
        return [thing.identifier] if thing.identifier else []
    return [value for value in thing.properties.get(name, ()) if is_given(value)]


def has(thing: Thing, name: str) -> bool:
    """Whether a property says something."""
    if name == "@id":
        return thing.identifier is not None
    values = thing.properties.get(name)
    return values is not None and any(map(is_given, values))


def values_at(thing: Thing, names: Names, visits: Visits) -> list[Any]:
    """All values at a path, in document order."""
    if len(names) == 1:
        found = given_values(thing, names[0])
        visits.take(1 + len(found))
        return found
    current: list[Any] = [thing]
    for name in names:
        visits.take(1 + len(current))
        current = [inner for value in current for inner in _inner(value, name)]
        visits.take(len(current))
    return current


def _inner(value: Any, name: str) -> list[Any]:
    if isinstance(value, Thing):
        return given_values(value, name)
    return [value] if name == "name" and is_a_name(value) else []


def is_a_name(value: Any) -> bool:
    """Whether a text in the place of an object names it."""
    return isinstance(value, str) and _ADDRESS.match(value) is None


def lack(thing: Thing, names: Names, visits: Visits) -> Lack | None:
    """The first object on the way that has not the rest of the path; None when every one has it."""
    rest = names[1:]
    if not rest:
        return None if has(thing, names[0]) else Lack(thing, names[0])
    found = given_values(thing, names[0])
    visits.take(1 + len(found))
    if not found:
        return Lack(thing, ".".join(names))
    for value in found:
        if isinstance(value, Thing):
            missing = lack(value, rest, visits)
            if missing is not None:
                return missing
        elif rest != ("name",) or not is_a_name(value):
            return Lack(thing, ".".join(names))
    return None


def things_at(thing: Thing, name: str, visits: Visits) -> list[Thing]:
    """The things that are values of a property."""
    values = thing.properties.get(name)
    if values is None:
        return []
    visits.take(len(values))
    return [value for value in values if isinstance(value, Thing)]


def plain(value: Any) -> str:
    """A value as text; members of schema.org's enumerations by their short name, however they are written."""
    if isinstance(value, Thing):
        value = value.identifier or ""
    elif isinstance(value, dict):
        value = value.get("@id") or ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return short_name(str(value).strip()).removeprefix("schema:")


def number(value: Any) -> float | None:
    """A value as a number; None where it is none. Texts have a decimal point, as schema.org asks."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value) if abs(value) < 1e300 else None
    if isinstance(value, str) and len(value) < 40 and re.fullmatch(r"\s*[+-]?(?:\d+\.?\d*|\.\d+)\s*", value, re.ASCII):
        return float(value)
    return None
