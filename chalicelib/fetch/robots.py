"""The rules of a robots.txt (RFC 9309) for the token `Kunugi` (K-055)."""

from dataclasses import dataclass
from functools import lru_cache

from protego import Protego

from chalicelib.fetch.urls import parse_url

AGENT = "Kunugi"
MAX_BYTES = 500 * 1024


@dataclass(frozen=True)
class Robots:
    """What a robots.txt says. text: its rules, empty where there are none."""

    text: str = ""

    @staticmethod
    def decode(body: bytes) -> str:
        """The text of a robots.txt: UTF-8, of which 500 KB are read (RFC 9309 2.3, 2.5)."""
        read = body[:MAX_BYTES]
        if len(body) > MAX_BYTES:
            read = read[: max(read.rfind(b"\n"), read.rfind(b"\r")) + 1]  # half a line would be another rule
        return read.decode("utf-8-sig", "replace")

    def allows(self, url: str) -> bool:
        """Whether `url` may be asked for. Raises UrlError for what is no URL."""
        if not self.text:
            return True
        # The path as the server sees it: dot segments must not lead round a rule.
        return bool(_rules(self.text).can_fetch(parse_url(url).wire, AGENT))


@lru_cache(maxsize=8)
def _rules(text: str) -> Protego:
    """Parsed once per text: a long file takes longer than the requests it rules."""
    return Protego.parse(text)
