"""`schema.db` in the bucket: a complete, ordinary SQLite file, from which a copy starts (design: checkpoint)."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from chalicelib.ports.bucket import Bucket, ObjectInfo
from chalicelib.ports.objects import PreconditionFailedError
from chalicelib.store.errors import JournalError

KEY = "schema.db"
SNAPSHOTS = "snapshots/"
RANGE_BYTES = 8 * 1024 * 1024
THREADS = 8
TRIES = 5


class Checkpoint(NamedTuple):
    """The last checkpoint: the commit it holds, and the number up to which records are retired."""

    seq: int
    commit: str
    retired: int
    info: ObjectInfo


def read_checkpoint(bucket: Bucket) -> Checkpoint | None:
    """What the last checkpoint says of itself; None when there is none. Raises JournalError."""
    info = bucket.info(KEY)
    if info is None:
        return None
    known = _checkpoint(info)
    if known is None:
        raise JournalError("by-hand", key=KEY)
    return known


def earlier_checkpoints(bucket: Bucket) -> Iterator[Checkpoint]:
    """What `schema.db` holds and held, newest first, as far back as the bucket keeps versions."""
    return (known for info in bucket.versions(KEY) if (known := _checkpoint(info)) is not None)


def _checkpoint(info: ObjectInfo) -> Checkpoint | None:
    told = info.metadata
    try:
        return Checkpoint(int(told["seq"]), told["commit"], int(told.get("retired", "0")), info)
    except (KeyError, ValueError):
        return None


def download(bucket: Bucket, info: ObjectInfo, path: Path) -> None:
    """Fetch an object (or the version of it that `info` is of) in parallel ranges, pinned to its etag.

    Raises PreconditionFailedError when it changed.
    """

    def one(start: int) -> bytes:
        return bucket.read_range(info.key, start, RANGE_BYTES, etag=info.etag, version=info.version)

    with path.open("wb") as file, ThreadPoolExecutor(THREADS) as pool:
        for piece in pool.map(one, range(0, info.size, RANGE_BYTES)):
            file.write(piece)
    if path.stat().st_size != info.size:
        raise JournalError("short", key=info.key, got=path.stat().st_size, size=info.size)


def upload(bucket: Bucket, path: Path, *, seq: int, commit: str, retired: int, etag: str | None) -> bool:
    """Put a checkpoint in place of the one with `etag` (None: where there is none). False: somebody was faster."""
    metadata = {"seq": str(seq), "commit": commit, "retired": str(retired)}
    try:
        bucket.write_file(KEY, path, metadata=metadata, only_if_new=etag is None, if_match=etag)
    except PreconditionFailedError:
        return False
    return True
