"""Whose turn it is at a host, and when the host was last asked (K-054).

Two objects' worth of memory a host, so that the delay holds between batches, runs and processes, and after a crash:

- `hosts/<host>/asked`: the last request, and which part is under way. A message group has one message in flight, so
  one worker at a time writes it. A worker that finds a part under way knows that its predecessor died in it, at an
  unknown moment, and counts the host as asked just now. From then on one URL at a time is worked for a while, so that
  the one that kills its workers is found: it dies alone, twice, and is given up. Not the queue's receive count tells
  that: it also counts the deliveries that went back to wait for the host.
- `hosts/<host>/delays/<batch>`: the delay of each batch that is not done; the largest rules, also in a slice that was
  under way when it came: a worker looks again before each request, unless he did within the last second.
"""

import hashlib
import json
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from chalicelib.ports.objects import Objects

LONGEST = timedelta(hours=1)  # nobody is left alone for longer (Retry-After); more is a clock that was wrong
# In a slice for a delay that grew. A LIST a second costs two cents an hour; one a request would slow fast hosts.
LOOK_EVERY = timedelta(seconds=1)
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


# After a death so many URLs are worked one at a time: as many as a slice has at a delay of half a second.
CAREFUL_URLS = 60


class Turn(NamedTuple):
    """When a host was last asked, when it may be asked next, and the delay that rules there now (seconds).

    careful: how many URLs more are worked one at a time; deaths: how many workers died at `part` with one URL alone.
    """

    asked_at: datetime
    next_at: datetime
    delay: float
    careful: int = 0
    deaths: int = 0
    part: str = ""


def announce(objects: Objects, host: str, batch: str, delay: float) -> None:
    """A batch with this delay is on its way to the host; told before it is sent."""
    objects.put(_delay_key(host, batch), str(delay).encode())


def leave(objects: Objects, host: str, batch: str) -> None:
    """The batch is done; its delay rules no more."""
    objects.delete(_delay_key(host, batch))


def ruling_delay(objects: Objects, host: str, own_delay: float) -> float:
    """The largest delay of the batches on their way to the host (seconds)."""
    delays = [own_delay]
    for key in objects.list(f"hosts/{host_name(host)}/delays/"):
        kept = objects.get(key)
        if kept is not None:
            delays.append(float(kept.body))
    return max(delays)


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
    turn = Turn(asked_at, next_at, delay, careful, deaths, part)
    if state["working"]:
        save(objects, host, turn, working=False)
    return turn


def save(objects: Objects, host: str, turn: Turn, *, working: bool) -> None:
    """Note the state: `working` before the first request of a slice, not `working` behind its last."""
    state = {**turn._asdict(), "asked_at": turn.asked_at.isoformat(), "next_at": turn.next_at.isoformat()}
    state["working"] = working
    objects.put(_asked_key(host), json.dumps(state).encode())


def _asked_key(host: str) -> str:
    return f"hosts/{host_name(host)}/asked"


def _delay_key(host: str, batch: str) -> str:
    return f"hosts/{host_name(host)}/delays/{batch}"


def host_name(host: str) -> str:
    """The host in a key: its URL holds characters that keys may not."""
    return hashlib.sha256(host.encode()).hexdigest()[:40]
