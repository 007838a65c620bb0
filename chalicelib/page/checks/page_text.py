"""All that a page says as one key (compare/text.py), for long texts that run over several lines."""

from collections.abc import Iterator
from itertools import islice

from chalicelib.page.checks.view import View
from chalicelib.page.compare.text import key, masked
from chalicelib.page.seen import Line

_AT_ONCE = 50  # lines
_MAX_LINES = 8000
_MAX_KEY = 600_000  # characters


class PageText:
    """The lines of a page with their keys, made as far as asked for."""

    def __init__(self, view: View) -> None:
        self._whole = islice(view.seen, _MAX_LINES)
        self._text = ""
        self._raw: str | None = None
        self._document = view.document
        self._lines: Iterator[Line] = islice(view.seen, _MAX_LINES)
        self.lines: list[Line] = []
        self.keys: list[str] = []
        self.length = 0

    def reach(self, number: int) -> bool:
        """Whether there is a line of this number; it is read if it was not yet."""
        while len(self.lines) <= number:
            line = next(self._lines, None)
            if line is None or self.length > _MAX_KEY:
                return False
            self.lines.append(line)
            self.keys.append(key(line.text))
            self.length += len(self.keys[-1])
        return True

    def may_hold(self, part: str) -> bool:
        """Whether a key can stand in the page at all, numbers aside: without it no line need be made.

        Ruby makes texts of the page that its source does not have in one piece.
        """
        if self._raw is None:
            has_ruby = self._document.tree.css_first("rt") is not None
            self._raw = "" if has_ruby else masked(key(self._document.text[:_MAX_KEY]))
        return not self._raw or masked(part) in self._raw

    def holds(self, part: str) -> bool:
        """Whether the key of all lines, one behind another, holds `part`: a text may run over them.

        Only lines up to its end are read.
        """
        start = 0
        while part not in self._text[start:]:
            start = max(0, len(self._text) - len(part))
            texts = [line.text for line in islice(self._whole, _AT_ONCE)]  # one key of many texts takes less time
            if not texts or len(self._text) > _MAX_KEY:
                return False
            self._text += key("\n".join(texts))
        return True
