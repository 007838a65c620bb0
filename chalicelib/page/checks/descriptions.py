"""`description` against the meta description and what the page says (K-066, V11)."""

from collections.abc import Iterator
from itertools import islice

from chalicelib.page.checks.page_text import PageText
from chalicelib.page.checks.row import Row, row
from chalicelib.page.checks.subject import own, text_of
from chalicelib.page.checks.titles import Titles
from chalicelib.page.checks.view import View
from chalicelib.page.compare.text import MAX_TEXT, differs_in_number, key, plain
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided
from chalicelib.page.wording import same

_DESCRIBED = (
    ("WebPage", "Article", "FAQPage", "ProfilePage"),
    ("Product", "Service", "Recipe", "Event", "JobPosting", "Course", "SoftwareApplication", "HowTo", "VideoObject"),
)
_LEAST = 8  # characters of a key that are in another text not by chance
_SHOWN = 1000
_MAX_LINES = 3000
_FIRST_LINES = 30
_MAX_THINGS = 5  # of a kind


def check_description(view: View) -> Iterator[Row]:
    """`description` of the page and of what it is about. Other words in the same sense are no fault."""
    for kinds in _DESCRIBED:
        for kind in kinds:
            things = [thing for thing in view.by_kind.get(kind, ()) if isinstance(thing.first("description"), str)]
            if not things:
                continue
            titles = view.made(Titles)
            title = "headline" if kind == "Article" else "name"
            chosen, certain = things, True
            if len(things) > 1 or text_of(things[0].first(title)):
                chosen, certain = own(view, things, title, titles.agrees)
            for thing in chosen[:_MAX_THINGS] if certain else ():
                description = thing.first("description").strip()
                if description:
                    yield row(view, thing, "description", description, _compare(description[:MAX_TEXT], view))


def _compare(description: str, view: View) -> Verdict:
    document = view.document
    declared = plain(description)
    wanted = key(declared)
    if not wanted:
        return undecided()
    heads = [text for text in (document.description, document.og.get("og:description")) if text]
    for shown in heads:
        text = key(shown)
        if text == wanted or _holds(text, wanted) or _holds(wanted, text) or same(declared[:_SHOWN], shown):
            return match(shown)
    verdict = _in_text(declared, wanted, view) if len(wanted) >= _LEAST else None
    if verdict is not None and verdict.status == "match":
        return verdict
    for shown in heads:
        if _one_number(wanted, key(shown)):
            return mismatch(shown, "one-number")
    if verdict is None:
        verdict = undecided(heads[0] if heads else "", "other-words")
    return Verdict("skipped", "script-made") if view.script_made else verdict


def _in_text(declared: str, wanted: str, view: View) -> Verdict | None:
    """Whether a line or several hold the text, or one differs in a number alone."""
    for line in islice(view.main_lines(), _FIRST_LINES):  # as it is written, near the top, as most stand there
        if declared in line.text:
            return match(declared[:_SHOWN], line)
    seen = view.made(PageText)
    if not seen.may_hold(wanted):
        return None
    if seen.holds(wanted):  # an ellipsis at the end is no part of it
        return match(declared[:_SHOWN])
    if not any(character.isdigit() for character in wanted):
        return None
    number = -1
    while (number := number + 1) < _MAX_LINES and seen.reach(number):
        text = seen.keys[number]
        if len(text) >= _LEAST and abs(len(text) - len(wanted)) < max(len(wanted), 40) and _one_number(wanted, text):
            return mismatch(seen.lines[number].text[:_SHOWN], "one-number", seen.lines[number])
    return None


def _holds(whole: str, part: str) -> bool:
    return len(part) >= _LEAST and part in whole


def _one_number(wanted: str, text: str) -> bool:
    return len(wanted) >= _LEAST and differs_in_number(wanted, text)
