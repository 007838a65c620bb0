"""Where a database file stands in the journal: the number and id of its last commit, and who may write it."""

import sqlite3
from typing import NamedTuple

from chalicelib.store.queries import sql

ROOT = "root"
# Raised with a migration that code before it must not write through (design: releases).
WRITER = 1


class Position(NamedTuple):
    """The row of `store_position`."""

    seq: int
    commit: str
    min_writer: int = WRITER


def read_position(connection: sqlite3.Connection) -> Position:
    """Where the file stands. Raises sqlite3.Error when it has no such row: it is not a file of this store."""
    row = connection.execute(sql("position.read")).fetchone()
    if row is None:
        raise sqlite3.DatabaseError("the file does not say where it stands (store_position is empty)")
    return Position(*row)


def write_position(connection: sqlite3.Connection, seq: int, commit: str) -> None:
    """Note the commit that this transaction is."""
    connection.execute(sql("position.write"), {"seq": seq, "commit": commit})
