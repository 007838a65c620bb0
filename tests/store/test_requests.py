"""A request that comes twice is done once, and answers the same."""

import sqlite3

import pytest

from chalicelib.store.database import EmbeddedDatabase
from chalicelib.store.products import add_product
from chalicelib.store.requests import forget_requests, once

NOW = "2026-04-01 00:00:00"


def add(connection: sqlite3.Connection) -> int:
    return add_product(connection, "店", NOW)


def names(database: EmbeddedDatabase) -> list[str]:
    with database.read() as connection:
        return [row[0] for row in connection.execute("SELECT name FROM products ORDER BY id")]


def test_the_second_gives_what_the_first_gave(database: EmbeddedDatabase) -> None:
    assert [database.write(once("key", int, add, NOW)) for _ in range(3)] == [1, 1, 1]
    assert database.write(once("other", int, add, NOW)) == 2
    assert names(database) == ["店", "店"]


def test_without_a_key_each_is_a_request_of_its_own(database: EmbeddedDatabase) -> None:
    assert [database.write(once(None, int, add, NOW)) for _ in range(2)] == [1, 2]


def test_what_failed_or_changed_nothing_is_tried_again(database: EmbeddedDatabase) -> None:
    def fail(connection: sqlite3.Connection) -> int:
        add(connection)
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        database.write(once("key", int, fail, NOW))
    assert database.write(once("key", int, lambda _: 0, NOW)) == 0
    assert database.write(once("key", int, add, NOW)) == 1
    assert names(database) == ["店"]


def test_notes_are_dropped_some_at_a_time_when_they_are_old(database: EmbeddedDatabase) -> None:
    for number in range(5):
        database.write(once(f"old {number}", int, add, "2026-04-01 00:00:00"))
    database.write(once("new", int, add, "2026-04-02 00:00:00"))
    dropped = [database.write(lambda c: forget_requests(c, "2026-04-02 00:00:00", 3)) for _ in range(3)]
    assert dropped == [3, 2, 0]
    assert database.write(once("new", int, add, NOW)) == 6
    assert database.write(once("old 0", int, add, NOW)) == 7
