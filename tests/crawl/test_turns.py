"""Whose turn it is at a host: delays, runs that share it, redirects from elsewhere, several at once (K-054)."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from chalicelib.crawl.plan import start_manual_run
from chalicelib.crawl.work import work
from chalicelib.fetch.client import Client
from chalicelib.services import Services
from tests.crawl.conftest import drain, register, rows, run_row
from tests.crawl.site import Page, Site, redirect
from tests.fetch.clocks import START, StandingClock

Start = Callable[..., Site]


def test_runs_that_share_a_host_keep_the_larger_delay_and_take_turns(services: Services, site: Start) -> None:
    shop = site({f"/{n}": Page() for n in range(12)})
    slow = register(services, "遅い", [shop.url(f"/{n}") for n in range(6)])
    fast = register(services, "速い", [shop.url(f"/{n}") for n in range(6, 12)])
    services = replace(services, slice_seconds=10.0)
    start_manual_run(services, slow, mode="all", delay_seconds=5)
    start_manual_run(services, fast, mode="all", delay_seconds=1)
    drain(services)
    together = [gap for gap, path in zip(shop.gaps(), shop.paths()[1:], strict=True) if path]
    last_slow = max(index for index, path in enumerate(shop.paths()[1:]) if path in {f"/{n}" for n in range(6)})
    assert min(together[: last_slow + 1]) >= 5
    order = ["slow" if path in {f"/{n}" for n in range(6)} else "fast" for path in shop.paths()[1:]]
    assert order[:6] != ["slow"] * 6  # the second did not wait for the end of the first
    assert len(rows(services)) == 12


@pytest.mark.parametrize(("parallel", "delay"), [(1, 0), (4, 0), (1, 1)])
def test_a_larger_delay_rules_in_the_slice_that_is_under_way(
    services: Services, site: Start, clock: StandingClock, parallel: int, delay: int
) -> None:
    """From the next second on; what was asked before is on its way."""
    shop = site({f"/{n}": Page() for n in range(100)})
    first = register(services, "速い", [shop.url(f"/{n}") for n in range(99)])
    second = register(services, "遅い", [shop.url("/99")])
    planned: list[datetime] = []

    class Planning:
        """The client of a host that answers in 0.2 s, while somebody plans a run of a larger delay."""

        def get(self, url: str) -> object:
            with lock:
                clock.sleep(0.2)
            if url.endswith("/5"):
                start_manual_run(services, second, mode="all", delay_seconds=3)
                planned.append(clock.now())
            return services.client.get(url)

    lock = threading.Lock()
    settings = replace(services.settings, parallel=parallel)
    planning = replace(services, client=Planning(), settings=settings, slice_seconds=30.0)  # type: ignore[arg-type] # the client, planning
    start_manual_run(planning, first, mode="all", delay_seconds=delay)
    [message] = planning.crawl_queue.receive()
    work(planning, message)
    times = [time for time, _ in shop.visits if time > planned[0] + timedelta(seconds=1 + parallel * 0.2)]
    assert len(times) >= 7
    assert min((later - sooner).total_seconds() for sooner, later in pairwise(times)) >= 3
    assert len([time for time, _ in shop.visits if time > planned[0]]) - len(times) <= 10 * (delay == 0)
    assert (clock.now() - START).total_seconds() < 35
    drain(services)
    assert len(rows(services)) == 100


def test_a_larger_delay_that_comes_while_a_slice_waits_for_its_first_request(
    services: Services, site: Start, clock: StandingClock
) -> None:
    shop = site({f"/{n}": Page() for n in range(3)})
    first = register(services, "速い", [shop.url("/0"), shop.url("/1")])
    second = register(services, "遅い", [shop.url("/2")])
    services = replace(services, slice_seconds=1.0, patience_seconds=40.0)
    start_manual_run(services, first, mode="all", delay_seconds=20)
    [message] = services.crawl_queue.receive()
    work(services, message)  # robots.txt

    class Planned:
        """The clock, on which somebody plans a run while the worker sleeps."""

        def __init__(self) -> None:
            self.left = 1

        def now(self) -> datetime:
            return clock.now()

        def sleep(self, seconds: float) -> None:
            clock.sleep(seconds)
            if self.left:
                self.left = 0
                start_manual_run(services, second, mode="all", delay_seconds=60)

    [message] = services.crawl_queue.receive()
    began = clock.now()
    work(replace(services, clock=Planned()), message)
    assert shop.paths() == ["/robots.txt"]
    assert (clock.now() - began).total_seconds() == 20
    drain(services, patience=100)
    assert sorted(shop.paths()) == ["/0", "/1", "/2", "/robots.txt"]
    assert min(shop.gaps()[:-1]) >= 60
    assert len(rows(services)) == 3


def test_two_spellings_of_a_host_keep_its_delay_together(services: Services, site: Start) -> None:
    shop = site({path: Page() for path in ("/a", "/b", "/c")})
    port = shop.origin.rpartition(":")[2]
    named = replace(services, client=Client(("127.0.0.0/8",), resolver=lambda *_: ["127.0.0.1"]))
    for name, host in (("a", "example.jp"), ("b", "example.jp."), ("c", "EXAMPLE.jp")):
        product = register(named, name, [f"http://{host}:{port}/{name}"])
        start_manual_run(named, product, mode="all", delay_seconds=3)
    drain(named)
    assert shop.paths() == ["/robots.txt", "/a", "/b", "/c"]
    assert min(shop.gaps()) >= 3


def test_a_redirect_to_another_host_goes_on_in_that_host_s_turn(
    services: Services, site: Start, clock: StandingClock
) -> None:
    other = site(
        {"/robots.txt": Page(200, "User-agent: *\nDisallow: /secret\n"), "/home": Page(body="<title>新</title>")}
    )
    shop = site({"/moved": redirect(other.url("/home"), 301), "/hidden": redirect(other.url("/secret")), "/": Page()})
    product = register(services, "店", [shop.url(path) for path in ("/moved", "/hidden", "/")])
    run = start_manual_run(services, product, mode="all", delay_seconds=3)
    drain(services)
    assert run_row(services, run) == (3, 2, 1, 1, "done")
    assert rows(services, "title, final_url", "url LIKE '%/moved'") == [("新", other.url("/home"))]
    assert [row[3] for row in rows(services) if str(row[0]).endswith("/hidden")] == [
        "robots: robots.txt により対象外です (Disallow)"
    ]
    assert other.paths() == ["/robots.txt", "/home"]
    assert min(other.gaps() + shop.gaps()) >= 3


def test_a_step_that_failed_elsewhere_is_tried_again_there(services: Services, site: Start) -> None:
    other = site({"/home": lambda visit: Page(503, "") if visit == 1 else Page()})
    shop = site({"/moved": redirect(other.url("/home"))})
    start_manual_run(services, register(services, "店", [shop.url("/moved")]), mode="all", delay_seconds=3)
    drain(services)
    assert [row[1] for row in rows(services)] == [200]
    assert (shop.paths(), other.paths()) == (["/robots.txt", "/moved"], ["/robots.txt", "/home", "/home"])


def test_redirects_through_long_addresses_are_followed(services: Services, site: Start) -> None:
    long = "/long?" + "x" * 5_000
    shop = site({"/a": redirect(long), long: redirect("/b"), "/b": redirect("/c"), "/c": Page()})
    start_manual_run(services, register(services, "店", [shop.url("/a")]), mode="all", delay_seconds=0)
    drain(services)
    assert [row[1] for row in rows(services)] == [200]


def test_a_host_without_a_delay_is_asked_for_several_at_once(services: Services, site: Start) -> None:
    """Not more than the setting, and not before its rules are known; with a delay one after the other."""
    paths = [f"/{n}" for n in range(12)]
    now: list[int] = []
    most: list[int] = []

    class Slow:
        def get(self, url: str) -> object:
            now.append(1)
            most.append(len(now))
            time.sleep(0.02)
            answer = services.client.get(url)
            now.pop()
            return answer

    slow = replace(services, client=Slow(), settings=replace(services.settings, parallel=3))  # type: ignore[arg-type] # the client, counting
    for delay, expected in ((0, 3), (1, 1)):
        shop = site({path: Page() for path in paths})
        product = register(services, f"店 {delay}", [shop.url(path) for path in paths])
        most.clear()
        run = start_manual_run(slow, product, mode="all", delay_seconds=delay)
        drain(slow)
        assert run_row(services, run) == (12, 12, 0, 1, "done")
        assert shop.paths()[0] == "/robots.txt"
        assert most[0] == 1
        assert max(most) == expected


def test_a_run_that_shares_its_host_with_a_long_one_moves_on_within_two_slices(services: Services, site: Start) -> None:
    shop = site({f"/{n}": Page() for n in range(105)})
    long = register(services, "長い", [shop.url(f"/{n}") for n in range(100)])
    start_manual_run(services, long, mode="all", delay_seconds=2)
    for _ in range(2):
        [message] = services.crawl_queue.receive(wait=60)
        work(services, message)
    short = register(services, "短い", [shop.url(f"/{n}") for n in range(100, 105)])
    run = start_manual_run(services, short, mode="all", delay_seconds=2)
    assert drain(services, most=2) == 2
    assert int(str(run_row(services, run)[1])) > 0
