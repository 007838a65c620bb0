"""The URLs of a product (K-021 to K-023)."""

import re
import sqlite3
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from chalice.app import Blueprint

from chalicelib.api.http import ApiError, Reply, Request, route
from chalicelib.fetch.urls import UrlError, normalise_url
from chalicelib.store.days import utc_text
from chalicelib.store.products import product_exists
from chalicelib.store.urls import Added, add_urls, count_urls, delete_url, list_all_urls, list_urls
from chalicelib.texts import Language

if TYPE_CHECKING:
    from chalicelib.fetch.sitemap_files import Listed

blueprint = Blueprint(__name__)

MAX_LINES = 20_000
SAMPLE = 50


class Lines(msgspec.Struct):
    """What was pasted: a URL a line."""

    text: Annotated[str, msgspec.Meta(max_length=2_000_000)]


@route(blueprint, "GET", "/api/products/{product_id}/urls", pages=("products", "manual_crawl"))
def get_urls(request: Request, product_id: int) -> Reply:
    """URLs of the product, each with its newest result."""
    limit = request.number("limit", 100, least=1, most=500)
    after, text = request.number("after", 0), request.text("q")
    with request.services.database.read() as connection:
        if not product_exists(connection, product_id):
            raise ApiError(404, "not-found")
        urls = list_urls(connection, product_id, after=after, limit=limit + 1, text=text)
        total = count_urls(connection, product_id, text)
    page = urls[:limit]
    for url in page:
        url["is_error"] = bool(url["is_error"]) if url["is_error"] is not None else None
        url["http_status"] = url["http_status"] or None  # K-006
    return {"urls": page, "next": page[-1]["id"] if len(urls) > limit else None, "total": total}


@route(blueprint, "POST", "/api/products/{product_id}/urls", pages=("products",))
def register_urls(request: Request, product_id: int) -> Reply:
    """Register what was pasted: the new are added, the known skipped, the rest listed back with reason and line."""
    services = request.services
    lines = _lines(request.form(Lines).text)
    if len(lines) > MAX_LINES:
        raise ApiError(400, "too-many-lines", "text", most=MAX_LINES)
    with services.database.read() as connection:
        if not product_exists(connection, product_id):
            raise ApiError(404, "not-found")
    good: list[str] = []
    rejected: list[dict[str, Any]] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            good.append(normalise_url(line, services.client.gate))
        except UrlError as error:
            rejected.append(
                {
                    "line": number,
                    "text": line[:300],
                    "reason_code": error.reason_code,
                    "message": error.message(request.language),
                }
            )
    now = utc_text(services.clock.now())
    added = request.write(Added, lambda connection: add_urls(connection, product_id, good, now))
    return {"added": added.added, "skipped": added.skipped, "rejected": rejected}


class SitemapForm(msgspec.Struct):
    """A sitemap's address, or a site's start address. dry_run: say what would be registered, and do nothing."""

    url: Annotated[str, msgspec.Meta(max_length=2_000)]
    dry_run: bool = False


@route(blueprint, "POST", "/api/products/{product_id}/sitemap", pages=("products",))
def register_sitemap(request: Request, product_id: int) -> Reply:
    """Register what sitemaps list (K-021): as with lines that are pasted, but with the file beside the line."""
    # Late: most processes never read one.
    from chalicelib.fetch.sitemap_files import collect

    services, form = request.services, request.form(SitemapForm)
    try:
        url = normalise_url(form.url, services.client.gate)
    except UrlError as error:
        raise ApiError(400, "invalid-sitemap", "url", why=error.message(request.language)) from error
    before = request.done(dict[str, Any])
    if before is not None:
        return before
    with services.database.read() as connection:
        if not product_exists(connection, product_id):
            raise ApiError(404, "not-found")
        known = {registered.url for registered in list_all_urls(connection, product_id)}
    listed = collect(services.client, url, known)
    if not listed.files:
        raise ApiError(400, "invalid-sitemap", "url", why=listed.problems[0].told(request.language))
    told = _told(listed, request.language)
    if form.dry_run:
        return {"new": len(listed.new), "known": listed.known, "sample": listed.new[:SAMPLE], **told}
    now = utc_text(services.clock.now())

    def work(connection: sqlite3.Connection) -> dict[str, Any]:
        added = add_urls(connection, product_id, listed.new, now)
        return {"added": added.added, "skipped": listed.known + added.skipped, **told}

    return request.write(dict[str, Any], work)


def _told(listed: "Listed", language: Language) -> dict[str, Any]:
    return {
        "files": [file._asdict() for file in listed.files],
        "found": listed.found,
        "repeated": listed.repeated,
        "other_hosts": listed.elsewhere,
        "rejected_count": listed.rejected_count,
        "rejected": [
            {**row._asdict(), "message": UrlError(row.reason_code).message(language)} for row in listed.rejected
        ],
        "problem_count": listed.problem_count,
        "problems": [
            {
                "file": problem.file,
                "line": problem.line,
                "column": problem.column,
                "reason_code": problem.reason_code,
                "message": problem.why.say(language),
            }
            for problem in listed.problems
        ],
        "left_out": {"urls": listed.urls_left, "files": listed.files_left},
    }


def _lines(text: str) -> list[str]:
    """As an editor counts them, which str.splitlines does not: it takes U+0085, U+2028 and others for ends, too."""
    lines = re.split(r"\r\n|\n|\r", text)
    return lines if lines[-1] else lines[:-1]


@route(blueprint, "DELETE", "/api/products/{product_id}/urls/{url_id}", pages=("products",))
def remove_url(request: Request, product_id: int, url_id: int) -> Reply:
    """Take a URL off the product; its results stay (K-023)."""
    if not request.write(bool, lambda connection: delete_url(connection, product_id, url_id)):
        raise ApiError(404, "not-found")
    return {"deleted": url_id}
