"""A slice of a batch: its URLs asked for one after the other, at the host's pace, until its time is over (K-053).

Only where the delay that rules is 0 several are asked for at once, up to a setting.
"""

from collections import Counter, deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from chalicelib.crawl import turns
from chalicelib.crawl.batches import continued, read_list
from chalicelib.crawl.memory import give_back
from chalicelib.crawl.messages import BatchMessage, Left, Part, Todo
from chalicelib.crawl.portions import MAX_CARRIED_BYTES, bytes_of, portions
from chalicelib.crawl.robots import Rules, load_rules, robots_todo, rules_from, save_rules
from chalicelib.crawl.rows import row_of
from chalicelib.fetch.client import Client
from chalicelib.fetch.errors import FetchError
from chalicelib.fetch.hosts import host_of
from chalicelib.fetch.pace import Pace
from chalicelib.fetch.trail import Asks, Outcome, Trail, advance, again
from chalicelib.ports.clock import Clock
from chalicelib.ports.telemetry import SliceWorked
from chalicelib.services import Services

MAX_PART_BYTES = 20_000_000
# After a body of that size one page at a time: reading takes the time then, not waiting, and bodies take memory.
HEAVY_BYTES = 1_000_000


@dataclass
class _State:
    """What a slice has come to so far: what is left, in the order of `Left`, and what was done."""

    front: list[Todo]
    listed: Sequence[Todo]
    taken: int
    back: list[Todo]
    rules: Rules | None = None
    results: list[dict[str, Any]] = field(default_factory=list)
    elsewhere: dict[str, list[Todo]] = field(default_factory=dict)
    bytes: int = 0
    asked: int = 0
    heavy: bool = False
    refused_since: datetime | None = None
    refusal: FetchError | None = None
    errors: Counter[str] = field(default_factory=Counter)
    body_bytes: int = 0
    fetches_ms: list[int] = field(default_factory=list)

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


def run_slice(services: Services, batch: BatchMessage, turn: turns.Turn) -> Part:
    """Ask for URLs until the slice's time is over. Raises LostListError.

    At least one request is made, unless a larger delay comes up before, which would take longer than the slice has.
    """
    clock, started_at = services.clock, services.clock.now()
    state = _state(services, batch)
    state.refused_since = turn.refused_since
    careful = turn.careful
    killer = state.next()
    if turn.deaths >= services.max_deaths and killer is not None:  # it brought its worker down again and again
        state.take()
        _record(services, batch, state, killer, _given_up(killer))
        careful = 0
    pace = Pace(clock, turn.delay, asked_at=turn.asked_at, hold_until=turn.next_at)
    state.rules = Rules() if batch.own_site else load_rules(services.objects, batch.host, clock.now())
    first = state.next()
    if state.rules is None and first is not None and not _is_robots(first):
        state.front.insert(0, robots_todo(batch.host))
    turns.save(services.objects, batch.host, turn, working=True)
    _ask(services, batch, state, pace, careful=careful > 0)
    done = turn._replace(
        asked_at=pace.asked_at or turn.asked_at,
        next_at=pace.ready_at or turn.next_at,
        careful=max(0, careful - min(state.asked, 1)),
        refused_since=state.refused_since,
    )
    turns.save(services.objects, batch.host, done, working=False)
    services.telemetry.tell(_told(batch, state, clock.now() - started_at))
    return _part(batch, state)


def give_up(services: Services, batch: BatchMessage) -> Part:
    """What is left of a batch as errors: nobody could work it. Raises LostListError."""
    state = _state(services, batch)
    while (todo := state.next()) is not None:
        state.take()
        if not _is_robots(todo):
            _record(services, batch, state, todo, _given_up(todo))
    return _part(batch, state)


def _state(services: Services, batch: BatchMessage) -> _State:
    listed = read_list(services.objects, batch.batch) if batch.listed else ()
    return _State(list(batch.left.front), listed, batch.left.taken, list(batch.left.back))


def _given_up(todo: Todo) -> Outcome:
    return Outcome(todo.trail, None, FetchError("unknown", "worker died"))


def _ask(services: Services, batch: BatchMessage, state: _State, pace: Pace, *, careful: bool) -> None:
    """Ask for what is next, several at once where no delay rules; results are taken in the order they were asked."""
    ends_at = services.clock.now() + timedelta(seconds=services.slice_seconds)  # with what it waits before it asks
    client = _client(services, batch.allow_networks)
    parallel = 1 if careful else services.settings.parallel
    risen, looked_at = False, services.clock.now()
    flying: deque[tuple[Todo, Future[Trail | Outcome]]] = deque()
    with ThreadPoolExecutor(parallel) as pool:
        while True:
            while (
                len(flying) < (1 if pace.delay > 0 else parallel)
                and (todo := _take_next(services, batch, state, flying)) is not None
            ):
                # After a death one URL at a time, so that one that brings its worker down is found.
                over = _ready_at(pace, services.clock) >= ends_at
                if (state.asked and (over or careful)) or (risen and over):
                    state.front.insert(0, todo)
                    break
                pace.wait()
                if services.clock.now() - looked_at >= turns.LOOK_EVERY:
                    looked_at, before = services.clock.now(), pace.delay
                    pace.delay = turns.ruling_delay(services.objects, batch.host, batch.delay)
                    if pace.delay > before:  # wait anew, and for what is on its way
                        risen = True
                        state.front.insert(0, todo)
                        continue
                flying.append((todo, pool.submit(advance, client, todo.trail)))
                state.asked += 1
            if not flying:
                return
            todo, future = flying.popleft()
            step = future.result()
            pace.asked()
            _heed(state, pace, step, services.clock.now())
            _follow(services, batch, state, todo, step)


