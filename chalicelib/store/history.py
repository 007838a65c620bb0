"""The chain as it was: earlier versions of schema.db, and of the records that were retired since (design: retention).

Earlier versions are kept 8 days after they were replaced. A state of the last 7 days needs the checkpoint that was
current then, replaced later than it, and records that were 7 days old at least when they were retired: all are kept.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

from chalicelib.ports.bucket import Bucket, BucketObject
from chalicelib.ports.objects import PreconditionFailedError
from chalicelib.store.chain import AHEAD, install_checkpoint, install_snapshot
from chalicelib.store.checkpoints import KEY, THREADS, TRIES, Checkpoint, earlier_checkpoints, read_checkpoint
from chalicelib.store.copies import Copy
from chalicelib.store.errors import JournalError, because
from chalicelib.store.journal import Record, as_record, read_record, record_key
from chalicelib.texts import Text


def record_as_it_was(bucket: Bucket, seq: int) -> Record | None:
    """Commit number `seq` with its content, though it was retired or removed since; None when that is gone for good."""
    record = read_record(bucket, seq)
    if record is not None and record.kind != "gone":
        return record
    for info in bucket.versions(record_key(seq)):
        if info.metadata.get("kind") != "gone":
            found = bucket.read(info.key, version=info.version)
            if found is not None:
                return as_record(seq, found)
    return None


def info_as_it_was(bucket: Bucket, seq: int) -> Record | None:
    """The same without its body; the record that says `gone` where nothing else is left."""
    info = bucket.info(record_key(seq))
    if info is not None and info.metadata.get("kind") != "gone":
        return as_record(seq, BucketObject(b"", info))
    known = [info] if info is not None else []
    earlier = (version for version in bucket.versions(record_key(seq)) if version.metadata.get("kind") != "gone")
    return next((as_record(seq, BucketObject(b"", version)) for version in (*islice(earlier, 1), *known)), None)


def install_base(bucket: Bucket, copy: Copy, seq: int) -> None:
    """Start the copy from the nearest complete file at or below commit `seq`: a checkpoint, or a snapshot record's.

    Costs a HEAD for each checkpoint and each record that is passed on the way back. Raises JournalError.
    """
    for _ in range(TRIES):
        checkpoint = _checkpoint_at(bucket, seq)
        snapshot = _snapshot_at(bucket, seq, checkpoint.seq if checkpoint is not None else 0)
        if snapshot is not None:
            install_snapshot(bucket, copy, snapshot)
            return
        if checkpoint is None:
            raise lost(bucket, seq, because("why-no-base", key=KEY))
        try:
            install_checkpoint(bucket, copy, checkpoint)
        except PreconditionFailedError:
            continue  # a newer checkpoint came in between, or the version has just expired
        return
    raise JournalError("changing", key=KEY)


def _checkpoint_at(bucket: Bucket, seq: int) -> Checkpoint | None:
    current = read_checkpoint(bucket)
    if current is not None and current.seq <= seq:
        return current  # without asking for versions, which takes more permissions
    return next((known for known in earlier_checkpoints(bucket) if known.seq <= seq), None)


def _snapshot_at(bucket: Bucket, seq: int, above: int) -> Record | None:
    """The last snapshot record at or below `seq` and above that checkpoint."""
    with ThreadPoolExecutor(THREADS) as pool:
        numbers = iter(range(seq, above, -1))
        while window := list(islice(numbers, AHEAD)):
            for known in pool.map(lambda number: info_as_it_was(bucket, number), window):
                if known is not None and known.kind == "snapshot":
                    return record_as_it_was(bucket, known.seq)
    return None


def records_as_they_were(bucket: Bucket, first: int, last: int) -> Iterator[Record]:
    """The commits from `first` to `last`, fetched some at a time in parallel. Raises JournalError."""
    with ThreadPoolExecutor(THREADS) as pool:
        numbers = iter(range(first, last + 1))
        while window := list(islice(numbers, AHEAD)):
            for seq, record in zip(
                window, pool.map(lambda number: record_as_it_was(bucket, number), window), strict=True
            ):
                if record is None:
                    raise lost(bucket, last, because("why-retired", seq=seq))
                yield record


def lost(bucket: Bucket, seq: int, why: Text) -> JournalError:
    """What to say when a state cannot be brought back."""
    if not bucket.is_versioned():
        return JournalError("lost-unversioned", seq=seq, why=why)
    oldest = min((known.seq for known in earlier_checkpoints(bucket)), default=None)
    reach = because("lost-reach", oldest=oldest) if oldest is not None else ""
    return JournalError("lost-expired", seq=seq, why=why, reach=reach)
