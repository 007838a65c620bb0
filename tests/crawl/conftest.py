"""Services on a fresh folder, with a clock that moves only when somebody sleeps."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from chalicelib.crawl.merge import merge
from chalicelib.crawl.work import work
from chalicelib.services import Services
from chalicelib.store.days import utc_text
from chalicelib.store.products import add_product
from chalicelib.store.urls import add_urls
from infra.local.embedded import open_services
from tests import stores
from tests.crawl.site import Answer, Page, Site, serve
from tests.fetch.clocks import StandingClock


@pytest.fixture
def clock() -> StandingClock:
    return StandingClock()


@pytest.fixture
def services(tmp_path: Path, clock: StandingClock) -> Services:
    settings = stores.settings(tmp_path / "data", allow_networks=("127.0.0.0/8",))
    return replace(open_services(settings, clock=clock), slice_seconds=30.0)


@pytest.fixture
def site(clock: StandingClock) -> Iterator[Callable[..., Site]]:
    """Start a site: `site({"/": Page()})`."""
    opened = []

    def start(pages: dict[str, Answer] | None = None) -> Site:
        context = serve(clock, {"/robots.txt": Page(404, ""), **(pages or {})})
        opened.append(context)
        return context.__enter__()

    yield start
    for context in opened:
        context.__exit__(None, None, None)


def register(services: Services, name: str, urls: list[str]) -> int:
    """A product with these URLs."""
    now = utc_text(services.clock.now())
    product_id = services.database.write(lambda connection: add_product(connection, name, now))
    services.database.write(lambda connection: add_urls(connection, product_id, urls, now))
    return product_id


def drain(services: Services, *, patience: float = 30.0, most: int = 10_000) -> int:
    """Work and merge until no message comes within `patience` seconds of the clock; how many slices were worked.

    Stops after `most` slices, merged; 10,000 have no end.
    """
    slices = 0
    while slices < most:
        messages = services.crawl_queue.receive(1)
        merges = services.merge_queue.receive(10)
        if not messages and not merges:
            messages = services.crawl_queue.receive(1, wait=patience)
            if not messages:
                return slices
        for message in messages:
            slices += work(services, message)
        if merges:
            merge(services, merges)
    assert most < 10_000, "the queue does not come to an end"
    merge(services, services.merge_queue.receive(10))
    return slices


def rows(
    services: Services, columns: str = "url, http_status, is_error, error_message", where: str = "1"
) -> list[tuple[object, ...]]:
    """Columns of all results, by URL."""
    with services.database.read() as connection:
        found = connection.execute(f"SELECT {columns} FROM crawl_results WHERE {where} ORDER BY url, id")
        return [tuple(row) for row in found]


def run_row(services: Services, run_id: int) -> tuple[object, ...]:
    """`total_urls, success_count, error_count, finished`, and the state."""
    with services.database.read() as connection:
        return tuple(
            connection.execute(
                "SELECT total_urls, success_count, error_count, finished_at IS NOT NULL, state"
                " FROM crawl_runs JOIN run_details ON run_id = id WHERE id = ?",
                (run_id,),
            ).fetchone()
        )
