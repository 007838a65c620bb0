"""Results of crawled URLs, and what lists show of them."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from chalicelib.store.queries import sql
from chalicelib.store.runs import NEWEST
from chalicelib.store.urls import containing

COLUMNS = (
    "run_id",
    "product_id",
    "product_url_id",
    "url",
    "final_url",
    "http_status",
    "content_type",
    "detected_charset",
    "title",
    "meta_description",
    "canonical_url",
    "primary_heading",
    "result_json",
    "error_message",
    "is_error",
    "created_at",
)


class ResultFilter(NamedTuple):
    """Which results a list shows. `status`: ok, error or findings; `type`: an @type; `text`: in URL or title."""

    product_id: int | None = None
    run_id: int | None = None
    status: str | None = None
    type: str | None = None
    text: str | None = None


def add_result(connection: sqlite3.Connection, row: Mapping[str, Any], summary: Mapping[str, Any]) -> int:
    """Record a result (the columns of COLUMNS) with its summary (see `add_summary`) and give its id."""
    done = connection.execute(sql("results.add"), {column: row.get(column) for column in COLUMNS})
    result_id = done.lastrowid or 0
    add_summary(connection, result_id, summary)
    return result_id


def add_summary(connection: sqlite3.Connection, result_id: int, summary: Mapping[str, Any]) -> None:
    """Keep what lists show: `types` (list of {source, type}) and the four counts."""
    values = {
        "result_id": result_id,
        "types_json": json.dumps(summary["types"], ensure_ascii=False, separators=(",", ":")),
        **{name: summary[name] for name in ("entity_count", "mismatch_count", "suggestion_count", "finding_count")},
    }
    connection.execute(sql("results.add_summary"), values)


def list_results(
    connection: sqlite3.Connection, wanted: ResultFilter, *, before: int = NEWEST, limit: int = 50
) -> list[dict[str, Any]]:
    """Results with ids below `before`, newest first, without result_json; counts are None when unknown."""
    values = {
        **wanted._asdict(),
        "pattern": containing(wanted.text),
        "before": before,
        "limit": limit,
    }
    name = "results.list"
    if wanted.run_id is not None:
        name = "results.list_of_run"
    elif wanted.product_id is not None:
        name = "results.list_of_product"
    return [_listed(dict(row)) for row in connection.execute(sql(name), values)]


def _listed(row: dict[str, Any]) -> dict[str, Any]:
    types = row.pop("types_json")
    return {**row, "types": json.loads(types) if types else []}


def count_results(connection: sqlite3.Connection, product_id: int) -> int:
    """How many results the product has."""
    return int(connection.execute(sql("results.count_of_product"), {"product_id": product_id}).fetchone()[0])


def get_result(connection: sqlite3.Connection, result_id: int) -> dict[str, Any] | None:
    """All columns of a result and `product_name`."""
    row = connection.execute(sql("results.by_id"), {"id": result_id}).fetchone()
    return dict(row) if row else None


def delete_results_before(connection: sqlite3.Connection, before: str, limit: int) -> int:
    """Delete results created before `before`, `limit` at a time; how many (K-057)."""
    return connection.execute(sql("results.delete_some_before"), {"before": before, "limit": limit}).rowcount


def list_superseded_json(connection: sqlite3.Connection, keep: int, limit: int) -> list[int]:
    """Results that still have their `result_json` and are not among the newest `keep` of their URL, at most `limit`.

    The oldest of a URL come first and lose it for good, so that of each URL only those are looked at that came since.
    Results without a URL's id, which only files from elsewhere hold, keep it.
    """
    found: list[int] = []
    for (url_id,) in connection.execute(sql("results.crawled_often"), {"keep": keep}):
        rows = connection.execute(sql("results.of_url_beyond"), {"product_url_id": url_id, "keep": keep})
        found += reversed([row["id"] for row in takewhile(lambda row: not row["dropped"], rows)])
        if len(found) >= limit:
            break
    return found[:limit]


def drop_json(connection: sqlite3.Connection, result_ids: Sequence[int]) -> None:
    """Take `result_json` off these results; their columns and counts stay."""
    connection.executemany(sql("results.drop_json"), [{"id": result_id} for result_id in result_ids])


def list_without_summary(connection: sqlite3.Connection, *, after: int, limit: int) -> list[tuple[int, str | None]]:
    """`(id, result_json)` of results that another version wrote, in ascending id above `after`."""
    rows = connection.execute(sql("results.without_summary"), {"after": after, "limit": limit})
    return [(row[0], row[1]) for row in rows]
