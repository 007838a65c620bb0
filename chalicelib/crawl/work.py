"""One message of the crawl queue: a slice of a batch, worked at its host's pace (crawl.md, K-053 to K-055).

The order of the steps is what makes a crash harmless: results are in the inbox before the rest is sent, the rest is
sent before the message is done, and a second delivery finds the part and goes on from there without a request.
"""

import logging
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from chalicelib.crawl import turns
from chalicelib.crawl.batches import LostListError, drop_list, is_cancelled, read_list, send_batch
from chalicelib.crawl.messages import (
    BatchMessage,
    BrokenMessageError,
    Left,
    Part,
    Todo,
    batch_from_json,
    batch_to_json,
    part_from_json,
    part_key,
    part_to_json,
)
from chalicelib.crawl.robots import Rules, load_rules, robots_todo, rules_from, save_rules
from chalicelib.crawl.rows import row_of
from chalicelib.fetch.client import Client
from chalicelib.fetch.errors import FetchError
from chalicelib.fetch.hosts import host_of
from chalicelib.fetch.pace import Pace
from chalicelib.fetch.trail import Asks, Outcome, Trail, advance, again
from chalicelib.ports.clock import Clock
from chalicelib.ports.objects import PreconditionFailedError
from chalicelib.ports.queue import Message
from chalicelib.services import Services

log = logging.getLogger(__name__)

PATIENCE = 0.25  # seconds that a worker waits itself; for longer the message goes back and the worker is free
MAX_DELIVERIES = 5
MAX_PART_BYTES = 20_000_000


def work(services: Services, message: Message) -> None:
    """Work one delivery. Whatever is wrong with a URL becomes its result; what is raised is a fault of ours."""
    try:
        batch = batch_from_json(message.body)
    except BrokenMessageError:
        log.exception("dropped a message of the crawl queue that cannot be read: %s", message.id)
        services.crawl_queue.done(message)
        return
    part = _stored_part(services, batch)
    if part is None:
        if is_cancelled(services.objects, batch.batch):
            _leave(services, batch)
            services.crawl_queue.done(message)
            return
        turn = turns.look(services.objects, batch.host, batch.delay, services.clock.now())
        wait = (turn.next_at - services.clock.now()).total_seconds()
        if wait > PATIENCE:
            services.crawl_queue.postpone(message, wait)
            return
        try:
            part = _keep_part(services, _slice(services, batch, turn, message.receives))
        except LostListError:
            log.warning("dropped batch %s: its list is gone with the database it belonged to", batch.batch)
            _leave(services, batch)
            services.crawl_queue.done(message)
            return
    _hand_on(services, batch, part)
    services.crawl_queue.done(message)


@dataclass
class _Slice:
    """What a slice has come to so far: what is left, in the order of `Left`, and what was done."""

    front: list[Todo]
    listed: Sequence[Todo]
    taken: int
    back: list[Todo]
    results: list[dict[str, Any]] = field(default_factory=list)
    elsewhere: dict[str, list[Todo]] = field(default_factory=dict)
    bytes: int = 0

    def next(self) -> Todo | None:
        """What comes next, None when nothing is left."""
        if self.front:
            return self.front[0]
        if self.taken < len(self.listed):
            return self.listed[self.taken]
        return self.back[0] if self.back else None

    def take(self) -> None:
        """What came next is taken up."""
        if self.front:
            self.front.pop(0)
        elif self.taken < len(self.listed):
            self.taken += 1
        else:
            self.back.pop(0)


