"""What is said about names: types and properties schema.org does not have, or has elsewhere, or has replaced."""

from collections.abc import Sequence

from chalicelib.page.vocabulary import (
    domains,
    enumeration_of,
    nearest,
    properties,
    properties_of,
    superseded_by,
    types,
)
from chalicelib.page.vocabulary_values import Problem

_OWNERS = 5  # types named in a message


def unknown_type(name: str) -> Problem:
    """A type that schema.org does not have, with the one that was meant where that can be told."""
    if enumeration_of(name):
        return Problem("unknown-type", "member", {"name": name, "enumeration": " / ".join(enumeration_of(name))})
    return _unknown("unknown-type", {"name": name}, nearest(name, types()))


def unknown_property(name: str, kinds: Sequence[str]) -> Problem:
    """A property that schema.org does not have; the properties of the node's own types are nearest."""
    near = next((near for kind in kinds if (near := nearest(name, properties_of(kind)))), None)
    return _unknown(
        "unknown-property", {"name": name, "type": "/".join(kinds) or "@reverse"}, near or nearest(name, properties())
    )


def _unknown(rule: str, args: dict[str, str], near: str | None) -> Problem:
    return Problem(rule, "", args) if near is None else Problem(rule, "near", {**args, "near": near})


def belongs(name: str, kinds: Sequence[str]) -> bool:
    """Whether one of the types has the property. A superseded one without domains belongs anywhere."""
    return not domains(name) or any(name in properties_of(kind) for kind in kinds)


def not_of_type(name: str, kinds: Sequence[str]) -> Problem:
    """A property of other types, with those it belongs to."""
    owners = domains(name)
    shown = " / ".join(owners[:_OWNERS]) + (" …" if len(owners) > _OWNERS else "")
    return Problem("property-not-of-type", "", {"name": name, "type": "/".join(kinds), "owners": shown})


def superseded(name: str, variant: str = "") -> Problem:
    """A term that schema.org has replaced. variant: of the texts, "" for a property."""
    return Problem("superseded", variant, {"name": name, "instead": superseded_by(name) or ""})
