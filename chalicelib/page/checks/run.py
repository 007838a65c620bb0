"""All checks over a page."""

from collections.abc import Callable, Iterator
from itertools import islice

from chalicelib.page.checks.addresses import check_address
from chalicelib.page.checks.companies import check_organization_name
from chalicelib.page.checks.contacts import check_phone
from chalicelib.page.checks.counts import check_employees, check_interactions, check_salary
from chalicelib.page.checks.dates import check_dates, check_event_dates, check_founding, check_job_dates
from chalicelib.page.checks.descriptions import check_description
from chalicelib.page.checks.durations import check_duration
from chalicelib.page.checks.faqs import check_faq
from chalicelib.page.checks.languages import check_language
from chalicelib.page.checks.offers import check_offers
from chalicelib.page.checks.opening import check_hours
from chalicelib.page.checks.persons import check_author
from chalicelib.page.checks.pictures import check_image, check_video
from chalicelib.page.checks.ratings import check_ratings, check_reviews
from chalicelib.page.checks.registered import check_registered
from chalicelib.page.checks.row import Row
from chalicelib.page.checks.titles import check_headline, check_name
from chalicelib.page.checks.trails import check_breadcrumb
from chalicelib.page.checks.urls import check_shared_url, check_url
from chalicelib.page.checks.view import View

Check = Callable[[View], Iterator[Row]]
CHECKS: tuple[tuple[str, Check], ...] = (
    ("headline", check_headline),
    ("name", check_name),
    ("description", check_description),
    ("faq", check_faq),
    ("author", check_author),
    ("organization", check_organization_name),
    ("breadcrumb", check_breadcrumb),
    ("url", check_url),
    ("og:url", check_shared_url),
    ("language", check_language),
    ("offers", check_offers),
    ("rating", check_ratings),
    ("interactions", check_interactions),
    ("employees", check_employees),
    ("salary", check_salary),
    ("image", check_image),
    ("video", check_video),
    ("registered", check_registered),
    ("dates", check_dates),
    ("event dates", check_event_dates),
    ("job dates", check_job_dates),
    ("founding", check_founding),
    ("hours", check_hours),
    ("phone", check_phone),
    ("address", check_address),
    ("duration", check_duration),
    ("review", check_reviews),  # last: it goes by the lines that the others have read
)
_MAX_ROWS = 200  # of one check on one page


def check(view: View, attempt: Callable[[str, Callable[[], None]], None]) -> list[Row]:
    """The rows of `consistency_checks`. `attempt` runs each check, so that one that fails hides none of the others."""
    rows: list[Row] = []
    for name, each in CHECKS:
        attempt(name, lambda each=each: rows.extend(islice(each(view), _MAX_ROWS)))  # type: ignore[misc]
    return rows
