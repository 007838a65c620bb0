"""From bytes to text, as a browser finds the encoding: byte order mark, HTTP header, meta, and only then a guess.

Rule: https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding. Bytes that do not fit
become U+FFFD. Only the encodings of the Encoding Standard are taken: Python knows others that are no text, or slow.
"""

import codecs
from collections.abc import Mapping
from typing import NamedTuple

from w3lib.encoding import read_bom, to_unicode

from chalicelib.page.encodings import CODECS, encoding_of, header_encoding
from chalicelib.page.prescan import declared_encoding

MAX_BYTES = 10_000_000  # the fetch room's own default cap; `kunugi inspect FILE` may bring more
LARGE_BYTES = 2_000_000  # Googlebot reads no more of an HTML page (its documentation of 2026-02-03)
_GUESS_BYTES = 200_000
_EXTENSION_LEADS = tuple(bytes((lead,)) for lead in (0xAD, *range(0xF5, 0xFF)))
_MAX_LEADS = 1_000_000  # bytes that may begin a character Python's EUC-JP lacks; of each, 1 µs goes to finding it
_MAX_BAD = 100_000  # bytes that are no EUC-JP at all: with more, the page is not worth the same search


class Decoded(NamedTuple):
    """The text, the web's name of its encoding, and what the places that name one say where they disagree.

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
        ("bom", encoding_of(bom_encoding)),
        ("header", header_encoding(content_type)),
        ("meta", declared_encoding(body)),
    ]
    votes = [(place, encoding) for place, encoding in said if encoding is not None]
    encoding = votes[0][1] if votes else _guess(body)
    loser = next((vote for vote in votes if CODECS[vote[1]] != CODECS[encoding]), None)
    conflict = None
    if loser is not None:
        winner = votes[0]
        conflict = {"by": winner[0], "charset": winner[1], "other": loser[0], "other_charset": loser[1]}
    text = _to_text(body[len(bom) :] if bom else body, CODECS[encoding])
    return Decoded(text, encoding, conflict, size, size > MAX_BYTES)


def decode_json(body: bytes) -> Decoded:
    """Decode a JSON document: UTF-8 (RFC 8259 §8.1), UTF-16 and UTF-32 with a byte order mark."""
    size = len(body)
    body = body[:MAX_BYTES]
    encoding, bom = read_bom(body)
    text = to_unicode(body[len(bom) :] if bom else body, encoding or "utf-8")
    # Only the UTF-8 mark is handed on: the reader of the block reports it.
    return Decoded("\ufeff" * (encoding == "utf-8") + text, encoding or "utf-8", None, size, size > MAX_BYTES)


def _guess(body: bytes) -> str:
    sample = body[:_GUESS_BYTES]
    if b"\x1b$B" in sample or b"\x1b$@" in sample:  # ISO-2022-JP switches character sets by these; all is ASCII
        return "iso-2022-jp"
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        import cchardet

        found: str | None = cchardet.detect(sample).get("encoding")
        return encoding_of(found) or "windows-1252"
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
