"""The chain as it was: earlier versions of schema.db, and of the records that were retired since (design: retention).

Earlier versions are kept 8 days after they were replaced. A state of the last 7 days needs the checkpoint that was
current then, replaced later than it, and records that were 7 days old at least when they were retired: all are kept.
"""

from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

from chalicelib.ports.bucket import Bucket, BucketObject
from chalicelib.ports.objects import PreconditionFailedError
from chalicelib.store.chain import AHEAD, install_checkpoint, install_snapshot
from chalicelib.store.checkpoints import KEY, THREADS, TRIES, Checkpoint, earlier_checkpoints, read_checkpoint
from chalicelib.store.copies import Copy
from chalicelib.store.errors import JournalError, because
from chalicelib.store.journal import Record, as_record, read_record, record_key
from chalicelib.store.soundness import find_damage
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

    A checkpoint that is damaged is passed over for an earlier one. Costs a HEAD for each checkpoint and each record
    that is passed on the way back. Raises JournalError.
    """
    spoilt: dict[str, JournalError] = {}  # by etag
    for _ in range(TRIES):
        checkpoint = _checkpoint_at(bucket, seq, spoilt)
        snapshot = _snapshot_at(bucket, seq, checkpoint.seq if checkpoint is not None else 0)
        if snapshot is not None:
            install_snapshot(bucket, copy, snapshot)
            demand_sound(copy)
            return
        if checkpoint is None:
            raise next(iter(spoilt.values()), lost(bucket, seq, because("why-no-base", key=KEY)))
        try:
            install_checkpoint(bucket, copy, checkpoint)
            demand_sound(copy)
        except PreconditionFailedError:
            continue  # a newer checkpoint came in between, or the version has just expired
        except JournalError as error:
            spoilt[checkpoint.info.etag] = error
            continue
        return
    raise next(iter(spoilt.values()), JournalError("changing", key=KEY))


def demand_sound(copy: Copy) -> None:
    """Raises JournalError when the copy's file is damaged inside, though it says where it stands."""
    with copy.held() as path:
        damage = find_damage(path)
    if damage is not None:
        seq = copy.position.seq if copy.position is not None else copy.base
        raise JournalError("malformed", seq=seq, why=damage, before=max(seq - 1, 1))


def _checkpoint_at(bucket: Bucket, seq: int, spoilt: Collection[str]) -> Checkpoint | None:
    current = read_checkpoint(bucket)
    if current is not None and current.seq <= seq and current.info.etag not in spoilt:
        return current  # without asking for versions, which takes more permissions
    earlier = (known for known in earlier_checkpoints(bucket) if known.info.etag not in spoilt)
    return next((known for known in earlier if known.seq <= seq), None)


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
