"""Dates, times and durations as schema.org's Date, DateTime, Time and Duration want them: ISO 8601.

Taken as right: the extended and the basic form, reduced precision (a year, a year and month), weeks, days of the year,
fractions, 24:00 as the end of a day, and years before 0 or after 9999. Not the truncated and century forms of old.
"""

import re
from calendar import monthrange

_SPAN = 40  # characters; nothing that is right is longer
_YEAR = r"(?P<year>\d{4}|[+-]\d{4,6})"
_DATE = (
    rf"{_YEAR}(?:-(?P<month>\d\d)(?:-(?P<day>\d\d))?|(?P<month2>\d\d)(?P<day2>\d\d)"
    r"|-?W(?P<week>\d\d)(?:-?[1-7])?|-?(?P<ordinal>\d{3}))?"
)
_CLOCK = r"(?P<hour>\d\d)(?::?(?P<minute>\d\d)(?::?(?P<second>\d\d))?)?(?P<fraction>[.,]\d{1,12})?"
_ZONE = r"(?:[Zz]|(?P<side>[+\-−])(?P<zone>\d\d)(?::?(?P<zone2>\d\d))?)?"
# The mark of a date that is not certain is ISO 8601-2's; a zone behind a day is XML Schema's, which RDF uses.
_IS_DATE = re.compile(rf"{_DATE}(?:[?~%]|(?<=-\d\d)(?:Z|[+\-]\d\d:\d\d))?\Z", re.ASCII)
_IS_DATE_TIME = re.compile(rf"{_DATE}[Tt]{_CLOCK}{_ZONE}\Z", re.ASCII)
_IS_TIME = re.compile(rf"[Tt]?{_CLOCK}{_ZONE}\Z", re.ASCII)
_AMOUNT = r"\d{1,12}(?:[.,]\d{1,12})?"
_IS_DURATION = re.compile(
    rf"[+\-−]?P(?=.*\d)(?:{_AMOUNT}W|(?:{_AMOUNT}Y)?(?:{_AMOUNT}M)?(?:{_AMOUNT}W)?(?:{_AMOUNT}D)?"
    rf"(?:T(?=.)(?:{_AMOUNT}H)?(?:{_AMOUNT}M)?(?:{_AMOUNT}S)?)?)\Z",
    re.ASCII,
)


def is_date(text: str) -> bool:
    """`2024-01-05`, `20240105`, `2024`, `2024-01`, `2024-W05-1`, `2024-032`; a day that the calendar has."""
    match = _IS_DATE.match(text, 0, _SPAN)
    return match is not None and _in_calendar(match)


def is_date_time(text: str) -> bool:
    """A date, `T` and a time of day: `2024-01-05T10:00`, `20240105T100000,5+0900`."""
    match = _IS_DATE_TIME.match(text, 0, _SPAN)
    return match is not None and _in_calendar(match) and _on_clock(match)


def is_time(text: str) -> bool:
    """`10:00`, `10:00:00`, `T1000`, `10:00+09:00`."""
    match = _IS_TIME.match(text, 0, _SPAN)
    return match is not None and _on_clock(match)


def is_duration(text: str) -> bool:
    """`P1Y2M3DT4H5M6S`, `PT0S`, `P2W`, `PT0.5H`; the parts in this order, at least one of them."""
    return len(text) <= 100 and _IS_DURATION.match(text) is not None


def _in_calendar(match: re.Match[str]) -> bool:
    part = match.groupdict()
    if part["week"]:
        return 1 <= int(part["week"]) <= 53
    if part["ordinal"]:
        return 1 <= int(part["ordinal"]) <= 366
    month, day = part["month"] or part["month2"], part["day"] or part["day2"]
    return not month or is_day(int(part["year"]), int(month), int(day) if day else 1)


def is_day(year: int, month: int, day: int) -> bool:
    """Whether the calendar has this day; a year before 1 is taken for a leap year."""
    if not 1 <= month <= 12:
        return False
    last = monthrange(year, month)[1] if 1 <= year <= 9999 else monthrange(2000, month)[1]
    return 1 <= day <= last


def _on_clock(match: re.Match[str]) -> bool:
    part = match.groupdict()
    hour, minute, second = (int(part[name] or 0) for name in ("hour", "minute", "second"))
    if hour == 24:
        on_clock = minute == second == 0 and not (part["fraction"] or "").strip(".,0")
    else:
        on_clock = hour < 24 and minute < 60 and second <= 60  # 60: a leap second
    # Zones go from -12:00 to +14:00; `09:00-18:00` is a span of time.
    return on_clock and int(part["zone"] or 0) <= (14 if part["side"] == "+" else 12) and int(part["zone2"] or 0) < 60
