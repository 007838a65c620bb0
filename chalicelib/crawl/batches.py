"""A batch beside its messages: the list of its URLs, written once, and the mark that nobody wants it any more.

A message of 20,000 URLs, sent anew with each slice, would grow with the square of the batch; so messages say how far
the list is taken. Marks name batches and not runs, whose numbers come again when a database is restored or replaced.
"""

import json
import logging
import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime

from chalicelib.crawl.messages import BatchMessage, Todo, batch_to_json, is_batch
from chalicelib.crawl.turns import announce
from chalicelib.fetch.trail import start
from chalicelib.ports.objects import Objects, PreconditionFailedError
from chalicelib.services import Services
from chalicelib.store.days import from_utc_text, utc_text
from chalicelib.store.urls import ProductUrl

log = logging.getLogger(__name__)

LISTS = "batches/"
CANCELLED = "cancel/"


# Lists never change, and a worker comes back to the same few slice after slice.
_READ: dict[str, tuple[Todo, ...]] = {}


class LostListError(Exception):
    """The batch's list is not there any more: the database it belongs to was replaced."""


def put_list(objects: Objects, batch: str, urls: Sequence[ProductUrl]) -> int:
    """Keep the URLs of a batch, before its first message is sent, and give how many its list holds.

    A list that is there stays: a planner died behind it, and messages that say how far it is taken may be under way.
    """
    try:
        body = json.dumps(urls, ensure_ascii=False, separators=(",", ":")).encode()
        objects.put(LISTS + batch, body, only_if_new=True)
    except PreconditionFailedError:
        kept = objects.get(LISTS + batch)
        return len(json.loads(kept.body)) if kept is not None else len(urls)  # gone again: all of it is done
    return len(urls)


def read_list(objects: Objects, batch: str) -> tuple[Todo, ...]:
    """The URLs of a batch, as they are to be asked for. Raises LostListError."""
    found = _READ.get(batch)
    if found is None:
        kept = objects.get(LISTS + batch)
        if kept is None:
            raise LostListError(batch)
        found = tuple(Todo(url_id, start(url)) for url_id, url in json.loads(kept.body))
        if len(_READ) >= 16:
            _READ.clear()
        _READ[batch] = found
    return found


def drop_list(objects: Objects, batch: str) -> None:
    """The batch is done."""
    objects.delete(LISTS + batch)


def mark_cancelled(objects: Objects, batches: Iterable[str], now: datetime) -> None:
    """Nobody wants these batches any more: the next slice of each is not worked. Told after the database knows."""
    for batch in batches:
        objects.put(CANCELLED + batch, utc_text(now).encode())


def is_cancelled(objects: Objects, batch: str) -> bool:
    """Whether the batch was marked."""
    return objects.get(CANCELLED + batch) is not None


def forget_cancelled(objects: Objects, before: datetime) -> None:
    """Drop the marks made before then: no message of theirs can be left."""
    for key in [key for key in objects.list(CANCELLED) if is_batch(key.removeprefix(CANCELLED))]:
        kept = objects.get(key)
        try:
            if kept is not None and from_utc_text(kept.body.decode()) < before:
                objects.delete(key)
        except ValueError:
            log.error("%s does not say since when", key)


def continued(batch: BatchMessage, host: str, number: int) -> str:
    """The id of what goes on as a batch of its own; the same whoever computes it, so that it is sent once."""
    return str(uuid.uuid5(uuid.UUID(batch.batch), f"{batch.part} {number} {host}"))


def send_batch(services: Services, batch: BatchMessage) -> None:
    """Send the first message of a batch; its delay rules at the host from now on."""
    announce(services.objects, batch.host, batch.batch, batch.delay)
    services.crawl_queue.send(batch.host, batch_to_json(batch), once=f"{batch.batch}/{batch.part}")
