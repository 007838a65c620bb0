"""`python -m bench.site`: the pages of the crawl, served from memory. It prints its origin.

Bare asyncio: at several thousand answers a second it is not what either crawler waits for.
"""

import asyncio
from itertools import islice

from bench.pages import examples, generated

PAGES = 200
_EXAMPLES = 40
_ROBOTS = b"User-agent: *\nDisallow: /private/\nAllow: /\n"


def paths() -> list[str]:
    """Where the pages lie."""
    return [f"/{number}" for number in range(PAGES)]


def bodies() -> list[bytes]:
    """Shop and news pages of 20 to 60 KB, a fifth of them schema.org's examples where these are present."""
    small = [page.body for page in islice(examples(rdfa=False), _EXAMPLES)]
    return small + [page.body for page in generated(PAGES - len(small), seed=4, sizes=(20_000, 60_000))]


class _Connection(asyncio.Protocol):
    """Answers GETs one after the other on a connection that stays open."""

    def __init__(self, answers: dict[bytes, bytes]) -> None:
        self._answers = answers
        self._held = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        *requests, self._held = (self._held + data).split(b"\r\n\r\n")
        for request in requests:
            self._transport.write(self._answers.get(request.split(b" ", 2)[1], self._answers[b""]))


def _answer(status: str, kind: str, body: bytes) -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


async def _serve() -> None:
    answers = {
        path.encode(): _answer("200 OK", "text/html; charset=utf-8", body)
        for path, body in zip(paths(), bodies(), strict=True)
    }
    answers[b"/robots.txt"] = _answer("200 OK", "text/plain", _ROBOTS)
    answers[b""] = _answer("404 Not Found", "text/plain", b"none")
    server = await asyncio.get_running_loop().create_server(lambda: _Connection(answers), "127.0.0.1", 0)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve())
