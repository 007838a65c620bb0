"""robots.txt of a host within a crawl: asked like any URL of the host, kept as an object for a day (K-055)."""

import json
from datetime import datetime, timedelta
from typing import NamedTuple

from chalicelib.crawl.messages import Todo
from chalicelib.crawl.turns import host_name
from chalicelib.fetch.errors import FetchError
from chalicelib.fetch.robots import Robots
from chalicelib.fetch.trail import Outcome, Trail, start
from chalicelib.ports.objects import Objects

KEEP = timedelta(days=1)
UNREADABLE = frozenset({"redirect-loop", "too-large", "content-decoding"})
KEEP_UNAVAILABLE = timedelta(minutes=10)


class Rules(NamedTuple):
    """What a host's robots.txt says, or of which kind the error is while nobody knows: then no page is asked for."""

    text: str = ""
    kind: str | None = None
    detail: str = ""

    def refusal(self, url: str) -> FetchError | None:
        """Why this URL must not be asked, None when it may."""
        if self.kind is not None:
            return FetchError(self.kind, f"robots.txt: {self.detail}")
        return None if Robots(self.text).allows(url) else FetchError("robots", "Disallow")


def robots_todo(host: str) -> Todo:
    """The request for a host's robots.txt."""
    return Todo(url_id=None, trail=start(f"{host}/robots.txt"))


def rules_from(step: Outcome | Trail) -> Rules:
    """What follows from the last step of asking for robots.txt (RFC 9309 2.3.1).

    4xx, and a file that nobody can follow or read (a redirect loop, over 10 MB, badly packed): no rules. 5xx, 429 or
    no answer: the host is left alone. A redirect to another host counts as no rules: pages redirect there the same
    way, and there that host's robots.txt is asked, in that host's turn.
    """
    if isinstance(step, Trail):
        return Rules()
    if step.error is not None and step.error.kind in UNREADABLE:
        return Rules()
    if step.error is not None:
        return Rules(kind=step.error.kind, detail=step.error.detail)
    status = step.answer.status if step.answer is not None else 0
    if status == 429 or status >= 500:
        return Rules(kind="robots", detail=f"HTTP {status}")
    if step.answer is None or not 200 <= status < 300:
        return Rules()
    return Rules(Robots.decode(step.answer.body))


def load_rules(objects: Objects, host: str, now: datetime) -> Rules | None:
    """The rules kept for the host, None when there are none or they are too old."""
    kept = objects.get(_key(host))
    if kept is None:
        return None
    data = json.loads(kept.body)
    return Rules(*data["rules"]) if now < datetime.fromisoformat(data["until"]) else None


def save_rules(objects: Objects, host: str, rules: Rules, now: datetime) -> None:
    """Keep the rules for a day; that they cannot be had, for ten minutes."""
    until = now + (KEEP if rules.kind is None else KEEP_UNAVAILABLE)
    objects.put(_key(host), json.dumps({"until": until.isoformat(), "rules": rules}, ensure_ascii=False).encode())


def _key(host: str) -> str:
    return f"hosts/{host_name(host)}/robots"
