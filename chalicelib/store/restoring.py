"""An earlier state of the chain as a file, and a file in place of the present state (design: snapshot commits)."""

import shutil
from pathlib import Path

from chalicelib.ports.bucket import Bucket
from chalicelib.ports.clock import Clock
from chalicelib.store.chain import catch_up, follow
from chalicelib.store.checkpoints import read_checkpoint
from chalicelib.store.copies import Copy
from chalicelib.store.errors import BusyError, JournalError
from chalicelib.store.history import info_as_it_was, install_base, lost, records_as_they_were
from chalicelib.store.journal import later_seqs
from chalicelib.store.position import Position
from chalicelib.store.snapshots import commit_content

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
        raise JournalError(f"there is no commit as early as {moment}")
    return low


def made_at(bucket: Bucket, seq: int) -> str:
    """When commit `seq` was made, as `moment_text` writes it. Raises JournalError when there was none."""
    known = info_as_it_was(bucket, seq)
    if known is None:
        raise JournalError(f"there is no commit {seq}")
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
        raise lost(bucket, seq, "what was found does not lead there")
    return copy.path


def restore(bucket: Bucket, copy: Copy, clock: Clock, seq: int, folder: Path) -> Position:
    """Commit the content of commit `seq` as a new commit: the chain only goes forward. Gives the new position."""
    return replace(bucket, copy, clock, state_at(bucket, seq, folder))


def replace(bucket: Bucket, copy: Copy, clock: Clock, file: Path) -> Position:
    """Commit the content of `file` in place of the present one."""
    for _ in range(TRIES):
        here = catch_up(bucket, copy, confirm=True)
        if commit_content(bucket, copy, file, here, clock):
            return catch_up(bucket, copy, confirm=False)
    raise BusyError("others were faster again and again; nothing was replaced")


def pull(bucket: Bucket, folder: Path, target: Path) -> Position:
    """The newest state as an ordinary file at `target`."""
    copy = Copy(folder)
    position = catch_up(bucket, copy, confirm=True)
    with copy.held() as path:
        shutil.copyfile(path, target)
    return position
