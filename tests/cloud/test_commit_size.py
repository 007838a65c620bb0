"""What a commit as big as a merge asks of the bucket, at 10 MB; `make bench ONLY=commit` has it up to 500 MB."""

from pathlib import Path

import pytest

from bench.results import Result, fill, record, results
from chalicelib.ports.clock import SystemClock
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.copies import Copy
from chalicelib.store.database import SEEN
from chalicelib.store.journal import record_key
from chalicelib.store.restoring import replace
from tests.cloud.proxy import Proxy

ROWS = 60


@pytest.fixture(scope="module")
def rows() -> list[Result]:
    return results(ROWS, seed=12)


def test_a_commit_of_60_results_is_one_put_under_1_mb_and_one_get_for_a_reader(
    bucket: S3Bucket, behind: S3Bucket, proxy: Proxy, tmp_path: Path, rows: list[Result]
) -> None:
    assert 12_000 * ROWS < sum(len(row["result_json"].encode()) for row, _ in rows) < 30_000 * ROWS
    clock, file = SystemClock(), tmp_path / "10mb.db"
    fill(file, 10_000_000, rows)
    BucketDatabase(bucket, tmp_path / "first", clock).keep_up()
    replace(bucket, Copy(tmp_path / "first"), clock, file)
    writer, reader = (BucketDatabase(behind, tmp_path / who, clock) for who in ("writer", "reader"))
    writer.write(lambda connection: record(connection, rows[:1]))
    with reader.read():
        before, received = len(proxy.seen), proxy.received

    last = writer.write(lambda connection: record(connection, rows))
    key = record_key(writer.seq())
    assert proxy.asked()[before:] == [("GET", key), ("GET", ""), ("PUT", key)]
    assert proxy.seen[before + 1].query["list-type"] == "2"
    assert 100_000 < proxy.received - received < 1_000_000

    before = len(proxy.seen)
    token = SEEN.set(writer.seq())
    try:
        with reader.read() as connection:
            assert connection.execute("SELECT max(id) FROM crawl_results").fetchone()[0] == last
    finally:
        SEEN.reset(token)
    assert proxy.asked()[before:] == [("GET", key), ("GET", record_key(writer.seq() + 1))]
