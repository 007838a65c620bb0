"""The encoding that a page declares about itself, found before it is decoded.

First the bytes are prescanned (https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding),
then, as the Standard's parser does when it meets a `meta` further down, the tags are looked through.
"""

import re
from itertools import islice

from chalicelib.page.encodings import encoding_of
from chalicelib.page.source import ATTRIBUTE, tokens

_PRESCANNED = 1024  # bytes, as the Standard advises
_LOOKED_THROUGH = 500_000  # bytes searched for a late meta
_MAX_ATTRIBUTES = 256  # of one meta element
_XML = re.compile(r"<\?xml[^>]*?\sencoding[\0-\x20]*=[\0-\x20]*([\"'])([^\"'>\0-\x20]*)\1[^>]*>")
_META = re.compile(rb"<meta[^<>]{1,500}?charset", re.IGNORECASE)
_STOP = re.compile(r"<(?:!--|(meta)[\t\n\f\r /]|/?[a-zA-Z][^\t\n\f\r >]*|[!/?])", re.IGNORECASE)
_BEFORE = re.compile(r"[\t\n\f\r /]*")
_NAME = re.compile(r"=?[^\t\n\f\r /=>]*")
_EQUALS = re.compile(r"[\t\n\f\r ]*(=[\t\n\f\r ]*)?")
_UNQUOTED = re.compile(r"[^\t\n\f\r >]*")
_CHARSET = re.compile(
    r"charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:\"([^\"]*)\"|'([^']*)'|([^\"'\t\n\f\r ;][^\t\n\f\r ;]*))", re.IGNORECASE
)
_UTF_16 = ("utf-16le", "utf-16be")


class _EndError(Exception):
    """The bytes end in the middle of something: what was begun counts for nothing."""


def declared_encoding(body: bytes) -> str | None:
    """The web's name of the encoding that the first `meta` with one declares, or the XML declaration."""
    start = body[:_PRESCANNED].decode("latin-1")
    if start.startswith(("<\0?\0x\0", "\0<\0?\0x")):
        return "utf-16le" if start[0] == "<" else "utf-16be"
    try:
        found = _prescan(start) if "charset" in start.lower() else None
    except _EndError:
        found = None
    xml = _XML.match(start)
    found = found or (_usable(encoding_of(xml[2])) if xml else None)
    if found is None and len(body) > _PRESCANNED and _META.search(body, 0, _LOOKED_THROUGH):
        found = _late(body[:_LOOKED_THROUGH].decode("latin-1"))
    return found


def _prescan(text: str) -> str | None:
    position = 0
    while (stop := _STOP.search(text, position)) is not None:
        if stop[0] == "<!--":
            position = text.find("-->", stop.start() + 2) + 3
            if position < 3:
                return None
        elif stop[1]:
            attributes, position = _attributes(text, stop.end() - 1)
            found = _of_meta(attributes)
            if found is not None:
                return found
        elif stop[0][-1].isalpha() or len(stop[0]) > 2:
            _, position = _attributes(text, stop.end())
        else:
            position = text.find(">", stop.end()) + 1
            if position < 1:
                return None
    return None


def _attributes(text: str, position: int) -> tuple[dict[str, str], int]:
    """The attributes of a tag, the first of a name, and where its end is."""
    found: dict[str, str] = {}
    while True:
        position = _end(_BEFORE, text, position)
        if position >= len(text):
            raise _EndError
        if text[position] == ">":
            return found, position + 1
        start, position = position, _end(_NAME, text, position)
        name = text[start:position].lower()
        equals = _EQUALS.match(text, position)
        value = ""
        if equals is not None and equals[1] is not None:
            value, position = _attribute_value(text, equals.end())
        if position >= len(text):
            raise _EndError
        found.setdefault(name, value)


def _attribute_value(text: str, position: int) -> tuple[str, int]:
    quote = text[position : position + 1]
    if quote in ('"', "'") and quote:
        end = text.find(quote, position + 1)
        if end < 0:
            raise _EndError
        return text[position + 1 : end], end + 1
    end = _end(_UNQUOTED, text, position)
    return text[position:end], end


def _end(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match else position


def _of_meta(attributes: dict[str, str]) -> str | None:
    if "charset" in attributes:
        return _usable(encoding_of(attributes["charset"]))
    if attributes.get("http-equiv", "").lower() != "content-type":
        return None
    match = _CHARSET.search(attributes.get("content", ""))
    return _usable(encoding_of(next((part for part in match.groups() if part is not None), None))) if match else None


def _usable(encoding: str | None) -> str | None:
    """What could be read as ASCII is not in UTF-16: the Standard takes it for UTF-8."""
    return "utf-8" if encoding in _UTF_16 else "windows-1252" if encoding == "x-user-defined" else encoding


def _late(text: str) -> str | None:
    """The encoding of the first meta element anywhere, as the parser meets it ("changing the encoding while parsing").

    Templates and the like count too, which a parser would tell apart.
    """
    for token in tokens(text):
        if token.name == "meta" and not token.closing and text[token.tag_end - 1] == ">":
            attributes: dict[str, str] = {}
            for match in islice(ATTRIBUTE.finditer(token.attributes), _MAX_ATTRIBUTES):
                name, _, value = match[0].partition("=")
                value = value.strip("\t\n\f\r ")
                attributes.setdefault(
                    name.strip("\t\n\f\r ").lower(), value[1:-1] if value[:1] in ('"', "'") else value
                )
            found = _of_meta(attributes)
            if found is not None:
                return found
    return None
