"""An earlier state of the chain as a file, and a file in place of the present state (design: snapshot commits)."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from functools import partial
from itertools import chain, takewhile
from pathlib import Path

from chalicelib.ports.bucket import Bucket, BucketError
from chalicelib.ports.clock import Clock
from chalicelib.ports.objects import PreconditionFailedError
from chalicelib.store.chain import catch_up, follow, install_checkpoint
from chalicelib.store.checkpoints import KEY, read_checkpoint
from chalicelib.store.connection import connect_immutable
from chalicelib.store.copies import Copy
from chalicelib.store.days import utc_text
from chalicelib.store.errors import BusyError, JournalError, StoreError, because
from chalicelib.store.history import demand_sound, info_as_it_was, install_base, lost, records_as_they_were
from chalicelib.store.journal import Record, later_seqs, read_info
from chalicelib.store.position import ROOT, Position
from chalicelib.store.settling import Numbers, numbered_tables, numbers_beyond, numbers_of, settle
from chalicelib.store.snapshots import commit_content
from chalicelib.store.soundness import find_damage
from chalicelib.store.upkeep import keep_up

TRIES = 10
UNKNOWN = "unknown"

Around = Callable[[], AbstractContextManager[None]]


def seq_at(bucket: Bucket, moment: str) -> int:
    """The last commit made at or before `moment` (as `moment_text` writes it). Raises JournalError.

    By halves; a record that is missing, or does not say when it was made, is stepped over to the next.
    """
    checkpoint = read_checkpoint(bucket)
    since = checkpoint.seq if checkpoint is not None else 0
    low, high = next(later_seqs(bucket, 0), 1) - 1, max(later_seqs(bucket, since), default=since)
    found = 0
    while low < high:  # times of commits ascend, but for the little that clocks of writers differ
        middle = (low + high + 1) // 2
        record = _first_known(bucket, middle, high)
        if record is not None and record.at <= moment:
            low = found = record.seq
        else:
            high = middle - 1
    if not found:
        raise JournalError("too-early", moment=moment)
    return found


def _first_known(bucket: Bucket, seq: int, last: int) -> Record | None:
    """The first commit from `seq` to `last` of which it is known when it was made."""
    for number in chain([seq], takewhile(lambda later: later <= last, later_seqs(bucket, seq))):
        with suppress(JournalError):
            known = info_as_it_was(bucket, number)
            if known is not None:
                return known
    return None


def made_at(bucket: Bucket, seq: int) -> str:
    """When commit `seq` was made, as `moment_text` writes it. Raises JournalError when there was none."""
    known = info_as_it_was(bucket, seq)
    if known is None:
        raise JournalError("no-commit", seq=seq)
    return known.at


def state_at(bucket: Bucket, seq: int, folder: Path) -> Path:
    """A file with the content after commit `seq`, in `folder`. Raises JournalError when what it takes is gone."""
    made_at(bucket, seq)
    copy = Copy(folder)
    install_base(bucket, copy, seq)
    base = copy.position
    for record in records_as_they_were(bucket, base.seq + 1 if base is not None else 1, seq):
        follow(bucket, copy, record)
    if copy.position is None or copy.position.seq != seq:
        raise lost(bucket, seq, because("why-elsewhere"))
    return copy.path


def restore(bucket: Bucket, copy: Copy, clock: Clock, seq: int, folder: Path, around: Around = nullcontext) -> Position:
    """Commit the content of commit `seq` as a new commit: the chain only goes forward. Gives the new position."""
    return replace(bucket, copy, clock, state_at(bucket, seq, folder), around)


def replace(bucket: Bucket, copy: Copy, clock: Clock, file: Path, around: Around = nullcontext) -> Position:
    """Commit the content of `file` in place of the present one, whatever state that is in, and begin a bucket with it.

    The checkpoint that follows covers what was before, so this is also the way out when a record below is missing or
    damaged, or the newest state is: until then nobody could start. around: what is given up for it, entered when all
    that it takes is at hand. Raises JournalError when `file` is damaged.
    """
    damage = find_damage(file)
    if damage is not None:
        raise JournalError("malformed-file", why=damage)
    now = utc_text(clock.now())
    here, given = _present(bucket, copy, file)
    with around():
        for _ in range(TRIES):
            if commit_content(bucket, copy, file, here, partial(settle, given=given, now=now), clock):
                made = copy.position or here
                _cover(bucket, copy, clock, made)
                return made
            here, given = _present(bucket, copy, file)
    raise BusyError("busy-replacing")


def _present(bucket: Bucket, copy: Copy, file: Path) -> tuple[Position, Numbers]:
    """Where the chain ends and the highest numbers it gave; far beyond those that are known where it is damaged."""
    try:
        here = newest_state(bucket, copy)
        return here, _numbers(copy.path)
    except JournalError as error:
        if error.text.key == "store.empty":
            return newest_record(bucket), {}
    with closing(connect_immutable(file)) as connection:
        known, tables = [numbers_of(connection)], numbered_tables(connection)
    if copy.position is None:
        _fall_back(bucket, copy)
    if copy.position is not None:
        with suppress(sqlite3.DatabaseError):
            known.append(_numbers(copy.path))
    return newest_record(bucket), numbers_beyond(known, tables)


def _numbers(path: Path) -> Numbers:
    with closing(connect_immutable(path)) as connection:
        return numbers_of(connection)


def _fall_back(bucket: Bucket, copy: Copy) -> None:
    """Bring the copy to the last checkpoint where that can be read."""
    with suppress(JournalError, PreconditionFailedError):
        checkpoint = read_checkpoint(bucket)
        if checkpoint is not None:
            install_checkpoint(bucket, copy, checkpoint)


def _cover(bucket: Bucket, copy: Copy, clock: Clock, made: Position) -> None:
    """Make a checkpoint of what the copy holds now. Not caught up before: what is below may not be whole."""
    try:
        keep_up(bucket, copy, clock, records=0)
    except (StoreError, BucketError) as error:
        raise StoreError("not-covered", seq=made.seq, error=error) from error


def demand_journal(bucket: Bucket) -> None:
    """Raises JournalError when the bucket is empty."""
    if read_checkpoint(bucket) is None and next(later_seqs(bucket, 0), None) is None:
        raise JournalError("empty", key=KEY)


def newest_record(bucket: Bucket) -> Position:
    """Where the journal ends, though what is below it may not be whole; (0, ROOT) in an empty bucket.

    Its commit is UNKNOWN when the newest record does not say which it is. What comes next names that as its parent, and
    so follows on nothing that a copy holds: everybody goes on from the checkpoint that covers both.
    """
    checkpoint = read_checkpoint(bucket)
    since = checkpoint.seq if checkpoint is not None else 0
    newest = max(later_seqs(bucket, since), default=0)
    if newest:
        try:
            return Position(newest, read_info(bucket, newest).commit)
        except JournalError:
            return Position(newest, UNKNOWN)
    return Position(checkpoint.seq, checkpoint.commit) if checkpoint is not None else Position(0, ROOT)


def newest_state(bucket: Bucket, copy: Copy) -> Position:
    """Bring the copy to the newest commit and look whether its file is whole. Raises JournalError when it is not."""
    try:
        position = catch_up(bucket, copy, confirm=True)
    except sqlite3.OperationalError:
        raise  # the machine's trouble, and not the file's
    except sqlite3.DatabaseError as error:  # it broke under a commit
        copy.position = None
        raise JournalError("malformed", seq=copy.base, why=error, before=max(copy.base - 1, 1)) from error
    demand_sound(copy)
    return position


def pull(bucket: Bucket, folder: Path, target: Path) -> Position:
    """The newest state as an ordinary file at `target`, whole or not at all. Raises JournalError when it is damaged."""
    copy = Copy(folder)
    position = newest_state(bucket, copy)
    with copy.held() as path:
        _put_in_place(path, target)
    return position


def logs_beside(target: Path) -> list[Path]:
    """What SQLite would bring into a database of that name, or keeps for whoever has it open."""
    return [log for suffix in ("-wal", "-shm", "-journal") if (log := target.with_name(target.name + suffix)).exists()]


def _put_in_place(source: Path, target: Path) -> None:
    """A copy of `source` at `target`. The logs of what was there go before it comes: they would be brought into it."""
    arriving = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with source.open("rb") as file, arriving.open("wb") as copied:
            shutil.copyfileobj(file, copied)
            copied.flush()
            os.fsync(copied.fileno())
        for log in logs_beside(target):
            log.unlink()
        arriving.replace(target)
    finally:
        arriving.unlink(missing_ok=True)
