"""What a sitemap lists (K-021): from a file's bytes to its entries, within the bounds of sitemaps.org's protocol."""

import codecs
import re
from collections.abc import Iterator

from w3lib.encoding import read_bom, resolve_encoding

from chalicelib.fetch.bodies import inflate
from chalicelib.fetch.errors import FetchError, SitemapError
from chalicelib.fetch.sitemap_xml import MAX_ENTRIES, MAX_KEPT, Entry, Sitemap, read_xml

MAX_BYTES = 52_428_800  # "50MB (52,428,800 bytes)", inflated

__all__ = ["MAX_BYTES", "MAX_ENTRIES", "Entry", "Sitemap", "read_sitemap", "robots_sitemaps"]

_PIECE = 1 << 18
_GZIP_MAGIC = b"\x1f\x8b"
_HEAD_BYTES = 1_000
_BLANK = re.compile(rb"\s*")
_DECLARED = re.compile(rb"""\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']""")
_ROBOTS_LINE = re.compile(r"[ \t]*sitemap[ \t]*:(?P<address>[^#]*)", re.IGNORECASE)
_HTML = re.compile(r"\s*<(?:!doctype\s+html|html)[\s>]", re.IGNORECASE)
# Python knows others that are no text, or slow.
_ENCODINGS = frozenset(("utf-8", "utf-16-le", "utf-16-be", "cp932", "euc_jp", "iso2022_jp", "cp1252"))


def read_sitemap(body: bytes) -> Sitemap:
    """Read a sitemap in XML or text (a URL a line), a feed, or any of these gzipped, whatever its name says.

    Raises SitemapError, and nothing else, for what is none, is broken anywhere, or goes beyond 50 MB or 50,000 entries.
    """
    body = _inflated(body)
    encoding, bom = read_bom(body)
    start = len(bom) if bom else 0
    encoding = encoding or _encoding(body)
    if encoding not in _ENCODINGS:
        raise SitemapError("encoding-unknown", 1, name=encoding)
    head = body[start : start + _HEAD_BYTES].decode(encoding, "ignore")
    if _BLANK.fullmatch(body, start):
        raise SitemapError("empty")
    if _HTML.match(head):
        raise SitemapError("html", 1)
    pieces = _decoded(body, start, encoding)
    return read_xml(pieces) if head.lstrip().startswith("<") else _read_text("".join(pieces))


def robots_sitemaps(text: str) -> list[Entry]:
    """The `Sitemap:` lines of a robots.txt, in any group (RFC 9309 2.2.4); addresses may be relative."""
    lines = enumerate(re.split(r"\r\n|\n|\r", text), start=1)
    found = ((number, _ROBOTS_LINE.match(line)) for number, line in lines)
    entries = [Entry(match["address"].strip()[:MAX_KEPT], number) for number, match in found if match]
    return [entry for entry in entries if entry.text]


def _inflated(body: bytes) -> bytes:
    if len(body) > MAX_BYTES:
        raise SitemapError("too-large", most=MAX_BYTES)
    if not body.startswith(_GZIP_MAGIC):
        return body
    try:
        return inflate(body, "gzip", MAX_BYTES)
    except FetchError as error:
        if error.kind == "too-large":
            raise SitemapError("too-large", most=MAX_BYTES) from error
        raise SitemapError("gzip", detail=error.detail) from error


def _encoding(body: bytes) -> str:
    """The encoding of a file without a byte order mark: as it looks, as it declares, or UTF-8."""
    if body.startswith((b"<\0", b"\0<")):
        return "utf-16-le" if body[0] else "utf-16-be"
    found = _DECLARED.match(body, 0, _HEAD_BYTES)
    if found is None:
        return "utf-8"
    name = found[1].decode("ascii")
    known: str | None = resolve_encoding(name)
    # A declaration that was readable byte by byte is not in UTF-16, whatever it says.
    return "utf-8" if known in ("utf-16", "utf-16-le", "utf-16-be") else known or name


def _decoded(body: bytes, start: int, encoding: str) -> Iterator[str]:
    """The text in pieces. Raises SitemapError where it is not in that encoding."""
    decoder = codecs.getincrementaldecoder(encoding)()
    lines, column = 1, 1
    for position in range(start, max(len(body), start + 1), _PIECE):
        try:
            piece = decoder.decode(body[position : position + _PIECE], position + _PIECE >= len(body))
        except UnicodeDecodeError as error:
            before = error.object[: error.start].decode(encoding, "ignore")
            lines, column = _moved(lines, column, before)
            raise SitemapError("encoding", lines, column, name=encoding) from error
        lines, column = _moved(lines, column, piece)
        yield piece


def _moved(line: int, column: int, text: str) -> tuple[int, int]:
    """Where one stands after `text`."""
    last = text.rfind("\n")
    return (line, column + len(text)) if last < 0 else (line + text.count("\n"), len(text) - last)


def _read_text(text: str) -> Sitemap:
    """A URL a line. A file without any is no sitemap: a web server's "Not Found", mostly."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    entries: list[Entry] = []
    line, position = 1, 0
    for found in re.finditer(r"\S[^\n]*", text):
        line += text.count("\n", position, found.start())
        position = found.start()
        if len(entries) == MAX_ENTRIES:
            raise SitemapError("too-many-entries", line, most=MAX_ENTRIES)
        entries.append(Entry(found[0][:MAX_KEPT].rstrip(), line))
    if not any(entry.text[:8].lower().startswith(("http://", "https://")) for entry in entries):
        raise SitemapError("no-sitemap", 1)
    return Sitemap("urls", entries)
