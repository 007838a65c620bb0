"""What lies beside a database file belongs to it (K-006)."""

import sqlite3
import subprocess
import sys
from pathlib import Path

from chalicelib.store.importing import count_rows, open_copy
from chalicelib.store.migrations import documented_statements

# Writes to the file in the middle of a transaction, since its cache is too small, and is gone before the end of it.
KILLED = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode=DELETE")
connection.execute("PRAGMA cache_size=10")
connection.execute("BEGIN")
connection.execute("UPDATE products SET name = name || ' changed'")
for n in range(2000):
    connection.execute("INSERT INTO products (name) VALUES (?)", (f"uncommitted {n} " + "x" * 1000,))
os._exit(0)
"""


def test_a_transaction_that_was_cut_off_is_rolled_back(tmp_path: Path) -> None:
    source, folder = tmp_path / "php" / "schema.db", tmp_path / "copy"
    source.parent.mkdir()
    folder.mkdir()
    written = [f"店 {n} " + "y" * 1000 for n in range(100)]  # more pages than that cache has
    made = sqlite3.connect(source, isolation_level=None)
    made.executescript("PRAGMA journal_mode=DELETE; BEGIN;")
    for statement in documented_statements():
        made.execute(statement)
    made.executemany("INSERT INTO products (name) VALUES (?)", [(name,) for name in written])
    made.execute("COMMIT")
    made.close()
    whole = source.stat().st_size
    subprocess.run([sys.executable, "-c", KILLED, str(source)], check=True, timeout=60)
    assert source.stat().st_size > whole
    assert Path(f"{source}-journal").stat().st_size > 0
    before = source.read_bytes()
    copy = open_copy(source, folder, lambda _: {})
    names = [row[0] for row in copy.execute("SELECT name FROM products ORDER BY id")]
    assert names == written
    assert count_rows(copy).products == 100
    copy.close()
    assert source.read_bytes() == before
