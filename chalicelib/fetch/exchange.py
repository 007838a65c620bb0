"""One request under way: when it must have ended, and what has come for it so far."""

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from chalicelib.fetch.errors import FetchError

Headers = Sequence[tuple[bytes, bytes]]

_MAX_HEADS = 20
# The end of a blank line as h11 takes it. With it ends every head, and every chunked body.
_BLANK_LINE = re.compile(rb"\n(?:(?<=\n\n)|(?<=\n\r\n))")


@dataclass
class Exchange:
    """What the connection must know of the request that uses it; httpcore tells it none of this.

    end: of time.monotonic. start: the first bytes that came. ended: the server closed its side.
    """

    end: float
    start: bytes = b""
    ended: bool = False
    _heads: int = 0
    _answered: bool = False
    _by_lines: bool = True
    _room: int | None = None

    def left(self, kind: str, timeout: float | None = None) -> float:
        """Seconds to wait, at most `timeout`. Raises FetchError of `kind` when none are left."""
        left = self.end - time.monotonic()
        if left <= 0:
            raise FetchError(kind, "deadline")
        return left if timeout is None else min(left, timeout)

    def came(self, data: bytes) -> None:
        """Take notice of what was read, b"" when the server closed its side."""
        self.start = self.start or data[:5]
        self.ended = not data

    def answered(self, headers: Headers) -> None:
        """The head of the answer is there; its `headers` say where the body ends (RFC 9112 6.3)."""
        framing = {name.lower(): value for name, value in headers}
        self._answered = True
        self._by_lines = b"transfer-encoding" in framing
        if not self._by_lines and b"content-length" in framing:
            self._room = int(framing[b"content-length"])

    def portion(self, data: bytes, start: int) -> int:
        """Up to where `data` from `start` on surely belongs to the answer; the bytes before are those that came before.

        What is behind a Content-Length that is too small, or a last chunk, would else be taken for the next answer.
        """
        if self._room is not None:
            end = min(start + self._room, len(data))
            self._room -= end - start
            return end
        found = _BLANK_LINE.search(data, start) if self._by_lines else None
        if found and not self._answered:
            self._heads += 1
        if self._heads > _MAX_HEADS:
            raise FetchError("parse-error", "no answer among what was sent")
        return found.end() if found else len(data)

    def broken(self, detail: str) -> FetchError:
        """What is wrong where HTTP was not kept to: what stopped in the middle was cut, what never was HTTP is none."""
        http = b"HTTP/"[: len(self.start)] == self.start
        return FetchError("connection-reset" if self.ended and http else "parse-error", detail)


_current: ContextVar[Exchange] = ContextVar("exchange")


@contextmanager
def exchange_until(end: float) -> Iterator[Exchange]:
    """The exchange of this thread until the block is left."""
    exchange = Exchange(end)
    token = _current.set(exchange)
    try:
        yield exchange
    finally:
        _current.reset(token)


def current() -> Exchange:
    """The exchange of this thread."""
    return _current.get()
