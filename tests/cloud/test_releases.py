"""Files of older and newer code in a bucket (store.md, "Releases")."""

import re
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from chalicelib.ports.clock import SystemClock
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.store import migrations
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.copies import Copy
from chalicelib.store.database import SEEN
from chalicelib.store.days import japan_date
from chalicelib.store.errors import ReadOnlyError
from chalicelib.store.migrations import MIGRATIONS, Migration, split_statements
from chalicelib.store.products import add_product, list_products
from chalicelib.store.queries import sql
from chalicelib.store.restoring import restore
from tests.cloud.proxy import PASS, Fate, Proxy, Request, refuse

OLD, NEW = MIGRATIONS[:2], MIGRATIONS
CODE = "chalicelib.store.migrations.MIGRATIONS"


@pytest.fixture
def old(bucket: S3Bucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BucketDatabase]:
    """The bucket as code with two migrations wrote it: one product. Afterwards this is today's code."""
    database = BucketDatabase(bucket, tmp_path / "old", SystemClock())
    with monkeypatch.context() as before:
        before.setattr(CODE, OLD)
        database.write(lambda connection: add_product(connection, "一", "now"))
    yield database


def applied(database: BucketDatabase) -> list[int]:
    token = SEEN.set(database.seq())
    try:
        with database.read() as connection:
            return [row[0] for row in connection.execute("SELECT number FROM schema_migrations ORDER BY number")]
    finally:
        SEEN.reset(token)


def names(connection: sqlite3.Connection) -> list[str]:
    return [product["name"] for product in list_products(connection, japan_date(SystemClock().now()))]


def test_readers_serve_the_old_file_and_write_nothing(
    old: BucketDatabase, behind: S3Bucket, proxy: Proxy, tmp_path: Path
) -> None:
    """Queries of today find what the migration will bring, empty."""
    warm, cold = old, BucketDatabase(behind, tmp_path / "cold", SystemClock())
    for database in (warm, cold):
        with database.read() as connection:
            assert names(connection) == ["一"]
            assert connection.execute("SELECT count(*) FROM done_requests").fetchone()[0] == 0
        assert (applied(database), database.seq()) == ([1, 2], 2)
    assert {request.method for request in proxy.seen} == {"GET", "HEAD"}


def test_the_first_writer_migrates_in_one_commit_and_nobody_else(
    old: BucketDatabase, bucket: S3Bucket, tmp_path: Path
) -> None:
    databases = [BucketDatabase(bucket, tmp_path / str(n), SystemClock()) for n in range(3)]
    for database in databases:
        with database.read() as connection:
            assert names(connection) == ["一"]
    faults: list[BaseException] = []

    def write(number: int) -> None:
        try:
            databases[number % 3].write(lambda connection: add_product(connection, f"n{number}", "now"))
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    last = BucketDatabase(bucket, tmp_path / "last", SystemClock())
    assert applied(last) == [migration.number for migration in NEW]
    assert last.seq() == 2 + 1 + 6  # the old code's two, the migration, and each writer's own
    with last.read() as connection:
        assert sorted(names(connection)) == sorted(["一", *(f"n{n}" for n in range(6))])


def test_a_migration_whose_answer_is_lost_is_made_once(
    old: BucketDatabase, behind: S3Bucket, proxy: Proxy, bucket: S3Bucket, tmp_path: Path
) -> None:
    database = BucketDatabase(behind, tmp_path / "behind", SystemClock())
    lost: list[Request] = []

    def lose_the_first(request: Request) -> Fate:
        if request.method == "PUT" and not lost:
            lost.append(request)
            return refuse(500, "InternalError", applied=True)
        return PASS

    proxy.hook = lose_the_first
    database.write(lambda connection: add_product(connection, "二", "now"))
    assert (len(lost), database.seq()) == (1, 4)
    assert applied(database) == [migration.number for migration in NEW]


def test_a_state_from_before_a_migration_is_migrated_again(
    old: BucketDatabase, bucket: S3Bucket, tmp_path: Path
) -> None:
    old.write(lambda connection: add_product(connection, "二", "now"))
    assert applied(old) == [migration.number for migration in NEW]
    position = restore(bucket, Copy(tmp_path / "restoring"), SystemClock(), 2, tmp_path / "state")
    restored = BucketDatabase(bucket, tmp_path / "restored", SystemClock())
    with restored.read() as connection:
        assert names(connection) == ["一"]
    assert applied(restored) == [1, 2]
    restored.write(lambda connection: add_product(connection, "三", "now"))
    assert (restored.seq(), applied(restored)[-1]) == (position.seq + 2, NEW[-1].number)


def test_a_migration_that_older_code_must_not_write_through(
    bucket: S3Bucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Older code, warm or cold, goes on reading and refuses to write."""
    older = BucketDatabase(bucket, tmp_path / "older", SystemClock())
    older.write(lambda connection: add_product(connection, "一", "now"))
    with monkeypatch.context() as newer:
        newer.setattr(CODE, (*NEW, Migration(99, "raises min_writer", "migration_099")))
        script = "UPDATE store_position SET min_writer = 2;"
        newer.setattr(migrations, "sql", lambda name: script if name == "migration_099" else sql(name))
        newer.setattr("chalicelib.store.bucket_database.WRITER", 2)
        newest = BucketDatabase(bucket, tmp_path / "newest", SystemClock())
        newest.write(lambda connection: add_product(connection, "二", "now"))
    for database in (older, BucketDatabase(bucket, tmp_path / "cold", SystemClock())):
        with pytest.raises(ReadOnlyError, match="newer code"):
            database.write(lambda connection: add_product(connection, "三", "now"))
        with database.read() as connection:
            assert names(connection) == ["一", "二"]


@pytest.mark.parametrize("migration", [m for m in MIGRATIONS if m.number > 2], ids=lambda m: m.script)
def test_readers_can_go_without_a_migration(migration: Migration) -> None:
    """store.md, "Releases": migrations only add while old code may run. `stand_in` takes what is named here."""
    for statement in split_statements(sql(migration.script)):
        assert re.match(r"CREATE (TABLE|VIEW|INDEX) ", statement), (
            "let migrations.stand_in do this too, else new code fails on the old file until somebody writes"
        )
