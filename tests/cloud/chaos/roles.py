"""What one process of the chaos does until its time is over, it has done enough, or it crashes."""

import random
import re
import sqlite3
import time
import uuid
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from chalicelib.ports.bucket import BucketError
from chalicelib.ports.clock import SystemClock
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.store.app_settings import set_app_setting
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.connection import connect
from chalicelib.store.copies import Copy
from chalicelib.store.database import SEEN
from chalicelib.store.errors import BusyError, StoreError
from chalicelib.store.journal import later_seqs
from chalicelib.store.position import read_position
from chalicelib.store.products import add_product
from chalicelib.store.restoring import pull, replace, restore
from infra.local.importing import opened_copy
from tests.cloud.chaos.controls import hurry, take_away
from tests.cloud.chaos.happenings import Happenings, digest, of
from tests.cloud.chaos.steps import Steps, watch_copies
from tests.cloud.chaos.unruly import Unruly

BIG = 80_000  # bytes of a change that goes as a snapshot commit
STOP = "stop"  # the file that ends everything
BACK = 40  # commits that a restore goes back at most


@dataclass(frozen=True)
class Plan:
    """What a process is to do. folder: its own, which it finds as the one before it left it.

    ends_at: on the monotonic clock; times: so many pieces of work, then the end; rate: of random faults; big: the share
    of big changes; crash_at, patience, hold_at, lose: see Steps and Unruly.
    """

    role: str
    number: int
    folder: str
    ends_at: float
    seed: int
    times: int = 1_000_000
    rate: float = 1.0
    big: float = 0.1
    keep_seconds: float = 1.0
    crash_at: tuple[list[str], int] | None = None
    patience: float = 5.0
    hold_at: str | None = None
    lose: str | None = None
    control: str = ""


def names_in(connection: sqlite3.Connection) -> list[str]:
    """The content that the chaos writes."""
    return [row[0] for row in connection.execute("SELECT name FROM products")]


