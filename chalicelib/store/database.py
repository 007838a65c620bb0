"""The one SQLite file: what every kind of store offers, and the embedded one that opens the file directly.

Repositories take a connection and do not know which kind of store they run on.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Literal, Protocol, TypeVar

from chalicelib.store.connection import connect
from chalicelib.store.migrations import prepare

Result = TypeVar("Result")
Occasion = Literal["hour", "merge", "run"]

# Rows that one commit deletes at most: a log of few MB, and others get their turn after it.
COMMIT_ROWS = 2_000

# The commit that whoever asks has seen already: reads of this context are of a state that holds it (Kunugi-Seq).
SEEN: ContextVar[int] = ContextVar("seen", default=0)


class Database(Protocol):
    """One SQLite file with many readers and one writer at a time."""

    def read(self) -> AbstractContextManager[sqlite3.Connection]:
        """A connection that sees one state of the database throughout. Nothing may be written through it."""

    def write(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Run `work` in one transaction and make it durable.

        `work` may run more than once, so it is a pure function of the database and its arguments: ids, times and
        random numbers are made outside. What it raises is raised here, and then nothing was written.
        """

    def seq(self) -> int:
        """The number of the newest commit this process knows; 0 where commits have none."""

    def keep_up(self, after: Occasion = "hour") -> None:
        """What has to be done now and then for the file to stay quick to open.

        after: the hourly start asks for all of it, a merge costs nothing unless much has come together, and the end of
        a run (also a merge) waits for less than that.
        """


class EmbeddedDatabase:
    """The file opened in place. SQLite's own locks make one writer at a time, also between processes (K-004).

    Each thread keeps its connection: opening one for every request would throw its cache away.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._own = threading.local()
        self._all: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        prepare(self._connection())

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """See Database.read."""
        connection = self._connection()
        if connection.in_transaction:  # inside another read or a write of this thread: the same state
            yield connection
            return
        connection.execute("BEGIN")
        try:
            yield connection
        finally:
            connection.execute("ROLLBACK")

    def write(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """See Database.write. Waits up to 30 s for another writer."""
        connection = self._connection()
        connection.execute("BEGIN IMMEDIATE")
        try:
            result = work(connection)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return result

    def seq(self) -> int:
        """See Database.seq: everybody reads the same file here."""
        return 0

    def keep_up(self, after: Occasion = "hour") -> None:
        """See Database.keep_up: SQLite does it here."""

    def close(self) -> None:
        """Close the connections of all threads; the database is not used after."""
        with self._lock:
            for connection in self._all:
                connection.close()
            self._all.clear()
        self._own = threading.local()

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            connection = connect(self.path)
            self._own.connection = connection
            with self._lock:
                self._all.append(connection)
        return connection
