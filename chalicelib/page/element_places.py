"""Where an element's start tag stands in the page. lexbor keeps no places, so that elements are matched with the tags
of the source; that takes a scan, and is done only when something is to be reported.

Elements with markup are matched by tag name and attributes. Those that look the same are told apart by their order;
where the tree has another number of them than the source (the parser drops some tags and makes others twice), none of
them has a place. Tags are looked for by the names of attributes first, by a scan of the page when that is not enough.
"""

import re
from bisect import bisect_right
from html import unescape

from selectolax.lexbor import LexborNode

from chalicelib.page.source import ATTRIBUTE, ATTRIBUTES, Lines, Place, block_place, tokens, words

_MARKS = tuple(words("itemscope itemprop typeof property about resource vocab rel rev id"))
_TOLD_BY = (*_MARKS, *words("itemtype itemid itemref prefix href src content datetime class"))
_MARKED = re.compile("|".join(_MARKS), re.IGNORECASE)

_HIDING = re.compile(r"<!--|<(script|style|template|textarea|title)(?=[\s>])")
_START_TAG = re.compile(rf"<([a-zA-Z][^\s/>]*+)({ATTRIBUTES})")
_LONG_TAG = 4000  # characters; a longer one is found by the scan
_MAX_ELEMENTS = 20_000  # with one attribute: 0.4 s; on a page with more none of them has a place
_MAX_ATTRIBUTES = 256  # of one tag
MAX_TEMPLATES = 1000  # of one page that are looked into: 100,000 took 5 s
_MAX_TEXT = 3_000_000  # characters of the page
_MAX_WRITTEN = 500_000  # characters of the tags found by a name: `<` in a long tag begins it anew each time

Look = tuple[str | None, ...]


