"""A JSON text that ends early: of several nodes those that are whole are kept. A node that was cut is not guessed."""

import json
import re
from collections.abc import Callable
from typing import Any

_SPACE = re.compile(r"[ \t\r\n]*+")
_BETWEEN = re.compile(r"[ \t\r\n;,\ufeff\u00a0]*+")
_PART_OF_VALUE = re.compile(r"[-+.\w\\]*\Z")
_LISTS = ("@graph", "@included")

Decode = Callable[[str, int], tuple[Any, int]]


def whole_nodes(text: str, decode: Decode) -> list[Any]:
    """The values at top level as far as they are whole: objects, arrays of them, and objects with a graph of them.

    decode: `raw_decode` of the decoder. Raises JSONDecodeError when the text is broken before its end, or when
    no object in it is whole. No deeper than the arrays of the text are nested, which the caller has checked.
    """
    cut = _Cut(text.rstrip(), decode)
    values: list[Any] = []
    position: int | None = cut.skip(0, _BETWEEN)
    while position is not None and position < len(cut.text):
        value, position = cut.top(position)
        if value:
            values.append(value)
        if position is not None:
            position = cut.skip(position, _BETWEEN)
    if not cut.nodes:
        raise json.JSONDecodeError("Nothing whole", text, 0)
    return values


class _Cut:
    """A text and how many whole objects were met. Positions that are None: the text ended there."""

    def __init__(self, text: str, decode: Decode) -> None:
        self.text = text
        self.nodes = 0
        self._decode = decode

    def skip(self, position: int, what: re.Pattern[str] = _SPACE) -> int:
        match = what.match(self.text, position)
        return match.end() if match else position

    def top(self, position: int) -> tuple[Any, int | None]:
        """A value at top level; the members of an object are read one by one, since its graph may be cut."""
        if self.text[position] == "[":
            return self._list(position)
        if self.text[position] != "{":
            raise json.JSONDecodeError("Extra data", self.text, position)
        found: dict[str, Any] = {}
        before = self.nodes
        at: int | None = position + 1
        end: int | None = None
        while at is not None and end is None:
            at, end = self._member(at, found)
        if end is not None:
            self.nodes += 1
        return (found if end is not None or self.nodes > before else None), end

    def _member(self, position: int, found: dict[str, Any]) -> tuple[int | None, int | None]:
        """Read a member: where the next one begins (None: the text ended), and where the object ends if it does."""
        position = self.skip(position)
        if self.text[position : position + 1] == "}":
            return position, position + 1
        name, at = self._value(position)
        at = None if at is None else self.skip(at)
        if at is None or at >= len(self.text):
            return None, None
        if not isinstance(name, str) or self.text[at] != ":":
            raise json.JSONDecodeError("Expecting ':' delimiter", self.text, at)
        at = self.skip(at + 1)
        inner = name in _LISTS and self.text[at : at + 1] == "["
        value, after = self._list(at) if inner else self._value(at)
        if after is not None or inner:
            found[name] = value
        return self._next(after, "}"), None

    def _list(self, position: int) -> tuple[list[Any], int | None]:
        items: list[Any] = []
        at: int | None = self.skip(position + 1)
        while at is not None and at < len(self.text):
            if self.text[at] == "]":
                return items, at + 1
            value, after = self._list(at) if self.text[at] == "[" else self._value(at)
            if after is not None or (isinstance(value, list) and value):
                items.append(value)
                self.nodes += isinstance(value, dict)
            at = self._next(after, "]")
        return items, None

    def _next(self, position: int | None, closer: str) -> int | None:
        """Past the comma after a value, or at what closes the container."""
        if position is None:
            return None
        position = self.skip(position)
        if position >= len(self.text):
            return None
        if self.text[position] == closer:
            return position
        if self.text[position] != ",":
            raise json.JSONDecodeError("Expecting ',' delimiter", self.text, position)
        return self.skip(position + 1)

    def _value(self, position: int) -> tuple[Any, int | None]:
        try:
            value, end = self._decode(self.text, position)
        except json.JSONDecodeError as error:
            if self._ends_early(error):
                return None, None
            raise
        return value, end if end < len(self.text) or isinstance(value, dict | list) else None

    def _ends_early(self, error: json.JSONDecodeError) -> bool:
        """Whether the error is that the text ends: in a string, in a word or number, or where a value should follow."""
        return error.msg.startswith("Unterminated") or _PART_OF_VALUE.match(self.text, error.pos) is not None
