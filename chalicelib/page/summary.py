"""What a list row shows of a `result_json` (docs/api.md, ResultRow), and the cut of one that is too big (K-057)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Summary:
    """types: distinct declared `{"source", "type"}` in order of appearance; the counts as in docs/api.md, ResultRow."""

    types: list[dict[str, str]]
    entity_count: int
    mismatch_count: int
    suggestion_count: int
    finding_count: int


def summarise(result: Mapping[str, Any]) -> Summary:
    """Count a `result_json`; unknown and missing keys are fine, as in results of the PHP version (K-061)."""
    entities = _rows(result, "entities")
    types: dict[tuple[str, str], None] = {}
    for entity in entities:
        source, name = entity.get("source"), entity.get("type")
        if isinstance(source, str) and isinstance(name, str):
            types.setdefault((source, name))
    return Summary(
        types=[{"source": source, "type": name} for source, name in types],
        entity_count=len(entities),
        mismatch_count=sum(row.get("status") == "mismatch" for row in _rows(result, "consistency_checks")),
        suggestion_count=sum(_is_to_do(row) for row in _rows(result, "suggestions")),
        finding_count=sum(row.get("severity") in ("error", "warning") for row in _rows(result, "validation")),
    )


def _is_to_do(suggestion: Mapping[str, Any]) -> bool:
    """K-063: what brings no search feature (any more) is told as 参考 and never counted."""
    return suggestion.get("status") in ("missing", "warning") and suggestion.get("benefit", "search-feature") == (
        "search-feature"
    )


def _rows(result: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    rows = result.get(key)
    return [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []


FINDINGS = ("suggestions", "consistency_checks", "validation", "rich_results")


def trim(result: Mapping[str, Any], limit_bytes: int = 1_000_000) -> dict[str, Any]:
    """The result as it may be stored: over `limit_bytes` of JSON it is cut to its findings, `cut` says so (K-057).

    First the raw markup, the data and the properties go (types stay, so lists still show them); if that is not enough,
    the rows of entities and findings are shortened from their ends.
    """
    whole = dict(result)
    size = _size(whole)
    if size <= limit_bytes:
        return whole
    entities: list[dict[str, Any]] = [
        {**{key: entity.get(key) for key in ("source", "index", "type")}, "properties": {}, "raw": ""}
        for entity in _rows(result, "entities")
    ]
    small = {**whole, "entities": entities, "structured_data": {"json_ld": [], "microdata": [], "rdfa": []}}
    small["cut"] = {"bytes": size, "limit": limit_bytes}
    room = len(entities)
    while _size(small) > limit_bytes and room > 0:
        room //= 2
        small["entities"] = entities[:room]
    room = max((len(_rows(result, key)) for key in FINDINGS), default=0)
    while _size(small) > limit_bytes and room > 0:
        room //= 2
        for key in FINDINGS:
            small[key] = _rows(result, key)[:room]
    if _size(small) > limit_bytes:  # only a page's own facts are left: they say too much
        small["page"] = {}
    return small


def _size(result: Mapping[str, Any]) -> int:
    return len(json.dumps(result, ensure_ascii=False).encode())
