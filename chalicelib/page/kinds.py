"""Representative types with their sub-types folded in (K-033).

`representative.json` names, for each of them, the sub-types whose nearest representative it is. It was made from the
type hierarchy of schema.org release 30.0.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple


@cache
def _representative() -> dict[str, str]:
    text = (Path(__file__).parent / "representative.json").read_text(encoding="utf-8")
    folded: dict[str, list[str]] = json.loads(text)
    return {name: kind for kind, names in folded.items() for name in (kind, *names)}


def fold(type_name: str) -> str:
    """`BlogPosting` → `Article`; a type without a representative stands for itself."""
    return _representative().get(type_name, type_name)


def is_representative(type_name: str) -> bool:
    """Whether it is one of the types that findings are switched off by (K-032, K-033)."""
    return _representative().get(type_name) == type_name


def is_disabled(type_name: str | None, disabled_types: Collection[str]) -> bool:
    """K-032: whether the type, or the representative it is folded into, is switched off."""
    return type_name is not None and (type_name in disabled_types or fold(type_name) in disabled_types)


def types_of(properties: Mapping[str, Any]) -> list[str]:
    """The types of a node in the form of `properties`."""
    declared = properties.get("@type", [])
    return [name for name in (declared if isinstance(declared, list) else [declared]) if isinstance(name, str)]


class Node(NamedTuple):
    """A typed node and the entity it stands in."""

    entity: dict[str, Any]
    properties: dict[str, Any]


def all_nodes(entities: list[dict[str, Any]]) -> list[Node]:
    """The entities and all typed nodes nested in them, outermost first."""
    return [Node(entity, properties) for entity in entities for properties in _nodes(entity["properties"])]


def _nodes(properties: dict[str, Any]) -> Iterator[dict[str, Any]]:
    pending: list[Any] = [properties]
    while pending:
        value = pending.pop()
        if isinstance(value, list):
            pending.extend(reversed(value))
        elif isinstance(value, dict):
            if "@type" in value:
                yield value
            pending.extend([part for part in reversed(value.values()) if isinstance(part, (list, dict))])
