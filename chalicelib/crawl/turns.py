"""Whose turn it is at a host, and when the host was last asked (K-054).

Two objects' worth of memory a host, so that the delay holds between batches, runs and processes, and after a crash:

- `hosts/<host>/asked`: the last request, and which part is under way. A message group has one message in flight, so
  one worker at a time writes it. A worker that finds a part under way knows that its predecessor died in it, at an
  unknown moment, and counts the host as asked just now. From then on one URL at a time is worked for a while, so that
  the one that kills its workers is found: it dies alone, twice, and is given up. Not the queue's receive count tells
  that: it also counts the deliveries that went back to wait for the host.
- `hosts/<host>/delays/<batch>/<delay>`: the delay of each batch that is not done; the largest rules, also in a slice
  that was under way when it came: a worker looks again before each request, unless he did within the last second.
"""

import hashlib
import json
import re
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from chalicelib.ports.objects import Objects

LONGEST = timedelta(hours=1)  # nobody is left alone for longer (Retry-After); more is a clock that was wrong
# In a slice for a delay that grew. A LIST a second costs two cents an hour; one a request would slow fast hosts.
LOOK_EVERY = timedelta(seconds=1)
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
_DELAY = re.compile(r"/([0-9]+\.[0-9]{3})\Z", re.ASCII)  # the last part of a key


# After a death so many URLs are worked one at a time: as many as a slice has at a delay of half a second.
CAREFUL_URLS = 60


class Turn(NamedTuple):
    """When a host was last asked, when it may be asked next, and the delay that rules there now (seconds).

    careful: how many URLs more are worked one at a time; deaths: how many workers died at `part` with one URL alone.
    refused_since: since when the host has answered nothing but that it wants to be left alone (Retry-After).
    """

    asked_at: datetime
    next_at: datetime
    delay: float
    careful: int = 0
    deaths: int = 0
    part: str = ""
    refused_since: datetime | None = None


def announce(objects: Objects, host: str, batch: str, delay: float) -> None:
    """A batch with this delay is on its way to the host; told before it is sent."""
    objects.put(_delay_key(host, batch, delay), b"")


def leave(objects: Objects, host: str, batch: str, delay: float) -> None:
    """The batch is done; its delay rules no more."""
    objects.delete(_delay_key(host, batch, delay))


def ruling_delay(objects: Objects, host: str, own_delay: float) -> float:
    """The largest delay of the batches on their way to the host (seconds). A host may have a hundred: one LIST."""
    named = (_DELAY.search(key) for key in objects.list(f"hosts/{host_name(host)}/delays/"))
    return max([own_delay, *(float(delay[1]) for delay in named if delay is not None)])


def look(objects: Objects, host: str, own_delay: float, part: str, now: datetime) -> Turn:
    """The host's state as the next worker, who takes up `part`, has to keep it."""
    delay = ruling_delay(objects, host, own_delay)
    kept = objects.get(_asked_key(host))
    if kept is None:
        return Turn(LONG_AGO, LONG_AGO, delay, part=part)
    state = json.loads(kept.body)
    careful, deaths = state.get("careful", 0), state.get("deaths", 0) if state.get("part") == part else 0
    asked_at, next_at = datetime.fromisoformat(state["asked_at"]), datetime.fromisoformat(state["next_at"])
    if state["working"]:
        asked_at = now
        deaths += careful > 0
        careful = CAREFUL_URLS
    asked_at, own = min(asked_at, now), timedelta(seconds=delay)
    next_at = max(min(next_at, now + max(LONGEST, own)), asked_at + own)
    since = state.get("refused_since") if now < next_at + LONGEST else None  # what it asked then is over
    turn = Turn(asked_at, next_at, delay, careful, deaths, part, datetime.fromisoformat(since) if since else None)
    if state["working"]:
        save(objects, host, turn, working=False)
    return turn


def save(objects: Objects, host: str, turn: Turn, *, working: bool) -> None:
    """Note the state: `working` before the first request of a slice, not `working` behind its last."""
    state = {**turn._asdict(), "asked_at": turn.asked_at.isoformat(), "next_at": turn.next_at.isoformat()}
    state.update(working=working, refused_since=turn.refused_since and turn.refused_since.isoformat())
    objects.put(_asked_key(host), json.dumps(state).encode())


def _asked_key(host: str) -> str:
    return f"hosts/{host_name(host)}/asked"


def _delay_key(host: str, batch: str, delay: float) -> str:
    return f"hosts/{host_name(host)}/delays/{batch}/{delay:.3f}"


def host_name(host: str) -> str:
    """The host in a key: its URL holds characters that keys may not."""
    return hashlib.sha256(host.encode()).hexdigest()[:40]
