"""Requests that were done: pressing a button again, or sending again what had no clear answer, does nothing twice."""

import sqlite3
from collections.abc import Callable
from typing import TypeVar

import msgspec

from chalicelib.store.queries import sql

Result = TypeVar("Result")


def once(
    key: str | None, kind: type[Result], work: Callable[[sqlite3.Connection], Result], now: str
) -> Callable[[sqlite3.Connection], Result]:
    """`work` as a work that is done once for `key`: later ones give what the first gave, from the database.

    The note is written with what was done, in one commit, so there is never one without the other. key: None is a
    request that cannot be told from others. kind: the type of the result, which goes through JSON. What raises or
    changes nothing leaves no note.
    """
    if key is None:
        return work

    def work_once(connection: sqlite3.Connection) -> Result:
        known = _noted(connection, key)
        if known is not None:
            return msgspec.json.decode(known, type=kind)
        changes = connection.total_changes
        result = work(connection)
        if connection.total_changes != changes:
            text = msgspec.json.encode(result).decode()
            connection.execute(sql("requests.add"), {"key": key, "result_json": text, "now": now})
        return result

    return work_once


def done_before(connection: sqlite3.Connection, key: str, kind: type[Result]) -> Result | None:
    """What `once` noted for `key`, for whoever would have to do much before asking it; None where there is no note."""
    known = _noted(connection, key)
    return None if known is None else msgspec.json.decode(known, type=kind)


def _noted(connection: sqlite3.Connection, key: str) -> str | None:
    row = connection.execute(sql("requests.find"), {"key": key}).fetchone()
    return None if row is None else str(row[0])


def forget_requests(connection: sqlite3.Connection, before: str, limit: int) -> int:
    """Drop notes of requests done before `before`, `limit` at a time; how many."""
    return connection.execute(sql("requests.forget"), {"before": before, "limit": limit}).rowcount
