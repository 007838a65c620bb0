"""Start and end of an event against the page (V1, V5): a span, its days, and the times of the right role."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from chalicelib.page.compare.clock import Clock
from chalicelib.page.compare.clock_roles import clocks_with_roles
from chalicelib.page.compare.date import Dated, Shown
from chalicelib.page.compare.date_roles import Role
from chalicelib.page.compare.day import Declared, agrees
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided
from chalicelib.page.seen import Line

_NEAR = 8  # lines around the date that may show the time
_TIME_LABEL = re.compile(r"時間|時刻|日時|\btime\b|\bwhen\b", re.IGNORECASE)


class Times(NamedTuple):
    """The times that belong to a date: those of its line, else of the lines around."""

    found: list[tuple[Clock, Role, str, Line]]

    def of(self, *roles: Role) -> list[tuple[Clock, Role, str, Line]]:
        """Those in one of the roles."""
        return [one for one in self.found if one[1] in roles]


def compare_start(declared: Declared, shown: Shown, around: Sequence[Line]) -> Verdict | None:
    """`startDate` against the days and times of the page; None when it shows none."""
    found = _candidates(shown, end=False)
    if not found:
        return _vague(shown)
    first: Verdict | None = None
    for dated in found:
        verdict = _with_time(declared, dated, around, shown, end=False)
        if verdict.status == "match":
            return verdict
        first = first or verdict
    return _sure(first, found)


def compare_end(declared: Declared, shown: Shown, around: Sequence[Line]) -> Verdict | None:
    """`endDate`: the end of a span, or the day itself where the page shows one day."""
    found = _candidates(shown, end=True)
    if found:
        first: Verdict | None = None
        for dated in found:
            verdict = _with_time(declared, dated, around, shown, end=True)
            if verdict.status == "match":
                return verdict
            first = first or verdict
        return _sure(first, found)
    for dated in _candidates(shown, end=False):
        if agrees(_day(declared), dated.date._replace(clock=None), japanese=shown.japanese):
            return _with_time(declared, dated, around, shown, end=True)
    return Verdict("skipped", "page-says-less") if _candidates(shown, end=False) else None


def _day(declared: Declared) -> Declared:
    return Declared(declared.year, declared.month, declared.day)


def _candidates(shown: Shown, *, end: bool) -> list[Dated]:
    roles: tuple[Role, ...] = ("end", "deadline") if end else ("start",)
    named, bare = [], []
    for dated in shown:
        date = dated.date
        if date.day is None and date.month is None:
            continue
        if (date.part == "end") != end and not (end and dated.role in roles):
            continue
        if end and dated.role == "deadline" and date.part != "end" and _is_application(dated):
            continue
        if dated.role in ("start", *roles):
            named.append(dated)
        elif not dated.role and (dated.alone or date.part or date.weekday is not None):
            bare.append(dated)
    return named or bare


def _is_application(dated: Dated) -> bool:
    return (
        re.search(r"締|〆|応募|申|募集|エントリー|deadline|register|apply|rsvp|early", dated.own.text, re.IGNORECASE)
        is not None
    )


def _vague(shown: Shown) -> Verdict | None:
    if shown.relative:
        text, _, line = shown.relative[0]
        return undecided(text, "date-relative", line)
    return None


def _sure(first: Verdict | None, found: list[Dated]) -> Verdict | None:
    """Several days that are not labelled may be anything."""
    several = len({(one.date.year, one.date.month, one.date.day) for one in found}) > 1
    if first is not None and first.status == "mismatch" and several and not all(one.role for one in found):
        return undecided(first.shown, "", first.line)
    return first


def _with_time(declared: Declared, dated: Dated, around: Sequence[Line], shown: Shown, *, end: bool) -> Verdict:  # noqa: PLR0911
    japanese = shown.japanese
    date = dated.date
    times = _times(dated, around) if declared.minutes not in (None, 0) else Times([])
    wanted = times.of("end") if end else times.of("start") or times.of("")
    for clock, _, text, line in wanted:
        if agrees(declared, date._replace(clock=clock), japanese=japanese):
            return match(f"{date.shown} {text}" if text not in date.shown else date.shown, line)
    day = agrees(
        declared if declared.zone is not None else _day(declared), date._replace(clock=None), japanese=japanese
    )
    if day is None:
        return undecided(date.shown, "date-unsure", dated.line)
    if not day:
        return mismatch(date.shown, "", dated.line)
    if wanted:
        clock, _, text, line = wanted[0]
        if agrees(declared, date._replace(clock=clock), japanese=japanese) is None:
            return undecided(f"{date.shown} {text}", "date-zone", line)
        doors = any(agrees(declared, date._replace(clock=one[0]), japanese=japanese) for one in times.of("doors"))
        return mismatch(text, "doors" if doors else "", line)
    for clock, _, text, line in times.of("doors") if not end else ():
        if agrees(declared, date._replace(clock=clock), japanese=japanese):
            return undecided(text, "doors", line)
    return match(date.shown, dated.line)


def _times(dated: Dated, around: Sequence[Line]) -> Times:
    own = [(clock, role, text, dated.line) for clock, role, text in clocks_with_roles(dated.line)]
    for line in around:
        near = abs(line.number - dated.line.number) <= _NEAR and line is not dated.line
        if near and any(map(str.isdigit, line.text)) and len(line.text) <= 200:
            for clock, role, text in clocks_with_roles(line):
                if role or _TIME_LABEL.search(line.label or line.text[:12]):
                    own.append((clock, role, text, line))
    known = [
        (clock, "start" if role == "" and _spans(own, n) else role, text, line)
        for n, (clock, role, text, line) in enumerate(own)
    ]
    return Times(
        [(clock, role, text, line) for clock, role, text, line in known if role in ("", "start", "end", "doors")]
    )


def _spans(found: list[tuple[Clock, Role, str, Line]], number: int) -> bool:
    return number + 1 < len(found) and found[number + 1][1] == "end" and found[number + 1][3] is found[number][3]
