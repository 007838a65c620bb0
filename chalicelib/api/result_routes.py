"""Results: list and detail (K-083)."""

import json
from typing import Any

from chalice.app import Blueprint

from chalicelib.api.http import ApiError, Reply, Request, route
from chalicelib.api.shapes import error_kind, row_shape
from chalicelib.store.results import ResultFilter, get_result, list_results
from chalicelib.store.runs import NEWEST
from chalicelib.texts import Language, say_again

blueprint = Blueprint(__name__)

STATUSES = ("ok", "error", "findings")


@route(blueprint, "GET", "/api/results", pages=("results",))
def get_results(request: Request) -> Reply:
    """Results, newest first, by the filters of the query."""
    limit = request.number("limit", 50, least=1, most=200)
    status = request.query.get("status") or None
    if status is not None and status not in STATUSES:
        raise ApiError(400, "invalid-choice", "status", choices=", ".join(STATUSES))
    wanted = ResultFilter(
        product_id=request.number("product", 0) or None,
        run_id=request.number("run", 0) or None,
        status=status,
        type=request.text("type"),
        text=request.text("q"),
    )
    with request.services.database.read() as connection:
        rows = list_results(connection, wanted, before=request.number("before", NEWEST), limit=limit + 1)
    page = rows[:limit]
    return {"results": [row_shape(row) for row in page], "next": page[-1]["id"] if len(rows) > limit else None}


@route(blueprint, "GET", "/api/results/{result_id}", pages=("results",))
def get_one_result(request: Request, result_id: int) -> Reply:
    """One result, with all that was read from the page."""
    with request.services.database.read() as connection:
        row = get_result(connection, result_id)
    if row is None:
        raise ApiError(404, "not-found")
    result = _parsed(row.pop("result_json"))
    shown: dict[str, Any] = {**row, "result": _said(result, request.language) if result is not None else None}
    shown["is_error"] = bool(row["is_error"])
    shown["http_status"] = row["http_status"] or None  # K-006
    shown["error_kind"] = error_kind(row["error_message"])
    return {"result": shown}


FINDINGS = {
    "validation": ("message", "fix"),
    "consistency_checks": ("message", "fix"),
    "suggestions": ("reason",),
    "rich_results": ("feature",),
}


def _said(result: dict[str, Any], language: Language) -> dict[str, Any]:
    """The result with its findings in the reader's language."""
    said = dict(result)
    for key, fields in FINDINGS.items():
        if isinstance(result.get(key), list):
            said[key] = _rows_said(result[key], fields, language)
    if isinstance(said.get("rich_results"), list):
        said["rich_results"] = [{**row, **_feature_said(row, language)} for row in said["rich_results"]]
    return said


def _rows_said(rows: list[Any], fields: tuple[str, ...], language: Language) -> list[dict[str, Any]]:
    return [
        {**row, **{field: say_again(row, field, language) for field in fields if field in row}}
        for row in rows
        if isinstance(row, dict)
    ]


def _feature_said(row: dict[str, Any], language: Language) -> dict[str, Any]:
    """Notes and problems of a row of `rich_results`."""
    said: dict[str, Any] = {}
    notes, keys = row.get("notes"), row.get("notes_keys")
    if isinstance(notes, list) and isinstance(keys, list) and len(notes) == len(keys):
        pairs = zip(notes, keys, strict=True)
        said["notes"] = [say_again({"note": note, "note_key": key}, "note", language) for note, key in pairs]
    if isinstance(row.get("problems"), list):
        said["problems"] = _rows_said(row["problems"], ("message", "fix"), language)
    return said


def _parsed(text: str | None) -> dict[str, Any] | None:
    """The object of `result_json`; None where there is none, or (in a file from elsewhere) none that can be read."""
    try:
        data = json.loads(text) if text else None
    except ValueError:
        return None
    return data if isinstance(data, dict) else None
