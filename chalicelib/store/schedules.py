"""When the hourly job crawls a product (K-050), and its log (K-052)."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from chalicelib.store.queries import sql


class Schedule(NamedTuple):
    """A row of `cron_schedule`; `days` are days of the month, 1 to 31."""

    days: tuple[int, ...]
    crawl_delay_seconds: int
    enabled: bool
    last_triggered_date: str | None = None


class DueProduct(NamedTuple):
    """A product whose schedule holds today's day of the month."""

    product_id: int
    name: str
    crawl_delay_seconds: int


def schedule_from(row: Mapping[str, Any]) -> Schedule:
    """A schedule from the columns of its row; days that are no list of 1 to 31 are left out."""
    try:
        days = json.loads(row["days_json"])
    except ValueError:
        days = []
    good = sorted({day for day in days if type(day) is int and 1 <= day <= 31}) if isinstance(days, list) else []
    return Schedule(tuple(good), row["crawl_delay_seconds"], bool(row["enabled"]), row["last_triggered_date"])


def get_schedule(connection: sqlite3.Connection, product_id: int) -> Schedule | None:
    """The product's schedule; None means that the job never crawls it."""
    row = connection.execute(sql("schedules.get"), {"product_id": product_id}).fetchone()
    return schedule_from(dict(row)) if row else None


def save_schedule(
    connection: sqlite3.Connection,
    product_id: int,
    *,
    days: Sequence[int],
    crawl_delay_seconds: int,
    enabled: bool,
    now: str,
) -> None:
    """Set the product's schedule; when it last ran is kept."""
    values = {
        "product_id": product_id,
        "days_json": json.dumps(sorted(set(days)), separators=(",", ":")),
        "crawl_delay_seconds": crawl_delay_seconds,
        "enabled": int(enabled),
        "now": now,
    }
    connection.execute(sql("schedules.save"), values)


def delete_schedule(connection: sqlite3.Connection, product_id: int) -> None:
    """Take the product off the schedule."""
    connection.execute(sql("schedules.delete"), {"product_id": product_id})


def list_due_products(connection: sqlite3.Connection, today: date) -> list[DueProduct]:
    """The products to crawl today, in ascending id (K-050, K-051)."""
    return [DueProduct(*row) for row in connection.execute(sql("schedules.due"), {"day": today.day})]


def mark_triggered(connection: sqlite3.Connection, product_id: int, today: date) -> None:
    """Note that the job looked at the product today; it never keeps it from looking again (K-050)."""
    connection.execute(sql("schedules.triggered"), {"product_id": product_id, "date": today.isoformat()})


def add_cron_log(connection: sqlite3.Connection, message: str, now: str) -> None:
    """Append a row to `cron_log`."""
    connection.execute(sql("cron_log.add"), {"message": message, "now": now})


def list_cron_log(connection: sqlite3.Connection, *, before: int, limit: int) -> list[dict[str, Any]]:
    """Rows of `cron_log`, newest first, with ids below `before`."""
    return [dict(row) for row in connection.execute(sql("cron_log.newest"), {"before": before, "limit": limit})]
