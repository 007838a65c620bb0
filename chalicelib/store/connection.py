"""Connections to the SQLite file, set up alike everywhere (K-004)."""

import sqlite3
from pathlib import Path

BUSY_TIMEOUT_MS = 30_000
CACHE_KIB = 65_536


def connect_immutable(path: Path) -> sqlite3.Connection:
    """A connection that only reads a file nobody changes: no lock, nothing left beside it, and no log looked at."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)


def connect(path: Path) -> sqlite3.Connection:
    """A connection in WAL mode whose transactions are begun and ended by us alone.

    `secure_delete=OFF` because Debian's default rewrites every page that a delete frees.
    Raises sqlite3.DatabaseError when the file is no database.
    """
    connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_MS / 1000, isolation_level=None, check_same_thread=False)
    try:
        connection.row_factory = sqlite3.Row
        connection.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute(f"PRAGMA cache_size=-{CACHE_KIB}")
        connection.execute("PRAGMA secure_delete=OFF")
    except sqlite3.Error:
        connection.close()
        raise
    return connection
