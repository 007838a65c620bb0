"""A whole visit to one URL at once: redirects followed one by one, each checked, allowed by robots.txt and paced."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from chalicelib.fetch.client import DEADLINE, Answer, Client
from chalicelib.fetch.errors import FetchError
from chalicelib.fetch.hosts import host_of
from chalicelib.fetch.pace import Pace
from chalicelib.fetch.trail import Outcome, Trail, advance


@dataclass(frozen=True)
class Visit:
    """What a visit gave. One of `answer`, `error` and `elsewhere` is there.

    url: as asked for. final_url: the last one asked for or, with `elsewhere`, that one.
    redirects: every hop so far as {status, url}, those handed in too. elapsed_ms: of the requests, without waiting.
    elsewhere: a redirect led to another host, which was not asked: the visit goes on in that host's group.
    retryable: asking again later may help. retry_after: seconds the host asked to wait.
    """

    url: str
    final_url: str
    answer: Answer | None
    error: FetchError | None
    redirects: list[dict[str, Any]]
    elapsed_ms: int
    elsewhere: str | None
    retryable: bool
    retry_after: float | None


def visit(
    client: Client,
    url: str,
    *,
    pace: Pace | None = None,
    robots: Callable[[str], bool] | None = None,
    same_host_only: bool = False,
    redirects: Iterable[Mapping[str, Any]] = (),
    deadline: float = DEADLINE,
) -> Visit:
    """Visit `url` and where it leads, never raising for what a server does.

    pace: kept between all requests. robots: says whether a URL may be asked for.
    redirects: hops made already on other hosts, so that loops are seen and the ten are counted over all.
    deadline: seconds for all requests together; waiting for the pace is not counted.
    """
    limited = _Limited(client, deadline)
    step: Trail | Outcome = Trail(url=url, at=url, redirects=tuple(dict(hop) for hop in redirects))
    while isinstance(step, Trail):
        if step.at != url and same_host_only and host_of(step.at) != host_of(url):
            return _visit(url, step, limited, elsewhere=step.at)
        step = _next(limited, step, pace, robots)
    return _visit(url, step.trail, limited, outcome=step)


class _Limited:
    """The client with one deadline over several requests."""

    def __init__(self, client: Client, deadline: float) -> None:
        self.client = client
        self._deadline = deadline
        self.spent = 0.0

    def get(self, url: str) -> Answer:
        """One request within what is left. Raises FetchError."""
        left = self._deadline - self.spent
        if left <= 0:
            raise FetchError("timeout", "deadline")
        started = time.monotonic()
        try:
            return self.client.get(url, deadline=left)
        finally:
            self.spent += time.monotonic() - started


def _next(limited: _Limited, trail: Trail, pace: Pace | None, robots: Callable[[str], bool] | None) -> Trail | Outcome:
    try:
        limited.client.gate.check_url(trail.at)  # before robots.txt is asked about it and anybody waits
    except FetchError as error:
        return Outcome(trail, None, error)
    if robots is not None and not robots(trail.at):
        return Outcome(trail, None, FetchError("robots", "Disallow"))
    if pace is None:
        return advance(limited, trail)
    pace.wait()
    step = advance(limited, trail)
    pace.asked()
    if isinstance(step, Outcome) and step.retryable:
        pace.hold(step.retry_after)
    return step


def _visit(
    url: str, trail: Trail, limited: _Limited, *, outcome: Outcome | None = None, elsewhere: str | None = None
) -> Visit:
    answer = outcome.answer if outcome else None
    return Visit(
        url=url,
        final_url=trail.at,
        answer=answer,
        error=outcome.error if outcome else None,
        redirects=list(trail.redirects),
        elapsed_ms=round(limited.spent * 1000),
        elsewhere=elsewhere,
        retryable=outcome.retryable if outcome else False,
        retry_after=answer.retry_after if answer else None,
    )
