"""The debug mode that finds a work which is no pure function of the database."""

import itertools
import sqlite3
import uuid
from collections.abc import Callable
from typing import Any

import pytest

from chalicelib.store.database import EmbeddedDatabase
from chalicelib.store.products import add_product
from chalicelib.store.proof import ImpureWorkError, ProvingDatabase

counter = itertools.count()


def names(database: EmbeddedDatabase) -> list[str]:
    with database.read() as connection:
        return [row[0] for row in connection.execute("SELECT name FROM products ORDER BY id")]


def test_a_pure_work_is_written_once_and_gives_its_result(database: EmbeddedDatabase) -> None:
    proving = ProvingDatabase(database)
    assert [proving.write(lambda c, name=name: add_product(c, name, "now")) for name in ("一", "二")] == [1, 2]  # type: ignore[misc] # bound now
    assert names(database) == ["一", "二"]


@pytest.mark.parametrize(
    "work",
    [
        lambda c: add_product(c, str(uuid.uuid4()), "now") and None,
        lambda c: add_product(c, "店", str(next(counter))) and None,
        lambda c: c.execute("INSERT INTO products (name, created_at) VALUES (hex(randomblob(8)), 'now')"),
        lambda _: uuid.uuid4(),
        lambda c: [add_product(c, "店", "now") for _ in range(next(counter) % 2)] and None,
    ],
    ids=["id", "time", "sql", "result", "kept outside"],
)
def test_an_impure_work_is_found_and_nothing_is_written(
    database: EmbeddedDatabase, work: Callable[[sqlite3.Connection], Any]
) -> None:
    with pytest.raises(ImpureWorkError):
        ProvingDatabase(database).write(work)
    assert names(database) == []


def test_what_the_work_raises_is_raised(database: EmbeddedDatabase) -> None:
    def fail(connection: sqlite3.Connection) -> None:
        add_product(connection, "店", "now")
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        ProvingDatabase(database).write(fail)
    assert names(database) == []
