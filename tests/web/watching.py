"""A browser page of which everything is noticed: each request, each console message, each breach of the CSP."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page

SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"
# The browser notes every answer of status 4xx itself; the tests say which ones they expect by what the page shows.
REFUSAL = re.compile(r"Failed to load resource: the server responded with a status of 4\d\d")


@dataclass
class Watched:
    """`page` and what it did so far."""

    page: Page
    origin: str
    foreign: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    forgiven: re.Pattern[str] = REFUSAL

    def check(self) -> None:
        """Nothing was asked of another place, and the browser had nothing to complain about."""
        assert self.foreign == []
        assert [text for text in self.complaints if not self.forgiven.search(text)] == []

    def overflow(self) -> int:
        """How many pixels the page is wider than the window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))

    def shoot(self, name: str, *, full: bool = True) -> None:
        """Keep a picture for a person to look at."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=full)


def watch(context: BrowserContext, url: str) -> Watched:
    """A new page, not yet open, that may ask nothing of any other origin than that of `url`."""
    parts = urlsplit(url)
    watched = Watched(context.new_page(), f"{parts.scheme}://{parts.netloc}")

    def requested(address: str) -> None:
        if not address.startswith((f"{watched.origin}/", "data:")):
            watched.foreign.append(address)

    def said(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            watched.complaints.append(message.text)

    watched.page.on("request", lambda request: requested(request.url))
    watched.page.on("websocket", lambda socket: watched.foreign.append(socket.url))
    watched.page.on("console", said)
    watched.page.on("pageerror", lambda error: watched.complaints.append(str(error)))
    watched.page.set_default_timeout(15_000)
    return watched
