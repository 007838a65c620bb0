"""The database kept in a bucket: reads on a private copy, each commit durable before it is acknowledged.

See `design/store.md` and `docs/decisions.md`; the steps named here are those of its chapter "Commit".
"""

import sqlite3
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

from chalicelib.ports.bucket import Bucket, UnreachableError
from chalicelib.ports.clock import Clock
from chalicelib.ports.telemetry import Checkpointed, Committed, LogTelemetry, NotCommitted, Telemetry
from chalicelib.store.chain import catch_up
from chalicelib.store.commits import put_record
from chalicelib.store.copies import Copy, Recorded
from chalicelib.store.database import SEEN, Occasion
from chalicelib.store.errors import BusyError, ReadOnlyError, StoreError
from chalicelib.store.journal import later_seqs, moment_text, wal_record
from chalicelib.store.lease import Lease
from chalicelib.store.migrations import list_pending, migrate, stand_in
from chalicelib.store.position import WRITER, Position
from chalicelib.store.snapshots import begin, commit_file
from chalicelib.store.upkeep import RECORDS, RECORDS_AFTER_RUN, keep_up, may_be_long

Result = TypeVar("Result")

FRESH = timedelta(seconds=1)
WAIT = timedelta(seconds=15)
SNAPSHOT_BYTES = 32 * 1024 * 1024


class BucketDatabase:
    """See database.Database. One object a process; its threads share the copy in `folder`."""

    def __init__(
        self,
        bucket: Bucket,
        folder: Path,
        clock: Clock,
        *,
        wait: timedelta = WAIT,
        telemetry: Telemetry | None = None,
    ) -> None:
        self._bucket = bucket
        self._clock = clock
        self._wait = wait
        self._telemetry = telemetry or LogTelemetry()
        self._copy = Copy(folder)
        self._looked_at: datetime | None = None
        self._changing = threading.Lock()  # catch-up and commit: one thread at a time

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """The newest state known, looked for at most once a second; at least the commit that SEEN names."""
        self._freshen(SEEN.get())
        with self._copy.read() as connection:
            stand_in(connection)
            yield connection

    def seq(self) -> int:
        """The number of the commit that the copy holds."""
        return self._copy.position.seq if self._copy.position is not None else 0

    def write(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Run `work` as a commit, again after each lost race. Raises BusyError when others are faster for too long."""
        began, lost = self._clock.now(), 0
        ends_at = began + self._wait
        lease = Lease(self._bucket)
        try:
            while True:
                with self._turn():
                    made, seq = self._attempt(work), self.seq()
                if made is not None:
                    if made.wal is not None:
                        self._telemetry.tell(Committed(seq, len(made.wal), lost, self._ms_since(began)))
                    return made.result
                lost += 1
                self._wait_for_turn(lease, ends_at)  # step 6, while others of this process read and write
        except BusyError:
            self._telemetry.tell(NotCommitted(lost, self._ms_since(began)))
            raise
        finally:
            lease.release()

    def _ms_since(self, began: datetime) -> int:
        return round((self._clock.now() - began).total_seconds() * 1000)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """A writer's turn among the threads of this process, waited for as long as for other processes."""
        if not self._changing.acquire(timeout=self._wait.total_seconds()):
            raise BusyError("busy-writers")
        try:
            yield
        finally:
            self._changing.release()

    def _attempt(self, work: Callable[[sqlite3.Connection], Result]) -> "Recorded[Result] | None":
        """Steps 1 to 5. None when another commit has the number."""
        self._start_if_empty()
        while True:
            here = catch_up(self._bucket, self._copy, confirm=True)  # step 1
            self._looked_at = self._clock.now()
            if here.min_writer > WRITER:
                raise ReadOnlyError("newer-code", found=here.min_writer, own=WRITER)
            commit = str(uuid.uuid4())
            if not self._waits_for_migration():
                made = self._copy.record(work, here.seq + 1, commit)  # step 2
                return made if made.wal is None or self._commit(here, commit, made.wal) else None
            migrated = self._copy.record(migrate, here.seq + 1, commit)
            if migrated.wal is not None and not self._commit(here, commit, migrated.wal):
                return None  # a commit of its own, made by whoever is first

    def keep_up(self, after: Occasion = "hour") -> None:
        """A checkpoint when the journal has grown since the last, and old records retired."""
        records = RECORDS_AFTER_RUN if after == "run" else RECORDS
        if after != "hour" and not may_be_long(self._copy, records=records):
            return
        with self._changing:
            self._start_if_empty()
            catch_up(self._bucket, self._copy, confirm=True)
            began = self._clock.now()
            done = keep_up(self._bucket, self._copy, self._clock, records=records)
            size = self._copy.path.stat().st_size
        if done.uploaded:
            self._telemetry.tell(Checkpointed(done.checkpoint, size, self._ms_since(began)))

    def _commit(self, here: Position, commit: str, wal: bytes) -> bool:
        """Steps 3 to 5; False when another commit has the number."""
        if len(wal) > SNAPSHOT_BYTES:  # too big for a record: the complete new file, which a small record names
            return commit_file(self._bucket, self._copy, wal, here, commit, self._clock)
        record = wal_record(here.seq + 1, commit, here.commit, moment_text(self._clock.now()), wal)
        if not put_record(self._bucket, record, self._clock):
            return False
        # It is made: a copy that cannot take it in is fetched anew by whoever reads next, and the answer stands.
        with suppress(StoreError):
            self._copy.apply(wal, Position(record.seq, commit))
            self._copy.fetched[record.seq] = len(record.body)
        return True

    def _waits_for_migration(self) -> bool:
        with self._copy.read() as connection:
            return bool(list_pending(connection))

    def _wait_for_turn(self, lease: Lease, ends_at: datetime) -> None:
        while not lease.take():
            if self._clock.now() >= ends_at:
                raise BusyError("busy-writers")
            self._clock.sleep(0.2)
        if self._clock.now() >= ends_at:
            raise BusyError("busy-lost")

    def _freshen(self, at_least: int) -> None:
        """Look for what is new, unless that was done a moment ago. Somebody else at it is not waited for by a reader
        that has all he needs: a writer may be busy for long, and looks for what is new himself.
        """
        if self._is_fresh(at_least) or not self._changing.acquire(blocking=not self._is_enough(at_least)):
            return
        try:
            if not self._is_fresh(at_least):
                self._look(at_least)
        finally:
            self._changing.release()

    def _look(self, at_least: int) -> None:
        self._start_if_empty()
        try:
            here = catch_up(self._bucket, self._copy, confirm=False)
            if here.seq < at_least:  # it was answered to somebody, so it is there, and what is next must not be
                catch_up(self._bucket, self._copy, confirm=True)
        except UnreachableError:
            if not self._is_enough(at_least):
                raise
        self._looked_at = self._clock.now()

    def _is_enough(self, at_least: int) -> bool:
        known = self._copy.position
        return known is not None and self._copy.confirmed and known.seq >= at_least

    def _is_fresh(self, at_least: int) -> bool:
        if not self._is_enough(at_least) or self._looked_at is None:
            return False
        return timedelta(0) <= self._clock.now() - self._looked_at < FRESH  # a clock may be set back

    def _start_if_empty(self) -> None:
        """Begin the journal of an empty bucket with a snapshot of an empty database."""
        if self._copy.position is not None or self._bucket.info("schema.db") is not None:
            return
        if next(later_seqs(self._bucket, 0), None) is not None:
            return
        begin(self._bucket, self._copy, self._clock)
