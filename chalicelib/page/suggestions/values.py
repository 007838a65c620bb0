"""Values of drafts: what a line shows, in the notation that schema.org and the search features ask for."""

import re
from decimal import Decimal

from chalicelib.page.compare.amounts import Amount, amounts_of
from chalicelib.page.compare.clock import clocks_in
from chalicelib.page.compare.dates_shown import ShownDate, dates_in
from chalicelib.page.compare.duration import durations_in
from chalicelib.page.compare.figures import plain
from chalicelib.page.compare.hours_shown import read_hours
from chalicelib.page.compare.phone import numbers_in
from chalicelib.page.compare.place import read_place
from chalicelib.page.compare.prices_shown import Shown
from chalicelib.page.seen import Line
from chalicelib.page.suggestions.found import Draft, filled

_POSTAL = re.compile(r"^\s*〒?\s?\d{3}-?\d{4}\s*")
_TOWN = re.compile(r"(?:.{1,6}?郡.{1,6}?[町村]|.{1,7}?市.{1,4}?区|.{1,9}?[市区町村])")
_AMERICAN = re.compile(
    r"(?P<street>.{3,80}?),\s*(?P<town>[A-Za-z .'-]{2,40}),\s*(?P<region>[A-Z]{2})\s+(?P<postal>\d{5}(?:-\d{4})?)"
)
_WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MIDNIGHT = 1440
_PERIODS = frozenset(("HOUR", "DAY", "WEEK", "MONTH", "YEAR"))
_MAX_TEXT = 500


def days_in(text: str) -> list[ShownDate]:
    """The dates of a text that have a year, a month and a day."""
    found: list[ShownDate] = []
    for line in text[:2000].split("\n"):
        found += [date for date in dates_in(line).dates if date.year and date.month and date.day]
    return found


def iso_day(date: ShownDate) -> str:
    """2026-05-01."""
    return f"{date.year:04d}-{date.month:02d}-{date.day:02d}"


def iso_time(date: ShownDate, *, japanese: bool, minutes: int | None = None) -> str:
    """The day, with the time where one is shown and the zone is known: a page in Japanese means Japan's."""
    if minutes is None and date.clock is not None:
        minutes = date.clock.minutes
    zone = date.clock.zone if date.clock is not None and date.clock.zone is not None else 540 if japanese else None
    if minutes is None or minutes >= _MIDNIGHT or zone is None:
        return iso_day(date)
    sign, size = ("-" if zone < 0 else "+"), abs(zone)
    return f"{iso_day(date)}T{minutes // 60:02d}:{minutes % 60:02d}:00{sign}{size // 60:02d}:{size % 60:02d}"


def first_clock(text: str) -> int | None:
    """The first time of day of a text, in minutes."""
    clocks = clocks_in(plain(text[:_MAX_TEXT]), 1)
    return clocks[0].minutes if clocks else None


def number(value: Decimal) -> int | float:
    """A number as JSON writes it."""
    return int(value) if value == value.to_integral_value() else float(value)


def currency_of(amount: Amount, *, japanese: bool) -> str:
    """The currency that an amount's sign names, the likelier one where it may be several."""
    names = amount.currencies
    for likely in ("JPY",) if japanese else ("USD", "EUR", "GBP", "JPY"):
        if likely in names:
            return likely
    return next(iter(sorted(names)), "")


def price_of(shown: Shown) -> Amount | None:
    """The price a visitor pays: the first with tax among the first few, else the first."""
    prices = [one for one in shown.amounts if one.role == "price" and one.single and one.currencies and not one.per]
    if not prices:
        return None
    return next((one for one in prices[:3] if one.tax == "incl"), prices[0])


def offer_of(amount: Amount, *, japanese: bool, **more: str) -> Draft:
    """An Offer of one price."""
    return filled("Offer", price=number(amount.value), priceCurrency=currency_of(amount, japanese=japanese), **more)


