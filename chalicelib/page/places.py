"""Where a JSON-LD block lies in the page's text; found only when something is to be reported, since it takes a scan."""

import re
from array import array
from bisect import bisect_left

from chalicelib.page.source import BlockPlace, Lines, Place, block_places

_MAX_SEARCHED = 20  # blocks looked for one by one


class BlockPlaces:
    """Places of the blocks of a page. The tree gives their texts in order; the scan of the source gives places."""

    def __init__(self, source: str, texts: list[str], known: list[BlockPlace] | None = None) -> None:
        """`known`: the places of all blocks where they were found already."""
        self._source = source
        self._texts = texts
        self._known = known
        self._scanned: _Scanned | None = None

    def place(self, block: int, position: int) -> Place | None:
        """Line and column in the page of a position in the text of a block; None when the block cannot be told."""
        if self._scanned is None:
            self._scanned = _Scanned(self._source, self._texts, self._known)
        return self._scanned.place(block, position)


class _Scanned:
    def __init__(self, source: str, texts: list[str], known: list[BlockPlace] | None) -> None:
        self.lines = Lines(source)
        self.blocks: list[BlockPlace | None] | None = None
        if known is None:
            self.blocks = _searched(source, texts)
        if self.blocks is None:
            self.blocks = _match(source, texts, block_places(source) if known is None else known)
        # The parser makes one character of CR LF: the n-th pair moves what follows it by n.
        pairs = re.finditer("\r\n", source) if "\r" in source else ()
        self.starts = array("L", (match.start() for match in pairs))
        self.pairs = array("L", (start - number for number, start in enumerate(self.starts)))

    def place(self, block: int, position: int) -> Place | None:
        found = self.blocks[block] if self.blocks is not None else None
        if found is None:
            return None
        before = bisect_left(self.starts, found.start)
        inside = bisect_left(self.pairs, found.start + position - before) - before
        return self.lines.place(min(found.start + position + max(0, inside), found.end))


def _searched(source: str, texts: list[str]) -> list[BlockPlace | None] | None:
    """The places without a scan of all tags: texts that stand in the source once, as they nearly always do."""
    found: list[BlockPlace | None] = []
    for text in texts if len(texts) <= _MAX_SEARCHED else [""]:
        start = source.find(text) if text else -1
        if start < 0 or source.find(text, start + 1) >= 0:
            return None
        found.append(BlockPlace(start, start + len(text)))
    return found


def _match(source: str, texts: list[str], places: list[BlockPlace]) -> list[BlockPlace | None]:
    """Each block belongs to the next script in the source with the same text."""
    by_text: dict[str, list[int]] = {}
    for number, place in enumerate(places):
        by_text.setdefault(_normal(source[place.start : place.end]), []).append(number)
    found: list[BlockPlace | None] = []
    least = 0
    for text in texts:
        numbers = by_text.get(text, [])
        at = bisect_left(numbers, least)
        if at < len(numbers):
            least = numbers[at] + 1
            found.append(places[numbers[at]])
        else:
            found.append(None)
    return found


def _normal(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
