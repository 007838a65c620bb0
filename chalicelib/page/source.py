"""The page's text as the HTML tokenizer sees it: tags, comments and raw text with their places, in linear time.

Rules: https://html.spec.whatwg.org/multipage/parsing.html#tokenization. lexbor builds the tree but keeps no places, so
this scan is used where places matter: before the parse (guard.py) and for the line of a script (`block_places`).
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

words = str.split
VOID = frozenset(words("area base br col embed frame hr img input link meta param source track wbr"))
RAW_TEXT = frozenset(words("iframe noembed noframes plaintext script style textarea title xmp"))

# Possessive quantifiers keep every tag linear; an unclosed quote runs to the end of the page, as in the tokenizer.
_NAME = r"(?:=[^\s/>=]*+|[^\s/>=]++)"
_VALUE = r"""(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^\s>"'][^\s>]*+)"""
ATTRIBUTE = re.compile(rf"{_NAME}(?:\s*+=\s*+{_VALUE}?+)?+")
ATTRIBUTES = rf"(?:[\s/]++|{ATTRIBUTE.pattern})*+"
_TOKEN = re.compile(
    rf"<(?:!--(?:-?>|.*?(?:--!?>|\Z))|[!?][^>]*+>?|/(?![a-zA-Z])[^>]*+>?|(/?)([a-zA-Z][^\s/>]*+)({ATTRIBUTES})>?)",
    re.DOTALL,
)
_COUNTED = 20  # places found by counting before the starts of all lines are worth finding
_SCRIPT_END = re.compile(r"</script(?=[\s/>])", re.IGNORECASE)
_ESCAPED_SCRIPT = re.compile(r"<!--|-->|<(/?)script(?=[\s/>])", re.IGNORECASE)


class Token(NamedTuple):
    """One tag or comment. `name` is lower case, "" for a comment; `end` includes the raw text of a script."""

    start: int
    tag_end: int
    end: int
    closing: bool
    name: str
    attributes: str


def tokens(text: str) -> Iterator[Token]:
    """The tags and comments of a page in order. The content of script and the like belongs to the start tag."""
    no_more: set[str] = set()
    position: int | None = 0
    while position is not None:
        start, position = position, None
        for match in _TOKEN.finditer(text, start):
            closing, name, attributes = match.groups("")
            name = name.lower()
            tag_end = end = match.end()
            if name in RAW_TEXT and not closing:
                end = position = _raw_text_end(text, tag_end, name, no_more)
            yield Token(match.start(), tag_end, end, closing != "", name, attributes)
            if position is not None:
                break


def _raw_text_end(text: str, start: int, name: str, no_more: set[str]) -> int:
    """Where the raw text that begins at `start` ends. `no_more` remembers the names that have no end tag any more."""
    if name == "plaintext" or name in no_more:
        return len(text)
    if name == "script":
        return _script_end(text, start)
    found = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(text, start)
    if found is None:
        no_more.add(name)
        return len(text)
    return found.start()


def _script_end(text: str, start: int) -> int:
    """The end of a script's content with the double-escaped states: `<!--<script>` swallows the next `</script>`."""
    first = _SCRIPT_END.search(text, start)
    if first is None:
        return len(text)
    comment = text.find("<!--", start, first.start())
    if comment < 0:
        return first.start()
    escaped, double = True, False
    for match in _ESCAPED_SCRIPT.finditer(text, comment + 4):
        word = match[0]
        if word == "<!--":
            escaped = True
        elif word == "-->":
            escaped = double = False
        elif not match[1]:
            double = escaped
        elif double:
            double = False
        else:
            return match.start()
    return len(text)


class Place(NamedTuple):
    """Counted from 1, as editors do. The column counts characters."""

    line: int
    column: int


class Lines:
    """Finds line and column of a position in a text: a few by counting, more with the starts of all lines."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: array[int] | None = None
        self._counted = _COUNTED if "\r" not in text else 0

    def place(self, position: int) -> Place:
        if self._counted > 0:
            self._counted -= 1
            before = self._text.count("\n", 0, position)
            return Place(before + 1, position - self._text.rfind("\n", 0, position))
        if self._starts is None:
            self._starts = array("L", chain((0,), (match.end() for match in re.finditer(r"\r\n?|\n", self._text))))
        line = bisect_right(self._starts, position)
        return Place(line, position - self._starts[line - 1] + 1)


class BlockPlace(NamedTuple):
    """Where the content of a script that holds JSON-LD lies in the text of the page."""

    start: int
    end: int


def block_place(token: Token) -> BlockPlace | None:
    """The place of a token that is a JSON-LD script, None for any other."""
    if token.name != "script" or token.closing or "ld+json" not in token.attributes.lower():
        return None
    return BlockPlace(token.tag_end, token.end)


def block_places(text: str) -> list[BlockPlace]:
    """The JSON-LD scripts of a page in order, those in templates too."""
    return [place for place in map(block_place, tokens(text)) if place is not None]
