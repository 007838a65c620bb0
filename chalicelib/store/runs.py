"""Runs, their batches, and the URLs they still have to do (K-040, K-041, K-056)."""

import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

from chalicelib.store.queries import sql
from chalicelib.store.urls import ProductUrl

NEWEST = 2**62


class Batch(NamedTuple):
    """The URLs of one host in a run. `host` is scheme://host:port, `delay_seconds` the least time between requests."""

    id: str
    host: str
    delay_seconds: float
    urls: Sequence[ProductUrl]


class UnsentBatch(NamedTuple):
    """A batch that is planned and not yet in the crawl queue, with what its reader needs of the product."""

    id: str
    run_id: int
    host: str
    delay_seconds: float
    product_id: int
    own_site: int
    disabled_types_json: str | None


def add_run(
    connection: sqlite3.Connection,
    product_id: int,
    *,
    trigger: str,
    mode: str,
    delay_seconds: float,
    total_urls: int,
    now: str,
) -> int:
    """Record a run and give its id."""
    values = {
        "product_id": product_id,
        "trigger": trigger,
        "now": now,
        "total_urls": total_urls,
        "delay_seconds": delay_seconds,
    }
    run_id = connection.execute(sql("runs.add"), values).lastrowid or 0
    connection.execute(sql("runs.add_details"), {"run_id": run_id, "mode": mode})
    return run_id


def add_batch(connection: sqlite3.Connection, run_id: int, batch: Batch, now: str) -> None:
    """Record a batch and each of its URLs as pending."""
    values = {"id": batch.id, "run_id": run_id, "host": batch.host, "delay_seconds": batch.delay_seconds, "now": now}
    connection.execute(sql("runs.add_batch"), values)
    connection.executemany(
        sql("runs.add_pending"),
        [{"run_id": run_id, "url": u.url, "product_url_id": u.id, "batch_id": batch.id} for u in batch.urls],
    )


def continue_batch(connection: sqlite3.Connection, run_id: int, batch: Batch, now: str) -> None:
    """URLs that a redirect took to another host go on there, in a batch of their own that its sender has sent."""
    values = {"id": batch.id, "run_id": run_id, "host": batch.host, "delay_seconds": batch.delay_seconds, "now": now}
    connection.execute(sql("runs.continue_batch"), values)
    connection.executemany(
        sql("runs.move_pending"), [{"run_id": run_id, "url": u.url, "batch_id": batch.id} for u in batch.urls]
    )


def list_unsent_batches(connection: sqlite3.Connection) -> list[UnsentBatch]:
    """Batches that somebody planned and nobody sent yet."""
    return [UnsentBatch(*row) for row in connection.execute(sql("runs.unsent_batches"))]


def list_pending_of_batch(connection: sqlite3.Connection, batch_id: str) -> list[ProductUrl]:
    """What is left of a batch."""
    return [ProductUrl(*row) for row in connection.execute(sql("runs.pending_of_batch"), {"batch_id": batch_id})]


def mark_batches_sent(connection: sqlite3.Connection, batch_ids: Sequence[str], now: str) -> None:
    """These batches are in the crawl queue."""
    connection.executemany(sql("runs.mark_sent"), [{"id": batch_id, "now": now} for batch_id in batch_ids])


def count_open_urls_of_host(connection: sqlite3.Connection, host: str, since: str) -> int:
    """Pending URLs of a host, over all runs that gave a sign since `since`."""
    return int(connection.execute(sql("runs.open_urls_of_host"), {"host": host, "since": since}).fetchone()[0])


def list_runs(
    connection: sqlite3.Connection, *, before: int = NEWEST, limit: int = 20, product_id: int | None = None
) -> list[dict[str, Any]]:
    """Runs with ids below `before`, newest first: the columns of `crawl_runs` and `product_name, mode, state,
    last_sign_at`; the last three None for runs of the PHP version.
    """
    values = {"before": before, "limit": limit, "product_id": product_id}
    return [dict(row) for row in connection.execute(sql("runs.list"), values)]


def get_run(connection: sqlite3.Connection, run_id: int) -> dict[str, Any] | None:
    """One run, as `list_runs` gives it."""
    rows = list_runs(connection, before=run_id + 1, limit=1)
    return rows[0] if rows and rows[0]["id"] == run_id else None


