"""The one HTTP client of a process."""

import logging
import ssl
import threading
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from chalicelib import VERSION
from chalicelib.fetch.addresses import AddressGate
from chalicelib.fetch.answers import REDIRECTS, Answer, header_dict, reason_of, redirect_target, retry_after
from chalicelib.fetch.bodies import inflate
from chalicelib.fetch.connect import connect, default_tls
from chalicelib.fetch.errors import FetchError
from chalicelib.fetch.exchange import Connection, Head
from chalicelib.fetch.names import Resolver, resolve
from chalicelib.fetch.urls import WebUrl

DEADLINE = 20.0
MAX_BYTES = 10_000_000

# Below the 5 s after which Apache and Node close an idle connection: with the usual delay of 5 s between requests, ours
# would otherwise meet that closing each time.
_IDLE_SECONDS = 3.0
_MAX_IDLE = 16
_SMALL_BODY = 16_384

_ALWAYS = [
    (b"Accept", b"text/html,application/xhtml+xml,application/ld+json;q=0.9,*/*;q=0.5"),
    (b"Accept-Language", b"ja,en;q=0.5"),
    (b"Accept-Encoding", b"gzip, deflate"),
    (b"Connection", b"keep-alive"),
]

__all__ = ["DEADLINE", "MAX_BYTES", "Answer", "Client", "user_agent"]

logger = logging.getLogger(__name__)


class Client:
    """Gets pages; safe to share between threads. It follows no redirects, keeps no cookies, uses no proxy.

    allow_networks: see AddressGate, whose ValueError it raises. contact_url: named in the User-Agent (K-055).
    """

    def __init__(
        self,
        allow_networks: Sequence[str] = (),
        contact_url: str = "",
        *,
        resolver: Resolver = resolve,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.gate = AddressGate(allow_networks)
        self._resolver = resolver
        self._tls = tls or default_tls()
        self._agent = user_agent(contact_url)
        self._idle = _IdleConnections()

    def get(self, url: str, *, deadline: float = DEADLINE, max_bytes: int = MAX_BYTES) -> Answer:
        """One GET request, all of it within `deadline` seconds. Raises FetchError and nothing else.

        A body above `max_bytes`, as sent or inflated, is `too-large`. A redirect that leads nowhere is a `parse-error`,
        one out of the web (`file:`) is `blocked-address`.
        """
        started = time.monotonic()
        try:
            return self._get(url, started, started + deadline, max_bytes)
        except FetchError:
            raise
        except Exception as error:
            # A fault of ours must cost one URL its result, never a run.
            logger.exception("getting %s", url)
            raise FetchError("unknown", type(error).__name__) from error

    def close(self) -> None:
        """Close what is kept open."""
        self._idle.close()

    def _get(self, url: str, started: float, end: float, max_bytes: int) -> Answer:
        target = self.gate.check_url(url)
        connection = self._idle.take(target.origin)
        if connection is None:
            connection = Connection(connect(target, self.gate, self._resolver, self._tls, end))
        kept = False
        try:
            head = connection.ask(target.target, self._headers(target), end)
            headers = header_dict(head)
            body, received = _body(connection, head, headers, end, max_bytes)
            kept = connection.ready_again() and self._idle.keep(target.origin, connection)
        finally:
            if not kept:
                connection.close()
        return Answer(
            url=url,
            status=head.status,
            reason=reason_of(head),
            headers=headers,
            body=body,
            location=redirect_target(target.wire, headers["location"]) if _is_redirect(head, headers) else None,
            retry_after=retry_after(headers, datetime.now(UTC)),
            elapsed_ms=round((time.monotonic() - started) * 1000),
            received_bytes=received,
        )

    def _headers(self, target: WebUrl) -> list[tuple[bytes, bytes]]:
        return [(b"Host", target.authority.encode("ascii")), (b"User-Agent", self._agent), *_ALWAYS]


def user_agent(contact_url: str) -> bytes:
    """The User-Agent: the token that robots.txt files may name, the version, and whom to ask (K-055)."""
    contact = "".join(sign for sign in contact_url if "!" <= sign <= "~" and sign not in "()")
    return f"Kunugi/{VERSION} (+{contact})".encode() if contact else f"Kunugi/{VERSION}".encode()


def _body(connection: Connection, head: Head, headers: dict[str, str], end: float, max_bytes: int) -> tuple[bytes, int]:
    """The inflated body, and how many bytes were sent for it."""
    length = headers.get("content-length", "")
    if _is_redirect(head, headers):
        # Nobody reads what stands beside a Location; a small one is taken so that the connection can be used again.
        max_bytes, end = _SMALL_BODY, min(end, time.monotonic() + 1.0)
        if not length.isdigit() or int(length) > max_bytes:
            return b"", 0
    elif length.isdigit() and int(length) > max_bytes and head.status < 400:
        raise FetchError("too-large", f"Content-Length {length}")
    received = 0

    def counted() -> Iterator[bytes]:
        nonlocal received
        for piece in connection.body(end):
            received += len(piece)
            yield piece

    try:
        body = inflate(counted(), headers.get("content-encoding", ""), max_bytes)
    except FetchError:
        if head.status < 400 and not _is_redirect(head, headers):
            raise
        body = b""  # the status says what matters
    return (b"" if _is_redirect(head, headers) else body), received


def _is_redirect(head: Head, headers: dict[str, str]) -> bool:
    return head.status in REDIRECTS and "location" in headers


class _IdleConnections:
    """Open connections by origin. Each was opened through the gate, to the origin it is kept for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: list[tuple[str, Connection, float]] = []

    def take(self, origin: str) -> Connection | None:
        """A connection to `origin` that is still good; those past their time are closed."""
        now = time.monotonic()
        with self._lock:
            old = [entry for entry in self._kept if entry[2] <= now]
            self._kept = [entry for entry in self._kept if entry[2] > now]
            found = next((entry for entry in reversed(self._kept) if entry[0] == origin), None)
            if found:
                self._kept.remove(found)
        for entry in old:
            entry[1].close()
        if found is None:
            return None
        if found[1].quiet():
            return found[1]
        found[1].close()
        return None

    def keep(self, origin: str, connection: Connection) -> bool:
        """Keep a connection for the next request; False when there are enough."""
        with self._lock:
            if len(self._kept) >= _MAX_IDLE:
                return False
            self._kept.append((origin, connection, time.monotonic() + _IDLE_SECONDS))
            return True

    def close(self) -> None:
        """Close all."""
        with self._lock:
            kept, self._kept = self._kept, []
        for _, connection, _ in kept:
            connection.close()
