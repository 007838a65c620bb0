"""K-056 at a host that several runs share: a batch whose message is lost is told from one that waits for its turn."""

from collections.abc import Callable

from chalicelib.crawl.merge import merge
from chalicelib.crawl.plan import start_manual_run
from chalicelib.crawl.tick import tick
from chalicelib.crawl.work import work
from chalicelib.services import Services
from tests.crawl.conftest import drain, register, run_row
from tests.crawl.site import Page, Site
from tests.fetch.clocks import StandingClock

Start = Callable[..., Site]


def an_hour(services: Services, clock: StandingClock) -> tuple[int, ...]:
    """Of crawling, one slice at the most; the runs that the start behind it closes."""
    for message in services.crawl_queue.receive():
        work(services, message)
    merge(services, services.merge_queue.receive(10))
    clock.sleep(3601)
    return tick(services).closed_runs


def lose(services: Services, product: int) -> int:
    """Start a run whose message gets lost."""
    run = start_manual_run(services, product, mode="all", delay_seconds=0)
    [message] = services.crawl_queue.receive()
    services.crawl_queue.done(message)
    return run


def test_a_lost_batch_is_closed_beside_a_long_run_of_its_host(
    services: Services, site: Start, clock: StandingClock
) -> None:
    shop = site({f"/{n}": Page() for n in range(20)})
    lost = lose(services, register(services, "消える", [shop.url("/0")]))
    long = register(services, "長い", [shop.url(f"/{n}") for n in range(20)])
    alive = start_manual_run(services, long, mode="all", delay_seconds=3600)
    closed = [an_hour(services, clock) for _ in range(9)]
    assert [runs for runs in closed if runs] == [(lost,)]
    assert closed.index((lost,)) == 5  # the sixth start
    assert run_row(services, lost) == (1, 0, 1, 1, "auto-closed")
    for _ in range(15):
        an_hour(services, clock)
    assert run_row(services, alive) == (20, 20, 0, 1, "done")


def test_a_lost_batch_is_closed_beside_short_runs_of_its_host(
    services: Services, site: Start, clock: StandingClock
) -> None:
    shop = site({"/": Page()})
    lost = lose(services, register(services, "消える", [shop.url("/")]))
    short = register(services, "短い", [shop.url("/")])
    closed = []
    for _ in range(8):
        start_manual_run(services, short, mode="all", delay_seconds=0)
        closed.append(an_hour(services, clock))
    assert [runs for runs in closed if runs] == [(lost,)]


def test_a_lost_batch_is_closed_when_what_else_its_run_had_is_done(
    services: Services, site: Start, clock: StandingClock
) -> None:
    """Though the host of what is done lives on with other runs."""
    shop, other = site({"/": Page()}), site({"/": Page()})
    lost = lose(services, register(services, "店", [shop.url("/"), other.url("/")]))
    short = register(services, "短い", [shop.url("/"), other.url("/")])
    closed = []
    for _ in range(8):
        start_manual_run(services, short, mode="all", delay_seconds=0)
        drain(services, patience=1)
        closed.append(an_hour(services, clock))
    assert run_row(services, lost) == (2, 1, 1, 1, "auto-closed")
    assert [runs for runs in closed if runs] == [(lost,)]


def test_runs_that_take_hours_for_their_turns_are_not_closed(
    services: Services, site: Start, clock: StandingClock
) -> None:
    shop = site({f"/{n}": Page() for n in range(18)})
    runs = []
    for number in range(9):
        product = register(services, f"{number}", [shop.url(f"/{number}"), shop.url(f"/{number + 9}")])
        runs.append(start_manual_run(services, product, mode="all", delay_seconds=3600))
    closed = [an_hour(services, clock) for _ in range(22)]
    assert set(closed) == {()}
    assert [run_row(services, run) for run in runs] == [(2, 2, 0, 1, "done")] * 9


def test_the_delay_of_a_lost_batch_rules_its_host_no_more(
    services: Services, site: Start, clock: StandingClock
) -> None:
    shop = site({f"/{n}": Page() for n in range(3)})
    product = register(services, "消える", [shop.url("/0")])
    lost = start_manual_run(services, product, mode="all", delay_seconds=3600)
    [message] = services.crawl_queue.receive()
    services.crawl_queue.done(message)
    clock.sleep(6 * 3600 + 1)
    assert tick(services).closed_runs == (lost,)
    start_manual_run(services, register(services, "次", [shop.url("/1"), shop.url("/2")]), mode="all", delay_seconds=1)
    drain(services)
    assert max(shop.gaps()) < 2
