"""From a path of `properties`, such as `offers.price`, back to the place of the value in the page.

Two steps, both taken only when there is something to report: the path becomes a way of keys and numbers through the
block's data, by the same rules that made `properties` of it; the way becomes a position in the block's text.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from chalicelib.page.context import Context, Term
from chalicelib.page.expand import parts, within
from chalicelib.page.names import listed
from chalicelib.page.paths import first_step
from chalicelib.page.source import Place

Way = tuple[str | int, ...]
_Value = tuple[str, Way, Any, Term | None]

_STRING = r'"(?:[^"\\]++|\\.)*+"?'
_COMMENT = r"//[^\n]*+|/\*.*?(?:\*/|\Z)|<!--"
_BRACKET = re.compile(rf"{_STRING}|{_COMMENT}|([\[{{])|([\]}}])", re.DOTALL)
_TOKEN = re.compile(rf'{_COMMENT}|({_STRING})|([\[{{])|(,)|(:)|[^\s,:\[\]{{}}"]++', re.DOTALL)
_HALF = re.compile(
    r"\\u[dD][89abAB]\w\w(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]\w\w)\\u[dD][c-fC-F]\w\w|[\ud800-\udfff]"
)
_MAX_TEXT = 1_000_000  # characters; in a longer block only the block's own place is told
_MAX_MEMBERS = 20_000  # of one container that are told apart


class Ways:
    """The places of one block. whole: a position in its text is one in the page."""

    def __init__(self, text: str, place: Callable[[int], Place | None], *, whole: bool) -> None:
        self._text = text
        self._place = place
        self._spots = None if whole and len(text) <= _MAX_TEXT else _Spots("")
        self._known: dict[int, list[_Value]] = {}  # the values of nodes that were looked into, by `id`

    def place(self, node: Any, context: Context, way: Way, path: str) -> Place | None:
        """The place of a path of the node that stands at `way` in the block's data, in `context`."""
        if not path and not way and self._spots is None:  # as most are: the first bracket
            match = _BRACKET.search(self._text)
            if match is not None and match[1]:
                return self._place(match.start())
        return self._place(self._scanned().position((*way, *self._way(node, context, path))))

    def key(self, name: str) -> Place | None:
        """The place where an object has a key for the second time."""
        return self._place(self._scanned().repeated(name))

    def number(self, digits: str) -> Place | None:
        """The place of a number."""
        return self._place(self._scanned().literal(digits))

    def half(self) -> Place | None:
        """The place of the first escape that is half a pair."""
        match = _HALF.search(self._text)
        return self._place(match.start() if match else 0)

    def markup(self, way: Way) -> str | None:
        """The text of the object at a way, None where it cannot be told."""
        span = self._scanned().span(way)
        return None if span is None else self._text[span[0] : span[1]]

    def _way(self, value: Any, context: Context, path: str) -> Way:
        """The keys and numbers that a path stands for, as far as it exists."""
        way: Way = ()
        term: Term | None = None
        while path and isinstance(value, dict):
            context = within(value, context, term)[0]
            found = self._known.get(id(value))
            if found is None:
                found = self._known[id(value)] = list(_found(value, context))
                if not context.room.looks_at(len(found)):
                    break
            step = first_step(path, {name for name, *_ in found})
            if step is None:
                break
            name, number, path = step
            values = [rest for other, *rest in found if other == name]
            if number >= len(values):
                break
            further, value, term = values[number]
            way += further
        return way

    def _scanned(self) -> "_Spots":
        if self._spots is None:
            self._spots = _Spots(self._text)
        return self._spots


