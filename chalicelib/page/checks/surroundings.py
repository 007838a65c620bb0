"""Where on the page a thing is: the lines its values are compared with, without other products and menus (V1)."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from selectolax.lexbor import LexborNode

from chalicelib.page.checks.subject import leads, own, text_of
from chalicelib.page.checks.titles import Titles
from chalicelib.page.checks.view import View
from chalicelib.page.gather import Thing
from chalicelib.page.kept import Kept
from chalicelib.page.kinds import fold
from chalicelib.page.seen import Line
from chalicelib.page.visible import upward

_MAX_LINES = 3000
_MAX_CARD = 30  # lines of a card or a section
_MAX_DEPTH = 40  # of elements around a line
_MAX_LISTED = 6  # things of a list that are looked for by name: a page's lines take more time than all else
_AHEAD = 300  # lines after the name found last
_LONGEST_NAME = 200
_LONGEST_TITLE = 40
_OTHERS = re.compile(
    r"関連(?:商品|アイテム|記事|する|製品|サービス|求人|イベント|動画)|おすすめ|オススメ|お勧め|お薦め"
    r"|レコメンド|ランキング|売れ筋|人気(?:の|商品|記事|アイテム)|よく一緒に"
    r"|(?:一緒に|同時に|合わせて|あわせて)(?:購入|買|見|チェック|読|いかが)|この(?:商品|記事|求人"
    r"|アイテム|動画|ページ)(?:を|に)(?:見|買|購入|チェック|読|興味)|こちら(?:の商品)?も"
    r"|最近(?:チェック|見た|閲覧)|閲覧履歴|(?:その)?他の(?:商品|求人|イベント|アイテム|サイズ|製品"
    r"|講座|物件)|新着|似た|類似|同じ(?:シリーズ|カテゴリー?|ブランド|条件|作家|著者)"
    r"|シリーズ(?:商品|一覧)|あなたへの|チェックした(?:商品|アイテム)|PICK ?UP|ピックアップ|別(?:の"
    r"|売)|オプション品|アクセサリー?(?:一覧)?$"
    r"|\b(?:related|you may also|you might also|you'll (?:also )?love|customers? (?:who|also)|similar"
    r"|recommended|recently viewed|frequently bought"
    r"|more (?:from|like|products|items)|best ?sellers?|popular|also (?:like|bought|viewed|available)"
    r"|people also|accessories|complete the look|pairs well|other (?:products|items|jobs|events)"
    r"|trending|shop the|bundle)\b",
    re.IGNORECASE,
)
_INSIDE = frozenset(("main", "article"))
_CARDS = frozenset(("li", "article", "tr"))


class MainLines(Kept[Line]):
    """The lines about the page's own thing, kept as they are asked for: a page is gone through by several checks."""

    def __init__(self, view: View) -> None:
        super().__init__(_main(view))


def _main(view: View) -> Iterator[Line]:
    closing = 0  # the level of the heading that other things stand under, 0 for none
    card = 0
    area: tuple[str, bool] = ("", True)
    for line in islice(view.seen, _MAX_LINES):
        if line.area:
            if area[0] != line.area:
                area = (line.area, line.area in ("header", "footer") and _is_inside(line.node))
            if not area[1]:
                continue
        else:
            area = ("", True)
        if line.level:
            if _is_about_others(line):
                if not closing or line.level < closing:
                    closing, card = line.level, line.card
            elif closing and (line.level < closing or (line.level == closing and line.card in (card, 0))):
                closing = 0
        elif not closing and len(line.text) <= 20 and line.tag != "td" and _is_about_others(line) and not line.label:
            closing, card = 3, line.card
        if not closing:
            yield line


def _is_about_others(line: Line) -> bool:
    return line.level != 1 and len(line.text) <= _LONGEST_TITLE and _OTHERS.search(line.text) is not None


def _is_inside(node: LexborNode) -> bool:
    """Whether a header or footer is that of an article or of the main part, not the site's."""
    return any(around.tag in _INSIDE for around in islice(upward(node, _MAX_DEPTH + 1), 1, None))


def lines_about(view: View, thing: Thing) -> Iterable[Line] | None:
    """The lines that a thing's values are compared with; None where nothing on the page is surely about it.

    The only one of its kind has the page; of several, the one that the page is titled by, and others only where
    their name stands in a card or heading of their own.
    """
    return view.made(Surroundings).of(thing)


def is_listed(view: View, thing: Thing) -> bool:
    """Whether a thing is one of several that the page shows: what its card does not say is not told."""
    return view.made(Surroundings).of(thing) is not view.made(MainLines)


class Surroundings:
    """The lines about each thing, looked for once."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._known: dict[int, Iterable[Line] | None] = {}
        self._titled: dict[frozenset[str], tuple[int, Thing | None]] = {}
        self._names = _Names(view)

    def of(self, thing: Thing) -> Iterable[Line] | None:
        """As `lines_about`."""
        if id(thing) not in self._known:
            self._known[id(thing)] = self._find(thing)
        return self._known[id(thing)]

    def _find(self, thing: Thing) -> Iterable[Line] | None:
        count, titled = self._rivals(thing)
        if count < 2 or titled is thing:
            return self.view.made(MainLines)
        name = text_of(thing.first("name"))
        return self._names.around(name) if name else None

    def _rivals(self, thing: Thing) -> tuple[int, Thing | None]:
        """How many of the page's things may be what a thing is, and the one that the page is titled by."""
        kinds = frozenset(map(fold, thing.types))
        if kinds not in self._titled:
            found = {id(one): one for kind in kinds for one in self.view.by_kind.get(kind, ()) if leads(one)}
            titled: list[Thing] = []
            certain = False
            if len(found) > 1:
                titled, certain = own(self.view, found.values(), "name", self.view.made(Titles).agrees)
            self._titled[kinds] = (len(found), titled[0] if certain and len(titled) == 1 else None)
        return self._titled[kinds]


class _Names:
    """Where names stand in cards and headings. Lists go in the order of the page, so that not all of it is read."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._rest = iter(islice(view.seen, _MAX_LINES))
        self._lines: dict[str, list[Line]] = {}
        self._read = 0
        self._last = 0  # the line of the name found last
        self._left = _MAX_LISTED

    def around(self, name: str) -> list[Line] | None:
        """The card, or the section, that a name heads; None where none is near the last, or many were asked for."""
        if self._left <= 0:
            return None
        self._left -= 1
        while name not in self._lines and self._read < self._last + _AHEAD:
            line = next(self._rest, None)
            if line is None:
                break
            self._read += 1
            if (line.card or line.level) and line.area != "nav" and len(line.text) <= _LONGEST_NAME:
                self._lines.setdefault(line.text, []).append(line)
        found = self._lines.get(name)
        if not found:
            return None
        line = next((one for one in found if one.card), found[0])
        self._last = max(self._last, line.number)
        seen = self.view.seen
        card = _card(line.node) if line.card else None
        if card is not None:
            near = [*seen.before(line, _MAX_CARD), line, *seen.after(line, _MAX_CARD)]
            return [other for other in near if _stands_in(other.node, card)]
        section = [line]
        for other in seen.after(line, _MAX_CARD):
            if (other.level and other.level <= line.level) or other.area != line.area:
                break
            section.append(other)
        return section


def _card(node: LexborNode) -> LexborNode | None:
    return next((around for around in upward(node, _MAX_DEPTH) if around.tag in _CARDS), None)


def _stands_in(node: LexborNode, card: LexborNode) -> bool:
    return any(around.mem_id == card.mem_id for around in upward(node, _MAX_DEPTH))
