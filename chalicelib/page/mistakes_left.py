"""One way over the things of a page for the mistakes in their texts and URLs, so that each property is met once."""

from chalicelib.page.entities import Harvest
from chalicelib.page.mistakes_texts import TEXTS, check_text
from chalicelib.page.mistakes_urls import UrlMistakes, url_names

_URLS = url_names()
_MAX_THINGS = 3000


def check_left(harvest: Harvest, url: str) -> None:
    """`placeholder`, `html-in-text`, `foreign-host`, `relative-url`, `breadcrumb-same-url`. url: the page's own."""
    urls = UrlMistakes(harvest, url)
    for thing in harvest.things().things[:_MAX_THINGS]:
        properties = thing.properties
        for name, values in properties.items():
            if name in _URLS:
                urls.check(thing, name, values)
            elif name in TEXTS:
                check_text(harvest, thing, name, values)
        if thing.identifier is not None and thing.identifier[:4] == "http":
            urls.host(thing, "@id", thing.identifier, None)
        if "itemListElement" in properties and "BreadcrumbList" in thing.types:
            urls.trail(thing)
