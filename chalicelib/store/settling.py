"""What another state of the database has to be told before it takes the place of the present one (restore, push).

What is under way for the present one (messages, parts, sessions) names its rows by number. So no number comes again,
and crawls that are open in the other state begin anew, under names that nothing under way knows.
"""

import sqlite3
import uuid
from collections.abc import Iterable, Mapping

from chalicelib.store.queries import sql

Numbers = Mapping[str, int]

LEAP = 1_000_000


def numbers_of(connection: sqlite3.Connection) -> Numbers:
    """The highest number that each table has given so far."""
    return {row[0]: row[1] for row in connection.execute(sql("restoring.sequences"))}


def numbers_beyond(known: Iterable[Numbers], tables: Iterable[str]) -> Numbers:
    """Numbers to go on above when what was given last cannot be read: far beyond the highest that is known.

    Nobody can say how many there were; a million runs, products or users made since the newest readable state are more
    than there ever are between two checkpoints, and numbers are not short.
    """
    highest: dict[str, int] = dict.fromkeys(tables, 0)
    for numbers in known:
        for name, seq in numbers.items():
            highest[name] = max(highest.get(name, 0), seq)
    return {name: seq + LEAP for name, seq in highest.items()}


def numbered_tables(connection: sqlite3.Connection) -> list[str]:
    """The tables that give numbers, also those that have given none yet."""
    return [str(row[0]) for row in connection.execute(sql("restoring.numbered_tables"))]


def settle(connection: sqlite3.Connection, given: Numbers, now: str) -> None:
    """Go on numbering above `given`, and have the URLs that are still to do sent again by whoever plans next.

    now: as the database holds times; what waited has given a sign of life then (K-056), like after a night off.
    """
    for name, seq in given.items():
        if connection.execute(sql("restoring.raise_sequence"), {"name": name, "seq": seq}).rowcount == 0:
            connection.execute(sql("restoring.add_sequence"), {"name": name, "seq": seq})
    for (batch,) in connection.execute(sql("restoring.open_batches")).fetchall():
        values = {"id": batch, "new": str(uuid.uuid4()), "now": now}
        connection.execute(sql("restoring.renew_batch"), values)
        connection.execute(sql("restoring.renew_pending"), values)
