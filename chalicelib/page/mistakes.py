"""Mistakes that teams make in dates, telephone numbers and addresses (comparing.md), right by the vocabulary.

A page is read without a clock. "In the future" is judged by the `Date` header of the answer: when the server made it.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

from chalicelib.page.compare.day import Declared, declared_date
from chalicelib.page.entities import Harvest
from chalicelib.page.gather import Node, Thing
from chalicelib.page.iso8601 import is_date_time
from chalicelib.page.kinds import fold, is_representative
from chalicelib.page.mistakes_contacts import address_fault, phone_fault
from chalicelib.page.paths import joined
from chalicelib.page.rules import Severity

_SLACK = timedelta(days=1)
_JAPAN = 540
_PAST = ("datePublished", "dateModified", "datePosted", "uploadDate")
_ZONED = ("datePublished", "dateModified", "uploadDate")  # times of events are local ones by Google's rules
_ORDERS = (
    ("datePublished", "dateModified"),
    ("uploadDate", "dateModified"),
    ("startDate", "endDate"),
    ("datePosted", "validThrough"),
    ("validFrom", "validThrough"),
)
# What is announced before it appears
_ANNOUNCED = frozenset(
    ("Book", "Movie", "Product", "Event", "VideoObject", "SoftwareApplication", "CreativeWork", "Dataset")
)
_PHONES = ("telephone", "faxNumber")
_DATES = frozenset(name for pair in _ORDERS for name in pair) | frozenset(_PAST)
_NAMES = frozenset((*_PAST, *_PHONES, "endDate", "validThrough"))
_MAX_VALUES = 5


def check_mistakes(harvest: Harvest, headers: Mapping[str, str]) -> None:
    """Report them for each thing of the page."""
    now: datetime | None = None
    asked = False
    for thing in harvest.things():
        properties = thing.properties
        if "PostalAddress" in thing.types:
            _address(harvest, thing)
        if properties.keys().isdisjoint(_NAMES):
            continue
        if not asked:
            now, asked = _made_at(headers), True
        dates = {name: found for name in properties if name in _DATES and (found := _date(thing, name)) is not None}
        for name, date in dates.items():
            _of_one(harvest, thing, name, date, now)
        for first, second in _ORDERS:
            if first in dates and second in dates and _is_before(dates[second], dates[first]):
                args = {"first": first, "second": second, "one": _text(thing, first), "other": _text(thing, second)}
                report_mistake(harvest, thing, "date-order", second, args)
        for name in _PHONES:
            for which, value in enumerate(properties.get(name, ())[:_MAX_VALUES]):
                fault = phone_fault(value) if isinstance(value, str) else None
                if fault is not None:
                    args = {"field": name, "value": str(value), "better": fault.better}
                    which_one = which if len(properties[name]) > 1 else None
                    report_mistake(harvest, thing, "phone-format", name, args, variant=fault.variant, which=which_one)


def _of_one(harvest: Harvest, thing: Thing, name: str, date: Declared, now: datetime | None) -> None:
    if name in _ZONED and date.minutes is not None and date.zone is None and is_date_time(_text(thing, name)):
        report_mistake(harvest, thing, "date-without-zone", name, {"field": name, "value": _text(thing, name)})
    if (
        now is not None
        and name in _PAST
        and not (name != "dateModified" and any(fold(kind) in _ANNOUNCED for kind in thing.types))
    ):
        moment = _earliest(date)
        if moment is not None and moment > now + _SLACK:
            args = {"field": name, "value": _text(thing, name), "now": now.date().isoformat()}
            report_mistake(harvest, thing, "date-in-future", name, args)


def _made_at(headers: Mapping[str, str]) -> datetime | None:
    """When the answer was made (RFC 9110 section 6.6.1)."""
    try:
        made = parsedate_to_datetime(headers.get("date", "")[:60])
    except (TypeError, ValueError, OverflowError):
        return None
    return made if made.tzinfo is not None else made.replace(tzinfo=UTC)


def _date(thing: Thing, name: str) -> Declared | None:
    values = thing.properties[name]
    return declared_date(values[0]) if len(values) == 1 else None


def _text(thing: Thing, name: str) -> str:
    return str(thing.first(name)).strip()


def _earliest(date: Declared) -> datetime | None:
    """The earliest moment that the date may mean: a day begins in the east, a month with its first day."""
    whole = Declared(date.year, date.month or 1, date.day or 1, date.minutes or 0, date.zone)
    return whole.instant(14 * 60)


def _is_before(one: Declared, other: Declared) -> bool:
    """Whether one date is surely before another: by the moment where both have zone and time, else by the day."""
    if one.minutes is not None and other.minutes is not None and one.zone is not None and other.zone is not None:
        first, second = one.instant(0), other.instant(0)
        return first is not None and second is not None and first < second
    if one.month is None or other.month is None:
        return one.year < other.year
    if one.day is None or other.day is None:
        return (one.year, one.month) < (other.year, other.month)
    both_local = one.minutes is not None and other.minutes is not None and one.zone == other.zone
    if both_local:
        return (one.year, one.month, one.day, one.minutes or 0) < (
            other.year,
            other.month,
            other.day,
            other.minutes or 0,
        )
    return _day(one) < _day(other)


def _day(date: Declared) -> tuple[int, int, int]:
    """The day in Japan of a moment, else the day as written."""
    moment = date.instant(_JAPAN) if date.zone is not None else None
    if moment is None:
        return date.year, date.month or 1, date.day or 1
    there = moment + timedelta(minutes=_JAPAN)
    return there.year, there.month, there.day


def _address(harvest: Harvest, thing: Thing) -> None:
    texts = [
        _part(thing.first(name)) for name in ("addressRegion", "addressLocality", "streetAddress", "addressCountry")
    ]
    fault = address_fault(*texts)
    if fault is not None:
        args = {"region": texts[0], "locality": texts[1], "street": texts[2], "part": fault.better}
        report_mistake(harvest, thing, "address-split", fault.name, args, variant=fault.variant)


def _part(value: Any) -> str:
    if isinstance(value, Thing):
        value = value.first("name") or value.identifier
    return value.strip()[:200] if isinstance(value, str) else ""


def report_mistake(
    harvest: Harvest,
    thing: Thing,
    rule: str,
    name: str,
    args: dict[str, str],
    *,
    variant: str = "",
    which: int | None = None,
    severity: Severity | None = None,
) -> None:
    """Add the finding of a property of a thing. which: of several values."""
    node = next((node for node in thing.nodes if name in node.properties), thing.nodes[0])
    report_at(harvest, thing, node, rule, name, args, variant=variant, which=which, severity=severity)


def report_at(
    harvest: Harvest,
    thing: Thing,
    node: Node,
    rule: str,
    name: str,
    args: dict[str, str],
    *,
    variant: str = "",
    which: int | None = None,
    severity: Severity | None = None,
) -> None:
    """The same at one of the places where the thing is described; `name` is "" for the thing itself."""
    number = node.number if node.number >= 0 else thing.number
    entity = harvest.entities[number]
    path = joined(node.path, name, which) if name else node.path
    harvest.findings.add(
        rule,
        source=entity["source"],
        index=entity["index"],
        block=harvest.blocks[number],
        type_name=type_shown(thing, entity),
        path=path,
        place=harvest.place(node.number, path),
        variant=variant,
        args=args,
        severity=severity,
    )


def type_shown(thing: Thing, entity: dict[str, Any]) -> str:
    """The type that a finding names, and that switches it off (K-032): the thing's own where that can be switched off,
    else that of the entity it stands in, as an address in a company does.
    """
    own = thing.types[0] if thing.types else ""
    return own if is_representative(fold(own)) else str(entity["type"])


def report_zone_doubt(harvest: Harvest, thing: Thing, name: str, shown: str) -> None:
    """A time in UTC (`Z`) whose clock time the page shows as its own: the zone was put on without counting it over."""
    args = {"field": name, "value": _text(thing, name), "shown": shown}
    report_mistake(harvest, thing, "date-zone-doubt", name, args)
