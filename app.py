"""The front door: the Chalice app, its routes, and the handlers of the crawl in Lambda. Wiring only."""

import threading
from collections.abc import Callable
from typing import Any

from chalice.app import Chalice, Response

from chalicelib.api import crawl_routes, page_routes, product_routes, result_routes, session_routes, url_routes
from chalicelib.api.http import ApiError, error_response
from chalicelib.api.in_use import services_in_use, use, use_when_asked
from chalicelib.services import Services
from chalicelib.texts import Language

__all__ = ["app", "use"]


class Kunugi(Chalice):
    """Chalice keeps the request it works on in one attribute; here each thread has its own."""

    def __init__(self, name: str) -> None:
        self._own = threading.local()
        super().__init__(app_name=name)

    @property
    def current_request(self) -> Any:
        """The request of this thread."""
        return getattr(self._own, "request", None)

    @current_request.setter
    def current_request(self, request: Any) -> None:
        self._own.request = request


app = Kunugi("kunugi")
for _routes in (session_routes, product_routes, url_routes, crawl_routes, result_routes, page_routes):
    app.register_blueprint(_routes.blueprint)


def _in_the_cloud() -> Services:
    from chalicelib.cloud import open_services

    return open_services()


use_when_asked(_in_the_cloud)


@app.schedule("rate(1 hour)", name="hourly")
def hourly(event: Any) -> None:
    """The hourly start (K-050)."""
    from chalicelib.crawl.tick import tick

    tick(services_in_use())


@app.on_sqs_message(queue="kunugi-crawl.fifo", batch_size=1, name="crawl")
def crawl(event: Any) -> Any:
    """A slice of a batch."""
    from chalicelib.crawl.events import on_crawl

    return on_crawl(services_in_use(), event.to_dict()["Records"])


@app.on_sqs_message(queue="kunugi-merge.fifo", batch_size=10, name="merge")
def merge(event: Any) -> None:
    """Parts into the database."""
    from chalicelib.crawl.events import on_merge

    on_merge(services_in_use(), event.to_dict()["Records"])


@app.on_sqs_message(queue="kunugi-dead.fifo", batch_size=1, name="dead")
def dead(event: Any) -> None:
    """Messages of the crawl queue that nobody could work."""
    from chalicelib.crawl.events import on_dead

    on_dead(services_in_use(), event.to_dict()["Records"])


@app.middleware("http")
def one_form(event: Any, get_response: Callable[[Any], Response]) -> Response:
    """Errors that Chalice answers itself get our form, and every answer the headers that keep browsers strict."""
    response = get_response(event)
    if isinstance(response.body, dict) and "Code" in response.body:
        codes = {404: "not-found", 405: "method-not-allowed", 415: "unsupported-media-type"}
        error = ApiError(response.status_code, codes.get(response.status_code, "internal"))
        language: Language = "en" if event.headers.get("accept-language", "").lower().startswith("en") else "ja"
        error.headers.update({name: str(value) for name, value in response.headers.items() if name.lower() == "allow"})
        response = error_response(error, language)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    response.headers.setdefault("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
    return response
