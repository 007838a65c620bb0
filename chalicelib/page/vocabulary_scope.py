"""Whether the names of a JSON-LD block are schema.org's to judge.

Contexts of others are not fetched, so what they name is unknown here (JSON-LD 1.1 §3.1).
"""

from collections.abc import Iterator
from enum import IntEnum
from typing import Any

from chalicelib.page.names import is_schema_context

_MAX_CONTEXTS = 1000
_USUAL = ("https://schema.org", "https://schema.org/", "http://schema.org", "http://schema.org/")


class Scope(IntEnum):
    """NOTHING: another vocabulary. VALUES: names may be another's; one of schema.org is taken for it. ALL: sure."""

    NOTHING = 0
    VALUES = 1
    ALL = 2


def scope_of(row: dict[str, Any]) -> Scope:
    """The scope of a row of `structured_data.json_ld`."""
    data = row.get("data")
    raw = row.get("raw") or ""
    if isinstance(data, dict) and data.get("@context") in _USUAL and raw.count("@context") == 1:  # as nearly all are
        return Scope.ALL
    outermost = data if isinstance(data, list) else [data]
    contexts = [node["@context"] for node in outermost if isinstance(node, dict) and "@context" in node]
    if not raw or raw.count("@context") != len(contexts):
        contexts = list(_all_contexts(data))
    ours = other = False
    for part in _parts(contexts):
        if isinstance(part, str):
            ours, other = ours or is_schema_context(part), other or not is_schema_context(part)
        elif isinstance(part, dict):
            vocab = part.get("@vocab")
            ours = ours or (isinstance(vocab, str) and is_schema_context(vocab))
            other = other or "@import" in part
        elif part is not None:  # 42: no context at all, and nobody knows what is meant
            other = True
    if ours:
        return Scope.VALUES if other else Scope.ALL
    return Scope.NOTHING if other else Scope.VALUES


def _parts(contexts: list[Any]) -> Iterator[Any]:
    for number, context in enumerate(contexts):
        if number >= _MAX_CONTEXTS:
            return
        yield from context[:_MAX_CONTEXTS] if isinstance(context, list) else [context]


def _all_contexts(data: Any) -> Iterator[Any]:
    pending = [data]
    while pending:
        value = pending.pop()
        if isinstance(value, list):
            pending.extend(value)
        elif isinstance(value, dict):
            for name, part in value.items():
                if name == "@context":
                    yield part
                elif isinstance(part, dict | list):
                    pending.append(part)
