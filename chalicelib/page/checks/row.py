"""A row of `consistency_checks`: the two values side by side, the verdict, and what to do (spec/result_json.md)."""

from typing import Any

from chalicelib.page.checks.view import View
from chalicelib.page.compare.verdict import Verdict
from chalicelib.page.findings import shorten
from chalicelib.page.gather import Thing
from chalicelib.texts import say

Row = dict[str, Any]
_MAX_VALUE = 1000  # characters of a value in a row


def row(view: View, thing: Thing, field: str, declared: Any, verdict: Verdict, *, source: str | None = None) -> Row:
    """The row of one declared value. `field` is its path, such as `offers.price`, from the thing that owns it.

    source: where the other value comes from, when that is not the page: "registered" for what was registered (K-030).
    """
    name = "registered" if source else "page"
    key = f"checks.{name}.{verdict.reason or verdict.status}"
    if verdict.reason == "cannot-decide" and not verdict.shown:
        key += ".nothing"
    args = {"field": field, "declared": shorten(str(declared)), "shown": shorten(verdict.shown)}
    wrong = verdict.status in ("mismatch", "missing")
    place = None
    if wrong and thing.nodes:  # to look for it takes time
        place = view.harvest.place_of(thing, field.partition(".")[0])
    told: Row = {
        "status": verdict.status,
        "reason_code": verdict.reason,
        "source": thing.entity["source"],
        "index": thing.entity["index"],
        "type": thing.types[0] if thing.types else thing.entity["type"],
        "field": field,
        "schema_value": declared if isinstance(declared, int | float) else str(declared)[:_MAX_VALUE],
        "page_value": verdict.shown[:_MAX_VALUE],
        "compared_with": source or "page",
        "message": say(key, "ja", **args),
        "message_key": key,
        "message_args": args,
        "line": place.line if place else None,
        "column": place.column if place else None,
    }
    if verdict.why:
        told.update({"reason": say(f"checks.why.{verdict.why}", "ja"), "reason_key": f"checks.why.{verdict.why}"})
    if wrong:
        told.update({"fix": say(f"{key}.fix", "ja", **args), "fix_key": f"{key}.fix"})
    if verdict.line is not None:
        told["page_place"] = {"tag": verdict.line.tag, "heading": verdict.line.heading, "label": verdict.line.label}
        told["on_demand"] = verdict.line.on_demand
    return told
