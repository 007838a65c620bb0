"""Where on the page a thing is: the lines its values are compared with, without other products and menus (V1)."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from selectolax.lexbor import LexborNode

from chalicelib.page.checks.subject import leads, own, text_of
from chalicelib.page.checks.titles import Titles
from chalicelib.page.checks.view import View
from chalicelib.page.compare.text import Likeness, alike
from chalicelib.page.gather import Thing
from chalicelib.page.kinds import fold
from chalicelib.page.seen import Line

_MAX_LINES = 3000
_MAX_CARD = 60  # lines of a card or a section
_MAX_DEPTH = 40  # of elements around a line
_MAX_THINGS = 50  # of a kind that are looked for by name
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


class MainLines:
    """The lines about the page's own thing, kept as they are asked for: a page is gone through by several checks."""

    def __init__(self, view: View) -> None:
        self._made: list[Line] = []
        self._rest = _main(view)

    def __iter__(self) -> Iterator[Line]:
        number = 0
        while True:
            while number < len(self._made):
                yield self._made[number]
                number += 1
            line = next(self._rest, None)
            if line is None:
                return
            self._made.append(line)


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
    around = node
    for _ in range(_MAX_DEPTH):
        parent = around.parent
        if parent is None:
            return False
        if parent.tag in _INSIDE:
            return True
        around = parent
    return False


def lines_about(view: View, thing: Thing) -> Iterable[Line] | None:
    """The lines that a thing's values are compared with; None where nothing on the page is surely about it.

    The only one of its kind has the page; of several, the one that the page is titled by, and others only where
    their name stands in a card or heading of their own.
    """
    kinds = {fold(name) for name in thing.types}
    rivals = [other for kind in kinds for other in view.by_kind.get(kind, ()) if other is thing or leads(other)]
    rivals = list({id(other): other for other in rivals}.values())
    name = text_of(thing.first("name"))
    if len(rivals) < 2:
        return view.made(MainLines)
    titled, certain = own(view, rivals, "name", view.made(Titles).agrees)
    if certain and any(other is thing for other in titled) and len(titled) == 1:
        return view.made(MainLines)
    if not name or len(rivals) > _MAX_THINGS:
        return None
    return _around_name(view, name)


def _around_name(view: View, name: str) -> list[Line] | None:
    """The card, or the section, whose heading or first line is this name; None where no one or two have it."""
    found = [
        line
        for line in islice(view.seen, _MAX_LINES)
        if len(line.text) <= 2 * len(name) + 40
        and line.area != "nav"
        and (line.card or line.level)
        and alike(name, line.text) >= Likeness.PART
    ][:3]
    if not found:
        return None
    line = next((one for one in found if one.card), found[0])
    if line.card:
        card = _card(line.node)
        return (
            None
            if card is None
            else [
                other
                for other in [*view.seen.before(line, _MAX_CARD), line, *view.seen.after(line, _MAX_CARD)]
                if _stands_in(other.node, card)
            ]
        )
    section = [line]
    for other in view.seen.after(line, _MAX_CARD):
        if other.level and other.level <= line.level:
            break
        section.append(other)
    return section


def _card(node: LexborNode) -> LexborNode | None:
    around: LexborNode | None = node
    for _ in range(_MAX_DEPTH):
        if around is None or around.tag in _CARDS:
            return around
        around = around.parent
    return None


def _stands_in(node: LexborNode, card: LexborNode) -> bool:
    around: LexborNode | None = node
    for _ in range(_MAX_DEPTH):
        if around is None:
            return False
        if around.mem_id == card.mem_id:
            return True
        around = around.parent
    return False
