"""Durations of recipes, instructions, videos and films against those the page labels so (K-066)."""

from collections.abc import Iterator
from itertools import islice

from chalicelib.page.checks.row import Row, row
from chalicelib.page.checks.scope import lines_of
from chalicelib.page.checks.view import View
from chalicelib.page.compare.duration import ROLES, compare_duration, seconds_of

_KINDS = ("Recipe", "HowTo", "VideoObject", "Movie", "Event", "Course", "Article")
_MAX_LINES = 3000


def check_duration(view: View) -> Iterator[Row]:
    """`totalTime`, `cookTime`, `prepTime`, `duration` and the like; what a page does not show gives no row."""
    for kind, thing in view.of(*_KINDS):
        fields = [name for name in ROLES if name in thing.properties]
        lines = lines_of(view, kind, thing, "headline" if kind == "Article" else "name") if fields else None
        if lines is None:
            continue
        own = list(islice(lines, _MAX_LINES))
        told = {field: seconds for field in fields if (seconds := seconds_of(thing.first(field))) is not None}
        for field, declared in told.items():
            others = [seconds for name, seconds in told.items() if name != field]
            verdict = compare_duration(field, declared, own, others)
            if verdict is not None:
                yield row(view, thing, field, thing.first(field), verdict)
