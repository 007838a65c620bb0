"""httpx on guarded connections."""

import ssl
from collections.abc import Iterator, Sequence

import httpcore
import httpx

from chalicelib.fetch.addresses import AddressGate
from chalicelib.fetch.backend import GuardedBackend
from chalicelib.fetch.exchange import current
from chalicelib.fetch.names import Resolver
from chalicelib.fetch.urls import WebUrl

# Below the 5 s after which Apache and Node close an idle connection: with the usual delay of 5 s between requests, ours
# would otherwise meet that closing each time.
_IDLE_SECONDS = 3.0
_MAX_OPEN = 64  # httpcore counts those in use too when it closes idle ones
# Of each single wait; the deadline of the exchange ends it earlier.
_SECONDS = httpx.Timeout(15.0, connect=8.0)


def open_client(gate: AddressGate, resolver: Resolver, tls: ssl.SSLContext | None) -> httpx.Client:
    """The client, whose requests are made by `request_for` and sent within `exchange_until`."""
    transport = _Transport(GuardedBackend(gate, resolver), tls or _default_tls())
    return httpx.Client(transport=transport, trust_env=False, follow_redirects=False, timeout=_SECONDS)


def request_for(url: WebUrl, headers: Sequence[tuple[bytes, bytes]]) -> httpx.Request:
    """A GET of `url`. Host and target are given as they are: httpx would encode them in its own way."""
    return httpx.Request(
        "GET",
        url.origin,
        headers=[(b"Host", url.authority.encode("ascii")), *headers],
        extensions={"target": url.target.encode("ascii")},
    )


def _default_tls() -> ssl.SSLContext:
    """Verifies against certifi's certificates and the system's: not every Python finds the second."""
    context = httpx.create_ssl_context(trust_env=False)
    context.load_default_certs()
    return context


class _Transport(httpx.BaseTransport):
    """Our own, since httpx's takes no network backend. Raises FetchError."""

    def __init__(self, backend: GuardedBackend, tls: ssl.SSLContext) -> None:
        self._pool = httpcore.ConnectionPool(
            ssl_context=tls,
            max_connections=None,  # a request that waits for another host's connection would miss its deadline
            max_keepalive_connections=_MAX_OPEN,
            keepalive_expiry=_IDLE_SECONDS,
            network_backend=backend,
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request. The headers of the answer are in its extension `headers`, as sent.

        httpx itself sees none: it would prepare a redirect by its own rules for URLs, and keep cookies.
        """
        asked = httpcore.Request(
            request.method,
            httpcore.URL(scheme=request.url.raw_scheme, host=request.url.raw_host, port=request.url.port, target=b"/"),
            headers=request.headers.raw,
            extensions=request.extensions,
        )
        try:
            answer = self._pool.handle_request(asked)
        except httpcore.RemoteProtocolError as error:
            raise current().broken(str(error)) from error
        current().answered(answer.headers)
        extensions = {**answer.extensions, "headers": answer.headers}
        return httpx.Response(answer.status, stream=_Body(answer), extensions=extensions)

    def close(self) -> None:
        """Close what is kept open."""
        self._pool.close()


class _Body(httpx.SyncByteStream):
    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    def __iter__(self) -> Iterator[bytes]:
        try:
            yield from self._answer.iter_stream()
        except httpcore.RemoteProtocolError as error:
            raise current().broken(str(error)) from error

    def close(self) -> None:
        self._answer.close()
