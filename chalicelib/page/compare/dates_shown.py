"""Dates that a line shows, as people write them (V5): 2026年4月1日, 令和八年四月一日, R8.4.1, 4/1(水), April 1.

Japan's years are read with their era, kanji numbers too; no library does that (comparing.md, Libraries).
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from chalicelib.page.compare.clock import KANJI_NUMBER, Clock, clock_at, kanji_number
from chalicelib.page.compare.figures import plain
from chalicelib.page.iso8601 import is_day

_MAX_DATES = 40  # of a line
_MAX_TEXT = 1000
_ERAS = {
    "令和": 2018,
    "平成": 1988,
    "昭和": 1925,
    "大正": 1911,
    "明治": 1867,
    "R": 2018,
    "H": 1988,
    "S": 1925,
    "T": 1911,
}
_MONTHS = {name: n for n, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}  # noqa: SIM905
_DAYS = "月火水木金土日"
_MON = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
_ORD = r"(?:st|nd|rd|th)?"
_WEEK_EN = r"(?:mon(?:day)?|tues?(?:day)?|wed(?:nesday)?|thur?s?(?:day)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)"
_WEEK = (
    rf"(?:\s?[(\[](?P<week>[{_DAYS}])(?:曜日?)?(?:[・/,、]?\s?(?:祝日?|休日?|休祝"
    rf"|振替?休?日?))?[)\]]|\s?(?P<week2>[{_DAYS}])曜日?"
    rf"|\s?\((?P<week3>{_WEEK_EN})\.?\))"
)
_ERA = "令和|平成|昭和|大正|明治"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        # eras, with the western year in brackets or without
        rf"(?P<era>{_ERA})\s?(?P<eyear>\d{{1,2}}|元)\s?(?:年\s?)?(?:[(\[]\d{{4}}年?[)\]]\s?)?(?:年\s?)?"
        r"(?:(?P<month>\d{1,2})\s?月(?:\s?(?P<day>\d{1,2})\s?日)?"
        r"|[./-]\s?(?P<month2>\d{1,2})\s?[./-]\s?(?P<day2>\d{1,2})(?!\d))",
        r"(?<![A-Za-z0-9])(?P<era>[RHST])\s?\.?(?P<eyear>\d{1,2}"
        r"|元)\s?[./年-]\s?(?P<month>\d{1,2})\s?[./月-]\s?(?P<day>\d{1,2})"
        r"(?![\d/.-]*\d)日?",
        rf"(?<!\d)(?P<year>\d{{4}})\s?(?:年\s?(?:[(\[](?:{_ERA})\s?(?:\d{{1,2}}|元)年?[)\]]\s?)?"
        rf"|[(\[](?:{_ERA})\s?(?:\d{{1,2}}|元)年?[)\]]\s?年\s?)"
        r"(?P<month>\d{1,2})\s?月(?:\s?(?P<day>\d{1,2})\s?日)?(?![号分期])",
        rf"(?P<era>{_ERA})\s?(?P<eyear>\d{{1,2}}|元)\s?年(?!\s?(?:\d|度|代|間|以|後|版|式))",
        r"(?<![\d./-])(?P<year>(?:19"
        r"|20)\d{2})(?P<sep>\s?[./-]\s?)(?P<month>\d{1,2})(?P=sep)(?P<day>\d{1,2})(?![\d]|[./-]\d)",
        r"(?<![\d./-])(?P<year>(?:19|20)\d{2})\s?[./-]\s?(?P<month>0?[1-9]|1[0-2])(?![\d年]|\s?[./-]\s?\d|%)",
        # English
        rf"(?<![a-z])(?P<name>{_MON})\s?(?P<day>\d{{1,2}}){_ORD}(?![\d:])(?:\s?\({_WEEK_EN}\.?\))?(?:,?\s?(?P<year>(?:19|20)\d{{2}})(?!\d))?",
        rf"(?<![\d.:])(?P<day>\d{{1,2}}){_ORD}[\s-]?(?:of\s)?(?P<name>{_MON})(?![a-z])(?:,?[\s-]?(?P<year>(?:19"
        rf"|20)\d{{2}})(?!\d))?",
        rf"(?<![a-z])(?P<name>{_MON}),?\s(?P<year>(?:19|20)\d{{2}})(?!\d)",
        # two numbers and a year, in the order of the country
        r"(?<![\d./-])(?P<one>\d{1,2})(?P<sep>[./-])(?P<two>\d{1,2})(?P=sep)(?P<year>(?:19|20)?\d{2})(?![\d]|[./-]\d)",
        # no year
        r"(?<!\d)(?P<month>\d{1,2})\s?月\s?(?P<day>\d{1,2})\s?日",
        rf"(?<![\d./-])(?P<month>\d{{1,2}})[/.](?P<day>\d{{1,2}})(?=\s?[(\[][{_DAYS}])",
        r"(?<![\d.])(?P<year>(?:1[6-9]|20)\d{2})\s?年(?!\s?(?:\d|度|版|代|間|以|連|後|ぶ|ほど|目|モデル|式|前|物|生))",
    )
)
_BARE_YEAR = re.compile(r"(?<![\d.,$€£¥/-])(?P<year>(?:1[6-9]|20)\d\d)(?!\d|[.,/-]\d|\s?[%年])")
_YEAR_SAID = re.compile(r"\b(?:founded|established|est\.|since|incorporated)\b|^(?:1[6-9]|20)\d\d$", re.IGNORECASE)
_WEEK_AFTER = re.compile(_WEEK, re.IGNORECASE)
_WEEK_BEFORE = re.compile(rf"(?<![a-z])({_WEEK_EN})[.,]*\s?$", re.IGNORECASE)
_TILL = re.compile(
    r"^\s?(?:\d{1,2}[:時]\d{0,2}分?\s?)?(?:~|-|\bto\b|\bthrough\b|\buntil\b|から|より)\s?$", re.IGNORECASE
)
_TILL_DAY = re.compile(
    rf"\s?(?:~|-|から)\s?(?:(?P<day>\d{{1,2}})日|(?P<day2>\d{{1,2}})(?=\s?[(\[][{_DAYS}]))", re.IGNORECASE
)
_TILL_EN = re.compile(
    r"\s?(?:-|to|~)\s?(\d{1,2})(?:st|nd|rd|th)?(?![\d:])(?:,?\s?((?:19|20)\d{2}))?(?!\d)", re.IGNORECASE
)
_FROM_DAY = re.compile(r"(?<![\d.:])(\d{1,2})(?:st|nd|rd|th)?\s?(?:-|to|~)\s?$", re.IGNORECASE)
_LAST_LISTED = re.compile(r"^\s?[・,、&]\s?$")
_DAY_LISTED = re.compile(rf"\s?[・,、&]\s?(?P<day>\d{{1,2}})(?:日|(?=\s?[(\[][{_DAYS}]))")
_RELATIVE = re.compile(
    r"\d+\s?(?:秒|分|時間|日|週間|か月|ヶ月|カ月|年)前|昨日|一昨日|おととい|今日|本日|先週|先月"
    r"|\b(?:\d+|an?|one|two|three|few)\s?"
    r"(?:second|minute|min|hour|hr|day|week|month|year)s?\s?ago\b|\b(?:yesterday|today|just now"
    r"|last (?:week|month|year))\b",
    re.IGNORECASE,
)
_COPYRIGHT = re.compile(r"(?:©|\(c\)|copyright|all rights reserved|コピーライト)", re.IGNORECASE)
_HAS = re.compile(r"[0-9０-９〇一二三四五六七八九十元]")
_KANJI_BEFORE = re.compile(rf"{KANJI_NUMBER}(?=\s?[年月日時分])")


class ShownDate(NamedTuple):
    """year, month, day: None where the page leaves it out. other: the other order of day and month, 4/1/2026.

    weekday: 0 is Monday. part: "start" or "end" of a span, else "". start, end: where it stands in `text`, the plain
    line. shown: as the page has it.
    """

    year: int | None
    month: int | None
    day: int | None
    other: tuple[int, int] | None
    weekday: int | None
    clock: Clock | None
    part: str
    start: int
    end: int
    shown: str


class DatesLine(NamedTuple):
    """A line with its dates. relative: words such as 3日前 or yesterday that stand for a date."""

    text: str
    dates: list[ShownDate]
    relative: str


def may_hold_date(text: str) -> bool:
    """Whether it is worth to look."""
    return _HAS.search(text) is not None or _RELATIVE.search(text) is not None


@lru_cache(maxsize=256)
def dates_in(line: str, day_first: bool | None = None) -> DatesLine:
    """The dates of a line. day_first: what 4/1/2026 means; None when the page does not say."""
    text = plain(line[:_MAX_TEXT].replace("㋿", "令和").replace("\u2028", " "))
    text = _KANJI_BEFORE.sub(lambda match: str(kanji_number(match[0])), text)
    if _COPYRIGHT.search(text):
        return DatesLine(text, [], "")
    found = _spans(text, day_first)
    relative = _RELATIVE.search(text)
    return DatesLine(text, found, relative[0] if relative else "")


def _spans(text: str, day_first: bool | None) -> list[ShownDate]:
    taken: list[tuple[int, int]] = []
    dates: list[ShownDate] = []
    for form in (*_FORMS, _BARE_YEAR) if _YEAR_SAID.search(text) else _FORMS:
        for match in form.finditer(text):
            if len(dates) >= _MAX_DATES:
                break
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            date = _date(match, text, day_first)
            if date is not None:
                taken.append((match.start(), date.end))
                dates.append(date)
    dates.sort(key=lambda one: one.start)
    return list(_joined(dates, text))


def _date(match: re.Match[str], text: str, day_first: bool | None) -> ShownDate | None:
    part = match.groupdict()
    year = _year(part)
    month, day, other = None, None, None
    if part.get("one"):
        if not part["year"] or (len(part["year"]) == 2 and part["sep"] == "-"):
            return None
        orders = _orders(part, day_first)
        if not orders:
            return None
        month, day = orders[0]
        other = orders[1] if len(orders) > 1 else None
    else:
        named = part.get("name")
        month_text = part.get("month") or part.get("month2")
        month = _MONTHS[named.lower()[:3]] if named else int(month_text) if month_text else None
        day_text = part.get("day") or part.get("day2")
        day = int(day_text) if day_text else None
    if month is not None and not is_day(year or 2000, month, day or 1):
        return None
    if year is None and month is None:
        return None
    end = match.end()
    week = _WEEK_AFTER.match(text, end)
    weekday = None
    if week is not None and day is not None:
        weekday = _weekday(week["week"] or week["week2"] or week["week3"])
        end = week.end()
    elif day is not None:
        before = _WEEK_BEFORE.search(text[max(0, match.start() - 12) : match.start()])
        weekday = _weekday(before[1]) if before else None
    clock = clock_at(text, end) if day is not None else None
    start = match.start()
    return ShownDate(year, month, day, other, weekday, clock, "", start, end, text[start : clock.end if clock else end])


def _orders(part: dict[str, str], day_first: bool | None) -> list[tuple[int, int]]:
    """Month and day of 4/1/2026, the likelier first; dots put the day first."""
    one, two = int(part["one"]), int(part["two"])
    first = [(two, one)] if part["sep"] == "." or day_first else [(one, two)]
    if day_first is None and part["sep"] != "." and one != two:
        first.append((two, one))
    fitting = [order for order in first if 1 <= order[0] <= 12 and 1 <= order[1] <= 31]
    if not fitting and 1 <= one <= 31 and 1 <= two <= 31:  # only the other order is a date at all
        fitting = [order for order in ((one, two), (two, one)) if order[0] <= 12]
    return fitting


def _year(part: dict[str, str]) -> int | None:
    if part.get("era"):
        number = 1 if part["eyear"] == "元" else int(part["eyear"])
        return _ERAS[part["era"].upper()] + number if number else None
    if not part.get("year"):
        return None
    year = int(part["year"])
    return year if year > 99 else 2000 + year if year < 70 else 1900 + year


def _weekday(name: str) -> int:
    if name in _DAYS:
        return _DAYS.index(name)
    return ("mon", "tue", "wed", "thu", "fri", "sat", "sun").index(name[:3].lower())


def _joined(dates: list[ShownDate], text: str) -> Iterator[ShownDate]:
    """The dates with start and end of spans, and what one end of a span leaves to the other."""
    number = 0
    while number < len(dates):
        date = dates[number]
        following = dates[number + 1] if number + 1 < len(dates) else None
        number += 1
        if following is not None:
            clock_end = date.clock.end if date.clock and date.clock.end <= following.start else date.end
            between = text[clock_end : following.start]
            between = _WEEK_BEFORE.sub("", between)
            if _TILL.match(between) or _LAST_LISTED.match(between):
                year = date.year if date.year is not None else following.year
                if (
                    following.year is None
                    and year is not None
                    and following.month is not None
                    and date.month is not None
                ):
                    later = (following.month, following.day or 1) < (date.month, date.day or 1)
                    following = following._replace(year=year + later)
                elif (
                    date.year is None
                    and following.year is not None
                    and date.month is not None
                    and following.month is not None
                ):
                    year = following.year - ((date.month, date.day or 1) > (following.month, following.day or 1))
                yield date._replace(year=year, part="start")
                yield following._replace(part="end")
                number += 1
                continue
        yield from _days_of_one_month(date, text)


def _days_of_one_month(date: ShownDate, text: str) -> Iterator[ShownDate]:
    """5月25日〜27日, 5月25日・26日, May 25–27, 2026, 25–27 May 2026."""
    if date.day is None:
        yield date
        return
    after = date.clock.end if date.clock else date.end
    day = _TILL_DAY.match(text, after) or _DAY_LISTED.match(text, after)
    if day is not None:
        last = int(day["day"] or day["day2"]) if "day2" in day.groupdict() else int(day["day"])
        end = _WEEK_AFTER.match(text, day.end())
        if date.month is not None and is_day(date.year or 2000, date.month, last) and last > date.day:
            yield date._replace(part="start")
            clock = clock_at(text, end.end() if end else day.end())
            weekday = _weekday(end["week"] or end["week2"] or end["week3"]) if end else None
            yield date._replace(
                day=last,
                part="end",
                weekday=weekday,
                clock=clock,
                end=end.end() if end else day.end(),
                shown=day[0].strip(" ~-"),
            )
            return
    english = re.match(_MON, date.shown, re.IGNORECASE)
    to = _TILL_EN.match(text, date.end) if english and date.year is None else None
    if to is not None and date.month is not None and int(to[1]) > date.day and is_day(2000, date.month, int(to[1])):
        year = int(to[2]) if to[2] else None
        yield date._replace(year=year, part="start")
        yield date._replace(year=year, day=int(to[1]), part="end", end=to.end(), shown=text[date.start : to.end()])
        return
    start = _FROM_DAY.search(text[max(0, date.start - 12) : date.start])
    if (
        start is not None
        and re.match(r"\d", date.shown)
        and re.search(r"[a-z]", date.shown, re.IGNORECASE)
        and 0 < int(start[1]) < date.day
    ):
        yield date._replace(day=int(start[1]), part="start", weekday=None, start=date.start - len(start[0]))
        yield date._replace(part="end")
        return
    yield date
