"""Products: bundles of URLs, with what we keep beside the documented columns."""

import sqlite3
from datetime import date
from typing import Any

from chalicelib.store.days import utc_range
from chalicelib.store.queries import sql
from chalicelib.store.schedules import Schedule, schedule_from

MAX_NAME = 200


class ProductNameError(ValueError):
    """A name that no product gets; `reason` is `shortest`, `longest` or `characters`."""

    def __init__(self, reason: str, bound: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.bound = bound


def clean_name(text: str) -> str:
    """The name of a product as it is kept: without blanks around it, 1 to 200 characters, all of them to be seen.

    Names that only look alike would be taken for each other, and could not be typed to delete them (K-020).
    Raises ProductNameError.
    """
    name = text.strip()
    if not name:
        raise ProductNameError("shortest", 1)
    if len(name) > MAX_NAME:
        raise ProductNameError("longest", MAX_NAME)
    if not all(sign.isprintable() or sign == "\u3000" for sign in name):
        raise ProductNameError("characters")
    return name


def add_product(connection: sqlite3.Connection, name: str, now: str) -> int:
    """Add a product and give its id."""
    return connection.execute(sql("products.add"), {"name": name, "now": now}).lastrowid or 0


def rename_product(connection: sqlite3.Connection, product_id: int, name: str) -> None:
    """Give a product another name."""
    connection.execute(sql("products.rename"), {"id": product_id, "name": name})


def delete_product(connection: sqlite3.Connection, product_id: int) -> bool:
    """Delete a product and, by cascade, all that belongs to it (K-020). Whether there was one."""
    return connection.execute(sql("products.delete"), {"id": product_id}).rowcount == 1


def hide_product(connection: sqlite3.Connection, product_id: int, now: str) -> None:
    """Delete a product for everybody who looks; `empty_product` then takes away what belongs to it."""
    connection.execute(sql("products.hide"), {"id": product_id, "now": now})


def empty_product(connection: sqlite3.Connection, product_id: int, limit: int) -> bool:
    """Take away `limit` results of a product and, with the last of them, the product itself. Whether it is gone."""
    values = {"product_id": product_id, "limit": limit}
    if connection.execute(sql("results.delete_some_of_product"), values).rowcount == limit:
        return False
    delete_product(connection, product_id)
    return True


def list_deleted_products(connection: sqlite3.Connection) -> list[int]:
    """The hidden products that are not empty yet."""
    return [row[0] for row in connection.execute(sql("products.deleted"))]


def set_own_site(connection: sqlite3.Connection, product_id: int, own_site: bool) -> None:
    """Mark the product as the company's own site: robots.txt is not asked (K-055)."""
    connection.execute(sql("products.set_own_site"), {"id": product_id, "own_site": int(own_site)})


def find_product(connection: sqlite3.Connection, name: str) -> int | None:
    """The id of the oldest product of this name."""
    row = connection.execute(sql("products.by_name"), {"name": name}).fetchone()
    return row[0] if row else None


def product_exists(connection: sqlite3.Connection, product_id: int) -> bool:
    """Whether there is such a product, and nobody deleted it."""
    return connection.execute(sql("products.exists"), {"id": product_id}).fetchone() is not None


def list_products(connection: sqlite3.Connection, today: date, product_id: int | None = None) -> list[dict[str, Any]]:
    """Products in ascending id, each with its counts: `id, name, created_at, own_site` (bool)`, schedule` (Schedule or
    None)`, url_count, crawled_today, error_count` (URLs whose newest result is an error)`, last_run_id`.
    """
    day_start, day_end = utc_range(today)
    rows = connection.execute(sql("products.list"), {"id": product_id, "day_start": day_start, "day_end": day_end})
    return [_product(dict(row)) for row in rows]


def _product(row: dict[str, Any]) -> dict[str, Any]:
    schedule: Schedule | None = None
    if row["days_json"] is not None:
        schedule = schedule_from(row)
    for column in ("days_json", "crawl_delay_seconds", "enabled", "last_triggered_date"):
        del row[column]
    return {**row, "own_site": bool(row["own_site"]), "schedule": schedule}
