"""What another state of the database has to be told before it takes the place of the present one (restore, push).

What is under way for the present one (messages, parts, sessions) names its rows by number. So no number comes again,
and crawls that are open in the other state begin anew, under names that nothing under way knows.
"""

import sqlite3
import uuid
from collections.abc import Mapping

from chalicelib.store.queries import sql

Numbers = Mapping[str, int]


def numbers_of(connection: sqlite3.Connection) -> Numbers:
    """The highest number that each table has given so far."""
    return {row[0]: row[1] for row in connection.execute(sql("restoring.sequences"))}


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
