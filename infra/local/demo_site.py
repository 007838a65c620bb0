"""A small site of an invented company, so that an empty installation has something to crawl."""

import sys
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

_FOLDER = Path(__file__).parent / "demo"
# The pages' files name this; what is served names the address it is served from, so that their markup is right.
_WRITTEN_ORIGIN = "https://kunugizawa.example"
_HTML = "text/html; charset=utf-8"

_ROBOTS = b"User-agent: *\nDisallow: /members/\n"


class _Page(NamedTuple):
    file: str
    content_type: str = _HTML
    charset: str = "utf-8"


_PAGES = {
    "/": _Page("home.html"),
    "/products/": _Page("products.html"),
    "/products/nara-chair/": _Page("nara-chair.html"),
    "/journal/oil-finish/": _Page("oil-finish.html"),
    "/faq/": _Page("faq.html"),
    "/faq/delivery/": _Page("faq-delivery.html"),
    "/events/chopsticks/": _Page("chopsticks.html"),
    "/company/": _Page("company.html"),
    "/news/spring/": _Page("spring.html"),
    "/archive/1998/": _Page("archive-1998.html", "text/html", "cp932"),
    "/members/": _Page("members.html"),
}
_FILES = {
    "/style.css": _Page("style.css", "text/css; charset=utf-8"),
    "/images/chair.svg": _Page("chair.svg", "image/svg+xml"),
}
_REDIRECTS = {"/chair": "/products/nara-chair/"}
_GONE = "/products/maple-desk/"

# What the demo product registers: every page, a redirect, a page that is gone, and one that robots.txt excludes.
DEMO_PATHS = (*_PAGES, *_REDIRECTS, _GONE)


def serve_demo(port: int = 0) -> ThreadingHTTPServer:
    """Serve the demo site on 127.0.0.1 in a thread of its own; port 0 takes a free one (`server.server_port`).

    Raises OSError where the port is taken. `shutdown()` and `server_close()` end it.
    """
    server = _Server(("127.0.0.1", port), _Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, name="demo-site", daemon=True).start()
    return server


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Be quiet about visitors who leave in the middle."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Answer(NamedTuple):
    status: HTTPStatus
    headers: dict[str, str]
    body: bytes


def _answer(path: str, origin: str) -> _Answer:
    """What stands at a path. Only the paths of the tables exist: none is made into the name of a file."""
    if path == "/robots.txt":
        return _Answer(HTTPStatus.OK, {"Content-Type": "text/plain; charset=utf-8"}, _ROBOTS)
    if path in _REDIRECTS:
        return _Answer(HTTPStatus.MOVED_PERMANENTLY, {"Location": _REDIRECTS[path]}, b"")
    page = _PAGES.get(path) or _FILES.get(path)
    status = HTTPStatus.OK if page else HTTPStatus.NOT_FOUND
    page = page or _Page("not-found.html")
    text = (_FOLDER / page.file).read_text(encoding="utf-8").replace(_WRITTEN_ORIGIN, origin)
    return _Answer(status, {"Content-Type": page.content_type}, text.encode(page.charset))


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "KunugiDemo"
    sys_version = ""
    timeout = 30
    wbufsize = -1  # head and body in one write: two would wait for each other's acknowledgement

    def do_GET(self) -> None:
        """Answer with the page."""
        self._send(with_body=True)

    def do_HEAD(self) -> None:
        """Answer with what a GET would, without the body."""
        self._send(with_body=False)

    def _send(self, *, with_body: bool) -> None:
        port = self.connection.getsockname()[1]
        answer = _answer(self.path.partition("?")[0], f"http://127.0.0.1:{port}")
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        if with_body:
            self.wfile.write(answer.body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the base class
        """Say nothing: what was crawled is in the results."""
