"""From whatever a file holds to the shape this version works on (K-002, K-003).

The documented tables are `sql/schema.sql`; what is ours comes as numbered migrations, each applied once, in one
transaction with its record in `schema_migrations`.
"""

import re
import sqlite3
from typing import NamedTuple

from chalicelib.store.queries import sql

LEGACY_COLUMNS = (
    ("users", "display_name"),
    ("users", "allowed_pages"),
    ("products", "description"),
    ("product_urls", "note"),
)
DROP_COLUMN_SINCE = (3, 35, 0)


class Migration(NamedTuple):
    """A step of our own: its number, what it brings, and the file in `sql/` that does it."""

    number: int
    brings: str
    script: str


MIGRATIONS = (
    Migration(
        1, "runs in batches, exactly-once merging, options of a product, what result lists show", "migration_001"
    ),
    Migration(2, "where a file stands in the journal", "migration_002"),
    Migration(3, "products that wait to be emptied, requests that were done already", "migration_003"),
)


class SchemaError(Exception):
    """The file is no database this version can work on; the text says why."""


def documented_statements() -> list[str]:
    """The statements of `sql/schema.sql`, each without its semicolon."""
    return [part.strip() for part in split_statements(sql("schema"))]


def split_statements(script: str) -> list[str]:
    """Statements of an SQL script, leading comments dropped. A semicolon inside a comment or text does not split."""
    statements, start = [], 0
    for end in (match.end() for match in re.finditer(";", script)):
        if sqlite3.complete_statement(script[start:end]):
            statements.append(re.sub(r"\A(\s*--[^\n]*\n)*\s*", "", script[start:end]).rstrip(";"))
            start = end
    return [statement for statement in statements if statement.strip()]


def prepare(connection: sqlite3.Connection) -> None:
    """Bring the file up to date; a file that is up to date is only read. Raises SchemaError."""
    try:
        if is_current(connection):
            return
        connection.execute("BEGIN IMMEDIATE")
        try:
            _create_documented(connection)
            _drop_legacy_columns(connection)
            _check_columns(connection)
            connection.execute("COMMIT")
        except BaseException:
            _roll_back(connection)
            raise
        for migration in MIGRATIONS:
            _apply(connection, migration)
    except sqlite3.DatabaseError as error:
        raise SchemaError(f"the database cannot be opened: {error}") from error


def is_current(connection: sqlite3.Connection) -> bool:
    """Whether nothing is left to do."""
    names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    if "schema_migrations" not in names or not all(_name(s) in names for s in documented_statements()):
        return False
    newest = connection.execute("SELECT max(number) FROM schema_migrations").fetchone()[0] or 0
    return newest >= MIGRATIONS[-1].number and not _legacy_columns(connection)


def _name(statement: str) -> str:
    match = re.match(r"CREATE (?:TABLE|INDEX) (\w+)", statement)
    if match is None:
        raise SchemaError(f"sql/schema.sql holds a statement that creates nothing: {statement[:40]}")
    return match.group(1)


def _create_documented(connection: sqlite3.Connection) -> None:
    for statement in documented_statements():
        connection.execute(re.sub(r"\ACREATE (TABLE|INDEX) ", r"CREATE \1 IF NOT EXISTS ", statement))
    connection.execute(sql("schema_migrations"))


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    return [row[0] for row in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))]


def _legacy_columns(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    if sqlite3.sqlite_version_info < DROP_COLUMN_SINCE:
        return []
    return [(table, column) for table, column in LEGACY_COLUMNS if column in _columns(connection, table)]


def _drop_legacy_columns(connection: sqlite3.Connection) -> None:
    for table, column in _legacy_columns(connection):
        connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")


def _check_columns(connection: sqlite3.Connection) -> None:
    """Name what a file from elsewhere lacks, instead of failing in some query later."""
    wanted = sqlite3.connect(":memory:")
    try:
        for statement in documented_statements():
            wanted.execute(statement)
        for (table,) in wanted.execute(
            "SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite_%'"
        ):
            missing = set(_columns(wanted, table)) - set(_columns(connection, table))
            if missing:
                raise SchemaError(f"table {table} has no column {', '.join(sorted(missing))}: not a database of Kunugi")
    finally:
        wanted.close()


def _apply(connection: sqlite3.Connection, migration: Migration) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        done = connection.execute("SELECT 1 FROM schema_migrations WHERE number=?", (migration.number,)).fetchone()
        if done is None:
            _run(connection, migration)
        connection.execute("COMMIT")
    except BaseException:
        _roll_back(connection)
        raise


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:  # a full disk has ended it already
        connection.execute("ROLLBACK")


def _run(connection: sqlite3.Connection, migration: Migration) -> None:
    for statement in split_statements(sql(migration.script)):
        connection.execute(statement)
    connection.execute(
        "INSERT INTO schema_migrations (number, brings) VALUES (?, ?)", (migration.number, migration.brings)
    )


def list_pending(connection: sqlite3.Connection) -> list[Migration]:
    """The migrations that a file of older code lacks; it went through those before."""
    newest = connection.execute("SELECT max(number) FROM schema_migrations").fetchone()[0] or 0
    return [migration for migration in MIGRATIONS if migration.number > newest]


def migrate(connection: sqlite3.Connection) -> None:
    """Run what is pending inside the transaction that the caller has begun (a commit of a bucket)."""
    for migration in list_pending(connection):
        _run(connection, migration)


def stand_in(connection: sqlite3.Connection) -> None:
    """Let a reader work on a file that waits for its first writer: what is pending is made beside it, as temporary.

    So nobody waits or fails after a release. It takes migrations that only add tables, views and indexes (design:
    releases); the tables are empty, as they will be, and indexes are done without.
    """
    pending = list_pending(connection)
    if not pending:
        return
    connection.execute("PRAGMA temp_store=MEMORY")
    for migration in pending:
        for statement in split_statements(sql(migration.script)):
            if not statement.startswith("CREATE INDEX "):
                connection.execute(re.sub(r"\ACREATE (TABLE|VIEW) ", r"CREATE TEMP \1 ", statement))
