"""From bytes to text, as a browser finds the encoding: byte order mark, HTTP header, meta, and only then a guess.

Rule: https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding. Bytes that do not fit
become U+FFFD. Only the encodings of the Encoding Standard are taken: Python knows others that are no text, or slow.
"""

import codecs
from collections.abc import Mapping
from typing import NamedTuple

from w3lib.encoding import (
    html_body_declared_encoding,
    http_content_type_encoding,
    read_bom,
    resolve_encoding,
    to_unicode,
)

from chalicelib.page.source import words

MAX_BYTES = 10_000_000  # the fetch room's own default cap; `kunugi inspect FILE` may bring more
LARGE_BYTES = 2_000_000  # Googlebot reads no more of an HTML page (its documentation of 2026-02-03)
_GUESS_BYTES = 200_000
_EXTENSION_LEADS = tuple(bytes((lead,)) for lead in (0xAD, *range(0xF5, 0xFF)))
_MAX_LEADS = 1_000_000  # bytes that may begin a character Python's EUC-JP lacks; of each, 1 µs goes to finding it
_MAX_BAD = 100_000  # bytes that are no EUC-JP at all: with more, the page is not worth the same search

_WEB_NAMES = (
    "utf-8 utf-16-le utf-16-be utf-32-le utf-32-be cp932 euc_jp iso2022_jp big5hkscs gb18030 cp949 cp866 mac-roman"
    " mac-cyrillic koi8-r koi8-u cp874 cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 iso8859-2"
    " iso8859-3 iso8859-4 iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-10 iso8859-13 iso8859-14 iso8859-15"
    " iso8859-16"
)
_WEB = frozenset(codecs.lookup(name).name for name in words(_WEB_NAMES))
_LABELS = {"cp932": "shift_jis", "euc_jp": "euc-jp", "iso2022_jp": "iso-2022-jp", "cp1252": "windows-1252"}


class Decoded(NamedTuple):
    """The text, the name of its encoding, and what the places that name one say where they disagree.

    `conflict` holds the winner's and the loser's place (`bom`, `header`, `meta`) and encoding.
    """

    text: str
    charset: str
    conflict: Mapping[str, str] | None
    size: int
    cut: bool


def decode(body: bytes, content_type: str | None) -> Decoded:
    """Decode an HTML page. Of a body over `MAX_BYTES` only the beginning is read."""
    size = len(body)
    body = body[:MAX_BYTES]
    bom_encoding, bom = read_bom(body)
    said = [
        ("bom", _known(bom_encoding)),
        ("header", _known(http_content_type_encoding(content_type))),
        ("meta", _meta(body)),
    ]
    votes = [(place, encoding) for place, encoding in said if encoding is not None]
    encoding = votes[0][1] if votes else _guess(body)
    loser = next((vote for vote in votes if vote[1] != encoding), None)
    conflict = None
    if loser is not None:
        winner = votes[0]
        conflict = {"by": winner[0], "charset": label(winner[1]), "other": loser[0], "other_charset": label(loser[1])}
    text = _to_text(body[len(bom) :] if bom else body, encoding)
    return Decoded(text, label(encoding), conflict, size, size > MAX_BYTES)


def label(encoding: str) -> str:
    """The name people know: Python's `cp932` is what the web calls `shift_jis`."""
    return _LABELS.get(encoding, encoding)


def decode_json(body: bytes) -> Decoded:
    """Decode a JSON document: UTF-8 (RFC 8259 §8.1), UTF-16 and UTF-32 with a byte order mark."""
    size = len(body)
    body = body[:MAX_BYTES]
    encoding, bom = read_bom(body)
    text = to_unicode(body[len(bom) :] if bom else body, encoding or "utf-8")
    # Only the UTF-8 mark is handed on: the reader of the block reports it.
    return Decoded("\ufeff" * (encoding == "utf-8") + text, encoding or "utf-8", None, size, size > MAX_BYTES)


def _known(encoding: str | None) -> str | None:
    if encoding in ("utf-16", "utf-32"):
        encoding += "-be"
    return encoding if encoding in _WEB else None


def _meta(body: bytes) -> str | None:
    encoding = _known(html_body_declared_encoding(body))
    # A meta that could be read as ASCII cannot be in UTF-16: the Standard takes it for UTF-8.
    return "utf-8" if encoding is not None and encoding.startswith(("utf-16", "utf-32")) else encoding


def _guess(body: bytes) -> str:
    sample = body[:_GUESS_BYTES]
    if b"\x1b$B" in sample or b"\x1b$@" in sample:  # ISO-2022-JP switches character sets by these; all is ASCII
        return "iso2022_jp"
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        import cchardet

        found: str | None = cchardet.detect(sample).get("encoding")
        return _known(resolve_encoding(found)) or "cp1252" if found else "cp1252"
    return "utf-8"


def _to_text(body: bytes, encoding: str) -> str:
    if encoding == "euc_jp":
        text = body.decode(encoding, "replace")
        bad, leads = text.count("\ufffd"), sum(map(body.count, _EXTENSION_LEADS))
        return body.decode(encoding, "kunugi-euc-jp") if 0 < bad < _MAX_BAD and leads < _MAX_LEADS else text
    return str(to_unicode(body, encoding))


def _euc_jp_extension(error: UnicodeError) -> tuple[str, int]:
    """①, ㈱ and 髙 in EUC-JP: Python's codec lacks the rows of NEC and IBM, its Shift_JIS (cp932) has them."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    start = error.start
    first, second = (*error.object[start : start + 2], 0, 0)[:2]
    if not (0xA1 <= first <= 0xFE and 0xA1 <= second <= 0xFE):
        return "\ufffd", start + 1
    row, cell = first - 0xA1, second - 0xA1
    lead = row // 2 + (0x81 if row < 62 else 0xC1)
    trail = cell + 0x9F if row % 2 else cell + 0x40 + (cell >= 63)
    try:
        return bytes((lead, trail)).decode("cp932"), start + 2
    except UnicodeDecodeError:
        return "\ufffd", start + 2


codecs.register_error("kunugi-euc-jp", _euc_jp_extension)
