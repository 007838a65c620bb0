"""What a date, time or duration that is not ISO 8601 was meant to be, for the fix of a finding.

Only what can be told: `01/05/2024` is a day in January or in May. Nothing is judged here.
"""

import re
import unicodedata

from chalicelib.page.iso8601 import is_date, is_date_time, is_day, is_time
from chalicelib.page.source import words

_LONGEST = 80  # characters of what people write for a date
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "明治": 1867, "R": 2018, "H": 1988, "S": 1925}
_MONTHS = {name: number for number, name in enumerate(words("jan feb mar apr may jun jul aug sep oct nov dec"), 1)}
_MONTH = r"(?P<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_ORDINAL = r"(?:st|nd|rd|th)?"
_DATES = tuple(
    re.compile(rf"(?:{pattern})(?P<rest>.*)\Z", re.IGNORECASE | re.DOTALL)
    for pattern in (
        r"(?P<era>令和|平成|昭和|大正|明治|[RHS](?=\d))?\s*(?P<year>\d{1,4}|元)\s*[年./]\s*(?P<month>\d{1,2})\s*[月./]"
        r"\s*(?P<day>\d{1,2})(?!\d)\s*日?",
        r"(?P<year>\d{4})\s*-\s*(?P<month>\d{1,2})\s*-\s*(?P<day>\d{1,2})(?!\d)",
        r"(?P<year>\d{4})\s*年\s*(?P<month>\d{1,2})\s*月",
        rf"{_MONTH}\s+(?P<day>\d{{1,2}}){_ORDINAL},?\s+(?P<year>\d{{4}})(?!\d)",
        rf"(?:[a-z]{{3,9}},?\s+)?(?P<day>\d{{1,2}}){_ORDINAL}[\s\-]+{_MONTH},?[\s\-]+(?P<year>\d{{4}})(?!\d)",
        rf"[a-z]{{3,9}},?\s+{_MONTH}\s+(?P<day>\d{{1,2}}){_ORDINAL},?\s+(?P<year>\d{{4}})(?!\d)",
    )
)
_WEEKDAY = re.compile(r"\s*(?:[(\[][^)\]]{1,8}[)\]]|[月火水木金土日]曜日?)?\s*(?:[T,]|に|at\b)?\s*", re.IGNORECASE)
_TIME = re.compile(
    r"(?P<half>午前|午後)?\s*(?P<hour>\d{1,2})(?::(?P<minute>\d{1,2})(?::(?P<second>\d{1,2})(?:\.\d+)?)?"
    r"|時(?:(?P<minute2>\d{1,2})分|(?P<thirty>半))?(?:(?P<second2>\d{1,2})秒)?)?\s*(?P<half2>[ap]\.?m\.?(?![a-z]))?"
    r"\s*(?P<zone>Z|UTC|GMT|JST|[+\-]\d{1,2}:?\d\d)?\s*\Z",
    re.IGNORECASE,
)
_DURATION = re.compile(
    r"(?:約|およそ)?(?:(?P<days>\d{1,4})\s*(?:日間?|days?))?\s*(?:(?P<hours>\d{1,4})\s*(?:時間|hours?|hrs?|h)(?P<half>半)?)?"
    r"\s*(?:(?P<minutes>\d{1,5})\s*(?:分間?|minutes?|mins?|m))?\s*(?:(?P<seconds>\d{1,6})\s*(?:秒間?|seconds?|secs?|s))?\Z",
    re.IGNORECASE,
)
_CLOCKED = re.compile(r"(?P<hours>\d{1,3}):(?P<minutes>[0-5]\d):(?P<seconds>[0-5]\d)\Z")


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text[: 2 * _LONGEST]).strip()


def meant_date(text: str) -> str | None:
    """`令和6年1月5日` → `2024-01-05`; `2024/1/5 9:30` → `2024-01-05T09:30`; None when it cannot be told."""
    plain = _plain(text)
    if len(plain) > _LONGEST:
        return None
    if is_date(plain) or is_date_time(plain):  # only its digits were full-width
        return plain
    match = next((match for match in (pattern.match(plain) for pattern in _DATES) if match), None)
    return _written(match) if match else None


def _written(match: re.Match[str]) -> str | None:
    """The date of one of `_DATES`, and the time after it, in ISO 8601."""
    part = match.groupdict()
    year = 1 if part["year"] == "元" else int(part["year"])
    if part.get("era"):
        year += _ERAS[part["era"].upper()]
    elif part["year"] == "元" or year < 1000:
        return None
    month = _MONTHS[part["name"].lower()] if part.get("name") else int(part["month"])
    if not is_day(year, month, int(part.get("day") or 1)):
        return None
    date = f"{year:04}-{month:02}" + (f"-{int(part['day']):02}" if part.get("day") else "")
    rest = part["rest"]
    between = _WEEKDAY.match(rest)
    after = rest[between.end() :] if between else rest
    if not after.strip():
        return date
    time = _time(after) if part.get("day") else None
    return f"{date}T{time}" if time else None


def meant_time(text: str) -> str | None:
    """`9:00` → `09:00`; `午後5時半` → `17:30`; `25:00` → `01:00`, as late shops in Japan write it."""
    plain = _plain(text)
    return _time(plain, late=True) if 0 < len(plain) <= _LONGEST else None


def _time(plain: str, *, late: bool = False) -> str | None:
    match = _TIME.match(plain)
    if match is None:
        return None
    part = match.groupdict()
    if not any(part[name] for name in ("minute", "half", "half2")) and "時" not in plain:
        return None  # a bare number
    hour, minute = int(part["hour"]), int(part["minute"] or part["minute2"] or (30 if part["thirty"] else 0))
    half = (part["half2"] or "").lower()[:1] or {"午前": "a", "午後": "p"}.get(part["half"] or "", "")
    if half and hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    if late and 24 <= hour < 30:
        hour -= 24
    second = part["second"] or part["second2"]
    time = f"{hour:02}:{minute:02}" + (f":{int(second):02}" if second else "") + _zone(part["zone"])
    return time if is_time(time) else None


def _zone(zone: str | None) -> str:
    if not zone:
        return ""
    if zone.upper() in ("Z", "UTC", "GMT"):
        return "Z"
    if zone.upper() == "JST":
        return "+09:00"
    digits = zone[1:].replace(":", "").zfill(4)
    return f"{zone[0]}{digits[:2]}:{digits[2:]}"


def meant_duration(text: str) -> str | None:
    """`1時間30分` → `PT1H30M`; `45 min` → `PT45M`; `1:02:03` → `PT1H2M3S`; a bare number says no unit: None."""
    plain = _plain(text)
    match = _DURATION.match(plain) or _CLOCKED.match(plain)
    if not plain or len(plain) > _LONGEST or match is None:
        return None
    part = match.groupdict()
    days, hours, minutes, seconds = (int(part.get(name) or 0) for name in ("days", "hours", "minutes", "seconds"))
    minutes += 30 if part.get("half") else 0
    date = f"{days}D" if days else ""
    time = "".join(f"{count}{unit}" for count, unit in ((hours, "H"), (minutes, "M"), (seconds, "S")) if count)
    return f"P{date}{'T' if time else ''}{time}" if date or time else "PT0S"
