"""Dates against what the page shows (K-066; V5): publication and change, an event, a job, the founding of a company."""

import re
from collections.abc import Iterator
from itertools import chain, islice

from chalicelib.page.checks.row import Row, row
from chalicelib.page.checks.scope import lines_of, page_lines
from chalicelib.page.checks.subject import leads
from chalicelib.page.checks.view import View
from chalicelib.page.compare.date import Shown, compare_date
from chalicelib.page.compare.day import Declared, declared_date
from chalicelib.page.compare.event_date import compare_end, compare_start
from chalicelib.page.compare.founding import compare_founding
from chalicelib.page.compare.verdict import Verdict, undecided
from chalicelib.page.gather import Thing
from chalicelib.page.mistakes import report_zone_doubt
from chalicelib.page.seen import Line

_MAX_LINES = 3000
_WRITTEN = ("Article", "Recipe", "HowTo", "QAPage", "DiscussionForumPosting", "VideoObject")
_OPEN_END = re.compile(
    r"随時|次第(?:、|,)?\s?(?:終了|締|募集)|採用者?が?(?:決定|決まり)|通年|until filled|ongoing|rolling", re.IGNORECASE
)
_UNDECIDED_DAY = re.compile(
    r"(?:日程|開催日|日時|時期)[^。]{0,12}(?:未定|調整中|決定次第)|後日"
    r"|\b(?:tba|tbd|to be (?:announced|confirmed)|coming soon)\b",
    re.IGNORECASE,
)
_DAY_FIRST = re.compile(r"en-(?:gb|au|nz|ie|in|za|sg|hk)|(?:fr|de|es|it|pt|nl|pl|ru|sv|da|nb|fi|tr|el|cs|vi|id|th)\b")


def is_japanese(view: View) -> bool:
    """Whether days and times of the page are Japan's: by its language, else its address."""
    language = (view.document.lang or "").lower()
    if language:
        return language.startswith("ja")
    host = view.document.url.partition("//")[2].partition("/")[0].partition(":")[0]
    return host.endswith(".jp")


def day_first(view: View) -> bool | None:
    """What 4/1/2026 means there; None where the language leaves it open."""
    language = (view.document.lang or "").lower().replace("_", "-")
    if language == "en-us":
        return False
    return True if _DAY_FIRST.match(language) else None


class PageDates(Shown):
    """The dates of the page's own text, found once for all checks."""

    def __init__(self, view: View) -> None:
        lines = (line for line in page_lines(view) if line.area != "footer" or _is_told(line))
        super().__init__(lines, japanese=is_japanese(view), day_first=day_first(view))


def _is_told(line: Line) -> bool:
    return (
        re.search(r"更新|公開|掲載|設立|創業|updated|published|founded|established|modified", line.text, re.IGNORECASE)
        is not None
    )


def _shown(view: View, lines: Iterator[Line]) -> Shown:
    return Shown(lines, japanese=is_japanese(view), day_first=day_first(view))


def _dates(thing: Thing, *names: str) -> list[Declared]:
    found = (declared_date(thing.first(name)) for name in names)
    return [one for one in found if one is not None]


def check_dates(view: View) -> Iterator[Row]:
    """`datePublished` and `dateModified` of what is written, `uploadDate` of a video that is the page's subject."""
    written = False
    for kind, thing in chain(view.of(*_WRITTEN), view.of("WebPage")):
        if not leads(thing) or (kind == "WebPage" and written):
            continue
        title = "headline" if kind == "Article" and thing.first("headline") else "name"
        names = [name for name in ("datePublished", "dateModified", "uploadDate") if thing.first(name) is not None]
        if not names or lines_of(view, kind, thing, title) is None:
            continue
        written = written or kind != "WebPage"
        shown = view.made(PageDates)
        for name in names:
            declared = declared_date(thing.first(name))
            if declared is None:
                continue
            others = _dates(thing, *(other for other in names if other != name))
            verdict = compare_date(declared, "modified" if name == "dateModified" else "published", shown, others)
            if verdict is None:
                if kind not in ("Article", "Recipe"):
                    continue
                verdict = view.absent()
            _doubt(view, thing, name, verdict, declared, shown)
            yield row(view, thing, name, thing.first(name), verdict)


def _doubt(view: View, thing: Thing, name: str, verdict: Verdict, declared: Declared, shown: Shown) -> None:
    """`date-zone-doubt`: the page has the digits of a time in UTC as its own time."""
    if verdict.status == "match" or declared.zone != 0 or declared.minutes is None:
        return
    for dated in shown:
        date, clock = dated.date, dated.date.clock
        if (
            clock is None
            or clock.zone == 0
            or clock.minutes != declared.minutes
            or (clock.zone is None and not shown.japanese)
        ):
            continue
        if (date.year or declared.year, date.month, date.day) == (declared.year, declared.month, declared.day):
            report_zone_doubt(view.harvest, thing, name, date.shown)
            return


def check_event_dates(view: View) -> Iterator[Row]:
    """`startDate` and `endDate` of events."""
    for kind, thing in view.of("Event"):
        names = [name for name in ("startDate", "endDate") if thing.first(name) is not None]
        lines = lines_of(view, kind, thing) if names else None
        if lines is None:
            continue
        own = [line for line in islice(lines, _MAX_LINES) if line.area != "footer"]
        shown = _shown(view, iter(own))
        for name in names:
            declared = declared_date(thing.first(name))
            if declared is None:
                continue
            verdict = (compare_start if name == "startDate" else compare_end)(declared, shown, own)
            if verdict is None:
                vague = next((line for line in own if _UNDECIDED_DAY.search(line.text)), None)
                if name == "endDate" and vague is None:
                    continue
                verdict = undecided(vague.text, "date-vague", vague) if vague else view.absent()
            _doubt(view, thing, name, verdict, declared, shown)
            yield row(view, thing, name, thing.first(name), verdict)


def check_job_dates(view: View) -> Iterator[Row]:
    """`datePosted` and `validThrough` of a job."""
    for kind, thing in view.of("JobPosting"):
        names = [name for name in ("datePosted", "validThrough") if thing.first(name) is not None]
        lines = lines_of(view, kind, thing, "title") if names else None
        if lines is None:
            continue
        own = list(islice(lines, _MAX_LINES))
        shown = _shown(view, iter(own))
        for name in names:
            declared = declared_date(thing.first(name))
            if declared is None:
                continue
            others = _dates(thing, *(other for other in names if other != name))
            verdict = compare_date(declared, "published" if name == "datePosted" else "deadline", shown, others)
            if verdict is None and name == "validThrough":
                vague = next((line for line in own if _OPEN_END.search(line.text)), None)
                verdict = undecided(vague.text, "date-vague", vague) if vague else view.absent()
            if verdict is not None:
                yield row(view, thing, name, thing.first(name), verdict)


def check_founding(view: View) -> Iterator[Row]:
    """`foundingDate`, where the page shows such a fact."""
    for kind, thing in view.of("Organization", "LocalBusiness"):
        declared = declared_date(thing.first("foundingDate"))
        if declared is None or lines_of(view, kind, thing) is None:
            continue
        verdict: Verdict | None = compare_founding(declared, view.made(PageDates))
        if verdict is not None:
            yield row(view, thing, "foundingDate", thing.first("foundingDate"), verdict)
