"""What a commit to the database in a bucket costs, beside the usual way: the same transaction, and the whole file put.

60 results of about 20 KB each, at 10, 100 and 500 MB, against the S3 server of the tests in a process of its own. What
is promised of it is checked here (store.md): a line says what it breaks.
"""

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace as but
from pathlib import Path
from typing import Any, NamedTuple

from bench.report import Line
from bench.results import Result, fill, record, results
from chalicelib.ports.clock import SystemClock
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.connection import connect
from chalicelib.store.copies import Copy
from chalicelib.store.database import SEEN
from chalicelib.store.journal import record_key
from chalicelib.store.restoring import replace

ROWS = 60
SIZES_MB = (10, 100, 500)
ROUNDS, ROUNDS_OF_WHOLE_FILES = 15, 3
MOST_BYTES, MOST_GROWTH, LEAST_CPU = 1_000_000, 3.0, 20.0
ONE_COMMIT = {"GET": 1, "LIST": 1, "PUT": 1}  # the GET looks whether somebody else has the number


class Cost(NamedTuple):
    """What one thing took. asked: requests by method (`LIST` a GET of the bucket) and, for GET and PUT, by key.

    sent in bytes of bodies; wall and cpu in ms, the CPU of this process alone.
    """

    asked: Counter[tuple[str, str]]
    sent: int
    wall: float
    cpu: float

    @property
    def requests(self) -> dict[str, int]:
        """The requests by method."""
        count: Counter[str] = Counter()
        for (method, _), times in self.asked.items():
            count[method] += times
        return dict(sorted(count.items()))


class Meter:
    """Counts what a client sends, where botocore hands it to the network."""

    def __init__(self, client: Any, bucket: str) -> None:
        self._asked: Counter[tuple[str, str]] = Counter()
        self._sent = 0
        self._bucket = bucket
        client.meta.events.register("before-send.s3", self._see)

    def _see(self, request: Any, **_: Any) -> None:
        key = request.url.partition("?")[0].partition(f"/{self._bucket}")[2].lstrip("/")
        self._asked["LIST" if request.method == "GET" and not key else request.method, key] += 1
        self._sent += int(request.headers.get("Content-Length") or 0)

    def of(self, work: Callable[[], object]) -> Cost:
        """What the work costs."""
        self._asked, self._sent = Counter(), 0
        cpu, wall = time.process_time(), time.perf_counter()
        work()
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        return Cost(self._asked, self._sent, wall * 1000, cpu * 1000)


class Measured(NamedTuple):
    """At one size: commits, a warm reader after each, and whole files put instead."""

    commits: list[Cost]
    reads: list[Cost]
    keys: list[str]
    whole: list[Cost]


def run() -> Iterator[Line]:
    """A few lines for each size, each the best of some rounds. A ratio says how many times more the usual way takes."""
    rows = results(2 * ROWS, seed=12)
    bytes_at: dict[int, float] = {}
    with _server() as endpoint:
        for size in SIZES_MB:
            measured = measure(endpoint, size * 1_000_000, rows)
            bytes_at[size] = max(cost.sent for cost in measured.commits)
            yield from _lines(size, measured, bytes_at)


def measure(endpoint: str, size: int, rows: list[Result]) -> Measured:
    """Make a database of that size in a new bucket, and commit to it, read it and put it whole."""
    from tests.cloud.servers import Server

    server = Server("bench", endpoint)
    name, client = server.new_bucket(), server.client(read_seconds=300.0)
    bucket, meter, clock = S3Bucket(name, client=client), Meter(client, name), SystemClock()
    with tempfile.TemporaryDirectory(prefix="kunugi-bench-") as folder:
        file = Path(folder) / "local.db"
        fill(file, size, rows[ROWS:])
        BucketDatabase(bucket, Path(folder) / "first", clock).keep_up()
        replace(bucket, Copy(Path(folder) / "first"), clock, file)
        writer, reader = (BucketDatabase(bucket, Path(folder) / who, clock) for who in ("writer", "reader"))
        writer.write(lambda connection: record(connection, rows[:1]))
        commits, reads, keys = [], [], []
        for _ in range(ROUNDS):
            _come_up(reader, writer.seq())
            commits.append(meter.of(lambda: writer.write(lambda connection: record(connection, rows[:ROWS]))))
            keys.append(record_key(writer.seq()))
            reads.append(meter.of(lambda: _come_up(reader, writer.seq())))
        whole = [meter.of(lambda: _usual_way(client, name, file, rows[:ROWS])) for _ in range(ROUNDS_OF_WHOLE_FILES)]
    return Measured(commits, reads, keys, whole)


