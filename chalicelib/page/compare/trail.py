"""Breadcrumbs: the declared trail against one that is shown, level by level (K-031)."""

import re
from typing import NamedTuple

from chalicelib.page.compare.text import Likeness, alike, key, plain
from chalicelib.page.compare.url import address, same_page
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided
from chalicelib.page.wording import title_candidates

_COUNT = re.compile(r"\s*[(（\[]\s*[\d,]+\s*(?:件|点|items?)?\s*[)）\]]$")
_HERE = re.compile(
    r"^(?:現在地|現在のページ|現在位置|you are here|current page|breadcrumbs?|パンくず(?:リスト)?)\s*[:：]?\s*",
    re.IGNORECASE,
)
_START = re.compile(
    r"(?:ホーム|home|top|トップ|トップページ|top ?page|home ?page|start|はじめ|サイトトップ|総合トップ|front page)",
    re.IGNORECASE,
)
SIGNS = " 　\t\n>＞›»→▶▸►/／|｜・·•:：-–—~〜\\<‹«"


class Step(NamedTuple):
    """A level of a trail. url: absolute, "" for none."""

    name: str
    url: str


def compare_trail(declared: list[Step], shown: list[Step], start: str) -> Verdict:
    """start: the address of the site's start page. The reason says which level differs, as `level` counts from 1."""
    text = " > ".join(step.name or step.url for step in shown)
    if not declared or not shown:
        return undecided(text)
    found = [_compare(declared, shown, start)]
    # the page itself may be left out of either (K-031), and the start page need not be declared
    if found[0].status != "match" and len(declared) > 1:
        found.append(_compare(declared[:-1], shown, start))
    if found[0].status != "match" and len(shown) > 1:
        found.append(_compare(declared, shown[:-1], start))
    if all(verdict.status != "match" for verdict in found):
        for one, other in ((declared, shown[1:]), (declared[1:], shown)):
            longer = shown if one is declared else declared
            if (
                one
                and other
                and _is_start(longer[0], start, by_name=True)
                and _compare(one, other, start).status == "match"
            ):
                return undecided(text, "start-page")
    best = max(found, key=lambda verdict: ("mismatch", "skipped", "match").index(verdict.status))
    best = best if best.status == "match" else found[0]
    return best._replace(shown=text)


def _compare(declared: list[Step], shown: list[Step], start: str) -> Verdict:
    doubt = False
    for number, (one, other) in enumerate(zip(declared, shown, strict=False)):
        if number == 0 and (_is_start(one, start) or _is_start(other, start)):
            if _is_start(one, start, by_name=True) and _is_start(other, start, by_name=True):
                continue
            if not (one.url and other.url) or same_page(one.url, other.url):
                continue
        like = _alike(one.name, other.name, last=number in (len(declared) - 1, len(shown) - 1))
        if like is None:
            doubt = True
        elif not like:
            return mismatch("", f"level-{min(number + 1, 9)}")
        elif number < len(declared) - 1 and _leads_elsewhere(one.url, other.url):
            return mismatch("", f"level-{min(number + 1, 9)}-link")
    if len(declared) != len(shown):
        return mismatch("", "level-count")
    return undecided("") if doubt else match("")


def _is_start(step: Step, start: str, *, by_name: bool = False) -> bool:
    if step.url and start and same_page(step.url, start):
        return True
    return by_name and _START.fullmatch(bare(step.name)) is not None


def _leads_elsewhere(one: str, other: str) -> bool:
    first, second = address(one), address(other)
    return first is not None and second is not None and (first.host, first.path) != (second.host, second.path)


def _alike(one: str, other: str, *, last: bool) -> bool | None:
    """None where one name holds the other, which may be another level."""
    one, other = plain(one), plain(other)
    first, second = bare(one), bare(other)
    like = alike(first, second)
    if like is Likeness.SAME or key(first) == key(second):
        return True
    for whole, part in ((one, second), (other, first)):  # 「会社概要 | 株式会社○○」
        if any(alike(candidate, part) is Likeness.SAME for candidate in title_candidates(whole, ())[1:]):
            return True
    if _without_english(first) == key(second) or _without_english(second) == key(first):
        return True
    if like is Likeness.PART:
        return True if last else None
    return None if last and like is Likeness.OTHER and min(len(first), len(second)) > _LONG else False


_LONG = 20  # characters; a page's long title may stand in other words in its trail


def _without_english(name: str) -> str:
    """「COMPANY 会社概要」 is an English word above a Japanese heading (V12)."""
    japanese = re.sub(r"^[A-Za-z &]+(?=[^\x00-\x7f])|(?<=[^\x00-\x7f])[A-Za-z &]+$", "", name)
    return key(japanese) if japanese != name else ""


def bare(name: str) -> str:
    """A level's name without signs around it, a count behind it, and 「現在地：」 before it."""
    return _COUNT.sub("", _HERE.sub("", name.strip(SIGNS))).strip(SIGNS)
