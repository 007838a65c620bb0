"""Whether two URLs name one page (V13): closing slash, percent-encoding, order of the query are notation."""

import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided
from chalicelib.page.source import words

MAX_URL = 2000
_TRACKING = re.compile(
    r"utm_\w+|gad_\w+|mc_[ce]id|_hs\w+|pk_\w+|mtm_\w+|s_kwcid|gclid|dclid|gbraid|wbraid|gclsrc|fbclid|yclid|ldtag_cl|msclkid"
    r"|twclid|ttclid|igshid|_ga|_gl|srsltid"
)
_INDEX = re.compile(r"(?<=/)(?:index|default)\.(?:html?|php|aspx?|jsp|cgi)$", re.IGNORECASE)
_STAGING = re.compile(
    r"(?:^|[.-])(?:stg|stage|staging|dev|develop|development|test|testing|demo|local|localhost|preview|preprod|uat|sandbox|qa)\d*"
    r"(?=[.:-]|$)|(?:^|\.)(?:vercel\.app|netlify\.app|pages\.dev|ngrok\.io|herokuapp\.com|web\.app|azurewebsites\.net)$"
    r"|^(?:127|10)\.\d|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.",
    re.IGNORECASE,
)
_SAME_SERVICE = {"twitter.com": "x.com", "mobile.twitter.com": "x.com", "m.facebook.com": "facebook.com"}
_DEVICE = frozenset(words("m sp mobile smp s touch amp"))


class Address(NamedTuple):
    """A URL taken apart. host: lower case, without `www.` and the usual port; query: sorted pairs, without tracking."""

    scheme: str
    host: str
    www: bool
    path: str
    query: tuple[tuple[str, str], ...]


@lru_cache(maxsize=1024)
def address(url: str) -> Address | None:
    """None for what is no absolute http(s) URL."""
    try:
        parts = urlsplit(url.strip()[:MAX_URL])
        port = parts.port
        host = (parts.hostname or "").rstrip(".")
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not host:
        return None
    if not host.isascii():
        try:
            host = host.encode("idna").decode()
        except UnicodeError:
            return None
    www = host.startswith("www.")
    host = host.removeprefix("www.")
    if port and port != {"http": 80, "https": 443}[parts.scheme]:
        host = f"{host}:{port}"
    path = _INDEX.sub("", unquote(parts.path or "/")).rstrip("/") or "/"
    pairs = parse_qsl(parts.query, keep_blank_values=True, max_num_fields=None) if parts.query.count("&") < 100 else []
    query = tuple(sorted((name, value) for name, value in pairs if not _TRACKING.fullmatch(name)))
    return Address(parts.scheme, host, www, path, query)


def is_staging(url: str) -> bool:
    """Whether the host is one that visitors do not come to."""
    found = address(url)
    return found is not None and _STAGING.search(found.host) is not None


def compare_url(declared: str, pages: list[str], *, strict: bool = True) -> Verdict:
    """declared and pages are absolute; pages: the addresses of the page, its canonical one first.

    strict: whether another path or host is another page; else a reader cannot say (a product's variant, an event's
    own site).
    """
    one = address(declared)
    known = [found for found in map(address, pages) if found is not None]
    if one is None or not known:
        return undecided(pages[0] if pages else "")
    shown = pages[0]
    best = max((_likeness(one, other) for other in known), key=_RANK.index)
    if best == "same":
        return match(shown)
    if best == "scheme":
        return mismatch(shown, "scheme") if one.scheme == "http" else undecided(shown)
    if best == "host":
        staging = is_staging(declared)
        return mismatch(shown, "staging" if staging else "other-host") if strict or staging else undecided(shown)
    if best == "path":
        return mismatch(shown) if strict else undecided(shown)
    return undecided(shown)


_RANK = ("host", "path", "unsure", "scheme", "same")


def _likeness(one: Address, other: Address) -> str:
    if one.host != other.host:
        first, _, rest = one.host.partition(".")
        second, _, rest_of_other = other.host.partition(".")
        device = (first in _DEVICE and rest == other.host) or (second in _DEVICE and rest_of_other == one.host)
        return "unsure" if device else "host"
    if one.path != other.path:
        return (
            "unsure"
            if one.path.casefold() == other.path.casefold() or _without_amp(one) == _without_amp(other)
            else "path"
        )
    if one.query != other.query:
        names, known = dict(one.query), dict(other.query)
        return "path" if any(known[name] != value for name, value in names.items() if name in known) else "unsure"
    if one.www != other.www:
        return "unsure"
    return "same" if one.scheme == other.scheme else "scheme"


def _without_amp(one: Address) -> str:
    return one.path.removesuffix("/amp").removeprefix("/amp")


def same_page(one: str, other: str) -> bool:
    """Whether two links lead to one page, whatever scheme and `www.`."""
    first, second = address(one), address(other)
    return first is not None and second is not None and first[1:2] + first[3:] == second[1:2] + second[3:]


def profile(url: str) -> str:
    """A profile's URL (`sameAs`) in one form: twitter.com is x.com; scheme, `www.`, closing slash do not count."""
    found = address(url)
    if found is None:
        return url.strip()
    host = _SAME_SERVICE.get(found.host, found.host)
    path = found.path.casefold() if host in _ANY_CASE else found.path
    keep = [pair for pair in found.query if pair[0] in ("id", "channel", "v", "list", "cid")]
    return f"{host}{path}{keep or ''}".removesuffix("/")


_ANY_CASE = frozenset(words("x.com facebook.com instagram.com linkedin.com youtube.com tiktok.com github.com note.com"))