class Role:
    """One process."""

    def __init__(self, plan: Plan, bucket: S3Bucket, happenings: Happenings) -> None:
        self._plan, self._happenings = plan, happenings
        self._chance = random.Random(plan.seed)
        self._clock = SystemClock()
        name = f"{plan.role}-{plan.number}"
        self._folder = Path(plan.folder) / name
        self.steps = Steps(plan.crash_at, plan.patience, plan.hold_at, Path(plan.folder), name)
        self.steps.dying = self.leave
        patch = pytest.MonkeyPatch()  # for the life of the process
        hurry(patch, timedelta(seconds=plan.keep_seconds))
        take_away(plan.control, patch)
        watch_copies(self.steps, patch)
        self._plain = bucket
        self._bucket: Any = Unruly(bucket, self.steps, happenings, self._chance, plan.rate, plan.lose)
        self._going = range(plan.times)
        self._stop = Path(plan.folder) / STOP

    def leave(self, step: str) -> None:
        """Note where it died, when it did so at a step, and what it came past."""
        if step:
            self._happenings.note("crash", role=self._plan.role, step=step)
        self._happenings.note("passed", role=self._plan.role, steps=sorted(self.steps.passed))

    def run(self) -> None:
        """Do it."""
        work: dict[str, Callable[[], None]] = {
            "writer": self._write,
            "reader": self._read,
            "keeper": self._keep_up,
            "restorer": self._restore,
            "replacer": self._replace,
        }
        work[self._plan.role]()
        self.leave("")

    def _again(self, pause: float) -> Any:
        """The pieces of work, until the time is over; what a bucket under chaos may refuse is noted."""
        for _ in self._going:
            if time.monotonic() > self._plan.ends_at or self._stop.exists():
                return
            yield
            time.sleep(pause * self._chance.random())

    def _refused(self, error: Exception) -> None:
        self._happenings.note("refused", role=self._plan.role, why=type(error).__name__)

    def _made(self, error: Exception) -> int | None:
        """The commit that a restore or a push says it made though the checkpoint after it failed."""
        self._refused(error)
        if isinstance(error, (BusyError, BucketError)):
            return None
        if found := re.match(r"the new state is commit (\d+), but its checkpoint could not be made", str(error)):
            return int(found.group(1))
        raise error

    def _database(self) -> BucketDatabase:
        return BucketDatabase(self._bucket, self._folder, self._clock, wait=timedelta(seconds=5))

    def _write(self) -> None:
        """Rows, each with a name that says which commit it was made in. What had no clear answer is not tried again."""
        database = self._database()
        for _ in self._again(0.0):
            mark, big = uuid.uuid4().hex, self._chance.random() < self._plan.big
            filling = self._chance.randbytes(BIG // 2).hex() if big else ""

            def work(connection: sqlite3.Connection, mark: str = mark, filling: str = filling) -> int:
                seq = read_position(connection).seq + 1
                add_product(connection, f"{mark}@{seq}", "now")
                if filling:
                    set_app_setting(connection, "chaos", filling)
                return seq

            began = time.monotonic()
            try:
                seq = database.write(work)
            except (BusyError, BucketError) as error:
                self._refused(error)
                continue
            ended = time.monotonic()
            self.steps.at("acknowledged, not noted")
            self._happenings.note("wrote", id=mark, seq=seq, began=began, ended=ended)

    def _read(self) -> None:
        """Look again and again, every other time for at least what is known to be acknowledged (Kunugi-Seq)."""
        database, place, newest = self._database(), 0, 0
        for _ in self._again(0.4):
            lines, place = self._happenings.since(place)
            newest = max(newest, *(line["seq"] for line in of(lines, "wrote")), 0)
            at_least = newest if self._chance.random() < 0.5 else 0
            token = SEEN.set(at_least)
            try:
                with database.read() as connection:
                    seq, names = read_position(connection).seq, names_in(connection)
            except (BusyError, BucketError) as error:
                self._refused(error)
                continue
            finally:
                SEEN.reset(token)
            told = digest(names)
            self._happenings.note("read", reader=self._plan.number, seq=seq, digest=told, at_least=at_least)

    def _keep_up(self) -> None:
        """Checkpoints and retention."""
        database = self._database()
        for _ in self._again(0.4):
            try:
                database.keep_up()
            except (BusyError, BucketError) as error:
                self._refused(error)

    def _restore(self) -> None:
        """`kunugi db restore --seq`, to a commit that is not long ago."""
        for _ in self._again(1.0):
            try:
                newest = max(later_seqs(self._plain, 0))
                to = self._chance.randint(max(1, newest - BACK), newest)
                self._happenings.note("restoring", to=to)
                copy = Copy(self._folder / "copy")
                seq = restore(self._bucket, copy, self._clock, to, self._folder / "state").seq
            except (StoreError, BucketError) as error:
                if (made := self._made(error)) is None:
                    continue
                seq = made
            self.steps.at("acknowledged, not noted")
            self._happenings.note("restored", to=to, seq=seq)

    def _replace(self) -> None:
        """`kunugi db pull`, one more row in the file, `kunugi db push --replace`."""
        self._folder.mkdir(parents=True, exist_ok=True)
        file, scratch = self._folder / "pulled.db", self._folder / "scratch"
        scratch.mkdir(exist_ok=True)
        for _ in self._again(1.0):
            mark = uuid.uuid4().hex
            try:
                pull(self._bucket, self._folder / "pulling", file)
                with closing(connect(file)) as connection:
                    add_product(connection, f"{mark}@file", "now")
                    told = digest(names_in(connection))
                opened_copy(file, scratch).close()
                self._happenings.note("replacing", id=mark, digest=told)
                copy = Copy(self._folder / "copy")
                seq = replace(self._bucket, copy, self._clock, scratch / "schema.db").seq
            except (StoreError, BucketError) as error:
                if (made := self._made(error)) is None:
                    continue
                seq = made
            self.steps.at("acknowledged, not noted")
            self._happenings.note("replaced", id=mark, seq=seq)
