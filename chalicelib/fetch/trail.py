"""A URL on its way to an answer, one request at a time.

Redirects are followed here one by one, so that whoever asks can keep the delay of each host between any two requests,
hand a trail over to another host's turn, or go on with it in another process.
"""

from dataclasses import dataclass, replace
from typing import Any, Protocol

from chalicelib.fetch.answers import Answer
from chalicelib.fetch.errors import FetchError
from chalicelib.fetch.urls import parse_url

MAX_REDIRECTS = 10
MAX_ATTEMPTS = 3
RETRYABLE_STATUSES = frozenset({429, 503})


class Asks(Protocol):
    """What makes one request: `fetch.client.Client`."""

    def get(self, url: str) -> Answer:
        """One request; raises FetchError."""


@dataclass(frozen=True)
class Trail:
    """Where a URL has got to: `at` is asked next; `redirects` are the answers so far, each {status, url}."""

    url: str
    at: str
    redirects: tuple[dict[str, Any], ...] = ()
    attempts: int = 1
    elapsed_ms: int = 0


@dataclass(frozen=True)
class Outcome:
    """The end of a trail: an answer that is no redirect, or an error."""

    trail: Trail
    answer: Answer | None
    error: FetchError | None

    @property
    def retryable(self) -> bool:
        """Whether asking once more may help, and has not been tried often enough."""
        if self.trail.attempts >= MAX_ATTEMPTS:
            return False
        if self.error is not None:
            return self.error.retryable
        return self.answer is not None and self.answer.status in RETRYABLE_STATUSES

    @property
    def retry_after(self) -> float:
        """Seconds that the server wants to be left alone (429, 503); 0 when it said nothing."""
        answer = self.answer
        return answer.retry_after or 0.0 if answer is not None and answer.status in RETRYABLE_STATUSES else 0.0


def start(url: str) -> Trail:
    """The beginning of a trail."""
    return Trail(url=url, at=url)


def again(trail: Trail) -> Trail:
    """The same step once more: the trail stays at the host whose turn it is."""
    return replace(trail, attempts=trail.attempts + 1)


def advance(client: Asks, trail: Trail) -> Trail | Outcome:
    """Make the next request of a trail: gives the trail behind a redirect, or the outcome. Raises nothing."""
    try:
        answer = client.get(trail.at)
    except FetchError as error:
        return Outcome(trail, None, error)
    trail = replace(trail, elapsed_ms=trail.elapsed_ms + answer.elapsed_ms)
    if answer.location is None:
        return Outcome(trail, answer, None)
    try:
        return _moved(trail, answer.status, answer.location)
    except FetchError as error:
        return Outcome(trail, None, error)


def _moved(trail: Trail, status: int, target: str) -> Trail:
    """The trail behind one more redirect. Raises FetchError when it goes in a circle or goes on for ever."""
    redirects = (*trail.redirects, {"status": status, "url": trail.at})
    if target in {parse_url(redirect["url"]).wire for redirect in redirects}:
        raise FetchError("redirect-loop", "back to a page that led here")
    if len(redirects) > MAX_REDIRECTS:
        raise FetchError("redirect-loop", f"more than {MAX_REDIRECTS} redirects")
    return replace(trail, redirects=redirects, at=target)
