"""The one HTTP client of a process."""

import logging
import ssl
import threading
import time
import traceback
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from chalicelib import VERSION
from chalicelib.fetch.addresses import AddressGate
from chalicelib.fetch.answers import REDIRECTS, Answer, header_dict, reason_of, redirect_target, retry_after
from chalicelib.fetch.bodies import inflate
from chalicelib.fetch.errors import FetchError
from chalicelib.fetch.exchange import Exchange, exchange_until
from chalicelib.fetch.names import Resolver, resolve

if TYPE_CHECKING:
    import httpx

DEADLINE = 20.0
MAX_BYTES = 10_000_000

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
        self._tls = tls
        self._headers = [(b"User-Agent", user_agent(contact_url)), *_ALWAYS]
        self._http: httpx.Client | None = None
        self._opening = threading.Lock()

    def get(self, url: str, *, deadline: float = DEADLINE, max_bytes: int = MAX_BYTES) -> Answer:
        """One GET request, all of it within `deadline` seconds. Raises FetchError and nothing else.

        A body above `max_bytes`, as sent or inflated, is `too-large`. A redirect that leads nowhere is a `parse-error`,
        one out of the web (`file:`) is `blocked-address`.
        """
        try:
            return self._get(url, deadline, max_bytes)
        except FetchError:
            raise
        except Exception as error:
            # A fault of ours must cost one URL its result, never a run.
            # Neither the address nor what the error says: both may hold a query that is a secret.
            where = "".join(traceback.format_tb(error.__traceback__))
            logger.error("a request failed by a fault of ours: %s\n%s", type(error).__name__, where)
            raise FetchError("unknown", type(error).__name__) from error

    def close(self) -> None:
        """Close what is kept open."""
        with self._opening:
            http, self._http = self._http, None
        if http is not None:
            http.close()

    def _get(self, url: str, deadline: float, max_bytes: int) -> Answer:
        target = self.gate.check_url(url)
        http = self._open()
        # Late: a process that only answers the API never loads httpx.
        from chalicelib.fetch.transport import request_for

        started = time.monotonic()
        with (
            exchange_until(started + deadline) as exchange,
            closing(http.send(request_for(target, self._headers), stream=True)) as response,
        ):
            headers = header_dict(response.extensions["headers"])
            body = _body(response, headers, exchange, max_bytes)
        return Answer(
            url=url,
            status=response.status_code,
            reason=reason_of(response.status_code, response.extensions["reason_phrase"]),
            headers=headers,
            body=body,
            location=redirect_target(target.wire, headers["location"]) if _is_redirect(response, headers) else None,
            retry_after=retry_after(headers, datetime.now(UTC)),
            elapsed_ms=round((time.monotonic() - started) * 1000),
            received_bytes=response.num_bytes_downloaded,
        )

    def _open(self) -> "httpx.Client":
        from chalicelib.fetch.transport import open_client

        with self._opening:
            if self._http is None:
                self._http = open_client(self.gate, self._resolver, self._tls)
            return self._http


def user_agent(contact_url: str) -> bytes:
    """The User-Agent: the token that robots.txt files may name, the version, and whom to ask (K-055)."""
    contact = "".join(sign for sign in contact_url if "!" <= sign <= "~" and sign not in "()")
    return f"Kunugi/{VERSION} (+{contact})".encode() if contact else f"Kunugi/{VERSION}".encode()


def _body(response: "httpx.Response", headers: dict[str, str], exchange: Exchange, max_bytes: int) -> bytes:
    """The inflated body; nothing for a redirect."""
    length = headers.get("content-length", "")
    redirect = _is_redirect(response, headers)
    if redirect:
        # Nobody reads what stands beside a Location; a small one is taken so that the connection can be used again.
        max_bytes, exchange.end = _SMALL_BODY, min(exchange.end, time.monotonic() + 1.0)
        if not length.isdigit() or int(length) > max_bytes:
            return b""
    elif length.isdigit() and int(length) > max_bytes and response.status_code < 400:
        raise FetchError("too-large", f"Content-Length {length}")
    try:
        body = inflate(response.iter_raw(), headers.get("content-encoding", ""), max_bytes)
    except FetchError:
        if response.status_code < 400 and not redirect:
            raise
        body = b""  # the status says what matters
    return b"" if redirect else body


def _is_redirect(response: "httpx.Response", headers: dict[str, str]) -> bool:
    return response.status_code in REDIRECTS and "location" in headers
