"""Parts of the inbox into the database: many in one commit, each judged alone, each exactly once (crawl.md)."""

import json
import logging
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any, NamedTuple

from chalicelib.crawl.batches import mark_cancelled
from chalicelib.crawl.messages import MISSHAPEN, BrokenMessageError, Part, part_from_json, part_key, part_of_key
from chalicelib.page.summary import summarise
from chalicelib.ports.bucket import BucketError
from chalicelib.ports.queue import Message
from chalicelib.ports.telemetry import Merged, PartSetAside
from chalicelib.services import Services
from chalicelib.store.days import from_utc_text, utc_text
from chalicelib.store.errors import StoreError
from chalicelib.store.products import product_exists
from chalicelib.store.results import add_result
from chalicelib.store.runs import (
    Batch,
    continue_batch,
    count_result,
    finish_when_done,
    get_run,
    record_part,
    take_pending,
    when_merged,
)
from chalicelib.store.urls import ProductUrl

log = logging.getLogger(__name__)


class _Ready(NamedTuple):
    """A part that can be read, with the summary of each of its results."""

    key: str
    part: Part
    summaries: Sequence[Mapping[str, Any]]


def merge(services: Services, messages: Sequence[Message]) -> None:
    """Work off messages of the merge queue, whose bodies are keys of parts."""
    merge_parts(services, [message.body for message in messages])
    for message in messages:
        services.merge_queue.done(message)


def merge_parts(services: Services, keys: Sequence[str]) -> None:
    """Write these parts in one commit. A part that cannot be read or written is set aside, the others go on."""
    ready = [part for key in keys if (part := _read(services, key)) is not None]
    began = services.clock.now()
    now = utc_text(began)
    written = services.database.write(lambda connection: _write(connection, ready, now))
    services.telemetry.tell(_told(len(ready), written, began, services.clock.now()))
    for key, why in written.failed:
        _set_aside(services, key, why)
    mark_cancelled(services.objects, written.over, services.clock.now())
    try:
        services.database.keep_up("run" if written.ended else "merge")
    except (StoreError, BucketError) as error:  # what was merged is safe, and the hourly start does it again
        log.warning("no checkpoint after a merge: %s", error)


def _read(services: Services, key: str) -> _Ready | None:
    if part_of_key(key) is None:  # else it could name any object, the database too
        log.error("dropped a message of the merge queue that names no part, of %d characters", len(key))
        return None
    stored = services.objects.get(key)
    if stored is None:
        log.error("part %s is not in the inbox any more", key)
        return None
    try:
        part = part_from_json(stored.body)
        if part_key(part.batch, part.part) != key:
            raise BrokenMessageError("the part of another key")
        summaries = [asdict(summarise(json.loads(row["result_json"]))) for row in part.results]
    except MISSHAPEN as error:
        _set_aside(services, key, _why(error))
        return None
    return _Ready(key, part, summaries)


def run_of_part(services: Services, key: str) -> int | None:
    """The id of the run that the part belongs to; None for one that cannot be read, or is not there any more."""
    stored = services.objects.get(key)
    try:
        return part_from_json(stored.body).run if stored is not None else None
    except BrokenMessageError:
        return None


def _set_aside(services: Services, key: str, why: str) -> None:
    """A part nobody can read waits for a person; the message about it is done, so that it holds up nobody."""
    services.telemetry.tell(PartSetAside(key, why))
    stored = services.objects.get(key)
    if stored is not None:
        services.objects.put(f"aside/{key}", stored.body)
        services.objects.delete(key)


def _why(error: Exception) -> str:
    """What Python says of data quotes it, and a part is made of pages; what we and SQLite say does not."""
    said = f": {error}" if isinstance(error, BrokenMessageError | sqlite3.Error) else ""
    return type(error).__name__ + said


def _told(parts: int, written: "_Written", began: datetime, ended: datetime) -> Merged:
    lag = (ended - min(written.fetched)).total_seconds() if written.fetched else 0.0
    commit_ms = round((ended - began).total_seconds() * 1000)
    return Merged(parts, len(written.fetched), len(written.ended), commit_ms, round(lag, 3))


class _Written(NamedTuple):
    """The keys that could not be written, and why; the batches that go on though their run is over; runs it ended.

    fetched: when the page of each new result was.
    """

    failed: list[tuple[str, str]]
    over: list[str]
    ended: list[int]
    fetched: list[datetime]


def _write(connection: sqlite3.Connection, parts: Sequence[_Ready], now: str) -> _Written:
    written = _Written([], [], [], [])
    for ready in parts:
        connection.execute("SAVEPOINT part")
        try:
            if not _write_part(connection, ready, now, written):
                written.over.extend([ready.part.batch, *(other.batch for other in ready.part.elsewhere)])
        except (sqlite3.Error, *MISSHAPEN) as error:
            connection.execute("ROLLBACK TO part")
            written.failed.append((ready.key, _why(error)))
        connection.execute("RELEASE part")
    return written


def _write_part(connection: sqlite3.Connection, ready: _Ready, now: str, written: _Written) -> bool:
    """False when the run is over: cancelled, closed or deleted. Whoever ended it may have died before he told so."""
    part = ready.part
    run = get_run(connection, part.run)
    if run is None or not product_exists(connection, part.product):
        return False  # nothing to write, and nobody waits for it
    if when_merged(connection, part.batch, part.part) is not None:
        return True
    fetched = []
    for row, summary in zip(part.results, ready.summaries, strict=True):
        if take_pending(connection, part.run, row["url"]):
            add_result(connection, {**row, "run_id": part.run, "product_id": part.product}, summary)
            count_result(connection, part.run, bool(row["is_error"]))
            fetched.append(from_utc_text(row["created_at"]))
    for other in part.elsewhere:
        urls = [ProductUrl(todo.url_id or 0, todo.trail.url) for todo in other.left.front]
        continue_batch(connection, part.run, Batch(other.batch, other.host, other.delay, urls), now)
    record_part(connection, part.run, part.batch, part.part, now)
    if finish_when_done(connection, part.run, now):
        written.ended.append(part.run)
    written.fetched.extend(fetched)
    return run["finished_at"] is None
