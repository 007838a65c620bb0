"""Runs and results in the form of docs/api.md."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from chalicelib.fetch.errors import KINDS
from chalicelib.store.days import from_utc_text


def run_shape(run: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    """A row of `store.runs.list_runs` as Run."""
    done = run["success_count"] + run["error_count"]
    return {
        "id": run["id"],
        "product_id": run["product_id"],
        "product_name": run["product_name"],
        "trigger": run["trigger"],
        "mode": run["mode"],
        "state": _state(run, done),
        "started_at": run["started_at"],
        "finished_at": run["finished_at"],
        "total_urls": run["total_urls"],
        "done_urls": done,
        "success_count": run["success_count"],
        "error_count": run["error_count"],
        "delay_seconds": run["delay_seconds"],
        "seconds_left": _seconds_left(run, done, now),
    }


def _state(run: Mapping[str, Any], done: int) -> str:
    if run["finished_at"] is not None:
        kept = run["state"]
        return kept if kept in ("cancelled", "auto-closed") else "done"
    if run["state"] is None:  # begun by the PHP version, which no longer runs
        return "auto-closed"
    return "running" if done else "queued"


def _seconds_left(run: Mapping[str, Any], done: int, now: datetime) -> int | None:
    """By the speed so far; before the first result by the delay alone."""
    if run["finished_at"] is not None or run["state"] is None:
        return None
    left = run["total_urls"] - done
    if not done:
        return int(left * run["delay_seconds"])
    spent = max(0.0, (now - from_utc_text(run["started_at"])).total_seconds())
    return int(left * spent / done)


def row_shape(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of `store.results.list_results` as ResultRow."""
    counts = ("entity_count", "mismatch_count", "suggestion_count", "finding_count")
    return {
        **row,
        "is_error": bool(row["is_error"]),
        "http_status": row["http_status"] or None,  # K-006: the PHP version wrote 0 for no answer
        "error_kind": error_kind(row["error_message"]),
        **{name: row[name] or 0 for name in counts},
    }


def error_kind(message: str | None) -> str | None:
    """The stable kind that an error message begins with (K-042); None for an HTTP status or no error."""
    found = re.match(r"([a-z-]+):", message or "")
    return found.group(1) if found and found.group(1) in KINDS else None
