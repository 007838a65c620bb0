"""An answer as the other rooms see it, and what its headers mean."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from urllib.parse import quote_from_bytes, urljoin

from chalicelib.fetch.errors import FetchError
from chalicelib.fetch.exchange import Headers
from chalicelib.fetch.urls import UrlError, parse_url

MAX_RETRY_AFTER = 3_600.0
REDIRECTS = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True)
class Answer:
    """What came for one request.

    url: as given. status, reason: 404, "Not Found". headers: names in lower case, repeated ones joined by ", ".
    body: inflated; empty for a redirect, and where the body of an error status could not be read.
    location: where a redirect leads, absolute; None otherwise. retry_after: seconds, at most 3600.
    elapsed_ms: from the look-up of the name to the last byte. received_bytes: of the body, as sent.
    """

    url: str
    status: int
    reason: str
    headers: Mapping[str, str]
    body: bytes
    location: str | None
    retry_after: float | None
    elapsed_ms: int
    received_bytes: int


def header_dict(headers: Headers) -> dict[str, str]:
    """Headers as text, whatever their charset. Of Location and Content-Type the first counts; cookies are not kept."""
    kept: dict[str, str] = {}
    for raw_name, raw_value in headers:
        name = raw_name.decode("ascii", "replace").lower()
        if name == "set-cookie":
            continue
        value = _location_text(raw_value) if name == "location" else _text(raw_value)
        if name not in kept:
            kept[name] = value
        elif name not in ("location", "content-type"):
            kept[name] += f", {value}"
    return kept


def reason_of(status: int, phrase: bytes) -> str:
    """The reason phrase, or the usual one of the status where the server sent none."""
    sent = "".join(sign for sign in _text(phrase) if sign.isprintable()).strip()[:80]
    if sent:
        return sent
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""


def redirect_target(url: str, location: str) -> str:
    """Where a Location header leads from `url`. Raises FetchError when that is nowhere to go."""
    # Browsers encode spaces and take no notice of tabs and line breaks (WHATWG URL).
    text = re.sub(r"[\t\r\n]", "", location.strip()).replace(" ", "%20")
    try:
        joined = urljoin(url, text)
        return parse_url(joined).wire
    except UrlError as error:
        kind = "blocked-address" if error.reason_code in ("scheme", "userinfo", "blocked-address") else "parse-error"
        raise FetchError(kind, f"redirect to {text[:80]}: {error.reason_code}") from error
    except ValueError as error:
        raise FetchError("parse-error", f"redirect to {text[:80]}") from error


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds that a server asks to wait (RFC 9110 10.2.3): a number, or a date as its own clock sees it."""
    value = headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]{1,10}", value):
        return min(float(value), MAX_RETRY_AFTER)
    then = _date(value)
    if then is None:
        return None
    seconds = (then - (_date(headers.get("date", "")) or now)).total_seconds()
    return min(max(seconds, 0.0), MAX_RETRY_AFTER)


def _date(value: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(value)
    except (ValueError, TypeError, OverflowError):
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def _text(value: bytes) -> str:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")


def _location_text(value: bytes) -> str:
    """Bytes that are no UTF-8 are kept as they are by encoding them, so that the server gets its own bytes back."""
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return quote_from_bytes(value, safe=bytes(range(0x21, 0x7F)))
