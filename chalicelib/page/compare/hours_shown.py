"""Opening hours in a text: 平日 9:00〜18:00, 定休日 水曜, 翌2:00, 26:00, Mon–Fri 9am–5pm, closed Sundays."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from chalicelib.page.compare.clock import clocks_in
from chalicelib.page.compare.figures import plain
from chalicelib.page.compare.week import DAYS, days_of, span

_LAST_ORDER = re.compile(
    r"[(\[]?\s?(?:(?:料理|フード|ドリンク|food|drink)\s?)?(?:(?<![A-Za-z])L\.?\s?O\.?(?![A-Za-z])"
    r"|ラストオーダー|オーダーストップ|最終(?:受付|入[店場館園]|案内|入館)(?:時間)?|last (?:order"
    r"|entry|admission|call)s?)\s?[:はat]*\s?(?:\d{1,2}[:時]?\d{0,2}分?(?:\s?[ap]\.?m\.?)?"
    r"|(?:閉[館店園]|終了)の?\d+分前)?\s?[)\]]?"
    r"|[(\[]\s?\d{1,2}:\d\d\s?(?:L\.?O\.?|ラストオーダー|最終入[店場館園])\s?[)\]]",
    re.IGNORECASE,
)
_BREAK = re.compile(r"(?:昼休み|昼休憩|休憩(?:時間)?|中休み|準備時間|lunch break|break)\s?[:は]?\s?", re.IGNORECASE)
ALWAYS = re.compile(
    r"24時間(?:営業|年中無休|対応|オープン|受付|365日|利用可)?|\b(?:open )?24 ?(?:hours"
    r"|hrs)(?: a day)?\b|\b24/7\b|終日営業",
    re.IGNORECASE,
)
EVERY = re.compile(r"年中無休|無休|休まず営業|365日|\b(?:open )?(?:7|seven) days\b|\bno holidays\b|24/7", re.IGNORECASE)
_VAGUE = re.compile(
    r"第\s?\d|第[一二三四五]|隔週|不定休|変更(?:になる|する|の)|異なり|季節|期間中|[~-]\s?(?:LAST"
    r"|ラスト|売り切れ|なくなり|close)|ご予約|予約制|完全予約|臨時|\b(?:by appointment|varies|vary"
    r"|seasonal|except|first|second|third|last) ?\b"
    r"|\d{1,2}[:時]\d{0,2}分?(?:まで|閉店|開店)|夏(?:季|期)|冬(?:季|期)|\d{1,2}月[~-]\d{1,2}月",
    re.IGNORECASE,
)
_NINE_TO_FIVE = re.compile(
    r"(?<![\d:.])(\d{1,2}(?::\d\d)?)(\s?(?:-|~"
    r"|to)\s?)(\d{1,2}(?::\d\d)?)\s?([ap])\.?m\b\.?",
    re.IGNORECASE,
)
_UP_TO = re.compile(r"\s?(?:~|-|から|より|\bto\b|\buntil\b|\btill?\b)\s?", re.IGNORECASE)
_TOKEN = re.compile(
    rf"(?P<days>{DAYS})|(?P<closed>定休日?|休業日?|休館日?|休診日?|休園日?|お?休み|店休日?"
    rf"|\bclosed\b(?: on)?)|(?P<without>を?除く|以外|除き)",
    re.IGNORECASE,
)
_NOTE = re.compile(r"[※＊].*")


@dataclass
class Hours:
    """What a page says of a week. listed: spans of the days it names; general: those without days.

    closed: days it says to be closed. every: no day is. vague: it says more than could be read.
    """

    listed: dict[int, set[tuple[int, int]]] = field(default_factory=dict)
    general: set[tuple[int, int]] = field(default_factory=set)
    closed: set[int] = field(default_factory=set)
    every: bool = False
    vague: bool = False
    rest: int = 0  # characters that say something else

    @property
    def told(self) -> bool:
        """Whether it says any time of day."""
        return bool(self.listed or self.general)


def read_hours(text: str) -> Hours:
    """The hours of a text, which may be several lines."""
    hours = Hours()
    text = plain(text)
    noted = _NOTE.search(text)
    if noted is not None:
        hours.vague = bool(re.search(rf"\d|{DAYS}", noted[0]))
        text = text[: noted.start()]
    text = _LAST_ORDER.sub(" ", text)
    text = _NINE_TO_FIVE.sub(_with_half, text)
    hours.vague = hours.vague or _VAGUE.search(text) is not None
    hours.every = EVERY.search(text) is not None
    tokens = sorted([*_words(text), *_spans(text)], key=lambda token: token[0])
    said = sum(end - start for start, end, _, _ in tokens)
    hours.rest = len(EVERY.sub("", text)) - said
    _put(hours, tokens, text)
    return hours


def _with_half(found: re.Match[str]) -> str:
    """9–5pm is from 9 in the morning, 1–5pm is not."""
    first, last = (int(found[number].partition(":")[0]) % 12 for number in (1, 3))
    half = found[4] if found[4].lower() == "a" or ((first < last or last == 0) and first not in (8, 9, 10, 11)) else "a"
    return f"{found[1]}{half}m{found[2]}{found[3]}{found[4]}m"


_Token = tuple[int, int, str, object]


def _words(text: str) -> Iterator[_Token]:
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup or ""
        yield found.start(), found.end(), kind, days_of(found[0]) if kind == "days" else None


def _spans(text: str) -> Iterator[_Token]:
    clocks = clocks_in(text)
    number = 0
    while number < len(clocks):
        one = clocks[number]
        other = clocks[number + 1] if number + 1 < len(clocks) else None
        if other is not None and _UP_TO.fullmatch(text[one.end : other.start]):
            kind = "break" if _BREAK.search(text[max(0, one.start - 8) : one.start]) else "span"
            yield one.start, other.end, kind, span(one.minutes, other.minutes)
            number += 1
        else:
            yield one.start, one.end, "clock", None
        number += 1
    for found in ALWAYS.finditer(text):
        yield found.start(), found.end(), "span", (0, 1440)


def _put(hours: Hours, tokens: list[_Token], text: str) -> None:
    days: frozenset[int] | None = None
    fresh = False  # the days stand before nothing yet
    closing = False
    last_end = 0
    for start, end, kind, value in tokens:
        if kind == "days" and isinstance(value, frozenset):
            if closing and not re.search(r"[\n。]", text[last_end:start]):
                hours.closed |= value
            else:
                days = days | value if fresh and days is not None else value
                fresh = True
        elif kind in ("closed", "without"):
            if fresh and days is not None and not re.search(r"[\n。:]", text[last_end:start].rstrip(": ")):
                hours.closed |= days
                closing, days = False, None
            else:
                closing = kind == "closed"
            fresh = False
        elif kind == "span" and isinstance(value, tuple):
            closing = fresh = False
            if days is None:
                hours.general.add(value)
            for day in days or ():
                hours.listed.setdefault(day, set()).add(value)
        elif kind == "break" and isinstance(value, tuple):
            _break(hours, value)
        elif kind == "clock":
            hours.vague = True
        last_end = end


def _break(hours: Hours, pause: tuple[int, int]) -> None:
    for spans in (hours.general, *hours.listed.values()):
        for opens, closes in list(spans):
            if opens < pause[0] and pause[1] < closes:
                spans.discard((opens, closes))
                spans |= {(opens, pause[0]), (pause[1], closes)}
