"""Workers that die or fail anywhere: nothing lost, nothing doubled, and no page given up for it but its cause."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from chalicelib.crawl import batches
from chalicelib.crawl.plan import send_planned, start_manual_run
from chalicelib.crawl.work import bury, work
from chalicelib.ports.queue import Message, Queue
from chalicelib.services import Services
from tests.crawl.conftest import drain, register, rows, run_row
from tests.crawl.site import Page, Site, redirect
from tests.fetch.clocks import StandingClock

Start = Callable[..., Site]


def test_a_second_delivery_asks_nothing_and_changes_nothing(services: Services, site: Start) -> None:
    shop = site({f"/{n}": Page() for n in range(3)})
    product = register(services, "店", [shop.url(f"/{n}") for n in range(3)])
    run = start_manual_run(services, product, mode="all", delay_seconds=0)
    [message] = services.crawl_queue.receive()
    work(services, message)
    asked = len(shop.visits)
    work(services, message)  # delivered once more, long after
    drain(services)
    work(services, message)
    drain(services)
    assert len(shop.visits) == asked == 4
    assert run_row(services, run) == (3, 3, 0, 1, "done")
    assert len(rows(services)) == 3


class CrashingQueue:
    """The queue behind it, until the process "dies" in the n-th call to `send`, before or after it took effect."""

    def __init__(self, queue: Queue, dies_at: int, *, after: bool) -> None:
        self.queue, self.left, self.after = queue, dies_at, after

    def send(self, group: str, body: str, *, once: str) -> None:
        self.left -= 1
        if self.left or self.after:
            self.queue.send(group, body, once=once)
        if not self.left:
            raise KeyboardInterrupt

    def receive(self, limit: int = 1, *, wait: float = 0.0) -> list[Message]:
        return self.queue.receive(limit, wait=wait)

    def done(self, message: Message) -> None:
        self.queue.done(message)

    def postpone(self, message: Message, seconds: float) -> None:
        self.queue.postpone(message, seconds)


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("dies_at", [1, 2, 3])
@pytest.mark.parametrize("queue", ["crawl_queue", "merge_queue"])
def test_a_death_at_any_send_loses_and_doubles_nothing(
    services: Services, site: Start, *, queue: str, dies_at: int, after: bool
) -> None:
    other = site({"/": Page()})
    shop = site({**{f"/{n}": Page() for n in range(4)}, "/away": redirect(other.url("/"))})
    product = register(services, "店", [shop.url(path) for path in ("/0", "/away", "/1", "/2", "/3")])
    dying = replace(services, slice_seconds=3.0)
    if queue == "crawl_queue":
        dying = replace(dying, crawl_queue=CrashingQueue(services.crawl_queue, dies_at, after=after))
    else:
        dying = replace(dying, merge_queue=CrashingQueue(services.merge_queue, dies_at, after=after))
    with pytest.raises(KeyboardInterrupt):
        start_manual_run(dying, product, mode="all", delay_seconds=2)
        drain(dying)
    send_planned(services)  # as every hourly start and every planning request does
    drain(services, patience=1000)  # the visibility of what the dead one had in flight
    [(run,)] = set(rows(services, "run_id"))
    assert run_row(services, int(str(run))) == (5, 5, 0, 1, "done")
    assert len(rows(services)) == 5
    assert min(shop.gaps() + other.gaps()) >= 2


def test_a_worker_that_died_inside_a_slice_is_followed_after_a_full_delay(
    services: Services, site: Start, clock: StandingClock
) -> None:
    shop = site({"/0": Page(), "/1": Page(), "/2": Page()})
    product = register(services, "店", [shop.url(f"/{n}") for n in range(3)])
    run = start_manual_run(services, product, mode="all", delay_seconds=5)

    class Dying:
        def get(self, url: str) -> object:
            answer = services.client.get(url)
            if url.endswith("/0"):
                raise KeyboardInterrupt  # asked, and dead before anything was written down
            return answer

    [message] = services.crawl_queue.receive()
    with pytest.raises(KeyboardInterrupt):
        work(replace(services, client=Dying()), message)  # type: ignore[arg-type] # the client, dying
    work(services, message)  # delivered again at once: the dead one's lock was free
    drain(services, patience=130)
    assert run_row(services, run)[3:] == (1, "done")
    assert min(shop.gaps()) >= 5
    assert len(rows(services)) == 3


def test_a_url_that_kills_every_worker_becomes_an_error_and_the_rest_goes_on(services: Services, site: Start) -> None:
    """Within three time-outs: it dies among others, then alone, then alone again, and is given up."""
    shop = site({f"/{n}": Page() for n in range(5)})
    product = register(services, "店", [shop.url(f"/{n}") for n in range(5)])
    run = start_manual_run(services, product, mode="all", delay_seconds=1)
    deaths = 0

    class Deadly:
        def get(self, url: str) -> object:
            if url.endswith("/2"):
                raise KeyboardInterrupt
            return services.client.get(url)

    deadly = replace(services, max_deaths=2, client=Deadly())  # type: ignore[arg-type] # the client, dying
    while run_row(services, run)[4] != "done":
        try:
            drain(deadly, patience=1000)
        except KeyboardInterrupt:
            deaths += 1
    assert deaths == 3
    assert run_row(services, run) == (5, 4, 1, 1, "done")
    assert [str(error).partition(":")[0] for *_, error in rows(services)] == ["None", "None", "unknown", "None", "None"]
    assert "/2" not in shop.paths()
    assert min(shop.gaps()) >= 1


def test_a_machine_that_fails_costs_no_url(services: Services, site: Start) -> None:
    shop = site({f"/{n}": Page() for n in range(3)})
    product = register(services, "店", [shop.url(f"/{n}") for n in range(3)])
    run = start_manual_run(services, product, mode="all", delay_seconds=1)

    class Full:
        """The objects on a disk that has no room for parts."""

        def put(self, key: str, body: bytes, **condition: object) -> str:
            if key.endswith("/robots"):
                raise OSError(28, "No space left on device")
            return services.objects.put(key, body, **condition)  # type: ignore[arg-type] # passed on

        def __getattr__(self, name: str) -> object:
            return getattr(services.objects, name)

    full = replace(services, objects=Full())  # type: ignore[arg-type] # the objects, failing
    for _ in range(5):
        [message] = services.crawl_queue.receive(wait=10)
        with pytest.raises(OSError, match="No space"):
            work(full, message)
        services.crawl_queue.postpone(message, 5)
    drain(services)
    assert run_row(services, run) == (3, 3, 0, 1, "done")


def test_a_message_that_the_queue_gave_up_ends_its_run_with_errors(services: Services, site: Start) -> None:
    shop = site({f"/{n}": Page() for n in range(4)})
    product = register(services, "店", [shop.url(f"/{n}") for n in range(4)])
    services = replace(services, slice_seconds=2.5)
    run = start_manual_run(services, product, mode="all", delay_seconds=1)
    [message] = services.crawl_queue.receive()
    work(services, message)
    [dead] = services.crawl_queue.receive(wait=10)
    services.crawl_queue.done(dead)
    for _ in range(2):
        bury(services, dead.body)
    bury(services, message.body)
    bury(services, "no JSON")
    drain(services)
    assert shop.paths() == ["/robots.txt", "/0", "/1"]
    assert run_row(services, run) == (4, 2, 2, 1, "done")
    assert {str(error) for *_, error in rows(services, where="is_error")} == {"unknown: 不明なエラーです (worker died)"}


def test_a_planner_that_died_before_it_noted_what_it_sent_changes_no_list(
    services: Services, site: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sends again knows of less that is left; messages on their way count in the list as it was."""
    shop = site({f"/{n}": Page() for n in range(9)})
    product = register(services, "店", [shop.url(f"/{n}") for n in range(9)])

    def dying(*given: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("chalicelib.crawl.plan.mark_batches_sent", dying)
        start_manual_run(services, product, mode="all", delay_seconds=1)
    services = replace(services, slice_seconds=3.5)
    drain(services, most=1)
    asked = len(shop.visits)
    assert asked > 2
    send_planned(services)
    batches._READ.clear()  # the next worker is another process
    drain(services, patience=130)
    assert sorted(shop.paths()) == sorted(["/robots.txt", *(f"/{n}" for n in range(9))])
    assert len(rows(services)) == 9
    [(run,)] = set(rows(services, "run_id"))
    assert run_row(services, int(str(run))) == (9, 9, 0, 1, "done")