def _slice(services: Services, batch: BatchMessage, turn: turns.Turn, receives: int) -> Part:
    """Ask for URLs until the slice's time is over; at least one request is made."""
    clock = services.clock
    listed = read_list(services.objects, batch.batch) if batch.listed else ()
    state = _Slice(list(batch.left.front), listed, batch.left.taken, list(batch.left.back))
    killer = state.next()
    if receives > MAX_DELIVERIES and killer is not None:  # it brought its worker down again and again
        state.take()
        _record(services, batch, state, killer, Outcome(killer.trail, None, FetchError("unknown", "worker died")))
    client = _client(services, batch.allow_networks)
    pace = Pace(clock, turn.delay, asked_at=turn.asked_at, hold_until=turn.next_at)
    ends_at = clock.now() + timedelta(seconds=services.slice_seconds)
    rules = Rules() if batch.own_site else load_rules(services.objects, batch.host, clock.now())
    first = state.next()
    if rules is None and first is not None and not _is_robots(first):
        state.front.insert(0, robots_todo(batch.host))
    turns.save(services.objects, batch.host, turn, working=True)
    asked = 0
    while (todo := state.next()) is not None and state.bytes < MAX_PART_BYTES:
        refusal = None if rules is None or _is_robots(todo) else rules.refusal(todo.trail.at)
        if refusal is not None:
            state.take()
            _record(services, batch, state, todo, Outcome(todo.trail, None, refusal))
            continue
        # After a second delivery one URL at a time, so that one that brings its worker down is found.
        if asked and (_ready_at(pace, clock) >= ends_at or receives > 1):
            break
        pace.wait()
        state.take()
        step = advance(client, todo.trail)
        pace.asked()
        asked += 1
        if isinstance(step, Outcome) and step.retryable:
            pace.hold(step.retry_after)
        rules = _follow(services, batch, state, todo, step) or rules
    done = turn._replace(asked_at=pace.asked_at or turn.asked_at, next_at=pace.ready_at or turn.next_at)
    turns.save(services.objects, batch.host, done, working=False)
    return _part(batch, state)


def _client(services: Services, allow_networks: tuple[str, ...]) -> Asks:
    """The process's client, or one that may go where the run's planner might."""
    if allow_networks == services.settings.allow_networks:
        return services.client
    return _other_client(allow_networks, services.settings.contact_url or services.settings.base_url)


@lru_cache(maxsize=4)
def _other_client(allow_networks: tuple[str, ...], contact_url: str) -> Client:
    return Client(allow_networks, contact_url)


def _ready_at(pace: Pace, clock: Clock) -> datetime:
    """When the next request would be made."""
    return max(pace.ready_at or clock.now(), clock.now())


def _follow(services: Services, batch: BatchMessage, state: _Slice, todo: Todo, step: Trail | Outcome) -> Rules | None:
    """Put the URL where it belongs now; gives the host's rules when they have just come."""
    if isinstance(step, Trail) and host_of(step.at) == batch.host:
        state.front.insert(0, replace(todo, trail=step))
    elif isinstance(step, Outcome) and step.retryable:
        # A page waits behind the others; they wait for the rules.
        retry = replace(todo, trail=again(step.trail))
        state.front.insert(0, retry) if _is_robots(todo) else state.back.append(retry)
    elif _is_robots(todo):
        rules = rules_from(step)
        save_rules(services.objects, batch.host, rules, services.clock.now())
        return rules
    elif isinstance(step, Outcome):
        _record(services, batch, state, todo, step)
    else:
        state.elsewhere.setdefault(host_of(step.at), []).append(replace(todo, trail=step))
    return None


def _record(services: Services, batch: BatchMessage, state: _Slice, todo: Todo, outcome: Outcome) -> None:
    row = row_of(outcome, url_id=todo.url_id, fetched_at=services.clock.now(), disabled_types=batch.disabled_types)
    state.results.append(row)
    state.bytes += len(row["result_json"])


def _is_robots(todo: Todo) -> bool:
    return todo.url_id is None and todo.trail.url.endswith("/robots.txt")


def _part(batch: BatchMessage, state: _Slice) -> Part:
    elsewhere = tuple(
        replace(batch, batch=_continued(batch, host), host=host, listed=0, part=0, left=Left(front=tuple(todo)))
        for host, todo in state.elsewhere.items()
    )
    left = Left(tuple(state.front), state.taken, tuple(state.back)) if state.next() is not None else None
    return Part(batch.run, batch.product, batch.batch, batch.part, tuple(state.results), left, elsewhere)


def _continued(batch: BatchMessage, host: str) -> str:
    """The id of what goes on at another host; the same whoever computes it, so that it is sent once."""
    return str(uuid.uuid5(uuid.UUID(batch.batch), f"{batch.part} {host}"))


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
    turns.leave(services.objects, batch.host, batch.batch)
    drop_list(services.objects, batch.batch)
