"""Products as the tests of the database write and read them: what they are called is all that matters."""

from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.database import SEEN
from chalicelib.store.products import add_product


def add(database: BucketDatabase, name: str) -> int:
    """One more product; its id."""
    return database.write(lambda connection: add_product(connection, name, "2026-04-01 00:00:00"))


def names(database: BucketDatabase, at_least: int = 0) -> list[str]:
    """All of them, for somebody who has seen commit `at_least`."""
    token = SEEN.set(at_least)
    try:
        with database.read() as connection:
            return [row[0] for row in connection.execute("SELECT name FROM products ORDER BY id")]
    finally:
        SEEN.reset(token)
