"""The journal in the bucket: one object a commit, created once and never freed (design: keys in the bucket)."""

import re
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Literal, NamedTuple, get_args

from chalicelib.ports.bucket import Bucket, BucketObject
from chalicelib.store.errors import JournalError, because
from chalicelib.texts import Text

Kind = Literal["wal", "snapshot", "gone"]
PREFIX = "journal/"
COMPRESSION = 3  # 6 makes records a sixth smaller and takes longer than all the rest of a commit
MAX_WAL_BYTES = 512 * 1024 * 1024  # what a record may inflate to


class Record(NamedTuple):
    """Commit number `seq`.

    kind: `wal`, whose body is the compressed write-ahead log; `snapshot`, whose body is the key of a complete file;
    `gone`, whose content was retired. parent: the id of the commit before. at: UTC, `YYYY-MM-DDTHH:MM:SS.mmmZ`.
    """

    seq: int
    kind: Kind
    commit: str
    parent: str
    at: str
    body: bytes

    @property
    def wal(self) -> bytes:
        """The write-ahead log of a `wal` record. Raises JournalError."""
        unpacking = zlib.decompressobj()
        try:
            wal = unpacking.decompress(self.body, MAX_WAL_BYTES)
        except zlib.error as error:
            raise damaged(self.seq, because("why-garbled", error=error)) from error
        if not unpacking.eof:
            raise damaged(self.seq, because("why-cut"))
        return wal


def wal_record(seq: int, commit: str, parent: str, at: str, wal: bytes) -> Record:
    """A record of kind `wal`."""
    return Record(seq, "wal", commit, parent, at, zlib.compress(wal, COMPRESSION))


def record_key(seq: int) -> str:
    """`journal/<seq, 20 digits>`."""
    return f"{PREFIX}{seq:020d}"


def moment_text(moment: datetime) -> str:
    """A time as records and snapshots hold it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def metadata_of(record: Record) -> dict[str, str]:
    """What stands beside the body."""
    return {"kind": record.kind, "commit": record.commit, "parent": record.parent, "at": record.at}


def read_record(bucket: Bucket, seq: int) -> Record | None:
    """Commit number `seq`; None when nobody made it. Raises JournalError when what is there is no record."""
    found = bucket.read(record_key(seq))
    return as_record(seq, found) if found is not None else None


def read_info(bucket: Bucket, seq: int) -> Record:
    """Commit number `seq` without its body. Raises JournalError when there is none."""
    info = bucket.info(record_key(seq))
    if info is None:
        raise JournalError("no-commit", seq=seq)
    return as_record(seq, BucketObject(b"", info))


def as_record(seq: int, found: BucketObject) -> Record:
    """What lies or lay at the key of commit `seq`. Raises JournalError when that is no record."""
    told = found.info.metadata
    kind = told.get("kind")
    if kind not in get_args(Kind) or not all(told.get(name) for name in ("commit", "parent", "at")):
        raise damaged(seq, because("why-no-metadata"))
    checked: Kind = "wal" if kind == "wal" else "snapshot" if kind == "snapshot" else "gone"
    return Record(seq, checked, told["commit"], told["parent"], told["at"], found.body)


def later_seqs(bucket: Bucket, seq: int) -> Iterator[int]:
    """The numbers of the records after `seq`, ascending."""
    for key in bucket.keys(PREFIX, after=record_key(seq)):
        match = re.fullmatch(r"journal/([0-9]{20})", key)
        if match is None:
            raise JournalError("not-a-record", key=key)
        yield int(match.group(1))


def damaged(seq: int, why: Text) -> JournalError:
    """What to say of a record that cannot be used. There is nothing to restore before the first."""
    key = "damaged" if seq > 1 else "damaged-first"
    return JournalError(key, seq=seq, key=record_key(seq), why=why, before=seq - 1)


def missing(seq: int, later: int) -> JournalError:
    """What to say of a hole."""
    key = "missing" if seq > 1 else "missing-first"
    return JournalError(key, seq=seq, key=record_key(seq), later=later, before=seq - 1)
