"""Hours of a week: what markup declares (openingHours, openingHoursSpecification) and days as people write them."""

import re
from collections.abc import Iterable

Spans = frozenset[tuple[int, int]]  # minutes from midnight; the end is over 1440 in the night after
Week = dict[int, Spans]  # 0 is Monday; days that are closed are not in it
ALL_DAYS = frozenset(range(7))
_KANJI = "月火水木金土日"
_NAMES = ("mo", "tu", "we", "th", "fr", "sa", "su")
_DECLARED_DAY = r"(?:mo|tu|we|th|fr|sa|su)[a-z]{0,7}"
_DECLARED = re.compile(
    rf"(?P<days>{_DECLARED_DAY}(?:\s*[-,–]\s*{_DECLARED_DAY})*)"
    rf"|(?P<open>\d{{1,2}}:\d\d)(?::\d\d)?\s*[-–~〜]\s*(?P<close>\d{{1,2}}:\d\d)|(?P<always>24/7)",
    re.IGNORECASE,
)
_MAX_TEXT = 500
_EN = (
    r"(?:mon(?:day)?|tue?s?(?:day)?|wed(?:nesday|s)?|thu(?:rs?)?(?:day)?"
    r"|fri(?:day)?|sat(?:urday)?|sun(?:day)?)s?\.?(?![a-z])"
)
_JA = rf"[{_KANJI}祝](?:曜日?|日(?![{_KANJI}\d]))?"
_JOIN = r"\s?(?:[~・,、/&と及]|-|から|および|または|\bto\b|\bthrough\b|\bthru\b|\band\b)\s?"
DAYS = (
    rf"(?:平日|毎日|全日|週末|土日祝日?|土日|日祝日?"
    r"|\b(?:weekdays|weekends|daily|every ?day"
    rf"|7 days a week|seven days a week|all week)\b"
    rf"|(?<![\d一-鿿]){_JA}(?:{_JOIN}?{_JA})*(?=曜|\s?[:)\]（(]|\s?\d|\s?(?:定休|休|は|も|を除|$)"
    rf"|\s?(?:午前|午後|朝|夜|終日|24時間)|\s|[/、])"
    rf"|(?<![a-z]){_EN}(?:{_JOIN}(?<![a-z]){_EN})*)"
)
_RANGE = re.compile(r"~|-|から|\bto\b|\bthrough\b|\bthru\b", re.IGNORECASE)
_DAY = re.compile(rf"(?P<ja>[{_KANJI}祝])(?:曜日?|日(?!曜))?|(?P<en>{_EN})", re.IGNORECASE)


def days_of(text: str) -> frozenset[int]:
    """The days of a text that matched `DAYS`; public holidays are none of them."""
    lower = text.lower()
    if lower.startswith(("毎日", "全日", "daily", "every", "7 days", "seven", "all week")):
        return ALL_DAYS
    if lower.startswith(("平日", "weekdays")):
        return frozenset(range(5))
    if lower.startswith(("週末", "weekends", "土日")):
        return frozenset((5, 6))
    if lower.startswith("日祝"):
        return frozenset((6,))
    found: set[int] = set()
    before: int | None = None
    end = 0
    for match in _DAY.finditer(text):
        if match["ja"] == "祝":
            before, end = None, match.end()
            continue
        day = _KANJI.index(match["ja"]) if match["ja"] else _NAMES.index(match["en"][:2].lower())
        if before is not None and _RANGE.search(text[end : match.start()]):
            found |= {(before + step) % 7 for step in range((day - before) % 7 + 1)}
        found.add(day)
        before, end = day, match.end()
    return frozenset(found)


def span(opens: int, closes: int) -> tuple[int, int]:
    """A span whose end is after its start, and 23:59 as the end of the day."""
    if closes % 1440 == 1439:
        closes += 1
    return (opens, closes if closes > opens else closes + 1440)


def declared_text(values: Iterable[object]) -> Week | None:
    """The week of `openingHours`: `Mo-Fr 09:00-18:00`, without days every day; None where one cannot be read."""
    week: dict[int, set[tuple[int, int]]] = {}
    for value in values:
        if not isinstance(value, str):
            return None
        days: frozenset[int] = ALL_DAYS
        read = False
        for match in _DECLARED.finditer(value[:_MAX_TEXT]):
            if match["days"]:
                days = _declared_days(match["days"])
                continue
            read = True
            times = (0, 1440) if match["always"] else span(_minutes(match["open"]), _minutes(match["close"]))
            for day in days:
                week.setdefault(day, set()).add(times)
        if not read:
            return None
    return {day: frozenset(times) for day, times in week.items()}


def _declared_days(text: str) -> frozenset[int]:
    found: set[int] = set()
    for part in re.split(r"\s*,\s*", text.lower()):
        ends = [_NAMES.index(name[:2]) for name in re.split(r"\s*[-–]\s*", part) if name[:2] in _NAMES]
        if ends:
            found |= {(ends[0] + step) % 7 for step in range((ends[-1] - ends[0]) % 7 + 1)}
    return frozenset(found)


def _minutes(text: str) -> int:
    hours, _, minutes = text.partition(":")
    return int(hours) * 60 + int(minutes)


def declared_times(days: Iterable[object], opens: object, closes: object) -> tuple[frozenset[int], Spans] | None:
    """Days and times of one OpeningHoursSpecification. 00:00 to 00:00 is closed, as Google reads it."""
    found: set[int] = set()
    named = False
    for day in days:
        name = str(day).rstrip("/").rpartition("/")[2].rpartition("#")[2].strip().lower()
        if not name:
            continue
        named = True
        if name[:2] in _NAMES:
            found.add(_NAMES.index(name[:2]))
        elif name[:1] in _KANJI:
            found |= days_of(name)
    numbers = []
    for text in (opens, closes):
        clock = re.match(r"\s*T?(\d{1,2}):?(\d\d)", str(text)) if text is not None else None
        numbers.append(int(clock[1]) * 60 + int(clock[2]) if clock else None)
    if (opens is None) != (closes is None) or (opens is not None and None in numbers):
        return None
    whole = frozenset(found) if named else ALL_DAYS
    first, last = numbers
    if first is None or last is None or first == last == 0:
        return whole, frozenset()
    return whole, frozenset((span(first, last),))
