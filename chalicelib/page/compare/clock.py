"""Times of day in a line: 18:00, 18時半, 午後6時, 25:00, 翌2:00, 6 p.m., 10:30 PM EDT, noon; and kanji numbers (V5)."""

import re
from typing import NamedTuple

KANJI_NUMBER = r"[〇一二三四五六七八九十百]{1,5}"
_DIGITS = {character: number for number, character in enumerate("〇一二三四五六七八九")}
_ZONES = {
    "JST": 540, "UTC": 0, "GMT": 0, "Z": 0, "EST": -300, "EDT": -240, "CST": -360, "CDT": -300,
    "MST": -420, "MDT": -360,
    "PST": -480, "PDT": -420, "BST": 60, "CET": 60, "CEST": 120, "AEST": 600, "AEDT": 660, "KST": 540, "SGT": 480,
     "日本時間": 540,
}  # fmt: skip
_NAMES = "|".join(sorted(_ZONES, key=len, reverse=True))
_ZONE = rf"(?:\s?\(?(?P<zone>(?:UTC|GMT)[+-]\d{{1,2}}(?::?\d\d)?|{_NAMES}|\+\d\d:?\d\d(?!\d))(?![A-Za-z])\)?)?"
_HALF = r"(?:\s?(?P<half2>[ap])\.?m\b\.?)"
_LATE_HALF = _HALF.replace("half2", "half3")
CLOCK = (
    r"(?P<half>午前|午後|朝|夜|深夜|am|pm|a\.m\."
    r"|p\.m\.)?\s?(?P<next>翌日?の?朝?)?\s?(?:(?P<hour>[0-3]?\d)(?::(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?"
    rf"{_HALF}?|時(?!間)(?:(?P<minute2>[0-5]?\d)分|(?P<thirty>半))?|(?:\.(?P<minute3>[0-5]\d))?{_LATE_HALF})"
    rf"|(?P<word>正午|正子|\b(?:12\s)?noon\b|\bmidnight\b))"
)
_CLOCK = re.compile(rf"(?<![\d.])(?<!\d:)(?:{CLOCK}){_ZONE}", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,T@·・/|]*(?:at\s|に)?\s?", re.IGNORECASE)


class Clock(NamedTuple):
    """minutes from midnight of the day it is shown with, over 1440 in the night after it (25:00, 翌2:00).

    zone: minutes east of UTC, None where none is shown. half: whether a.m. or p.m. is said.
    """

    minutes: int
    zone: int | None
    start: int
    end: int
    half: bool = False


def clock_at(text: str, position: int) -> Clock | None:
    """The time right after a date that ends at `position`."""
    between = _BETWEEN.match(text, position)
    return _read(_CLOCK.match(text, between.end() if between else position))


def clocks_in(text: str, most: int = 40) -> list[Clock]:
    """All times of a line, in order."""
    found: list[Clock] = []
    for match in _CLOCK.finditer(text):
        clock = _read(match)
        if clock is not None:
            found.append(clock)
            if len(found) == most:
                break
    return found


def _read(match: re.Match[str] | None) -> Clock | None:
    if match is None:
        return None
    part = match.groupdict()
    if part["word"]:
        midnight = part["word"].lower() in ("midnight", "正子")
        return Clock(1440 if midnight else 720, _zone(part["zone"]), match.start(), match.end(), True)
    hour = int(part["hour"])
    minute = int(part["minute"] or part["minute2"] or part["minute3"] or (30 if part["thirty"] else 0))
    half = (part["half2"] or part["half3"] or part["half"] or "").lower()
    said = half[:1] in ("a", "p") or half in ("午前", "午後")
    if said and hour <= 12:
        hour = hour % 12 + (12 if half[:1] == "p" or half == "午後" else 0)
        if half == "午後" and part["hour"] == "12" and minute == 0 and "翌" not in match[0]:
            hour = 12
    elif half == "夜" and 5 <= hour < 12:
        hour += 12
    if hour > 30:
        return None
    minutes = hour * 60 + minute + (1440 if part["next"] and hour < 24 else 0)
    return Clock(minutes, _zone(part["zone"]), match.start(), match.end(), said)


def _zone(name: str | None) -> int | None:
    if not name:
        return None
    name = name.upper()
    if name in _ZONES:
        return _ZONES[name]
    digits = name.lstrip("UTCGM")
    number = digits[1:].replace(":", "")
    hours, minutes = (int(number[:-2] or 0), int(number[-2:])) if len(number) > 2 else (int(number), 0)
    return (-1 if digits[0] == "-" else 1) * (hours * 60 + minutes)


def kanji_number(text: str) -> int:
    """二〇二六 and 二十五."""
    if not any(sign in text for sign in "十百"):
        return int("".join(str(_DIGITS[character]) for character in text))
    total = digit = 0
    for character in text:
        if character in "十百":
            total += (digit or 1) * (10 if character == "十" else 100)
            digit = 0
        else:
            digit = _DIGITS[character]
    return total + digit
