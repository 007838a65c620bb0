"""From a copy to the newest state of the chain: the cold start, and catching up (design: copies; commit, step 1)."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

from chalicelib.ports.bucket import Bucket
from chalicelib.ports.objects import PreconditionFailedError
from chalicelib.store.checkpoints import KEY, SNAPSHOTS, THREADS, TRIES, Checkpoint, download, read_checkpoint
from chalicelib.store.copies import Copy
from chalicelib.store.errors import JournalError, because
from chalicelib.store.journal import Record, damaged, later_seqs, missing, read_record, record_key
from chalicelib.store.position import Position

AHEAD = 4 * THREADS  # records fetched before they are applied


def catch_up(bucket: Bucket, copy: Copy, *, confirm: bool) -> Position:
    """Bring the copy to the newest commit and say which that is.

    confirm: ask one LIST whether a later record exists than the first that is missing; before a commit, and on a cold
    start, which confirms always. Raises JournalError for a hole: nothing may be served or written then.
    """
    while True:
        try:
            return _catch_up(bucket, copy, confirm=confirm)
        except JournalError:
            if not _went_past(bucket, copy):
                raise


def _catch_up(bucket: Bucket, copy: Copy, *, confirm: bool) -> Position:
    if copy.position is None:
        copy.confirmed = False
        _fetch(bucket, copy)
    confirm = confirm or not copy.confirmed
    while True:
        here = _standing(copy)
        record = read_record(bucket, here.seq + 1)
        if record is not None:
            follow(bucket, copy, record)
            continue
        if not confirm:
            return here
        if not _has_later(bucket, copy, here.seq):
            copy.confirmed = True
            return here
        _follow_many(bucket, copy, here.seq)


def _went_past(bucket: Bucket, copy: Copy) -> bool:
    """Whether there is a later checkpoint than the copy's base, which may cover what is wrong: a restore went over it.

    A copy above that checkpoint only looks from there on; one below starts anew, at a later commit than it stood at.
    """
    checkpoint = read_checkpoint(bucket)
    if checkpoint is None or checkpoint.seq <= copy.base:
        return False
    if copy.position is None or checkpoint.seq > copy.position.seq:
        _fetch(bucket, copy)
    else:
        _check_is_ours(bucket, checkpoint)
        copy.start_at(checkpoint.seq)
    return True


def _has_later(bucket: Bucket, copy: Copy, seq: int) -> bool:
    """Whether a record after `seq` is there. Raises JournalError for a hole anywhere from the copy's base on.

    Looking from the base on, and not from `seq`, finds what was removed below a copy that had it already: it would go
    on acknowledging what no cold start would serve. A cold start wants the base's own record too.
    """
    expected = max(copy.base, 1)
    for found in later_seqs(bucket, expected - 1):
        if found != expected and expected == copy.base:
            break
        if found != expected and (expected <= seq or read_record(bucket, expected) is None):
            raise missing(expected, found)  # else it was made while the LIST ran
        if found > seq:
            return True
        expected += 1
    if expected == copy.base:
        raise JournalError("file-without-journal", key=KEY, seq=copy.base)
    if expected <= seq:
        raise missing(expected, seq)
    return False


def follow(bucket: Bucket, copy: Copy, record: Record) -> None:
    """Bring one record into the copy. Raises JournalError when it does not follow on what the copy holds."""
    here = _standing(copy)
    if (record.seq, record.parent) != (here.seq + 1, here.commit):
        raise JournalError("broken-chain", seq=record.seq, parent=record.parent, here=here.seq, commit=here.commit)
    if record.kind == "wal":
        copy.apply(record.wal, Position(record.seq, record.commit))
        copy.fetched[record.seq] = len(record.body)
    elif record.kind == "snapshot":
        install_snapshot(bucket, copy, record)
    else:
        _fetch(bucket, copy, at_least=record.seq)


def _follow_many(bucket: Bucket, copy: Copy, seq: int) -> None:
    """Apply all later records, fetched some at a time in parallel. A hole among them is left for the caller to find."""
    with ThreadPoolExecutor(THREADS) as pool:
        seqs = _unbroken(later_seqs(bucket, seq), seq + 1)
        while window := list(islice(seqs, AHEAD)):
            for record in pool.map(lambda number: read_record(bucket, number), window):
                here = _standing(copy)
                if record is None or record.seq <= here.seq:
                    continue  # a snapshot or a checkpoint went past it
                follow(bucket, copy, record)


def _unbroken(seqs: Iterator[int], first: int) -> Iterator[int]:
    for expected, seq in enumerate(seqs, start=first):
        if seq != expected:
            return
        yield seq


def _standing(copy: Copy) -> Position:
    if copy.position is None:
        raise JournalError("untrusted")
    return copy.position


def _fetch(bucket: Bucket, copy: Copy, at_least: int = 0) -> None:
    """Start the copy from the last checkpoint, or from the snapshot that began the journal."""
    for _ in range(TRIES):
        checkpoint = read_checkpoint(bucket)
        if checkpoint is None:
            _fetch_first_snapshot(bucket, copy)
            return
        if checkpoint.seq < at_least:
            raise JournalError("retired-beyond", seq=at_least, key=KEY, checkpoint=checkpoint.seq)
        _check_is_ours(bucket, checkpoint)
        try:
            install_checkpoint(bucket, copy, checkpoint)
        except PreconditionFailedError:
            continue  # a newer checkpoint came in between
        return
    raise JournalError("changing", key=KEY)


def _check_is_ours(bucket: Bucket, checkpoint: Checkpoint) -> None:
    """Raises JournalError when the journal lacks the checkpoint's own record, or has another commit there.

    A record that does not say its commit proves nothing, and what it held is in the checkpoint; the next one names it.
    """
    if checkpoint.seq == 0:
        return
    info = bucket.info(record_key(checkpoint.seq))
    if info is None:
        raise JournalError("file-without-journal", key=KEY, seq=checkpoint.seq)
    commit = info.metadata.get("commit", checkpoint.commit)
    if commit != checkpoint.commit:
        raise JournalError("file-of-another", key=KEY, seq=checkpoint.seq, commit=checkpoint.commit, found=commit)


def install_checkpoint(bucket: Bucket, copy: Copy, checkpoint: Checkpoint) -> None:
    """Start the copy from a checkpoint, now or earlier. Raises PreconditionFailedError when it is there no more."""
    with copy.arriving() as path:
        download(bucket, checkpoint.info, path)
        found = copy.install()
    copy.fetched.clear()
    copy.start_at(checkpoint.seq)
    if (found.seq, found.commit) != (checkpoint.seq, checkpoint.commit):
        copy.position = None
        raise JournalError("holds-other", key=KEY, seq=checkpoint.seq, found=found.seq, commit=found.commit)


def _fetch_first_snapshot(bucket: Bucket, copy: Copy) -> None:
    first = read_record(bucket, 1)
    if first is None or first.kind != "snapshot":
        later = next(later_seqs(bucket, 0), None)
        if later is None:
            raise JournalError("empty", key=KEY)
        raise JournalError("journal-without-file", later=later, key=KEY)
    copy.fetched.clear()
    copy.start_at(0)
    install_snapshot(bucket, copy, first)


def install_snapshot(bucket: Bucket, copy: Copy, record: Record) -> None:
    """Start the copy from the complete file that a snapshot record names. Raises JournalError."""
    key = record.body.decode("ascii", "replace")
    info = bucket.info(key) if re.fullmatch(SNAPSHOTS + r"[0-9a-f-]{36}\.db", key) else None
    if info is None:
        raise damaged(record.seq, because("why-no-file", file=key[:80]))
    try:
        with copy.arriving() as path:
            download(bucket, info, path)
            found = copy.install()
    except PreconditionFailedError as error:
        raise damaged(record.seq, because("why-changed", file=key)) from error
    copy.fetched[record.seq] = info.size
    if (found.seq, found.commit) != (record.seq, record.commit):
        copy.position = None
        raise damaged(record.seq, because("why-file-differs", file=key, found=found.seq, commit=found.commit))
