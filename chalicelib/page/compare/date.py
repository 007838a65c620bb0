"""The dates of a page with their roles, and whether one of them is a declared one (V1, V5)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from chalicelib.page.compare.date_roles import Role, label_role, role_after, role_before
from chalicelib.page.compare.dates_shown import DatesLine, ShownDate, dates_in, may_hold_date
from chalicelib.page.compare.day import Declared, agrees
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided
from chalicelib.page.kept import Kept
from chalicelib.page.seen import Line

_TIME = re.compile(r"(\d{4})-(\d\d)(?:-(\d\d))?")
_ONLY = 14  # characters beside the date in a line that is a date alone
_MAX_BYLINE = 120
_SEPARATOR = re.compile(r"[|·•｜/／]|\s[-–—]\s|,\s")
_NEAR = 15  # lines without a date, after which the next one is about something else
_MAX_DATES = 200


class Dated(NamedTuple):
    """A date of the page with its role. alone: the line says hardly more; time: it stands in a `time` element."""

    date: ShownDate
    role: Role
    alone: bool
    line: Line
    own: DatesLine


class Shown:
    """The dates of a page, made as far as they are asked for. japanese: days and times without zone are Japan's."""

    def __init__(self, lines: Iterable[Line], *, japanese: bool, day_first: bool | None = None) -> None:
        self.japanese = japanese
        self.day_first = False if japanese else day_first
        self.relative: list[tuple[str, Role, Line]] = []
        self._all = Kept(islice(self._find(lines), _MAX_DATES))  # None: there was none in the lines since

    def __iter__(self) -> Iterator[Dated]:
        return (dated for dated in self._all if dated is not None)

    def about(self, dated: Dated) -> Iterator[Dated]:
        """The dates before it and those that follow without many lines between."""
        passed = False
        for other in self._all:
            passed = passed or other is dated
            if other is not None:
                yield other
            elif passed:
                return

    def _find(self, lines: Iterable[Line]) -> Iterator[Dated | None]:
        above = ""
        since = 0
        for line in lines:
            text = line.text
            since += 1
            if since == _NEAR:
                yield None
            if not may_hold_date(text):
                above = text if len(text) <= 30 else ""
                continue
            found = dates_in(text, self.day_first)
            label = label_role(line.label) or (label_role(above) if not line.label else "")
            if found.relative:
                role = (
                    role_before(found.text)
                    or role_after(found.text[found.text.find(found.relative) + len(found.relative) :])[0]
                )
                time = _time_of(line, found)
                if time is not None:
                    yield Dated(time, role or label, True, line, found)
                elif len(found.text) <= 60:
                    self.relative.append((found.relative, role or label, line))
            yield from self._of(line, found, label)
            since = 0 if found.dates else since
            above = text if len(text) <= 30 and not found.dates else ""

    def _of(self, line: Line, found: DatesLine, label: Role) -> Iterator[Dated]:
        upto = 0
        role: Role = ""
        for number, one in enumerate(found.dates):
            before = found.text[upto : one.start]
            upto = max(one.end, one.clock.end if one.clock else 0)
            if one.part != "end" or not number:
                role = role_before(before, near=len(before) > 25)
                if not role:
                    role, consumed = role_after(found.text[upto:])
                    upto += consumed
                if not role and len(before) <= 25:
                    role = label
            yield Dated(_with_year(one, line), role, _is_alone(found, one, role, label), line, found)


def _is_alone(found: DatesLine, date: ShownDate, role: Role, label: Role) -> bool:
    """Whether the line, or the part of it between two separators, says hardly more than the date."""
    text = found.text
    if len(text) > _MAX_BYLINE and not label:
        return False
    before = _SEPARATOR.split(text[: date.start])[-1]
    after = _SEPARATOR.split(text[max(date.end, date.clock.end if date.clock else 0) :])[0]
    if len(before + after) > _ONLY and date.start and len(text) > 40:
        return False
    return len(before.strip() + after.strip()) <= _ONLY + (len(before) if role else 0)


def _with_year(one: ShownDate, line: Line) -> ShownDate:
    """The year that the `datetime` of a `time` element around it gives (V6: what is seen counts for the rest)."""
    if one.year is not None:
        return one
    for mark in line.marks:
        if mark.kind == "time":
            told = _TIME.match(mark.value)
            if told is not None and int(told[2]) == one.month and (told[3] is None or int(told[3]) == one.day):
                return one._replace(year=int(told[1]))
    return one


def _time_of(line: Line, found: DatesLine) -> ShownDate | None:
    """The date of a `time` element whose text is relative: 3日前."""
    if found.dates:
        return None
    for mark in line.marks:
        told = _TIME.match(mark.value) if mark.kind == "time" else None
        if told is not None and told[3]:
            text = found.relative
            return ShownDate(int(told[1]), int(told[2]), int(told[3]), None, None, None, "relative", 0, 0, text)
    return None


def compare_date(declared: Declared, role: Role, shown: Shown, others: Sequence[Declared] = ()) -> Verdict | None:
    """A date of publication or the like. others: the thing's other dates, which the page may show instead.

    None: the page shows no date that could be it.
    """
    labelled: list[Dated] = []
    alone: list[Dated] = []
    for dated in shown:
        if dated.role and dated.role != role:
            continue
        if dated.role == role or (dated.alone and dated.date.part in ("", "relative")):
            said = agrees(declared, dated.date, japanese=shown.japanese)
            if said and (dated.role == role or not _has_label(shown, role, dated)):
                return match(dated.date.shown, dated.line)
            (labelled if dated.role else alone).append(dated)
    return _unlike(declared, role, shown, labelled, alone, others)


def _has_label(shown: Shown, role: Role, upto: Dated) -> bool:
    """Whether a date before or near is labelled with the role: one without label is another fact then."""
    return any(dated.role == role for dated in shown.about(upto))


def _unlike(  # noqa: PLR0911 -- one return a verdict
    declared: Declared,
    role: Role,
    shown: Shown,
    labelled: list[Dated],
    alone: list[Dated],
    others: Sequence[Declared],
) -> Verdict | None:
    labelled = [one for one in labelled if one.date.part != "relative"]
    for one in labelled:
        if agrees(declared, one.date, japanese=shown.japanese) is None:
            return undecided(one.date.shown, "date-unsure", one.line)
    if labelled:
        return mismatch(labelled[0].date.shown, "", labelled[0].line)
    for text, said, line in shown.relative:
        if said in ("", role):
            return undecided(text, "date-relative", line)
    found = [one for one in alone if one.date.part != "relative"]
    if not found:
        if any(one.role in ("published", "modified") and role in ("published", "modified") for one in shown):
            return Verdict("skipped", "page-says-less")
        return undecided(alone[0].date.shown, "date-relative", alone[0].line) if alone else None
    if role == "modified" and (
        len(found) > 1 or any(agrees(o, found[0].date, japanese=shown.japanese) for o in others)
    ):
        return Verdict("skipped", "page-says-less")
    sure = [one for one in found if not any(agrees(other, one.date, japanese=shown.japanese) for other in others)]
    if len(found) > 2 or not sure or role not in ("published", "modified"):
        return undecided(found[0].date.shown, "", found[0].line)
    if any(agrees(declared, one.date, japanese=shown.japanese) is None for one in sure):
        return undecided(sure[0].date.shown, "date-unsure", sure[0].line)
    if role == "modified" and any(one.role == "published" for one in shown):
        return Verdict("skipped", "page-says-less")
    return mismatch(sure[0].date.shown, "", sure[0].line)
