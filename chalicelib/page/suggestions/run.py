"""All families over a page (K-063)."""

import re
from collections.abc import Callable, Iterator

from chalicelib.page.checks.view import View
from chalicelib.page.gather import Thing
from chalicelib.page.kinds import all_nodes, fold, types_of
from chalicelib.page.suggestions import companies, cooking, courses, events, jobs, product
from chalicelib.page.suggestions.article import article
from chalicelib.page.suggestions.content import Content
from chalicelib.page.suggestions.found import Found
from chalicelib.page.suggestions.questions import faq
from chalicelib.page.suggestions.rows import Row, implemented, incomplete, missing
from chalicelib.page.suggestions.site import item_list, search_action, website
from chalicelib.page.suggestions.trail import breadcrumb
from chalicelib.page.suggestions.videos import video

Family = Callable[[Content], Found | None]
Words = tuple[tuple[str, ...], ...]

# What the page is about: the first that is found, and only one. Words: one of each group must stand in the page's text.
_SUBJECTS: tuple[tuple[str, Family, Words], ...] = (
    ("Recipe", cooking.recipe, (cooking.INGREDIENT_WORDS, cooking.COOKING_WORDS)),
    ("JobPosting", jobs.job_posting, (jobs.PAY_WORDS, jobs.WORKPLACE_WORDS, jobs.JOB_WORDS)),
    ("Event", events.event, (events.DATE_WORDS, events.PLACE_WORDS)),
    ("SoftwareApplication", courses.software, (courses.SYSTEM_WORDS, courses.INSTALL_WORDS)),
    ("Product", product.product, ()),
    ("Course", courses.course, (courses.COURSE_WORDS,)),
    ("LocalBusiness", companies.local_business, (companies.HOURS_WORDS, companies.ADDRESS_WORDS)),
    ("Organization", companies.organization, (companies.COMPANY_WORDS, companies.ADDRESS_WORDS)),
    ("HowTo", cooking.how_to, (cooking.STEP_WORDS,)),
    ("Article", article, ()),
)
_WITH_ARTICLE = frozenset(("Recipe", "JobPosting", "Event"))  # themes declare every page an Article
_ABOUT = frozenset(kind for kind, _, _ in _SUBJECTS) | {
    "Book",
    "Movie",
    "QAPage",
    "DiscussionForumPosting",
    "VacationRental",
}
_COMPANIES = frozenset(("Organization", "LocalBusiness"))
_RATED = ("Product", "Recipe", "Course", "SoftwareApplication", "Event", "Book", "Movie")
_JUDGED = frozenset(
    (
        "Article",
        "BreadcrumbList",
        "Product",
        "Recipe",
        "Event",
        "JobPosting",
        "VideoObject",
        "Organization",
        "LocalBusiness",
        "Review",
        "AggregateRating",
        "SoftwareApplication",
    )
)
_NOT_FOUND = re.compile(
    r"\b(?:404|not found)\b|ページが(?:見つかり|みつかり|存在し)ません|お探しのページ|見つかりませんでした",
    re.IGNORECASE,
)
_PAGING = re.compile(r"[?&](?:page|paged|p)=(?:[2-9]|\d{2,})\b|/page/(?:[2-9]|\d{2,})(?:/|$)", re.IGNORECASE)


def suggest(view: View, features: list[Row], written: bytes) -> list[Row]:
    """Rows of `suggestions`. features: rows of `rich_results`.

    written: the page's source in lower case.
    """
    nodes = all_nodes(view.harvest.entities)
    declared = {kind for node in nodes for name in types_of(node.properties) for kind in (name, fold(name))}
    open_to = _worth_it(view) and not view.script_made
    rows = list(_declared(view, declared, features, open_to=open_to))
    if open_to and view.document.tree.body is not None:
        content = Content(view, written)
        rows += [missing(found, content.document.url) for found in _found(content, declared)]
    return rows


def _declared(view: View, declared: set[str], features: list[Row], *, open_to: bool) -> Iterator[Row]:
    """What is there: FAQPage, and the types that search features look at, with what they lack."""
    if "FAQPage" in declared and not view.is_type_off("FAQPage"):
        yield implemented("FAQPage", "page.faq.implemented")
    things: dict[str, dict[tuple[object, ...], list[Row]]] = {}
    for row in features:
        kind = fold(row["type"])
        beside = kind == "LocalBusiness" and row["id"] == "organization"  # asks less of every company
        if row["status"] == "active" and kind in _JUDGED and not beside:
            place = (row["source"], row["index"], row["block"], row["path"])
            things.setdefault(kind, {}).setdefault(place, []).append(row)
    for kind, judged in things.items():
        lacking = [min(each, key=lambda row: len(row["missing_required"])) for each in judged.values()]
        lacking = [row for row in lacking if row["missing_required"] and not row["eligible"]]
        if not lacking:
            yield implemented(kind)
        elif open_to:
            names = list(dict.fromkeys(name for row in lacking for name in row["missing_required"]))
            yield incomplete(kind, names, len(lacking))


def _found(content: Content, declared: set[str]) -> Iterator[Found]:
    for kind, family in (
        ("FAQPage", faq),
        ("BreadcrumbList", breadcrumb),
        ("VideoObject", video),
        ("ItemList", item_list),
    ):
        if kind not in declared and not content.view.is_type_off(kind):
            found = family(content)
            if found is not None:
                yield found
    if content.is_start:
        for kind, family in (("WebSite", website), ("SearchAction", search_action)):
            if kind not in declared and not content.view.is_type_off(kind):
                found = family(content)
                if found is not None:
                    yield found
        return
    found = _subject(content, declared) or _rating(content, declared)
    if found is not None:
        yield found


def _subject(content: Content, declared: set[str]) -> Found | None:
    """What the page is about, where its markup does not say it."""
    about = (declared & _ABOUT) - _COMPANIES
    for kind, family, words in _SUBJECTS:
        if kind in declared or (kind == "Organization" and "LocalBusiness" in declared):
            continue
        if about and not (about == {"Article"} and kind in _WITH_ARTICLE):
            continue
        if words and not content.says(*words):
            continue
        found = family(content)
        if found is not None:  # K-032: a type that is switched off is what the page is about all the same
            return None if content.view.is_type_off(kind) else found
    return None


def _rating(content: Content, declared: set[str]) -> Found | None:
    """Ratings that the page shows of the only thing of its kind, where the markup names the thing without them."""
    if "AggregateRating" in declared or "Review" in declared or content.view.is_type_off("AggregateRating"):
        return None
    rated = [kind for kind in _RATED if kind in declared]
    if len(rated) != 1:
        return None
    things: list[Thing] = content.view.by_kind.get(rated[0], [])
    name = things[0].first("name") if len(things) == 1 else None
    return product.aggregate_rating(content, rated[0], name) if isinstance(name, str) else None


def _worth_it(view: View) -> bool:
    """K-063: nothing is suggested on noindex, not-found-like and paging pages."""
    document = view.document
    told = f"{document.title or ''} {document.primary_heading or ''}"
    paging = document.previous or _PAGING.search(document.url) is not None
    return not (document.noindex or paging or _NOT_FOUND.search(told))
