"""From a URL to a connected socket: every address checked, the checked one dialled, TLS verified, all by a deadline."""

import errno
import socket
import ssl
import time

from chalicelib.fetch.addresses import AddressGate
from chalicelib.fetch.errors import FetchError
from chalicelib.fetch.hostnames import literal_address
from chalicelib.fetch.names import Resolver
from chalicelib.fetch.urls import WebUrl

CONNECT_SECONDS = 8.0
_MAX_ADDRESSES = 3
# Nobody answered: on Linux an address that no machine has gives EHOSTUNREACH after a while.
_UNREACHABLE = frozenset({errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EHOSTDOWN, errno.ENETDOWN, errno.ETIMEDOUT})


def default_tls() -> ssl.SSLContext:
    """Verifies against the system's certificates and certifi's: not every Python finds the first."""
    import certifi

    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context


def connect(url: WebUrl, gate: AddressGate, resolver: Resolver, tls: ssl.SSLContext, end: float) -> socket.socket:
    """A connection for `url` before `end` (of time.monotonic). Raises FetchError.

    The name is looked up once, and what was checked is what is dialled: a name whose answer changes meanwhile (DNS
    rebinding) gains nothing. TLS still verifies the name of the URL.
    """
    if literal_address(url.host) is not None:
        addresses = [url.host]
    else:
        addresses = list(resolver(url.host, url.port, _left(end)))
        if not addresses:
            raise FetchError("dns", f"{url.host}: no address")
    gate.check_addresses(addresses, url.port)
    connected = _dial_first(addresses, url.port, end)
    return _encrypted(connected, url, tls, end) if url.scheme == "https" else connected


def _left(end: float) -> float:
    left = end - time.monotonic()
    if left <= 0:
        raise FetchError("connection-timeout", "deadline")
    return left


def _dial_first(addresses: list[str], port: int, end: float) -> socket.socket:
    errors: list[FetchError] = []
    for address in addresses[:_MAX_ADDRESSES]:
        try:
            return _dial(address, port, end)
        except FetchError as error:
            errors.append(error)
    # A refusal says more than a missing IPv6 route.
    raise min(errors, key=lambda error: error.kind in ("connection-timeout", "unknown"))


def _dial(address: str, port: int, end: float) -> socket.socket:
    dialled = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
    try:
        dialled.settimeout(min(_left(end), CONNECT_SECONDS))
        dialled.connect((address, port))
        dialled.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except FetchError:
        dialled.close()
        raise
    except OSError as error:
        dialled.close()
        raise _connect_error(error, address) from error
    return dialled


def _connect_error(error: OSError, address: str) -> FetchError:
    if isinstance(error, TimeoutError) or error.errno in _UNREACHABLE:
        return FetchError("connection-timeout", f"{address}: {error.strerror or 'no answer'}")
    if isinstance(error, ConnectionRefusedError):
        return FetchError("connection-refused", address)
    if isinstance(error, ConnectionError):
        return FetchError("connection-reset", address)
    return FetchError("unknown", f"{address}: {error.strerror}")


def _encrypted(plain: socket.socket, url: WebUrl, tls: ssl.SSLContext, end: float) -> socket.socket:
    try:
        # The time-out of a socket bounds the whole handshake, also one that comes byte by byte.
        plain.settimeout(min(_left(end), CONNECT_SECONDS))
        return tls.wrap_socket(plain, server_hostname=url.host.rstrip("."))
    except FetchError:
        plain.close()
        raise
    except (OSError, ValueError) as error:
        plain.close()
        raise _tls_error(error) from error


def _tls_error(error: OSError | ValueError) -> FetchError:
    if isinstance(error, ssl.SSLCertVerificationError):
        return FetchError("tls", error.verify_message)
    if isinstance(error, ssl.SSLError):
        return FetchError("tls", str(error.reason or error.strerror))
    if isinstance(error, TimeoutError):
        return FetchError("connection-timeout", "TLS handshake")
    if isinstance(error, ConnectionError):
        return FetchError("connection-reset", "during the TLS handshake")
    return FetchError("tls", str(error))
