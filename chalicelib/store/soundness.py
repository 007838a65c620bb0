"""Whether a complete database file is one that SQLite can read throughout. A zeroed page may lie where nobody looks."""

import sqlite3
from contextlib import closing
from pathlib import Path

from chalicelib.store.connection import connect_immutable


def find_damage(path: Path) -> str | None:
    """What is wrong with the file, in SQLite's words; None when it is whole. A log beside it is not looked at."""
    try:
        with closing(connect_immutable(path)) as connection:
            found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        return str(error)
    return None if found == "ok" else " ".join(found.split())
