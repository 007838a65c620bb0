"""schema.org's vocabulary, release 30.0: types, properties, members of enumerations, what is superseded or pending.

`vocabulary.json` is made by infra/facts/vocabulary.py. Names are schema.org's without prefix, as in `properties`; one
that is none gives nothing and raises nothing. What is asked for is worked out once; caches hold known names only.
"""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from chalicelib.page.spelling import nearest

__all__ = [
    "ancestors",
    "domains",
    "enumeration_of",
    "is_data_type",
    "is_pending",
    "is_property",
    "is_subtype",
    "is_type",
    "members_of",
    "nearest",
    "properties",
    "properties_of",
    "ranges",
    "subtypes",
    "superseded_by",
    "types",
]
_NONE: frozenset[str] = frozenset()


class _Facts(NamedTuple):
    types: dict[str, str]
    properties: dict[str, str]
    members: dict[str, str]
    superseded: dict[str, str]
    pending: frozenset[str]


@cache
def _facts() -> _Facts:
    read = json.loads((Path(__file__).parent / "vocabulary.json").read_text(encoding="utf-8"))
    return _Facts(
        read["types"], read["properties"], read["members"], read["superseded"], frozenset(read["pending"].split())
    )


@cache
def types() -> frozenset[str]:
    """The names of all types, data types among them."""
    return frozenset(_facts().types)


@cache
def properties() -> frozenset[str]:
    """The names of all properties."""
    return frozenset(_facts().properties)


def is_type(name: str) -> bool:
    """Whether schema.org has a type of this very name."""
    return name in _facts().types


def is_property(name: str) -> bool:
    """Whether schema.org has a property of this very name."""
    return name in _facts().properties


def ancestors(type_name: str) -> tuple[str, ...]:
    """The type itself and all above it, nearest first; nothing for what is no type. Data types end in `DataType`."""
    return _ancestors(type_name) if is_type(type_name) else ()


@cache
def _ancestors(type_name: str) -> tuple[str, ...]:
    found = {type_name: None}
    level = [type_name]
    while level:
        level = [parent for name in level for parent in _facts().types[name].split() if parent not in found]
        found.update(dict.fromkeys(level))
    return tuple(found)


def is_subtype(type_name: str, of: str) -> bool:
    """Whether a type is another, or below it: `NewsArticle` is a `CreativeWork`, and a `NewsArticle`."""
    return of in ancestors(type_name)


def is_data_type(type_name: str) -> bool:
    """Whether it is one of schema.org's data types: Text, URL, Number, Date …"""
    return is_subtype(type_name, "DataType") and type_name != "Quantity" and not is_subtype(type_name, "Quantity")


@cache
def _children() -> dict[str, list[str]]:
    return _turned(_facts().types)


def subtypes(type_name: str) -> tuple[str, ...]:
    """The type itself and all below it, nearest first; nothing for what is no type."""
    found = dict.fromkeys((type_name,) if is_type(type_name) else ())
    level = list(found)
    while level:
        level = [child for name in level for child in _children().get(name, ()) if child not in found]
        found.update(dict.fromkeys(level))
    return tuple(found)


def domains(name: str) -> tuple[str, ...]:
    """The types a property is declared for; their subtypes have it too."""
    return tuple(_facts().properties.get(name, "").partition(">")[0].split())


def ranges(name: str) -> tuple[str, ...]:
    """The types that the values of a property may have."""
    return tuple(_facts().properties.get(name, "").partition(">")[2].split())


def properties_of(type_name: str) -> frozenset[str]:
    """The properties a type has, those of the types above it included."""
    return _properties_of(type_name) if is_type(type_name) else _NONE


@cache
def _properties_of(type_name: str) -> frozenset[str]:
    own = _declared()
    return frozenset(name for above in _ancestors(type_name) for name in own.get(above, ()))


@cache
def _declared() -> dict[str, list[str]]:
    return _turned(_facts().properties)


@cache
def _members() -> dict[str, list[str]]:
    return _turned(_facts().members)


def _turned(facts: dict[str, str]) -> dict[str, list[str]]:
    out: dict[str, list[str]] = {}
    for name, said in facts.items():
        for owner in said.partition(">")[0].split():
            out.setdefault(owner, []).append(name)
    return out


def enumeration_of(member: str) -> tuple[str, ...]:
    """The enumerations a value belongs to: `InStock` → `ItemAvailability`; nothing for what is no member."""
    return tuple(_facts().members.get(member, "").split())


def members_of(enumeration: str) -> tuple[str, ...]:
    """The values of an enumeration, not those of the enumerations below it."""
    return tuple(_members().get(enumeration, ()))


def superseded_by(term: str) -> str | None:
    """What to use instead of a type, property or member that schema.org no longer recommends."""
    return _facts().superseded.get(term)


def is_pending(term: str) -> bool:
    """Whether a term is among those schema.org still collects experience with; they are right."""
    return term in _facts().pending


def is_one_of(type_name: str, wanted: Iterable[str]) -> bool:
    """Whether a type is one of those named, or below one of them."""
    above = ancestors(type_name)
    return any(name in above for name in wanted)
