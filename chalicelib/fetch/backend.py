"""Connections for httpcore: every address checked, the checked one dialled, every wait ended by the deadline."""

import errno
import ssl
from collections.abc import Iterable
from typing import Any

import httpcore

from chalicelib.fetch.addresses import AddressGate
from chalicelib.fetch.errors import FetchError
from chalicelib.fetch.exchange import current
from chalicelib.fetch.hostnames import literal_address
from chalicelib.fetch.names import Resolver

_MAX_ADDRESSES = 3
# Nobody answered: on Linux an address that no machine has gives EHOSTUNREACH after a while.
_UNREACHABLE = frozenset({errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EHOSTDOWN, errno.ENETDOWN, errno.ETIMEDOUT})


class GuardedBackend(httpcore.NetworkBackend):
    """Dials for the exchange of its thread. What it raises are FetchErrors, which httpcore lets pass."""

    def __init__(self, gate: AddressGate, resolver: Resolver) -> None:
        self._gate = gate
        self._resolver = resolver
        self._plain = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """A connection to `host`, of which one of the three first addresses answers.

        The name is looked up once, and what was checked is what is dialled: a name whose answer changes meanwhile (DNS
        rebinding) gains nothing.
        """
        if literal_address(host) is not None:
            addresses = [host]
        else:
            addresses = list(self._resolver(host, port, current().left("connection-timeout")))
            if not addresses:
                raise FetchError("dns", f"{host}: no address")
        self._gate.check_addresses(addresses, port)
        errors: list[FetchError] = []
        for address in addresses[:_MAX_ADDRESSES]:
            try:
                return self._dial(address, port, timeout)
            except FetchError as error:
                errors.append(error)
        # A refusal says more than a missing IPv6 route.
        raise min(errors, key=lambda error: error.kind in ("connection-timeout", "unknown"))

    def _dial(self, address: str, port: int, timeout: float | None) -> httpcore.NetworkStream:
        seconds = current().left("connection-timeout", timeout)
        try:
            return GuardedStream(self._plain.connect_tcp(address, port, seconds))
        except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
            raise _connect_error(error.__cause__, address) from error


class GuardedStream(httpcore.NetworkStream):
    """A connection whose waits end with the exchange, and which hands over nothing behind the end of an answer."""

    def __init__(self, plain: httpcore.NetworkStream) -> None:
        self._plain = plain
        self._held = b""
        self._handed = (
            0  # of what is held; two bytes of what was handed over stay, since a blank line may come in parts
        )

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """What came next of the answer, b"" at the end."""
        if self._handed == len(self._held):
            data = self._receive(max_bytes, timeout)
            current().came(data)
            self._held = self._held[-2:] + data
            self._handed = len(self._held) - len(data)
        start, self._handed = self._handed, current().portion(self._held, self._handed)
        return self._held[start : self._handed]

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send. httpcore goes on to reading after a WriteError: some servers answer and close without reading."""
        try:
            self._plain.write(buffer, current().left("timeout", timeout))
        except httpcore.WriteTimeout as error:
            raise FetchError("timeout", "while sending the request") from error

    def close(self) -> None:
        """Close the connection."""
        self._plain.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        """The connection within TLS, which verifies the name of the URL."""
        try:
            # The time-out of a socket bounds the whole handshake, also one that comes byte by byte.
            seconds = current().left("connection-timeout", timeout)
            return GuardedStream(self._plain.start_tls(ssl_context, (server_hostname or "").rstrip("."), seconds))
        except FetchError:
            self.close()
            raise
        except (httpcore.ConnectError, httpcore.ConnectTimeout, ValueError) as error:
            raise _tls_error(error.__cause__ or error) from error

    def get_extra_info(self, info: str) -> Any:
        """httpcore asks whether an idle connection is readable, and closes it when something came that nobody asked."""
        if info == "is_readable" and self._handed < len(self._held):
            return True
        return self._plain.get_extra_info(info)

    def _receive(self, max_bytes: int, timeout: float | None) -> bytes:
        seconds = current().left("timeout", timeout)
        try:
            return self._plain.read(max_bytes, seconds)
        except httpcore.ReadTimeout as error:
            raise FetchError("timeout", "nothing came" if seconds == timeout else "deadline") from error
        except httpcore.ReadError as error:
            cause = error.__cause__
            if isinstance(cause, ssl.SSLError):
                raise FetchError("tls", str(cause.reason or cause.strerror)) from error
            raise FetchError("connection-reset", getattr(cause, "strerror", None) or type(cause).__name__) from error


def _connect_error(error: BaseException | None, address: str) -> FetchError:
    said = getattr(error, "strerror", None)
    if isinstance(error, TimeoutError) or getattr(error, "errno", None) in _UNREACHABLE:
        return FetchError("connection-timeout", f"{address}: {said or 'no answer'}")
    if isinstance(error, ConnectionRefusedError):
        return FetchError("connection-refused", address)
    if isinstance(error, ConnectionError):
        return FetchError("connection-reset", address)
    return FetchError("unknown", f"{address}: {said}")


def _tls_error(error: BaseException) -> FetchError:
    if isinstance(error, ssl.SSLCertVerificationError):
        return FetchError("tls", error.verify_message)
    if isinstance(error, ssl.SSLError):
        return FetchError("tls", str(error.reason or error.strerror))
    if isinstance(error, TimeoutError):
        return FetchError("connection-timeout", "TLS handshake")
    if isinstance(error, ConnectionError):
        return FetchError("connection-reset", "during the TLS handshake")
    return FetchError("tls", str(error))
