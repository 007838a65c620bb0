"""Who waits for whom inside one process: a reader that has all it needs waits for nobody."""

import threading
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from chalicelib.ports.clock import SystemClock
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.errors import BusyError
from chalicelib.store.journal import record_key
from tests.cloud.products import add, names
from tests.cloud.proxy import PASS, Fate, Proxy, Request, delay
from tests.cloud.servers import Server

SOON = 1.0  # seconds; what is waited for below takes three
FRESH_SECONDS = 1.1  # after which a reader looks again: the writer has just done it


@pytest.fixture
def slow(server: Server, name: str, proxy: Proxy) -> S3Bucket:
    """The bucket through the proxy, with time to wait for it."""
    return S3Bucket(name, client=server.client(proxy.endpoint))


@pytest.fixture
def database(slow: S3Bucket, tmp_path: Path) -> BucketDatabase:
    """With one product."""
    found = BucketDatabase(slow, tmp_path / "copy", SystemClock())
    add(found, "一")
    return found


def started(act: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=act, daemon=True)
    thread.start()
    return thread


def slow_commit(came: threading.Event, seconds: float = 3.0) -> Callable[[Request], Fate]:
    """Each commit takes that long on its way."""

    def hook(request: Request) -> Fate:
        if request.method == "PUT" and request.key.startswith("journal/"):
            came.set()
            return delay(before=seconds)
        return PASS

    return hook


def test_a_reader_does_not_wait_for_a_commit_on_its_way(database: BucketDatabase, proxy: Proxy) -> None:
    came = threading.Event()
    proxy.hook = slow_commit(came)
    writing = started(lambda: add(database, "二"))
    assert came.wait(10)
    time.sleep(FRESH_SECONDS)
    began = time.monotonic()
    assert names(database) == ["一"]
    assert time.monotonic() - began < SOON
    writing.join(20)
    assert names(database) == ["一", "二"]


def test_a_reader_waits_for_what_its_person_has_seen(
    database: BucketDatabase, bucket: S3Bucket, proxy: Proxy, tmp_path: Path
) -> None:
    came = threading.Event()
    proxy.hook = slow_commit(came, seconds=1.5)
    writing = started(lambda: add(database, "三"))
    assert came.wait(10)
    other = BucketDatabase(bucket, tmp_path / "other", SystemClock())
    add(other, "二")  # takes the number that is on its way
    assert names(database, at_least=other.seq())[:2] == ["一", "二"]
    writing.join(20)
    assert names(database, at_least=4) == ["一", "二", "三"]


def test_a_cold_reader_waits_for_the_copy(slow: S3Bucket, bucket: S3Bucket, proxy: Proxy, tmp_path: Path) -> None:
    add(BucketDatabase(bucket, tmp_path / "other", SystemClock()), "一")
    cold = BucketDatabase(slow, tmp_path / "cold", SystemClock())
    proxy.hook = lambda request: delay(before=1.0) if request.key.startswith("snapshots/") else PASS
    found: list[list[str]] = []
    readers = [started(lambda: found.append(names(cold))) for _ in range(4)]
    for reader in readers:
        reader.join(20)
    assert found == [["一"]] * 4
    assert len([key for method, key in proxy.asked() if method == "GET" and key.startswith("snapshots/")]) == 1


def test_nobody_waits_for_a_writer_that_waits_for_the_lease(
    database: BucketDatabase, bucket: S3Bucket, proxy: Proxy, tmp_path: Path
) -> None:
    """Step 6: after a lost race, while another process holds it. Others read and write meanwhile."""
    bucket.write("schema.db.lease", b'{"holder": "somebody else"}')
    waits = threading.Event()
    raced: list[Request] = []

    def hook(request: Request) -> Fate:
        if request.method == "PUT" and request.key == record_key(3) and not raced:
            raced.append(request)
            add(BucketDatabase(bucket, tmp_path / "other", SystemClock()), "二")
        if request.key == "schema.db.lease":
            waits.set()
        return PASS

    proxy.hook = hook
    done: list[str] = []

    def write() -> None:
        add(database, "四")
        done.append("四")

    writing = started(write)
    assert waits.wait(10)
    time.sleep(FRESH_SECONDS)
    began = time.monotonic()
    assert names(database)[0] == "一"
    add(database, "三")
    assert time.monotonic() - began < SOON
    assert done == []
    bucket.write("schema.db.lease", b'{"holder": null}')
    writing.join(20)
    assert (done, names(database, at_least=5)) == (["四"], ["一", "二", "三", "四"])


def test_a_writer_waits_for_others_of_its_process_only_so_long(slow: S3Bucket, proxy: Proxy, tmp_path: Path) -> None:
    database = BucketDatabase(slow, tmp_path / "copy", SystemClock(), wait=timedelta(seconds=0.5))
    add(database, "一")
    came = threading.Event()
    proxy.hook = slow_commit(came)
    writing = started(lambda: add(database, "二"))
    assert came.wait(10)
    began = time.monotonic()
    with pytest.raises(BusyError, match="nothing was written"):
        add(database, "三")
    assert time.monotonic() - began < SOON + 0.5
    writing.join(20)
    assert names(database) == ["一", "二"]
