"""`kunugi urls add`: registers what the sitemaps of a site list (K-021)."""

import sqlite3
import sys

from chalicelib.fetch.sitemap_files import Listed, collect
from chalicelib.fetch.urls import UrlError, normalise_url
from chalicelib.settings import Settings
from chalicelib.store.days import utc_text
from chalicelib.store.products import ProductNameError, add_product, clean_name, find_product
from chalicelib.store.urls import Added, add_urls, list_all_urls
from infra.local.command import fail, language, tell
from infra.local.embedded import open_services

# Nobody waits for an answer of HTTP here, and Ctrl+C ends it.
SECONDS = 600.0


def add_from_sitemap(settings: Settings, product: str, sitemap: str, *, dry_run: bool) -> int:
    """0: all that was listed is registered; 1: but for what is told; 2: nothing could be read."""
    try:
        name = clean_name(product)
    except ProductNameError:
        return fail(tell("bad-product", name=product[:200]))
    services = open_services(settings)
    try:
        url = normalise_url(sitemap, services.client.gate)
    except UrlError as error:
        return fail(f"{sitemap[:200]}: {error.message(language())}")
    with services.database.read() as connection:
        product_id = find_product(connection, name)
        known = set() if product_id is None else {row.url for row in list_all_urls(connection, product_id)}
    listed = collect(services.client, url, known, seconds=SECONDS, asking=_say_asking)
    if not listed.files:
        return fail(listed.problems[0].told(language()))
    _tell_faults(listed)
    if dry_run:
        print(*listed.new, sep="\n")
        print(tell("would-add", added=len(listed.new), skipped=listed.known), file=sys.stderr)
    else:
        now = utc_text(services.clock.now())

        def work(connection: sqlite3.Connection) -> Added:
            return add_urls(
                connection, find_product(connection, name) or add_product(connection, name, now), listed.new, now
            )

        added = services.database.write(work)
        print(tell("added", added=added.added, skipped=listed.known + added.skipped))
    return 1 if listed.problem_count or listed.rejected_count or listed.urls_left or listed.files_left else 0


def _say_asking(url: str) -> None:
    if sys.stderr.isatty():
        print(tell("reading", url=url), file=sys.stderr)


def _tell_faults(listed: Listed) -> None:
    for problem in listed.problems:
        fail(problem.told(language()))
    for row in listed.rejected:
        why = UrlError(row.reason_code).message(language())
        fail(tell("not-added", file=row.file, line=row.line, why=why, text=row.text))
    more = listed.problem_count - len(listed.problems) + listed.rejected_count - len(listed.rejected)
    if more:
        fail(tell("not-added-more", count=more))
    if listed.urls_left or listed.files_left:
        fail(tell("left-out", urls=listed.urls_left, files=listed.files_left))
    if listed.elsewhere:
        fail(tell("other-hosts", count=listed.elsewhere))
