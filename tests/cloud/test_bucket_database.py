"""The database in a bucket: durable before acknowledged, one winner a number, readers that never go back."""

import sqlite3
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from chalicelib.ports.clock import SystemClock
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.days import japan_date
from chalicelib.store.errors import BusyError, JournalError, ReadOnlyError
from chalicelib.store.journal import read_record, record_key
from chalicelib.store.products import add_product, list_products
from chalicelib.store.upkeep import keep_up
from tests.cloud.products import add, names
from tests.cloud.proxy import DROP_AFTER, DROP_BEFORE, PASS, Fate, Proxy, Request
from tests.fetch.clocks import StandingClock

NOW = "2026-04-01 00:00:00"
Open = Callable[..., BucketDatabase]


@pytest.fixture
def opened(bucket: S3Bucket, tmp_path: Path) -> Open:
    """Open the bucket's database on a folder of its own, as another process would."""
    number = iter(range(1000))

    def open_one(through: S3Bucket | None = None, **keywords: object) -> BucketDatabase:
        clock = keywords.pop("clock", SystemClock())
        return BucketDatabase(through or bucket, tmp_path / f"copy-{next(number)}", clock, **keywords)  # type: ignore[arg-type] # as given

    return open_one


def _names(connection: sqlite3.Connection) -> list[str]:
    return [product["name"] for product in list_products(connection, japan_date(SystemClock().now()))]


def test_what_one_process_commits_another_reads(opened: Open) -> None:
    first = opened()
    assert names(first) == []
    assert add(first, "一") == 1
    second = opened()
    assert names(second) == ["一"]
    assert add(second, "二") == 2
    assert names(first, at_least=second.seq()) == ["一", "二"]
    assert names(second) == ["一", "二"]


def test_a_commit_is_one_put_and_one_list(opened: Open, proxy: Proxy, behind: S3Bucket) -> None:
    database = opened(behind)
    add(database, "一")
    seen: list[str] = []

    def watch(request: Request) -> Fate:
        seen.append(request.method + (" list" if "list-type" in request.query else ""))
        return PASS

    proxy.hook = watch
    add(database, "二")
    assert seen == ["GET", "GET list", "PUT"]


def test_a_change_of_nothing_is_no_commit(opened: Open) -> None:
    database = opened()
    add(database, "一")
    before = database.seq()
    assert database.write(lambda connection: connection.execute("UPDATE products SET name = 'x' WHERE 0").rowcount) == 0
    assert database.seq() == before


def test_what_the_work_raises_is_raised_and_nothing_is_written(opened: Open) -> None:
    database = opened()
    add(database, "一")
    before = database.seq()

    def work(connection: sqlite3.Connection) -> None:
        add_product(connection, "二", NOW)
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        database.write(work)
    assert (database.seq(), names(database)) == (before, ["一"])
    assert add(database, "三") == 2


def test_eight_writers_lose_and_double_nothing(opened: Open) -> None:
    databases = [opened(wait=timedelta(seconds=60)) for _ in range(4)]
    add(databases[0], "最初")
    faults: list[BaseException] = []

    def write(database: BucketDatabase, prefix: str) -> None:
        try:
            for number in range(5):
                add(database, f"{prefix}{number}")
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=write, args=(databases[n % 4], f"{n}-")) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert sorted(names(opened())) == sorted(["最初"] + [f"{n}-{i}" for n in range(8) for i in range(5)])


def test_a_lost_answer_is_recognised_as_done(opened: Open, proxy: Proxy, behind: S3Bucket) -> None:
    database = opened(behind)
    add(database, "一")
    dropped: list[Request] = []

    def drop_first_answer(request: Request) -> Fate:
        if request.method == "PUT" and not dropped:
            dropped.append(request)
            return DROP_AFTER
        return PASS

    proxy.hook = drop_first_answer
    assert add(database, "二") == 2
    assert dropped
    assert names(opened()) == ["一", "二"]


def test_a_hole_is_found_by_readers_and_writers(opened: Open, bucket: S3Bucket) -> None:
    database, behind = opened(), opened()
    add(database, "一")
    names(behind)
    for name in ("二", "三", "四"):
        add(database, name)
    bucket.delete(record_key(3))
    for act in (lambda: names(opened()), lambda: add(behind, "五"), lambda: add(opened(), "五")):
        with pytest.raises(JournalError, match=r"journal record 3 .* is missing, while 4 is there"):
            act()
    assert read_record(bucket, 6) is None


def test_a_hole_below_a_copy_that_has_passed_it_is_found_too(opened: Open, bucket: S3Bucket) -> None:
    """Else a warm writer would go on acknowledging what no cold start would serve."""
    warm = opened()
    for name in ("一", "二", "三", "四"):
        add(warm, name)
    bucket.delete(record_key(3))
    with pytest.raises(JournalError, match=r"journal record 3 .* is missing"):
        add(warm, "五")
    assert read_record(bucket, 6) is None


