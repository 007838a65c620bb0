"""An earlier state of the chain as a file, and a file in place of the present state (design: snapshot commits)."""

import shutil
from functools import partial
from pathlib import Path

from chalicelib.ports.bucket import Bucket, BucketError
from chalicelib.ports.clock import Clock
from chalicelib.store.chain import catch_up, follow
from chalicelib.store.checkpoints import read_checkpoint
from chalicelib.store.copies import Copy
from chalicelib.store.days import utc_text
from chalicelib.store.errors import BusyError, JournalError, StoreError, because
from chalicelib.store.history import info_as_it_was, install_base, lost, records_as_they_were
from chalicelib.store.journal import later_seqs, read_info
from chalicelib.store.position import ROOT, Position
from chalicelib.store.settling import numbers_of, settle
from chalicelib.store.snapshots import commit_content
from chalicelib.store.upkeep import keep_up

TRIES = 10


def seq_at(bucket: Bucket, moment: str) -> int:
    """The last commit made at or before `moment` (as `moment_text` writes it). Raises JournalError."""
    checkpoint = read_checkpoint(bucket)
    since = checkpoint.seq if checkpoint is not None else 0
    low, high = 0, max(later_seqs(bucket, since), default=since)
    while low < high:  # times of commits ascend, but for the little that clocks of writers differ
        middle = (low + high + 1) // 2
        if made_at(bucket, middle) <= moment:
            low = middle
        else:
            high = middle - 1
    if low == 0:
        raise JournalError("too-early", moment=moment)
    return low


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


def restore(bucket: Bucket, copy: Copy, clock: Clock, seq: int, folder: Path) -> Position:
    """Commit the content of commit `seq` as a new commit: the chain only goes forward. Gives the new position."""
    return replace(bucket, copy, clock, state_at(bucket, seq, folder))


def replace(bucket: Bucket, copy: Copy, clock: Clock, file: Path) -> Position:
    """Commit the content of `file` in place of the present one, whatever state that is in, and begin a bucket with it.

    The checkpoint that follows covers what was before, so this is also the way out when a record below is missing or
    damaged: until then nobody could start.
    """
    now = utc_text(clock.now())
    for _ in range(TRIES):
        try:
            here = catch_up(bucket, copy, confirm=True)
            with copy.read() as connection:
                given = numbers_of(connection)
        except JournalError:
            here, given = newest_record(bucket), {}
        if commit_content(bucket, copy, file, here, partial(settle, given=given, now=now), clock):
            made = copy.position or here
            _cover(bucket, copy, clock, made)
            return made
    raise BusyError("busy-replacing")


def _cover(bucket: Bucket, copy: Copy, clock: Clock, made: Position) -> None:
    """Make a checkpoint of what the copy holds now. Not caught up before: what is below may not be whole."""
    try:
        keep_up(bucket, copy, clock, records=0)
    except (StoreError, BucketError) as error:
        raise StoreError("not-covered", seq=made.seq, error=error) from error


def newest_record(bucket: Bucket) -> Position:
    """Where the journal ends, though what is below it may not be whole; (0, ROOT) in an empty bucket."""
    checkpoint = read_checkpoint(bucket)
    since = checkpoint.seq if checkpoint is not None else 0
    newest = max(later_seqs(bucket, since), default=0)
    if newest:
        return Position(newest, read_info(bucket, newest).commit)
    return Position(checkpoint.seq, checkpoint.commit) if checkpoint is not None else Position(0, ROOT)


def pull(bucket: Bucket, folder: Path, target: Path) -> Position:
    """The newest state as an ordinary file at `target`."""
    copy = Copy(folder)
    position = catch_up(bucket, copy, confirm=True)
    with copy.held() as path:
        shutil.copyfile(path, target)
    return position