def _come_up(reader: BucketDatabase, seq: int) -> None:
    """A read that has to see that commit."""
    token = SEEN.set(seq)
    try:
        with reader.read() as connection:
            connection.execute("SELECT max(id) FROM crawl_results").fetchone()
    finally:
        SEEN.reset(token)


def _usual_way(client: Any, bucket: str, file: Path, rows: list[Result]) -> None:
    """The same transaction on the file, and the file in one PUT."""
    with closing(connect(file)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        record(connection, rows)
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with file.open("rb") as body:
        client.put_object(Bucket=bucket, Key="whole.db", Body=body)


def _lines(size: int, measured: Measured, bytes_at: dict[int, float]) -> Iterator[Line]:
    commit, whole = measured.commits, measured.whole

    def best(costs: list[Cost], what: str) -> float:
        return float(min(getattr(cost, what) for cost in costs))

    def line(what: str, unit: str) -> Line:
        return Line.less(f"commit-{size}mb-{what}", best(commit, what), unit, best(whole, what))

    asked, asked_whole = commit[-1].requests, whole[-1].requests
    requests = Line.less(f"commit-{size}mb-requests", sum(asked.values()), "requests", sum(asked_whole.values()))
    odd = [cost.requests for cost in commit if cost.requests != ONE_COMMIT]
    yield but(requests, detail=asked, broken=f"not {ONE_COMMIT}: {odd}" if odd else None)
    sent, broken = line("sent", "bytes"), None
    if bytes_at[size] >= MOST_BYTES:
        broken = f"a commit sends {bytes_at[size]:,} bytes, not under {MOST_BYTES:,}"
    elif bytes_at[size] > MOST_GROWTH * bytes_at[min(bytes_at)]:
        broken = f"a commit sends more than {MOST_GROWTH} times what it sends at {min(bytes_at)} MB"
    yield but(sent, broken=broken)
    yield line("wall", "ms")
    cpu = line("cpu", "ms")
    slow = size == max(SIZES_MB) and cpu.ratio < LEAST_CPU
    yield but(cpu, broken=f"not {LEAST_CPU} times less CPU than the whole file" if slow else None)
    # A reader asks for the record, takes it, and asks for the next, which is not there.
    bad = [
        dict(cost.asked)
        for cost, key in zip(measured.reads, measured.keys, strict=True)
        if cost.asked["GET", key] != 1 or cost.requests != {"GET": 2}
    ]
    reading = Line.less(f"commit-{size}mb-reader-wall", best(measured.reads, "wall"), "ms", best(whole, "wall"))
    yield but(reading, detail=measured.reads[-1].requests, broken=f"not one GET of the record: {bad}" if bad else None)


@contextmanager
def _server() -> Iterator[str]:
    """SeaweedFS where it is installed, else moto; in a process of its own either way, whose CPU is not counted."""
    import subprocess
    import sys

    from tests.cloud.servers import seaweed, weed

    if weed() is not None:
        with seaweed() as server:
            yield server.endpoint
        return
    code = "from tests.cloud.servers import moto\nwith moto() as s:\n print(s.endpoint, flush=True)\n input()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as it:
        assert it.stdout is not None
        yield it.stdout.readline().strip()
        it.kill()
