"""A declared date, and whether a shown one is the same (V5): a day in Japan on Japanese pages, or an instant."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone

from chalicelib.page.compare.clock import Clock
from chalicelib.page.compare.dates_shown import ShownDate
from chalicelib.page.dates_meant import meant_date
from chalicelib.page.iso8601 import is_day

JAPAN = timezone(timedelta(hours=9))
_ISO = re.compile(
    r"(?P<year>\d{4})(?:-?(?P<month>\d\d)(?:-?(?P<day>\d\d))?)?(?:[T ](?P<hour>\d\d)"
    r"(?::?(?P<minute>\d\d)(?::?\d\d)?(?:[.,]\d+)?)?"
    r"\s?(?P<zone>Z|[+-]\d\d(?::?\d\d)?)?)?\Z",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Declared:
    """A declared date. month, day: None where it is coarser. minutes of the day, None for a date alone.

    zone: minutes east of UTC, None where it has none.
    """

    year: int
    month: int | None = None
    day: int | None = None
    minutes: int | None = None
    zone: int | None = None

    def instant(self, zone: int) -> datetime | None:
        """The moment, with `zone` where none is declared; None for a date alone."""
        if self.minutes is None or self.month is None or self.day is None:
            return None
        own = timezone(timedelta(minutes=self.zone if self.zone is not None else zone))
        try:
            start = datetime(self.year, self.month, self.day, tzinfo=own)
            return (start + timedelta(minutes=self.minutes)).astimezone(UTC)
        except (ValueError, OverflowError):
            return None


def declared_date(value: object) -> Declared | None:
    """The date that markup declares, in ISO 8601 or in a faulty form that says which day it is (V13)."""
    if not isinstance(value, str):
        if isinstance(value, int) and not isinstance(value, bool) and 1000 <= value <= 2999:
            return Declared(value)
        return None
    found = _ISO.match(value.strip()[:60])
    if found is None:
        meant = meant_date(value.strip()[:60])
        found = _ISO.match(meant) if meant else None
    if found is None:
        return None
    part = found.groupdict()
    year, month, day = int(part["year"]), part["month"], part["day"]
    if year < 1 or (month and not is_day(year, int(month), int(day or 1))):
        return None
    minutes = int(part["hour"]) * 60 + int(part["minute"] or 0) if part["hour"] else None
    if minutes is not None and minutes > 1440:
        return None
    return Declared(year, int(month) if month else None, int(day) if day else None, minutes, _zone(part["zone"]))


def _zone(text: str | None) -> int | None:
    if not text:
        return None
    if text in "Zz":
        return 0
    digits = text[1:].replace(":", "")
    minutes = int(digits[:2]) * 60 + int(digits[2:] or 0)
    return None if minutes > 14 * 60 else -minutes if text[0] == "-" else minutes


def agrees(declared: Declared, shown: ShownDate, *, japanese: bool) -> bool | None:
    """Whether a shown date is the declared one as far as it says; None when it cannot be told."""
    days = _days(declared, japanese=japanese)
    orders = [(shown.month, shown.day)] + ([shown.other] if shown.other else [])
    said = [_same_day(day, shown, month, number) for day in days for month, number in orders]
    if shown.clock is not None and declared.minutes not in (None, 0, 1440) and shown.day is not None:
        return _same_instant(declared, shown, shown.clock, japanese=japanese)
    if shown.clock is not None and shown.clock.minutes >= 1440:
        shown_day = _plus_day(shown)
        if shown_day is not None:
            said += [_same_day(day, shown_day, shown_day.month, shown_day.day) for day in days]
    if True in said:
        return True
    if shown.year is None and declared.month is not None and shown.weekday is not None and shown.month is not None:
        return False if _fits_weekday(declared.year, shown) and None not in said else None
    if None in said:
        return None
    if not japanese and declared.zone is not None and declared.minutes is not None and _near(days, shown):
        return None  # the same moment is that day somewhere
    return False


def _days(declared: Declared, *, japanese: bool) -> list[tuple[int, int | None, int | None]]:
    """The days that the declared moment may be on the page."""
    days = [(declared.year, declared.month, declared.day)]
    instant = declared.instant(540 if japanese else 0)
    if instant is None or declared.zone is None:
        return days
    if japanese:
        there = instant.astimezone(JAPAN)
        return [(there.year, there.month, there.day)]
    return days


def _near(days: Sequence[tuple[int, int | None, int | None]], shown: ShownDate) -> bool:
    try:
        there = date(shown.year or days[0][0], shown.month or 1, shown.day or 1)
        return any(abs((date(year, month or 1, day or 1) - there).days) <= 1 for year, month, day in days)
    except ValueError:
        return False


def _same_day(
    day: tuple[int, int | None, int | None], shown: ShownDate, month: int | None, number: int | None
) -> bool | None:
    """True also where one of them is coarser. None: no year, and nothing that gives it."""
    if shown.year is not None and shown.year != day[0]:
        return False
    for one, other in ((day[1], month), (day[2], number)):
        if one is None or other is None:
            return True
        if one != other:
            return False
    if shown.year is None and shown.weekday is not None and not _fits_weekday(day[0], shown):
        return None
    return True


def _fits_weekday(year: int, shown: ShownDate) -> bool:
    try:
        return date(year, shown.month or 1, shown.day or 1).weekday() == shown.weekday
    except ValueError:
        return False


def _plus_day(shown: ShownDate) -> ShownDate | None:
    if shown.year is None or shown.month is None or shown.day is None:
        return None
    try:
        there = date(shown.year, shown.month, shown.day) + timedelta(days=1)
    except (ValueError, OverflowError):
        return None
    return shown._replace(year=there.year, month=there.month, day=there.day)


def _same_instant(declared: Declared, shown: ShownDate, clock: Clock, *, japanese: bool) -> bool | None:
    if shown.year is None:
        shown = shown._replace(year=declared.year)
    moments = []
    for month, day in [(shown.month, shown.day)] + ([shown.other] if shown.other else []):
        try:
            moments.append(datetime(shown.year or 1, month or 1, day or 1) + timedelta(minutes=clock.minutes))  # noqa: DTZ001
        except (ValueError, OverflowError):
            continue
    if not moments:
        return None
    zone = clock.zone if clock.zone is not None else 540 if japanese else None
    if declared.zone is None or zone is None:
        try:
            own = datetime(declared.year, declared.month or 1, declared.day or 1)  # noqa: DTZ001
        except ValueError:
            return None
        same = any(moment == own + timedelta(minutes=declared.minutes or 0) for moment in moments)
        if not same and declared.zone is not None and any(abs(moment - own) <= timedelta(days=2) for moment in moments):
            return None if declared.zone == 0 else False  # UTC, and the page's zone is not told
        return same
    instant = declared.instant(zone)
    return instant is not None and any(
        moment.replace(tzinfo=timezone(timedelta(minutes=zone))).astimezone(UTC) == instant for moment in moments
    )
