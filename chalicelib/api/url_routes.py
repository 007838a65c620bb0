"""The URLs of a product (K-021 to K-023)."""

import re
from typing import Annotated, Any

import msgspec
from chalice.app import Blueprint

from chalicelib.api.http import ApiError, Reply, Request, route
from chalicelib.fetch.urls import UrlError, normalise_url
from chalicelib.store.days import utc_text
from chalicelib.store.products import product_exists
from chalicelib.store.urls import Added, add_urls, count_urls, delete_url, list_urls

blueprint = Blueprint(__name__)

MAX_LINES = 20_000


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
