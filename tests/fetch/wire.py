"""A server on loopback that answers byte for byte what a test wants."""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

# What a path answers: bytes, after which the connection stays open, or what to do with the connection, which is closed
# afterwards.
Reply = bytes | Callable[[socket.socket], None]


@dataclass
class Wire:
    """What the server saw. times: of time.monotonic, when a request was read to its end."""

    port: int
    requests: list[bytes] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    connections: int = 0

    @property
    def origin(self) -> str:
        """The address to ask."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def paths(self) -> list[str]:
        """The paths asked for, in order."""
        return [request.split(b" ")[1].decode() for request in self.requests]


def ok(body: bytes, *headers: str, status: str = "200 OK") -> bytes:
    """A whole answer with its Content-Length."""
    head = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join(head).encode("latin-1") + b"\r\n\r\n" + body


def moved(location: bytes, status: str = "302 Found") -> bytes:
    """A redirect."""
    return f"HTTP/1.1 {status}\r\nContent-Length: 0\r\nLocation: ".encode() + location + b"\r\n\r\n"


def drip(data: bytes, seconds: float = 0.05) -> Callable[[socket.socket], None]:
    """Send `data` a byte at a time."""

    def talk(connection: socket.socket) -> None:
        with suppress(OSError):
            for position in range(len(data)):
                connection.sendall(data[position : position + 1])
                time.sleep(seconds)

    return talk


@contextmanager
def serving(replies: Mapping[str, Reply], tls: ssl.SSLContext | None = None) -> Iterator[Wire]:
    """Serve `replies` by path; any other path is a 404."""
    listener = socket.create_server(("127.0.0.1", 0))
    wire = Wire(listener.getsockname()[1])

    def accept() -> None:
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                wire.connections += 1
                threading.Thread(target=answer, args=(connection,), daemon=True).start()

    def answer(plain: socket.socket) -> None:
        with suppress(OSError), plain:
            connection = tls.wrap_socket(plain, server_side=True) if tls else plain
            with connection:
                while request := _request(connection):
                    wire.requests.append(request)
                    wire.times.append(time.monotonic())
                    reply = replies.get(wire.paths[-1], ok(b"", status="404 Not Found"))
                    if not isinstance(reply, bytes):
                        reply(connection)
                        return
                    connection.sendall(reply)

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield wire
    finally:
        listener.shutdown(socket.SHUT_RDWR)  # closing alone leaves the thread in accept
        listener.close()


def _request(connection: socket.socket) -> bytes:
    read = b""
    while b"\r\n\r\n" not in read:
        data = connection.recv(65_536)
        if not data:
            return b""
        read += data
    return read
