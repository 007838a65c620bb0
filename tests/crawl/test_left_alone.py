"""A host that asks to be left alone, and one that makes its workers wait: neither holds a run or a worker for long."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from chalicelib.cloud import PATIENCE_SECONDS
from chalicelib.crawl.plan import start_manual_run
from chalicelib.crawl.robots import Rules, save_rules
from chalicelib.crawl.turns import Turn, save
from chalicelib.crawl.work import work
from chalicelib.fetch.answers import Answer
from chalicelib.fetch.client import DEADLINE
from chalicelib.services import Services
from tests.crawl.conftest import drain, register, rows, run_row
from tests.crawl.site import Page, Site
from tests.fetch.clocks import StandingClock

Start = Callable[..., Site]

HOUR = (("Retry-After", "3600"),)
TIMEOUT_SECONDS = 90.0  # of the functions (design/crawl.md)
GIVEN_UP = "connection-refused: 接続を拒否されました (Retry-After for more than an hour; not asked any more)"


def let_pass(services: Services, clock: StandingClock, *seconds: float) -> None:
    """Work what comes before, between and after."""
    for step in seconds:
        drain(services, patience=1)
        clock.sleep(step)
    drain(services, patience=1)


@pytest.mark.parametrize("robots", [Page(404, ""), Page(429, "", HOUR)])
def test_a_host_that_asks_for_an_hour_s_rest_again_and_again_ends_its_run(
    services: Services, site: Start, clock: StandingClock, robots: Page
) -> None:
    shop = site({"/robots.txt": robots, **{f"/{n}": Page(429, "", HOUR) for n in range(50)}})
    product = register(services, "店", [shop.url(f"/{n}") for n in range(50)])
    run = start_manual_run(services, product, mode="all", delay_seconds=1)
    let_pass(services, clock, 3600)
    assert run_row(services, run) == (50, 0, 50, 1, "done")
    assert {row[3] for row in rows(services)} == {GIVEN_UP}
    assert len([path for path in shop.paths() if path != "/robots.txt"]) <= 2
    assert shop.gaps()[-1] >= 3600

    asked = len(shop.visits)
    again = start_manual_run(services, product, mode="all", delay_seconds=1)
    let_pass(services, clock, 3600)
    assert run_row(services, again) == (50, 0, 50, 1, "done")
    assert len(shop.visits) <= asked + 2

    shop.pages.update({"/robots.txt": Page(404, ""), **{f"/{n}": Page() for n in range(50)}})
    clock.sleep(3600)
    well = start_manual_run(services, product, mode="all", delay_seconds=1)
    drain(services)
    assert run_row(services, well) == (50, 50, 0, 1, "done")
    assert min(shop.gaps()) >= 1


def test_a_rest_that_does_the_host_good_ends_no_run(services: Services, site: Start, clock: StandingClock) -> None:
    def tired(visit: int) -> Page:
        return Page(503, "", (("Retry-After", "1800"),)) if visit < 3 else Page()

    shop = site({f"/{n}": tired for n in range(6)})
    run = start_manual_run(services, register(services, "店", [shop.url("/0")]), mode="all", delay_seconds=1)
    let_pass(services, clock, 1799, 1799)
    assert run_row(services, run) == (1, 1, 0, 1, "done")


def test_what_a_host_asked_for_this_morning_is_over(services: Services, site: Start, clock: StandingClock) -> None:
    shop = site({"/0": lambda visit: Page(429, "", (("Retry-After", "60"),)) if visit < 5 else Page()})
    product = register(services, "店", [shop.url("/0")])
    start_manual_run(services, product, mode="all", delay_seconds=1)
    let_pass(services, clock, 60, 60, 12 * 3600)
    assert [row[1] for row in rows(services)] == [429]
    start_manual_run(services, product, mode="all", delay_seconds=1)
    let_pass(services, clock, 60)
    assert [row[1] for row in rows(services)] == [429, 200]


def test_retry_after_is_kept_behind_the_last_attempt_too(services: Services, site: Start, clock: StandingClock) -> None:
    shop = site({"/0": Page(503, "", (("Retry-After", "60"),)), "/1": Page()})
    start_manual_run(services, register(services, "店", [shop.url("/0")]), mode="all", delay_seconds=1)
    let_pass(services, clock, 60, 60)
    start_manual_run(services, register(services, "次", [shop.url("/1")]), mode="all", delay_seconds=1)
    let_pass(services, clock, 60)
    assert shop.paths() == ["/robots.txt", "/0", "/0", "/0", "/1"]
    assert min(shop.gaps()[1:]) >= 60


@pytest.mark.parametrize("waits", [0.0, 25.0, PATIENCE_SECONDS])
def test_a_worker_is_done_before_its_function_s_time_is_out(
    services: Services, site: Start, clock: StandingClock, waits: float
) -> None:
    """It waits for its host, works its slice, and the last page takes all the time it may."""
    shop = site({})
    urls = [shop.url(f"/{n}") for n in range(50)]

    class Slow:
        def get(self, url: str) -> Answer:
            clock.sleep(DEADLINE if url.endswith("/3") else 9.9)
            return Answer(url, 200, "", {"content-type": "text/html"}, b"", None, None, 9_900, 0)

    settings = replace(services.settings, parallel=1)
    slow = replace(services, client=Slow(), settings=settings, patience_seconds=PATIENCE_SECONDS, slice_seconds=30.0)  # type: ignore[arg-type] # the client
    save_rules(slow.objects, shop.origin, Rules(), clock.now())
    start_manual_run(slow, register(slow, "店", urls), mode="all", delay_seconds=0)
    [message] = slow.crawl_queue.receive()
    began = clock.now()
    save(slow.objects, shop.origin, Turn(began, began + timedelta(seconds=waits), 0.0), working=False)
    assert work(slow, message)
    took = (clock.now() - began).total_seconds()
    assert waits + 9.9 <= took <= TIMEOUT_SECONDS - 20  # for what reading and handing in take
