"""What travels between plan, work and merge: the batch in the crawl queue, the part in the inbox (crawl.md)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from chalicelib.fetch.trail import Trail


class BrokenMessageError(ValueError):
    """A message or part that cannot be read; the text says what is wrong with it."""


@dataclass(frozen=True)
class Todo:
    """A URL left to do. `url_id` is the registered URL's id, None for what nobody registered."""

    url_id: int | None
    trail: Trail


class Left(NamedTuple):
    """What is left of a batch, small however long its list: `front`, then the list from `taken` on, then `back`."""

    front: tuple[Todo, ...] = ()
    taken: int = 0
    back: tuple[Todo, ...] = ()


NOTHING_TAKEN = Left()


@dataclass(frozen=True)
class BatchMessage:
    """A batch in the crawl queue: the URLs of one host in a run, and how its reader is set.

    listed: how many URLs the batch's list object holds (see `batches`); 0 when there is none.
    allow_networks: the private networks that may be crawled where the run was planned. Processes that share a queue
    need not be set alike, and whoever works the message must not judge it by his own setting.
    """

    run: int
    product: int
    batch: str
    host: str
    delay: float
    own_site: bool
    disabled_types: tuple[str, ...]
    allow_networks: tuple[str, ...]
    listed: int
    part: int = 0
    left: Left = NOTHING_TAKEN


@dataclass(frozen=True)
class Part:
    """A slice of a batch, done: rows for `crawl_results`, what is left (None: nothing), what goes on at other hosts."""

    run: int
    product: int
    batch: str
    part: int
    results: tuple[Mapping[str, Any], ...]
    left: Left | None
    elsewhere: tuple[BatchMessage, ...]


def batch_to_json(message: BatchMessage) -> str:
    """The message as text."""
    return json.dumps(asdict(message), ensure_ascii=False, separators=(",", ":"))


def batch_from_json(text: str) -> BatchMessage:
    """The message that `batch_to_json` wrote. Raises BrokenMessageError."""
    return _batch(_object(text))


def part_to_json(part: Part) -> bytes:
    """The part as UTF-8."""
    return json.dumps(asdict(part), ensure_ascii=False, separators=(",", ":")).encode()


def part_from_json(body: bytes) -> Part:
    """The part that `part_to_json` wrote. Raises BrokenMessageError."""
    try:
        data = _object(body.decode())
        return Part(
            run=int(data["run"]),
            product=int(data["product"]),
            batch=str(data["batch"]),
            part=int(data["part"]),
            results=tuple(dict(row) for row in data["results"]),
            left=_left(data["left"]) if data["left"] is not None else None,
            elsewhere=tuple(_batch(other) for other in data["elsewhere"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        # Not its repr: that of a UnicodeError holds the whole part.
        raise BrokenMessageError(f"not a part: {type(error).__name__}: {error}") from error


def part_key(batch: str, part: int) -> str:
    """Where the part lies in the object store."""
    return f"inbox/{batch}/{part:06d}"


def _object(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BrokenMessageError(f"not JSON: {error}") from error
    if not isinstance(data, dict):
        raise BrokenMessageError("not a JSON object")
    return data


def _batch(data: Mapping[str, Any]) -> BatchMessage:
    try:
        return BatchMessage(
            run=int(data["run"]),
            product=int(data["product"]),
            batch=str(data["batch"]),
            host=str(data["host"]),
            delay=float(data["delay"]),
            own_site=bool(data["own_site"]),
            disabled_types=tuple(data["disabled_types"]),
            allow_networks=tuple(str(entry) for entry in data["allow_networks"]),
            listed=int(data["listed"]),
            part=int(data["part"]),
            left=_left(data["left"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise BrokenMessageError(f"not a batch: {type(error).__name__}: {error}") from error


def _left(data: Sequence[Any]) -> Left:
    front, taken, back = data
    return Left(tuple(_todo(item) for item in front), int(taken), tuple(_todo(item) for item in back))


def _todo(item: Mapping[str, Any]) -> Todo:
    trail = dict(item["trail"])
    return Todo(url_id=item["url_id"], trail=Trail(**{**trail, "redirects": tuple(trail["redirects"])}))