def test_the_newest_record_gone_is_found_by_who_had_it(opened: Open, bucket: S3Bucket) -> None:
    warm = opened()
    for name in ("一", "二"):
        add(warm, name)
    bucket.delete(record_key(3))
    with pytest.raises(JournalError, match=r"journal record 3 .* is missing"):
        add(warm, "三")


def test_a_cold_start_that_failed_is_cold_the_next_time(opened: Open, bucket: S3Bucket) -> None:
    writer, cold = opened(), opened()
    for name in ("一", "二", "三", "四"):
        add(writer, name)
    bucket.delete(record_key(3))
    for _ in range(3):
        with pytest.raises(JournalError, match=r"journal record 3 .* is missing"):
            names(cold)


def test_a_damaged_record_is_found(opened: Open, bucket: S3Bucket) -> None:
    database = opened()
    for name in ("一", "二"):
        add(database, name)
    kept = bucket.read(record_key(3))
    assert kept is not None
    for body in (b"", b"garbage", kept.body[:-40], kept.body[:50] + b"\0" + kept.body[51:]):
        bucket.write(record_key(3), body, metadata=kept.info.metadata)
        with pytest.raises(JournalError, match=r"(record|commit) 3"):
            names(opened())


def test_half_a_bucket_is_refused(opened: Open, bucket: S3Bucket) -> None:
    database = opened()
    add(database, "一")
    with database.read():
        keep_up(bucket, database._copy, SystemClock(), records=0)
    for key in list(bucket.keys("journal/")):
        bucket.delete(key)
    with pytest.raises(JournalError, match=r"schema.db holds commit 2, but the journal has no such record"):
        names(opened())
    bucket.delete("schema.db")
    bucket.write(record_key(5), b"x", metadata={"kind": "wal", "commit": "c", "parent": "p", "at": "t"})
    with pytest.raises(JournalError, match=r"the bucket has a journal \(from record 5\) but no schema.db"):
        names(opened())


def test_a_checkpoint_starts_a_copy_and_old_records_are_retired(
    opened: Open, bucket: S3Bucket, clock: StandingClock
) -> None:
    database, behind = opened(clock=clock), opened(clock=clock)
    add(database, "一")
    names(behind)
    for name in ("二", "三"):
        add(database, name)
    names(database)
    assert keep_up(bucket, database._copy, clock, records=0)[:2] == (4, True)
    assert keep_up(bucket, database._copy, clock, records=0) == (4, False, 0)
    clock.sleep(timedelta(days=8).total_seconds())
    assert keep_up(bucket, database._copy, clock, records=200)[2] == 4
    record = read_record(bucket, 3)
    assert record is not None
    assert (record.kind, record.body) == ("gone", b"")
    assert names(behind) == ["一", "二", "三"]  # it was at 2, and 3 is gone
    assert names(opened(clock=clock)) == ["一", "二", "三"]
    add(behind, "四")
    assert names(opened(clock=clock)) == ["一", "二", "三", "四"]


def test_a_big_change_goes_as_a_snapshot(opened: Open, bucket: S3Bucket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chalicelib.store.bucket_database.SNAPSHOT_BYTES", 100_000)
    first, second = opened(), opened()
    add(first, "一")
    names(second)

    def much(connection: sqlite3.Connection) -> None:
        connection.executemany(
            "INSERT INTO products (name, created_at) VALUES (?, ?)", ((f"n{n}" * 50, NOW) for n in range(2000))
        )

    first.write(much)
    record = read_record(bucket, 3)
    assert record is not None
    assert record.kind == "snapshot"
    assert len(names(second, at_least=3)) == len(names(opened())) == 2001
    add(second, "二")
    assert len(names(first, at_least=4)) == 2002


def test_code_that_is_too_old_reads_and_does_not_write(opened: Open) -> None:
    database = opened()
    add(database, "一")
    database.write(lambda connection: connection.execute("UPDATE store_position SET min_writer = 99"))
    for one in (database, opened()):
        with pytest.raises(ReadOnlyError):
            add(one, "二")
        assert names(one) == ["一"]


def test_no_clear_answer_is_said(opened: Open, proxy: Proxy, behind: S3Bucket) -> None:
    database = opened(behind, clock=StandingClock())
    add(database, "一")
    proxy.hook = lambda request: DROP_BEFORE if request.method == "PUT" else PASS
    with pytest.raises(BusyError, match="may or may not have been made"):
        add(database, "二")
    proxy.hook = lambda _: PASS
    assert add(database, "三") == 2


@pytest.fixture
def clock() -> StandingClock:
    return StandingClock()
