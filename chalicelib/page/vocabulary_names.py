"""What is said about names: types and properties schema.org does not have, or has elsewhere, or has replaced."""

from collections.abc import Sequence

from chalicelib.page.names import is_misspelt_context, is_schema_context
from chalicelib.page.vocabulary import (
    domains,
    enumeration_of,
    is_type,
    nearest,
    properties,
    properties_of,
    superseded_by,
    types,
)
from chalicelib.page.vocabulary_values import Problem

_LONGEST_SLIP = 120
_SCHEMES = ("http", "https", "schema", "schemaorg", "schema.org")
_OWNERS = 5  # types named in a message


def unknown_type(name: str) -> Problem:
    """A type that schema.org does not have, with the one that was meant where that can be told."""
    if enumeration_of(name):
        return Problem("unknown-type", "member", {"name": name, "enumeration": " / ".join(enumeration_of(name))})
    return _unknown("unknown-type", {"name": name}, nearest(name, types()))


def slipped_type(name: str) -> Problem | None:
    """A name that looks like another vocabulary's, and is schema.org's with a slip, such as `schema.org/Product/`."""
    if len(name) > _LONGEST_SLIP:
        return None
    plain = name.rstrip("/#?. ")
    cut = max(map(plain.rfind, "/#:")) + 1
    head, tail = plain[:cut].rstrip("/#:"), plain[cut:]
    ours = not head or head.lower() in _SCHEMES or is_type(head) or is_schema_context(head) or is_misspelt_context(head)
    if not ours or not tail.isalnum() or (is_type(head) and name[cut - 1] != ":"):  # Person/Minister is an extension
        return None
    near = tail if is_type(tail) else nearest(tail, types())
    return Problem("unknown-type", "near", {"name": name, "near": near}) if near else None


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
