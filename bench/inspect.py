"""How fast a page is read, against extruct with the same three syntaxes on the same pages."""

import logging
import time
from collections.abc import Callable

import extruct

from bench.pages import Page, examples, generated, with_rdfa
from bench.report import Line
from chalicelib.page.read import read_page

_ROUNDS = 3
_SYNTAXES = ["json-ld", "microdata", "rdfa"]


def run() -> list[Line]:
    """The headline is pages without RDFa, as most are; pages with RDFa, where the peer is slowest, stand apart."""
    made = generated()
    return [
        _compare("inspect", [*made, *examples(rdfa=False)]),
        _compare("inspect-rdfa", [*with_rdfa(made[:20]), *examples(rdfa=True)]),
    ]


def _compare(name: str, pages: list[Page]) -> Line:
    """Both readers take the pages in turns, so that a busy machine slows both; the best of a few rounds counts."""
    ours, theirs = float("inf"), float("inf")
    for _ in range(_ROUNDS):
        own, peer = 0.0, 0.0
        for page in pages:
            own += _seconds(_read, page)
            peer += _seconds(_extruct, page)
        ours, theirs = min(ours, own), min(theirs, peer)
    return Line.of(name, len(pages) / ours, "pages/s", len(pages) / theirs)


def _seconds(read: Callable[[Page], None], page: Page) -> float:
    start = time.perf_counter()
    read(page)
    return time.perf_counter() - start


def _read(page: Page) -> None:
    read_page(page.body, url=page.url, headers={"content-type": "text/html; charset=utf-8"})


def _extruct(page: Page) -> None:
    logging.disable(logging.CRITICAL)
    try:
        extruct.extract(page.body.decode(), base_url=page.url, syntaxes=_SYNTAXES)
    except Exception:  # one broken block loses it the page; the time is spent all the same
        return
    finally:
        logging.disable(logging.NOTSET)
