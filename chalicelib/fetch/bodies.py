"""Bodies as they were before compression, with a bound on what comes out (reference: fetch.md; RFC 9110 8.4)."""

import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from chalicelib.fetch.errors import FetchError

_PIECE = 65_536
_GZIP_MAGIC = b"\x1f\x8b"
# Real bodies have one member; a body of empty members is 20 bytes each and costs a decompressor each.
_MAX_MEMBERS = 1_000
# Servers put these into Content-Encoding by mistake and compress nothing; browsers take no notice.
_NO_CODING = frozenset(
    {"", "identity", "none", "binary", "7bit", "8bit", "utf-8", "utf8", "shift_jis", "euc-jp", "iso-8859-1"}
)

_Coding = Literal["gzip", "deflate"]


def inflate(body: bytes | Iterable[bytes], content_encoding: str, limit: int) -> bytes:
    """The body without its Content-Encoding; `body` may come in pieces.

    Raises FetchError: `too-large` when more than `limit` bytes go in or come out, `content-decoding` when the body is
    not in that coding, ends too early, or the coding is one we did not offer.
    """
    pieces = _counted(_pieces(body), limit)
    coding = _coding(content_encoding)
    if coding is None:
        return b"".join(pieces)
    return _decompressed(pieces, coding, limit)


def _coding(content_encoding: str) -> _Coding | None:
    names = [name.strip().lower() for name in content_encoding.split(",")]
    real = [name for name in names if name not in _NO_CODING]
    if not real:
        return None
    if real in (["gzip"], ["x-gzip"]):
        return "gzip"
    if real == ["deflate"]:
        return "deflate"
    raise FetchError("content-decoding", f"Content-Encoding {', '.join(real)} was not offered")


def _pieces(body: bytes | Iterable[bytes]) -> Iterator[bytes]:
    if not isinstance(body, bytes):
        yield from body
        return
    for start in range(0, len(body), _PIECE):
        yield body[start : start + _PIECE]


def _counted(pieces: Iterable[bytes], limit: int) -> Iterator[bytes]:
    total = 0
    for piece in pieces:
        total += len(piece)
        if total > limit:
            raise FetchError("too-large", f"more than {limit} bytes")
        yield piece


def _decompressed(pieces: Iterable[bytes], coding: _Coding, limit: int) -> bytes:
    out = bytearray()
    decoder: zlib._Decompress | None = None
    members = 0
    rest = b""
    for piece in pieces:
        rest += piece
        # Two bytes tell a gzip member from padding, and zlib from raw deflate.
        while rest and (decoder is not None or len(rest) >= 2):
            if decoder is None:
                if members and (coding == "deflate" or rest[:2] != _GZIP_MAGIC):
                    return bytes(out)  # padding after the end, which browsers let pass
                decoder = _new_decoder(coding, rest)
                members += 1
                if members > _MAX_MEMBERS:
                    raise FetchError("content-decoding", f"more than {_MAX_MEMBERS} gzip members")
            out += _step(decoder.decompress, rest, limit - len(out) + 1, coding)
            if len(out) > limit:
                raise FetchError("too-large", f"more than {limit} bytes inflated")
            rest = decoder.unused_data if decoder.eof else b""
            if decoder.eof:
                decoder = None
    if decoder is not None or (rest and not members):
        raise FetchError("content-decoding", f"the {coding} body ends too early")
    return bytes(out)


def _step(decompress: Callable[[bytes, int], bytes], data: bytes, room: int, coding: _Coding) -> bytes:
    try:
        return decompress(data, room)
    except zlib.error as error:
        raise FetchError("content-decoding", f"not {coding}: {error}") from error


def _new_decoder(coding: _Coding, start: bytes) -> "zlib._Decompress":
    if coding == "gzip":
        return zlib.decompressobj(16 + zlib.MAX_WBITS)
    # "deflate" means zlib (RFC 9110 8.4.1.2), and many servers send raw deflate: the zlib header tells (RFC 1950 2.2).
    is_zlib = start[0] & 0x0F == 8 and int.from_bytes(start[:2]) % 31 == 0
    return zlib.decompressobj(zlib.MAX_WBITS if is_zlib else -zlib.MAX_WBITS)
