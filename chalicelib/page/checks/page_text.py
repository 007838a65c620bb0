"""All that a page says as one key (compare/text.py), for long texts that run over several lines."""

from itertools import islice

from chalicelib.page.checks.view import View
from chalicelib.page.compare.text import key
from chalicelib.page.seen import Line

_MAX_LINES = 8000
_MAX_KEY = 600_000  # characters


class PageText:
    """The lines of a page with their keys, made as far as asked for."""

    def __init__(self, view: View) -> None:
        self._lines = islice(view.seen, _MAX_LINES)
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

    def all(self) -> str:
        """The keys of all lines, one behind another: a text may run over them."""
        while self.reach(len(self.lines)):
            pass
        return "".join(self.keys)

    def holding(self, part: str) -> Line | None:
        """The first line whose key holds `part`; only lines before it are read."""
        number = 0
        while self.reach(number):
            if part in self.keys[number]:
                return self.lines[number]
            number += 1
        return None
