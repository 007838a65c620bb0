"""Which findings are about a type that is switched off (K-032): that of the entity, or of a thing inside it."""

from collections.abc import Collection
from typing import Any

from chalicelib.page.entities import Harvest
from chalicelib.page.kinds import is_disabled, types_of
from chalicelib.page.paths import first_step

_OF_THE_OUTER = ("wrong-value-type",)  # what they lead to is the fault of the node around it
_LONGEST_WAY = 100  # steps of a path


def still_said(rows: list[dict[str, Any]], harvest: Harvest, disabled_types: Collection[str]) -> list[dict[str, Any]]:
    """The rows of `validation` without those about switched-off types."""
    if not disabled_types:
        return rows
    entities = {(entity["source"], entity["index"]): entity["properties"] for entity in harvest.entities}
    return [
        row
        for row in rows
        if not is_disabled(row["type"], disabled_types)
        and not (
            row["type"] is not None
            and row["path"]
            and _leads_into(row, entities.get((row["source"], row["index"])), harvest, disabled_types)
        )
    ]


def _leads_into(row: dict[str, Any], properties: Any, harvest: Harvest, disabled_types: Collection[str]) -> bool:
    """Whether the path of a row goes through, or ends at, a thing of a switched-off type."""
    value, path = properties, row["path"]
    for _ in range(_LONGEST_WAY):
        step = first_step(path, value) if path and isinstance(value, dict) else None
        if step is None:
            return False
        name, number, path = step
        value = value[name]
        if isinstance(value, list):
            value = value[number] if number < len(value) else None
        if not isinstance(value, dict) or (not path and row["rule"] in _OF_THE_OUTER):
            return False
        thing = harvest.things().resolve(value)
        if any(is_disabled(kind, disabled_types) for kind in (thing.types if thing else types_of(value))):
            return True
    return False
