"""The URLs registered for a product (K-021 to K-023, K-044)."""

import sqlite3
from collections.abc import Iterable
from datetime import date
from typing import Any, NamedTuple

from chalicelib.store.days import utc_range
from chalicelib.store.queries import sql


class ProductUrl(NamedTuple):
    """A registered URL: its id and address."""

    id: int
    url: str


class Added(NamedTuple):
    """How many URLs of a bulk registration were new, and how many known (K-021)."""

    added: int
    skipped: int


def add_urls(connection: sqlite3.Connection, product_id: int, urls: Iterable[str], now: str) -> Added:
    """Register URLs in canonical form, skipping those that the product has."""
    added = skipped = 0
    for url in urls:
        done = connection.execute(sql("urls.add"), {"product_id": product_id, "url": url, "now": now})
        added, skipped = added + done.rowcount, skipped + 1 - done.rowcount
    return Added(added, skipped)


def delete_url(connection: sqlite3.Connection, product_id: int, url_id: int) -> bool:
    """Take a URL off the product; its results stay (K-023). Whether it was there."""
    return connection.execute(sql("urls.delete"), {"product_id": product_id, "id": url_id}).rowcount == 1


def containing(text: str | None) -> str | None:
    """A LIKE pattern (escape character: backslash) for "contains `text`", None when there is nothing to look for."""
    if not text:
        return None
    return "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"


def list_urls(
    connection: sqlite3.Connection, product_id: int, *, after: int = 0, limit: int = 100, text: str | None = None
) -> list[dict[str, Any]]:
    """URLs in ascending id above `after`, each with its newest result: `id, url, created_at, last_result_id,
    http_status, is_error, error_message, last_crawled_at` (K-022).
    """
    values = {"product_id": product_id, "after": after, "limit": limit, "pattern": containing(text)}
    return [dict(row) for row in connection.execute(sql("urls.list"), values)]


def count_urls(connection: sqlite3.Connection, product_id: int, text: str | None = None) -> int:
    """How many URLs the product has, of those containing `text`."""
    values = {"product_id": product_id, "pattern": containing(text)}
    return int(connection.execute(sql("urls.count"), values).fetchone()[0])


def list_all_urls(connection: sqlite3.Connection, product_id: int) -> list[ProductUrl]:
    """Every URL of the product."""
    return [ProductUrl(*row) for row in connection.execute(sql("urls.all"), {"product_id": product_id})]


def list_failed_urls(connection: sqlite3.Connection, product_id: int) -> list[ProductUrl]:
    """URLs whose newest result is an error (K-044)."""
    return [ProductUrl(*row) for row in connection.execute(sql("urls.failed"), {"product_id": product_id})]


def list_urls_not_crawled_on_date(connection: sqlite3.Connection, product_id: int, day: date) -> list[ProductUrl]:
    """URLs without a result on this Japanese day and not waiting in an unfinished batch (K-044)."""
    day_start, day_end = utc_range(day)
    values = {"product_id": product_id, "day_start": day_start, "day_end": day_end}
    return [ProductUrl(*row) for row in connection.execute(sql("urls.not_crawled_on_date"), values)]


def count_urls_crawled_on_date(connection: sqlite3.Connection, product_id: int, day: date) -> int:
    """URLs with a result on this Japanese day, errors too (K-044)."""
    day_start, day_end = utc_range(day)
    values = {"product_id": product_id, "day_start": day_start, "day_end": day_end}
    return int(connection.execute(sql("urls.count_crawled_on_date"), values).fetchone()[0])
