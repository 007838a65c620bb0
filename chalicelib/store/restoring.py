"""An earlier state of the chain as a file: the nearest base below it, and the records up to it (design: restore)."""

import shutil
from pathlib import Path

from chalicelib.ports.bucket import Bucket
from chalicelib.ports.clock import Clock
from chalicelib.store.chain import catch_up, follow, install_base
from chalicelib.store.copies import Copy
from chalicelib.store.errors import BusyError, JournalError
from chalicelib.store.journal import later_seqs, read_info, read_record
from chalicelib.store.position import Position
from chalicelib.store.snapshots import commit_content

TRIES = 10


def seq_at(bucket: Bucket, moment: str) -> int:
    """The last commit made at or before `moment` (as `moment_text` writes it). Raises JournalError."""
    low, high = 0, max(later_seqs(bucket, 0), default=0)
    while low < high:  # times of commits ascend, but for the little that clocks of writers differ
        middle = (low + high + 1) // 2
        if read_info(bucket, middle).at <= moment:
            low = middle
        else:
            high = middle - 1
    if low == 0:
        raise JournalError(f"there is no commit as early as {moment}")
    return low


def state_at(bucket: Bucket, seq: int, folder: Path) -> Path:
    """A file with the content after commit `seq`, in `folder`. Raises JournalError when what it takes is gone."""
    copy = Copy(folder)
    install_base(bucket, copy, seq)
    while copy.position is not None and copy.position.seq < seq:
        record = read_record(bucket, copy.position.seq + 1)
        if record is None or record.kind == "gone":
            raise JournalError(
                f"commit {seq} cannot be brought back: record {copy.position.seq + 1} is retired. Bring earlier "
                "versions of the objects below journal/ back from the bucket's versions first"
            )
        follow(bucket, copy, record)
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
