"""Ratings: the average, the number of reviews and of ratings, and what a review gives (K-066, V1, V3)."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import islice

from chalicelib.page.checks.row import Row, row
from chalicelib.page.checks.subject import leads, text_of
from chalicelib.page.checks.surroundings import MainLines, is_listed, lines_about
from chalicelib.page.checks.view import View
from chalicelib.page.compare.figures import Figure, declared_number
from chalicelib.page.compare.number import compare_count, find_counts
from chalicelib.page.compare.rating import compare_rating, find_ratings, ratings_of
from chalicelib.page.compare.text import plain
from chalicelib.page.compare.verdict import Verdict, match, undecided, unsaid
from chalicelib.page.gather import Thing
from chalicelib.page.seen import Line

_MAX_THINGS = 20
_MAX_SPOKEN = 300
_NEAR = 8  # lines around a reviewer's name
_LEAST_NAME = 2
_MAX_REVIEW_LINES = 1000
_BEGINNING = 20  # characters
_COUNTS = (("reviewCount", ("review", "rating")), ("ratingCount", ("rating", "review")))
_DRAWN = "[class*='star'],[class*='Star'],[class*='rating'],[class*='Rating'],[class*='score'],[class*='hyouka']"


def check_ratings(view: View) -> Iterator[Row]:
    """`aggregateRating` of what the page is about."""
    owners = [thing for thing in view.things if "aggregateRating" in thing.properties and leads(thing)][:_MAX_THINGS]
    rated = {_told(owner) for owner in owners}
    for owner in owners:
        rating = owner.first("aggregateRating")
        if not isinstance(rating, Thing):
            continue
        lines = lines_about(view, owner)
        if lines is not None:
            rows = _aggregate(view, owner, rating, lines, alone=len(rated) == 1)
            listed = is_listed(view, owner)
            yield from (one for one in rows if not listed or one["status"] in ("match", "mismatch"))


def _told(owner: Thing) -> str:
    rating = owner.first("aggregateRating")
    return str(rating.first("ratingValue")) if isinstance(rating, Thing) else ""


def _aggregate(view: View, owner: Thing, rating: Thing, lines: Iterable[Line], *, alone: bool) -> Iterator[Row]:
    value, best = _value(rating)
    seen = False
    if value is not None:
        verdict = _average(view, value, best, lines)
        seen = verdict.status == "match"
        if not alone and verdict.status == "mismatch":
            verdict = undecided(verdict.shown, "one-of-several", verdict.line)
        yield row(view, owner, "aggregateRating.ratingValue", rating.first("ratingValue"), verdict)
    for name, kinds in _COUNTS:
        count = declared_number(rating.first(name))
        if count is None:
            continue
        absent = unsaid() if seen or _draws(view) else view.absent()
        verdict = compare_count(count.value, kinds[0], find_counts(lines, kinds, count.value), absent=absent)
        if not alone and verdict.status == "mismatch":
            verdict = undecided(verdict.shown, "one-of-several", verdict.line)
        yield row(view, owner, f"aggregateRating.{name}", rating.first(name), verdict)


def _value(rating: Thing) -> tuple[Figure | None, Decimal | None]:
    """The rating and the end of its scale: `4.5`, `4.5/5`, `90%`."""
    declared = rating.first("ratingValue")
    best = declared_number(rating.first("bestRating"))
    value = declared_number(declared)
    scale = best.value if best is not None and best.value > 0 else None
    if value is None and isinstance(declared, str):
        found = ratings_of(declared[:40])
        if len(found) == 1 and found[0].best is not None:
            number = found[0]
            return Figure(number.value, Decimal(1).scaleb(-number.decimals)), scale or number.best
    if value is not None and isinstance(declared, str) and declared.strip().endswith(("%", "％")):
        scale = scale or Decimal(100)
    return value, scale


def _average(view: View, value: Figure, best: Decimal | None, lines: Iterable[Line]) -> Verdict:
    absent = view.absent()
    verdict = compare_rating(value, best, find_ratings(lines, value), absent=absent)
    return _spoken(view, value, best) or verdict if verdict is absent else verdict


def _spoken(view: View, value: Figure, best: Decimal | None) -> Verdict | None:
    """A rating that is drawn without text: what is read out in its place, or that there may be one (V6)."""
    told: Verdict | None = None
    for node in islice(view.document.tree.css("[aria-label],[title],[alt],[data-rating],[data-score]"), _MAX_SPOKEN):
        attributes = node.attributes
        for name in ("aria-label", "title", "alt", "data-rating", "data-score"):
            text = (attributes.get(name) or "")[:100]
            if not any(map(str.isdigit, text)):
                continue
            found = ratings_of(text if not name.startswith("data") else f"★{text}")
            if not found:
                continue
            if found[0].value == value.value and found[0].best in (None, best, Decimal(5) if best is None else best):
                return match(text)
            told = told or undecided(text)
    if told is None and _draws(view):
        return unsaid()
    return told


def _draws(view: View) -> bool:
    """Whether something of the page may draw stars by style rules."""
    return view.document.tree.css_first(_DRAWN) is not None


def check_reviews(view: View) -> Iterator[Row]:
    """`reviewRating` of the reviews, each where its author or text stands; a page that is one review, anywhere."""
    reviews = [thing for _, thing in view.of("Review") if isinstance(thing.first("reviewRating"), Thing)]
    reviews = [thing for thing in reviews if "AggregateRating" not in thing.types][:_MAX_THINGS]
    if not reviews:
        return
    single = len(reviews) == 1 and leads(reviews[0])
    for review in reviews:
        rating = review.first("reviewRating")
        value, best = _value(rating)
        if value is None:
            continue
        lines = view.made(MainLines) if single else _around(view, review)
        if lines is None:
            continue
        absent = view.absent() if single else unsaid()
        verdict = compare_rating(value, best, find_ratings(lines), absent=absent, of_all=False)
        if verdict is absent and single:
            verdict = _spoken(view, value, best) or verdict
        if verdict.status == "match" or single or verdict.status == "mismatch":
            yield row(view, review, "reviewRating.ratingValue", rating.first("ratingValue"), verdict)


class _Beginnings:
    """The lines of a page that other checks have read, by how they begin: to read all for these takes too long."""

    def __init__(self, view: View) -> None:
        self.lines: dict[str, list[Line]] = {}
        for line in view.seen.so_far()[:_MAX_REVIEW_LINES]:
            if line.card:
                self.lines.setdefault(line.text[:_BEGINNING], []).append(line)


def _around(view: View, review: Thing) -> list[Line] | None:
    """The lines beside the reviewer's name or the review's beginning in a card, when they are found once."""
    author = review.first("author")
    names = [
        plain(text_of(review.first("reviewBody"))),
        text_of(author.first("name") if isinstance(author, Thing) else author),
    ]
    beginnings = view.made(_Beginnings).lines
    for name in names:
        found = beginnings.get(name[:_BEGINNING], ()) if len(name) >= _LEAST_NAME else ()
        if len(found) == 1:
            line = found[0]
            near = [*view.seen.before(line, _NEAR), line, *view.seen.after(line, _NEAR)]
            return [other for other in near if other.card == line.card]
    return None
