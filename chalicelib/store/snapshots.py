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
from chalicelib.store.position import Position, write_position


def commit_file(bucket: Bucket, copy: Copy, wal: bytes, here: Position, commit: str, clock: Clock) -> bool:
    """Commit what `wal` makes of the copy's file. False when another commit has the number."""
    with copy.held() as path:
        shutil.copyfile(path, copy.incoming)
    log = copy.incoming.with_name(copy.incoming.name + "-wal")
    log.write_bytes(wal)
    with closing(connect(copy.incoming)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return _commit(bucket, copy, here, commit, clock)


def commit_content(
    bucket: Bucket, copy: Copy, file: Path, here: Position, settle: Callable[[sqlite3.Connection], None], clock: Clock
) -> bool:
    """Commit a complete database file, after `settle`, in place of the present content: restore, replace, import."""
    commit = str(uuid.uuid4())
    shutil.copyfile(file, copy.incoming)
    with closing(connect(copy.incoming)) as connection:
        connection.execute("BEGIN")
        settle(connection)
        write_position(connection, here.seq + 1, commit)
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return _commit(bucket, copy, here, commit, clock)


def _commit(bucket: Bucket, copy: Copy, here: Position, commit: str, clock: Clock) -> bool:
    key = f"{SNAPSHOTS}{uuid.uuid4()}.db"
    bucket.write_file(key, copy.incoming, only_if_new=True)
    record = Record(here.seq + 1, "snapshot", commit, here.commit, moment_text(clock.now()), key.encode())
    if not put_record(bucket, record, clock):
        return False
    size = copy.incoming.stat().st_size
    copy.fetched[copy.install().seq] = size
    return True
