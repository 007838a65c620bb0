"""What is wrong with a text that should be a URL (WHATWG URL). Characters beyond ASCII are right (RFC 3987)."""

import re

# Right, as nearly all are; known at a look.
PLAIN_URL = re.compile(r"(?:https?://(?!https?[:/])[a-zA-Z0-9][a-zA-Z0-9.\-]*(?=/))?/(?!/)[!-~]*\Z")
_SPACE = re.compile(r"[\s\u3000]")
TO_ASCII = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_UP_TO_PATH = re.compile(r"(?:https?:/{0,2}|www\.)[^/]*", re.IGNORECASE)
_STARTS = tuple(
    (fault, re.compile(start, re.IGNORECASE))
    for fault, start in (
        ("twice", r"https?://https?(?::|//|%3a)"),
        ("host", r"https?://(?:[/?#:]|\Z)"),
        ("slashes", r"https?(?::/?(?!/)|//)"),
        ("scheme", r"(?!https?:)(?:h?t{1,3}ps?|ht{1,4}p{1,3}s{0,3}|hptts?|htps?):/"),
        ("script", r"(?:java|vb)script:"),
    )
)
_BARE_HOST = re.compile(
    r"(?:www\.[\w\-]+\.[\w\-.]+|(?:[a-z0-9][a-z0-9\-]*\.)+(?:jp|com|net|org|info|biz|tokyo))(?::\d+)?(?=[/?#]|\Z)",
    re.IGNORECASE,
)
_FULL_URL = re.compile(r"https?(?::|//)|www\.", re.IGNORECASE)
_LONGEST = 10_000  # characters looked at


def url_fault(text: str, *, strict: bool) -> str | None:
    """The fault of a text without space around it: a name of one of `invalid-url`'s texts; None when nothing is wrong.

    strict: nothing but a URL may stand here, so that every text is one, a relative one at least. Otherwise only a text
    that plainly wants to be an absolute URL is judged. Relative URLs are right, and so is any scheme that runs nothing.
    """
    if PLAIN_URL.match(text):
        return None
    text = text[:_LONGEST]
    if not text.isascii() and _is_full_width(text):
        return "full-width"
    full = _FULL_URL.match(text) is not None
    for fault, start in _STARTS:
        if start.match(text):
            return fault
    if (strict or full) and _SPACE.search(text):
        return "space"
    if (strict or text[:4].lower() == "www.") and _BARE_HOST.match(text):
        return "no-scheme"
    return None


def _is_full_width(text: str) -> bool:
    """Whether full-width letters or signs stand before the path; in the path they are characters like others."""
    plain = text[:300].translate(TO_ASCII)
    start = _UP_TO_PATH.match(plain)
    return start is not None and plain[: start.end()] != text[: start.end()]
