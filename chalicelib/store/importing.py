"""Taking in a database file of another version (K-006), and looking whether a file is whole."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from chalicelib.store.connection import connect
from chalicelib.store.migrations import SchemaError, prepare
from chalicelib.store.queries import sql
from chalicelib.store.results import add_summary, list_without_summary

PAGE_SIZE = 4096
ROWS = 500


class Counts(NamedTuple):
    """How much a database holds."""

    users: int
    products: int
    product_urls: int
    crawl_runs: int
    crawl_results: int


def count_rows(connection: sqlite3.Connection) -> Counts:
    """The rows of the tables that people ask about."""
    return Counts(*connection.execute(sql("importing.count_rows")).fetchone())


def find_problems(connection: sqlite3.Connection) -> list[str]:
    """What is wrong with the file, at most 20 of each kind; nothing when it is whole."""
    damage = [row[0] for row in connection.execute("PRAGMA integrity_check(20)") if row[0] != "ok"]
    strays = connection.execute("PRAGMA foreign_key_check").fetchmany(20)
    return damage + [f"{row[0]} row {row[1]} refers to a row of {row[2]} that does not exist" for row in strays]


def open_copy(
    source: Path, folder: Path, summarise: Callable[[Mapping[str, Any]], Mapping[str, Any]]
) -> sqlite3.Connection:
    """A copy in `folder`, brought up to date; the source is only read.

    The log that lies beside a database is part of it and comes along: the write-ahead log of one in use holds what is
    newest, the rollback journal of one whose writer was killed what has to be undone. Raises SchemaError.
    """
    copy = folder / "schema.db"
    for suffix in ("", "-wal", "-journal"):  # the journal last: it undoes whatever had reached the file by then
        if Path(f"{source}{suffix}").exists():
            shutil.copyfile(f"{source}{suffix}", f"{copy}{suffix}")
    try:
        connection = connect(copy)  # opening it takes in the log, or rolls back by it
    except sqlite3.DatabaseError as error:
        raise SchemaError(f"{source} is no SQLite database: {error}") from error
    try:
        _prepare_copy(connection, source)
        _summarise(connection, summarise)
    except sqlite3.DatabaseError as error:
        connection.close()
        raise SchemaError(f"{source} is damaged: {error}") from error
    except SchemaError:
        connection.close()
        raise
    return connection


def _prepare_copy(connection: sqlite3.Connection, source: Path) -> None:
    problem = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if problem != "ok":
        raise SchemaError(f"{source} is damaged: {problem}")
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'crawl_results'").fetchone() is None:
        raise SchemaError(f"{source} is no database of Kunugi: it has no table crawl_results")
    if connection.execute("PRAGMA page_size").fetchone()[0] != PAGE_SIZE:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute(f"PRAGMA page_size={PAGE_SIZE}")
        connection.execute("VACUUM")
    prepare(connection)


def _summarise(connection: sqlite3.Connection, summarise: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> None:
    after = 0
    while rows := list_without_summary(connection, after=after, limit=ROWS):
        connection.execute("BEGIN")
        for result_id, text in rows:
            add_summary(connection, result_id, summarise(_object(text)))
            after = result_id
        connection.execute("COMMIT")


def _object(text: str | None) -> dict[str, Any]:
    try:
        data = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def replace_content(source: sqlite3.Connection, target: Path, progress: Callable[[int, int], None]) -> None:
    """Put the content of `source` in place of the target's, in one transaction that readers of it see whole.

    progress: called with pages done and pages in all.
    """
    connection = connect(target)
    try:
        source.backup(connection, pages=2_000, progress=lambda _, left, total: progress(total - left, total))
    finally:
        connection.close()
