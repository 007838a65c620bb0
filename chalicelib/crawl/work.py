"""One message of the crawl queue: a slice of a batch, worked in its host's turn (crawl.md, K-053 to K-055).

The order of the steps is what makes a crash harmless: results are in the inbox before the rest is sent, the rest is
sent before the message is done, and a second delivery finds the part and goes on from there without a request.
"""

import logging
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from chalicelib.crawl import turns
from chalicelib.crawl.batches import LostListError, drop_list, is_cancelled, send_batch
from chalicelib.crawl.messages import (
    BatchMessage,
    BrokenMessageError,
    Part,
    batch_from_json,
    batch_to_json,
    part_from_json,
    part_key,
    part_to_json,
)
from chalicelib.crawl.slices import give_up, run_slice
from chalicelib.ports.bucket import BucketError
from chalicelib.ports.objects import PreconditionFailedError
from chalicelib.ports.queue import Message
from chalicelib.ports.telemetry import DeadLetter, WentBack
from chalicelib.services import Services
from chalicelib.store.errors import StoreError

log = logging.getLogger(__name__)

# What the machine is to blame for (a full disk, a locked database): no page caused it, so no page is given up for it.
MACHINE = (OSError, sqlite3.Error, StoreError, BucketError)


def work(services: Services, message: Message) -> bool:
    """Work one delivery. Whatever is wrong with a URL becomes its result; what is raised is a fault of ours.

    False when the message went back to wait for its host.
    """
    batch = _batch(message.body)
    done = batch is None or _work(services, message, batch)
    if done:
        services.crawl_queue.done(message)
    return done


def bury(services: Services, body: str) -> None:
    """A message that the queue gave up: what is left of its batch becomes errors, so that its run ends."""
    batch = _batch(body)
    if batch is None:
        return
    part = _stored_part(services, batch)
    if part is None and not is_cancelled(services.objects, batch.batch):
        part = _made(services, batch, lambda: give_up(services, batch))
    urls = len(part.results) if part is not None else 0
    services.telemetry.tell(DeadLetter(batch.run, batch.batch, batch.host, batch.part, urls))
    _end(services, batch, part)


def _batch(body: str) -> BatchMessage | None:
    try:
        return batch_from_json(body)
    except BrokenMessageError as error:
        log.error("dropped a message of the crawl queue that cannot be read, of %d characters: %s", len(body), error)
        return None


def _work(services: Services, message: Message, batch: BatchMessage) -> bool:
    part = _stored_part(services, batch)
    if part is None and not is_cancelled(services.objects, batch.batch):
        now = services.clock.now()
        turn = turns.look(services.objects, batch.host, batch.delay, part_key(batch.batch, batch.part), now)
        wait = (turn.next_at - now).total_seconds()
        if wait > services.patience_seconds:
            services.crawl_queue.postpone(message, wait)
            services.telemetry.tell(WentBack(batch.run, batch.batch, batch.host, batch.part, round(wait, 3)))
            return False
        part = _made(services, batch, lambda: _slice(services, batch, turn))
    _end(services, batch, part)
    return True


def _slice(services: Services, batch: BatchMessage, turn: turns.Turn) -> Part:
    try:
        return run_slice(services, batch, turn)
    except MACHINE:
        with suppress(*MACHINE):  # else the next worker takes this one for dead, and some URL for the cause
            turns.save(services.objects, batch.host, turn._replace(asked_at=services.clock.now()), working=False)
        raise


def _made(services: Services, batch: BatchMessage, make: Callable[[], Part]) -> Part | None:
    """The part that `make` makes, kept in the inbox; None when the batch's list is gone."""
    try:
        return _keep_part(services, make())
    except LostListError:
        log.warning("dropped batch %s: its list is gone with the database it belonged to", batch.batch)
        return None


def _end(services: Services, batch: BatchMessage, part: Part | None) -> None:
    """Hand on what came of the message; without a part nobody wants the batch any more."""
    if part is None:
        _leave(services, batch)
    else:
        _hand_on(services, batch, part)


def _stored_part(services: Services, batch: BatchMessage) -> Part | None:
    stored = services.objects.get(part_key(batch.batch, batch.part))
    return part_from_json(stored.body) if stored is not None else None


def _keep_part(services: Services, part: Part) -> Part:
    """Put the part into the inbox, unless another delivery was faster: then that one counts."""
    try:
        services.objects.put(part_key(part.batch, part.part), part_to_json(part), only_if_new=True)
    except PreconditionFailedError:
        stored = services.objects.get(part_key(part.batch, part.part))
        return part_from_json(stored.body) if stored is not None else part
    return part


def _hand_on(services: Services, batch: BatchMessage, part: Part) -> None:
    """Send what is left, then tell the merge queue."""
    for other in part.elsewhere:
        send_batch(services, other)
    if part.left is not None:
        rest = replace(batch, part=part.part + 1, left=part.left)
        services.crawl_queue.send(batch.host, batch_to_json(rest), once=f"{batch.batch}/{rest.part}")
    else:
        _leave(services, batch)
    services.merge_queue.send("merge", part_key(part.batch, part.part), once=part_key(part.batch, part.part))


def _leave(services: Services, batch: BatchMessage) -> None:
    """Nothing of the batch will be asked for any more."""
    turns.leave(services.objects, batch.host, batch.batch, batch.delay)
    drop_list(services.objects, batch.batch)
