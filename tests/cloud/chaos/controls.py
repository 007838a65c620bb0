"""What is taken away from the protocol, one at a time, so that the checks can be seen to miss it."""

import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from chalicelib.ports.bucket import Bucket
from chalicelib.ports.clock import Clock
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.store import commits, upkeep
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.commits import put_record
from chalicelib.store.copies import Copy
from chalicelib.store.journal import Record, moment_text, read_record, record_key, wal_record
from chalicelib.store.position import Position


def take_away(control: str, patch: Any) -> None:
    """Take `control` away in this process; nothing for "". patch: a pytest.MonkeyPatch."""
    if control:
        for piece in control.split("+"):
            _CONTROLS[piece](patch)


def _no_condition(patch: Any) -> None:
    """Records are put over what is there."""
    write = S3Bucket.write

    def unconditional(self: S3Bucket, key: str, body: bytes, **keywords: Any) -> str:
        keywords.pop("only_if_new", None)
        return write(self, key, body, **keywords)

    patch.setattr(S3Bucket, "write", unconditional)


def _no_commit_id(patch: Any) -> None:
    """Whatever lies at the key is taken for somebody else's."""

    def nobody_s(bucket: Bucket, seq: int) -> Record | None:
        record = read_record(bucket, seq)
        return record._replace(commit="") if record is not None else None

    patch.setattr(commits, "read_record", nobody_s)


def _deletes(patch: Any) -> None:
    """Retired records are deleted. The checkpoint's own stays: without it the bucket would be refused at once."""

    def delete(bucket: Any, clock: Clock, *, after: int, upto: int) -> int:
        for seq in range(after + 1, upto):
            bucket.delete(record_key(seq))
        return upto - after - 1

    patch.setattr(upkeep, "retire", delete)


def _survives(patch: Any) -> None:
    """A copy takes the file, and the log beside it, that a process before it left in its folder."""
    begin = Copy.__init__

    def begin_again(self: Copy, folder: Path) -> None:
        left = folder.with_name(folder.name + "-left")
        if (folder / "schema.db").exists():
            shutil.copytree(folder, left, dirs_exist_ok=True)
        begin(self, folder)
        if left.exists():
            shutil.rmtree(folder)
            left.rename(folder)
            self.position = self._look()
            self.base = self.position.seq
            self.confirmed = True

    patch.setattr(Copy, "__init__", begin_again)


def _applies_first(patch: Any) -> None:
    """A commit is brought into the copy before it is durable, as the design page had it."""

    def commit(self: Any, here: Position, commit: str, made: Any) -> bool:
        record = wal_record(here.seq + 1, commit, here.commit, moment_text(self._clock.now()), made.wal)
        self._copy.apply(made.wal, Position(record.seq, commit))
        return put_record(self._bucket, record, self._clock)

    patch.setattr(BucketDatabase, "_commit", commit)


_CONTROLS: dict[str, Callable[[Any], None]] = {
    "no-condition": _no_condition,
    "no-commit-id": _no_commit_id,
    "deletes": _deletes,
    "survives": _survives,
    "applies-first": _applies_first,
}


def hurry(patch: Any, keep: timedelta) -> None:
    """Checkpoints after a few records, and retention after `keep`: else a minute would see neither."""
    patch.setattr("chalicelib.store.bucket_database.RECORDS", 8)
    patch.setattr(upkeep, "KEEP", keep)
    patch.setattr("chalicelib.store.bucket_database.SNAPSHOT_BYTES", 60_000)
