"""What travels between plan, work and merge: the batch in the crawl queue, the part in the inbox (crawl.md).

What is read is held against all that later steps trust: ids become keys of objects and numbers of SQLite, texts go into
both. Whoever gives a message up, too, must be able to work it, or it comes back for ever.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from chalicelib.fetch.trail import Trail

# What data of another shape raises while it is read.
MISSHAPEN = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
_LARGEST = 2**53  # above it not every reader of JSON keeps a number as it is, and from 2**63 on SQLite has none
_BATCH = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_PART_KEY = re.compile(rf"inbox/(?P<batch>{_BATCH})/(?P<part>[0-9]{{6,16}})")


class BrokenMessageError(ValueError):
    """A message or part that cannot be read. The text says why, and quotes nothing of it: queries may be secrets."""


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
    """The message as text, in ASCII: SQS refuses U+FFFE and U+FFFF, which URLs may hold."""
    return json.dumps(asdict(message), separators=(",", ":"))


def batch_from_json(text: str) -> BatchMessage:
    """The message that `batch_to_json` wrote. Raises BrokenMessageError."""
    data = _object(text)
    try:  # half of a surrogate pair, which JSON may name and UTF-8 does not have
        json.dumps(data, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError) as error:
        raise BrokenMessageError(f"not a batch: {type(error).__name__}") from None
    return _batch(data)


def part_to_json(part: Part) -> bytes:
    """The part as UTF-8."""
    return json.dumps(asdict(part), ensure_ascii=False, separators=(",", ":")).encode()


def part_from_json(body: bytes) -> Part:
    """The part that `part_to_json` wrote. Raises BrokenMessageError."""
    try:
        data = _object(body.decode())
        return Part(
            run=_whole(data["run"]),
            product=_whole(data["product"]),
            batch=_batch_id(data["batch"]),
            part=_whole(data["part"]),
            results=tuple(dict(row) for row in data["results"]),
            left=_left(data["left"]) if data["left"] is not None else None,
            elsewhere=tuple(_batch(other) for other in data["elsewhere"]),
        )
    except BrokenMessageError:
        raise
    except MISSHAPEN as error:
        raise BrokenMessageError(f"not a part: {type(error).__name__}") from None


def part_key(batch: str, part: int) -> str:
    """Where the part lies in the object store."""
    return f"inbox/{batch}/{part:06d}"


def part_of_key(key: str) -> tuple[str, int] | None:
    """Batch and number of the part that lies there; None when the key is no part's."""
    found = _PART_KEY.fullmatch(key)
    if found is None or part_key(found["batch"], int(found["part"])) != key:
        return None
    return found["batch"], int(found["part"])


def _object(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BrokenMessageError(f"not JSON: {type(error).__name__}") from None
    if not isinstance(data, dict):
        raise BrokenMessageError("not a JSON object")
    return data


def _batch(data: Mapping[str, Any]) -> BatchMessage:
    try:
        return BatchMessage(
            run=_whole(data["run"]),
            product=_whole(data["product"]),
            batch=_batch_id(data["batch"]),
            host=_text(data["host"]),
            delay=float(data["delay"]),
            own_site=bool(data["own_site"]),
            disabled_types=tuple(data["disabled_types"]),
            allow_networks=tuple(str(entry) for entry in data["allow_networks"]),
            listed=_whole(data["listed"]),
            part=_whole(data["part"]),
            left=_left(data["left"]),
        )
    except BrokenMessageError:
        raise
    except MISSHAPEN as error:
        raise BrokenMessageError(f"not a batch: {type(error).__name__}") from None


def _left(data: Sequence[Any]) -> Left:
    front, taken, back = data
    return Left(tuple(_todo(item) for item in front), _whole(taken), tuple(_todo(item) for item in back))


def _todo(item: Mapping[str, Any]) -> Todo:
    trail = item["trail"]
    hops = tuple({"status": _whole(hop["status"]), "url": _text(hop["url"])} for hop in trail["redirects"])
    attempts, elapsed_ms = _whole(trail["attempts"]), _whole(trail["elapsed_ms"])
    url_id = _whole(item["url_id"]) if item["url_id"] is not None else None
    return Todo(url_id, Trail(_text(trail["url"]), _text(trail["at"]), hops, attempts, elapsed_ms))


def _whole(value: object) -> int:
    if type(value) is not int or not 0 <= value <= _LARGEST:
        raise BrokenMessageError(f"not a whole number from 0 to {_LARGEST}")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise BrokenMessageError("not a text")
    return value


def is_batch(name: str) -> bool:
    """Whether it is the id of a batch: nobody knows what else may lie among its objects."""
    return re.fullmatch(_BATCH, name) is not None


def _batch_id(value: object) -> str:
    if not isinstance(value, str) or not is_batch(value):
        raise BrokenMessageError("not the id of a batch")
    return value
