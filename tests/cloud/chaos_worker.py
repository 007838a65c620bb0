"""A writer or reader of the chaos test, as its own process: it crashes, pauses and loses messages by a plan.

    python -m tests.cloud.chaos_worker ENDPOINT BUCKET FOLDER LOG SECONDS SEED ROLE

Each call to the bucket is a step; the plan of the seed says at which step the process dies, before or after the call.
Acknowledged work is appended to LOG, one id a line, so that nothing acknowledged can be forgotten by a crash.
"""

import os
import random
import sys
import time
import uuid
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from chalicelib.ports.bucket import BucketError, UnreachableError
from chalicelib.ports.clock import SystemClock
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.store import commits
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.errors import BusyError
from chalicelib.store.journal import Record, read_record
from chalicelib.store.products import add_product
from tests.cloud.servers import client

LOST, PAUSED = 0.02, 0.01

# What is taken away, so that the test can show that it would be missed.
CONTROL = os.environ.get("KUNUGI_CHAOS_CONTROL", "")


class Unruly:
    """A bucket whose calls are steps at which the process may die, wait, or never hear the answer."""

    def __init__(self, bucket: S3Bucket, chance: random.Random) -> None:
        self._bucket, self._chance = bucket, chance
        self._left = chance.randrange(1, 60)  # the step at which this process dies
        self._before = chance.random() < 0.5
        if CONTROL:  # live long, so that what is taken away has time to be missed
            self._left = -1

    def __getattr__(self, name: str) -> Any:
        method: Callable[..., Any] = getattr(self._bucket, name)

        def step(*arguments: Any, **keywords: Any) -> Any:
            if CONTROL == "no-condition":
                keywords.pop("only_if_new", None)
            self._left -= 1
            if self._left == 0 and self._before:
                os._exit(77)
            if self._chance.random() < PAUSED:
                time.sleep(self._chance.uniform(0, 1))
            if self._chance.random() < LOST:
                raise UnreachableError(f"{name}: the request was lost")
            answer = method(*arguments, **keywords)
            if self._left == 0:
                os._exit(77)
            if self._chance.random() < (0.5 if CONTROL == "no-commit-id" and name == "write" else LOST):
                raise UnreachableError(f"{name}: the answer was lost")
            return answer

        return step


def write(database: BucketDatabase, log: Path, ends_at: float) -> None:
    """Add rows, each with a name of its own. What had no clear answer is not tried again: it is there once or not."""
    while time.time() < ends_at:
        name = uuid.uuid4().hex
        try:
            database.write(lambda connection, name=name: add_product(connection, name, "now"))  # type: ignore[misc] # bound now
        except (BusyError, BucketError):
            continue
        with log.open("a") as file:
            file.write(name + "\n")


def keep_up(database: BucketDatabase, ends_at: float) -> None:
    """Checkpoints, again and again."""
    while time.time() < ends_at:
        try:
            database.keep_up()
        except (BusyError, BucketError):
            continue
        time.sleep(0.5)


def read(database: BucketDatabase, ends_at: float) -> None:
    """Look again and again; a reader that goes back says so and ends."""
    seen: set[str] = set()
    while time.time() < ends_at:
        try:
            with database.read() as connection:
                names = [row[0] for row in connection.execute("SELECT name FROM products")]
        except (BusyError, BucketError):
            continue
        if len(names) != len(set(names)) or not seen <= set(names):
            print(f"went back or doubled: {len(seen)} then {len(names)}")
            os._exit(3)
        seen = set(names)
        time.sleep(0.05)


def _nobody_s(record: Record | None) -> Record | None:
    return record._replace(commit="") if record is not None else None


def main() -> None:
    """Do what the arguments say."""
    endpoint, name, folder, log, seconds, seed, role = sys.argv[1:]
    bucket = S3Bucket(name, client=client(endpoint))
    through: Any = bucket if role == "reader" else Unruly(bucket, random.Random(seed))
    database = BucketDatabase(through, Path(folder), SystemClock(), wait=timedelta(seconds=5))
    if CONTROL == "no-commit-id":  # whatever lies at the key is taken for somebody else's
        monkeypatch = pytest.MonkeyPatch()
        monkeypatch.setattr(commits, "read_record", lambda bucket, seq: _nobody_s(read_record(bucket, seq)))
    ends_at = time.time() + float(seconds)
    if role == "writer":
        write(database, Path(log), ends_at)
    elif role == "keeper":
        keep_up(database, ends_at)
    else:
        read(database, ends_at)


if __name__ == "__main__":
    main()
