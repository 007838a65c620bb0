"""Big changes: the complete new file is uploaded first, then one small record commits it (design: snapshot commits)."""

import shutil
import sqlite3
import uuid
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from chalicelib.ports.bucket import Bucket
from chalicelib.ports.clock import Clock
from chalicelib.store.checkpoints import SNAPSHOTS
from chalicelib.store.commits import put_record
from chalicelib.store.connection import connect
from chalicelib.store.copies import Copy
from chalicelib.store.journal import Record, moment_text
from chalicelib.store.migrations import prepare
from chalicelib.store.position import ROOT, Position, write_position


def commit_file(bucket: Bucket, copy: Copy, wal: bytes, here: Position, commit: str, clock: Clock) -> bool:
    """Commit what `wal` makes of the copy's file. False when another commit has the number. Raises NoRoomError."""
    with copy.arriving() as path:
        with copy.held() as file:
            shutil.copyfile(file, path)
        path.with_name(path.name + "-wal").write_bytes(wal)
        with closing(connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return _commit(bucket, copy, here, commit, clock)


def commit_content(
    bucket: Bucket, copy: Copy, file: Path, here: Position, settle: Callable[[sqlite3.Connection], None], clock: Clock
) -> bool:
    """Commit a complete database file, after `settle`, in place of the present content: restore, replace, import.

    False when another commit has the number. Raises NoRoomError.
    """
    commit = str(uuid.uuid4())
    with copy.arriving() as path:
        shutil.copyfile(file, path)
        with closing(connect(path)) as connection:
            connection.execute("BEGIN")
            settle(connection)
            write_position(connection, here.seq + 1, commit)
            connection.execute("COMMIT")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return _commit(bucket, copy, here, commit, clock)


def begin(bucket: Bucket, copy: Copy, clock: Clock) -> None:
    """Begin the journal of an empty bucket with an empty database; somebody else's beginning is as good.

    The copy stays as it is. Raises NoRoomError.
    """
    commit = str(uuid.uuid4())
    with copy.arriving() as path:
        with closing(connect(path)) as connection:
            prepare(connection)
            connection.execute("BEGIN")
            write_position(connection, 1, commit)
            connection.execute("COMMIT")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        put_record(bucket, _upload(bucket, copy, Position(0, ROOT), commit, clock), clock)


def _commit(bucket: Bucket, copy: Copy, here: Position, commit: str, clock: Clock) -> bool:
    record = _upload(bucket, copy, here, commit, clock)
    if not put_record(bucket, record, clock):
        return False
    size = copy.incoming.stat().st_size
    copy.fetched[copy.install().seq] = size
    return True


def _upload(bucket: Bucket, copy: Copy, here: Position, commit: str, clock: Clock) -> Record:
    """Put the complete file into the bucket; gives the record that names it."""
    key = f"{SNAPSHOTS}{uuid.uuid4()}.db"
    bucket.write_file(key, copy.incoming, only_if_new=True)
    return Record(here.seq + 1, "snapshot", commit, here.commit, moment_text(clock.now()), key.encode())
