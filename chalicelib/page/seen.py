"""What a visitor sees: the page as lines, each a block's text with its place and role. One pass, as far as asked for.

A line is what stands between two block borders, joined as a reader joins it (comparing.md V10). Hidden text is left
out, unless a control on the page opens it (V14, hidden.py); that is marked `on_demand`. Menus are left out too.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from chalicelib.page.hidden import HIDDEN, ON_DEMAND, Hiding, Special
from chalicelib.page.kept import Kept
from chalicelib.page.source import words
from chalicelib.page.visible import LEVELS, join

MAX_LINES = 20_000
_MAX_VISITS = 150_000
_MAX_LINE = 4000  # characters
_MENU = 15  # links; a nav with more is a menu and says nothing of the page, where a trail has fewer
_MAX_MARKS = 50  # of a line
_BREAK = "\u2028"
_UNSEEN = frozenset(words("head iframe noscript object rp rt script style svg template textarea title datalist"))
_BLOCKS = frozenset(
    words(
        "address article aside blockquote body caption dd details dialog div dl dt fieldset figcaption figure footer"
        " form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol option p pre section summary table tbody td tfoot th"
        " thead tr ul"
    )
)
_AREAS = frozenset(words("nav header footer aside"))
_CARDS = frozenset(words("li article tr"))
_NOTHING_SPECIAL = Special()
_MARKED = {"del": "struck", "s": "struck", "strike": "struck", "sup": "raised", "time": "time"}


class Mark(NamedTuple):
    """A part of a line's text. kind: struck (by a tag or a style), raised, or time, whose `datetime` is in `value`."""

    start: int
    end: int
    kind: str
    value: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line a visitor reads.

    tag: of the block it stands in; level: of a heading, else 0; label: the text of the `dt` or `th` it belongs to;
    heading: the text of the heading above it, with the level of that; area: nav, header, footer, aside or "";
    card: the number of the list item, row or article around it, 0 for none; on_demand: a control shows it;
    node: the block's element.
    """

    number: int
    text: str
    tag: str
    level: int
    label: str
    heading: str
    heading_level: int
    area: str
    card: int
    on_demand: bool
    marks: tuple[Mark, ...]
    node: LexborNode

    @property
    def struck(self) -> tuple[Mark, ...]:
        """The parts that are struck through."""
        return tuple(mark for mark in self.marks if mark.kind == "struck")


class _Around(NamedTuple):
    """What an element gives to all that stands in it."""

    node: LexborNode
    tag: str
    area: str
    card: int
    on_demand: bool
    mark: str


_Step = tuple[LexborNode, _Around] | str | None  # a node, a text that a style rule adds, the end of a block


class Seen(Kept[Line]):
    """The lines of a page, made one after another as they are asked for, and kept."""

    def __init__(self, body: LexborNode | None, hiding: Hiding) -> None:
        super().__init__(islice(_Walk(body, hiding).lines(), MAX_LINES) if body is not None else iter(()))

    def before(self, line: Line, count: int = 1) -> list[Line]:
        """The lines just above, the nearest last."""
        return self._made[max(0, line.number - count) : line.number]

    def after(self, line: Line, count: int = 1) -> list[Line]:
        """The lines just below."""
        wanted = line.number + 1 + count
        for other in self:
            if other.number >= wanted:
                break
        return self._made[line.number + 1 : wanted]


class _Making:
    """The line that is being put together, and what the lines before it have told."""

    def __init__(self) -> None:
        self.number = 0
        self.parts: list[str] = []
        self.marks: list[tuple[int, str]] = []  # number of the part, and what it is
        self.alternatives: list[str] = []
        self.around: _Around | None = None
        self.heading, self.heading_level = "", 0
        self.term = ""  # the last dt
        self.row: list[str] = []  # the th of this row
        self.columns: list[str] = []  # the th of the table's first row
        self.cell = 0
        self.cards = 0

    def add(self, text: str, around: _Around) -> None:
        """A text node."""
        if self.around is None:
            if not text or text.isspace():
                return
            self.around = around
        if around.mark:
            self.marks.append((len(self.parts), around.mark))
        self.parts.append(text)

    def enter(self, tag: str) -> None:
        """A tag that rows and cards are counted by."""
        if tag == "tr":
            self.columns = self.columns or self.row
            self.row, self.cell = [], 0
        elif tag == "table":
            self.columns, self.row = [], []
        elif tag in ("td", "th"):
            self.cell += 1
        if tag in _CARDS:
            self.cards += 1

    def finish(self) -> Line | None:
        """The line so far, None when there is nothing to read."""
        around = self.around
        if around is None:
            self.parts.clear()
            return None
        text, marks = _joined(self.parts, self.marks)
        if not text:
            text = join(" ".join(self.alternatives))
        self.parts, self.marks, self.alternatives, self.around = [], [], [], None
        if not text:
            return None
        level = LEVELS.get(around.tag, 0)
        line = Line(
            self.number,
            text[:_MAX_LINE],
            around.tag,
            level,
            self._label(around.tag),
            self.heading,
            self.heading_level,
            around.area,
            around.card,
            around.on_demand,
            marks,
            around.node,
        )
        self.number += 1
        if level:
            self.heading, self.heading_level = line.text, level
        elif around.tag == "dt":
            self.term = line.text
        elif around.tag == "th":
            self.row.append(line.text)
        return line

    def _label(self, tag: str) -> str:
        if tag == "dd":
            return self.term
        if tag != "td":
            return ""
        if self.row:
            return self.row[-1]
        return self.columns[self.cell - 1] if 0 < self.cell <= len(self.columns) else ""


class _Walk:
    """The way through the page in document order, without recursion: pages nest deep."""

    def __init__(self, body: LexborNode, hiding: Hiding) -> None:
        self.hiding = hiding
        self.making = _Making()
        self.pending: list[_Step] = [(body, _Around(body, "body", "", 0, False, ""))]

    def lines(self) -> Iterator[Line]:
        making, pending = self.making, self.pending
        left = _MAX_VISITS
        while pending and left > 0:
            left -= 1
            step = pending.pop()
            ends = False
            if step is None:  # the end of a block
                ends = True
            elif isinstance(step, str):
                making.parts.append(step)
            elif step[0].is_text_node:
                making.add(step[0].text_content or "", step[1])
            else:
                ends = self._element(*step)
            if ends and making.around is not None:
                line = making.finish()
                if line is not None:
                    yield line
        line = making.finish()
        if line is not None:
            yield line

    def _element(self, node: LexborNode, around: _Around) -> bool:
        """Put what stands in an element on the way. Whether it begins a block, so that the line before it ends."""
        tag = node.tag or ""
        if tag in _UNSEEN or not node.is_element_node:
            return False
        if tag == "br":
            self.making.parts.append(_BREAK)
            return False
        special = self.hiding.of(node)
        if special is not None and special.state == HIDDEN:
            return False
        if tag == "img":
            self.making.alternatives.append(node.attributes.get("alt") or "")
            self.making.around = self.making.around or around
            return False
        if tag == "nav" and len(node.css("a")) > _MENU:
            return True
        block = tag in _BLOCKS
        if block or tag in _MARKED or special is not None:
            around = self._inside(node, tag, around, special or _NOTHING_SPECIAL)
        pending = self.pending
        if block:
            pending.append(None)
        if special is not None and special.after:
            pending.append(special.after)
        child = node.last_child
        while child is not None:
            pending.append((child, around))
            child = child.prev
        if special is not None and special.before:
            pending.append(special.before)
        return block

    def _inside(self, node: LexborNode, tag: str, around: _Around, special: Special) -> _Around:
        self.making.enter(tag)
        mark = "struck" if special.struck else _MARKED.get(tag, "")
        block = tag in _BLOCKS
        return _Around(
            node if block else around.node,
            tag if block else around.tag,
            tag if tag in _AREAS else around.area,
            self.making.cards if tag in _CARDS else around.card,
            (special.state == ON_DEMAND or around.on_demand) and tag != "summary",  # what opens `details` is seen
            f"time {node.attributes.get('datetime') or ''}" if mark == "time" else mark or around.mark,
        )


def _joined(parts: list[str], marks: list[tuple[int, str]]) -> tuple[str, tuple[Mark, ...]]:
    """The parts as one text, and where the marked ones lie in it."""
    text = join("".join(parts))
    if not marks:
        return text, ()
    found: list[Mark] = []
    for number, mark in marks[:_MAX_MARKS]:
        kind, _, value = mark.partition(" ")
        before, upto = join("".join(parts[:number]) + "|"), join("".join(parts[: number + 1]) + "|")
        found.append(Mark(len(before) - 1, len(upto) - 1, kind, value))
    return text, tuple(found)
