"""A debug mode that proves what `Database.write` asks for: run again on the same state, the work does the same.

In a bucket the work runs again after each lost race. One that makes an id or reads the time inside would then commit
something else than it answered, and only under load.
"""

import hashlib
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TypeVar

from chalicelib.store.database import Database, Occasion

Result = TypeVar("Result")


class ImpureWorkError(AssertionError):
    """The work gave or wrote something else when it ran again."""


class ProvingDatabase:
    """A database that runs every work twice before it commits. Each write reads the whole file: not for large ones."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def read(self) -> AbstractContextManager[sqlite3.Connection]:
        """See Database.read."""
        return self._database.read()

    def write(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """See Database.write. Raises ImpureWorkError, and then nothing was written."""

        def work_twice(connection: sqlite3.Connection) -> Result:
            connection.execute("SAVEPOINT proof")
            first, written = work(connection), _content(connection)
            connection.execute("ROLLBACK TO proof")
            connection.execute("RELEASE proof")
            second = work(connection)
            if first != second and not isinstance(first, sqlite3.Cursor):
                raise ImpureWorkError(f"{work} gave {first!r}, and then {second!r}")
            if written != _content(connection):
                raise ImpureWorkError(f"{work} wrote something else when it ran again")
            return second

        return self._database.write(work_twice)

    def seq(self) -> int:
        """See Database.seq."""
        return self._database.seq()

    def keep_up(self, after: Occasion = "hour") -> None:
        """See Database.keep_up."""
        self._database.keep_up(after)


def _content(connection: sqlite3.Connection) -> bytes:
    """A digest of all tables. Not of the file: what its pages hold beyond their rows is left to chance."""
    digest = hashlib.sha256()
    for statement in connection.iterdump():
        digest.update(statement.encode())
    return digest.digest()
