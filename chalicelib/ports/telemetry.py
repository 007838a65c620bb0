"""What is told of the work while it goes on: one event a line, and what can be counted.

Events hold ids, hosts, counts and times by their types alone: nothing that a page or a person wrote (no addresses with
their queries, no content, no cookies) can get into a line through them.
"""

import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Protocol

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Event:
    """Something that happened. `name` says what, `level` whether a person has to see it (as of `logging`)."""

    name: ClassVar[str]
    level: ClassVar[int] = logging.INFO

    def fields(self) -> dict[str, Any]:
        """What its line says beside the name."""
        return asdict(self)


@dataclass(frozen=True)
class Delivered(Event):
    """A queue delivered a message. age_seconds: since it was sent; receives: how often it has been delivered."""

    name = "delivered"
    queue: str
    age_seconds: float
    receives: int


@dataclass(frozen=True)
class SliceWorked(Event):
    """A slice of a batch was worked.

    errors: how many of the `urls` came to nothing, by kind (K-042, or `http-4xx`). bytes: of the bodies, inflated.
    ms: the whole slice, with its waits; fetches_ms: each URL that was answered, its redirects included.
    """

    name = "slice worked"
    run: int
    batch: str
    host: str
    part: int
    urls: int
    errors: Mapping[str, int]
    bytes: int
    ms: int
    fetches_ms: tuple[int, ...]

    def fields(self) -> dict[str, Any]:
        """In place of each fetch their sum and the slowest: a slice may have a thousand."""
        told = asdict(self)
        fetches = told.pop("fetches_ms")
        return {**told, "fetch_ms": sum(fetches), "slowest_ms": max(fetches, default=0)}


@dataclass(frozen=True)
class WentBack(Event):
    """A message went back to the queue, to wait `seconds` for its host."""

    name = "went back"
    run: int
    batch: str
    host: str
    part: int
    seconds: float


@dataclass(frozen=True)
class DeadLetter(Event):
    """The queue gave a message up: the `urls` left of its batch became errors."""

    name = "dead letter"
    level = logging.ERROR
    run: int
    batch: str
    host: str
    part: int
    urls: int


@dataclass(frozen=True)
class Merged(Event):
    """Parts became results. commit_ms: the transaction; lag_seconds: since the first of these pages was fetched."""

    name = "merged"
    parts: int
    results: int
    runs_ended: int
    commit_ms: int
    lag_seconds: float


@dataclass(frozen=True)
class PartSetAside(Event):
    """A part that cannot be read or written waits for a person, at `aside/<key>`."""

    name = "part set aside"
    level = logging.ERROR
    key: str
    why: str


@dataclass(frozen=True)
class HourStarted(Event):
    """An hourly start planned the `urls` of so many products, and closed runs without a sign of life (K-056)."""

    name = "hour started"
    products: int
    urls: int
    closed_runs: int
    ms: int


@dataclass(frozen=True)
class Committed(Event):
    """The database in the bucket has a new commit. conflicts: the races lost before; bytes: of the change."""

    name = "committed"
    seq: int
    bytes: int
    conflicts: int
    ms: int


@dataclass(frozen=True)
class NotCommitted(Event):
    """A change was refused since others were faster for too long. conflicts: the races it lost."""

    name = "not committed"
    conflicts: int
    ms: int


@dataclass(frozen=True)
class Checkpointed(Event):
    """The bucket has a new checkpoint, of `bytes`."""

    name = "checkpoint"
    seq: int
    bytes: int
    ms: int


class Telemetry(Protocol):
    """Where events go."""

    def tell(self, event: Event) -> None:
        """Pass the event on. Raises nothing: what was done is done, whether or not it can be told."""


class LogTelemetry:
    """Ordinary log lines: nobody sees them who did not ask for INFO, but for what a person has to see."""

    def tell(self, event: Event) -> None:
        """See Telemetry.tell; `logging` swallows what goes wrong with a line."""
        said = " ".join(f"{name}={value}" for name, value in event.fields().items())
        log.log(event.level, "%s: %s", event.name, said)
