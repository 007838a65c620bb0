"""When a checkpoint is made (store.md, "Checkpoint, retention"), and what it costs to find out."""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from chalicelib.crawl.plan import start_manual_run
from chalicelib.ports.clock import SystemClock
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.settings import Settings
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.checkpoints import read_checkpoint
from chalicelib.store.database import Occasion
from chalicelib.store.journal import record_key
from chalicelib.store.products import add_product
from chalicelib.store.upkeep import keep_up
from infra.local.embedded import open_services
from tests.cloud.proxy import Proxy
from tests.cloud.servers import Server
from tests.crawl.conftest import drain, register
from tests.crawl.site import Page, serve
from tests.fetch.clocks import StandingClock


def add(database: BucketDatabase, count: int, size: int = 10) -> None:
    """So many commits, each with that many characters that do not compress."""
    for _ in range(count):
        name = random.Random(database.seq()).randbytes(size).hex()[:size]
        database.write(lambda connection, name=name: add_product(connection, name, "now"))  # type: ignore[misc] # bound now


def checkpoint_seq(bucket: S3Bucket) -> int | None:
    found = read_checkpoint(bucket)
    return None if found is None else found.seq


@pytest.fixture
def begun(bucket: S3Bucket, tmp_path: Path) -> Iterator[BucketDatabase]:
    """With the checkpoint that a new bucket is given at once: at commit 1."""
    database = BucketDatabase(bucket, tmp_path / "copy", SystemClock())
    database.keep_up()
    assert checkpoint_seq(bucket) == 1
    yield database


@pytest.mark.parametrize(("after", "most"), [("hour", 6), ("merge", 6), ("run", 3)])
def test_a_checkpoint_is_due_by_the_number_of_records(
    bucket: S3Bucket, begun: BucketDatabase, monkeypatch: pytest.MonkeyPatch, after: Occasion, most: int
) -> None:
    monkeypatch.setattr("chalicelib.store.bucket_database.RECORDS", 6)
    monkeypatch.setattr("chalicelib.store.bucket_database.RECORDS_AFTER_RUN", 3)
    monkeypatch.setattr("chalicelib.store.upkeep.FILE_SHARE", 0)
    add(begun, most)
    begun.keep_up(after)
    assert checkpoint_seq(bucket) == 1
    add(begun, 1)
    begun.keep_up(after)
    assert checkpoint_seq(bucket) == most + 2
    add(begun, most)
    begun.keep_up(after)
    assert checkpoint_seq(bucket) == most + 2


@pytest.mark.parametrize("how", ["made", "fetched", "started"])
def test_a_checkpoint_is_due_by_size(bucket: S3Bucket, begun: BucketDatabase, tmp_path: Path, how: str) -> None:
    """A quarter of the file: whoever made the records, followed them or started after them knows it."""
    other = BucketDatabase(bucket, tmp_path / "other", StandingClock())
    if how == "fetched":
        other.seq()
        with other.read():
            pass
    size = begun._copy.path.stat().st_size
    while sum(begun._copy.fetched.values()) < size / 4 - 25_000:
        add(begun, 1, size=20_000)
        size = begun._copy.path.stat().st_size
    acting = begun if how == "made" else other
    with acting.read():
        acting._clock.sleep(2)
    acting.keep_up()
    assert checkpoint_seq(bucket) == 1
    add(begun, 4, size=20_000)
    with acting.read():
        pass
    acting.keep_up("merge")
    assert checkpoint_seq(bucket) == begun.seq()