class ElementPlaces:
    """The places of the elements of one page. source: its text as it came."""

    def __init__(self, source: str, root: LexborNode | None) -> None:
        self._source = source
        self._root = root
        self._lines: Lines | None = None
        self._by_mark: dict[str, dict[int, int]] = {}
        self._in_order: dict[str, tuple[dict[int, int], list[tuple[int, str, str]]]] = {}
        self._scanned: dict[str, dict[int, int]] = {}
        self._tags: list[tuple[int, Look]] | None = None
        self._inert: dict[str, list[int]] | None = None
        self._hidden: list[tuple[int, int]] | None = None

    def place(self, element: LexborNode) -> Place | None:
        """The place of the start tag of an element that has markup or an `id`; None where it cannot be told."""
        attributes = element.attributes
        mark = next((name for name in _MARKS if name in attributes), None)
        if mark is None or self._root is None or len(self._source) > _MAX_TEXT:
            return None
        start = self._nth(self._root, mark, element)
        if start is not None:
            return self.at(start)
        if mark not in self._by_mark:
            looks = [(start, _look(name, _attributes(text))) for start, name, text in self._in_order[mark][1]]
            self._by_mark[mark] = self._matched(self._root, mark, looks)
        start = self._by_mark[mark].get(element.mem_id)
        if start is None and mark not in self._scanned:  # some stand in comments, or where none is looked for
            self._tags = self._all_tags() if self._tags is None else self._tags
            self._scanned[mark] = self._matched(self._root, mark, self._tags)
        start = self._scanned[mark].get(element.mem_id) if start is None else start
        return None if start is None else self.at(start)

    def inert_place(self, mark: str) -> Place | None:
        """The next place in a template, where nothing counts: `script` of JSON-LD, `itemscope` of an item."""
        if self._inert is None:
            self._inert = {"script": [], "itemscope": []}
            depth = 0
            for token in tokens(self._source):
                if token.name == "template":
                    depth = max(0, depth - 1) if token.closing else depth + 1
                    if depth == 1 and not token.closing:
                        if len(self._inert["script"]) >= MAX_TEMPLATES:
                            break
                        for mark_here in self._inert.values():
                            mark_here.append(-1)
                elif depth and not token.closing and token.name:
                    kind = "script" if block_place(token) else "itemscope"
                    here = self._inert[kind]
                    if here[-1] < 0 and (kind == "script" or "itemscope" in token.attributes.lower()):
                        here[-1] = token.start
            self._inert = {kind: [start for start in starts if start >= 0] for kind, starts in self._inert.items()}
        starts = self._inert[mark]
        return self.at(starts.pop(0)) if starts else None

    def at(self, position: int) -> Place:
        """Line and column of a position in the source."""
        if self._lines is None:
            self._lines = Lines(self._source)
        return self._lines.place(position)

    def _matched(self, root: LexborNode, mark: str, tags: list[tuple[int, Look]]) -> dict[int, int]:
        """The elements with an attribute, by their number, and where the tags of their look stand."""
        nodes = root.css(f"[{mark}]")
        if len(nodes) > _MAX_ELEMENTS:
            return {}
        in_tree: dict[Look, list[int]] = {}
        for node in nodes:
            in_tree.setdefault(_look(node.tag or "", node.attributes), []).append(node.mem_id)
        in_source: dict[Look, list[int]] = {}
        for start, look in tags:
            if look in in_tree:
                in_source.setdefault(look, []).append(start)
        matched: dict[int, int] = {}
        for look, numbers in in_tree.items():
            starts = in_source.get(look, [])
            if len(starts) == len(numbers):
                matched.update(zip(numbers, starts, strict=True))
            elif len(starts) == 1:  # the parser made a formatting element again
                matched.update(dict.fromkeys(numbers, starts[0]))
        return matched

    def _nth(self, root: LexborNode, mark: str, element: LexborNode) -> int | None:
        """Where there are as many tags as elements, and the one of the same number looks the same, it is that one."""
        if mark not in self._in_order:
            nodes = root.css(f"[{mark}]")
            known = {} if len(nodes) > _MAX_ELEMENTS else {node.mem_id: number for number, node in enumerate(nodes)}
            self._in_order[mark] = known, self._written(mark)
        numbers, tags = self._in_order[mark]
        number = numbers.get(element.mem_id)
        if number is None or len(numbers) != len(tags):
            return None
        start, name, text = tags[number]
        looks_the_same = _look(name, _attributes(text)) == _look(element.tag or "", element.attributes)
        return start if looks_the_same else None

    def _written(self, mark: str) -> list[tuple[int, str, str]]:
        """Start, name and attributes of the tags around each place where the name of an attribute is written."""
        found: list[tuple[int, str, str]] = []
        source = self._source
        if self._hidden is None:
            self._hidden = _hidden(source)
        starts = [begin for begin, _ in self._hidden]
        last = -1
        left = _MAX_WRITTEN
        position = source.find(mark)
        while position >= 0 and len(found) <= _MAX_ELEMENTS and left > 0:
            start = source.rfind("<", max(last + 1, position - _LONG_TAG), position)
            if start > last:
                last = start
                match = _START_TAG.match(source, start)
                left -= match.end() - start if match else 0
                span = bisect_right(starts, start) - 1
                if match is not None and match.end() > position and (span < 0 or start >= self._hidden[span][1]):
                    found.append((start, match[1], match[2]))
            position = source.find(mark, position + 1)
        return found

    def _all_tags(self) -> list[tuple[int, Look]]:
        """The start tags with markup outside of templates, whose content is not in the tree."""
        found: list[tuple[int, Look]] = []
        inert = 0
        for token in tokens(self._source):
            if token.name == "template":
                inert = max(0, inert - 1) if token.closing else inert + 1
            elif token.name and not token.closing and not inert and _MARKED.search(token.attributes):
                found.append((token.start, _look(token.name, _attributes(token.attributes))))
                if len(found) > 2 * _MAX_ELEMENTS:
                    break
        return found


def _hidden(source: str) -> list[tuple[int, int]]:
    """Begin and end of what looks like a comment or a script. Where it is none, the scan finds the tags in it."""
    found: list[tuple[int, int]] = []
    match = _HIDING.search(source)
    while match is not None:
        end_mark = "-->" if match[0] == "<!--" else f"</{match[1]}"
        end = source.find(end_mark, match.end())
        end = len(source) if end < 0 else end
        found.append((match.start(), end))
        match = _HIDING.search(source, end)
    return found


def _look(tag: str, attributes: dict[str, str | None]) -> Look:
    return (tag.lower(), *[(attributes[name] or "") if name in attributes else None for name in _TOLD_BY])


def _attributes(text: str) -> dict[str, str | None]:
    """The attributes of a tag as the parser has them: the first of a name counts."""
    found: dict[str, str | None] = {}
    for match in ATTRIBUTE.finditer(text):
        name, equals, value = match[0].partition("=") if match[0][:1] != "=" else (match[0], "", "")
        name = name.strip().lower()
        if name not in found:
            value = value.strip(" \t\r\n\f") if equals else ""
            if value[:1] in ('"', "'"):
                value = value[1:-1] if len(value) > 1 and value[-1] == value[0] else value[1:]
            value = value.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
            found[name] = unescape(value) if "&" in value else value
        if len(found) >= _MAX_ATTRIBUTES:
            break
    return found
