"""Durations of a page against a declared one: 15分, 1時間30分, 1:30, 15 min against PT15M (K-066)."""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from chalicelib.page.compare.figures import plain
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided
from chalicelib.page.dates_meant import meant_duration
from chalicelib.page.seen import Line

_ISO = re.compile(
    r"P(?:(?P<weeks>[\d.]+)W)?(?:(?P<days>[\d.]+)D)?(?:T(?:(?P<hours>[\d.]+)H)?(?:(?P<minutes>[\d.]+)M)?(?:(?P<seconds>[\d.]+)S)?)?\Z",
    re.IGNORECASE,
)
_SECONDS = {"weeks": 604800, "days": 86400, "hours": 3600, "minutes": 60, "seconds": 1}
_UNITS = (
    r"(?:(?P<days>\d{1,3})\s?(?:日間?|days?|泊)\s?)?(?:(?P<hours>\d{1,3}(?:\.\d)?)\s?(?:時間|hours?"
    r"|hrs?|h(?![a-z]))(?P<half>半)?[\s,]*(?:and\s)?)?"
    r"(?:(?P<minutes>\d{1,4})\s?(?:分間?(?!前|の|間隔|以内に|おき|目)|minutes?|mins?"
    r"|m(?![a-z\d²]))[\s,]*(?:and\s)?)?(?:(?P<seconds>\d{1,4})\s?(?:秒間?|seconds?|secs?|s(?![a-z])))?"
)
_SHOWN = re.compile(
    rf"(?<![\d./])(?<!\d:)(?:(?P<first>\d{{1,4}})\s?(?:~|-|to)\s?(?P<last>\d{{1,4}})\s?(?P<unit>分|時間"
    rf"|min(?:ute)?s?|hours?|hrs?)|(?P<clock>\d{{1,3}}:[0-5]\d(?::[0-5]\d)?)(?![\d:])|(?=\d){_UNITS})",
    re.IGNORECASE,
)
_ABOUT = re.compile(r"(?:約|およそ|ほぼ|\babout|\bapprox(?:\.|imately)?|\baround|~)\s?$", re.IGNORECASE)
_AFTER_ABOUT = re.compile(r"\s?(?:程度|ほど|前後|くらい|ぐらい|以上|以内|弱|強|\+)", re.IGNORECASE)
ROLES: dict[str, re.Pattern[str]] = {
    name: re.compile(words, re.IGNORECASE)
    for name, words in {
        "prepTime": r"準備(?:時間)?|下ごしらえ|\bprep(?:aration)?(?: time)?\b",
        "cookTime": r"加熱(?:時間)?|焼き時間|煮込み(?:時間)?|煮る時間|調理時間"
        r"|\bcook(?:ing)?(?: time)?\b|\bbak(?:e|ing) time\b",
        "performTime": r"作業時間|\bperform time\b|\bwork time\b",
        "totalTime": r"合計(?:時間)?|所要(?:時間)?|全体|トータル|できあがり|調理時間|作業時間|\btotal(?: time)?\b"
        r"|\bready in\b|\btime(?: required)?\b|\btakes\b",
        "duration": r"再生(?:時間)?|長さ|上映(?:時間)?|収録(?:時間)?|所要(?:時間)?|尺|公演時間|時間|本編"
        r"|\b(?:duration|length|running time|run ?time|runtime|time)\b",
        "timeRequired": r"読了(?:時間|目安)?|この記事は|所要(?:時間)?|\bread(?:ing)?(?: time)?\b|\bduration\b",
    }.items()
}
_OTHER = re.compile(
    r"準備|下ごしらえ|加熱|焼き|煮込み|調理|合計|所要|再生|上映|寝かせ|冷やし?|発酵|漬け|徒歩|バス"
    r"|電車|車で|受付|開場|休憩|読了|送料|まで"
    r"|\b(?:prep(?:aration)?|cook(?:ing)?|bak(?:e|ing)|total|chill(?:ing)?|rest(?:ing)?|ris(?:e"
    r"|ing)|marinat\w+|walk|drive|read)\b",
    re.IGNORECASE,
)
_MAX_FOUND = 40
_MAX_LINE = 200


