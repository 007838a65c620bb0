"""Opening hours of a business against those the page shows (K-066)."""

from collections.abc import Iterator

from chalicelib.page.checks.row import Row, row
from chalicelib.page.checks.scope import lines_of
from chalicelib.page.checks.view import View
from chalicelib.page.compare.hours import compare_hours
from chalicelib.page.compare.week import Spans, Week, declared_text, declared_times
from chalicelib.page.gather import Thing

_MAX_VALUES = 50


def check_hours(view: View) -> Iterator[Row]:
    """`openingHours` and `openingHoursSpecification`; a page that shows no hours gives no row."""
    for kind, thing in view.of("LocalBusiness", "Organization"):
        for field, week in (("openingHours", _texts(thing)), ("openingHoursSpecification", _specified(thing))):
            if not week:
                continue
            lines = lines_of(view, kind, thing)
            verdict = compare_hours(week, lines) if lines is not None else None
            if verdict is not None:
                yield row(view, thing, field, said(week), verdict)


def _texts(thing: Thing) -> Week | None:
    values = thing.properties.get("openingHours", [])[:_MAX_VALUES]
    return declared_text(values) if values else None


def _specified(thing: Thing) -> Week | None:
    """The usual week: without entries for certain dates, such as holidays at the turn of the year."""
    week: dict[int, Spans] = {}
    for value in thing.properties.get("openingHoursSpecification", [])[:_MAX_VALUES]:
        if not isinstance(value, Thing):
            return None
        if value.first("validFrom") is not None or value.first("validThrough") is not None:
            continue
        days = [day.identifier if isinstance(day, Thing) else day.get("@id") if isinstance(day, dict) else day
                for day in value.properties.get("dayOfWeek", [])[:20]]  # fmt: skip
        told = declared_times([day for day in days if day], value.first("opens"), value.first("closes"))
        if told is None:
            return None
        for day in told[0]:
            week[day] = week.get(day, frozenset()) | told[1]
    return {day: spans for day, spans in week.items() if spans}


def said(week: Week) -> str:
    """A week in a line, as `openingHours` has it: `Mo-Fr 09:00-18:00, Sa 10:00-14:00`."""
    names = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
    parts: list[str] = []
    day = 0
    while day < 7:
        last = day
        while last < 6 and week.get(last + 1) == week.get(day):
            last += 1
        spans = week.get(day)
        if spans:
            name = names[day] if day == last else f"{names[day]}-{names[last]}"
            parts.append(f"{name} {' '.join(f'{_clock(opens)}-{_clock(closes)}' for opens, closes in sorted(spans))}")
        day = last + 1
    return ", ".join(parts)


def _clock(minutes: int) -> str:
    minutes = minutes if minutes == 1440 else minutes % 1440
    return f"{minutes // 60:02}:{minutes % 60:02}"
