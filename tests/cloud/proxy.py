"""An HTTP proxy before an S3 server that loses, delays, repeats or spoils single requests, as the test decides.

    with proxying(server.endpoint) as proxy:
        proxy.hook = lambda request: DROP_AFTER if request.method == "PUT" and request.number == 3 else PASS
        bucket = S3Bucket(name, client=server.client(proxy.endpoint))

Each request goes on by a connection of its own, so what happens to one says nothing about the next.
"""

import http.client
import itertools
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

_HOP_BY_HOP = frozenset({"connection", "keep-alive", "transfer-encoding", "expect", "content-length"})


class Request(NamedTuple):
    """A request that came. number: 1 for the first; bucket and key as S3 reads the path; header names in lower case."""

    number: int
    method: str
    bucket: str
    key: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes


class Fate(NamedTuple):
    """What becomes of a request. Seconds are waited only while the proxy lives.

    before: seconds until it goes on, whether its sender still waits or not (a late arrival).
    times: how often it goes on: 0 never; 2 is a retry nobody saw, and the second answer counts.
    after: seconds until the answer goes back.
    instead: this answer, not the server's.
    cut: the connection ends after so many bytes of the answer's body; -1: before its first line.
    """

    before: float = 0.0
    times: int = 1
    after: float = 0.0
    instead: "Answer | None" = None
    cut: int | None = None


class Answer(NamedTuple):
    """An answer as it goes back."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


PASS = Fate()
DROP_BEFORE = Fate(times=0, cut=-1)
DROP_AFTER = Fate(cut=-1)
TWICE = Fate(times=2)


def delay(before: float = 0.0, after: float = 0.0) -> Fate:
    """Passed, later."""
    return Fate(before=before, after=after)


def cut(size: int) -> Fate:
    """Passed, and only the first `size` bytes of the answer's body come back."""
    return Fate(cut=size)


def refuse(status: int, code: str, *, applied: bool = False) -> Fate:
    """Answered with S3's error of that code; `applied`: though the server did what was asked."""
    body = f"<?xml version='1.0'?><Error><Code>{code}</Code><Message>from the proxy</Message></Error>".encode()
    return Fate(times=int(applied), instead=Answer(status, [("Content-Type", "application/xml")], body))


@dataclass
class Proxy:
    """hook: decides about each request, from several threads. seen: the requests, in the order they came.

    received and sent: bytes of bodies that came from and went back to the clients.
    """

    endpoint: str
    hook: Callable[[Request], Fate] = lambda _request: PASS
    seen: list[Request] = field(default_factory=list)
    received: int = 0
    sent: int = 0
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    lock: threading.Lock = field(default_factory=threading.Lock)
    over: threading.Event = field(default_factory=threading.Event)

    def asked(self) -> list[tuple[str, str]]:
        """Method and key of each request so far."""
        with self.lock:
            return [(request.method, request.key) for request in self.seen]


@contextmanager
def proxying(upstream: str, keep_bodies: bool = False) -> Iterator[Proxy]:
    """A proxy before `upstream`. keep_bodies: `seen` has the bodies too."""
    address = urlsplit(upstream)
    proxy = Proxy("")

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
            pass

        def handle_one_request(self) -> None:
            with suppress(ConnectionError, TimeoutError):  # the client is gone
                super().handle_one_request()
                return
            self.close_connection = True

        def _do(self) -> None:
            request = _request(self, proxy)
            fate = proxy.hook(request)
            with proxy.lock:
                proxy.seen.append(request if keep_bodies else request._replace(body=b""))
                proxy.received += len(request.body)
            proxy.over.wait(fate.before)
            answer = fate.instead
            for _ in range(0 if proxy.over.is_set() else fate.times):
                came = _forward(address.hostname or "", address.port or 80, self, request.body)
                answer = fate.instead or came
            proxy.over.wait(fate.after)
            if answer is None or fate.cut == -1 or proxy.over.is_set():
                _hang_up(self)
            else:
                with proxy.lock:
                    proxy.sent += len(answer.body)
                _reply(self, answer, fate.cut)

        do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = _do  # noqa: N815 - the base class's names

    class Server(ThreadingHTTPServer):
        request_queue_size = 128

    server = Server(("127.0.0.1", 0), Handler)
    proxy.endpoint = f"http://127.0.0.1:{server.server_port}"
    serving = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    serving.start()
    try:
        yield proxy
    finally:
        proxy.over.set()
        server.shutdown()
        serving.join()
        server.server_close()


def _request(handler: BaseHTTPRequestHandler, proxy: Proxy) -> Request:
    body = _body(handler)
    parts = urlsplit(handler.path)
    bucket, _, key = parts.path.lstrip("/").partition("/")
    query = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
    headers = {name.lower(): value for name, value in handler.headers.items()}
    return Request(next(proxy.numbers), handler.command, bucket, unquote(key), query, headers, body)


def _body(handler: BaseHTTPRequestHandler) -> bytes:
    if "chunked" not in handler.headers.get("Transfer-Encoding", ""):
        size = int(handler.headers.get("Content-Length") or 0)
        body = handler.rfile.read(size)
        if len(body) != size:
            raise ConnectionResetError("the client went away")
        return body
    pieces = []
    while size := int(handler.rfile.readline().partition(b";")[0], 16):
        pieces.append(handler.rfile.read(size))
        handler.rfile.readline()
    while handler.rfile.readline().strip():
        pass  # trailers
    return b"".join(pieces)


def _forward(host: str, port: int, handler: BaseHTTPRequestHandler, body: bytes) -> Answer | None:
    """The server's answer to the request as it came (its Host is signed); None when it gives none."""
    connection = http.client.HTTPConnection(host, port, timeout=120)
    try:
        connection.putrequest(handler.command, handler.path, skip_host=True, skip_accept_encoding=True)
        for name, value in handler.headers.items():
            if name.lower() not in _HOP_BY_HOP:
                connection.putheader(name, value)
        if body or handler.command in ("PUT", "POST"):
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body or None)
        answer = connection.getresponse()
        headers = [(name, value) for name, value in answer.getheaders() if name.lower() not in _HOP_BY_HOP]
        if handler.command == "HEAD":
            headers.append(("Content-Length", answer.getheader("Content-Length") or "0"))
        return Answer(answer.status, headers, answer.read())
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def _reply(handler: BaseHTTPRequestHandler, answer: Answer, size: int | None) -> None:
    handler.send_response_only(answer.status)
    for name, value in answer.headers:
        handler.send_header(name, value)
    if handler.command != "HEAD":
        handler.send_header("Content-Length", str(len(answer.body)))
    handler.end_headers()
    if handler.command != "HEAD":
        handler.wfile.write(answer.body if size is None else answer.body[:size])
    if size is not None:
        handler.wfile.flush()
        _hang_up(handler)


def _hang_up(handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True
    with suppress(OSError):
        handler.connection.shutdown(socket.SHUT_RDWR)