def _heed(state: _State, pace: Pace, step: Trail | Outcome, now: datetime) -> None:
    """Leave the host alone for as long as it asks. One that has asked nothing else for an hour is given up for this
    batch: page after page would wait an hour, three times each, and the schedule leaves them out meanwhile.
    """
    if not isinstance(step, Outcome) or not step.retry_after:
        state.refused_since = None
        return
    pace.hold(step.retry_after)
    state.refused_since = state.refused_since or now
    if now - state.refused_since >= turns.LONGEST:
        state.refusal = FetchError("connection-refused", "Retry-After for more than an hour; not asked any more")


def _take_next(
    services: Services, batch: BatchMessage, state: _State, flying: Sequence[tuple[Todo, Future[Trail | Outcome]]]
) -> Todo | None:
    """Take up the next URL that may be asked; those that the rules forbid are recorded on the way.

    None when nothing is left, when the part is full, and while the rules are on their way or have to be asked first;
    also, while others are on their way, when the last body was heavy.
    """
    while (todo := state.next()) is not None and state.bytes < MAX_PART_BYTES:
        if flying and (state.heavy or _is_robots(todo) or _is_robots(flying[0][0])):
            return None
        state.take()
        refusal = state.refusal
        if refusal is None and state.rules is not None:
            refusal = state.rules.refusal(todo.trail.at)
        if refusal is None or (_is_robots(todo) and state.refusal is None):
            return todo
        if not _is_robots(todo):
            _record(services, batch, state, todo, Outcome(todo.trail, None, refusal))
    return None


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


def _follow(services: Services, batch: BatchMessage, state: _State, todo: Todo, step: Trail | Outcome) -> None:
    """Put the URL where it belongs now."""
    if isinstance(step, Trail) and host_of(step.at) == batch.host:
        state.front.insert(0, replace(todo, trail=step))
    elif isinstance(step, Outcome) and step.retryable:
        # A page waits behind the others; they wait for the rules.
        retry = replace(todo, trail=again(step.trail))
        state.front.insert(0, retry) if _is_robots(todo) else state.back.append(retry)
    elif _is_robots(todo):
        state.rules = rules_from(step)
        save_rules(services.objects, batch.host, state.rules, services.clock.now())
    elif isinstance(step, Outcome):
        _record(services, batch, state, todo, step)
    else:
        state.elsewhere.setdefault(host_of(step.at), []).append(replace(todo, trail=step))


def _record(services: Services, batch: BatchMessage, state: _State, todo: Todo, outcome: Outcome) -> None:
    row = row_of(outcome, url_id=todo.url_id, fetched_at=services.clock.now(), disabled_types=batch.disabled_types)
    state.results.append(row)
    state.bytes += len(row["result_json"])
    if row["is_error"]:
        state.errors[_kind(outcome)] += 1
    if outcome.answer is not None:
        state.body_bytes += len(outcome.answer.body)
        state.fetches_ms.append(outcome.trail.elapsed_ms)
        state.heavy = len(outcome.answer.body) > HEAVY_BYTES
        if state.heavy:
            give_back()


def _kind(outcome: Outcome) -> str:
    """Of an error: K-042's, or the class of its status. A server may choose any status, and each kind is a metric."""
    if outcome.answer is None:
        return outcome.error.kind if outcome.error is not None else "unknown"
    return f"http-{min(outcome.answer.status // 100, 9)}xx"


def _told(batch: BatchMessage, state: _State, took: timedelta) -> SliceWorked:
    return SliceWorked(
        run=batch.run,
        batch=batch.batch,
        host=batch.host,
        part=batch.part,
        urls=len(state.results),
        errors=dict(state.errors),
        bytes=state.body_bytes,
        ms=round(took.total_seconds() * 1000),
        fetches_ms=tuple(state.fetches_ms),
    )


def _is_robots(todo: Todo) -> bool:
    return todo.url_id is None and todo.trail.url.endswith("/robots.txt")


def _part(batch: BatchMessage, state: _State) -> Part:
    waiting = [*state.front, *state.back]
    if bytes_of(waiting) > MAX_CARRIED_BYTES:  # a site that is down: they go on as batches of their own
        state.elsewhere[batch.host] = [todo for todo in waiting if not _is_robots(todo)]
        state.front, state.back = [], []
    elsewhere = tuple(
        replace(batch, batch=continued(batch, host, number), host=host, listed=0, part=0, left=Left(front=portion))
        for host, todos in state.elsewhere.items()
        for number, portion in enumerate(portions(todos))
    )
    left = Left(tuple(state.front), state.taken, tuple(state.back)) if state.next() is not None else None
    return Part(batch.run, batch.product, batch.batch, batch.part, tuple(state.results), left, elsewhere)