def test_a_big_change_is_followed_by_a_checkpoint(
    bucket: S3Bucket, begun: BucketDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its record is small, and what has to be fetched is the file that it names."""
    monkeypatch.setattr("chalicelib.store.bucket_database.SNAPSHOT_BYTES", 1000)
    add(begun, 1)
    begun.keep_up("merge")
    assert checkpoint_seq(bucket) == 2


def test_a_checkpoint_is_due_once_a_day(
    bucket: S3Bucket, begun: BucketDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(begun, 1)
    begun.keep_up()
    assert checkpoint_seq(bucket) == 1
    monkeypatch.setattr("chalicelib.store.upkeep.EVERY", timedelta(seconds=1))
    time.sleep(2.1)  # the server's clock tells how old it is, in whole seconds
    begun.keep_up()
    assert checkpoint_seq(bucket) == 2
    time.sleep(2.1)
    begun.keep_up()  # nothing came since
    assert checkpoint_seq(bucket) == 2


def test_a_merge_that_is_not_much_costs_no_request(
    behind: S3Bucket, proxy: Proxy, begun: BucketDatabase, tmp_path: Path
) -> None:
    database = BucketDatabase(behind, tmp_path / "behind", SystemClock())
    add(database, 2)
    asked = len(proxy.asked())
    database.keep_up("merge")
    database.keep_up("run")
    assert len(proxy.asked()) == asked


def test_what_is_retired_is_not_looked_through_again(
    bucket: S3Bucket, behind: S3Bucket, proxy: Proxy, tmp_path: Path
) -> None:
    clock = StandingClock()
    database = BucketDatabase(bucket, tmp_path / "copy", clock)
    add(database, 30)
    keep_up(bucket, database._copy, clock, records=0)
    clock.sleep(timedelta(days=8).total_seconds())
    assert keep_up(bucket, database._copy, clock).retired == 31
    for retired, least, most in ((0, 7, 11), (31, 3, 3)):  # found by halves; then the checkpoint says so
        known = read_checkpoint(bucket)
        assert known is not None and known.retired == retired
        before = len(proxy.asked())
        assert keep_up(behind, database._copy, clock).retired == 0
        asked = proxy.asked()[before:]
        assert least <= len([key for method, key in asked if method == "HEAD"]) <= most
        add(database, 1)
        keep_up(bucket, database._copy, clock, records=0)


def test_what_cannot_be_read_does_not_keep_the_rest(
    bucket: S3Bucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Below a checkpoint nobody needs it. 3 says nothing, 5 is missing, 6 has no time; some are looked at each time."""
    monkeypatch.setattr("chalicelib.store.upkeep.RETIRE_AT_ONCE", 3)
    clock = StandingClock()
    database = BucketDatabase(bucket, tmp_path / "copy", clock)
    add(database, 6)
    keep_up(bucket, database._copy, clock, records=0)
    bucket.write(record_key(3), b"garbage")
    bucket.delete(record_key(5))
    bucket.write(record_key(6), b"x", metadata={"kind": "wal", "commit": "c", "parent": "p", "at": "then"})
    clock.sleep(timedelta(days=8).total_seconds())
    assert [keep_up(bucket, database._copy, clock).retired for _ in range(4)] == [2, 1, 1, 0]
    kinds = {
        seq: info.metadata.get("kind") for seq in range(1, 8) if (info := bucket.info(record_key(seq))) is not None
    }
    assert kinds == {1: "gone", 2: "gone", 3: None, 4: "gone", 6: "wal", 7: "gone"}
    assert {line.split()[0] for line in caplog.messages} == {record_key(3), record_key(6)}
    add(database, 1)
    assert keep_up(bucket, database._copy, clock, records=0) == (8, True, 0)
    known = read_checkpoint(bucket)
    assert known is not None and known.retired == 7


def test_the_end_of_a_run_makes_a_checkpoint(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One, when the run has ended, and none for a part of it."""
    monkeypatch.setattr("chalicelib.store.bucket_database.RECORDS_AFTER_RUN", 4)
    monkeypatch.setattr("chalicelib.store.upkeep.FILE_SHARE", 0)
    clock = StandingClock()
    bucket = S3Bucket(server.new_bucket(versioned=True), client=server.client())
    services = replace(
        open_services(Settings(data=tmp_path / "data", allow_networks=("127.0.0.0/8",)), clock=clock),
        database=BucketDatabase(bucket, tmp_path / "copy", clock),
        slice_seconds=0.0,
    )
    services.database.keep_up()
    made: list[tuple[int | None, str | None]] = []
    keep: Callable[[Occasion], None] = services.database.keep_up

    def watched(after: Occasion = "hour") -> None:
        keep(after)
        with services.database.read() as connection:
            ended = connection.execute("SELECT finished_at FROM crawl_runs").fetchone()[0]
        made.append((checkpoint_seq(bucket), ended))

    monkeypatch.setattr(services.database, "keep_up", watched)
    with serve(clock, {"/robots.txt": Page(404, ""), **{f"/{n}": Page() for n in range(6)}}) as site:
        product = register(services, "一", [site.url(f"/{n}") for n in range(6)])
        start_manual_run(services, product, mode="all", delay_seconds=0)
        drain(services)
    assert {seq for seq, ended in made if ended is None} == {1}
    assert [seq for seq, ended in made if ended is not None] == [services.database.seq()]
    assert len(list(bucket.versions("schema.db"))) == 2
