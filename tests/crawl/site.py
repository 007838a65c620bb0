"""A small site on loopback whose visits are timed by the clock of the test."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise

from chalicelib.ports.clock import Clock


@dataclass(frozen=True)
class Page:
    """An answer: status, body and headers."""

    status: int = 200
    body: str = "<title>t</title>"
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "text/html; charset=utf-8"),)


def redirect(target: str, status: int = 302) -> Page:
    return Page(status, "", (("Location", target),))


Answer = Page | Callable[[int], Page]


@dataclass
class Site:
    """What was asked, when. `pages` may be changed while it is served; a callable gets the number of the visit."""

    origin: str
    pages: dict[str, Answer] = field(default_factory=dict)
    visits: list[tuple[datetime, str]] = field(default_factory=list)

    def url(self, path: str) -> str:
        return self.origin + path

    def paths(self) -> list[str]:
        return [path for _, path in self.visits]

    def gaps(self) -> list[float]:
        """Seconds between one request and the next."""
        times = [time for time, _ in self.visits]
        return [(later - sooner).total_seconds() for sooner, later in pairwise(times)]


@contextmanager
def serve(clock: Clock, pages: Mapping[str, Answer]) -> Iterator[Site]:
    """Serve `pages` by path; anything else is a 404."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            site.visits.append((clock.now(), self.path))
            answer = site.pages.get(self.path, Page(404, "none"))
            page = answer if isinstance(answer, Page) else answer(site.paths().count(self.path))
            body = page.body.encode()
            self.send_response(page.status)
            for name, value in page.headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    site = Site(f"http://127.0.0.1:{server.server_port}", dict(pages))
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
