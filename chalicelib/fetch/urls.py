"""URLs: what may be registered (K-021), the form that is stored, and the form that goes on the wire."""

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from chalicelib.fetch.hostnames import AmbiguousAddressError, ascii_host, shown_host
from chalicelib.texts import Language, say

if TYPE_CHECKING:
    from chalicelib.fetch.addresses import AddressGate

MAX_LENGTH = 2_000
# Redirects carry longer ones than people register: sign-on pages put a whole URL into the query.
MAX_REDIRECT_LENGTH = 8_000

_DEFAULT_PORTS = {"http": 80, "https": 443}
_SCHEME = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]*):", re.IGNORECASE)
_URL = re.compile(r"(?P<scheme>https?)://(?P<authority>[^/?#]*)(?P<rest>[^#]*)(?:#.*)?", re.IGNORECASE | re.DOTALL)
_AUTHORITY = re.compile(r"(?P<host>\[[^\[\]]*\]|[^:\[\]]+)(?::(?P<port>[0-9]{0,5}))?")
_WIDE = re.compile(
    r"(?P<scheme>[^:：]{1,10})[:：][/／]{2}(?P<authority>[^/?#／？＃]*)(?P<delimiter>[/?#／？＃]?)(?P<rest>.*)"
)
# Beside what str.strip() takes (U+3000 is among it): what spreadsheets and editors leave at the ends unseen.
_UNSEEN = "\ufeff\u200b\u2060"
# RFC 3986 characters that mean something in a path or query, and "%", since what is encoded stays as it is.
_KEPT = "%!$&'()*+,-./:;=?@[]_|~"


class UrlError(ValueError):
    """A text is no URL we take. `reason_code` has a text in `texts/fetch.py` as `fetch.url.<reason_code>`."""

    def __init__(self, reason_code: str) -> None:
        super().__init__(reason_code)
        self.reason_code = reason_code

    def message(self, language: Language = "ja") -> str:
        """The reason for a person."""
        return say(f"fetch.url.{self.reason_code}", language)


class WebUrl(NamedTuple):
    """An absolute http(s) URL in parts.

    host: for the wire: lower case, `xn--`, without brackets. rest: path and query as typed, beginning with "/".
    """

    scheme: str
    host: str
    port: int
    rest: str

    @property
    def authority(self) -> str:
        """Host and, where it is not the default, port: the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """`scheme://host:port`, the port always there: the group of the crawl queue (design/crawl.md)."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"

    @property
    def target(self) -> str:
        """Path and query as asked for: ASCII, without dot segments, so that robots.txt and server see the same path."""
        path, question, query = self.rest.partition("?")
        return quote(_without_dots(path), safe=_KEPT) + question + quote(query, safe=_KEPT)

    @property
    def wire(self) -> str:
        """The whole URL as asked for, in ASCII."""
        return f"{self.scheme}://{self.authority}{self.target}"

    @property
    def stored(self) -> str:
        """The URL as stored (K-021): host in lower case and its own script, no default port, no fragment."""
        port = "" if self.port == _DEFAULT_PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{shown_host(self.host)}{port}{self.rest}"


def parse_url(text: str, limit: int = MAX_REDIRECT_LENGTH) -> WebUrl:
    """Take an absolute http(s) URL of at most `limit` characters apart, as typed. Raises UrlError."""
    if len(text) > limit:
        raise UrlError("too-long")
    # Nearly all URLs are plain, and of the others each character is looked at: most of the time of a large sitemap.
    plain = text.isascii() and text.isprintable() and " " not in text
    if not plain and any(unicodedata.category(sign) in ("Cc", "Cs") for sign in text):
        raise UrlError("control-character")
    found = _URL.fullmatch(text)
    if not found:
        raise UrlError(_why_no_url(text))
    if not plain and any(sign.isspace() for sign in text):
        raise UrlError("space")
    scheme = found["scheme"].lower()
    host, port = _host_and_port(found["authority"], _DEFAULT_PORTS[scheme])
    rest = found["rest"]
    return WebUrl(scheme, host, port, rest if rest.startswith("/") else "/" + rest)


def normalise_url(text: str, gate: "AddressGate | None" = None) -> str:
    """One line of a registration to the URL that is stored; equal for two lines that mean the same URL (K-021).

    With a gate, literal addresses, `localhost` and ports that it refuses are refused here already; names are looked up
    only when they are fetched. Raises UrlError.
    """
    typed = _trimmed(text)
    if not typed:
        raise UrlError("empty")
    try:
        url = parse_url(typed, MAX_LENGTH)
    except UrlError as error:
        narrowed = _narrowed(typed)
        if narrowed is None or error.reason_code == "too-long":
            raise
        url = parse_url(narrowed, MAX_LENGTH)
    if gate is not None and gate.refusal_of_url(url):
        raise UrlError("blocked-address")
    stored = url.stored
    if len(stored) > MAX_LENGTH:
        raise UrlError("too-long")
    return stored


def _host_and_port(authority: str, default: int) -> tuple[str, int]:
    if "@" in authority:
        raise UrlError("userinfo")
    found = _AUTHORITY.fullmatch(authority)
    if not found:
        raise UrlError("port" if re.fullmatch(r"[^:\[\]]+:.*", authority) else "host")
    port = int(found["port"]) if found["port"] else default
    if not 1 <= port <= 65_535:
        raise UrlError("port")
    try:
        return ascii_host(found["host"]), port
    except AmbiguousAddressError as error:
        raise UrlError("blocked-address") from error
    except ValueError as error:
        raise UrlError("host") from error


def _why_no_url(text: str) -> str:
    found = _SCHEME.match(text)
    if not found or found["scheme"].lower() in _DEFAULT_PORTS or re.match(r"[0-9]+(?:[/?#]|$)", text[found.end() :]):
        return "not-a-url"  # the last is `localhost:8000/`
    return "scheme"


def _trimmed(text: str) -> str:
    before = None
    while text != before:
        before, text = text, text.strip().strip(_UNSEEN)
    return text


def _narrowed(text: str) -> str | None:
    """Scheme and host from full-width letters to ASCII, path and query untouched; None where that changes nothing."""
    found = _WIDE.fullmatch(text)
    if not found:
        return None
    scheme, authority, delimiter = (
        unicodedata.normalize("NFKC", part) for part in (found["scheme"], found["authority"], found["delimiter"])
    )
    narrowed = f"{scheme}://{authority}{delimiter}{found['rest']}"
    return None if narrowed == text else narrowed


def _without_dots(path: str) -> str:
    """RFC 3986 5.2.4, with the encoded dots that browsers take for dots too (WHATWG URL)."""
    kept: list[str] = []
    segments = path.split("/")[1:]
    for position, segment in enumerate(segments):
        plain = re.sub("%2e", ".", segment, flags=re.IGNORECASE)
        if plain not in (".", ".."):
            kept.append(segment)
            continue
        if plain == ".." and kept:
            kept.pop()
        if position == len(segments) - 1:
            kept.append("")
    return "/" + "/".join(kept)
