"""Pictures: a declared URL against those that a page shows; sizes, formats and image servers are notation (V13)."""

import re
from functools import lru_cache
from urllib.parse import parse_qs, urlsplit

from chalicelib.page.compare.url import address, is_staging
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided

_EXTENSION = re.compile(r"\.(?:jpe?g|png|webp|avif|gif|svg|bmp|tiff?|jfif)$", re.IGNORECASE)
_SIZE = re.compile(
    r"(?:[-_.@](?:\d{2,5}x\d{0,5}|x\d{2,5}|\d{2,5}w|w\d{2,5}|[1-4]x|scaled|thumb(?:nail)?|small|medium|large|full|original|xs|sm|md|lg|xl"
    r"|rotated|grande|master|pc|sp|e\d{10,13}))+$",
    re.IGNORECASE,
)

_MAX_NAME = 120  # characters; a name of 500 sizes would be gone through 500 times


@lru_cache(maxsize=2048)
def stem(url: str) -> str:
    """The name of a picture's file without size and format, "" where there is none that tells it from others."""
    try:
        path = urlsplit(url).path
    except ValueError:
        return ""
    name = path.rstrip("/").rpartition("/")[2].casefold()[-_MAX_NAME:]
    while _EXTENSION.search(name):  # photo.jpg.webp
        name = _EXTENSION.sub("", name)
    return _SIZE.sub("", name)


def inner(url: str) -> str:
    """The picture that an image server is asked for in its query (`?url=…`), "" for none."""
    if "url=" not in url and "src=" not in url and "image=" not in url:
        return ""
    try:
        query = parse_qs(urlsplit(url).query, max_num_fields=50)
    except ValueError:
        return ""
    return next((query[name][0] for name in ("url", "src", "image") if query.get(name)), "")


def compare_image(declared: list[str], shown: list[str]) -> Verdict | None:
    """All absolute. One of the declared pictures is enough. None where the page shows none of them."""
    stems: dict[str, str] = {}
    for url in shown:
        stems.setdefault(stem(url), url)
    doubt: str | None = None
    for url in declared:
        found = stems.get(stem(url)) if stem(url) else None
        if found is None:
            continue
        if is_staging(url) and not is_staging(found):
            return mismatch(found, "staging")
        one, other = address(url), address(found)
        if one is None or other is None or one.host == other.host or _family(one.host) == _family(other.host):
            return match(found)
        if one.path == other.path or len(stem(url)) > _TELLING:  # by a content delivery network
            return match(found)
        doubt = doubt or found
    return undecided(doubt, "other-host") if doubt is not None else None


_TELLING = 8  # characters of a name that two pictures do not share by chance


def _family(host: str) -> str:
    return ".".join(host.partition(":")[0].split(".")[-2:])