def when_merged(connection: sqlite3.Connection, batch_id: str, part: int) -> str | None:
    """When this part of the inbox came into the database; None while it has not."""
    row = connection.execute(sql("runs.when_merged"), {"batch_id": batch_id, "part": part}).fetchone()
    return row[0] if row else None


def record_part(connection: sqlite3.Connection, run_id: int, batch_id: str, part: int, now: str) -> None:
    """The part is in the database: its batch has given a sign of life, and a second delivery changes nothing."""
    connection.execute(sql("runs.record_part"), {"run_id": run_id, "batch_id": batch_id, "part": part, "now": now})
    connection.execute(sql("runs.sign"), {"batch_id": batch_id, "now": now})


def take_pending(connection: sqlite3.Connection, run_id: int, url: str) -> bool:
    """Take a URL off the run's list; False when its result is recorded already (K-041)."""
    return connection.execute(sql("runs.take_pending"), {"run_id": run_id, "url": url}).rowcount == 1


def count_result(connection: sqlite3.Connection, run_id: int, is_error: bool) -> None:
    """Add one result to the run's counts."""
    connection.execute(sql("runs.count_result"), {"run_id": run_id, "is_error": int(is_error)})


def finish_when_done(connection: sqlite3.Connection, run_id: int, now: str, state: str = "done") -> bool:
    """Close the run when nothing of it is pending. Whether this call closed it."""
    closed = connection.execute(sql("runs.finish_when_done"), {"run_id": run_id, "now": now}).rowcount == 1
    if closed:
        connection.execute(sql("runs.set_state"), {"run_id": run_id, "state": state})
    return closed


def cancel_run(connection: sqlite3.Connection, run_id: int, now: str) -> bool:
    """End an open run with what was done. A slice in flight may still bring results; they are kept and counted.

    Whether this call ended it.
    """
    cancelled = connection.execute(sql("runs.cancel"), {"run_id": run_id, "now": now}).rowcount == 1
    if cancelled:
        connection.execute(sql("runs.cancel_pending"), {"run_id": run_id})
        connection.execute(sql("runs.set_state"), {"run_id": run_id, "state": "cancelled"})
    return cancelled


def list_pending_of_run(connection: sqlite3.Connection, run_id: int) -> list[ProductUrl]:
    """What is left of a run."""
    return [ProductUrl(*row) for row in connection.execute(sql("runs.pending_of_run"), {"run_id": run_id})]


def list_open_batches(connection: sqlite3.Connection, run_id: int) -> list[str]:
    """The batches of a run that still have something to do."""
    return [row[0] for row in connection.execute(sql("runs.open_batches"), {"run_id": run_id})]


def get_pace_of_batch(connection: sqlite3.Connection, batch_id: str) -> tuple[str, float] | None:
    """Host and delay (seconds) of a batch."""
    row = connection.execute(sql("runs.pace_of_batch"), {"batch_id": batch_id}).fetchone()
    return (row[0], row[1]) if row else None


def batch_is_open(connection: sqlite3.Connection, batch_id: str) -> bool:
    """Whether the batch still has something to do, wanted or not."""
    return connection.execute(sql("runs.batch_is_open"), {"batch_id": batch_id}).fetchone() is not None


def list_open_runs(connection: sqlite3.Connection, product_id: int) -> list[int]:
    """The runs of a product that have not ended."""
    return [row[0] for row in connection.execute(sql("runs.open_of_product"), {"product_id": product_id})]


def list_runs_without_sign(connection: sqlite3.Connection, limit: str) -> list[tuple[int, int]]:
    """`(run_id, product_id)` of open runs whose hosts gave no result since `limit`, or passed them over (K-056)."""
    return [(row[0], row[1]) for row in connection.execute(sql("runs.without_sign"), {"limit": limit})]


def sign_open_runs(connection: sqlite3.Connection, now: str) -> None:
    """Count the time that the embedded server was off as life of what waits for it."""
    connection.execute(sql("runs.sign_open"), {"now": now})


def forget_parts(connection: sqlite3.Connection, before: str, limit: int) -> int:
    """Drop the notes of parts merged before `before`, `limit` at a time; how many."""
    return connection.execute(sql("runs.forget_parts"), {"before": before, "limit": limit}).rowcount


def forget_cancelled(connection: sqlite3.Connection, before: str) -> None:
    """Drop the pending rows of runs that ended before `before`: no slice of theirs can be in flight any more."""
    connection.execute(sql("runs.forget_cancelled"), {"before": before})
