"""Which lines of a page are a thing's own: all of them for the page's subject, else those of its card or section."""

import re
from collections.abc import Iterator
from itertools import islice

from chalicelib.page.checks.subject import leads, own, text_of
from chalicelib.page.checks.view import View
from chalicelib.page.compare.text import key
from chalicelib.page.gather import Thing
from chalicelib.page.seen import Line
from chalicelib.page.visible import upward

_MAX_LINES = 3000
_MAX_GONE_THROUGH = 12_000
_MAX_ABOVE = 60  # elements above a line
_MAX_COMPARED = 50  # things of a kind; a page with more is a list of other pages
_CARDS = ("li", "article", "tr", "dl", "section")
# Below such a heading stand other things than the page's own
_ELSEWHERE = re.compile(
    r"関連|おすすめ|オススメ|お勧め|ランキング|新着|最新(?:の?記事|情報|ニュース)|人気|お知らせ一覧"
    r"|バックナンバー|こちらも|あわせて|合わせて読|他の|その他の|前の記事|次の記事"
    r"|コメント|口コミ|クチコミ|レビュー|\b(?:related|more (?:from|stories|articles|like)|latest|recent|popular"
    r"|recommended|you may|you might|also like"
    r"|read next|trending|comments?|reviews?|other|previous|next)\b",
    re.IGNORECASE,
)


def page_lines(view: View) -> Iterator[Line]:
    """The lines that speak of the page's subject: not navigation, asides, related articles, comments."""
    for line in islice(view.seen, _MAX_LINES):
        if line.area in ("nav", "aside"):
            continue
        if line.heading_level > 1 and not line.level and len(line.heading) <= 40 and _ELSEWHERE.search(line.heading):
            continue
        yield line


class _Left:
    """How many lines are still gone through for the things of a page: 50 shops and 3000 lines of hours took 36 s."""

    def __init__(self, view: View) -> None:
        self.lines = _MAX_GONE_THROUGH

    def counted(self, lines: Iterator[Line]) -> Iterator[Line]:
        for line in lines:
            self.lines -= 1
            yield line


def lines_of(view: View, kind: str, thing: Thing, title: str = "name") -> Iterator[Line] | None:
    """The lines that a thing of a representative type is compared with; None when they cannot be told."""
    left = view.made(_Left)
    if left.lines <= 0 or not leads(thing):
        return None
    things = view.by_kind.get(kind, [])
    if len(things) > _MAX_COMPARED:  # each is compared with all: 2000 events took 17 s
        return None
    found, certain = own(view, things, title, lambda name: _is_title(view, name))
    if certain and (not found or (thing in found and _one_name(found, title))):
        return left.counted(page_lines(view))
    name = text_of(thing.first(title))
    if not name:
        return None
    left.lines -= 100  # to look for it takes time
    section = _section(view, key(name))
    return left.counted(section) if section is not None else None


def _one_name(things: list[Thing], title: str) -> bool:
    return len({key(text_of(thing.first(title))) for thing in things}) < 2


def _is_title(view: View, name: str) -> bool:
    wanted = key(name)
    heading = view.document.primary_heading or view.document.title or ""
    return bool(wanted) and (wanted in key(heading) or wanted in key(view.document.title or ""))


def _section(view: View, name: str) -> Iterator[Line] | None:
    """The lines of the card or section that shows a name, when just one does."""
    shown = [line for line in page_lines(view) if len(line.text) < 300 and name in key(line.text)]
    if len(shown) != 1:
        return None
    line = shown[0]
    node = next((above for above in upward(line.node, _MAX_ABOVE) if above.tag in _CARDS), None)
    if line.level and (node is None or node.tag == "section"):
        return (other for other in page_lines(view) if other is line or other.heading == line.text)
    if node is None:
        return None
    card = node.mem_id
    return (other for other in page_lines(view) if _inside(other, card))


def _inside(line: Line, card: int) -> bool:
    return any(above.mem_id == card for above in upward(line.node, _MAX_ABOVE))