def address_of(text: str) -> Draft:
    """A PostalAddress: in parts where they can be told, else the whole as `streetAddress`."""
    whole = " ".join(plain(text[:300]).split())
    whole = re.split(r"\s*(?:TEL|電話|FAX|Google\s?Map|地図|アクセス|MAP\b)", whole, maxsplit=1, flags=re.IGNORECASE)[0]
    western = _AMERICAN.search(whole)
    if western is not None:
        return filled(
            "PostalAddress",
            streetAddress=western["street"].strip(),
            addressLocality=western["town"].strip(),
            addressRegion=western["region"],
            postalCode=western["postal"],
            addressCountry="US",
        )
    if not re.search(r"[一-鿿]", whole):
        return filled("PostalAddress", streetAddress=whole)
    place = read_place(whole)
    rest = _POSTAL.sub("", whole)
    if place.region and place.region in rest:
        rest = rest[rest.index(place.region) + len(place.region) :].strip()
    town = _TOWN.match(rest)
    postal = f"{place.postal[:3]}-{place.postal[3:]}" if len(place.postal) == 7 else ""
    return filled(
        "PostalAddress",
        postalCode=postal,
        addressRegion=place.region,
        addressLocality=town[0] if town else "",
        streetAddress=(rest[town.end() :] if town else rest).strip(),
        addressCountry="JP",
    )


def is_address(text: str) -> bool:
    """Whether a text is an address: of Japan by its prefecture or town with numbers, of others by number and words."""
    whole = plain(text[:300])
    if re.search(r"[一-鿿]", whole):
        return bool(re.search(r"[都道府県市区町村郡]", whole) and re.search(r"\d|[一二三四五六七八九十]丁目", whole))
    return bool(re.search(r"\d", whole) and re.search(r"[A-Za-z]{3}", whole) and len(whole.split()) >= 3)


def phone_of(line: Line, text: str) -> str:
    """The telephone number of a line, "" for none; international for a number of Japan."""
    for shown in numbers_in(line):
        if shown.role != "fax" and shown.shown in plain(text):
            digits = re.sub(r"\D", "", shown.shown)
            if shown.shown.startswith("0") and len(digits) in (10, 11) and digits[1] != "0" and "-" in shown.shown:
                return f"+81-{shown.shown[1:]}".replace("(", "").replace(")", "")
            return shown.shown
    return ""


def hours_of(text: str) -> list[Draft]:
    """OpeningHoursSpecification of the days that a text names; nothing where it says more than can be read."""
    hours = read_hours(text[:_MAX_TEXT])
    if not hours.told or hours.vague:
        return []
    days = {day: frozenset(spans) for day, spans in hours.listed.items()}
    if hours.general and (hours.every or hours.closed):
        for day in range(7):
            days.setdefault(day, frozenset(hours.general))
    by_spans: dict[frozenset[tuple[int, int]], list[int]] = {}
    for day, spans in sorted(days.items()):
        if day not in hours.closed and day < len(_WEEK):
            by_spans.setdefault(spans, []).append(day)
    return [
        filled(
            "OpeningHoursSpecification",
            dayOfWeek=[_WEEK[day] for day in same],
            opens=_clock(opens),
            closes=_clock(closes) if (opens, closes) != (0, _MIDNIGHT) else "23:59",
        )
        for spans, same in by_spans.items()
        for opens, closes in sorted(spans)
    ]


def tells_hours(text: str) -> bool:
    """Whether a text says from when to when."""
    return read_hours(text[:_MAX_TEXT]).told


def _clock(minutes: int) -> str:
    minutes %= _MIDNIGHT
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def salary_of(line: Line, label: str, *, japanese: bool) -> Draft:
    """`baseSalary` of a line, {} where its amount or its period cannot be told."""
    for amount in amounts_of(line, label):
        if amount.role not in ("salary", "price") or amount.per not in _PERIODS or not amount.currencies:
            continue
        low = number(amount.low.value) if amount.low is not None else None
        high = number(amount.high.value) if amount.high is not None else None
        value = {"value": low} if amount.single else {"minValue": low, "maxValue": high}
        return filled(
            "MonetaryAmount",
            currency=currency_of(amount, japanese=japanese),
            value=filled("QuantitativeValue", **value, unitText=amount.per),
        )
    return {}


def duration_of(text: str) -> str:
    """The ISO 8601 form of the first duration that a text shows, "" for none."""
    for shown in durations_in(text[:_MAX_TEXT]):
        minutes, seconds = divmod(shown.last or shown.readings[0], 60)
        hours, minutes = divmod(minutes, 60)
        parts = "".join(f"{count}{unit}" for count, unit in ((hours, "H"), (minutes, "M"), (seconds, "S")) if count)
        return f"PT{parts}" if parts else ""
    return ""
