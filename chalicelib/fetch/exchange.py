"""One HTTP/1.1 connection: a request out, an answer in, every read and write by a deadline."""

import select
import socket
import ssl
import time
from collections.abc import Iterator
from typing import NamedTuple

import h11

from chalicelib.fetch.errors import FetchError

READ_SECONDS = 15.0
_MAX_HEAD = 100 * 1024
_MAX_INTERIM = 20
_PIECE = 65_536

Headers = list[tuple[bytes, bytes]]


class Head(NamedTuple):
    """Status line and headers as sent, names in lower case."""

    status: int
    reason: bytes
    headers: Headers


class Connection:
    """A connected socket that speaks HTTP/1.1. All methods raise FetchError; after one the connection is of no use."""

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected
        self._http = h11.Connection(our_role=h11.CLIENT, max_incomplete_event_size=_MAX_HEAD)
        self._start = b""
        self._ended = False

    def ask(self, target: str, headers: Headers, end: float) -> Head:
        """Send a GET for `target` and read the head of the answer before `end` (of time.monotonic)."""
        self._start = b""
        request = h11.Request(method="GET", target=target, headers=headers)
        self._send(self._http.send(request) + self._http.send(h11.EndOfMessage()), end)
        for _ in range(_MAX_INTERIM):
            event = self._next(end)
            if isinstance(event, h11.Response):
                return Head(event.status_code, bytes(event.reason), list(event.headers))
            if not isinstance(event, h11.InformationalResponse):
                break
        raise FetchError("parse-error", "no answer among what was sent")

    def body(self, end: float) -> Iterator[bytes]:
        """The body as sent, in pieces, read before `end`."""
        while isinstance(event := self._next(end), h11.Data):
            yield bytes(event.data)

    def ready_again(self) -> bool:
        """Make ready for the next request where the answer ended cleanly, with nothing after its end."""
        if self._http.our_state is not h11.DONE or self._http.their_state is not h11.DONE:
            return False
        if self._http.trailing_data[0]:
            return False  # a Content-Length that is too small: the rest must not become the next answer
        self._http.start_next_cycle()
        return True

    def quiet(self) -> bool:
        """Whether the idle connection is still open and nothing came unasked."""
        poll = select.poll()
        poll.register(self._socket, select.POLLIN | select.POLLHUP | select.POLLERR)
        return not poll.poll(0)

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()

    def _next(self, end: float) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        while True:
            try:
                event = self._http.next_event()
            except h11.RemoteProtocolError as error:
                raise self._broken(str(error)) from error
            if event is not h11.NEED_DATA:
                return event
            data = self._receive(end)
            self._start = self._start or data[:5]
            self._ended = not data
            if self._ended and self._http.their_state is h11.SEND_RESPONSE:
                raise self._broken("closed before an answer came")
            self._http.receive_data(data)

    def _broken(self, detail: str) -> FetchError:
        """What stopped in the middle was cut; what never was HTTP cannot be parsed."""
        http = b"HTTP/"[: len(self._start)] == self._start
        return FetchError("connection-reset" if self._ended and http else "parse-error", detail)

    def _send(self, data: bytes, end: float) -> None:
        try:
            self._socket.settimeout(_left(end))
            self._socket.sendall(data)
        except TimeoutError as error:
            raise FetchError("timeout", "while sending the request") from error
        except OSError:
            # Some servers answer and close without reading: the answer, or what went wrong, is still to be read.
            return

    def _receive(self, end: float) -> bytes:
        try:
            self._socket.settimeout(_left(end))
            return self._socket.recv(_PIECE)
        except TimeoutError as error:
            raise FetchError("timeout", "deadline" if time.monotonic() >= end else "nothing came") from error
        except ssl.SSLError as error:
            raise FetchError("tls", str(error.reason or error.strerror)) from error
        except OSError as error:
            raise FetchError("connection-reset", error.strerror or type(error).__name__) from error


def _left(end: float) -> float:
    left = end - time.monotonic()
    if left <= 0:
        raise FetchError("timeout", "deadline")
    return min(left, READ_SECONDS)
