"""The private copy of the database that a process reads and prepares its commits on (design: copies).

The file itself only ever holds commits that are durable in the bucket:

- A transaction is *recorded*: it runs in a write-ahead log beside the file, the log is read, and the log is dropped
  before anything of it reaches the file. What the bucket then accepts is *applied*, the same way as what others wrote.
- Readers open the file as immutable. They see no log, leave no files behind and hold no SQLite lock, so a log may lie
  beside the file while they read. Only an apply, which changes the file, waits for them.
"""

import errno
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from chalicelib.store.errors import JournalError, NoRoomError, StoreError, because
from chalicelib.store.journal import damaged
from chalicelib.store.migrations import SchemaError
from chalicelib.store.position import Position, read_position, write_position
from chalicelib.store.sharing import Sharing

Result = TypeVar("Result")

CACHE_KIB = 65_536


class Recorded(NamedTuple, Generic[Result]):
    """What the work gave, and its write-ahead log; no log when it changed nothing."""

    result: Result
    wal: bytes | None


class Copy:
    """One file in a folder that belongs to this process alone.

    The folder is emptied at the start: what a process before this one left may hold a commit that nobody acknowledged.
    `position` is None while there is no file that can be trusted: then it is fetched anew, never mended.
    `base` is the commit it was fetched at; `confirmed` says that a LIST has shown no hole above that since; `fetched`
    is how many bytes each commit above it took, and so what the journal costs whoever starts at `base`.
    """

    def __init__(self, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.path = folder / "schema.db"
        self.incoming = folder / "incoming.db"
        self.position: Position | None = None
        self.base = 0
        self.confirmed = False
        self.fetched: dict[int, int] = {}
        self._sharing = Sharing()

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """A connection that sees one state throughout. Raises StoreError while there is no file."""
        with self._sharing.shared():
            if self.position is None:
                raise StoreError("no-copy")
            with closing(_connect(f"{self.path.as_uri()}?immutable=1")) as connection:
                yield connection

    @contextmanager
    def held(self) -> Iterator[Path]:
        """The file, unchanged as long as it is held."""
        with self._sharing.shared():
            yield self.path

    def start_at(self, base: int) -> None:
        """There is a checkpoint at commit `base`: only what comes after it counts."""
        self.base = base
        self.fetched = {seq: size for seq, size in self.fetched.items() if seq > base}

    @contextmanager
    def arriving(self) -> Iterator[Path]:
        """Where a complete file is put together, to be taken by `install` before this ends.

        Nothing of an attempt stays behind: it would take the room of the next, and a log beside another file would be
        brought into it. A file that cannot be trusted makes room too. Raises NoRoomError.
        """
        if self.position is None:
            with self._sharing.alone():
                self._drop_log()
                self.path.unlink(missing_ok=True)
        self._drop_incoming()
        try:
            with _room():
                yield self.incoming
        finally:
            self._drop_incoming()

    def install(self) -> Position:
        """Take `incoming` in place of the file. Raises JournalError when it is no database of this store."""
        with self._sharing.alone():
            self.position = None
            self._drop_log()
            self.incoming.replace(self.path)
            self.position = self._look()
            return self.position

    def apply(self, wal: bytes, expected: Position) -> None:
        """Bring a commit into the file: SQLite's own recovery of its log, then a complete checkpoint.

        Raises JournalError when the file is then not where the commit said, NoRoomError; the copy is no longer trusted.
        """
        with self._sharing.alone():
            self.position = None  # until all of it is in the file
            try:
                with _room():
                    self._log().write_bytes(wal)
                    with closing(_connect(self.path.as_uri())) as connection:
                        busy, frames, moved = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except BaseException:
                self._drop_log()
                raise
            if busy or frames or moved:  # a blocked checkpoint is told by these, not by an error
                raise StoreError("not-applied", seq=expected.seq, busy=busy, frames=frames)
            found = self._look()
            if (found.seq, found.commit) != (expected.seq, expected.commit):
                raise damaged(expected.seq, because("why-stands", found=found.seq, commit=found.commit))
            self.position = found

    def record(self, work: Callable[[sqlite3.Connection], Result], seq: int, commit: str) -> "Recorded[Result]":
        """Run `work` as commit `seq` and give its log; the file stays as it is. One caller at a time.

        A second, read-only connection stays open until the log is read and is closed last: the last one to close would
        otherwise bring the log into the file. Raises what `work` raises, and NoRoomError.
        """
        before = self.path.stat().st_mtime_ns
        try:
            with (
                _room(),
                closing(_connect(f"{self.path.as_uri()}?mode=ro")) as guard,
                closing(_connect(self.path.as_uri())) as writer,
            ):
                writer.execute("PRAGMA wal_autocheckpoint=0")
                writer.execute("SELECT 1 FROM sqlite_master").fetchone()  # makes what the guard may only open
                guard.execute("BEGIN")
                guard.execute("SELECT 1 FROM sqlite_master").fetchone()
                return self._transaction(writer, work, seq, commit)
        finally:
            if self.path.stat().st_mtime_ns != before:
                self.position = None  # something of the transaction is in the file
            self._drop_log()

    def _transaction(
        self, writer: sqlite3.Connection, work: Callable[[sqlite3.Connection], Result], seq: int, commit: str
    ) -> "Recorded[Result]":
        writer.execute("BEGIN IMMEDIATE")
        changes = writer.total_changes
        try:
            result = work(writer)
            if writer.total_changes == changes:
                writer.execute("ROLLBACK")
                return Recorded(result, None)
            write_position(writer, seq, commit)
            writer.execute("COMMIT")
        except BaseException:
            if writer.in_transaction:
                writer.execute("ROLLBACK")
            raise
        return Recorded(result, self._log().read_bytes())

    def _look(self) -> Position:
        try:
            with closing(_connect(f"{self.path.as_uri()}?immutable=1")) as connection:
                return read_position(connection)
        except sqlite3.DatabaseError as error:
            raise JournalError("no-database", error=error) from error

    def _log(self) -> Path:
        return self.path.with_name(self.path.name + "-wal")

    def _drop_log(self) -> None:
        for suffix in ("-wal", "-shm"):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)

    def _drop_incoming(self) -> None:
        for suffix in ("", "-wal", "-shm", "-journal"):
            self.incoming.with_name(self.incoming.name + suffix).unlink(missing_ok=True)


def _connect(uri: str) -> sqlite3.Connection:
    """A connection to the private file. It is gone with the process, so nothing waits for the disk."""
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    try:
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA secure_delete=OFF")
        connection.execute(f"PRAGMA cache_size=-{CACHE_KIB}")
    except sqlite3.Error:
        connection.close()  # one that stayed open would erase the next log that is laid beside the file
        raise
    return connection


@contextmanager
def _room() -> Iterator[None]:
    """A full disk in words that say what to do."""
    try:
        yield
    except (sqlite3.OperationalError, SchemaError) as error:
        cause = error.__cause__ if isinstance(error, SchemaError) else error
        if isinstance(cause, sqlite3.OperationalError) and re.search("full|disk I/O", str(cause)):
            raise NoRoomError("no-room", error=cause) from error
        raise
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise NoRoomError("no-room", error=error) from error
        raise
