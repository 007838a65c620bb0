"""Threads that read while commits arrive: each sees every commit, whole, and none older than what it asked for."""

import random
import sqlite3
import threading
import time
from pathlib import Path

import pytest

from chalicelib.ports.clock import SystemClock
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.database import SEEN
from chalicelib.store.position import read_position
from chalicelib.store.products import add_product

THREADS = 20
ROWS = 12  # of nearly a page each; older ones go


class Watch:
    """What is acknowledged, and what each thread has seen of it."""

    def __init__(self, first: int) -> None:
        self.first = self.newest = first
        self.seen: list[set[int]] = [set() for _ in range(THREADS)]
        self.faults: list[BaseException] = []
        self.over = False
        self._changed = threading.Condition()

    def look(self, number: int, database: BucketDatabase) -> None:
        """Read again and again with a cursor that is unfinished for a while."""
        last, chance = 0, random.Random(number)
        try:
            while not self.over:
                asked = self.newest
                token = SEEN.set(asked)
                with database.read() as connection:
                    cursor = connection.execute("SELECT trim(name), created_at FROM products ORDER BY id")
                    found = [tuple(cursor.fetchone())]
                    seq = read_position(connection).seq
                    assert seq >= asked, f"asked for {asked}, saw {seq}"
                    assert seq >= last, f"went back from {last} to {seq}"
                    time.sleep(chance.uniform(0, 0.01))
                    found += [tuple(row) for row in cursor]
                    assert found == [(str(n), str(seq)) for n in range(max(self.first, seq - ROWS + 1), seq + 1)], (
                        f"not the rows of {seq}"
                    )
                    assert read_position(connection).seq == seq
                SEEN.reset(token)
                last = seq
                with self._changed:
                    self.seen[number].add(seq)
                    self._changed.notify_all()
                time.sleep(chance.uniform(0, 0.02))
        except BaseException as fault:
            with self._changed:
                self.faults.append(fault)
                self._changed.notify_all()

    def wait_for(self, seq: int) -> None:
        """Until every thread has seen that commit, or one has a fault."""
        self.newest = seq
        with self._changed:
            everybody = self._changed.wait_for(lambda: self.faults or all(seq in one for one in self.seen), 60)
        assert self.faults == []
        assert everybody, f"commit {seq} was not seen"


@pytest.mark.parametrize("commits", [5, pytest.param(200, marks=pytest.mark.prove)])
def test_readers_with_unfinished_cursors_see_every_commit_and_no_error(
    bucket: S3Bucket, tmp_path: Path, commits: int
) -> None:
    """Half of them read the copy that is written through, half one that follows."""
    writer, follower = (BucketDatabase(bucket, tmp_path / who, SystemClock()) for who in ("writer", "follower"))

    def commit(seq: int) -> None:
        """One more row, and its number in all rows: whoever reads some pages before and some after it has both."""

        def work(connection: sqlite3.Connection) -> None:
            add_product(connection, f"{seq:<3000}", "")
            connection.execute("UPDATE products SET created_at = ?", (str(seq),))
            connection.execute("DELETE FROM products WHERE CAST(name AS INTEGER) <= ?", (seq - ROWS,))

        writer.write(work)
        assert writer.seq() == seq

    commit(2)
    watch = Watch(2)
    threads = [
        threading.Thread(target=watch.look, args=(number, (writer, follower)[number % 2])) for number in range(THREADS)
    ]
    for thread in threads:
        thread.start()
    try:
        for seq in range(3, 3 + commits):
            commit(seq)
            watch.wait_for(seq)
    finally:
        watch.over = True
        for thread in threads:
            thread.join(30)
    assert not any(thread.is_alive() for thread in threads)
    assert all(one >= set(range(3, 3 + commits)) for one in watch.seen)