def _found(value: dict[str, Any], context: Context) -> Iterator["_Value"]:
    """The values of a node in the order of `properties`, each with its property and the way to it."""
    for key, item in value.items():
        name, term = context.key(key, value)
        if name == "@nest":
            for number, part in enumerate(listed(item)):
                if isinstance(part, dict):
                    start: Way = (key, number) if isinstance(item, list) else (key,)
                    yield from ((found, (*start, *way), *rest) for found, way, *rest in _found(part, context))
        elif name == "@reverse" and isinstance(item, dict):
            yield from ((_turned(found), (key, *way), *rest) for found, way, *rest in _found(item, context))
        elif name in ("@id", "@type", "@context"):
            yield name, (key,), item, None
        elif name in ("@graph", "@included"):
            for number, part in enumerate(listed(item)):
                yield name, (key, number) if isinstance(item, list) else (key,), part, None
        elif name is not None and name[:1] != "@":
            shown = _turned(name) if term is not None and term.reverse else name
            for part in parts(item, term, context):
                yield shown, (key, *part.way), part.value, term


def _turned(name: str) -> str:
    """A property the other way round; one that is turned twice stands as it is."""
    if name.startswith("@reverse."):
        return name.removeprefix("@reverse.")
    return name if name[:1] == "@" else f"@reverse.{name}"


class _Spots:
    """Where the values of a JSON text begin. One pass matches the brackets; members are found where they are wanted."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends: dict[int, int] = {}
        self._tops: list[int] = []
        self._members: dict[int, dict[str | int, int]] = {}
        self._repeated: dict[str, int] | None = None
        self._literals: dict[str, int] | None = None
        opened: list[int] = []
        for match in _BRACKET.finditer(text):
            if match[1]:
                if not opened:
                    self._tops.append(match.start())
                opened.append(match.start())
            elif match[2] and opened:
                self._ends[opened.pop()] = match.end()
        for start in opened:
            self._ends[start] = len(text)

    def position(self, way: Way) -> int:
        """The position of the value at a way, or of the last container on it that is there; 0 in a text without any."""
        return self._reached(way)[0]

    def span(self, way: Way) -> tuple[int, int] | None:
        """Where the container at a way begins and ends."""
        position, whole = self._reached(way)
        return (position, self._ends[position]) if whole and position in self._ends else None

    def _reached(self, way: Way) -> tuple[int, bool]:
        if not self._tops:
            return 0, False
        position = self._tops[0]
        if len(self._tops) > 1 and way and isinstance(way[0], int) and way[0] < len(self._tops):
            position, way = self._tops[way[0]], way[1:]  # several values where there should be one
        for step in way:
            if position not in self._ends:
                return position, False
            members = self._members.get(position)
            if members is None:
                members = self._members[position] = self._inside(position)
            if step not in members:
                return position, False
            position = members[step]
        return position, True

    def repeated(self, name: str) -> int:
        """Where a key stands that the object has already; 0 when it is not found."""
        if self._repeated is None:
            self._repeated = {}
            for start in self._ends:
                if self._text[start] == "{":
                    self._members[start] = self._inside(start)
        return self._repeated.get(name, 0)

    def literal(self, word: str) -> int:
        """Where a number or word stands outside of strings; 0 when it is not found."""
        if self._literals is None:
            self._literals = {}
            for match in _TOKEN.finditer(self._text):
                if match.lastindex is None:
                    self._literals.setdefault(match[0], match.start())
        return self._literals.get(word, 0)

    def _inside(self, start: int) -> dict[str | int, int]:
        text, end = self._text, self._ends[start] - 1
        named = text[start] == "{"
        found: dict[str | int, int] = {}
        key: str | None = None
        after_colon = False
        position = start + 1
        while len(found) < _MAX_MEMBERS:
            match = _TOKEN.search(text, position, end)
            if match is None:
                break
            position = match.end()
            string, bracket, comma, colon = match.groups()
            if comma or match[0][:2] in ("//", "/*", "<!"):
                continue
            if colon:
                after_colon = True
            elif named and string and not after_colon:
                key = _text(string)
                if key in found and self._repeated is not None:
                    self._repeated.setdefault(key, match.start())
            else:
                if not named:
                    found[len(found)] = match.start()
                elif key is not None:
                    found[key] = match.start()
                after_colon = False
                if bracket:
                    position = self._ends[match.start()]
        return found


def _text(string: str) -> str:
    try:
        return str(json.loads(string, strict=False))
    except ValueError:
        return string[1:-1]