class Duration(NamedTuple):
    """A duration of the page in seconds; several where 1:30 may be two things. last: the end of 15〜20分."""

    readings: tuple[int, ...]
    last: int | None
    about: bool
    shown: str
    before: str


def seconds_of(declared: object) -> int | None:
    """The seconds of an ISO 8601 duration, or of a faulty form that says the same (V13)."""
    if not isinstance(declared, str):
        return None
    found = _ISO.match(declared.strip()[:60]) or _ISO.match(meant_duration(declared[:60]) or "")
    if found is None or not any(found.groups()):
        return None
    total = sum(
        float(value) * _SECONDS[name] for name, value in found.groupdict().items() if value and value.count(".") < 2
    )
    return round(total) if total < 1e9 else None


def durations_in(text: str) -> Iterator[Duration]:
    """The durations of a line."""
    text = plain(text[:_MAX_LINE])
    upto = 0
    for found in _SHOWN.finditer(text):
        part = found.groupdict()
        before = text[upto : found.start()]
        last = None
        if part["first"]:
            unit = 3600 if part["unit"][:1] in "時hH" else 60
            readings: tuple[int, ...] = (int(part["first"]) * unit,)
            last = int(part["last"]) * unit
        elif part["clock"]:
            numbers = [int(number) for number in part["clock"].split(":")]
            readings = (
                (numbers[0] * 3600 + numbers[1] * 60 + numbers[2],)
                if len(numbers) == 3
                else (numbers[0] * 60 + numbers[1], numbers[0] * 3600 + numbers[1] * 60)
            )
        elif any(part[name] for name in ("hours", "minutes", "seconds")):
            total = sum(float(part[name] or 0) * _SECONDS[name] for name in ("days", "hours", "minutes", "seconds"))
            readings = (round(total + (1800 if part["half"] else 0)),)
        else:
            continue
        upto = found.end()
        about = _ABOUT.search(before) is not None or _AFTER_ABOUT.match(text, found.end()) is not None
        yield Duration(readings, last, about, found[0].strip(), before)


def compare_duration(field: str, declared: int, lines: Iterable[Line], others: Collection[int] = ()) -> Verdict | None:
    """A declared duration against those that the page labels so; None where it labels none.

    others: the durations of the thing's other fields, which the page may call the same: 調理時間.
    """
    role = ROLES[field]
    first: tuple[Duration, Line] | None = None
    count = 0
    above = ""
    for line in lines:
        text = line.text
        label = line.label or above
        above = text if len(text) <= 20 and not any(map(str.isdigit, text)) else ""
        if len(text) > _MAX_LINE or not any(map(str.isdigit, text)):
            continue
        for shown in durations_in(text):
            named = (
                shown.before
                if _OTHER.search(shown.before) or role.search(shown.before)
                else label
                if len(label) <= 20
                else ""
            )
            if not role.search(named) or _is_other(field, named):
                continue
            count += 1
            if declared in shown.readings or (shown.last is not None and shown.readings[0] <= declared <= shown.last):
                if shown.last is not None and declared not in (shown.readings[0], shown.last):
                    return undecided(shown.shown, "", line)
                return match(shown.shown, line)
            first = first or (shown, line)
        if count >= _MAX_FOUND:
            break
    if first is None:
        return None
    shown, line = first
    if any(reading in others for reading in shown.readings):
        return undecided(shown.shown, "", line)
    if shown.about and abs(declared - shown.readings[0]) <= max(300, shown.readings[0] // 10):
        return undecided(shown.shown, "", line)
    return mismatch(shown.shown, "", line)


def _is_other(field: str, named: str) -> bool:
    """Whether the nearest word names another duration."""
    last = None
    for found in _OTHER.finditer(named):
        last = found
    if last is None:
        return False
    return ROLES[field].search(named[last.start() :]) is None
