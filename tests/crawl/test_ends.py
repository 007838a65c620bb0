"""How a run ends before its time: cancelled, or its product deleted (K-053, K-020)."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from chalicelib.crawl.batches import mark_cancelled
from chalicelib.crawl.plan import cancel, delete_whole_product, start_manual_run
from chalicelib.crawl.tick import tick
from chalicelib.crawl.work import work
from chalicelib.services import Services
from chalicelib.store.products import delete_product, product_exists
from tests.crawl.conftest import drain, register, rows, run_row
from tests.crawl.site import Page, Site

Start = Callable[..., Site]


def test_a_cancelled_run_ends_at_once_and_keeps_what_was_crawled(services: Services, site: Start) -> None:
    shop = site({f"/{n}": Page() for n in range(9)})
    product = register(services, "店", [shop.url(f"/{n}") for n in range(9)])
    services = replace(services, slice_seconds=5.0)
    run = start_manual_run(services, product, mode="all", delay_seconds=2)
    [message] = services.crawl_queue.receive()
    work(services, message)
    held = services.crawl_queue.receive(wait=10)  # a slice is under way while somebody cancels
    assert cancel(services, run)
    assert not cancel(services, run)
    assert run_row(services, run)[2:] == (0, 1, "cancelled")
    work(replace(services, objects=_Blind(services)), held[0])  # type: ignore[arg-type] # looked just before
    drain(services)
    total, success, errors, finished, state = run_row(services, run)
    assert (total, errors, finished, state) == (success, 0, 1, "cancelled")
    assert success == len(rows(services)) == len(shop.visits) - 1 < 9


class _Blind:
    """The objects, seen before the run was cancelled."""

    def __init__(self, services: Services) -> None:
        self.objects = services.objects

    def get(self, key: str) -> object:
        return None if key.startswith("cancel/") else self.objects.get(key)

    def __getattr__(self, name: str) -> object:
        return getattr(self.objects, name)


def test_a_product_deleted_meanwhile_leaves_nothing_behind(services: Services, site: Start) -> None:
    shop = site({f"/{n}": Page() for n in range(4)})
    product = register(services, "消える", [shop.url(f"/{n}") for n in range(4)])
    other = register(services, "残る", [shop.url("/0")])
    services = replace(services, slice_seconds=1.0)
    start_manual_run(services, product, mode="all", delay_seconds=1)
    stays = start_manual_run(services, other, mode="all", delay_seconds=1)
    [message] = services.crawl_queue.receive()
    work(services, message)
    services.database.write(lambda connection: delete_product(connection, product))
    drain(services)
    assert [row[0] for row in rows(services)] == [shop.url("/0")]
    assert run_row(services, stays) == (1, 1, 0, 1, "done")
    with services.database.read() as connection:
        assert connection.execute("SELECT count(*) FROM pending_urls").fetchone()[0] == 0


def test_deleting_a_product_stops_its_crawl(services: Services, site: Start) -> None:
    shop = site({f"/{n}": Page() for n in range(5)})
    product = register(services, "消える", [shop.url(f"/{n}") for n in range(5)])
    start_manual_run(services, product, mode="all", delay_seconds=3600)
    [message] = services.crawl_queue.receive()
    work(services, message)
    batches = services.database.write(
        lambda connection: delete_whole_product(connection, product, "2026-04-01 00:00:00")
    )
    mark_cancelled(services.objects, batches, services.clock.now())
    with services.database.read() as connection:
        assert not product_exists(connection, product)
    tick(services)
    drain(services, patience=3 * 3600)
    assert len(shop.visits) == 1


def test_a_cancel_that_dies_half_way_is_made_up_for(services: Services, site: Start) -> None:
    """The database knows first; whoever merges next tells the workers."""
    shop = site({f"/{n}": Page() for n in range(9)})
    product = register(services, "店", [shop.url(f"/{n}") for n in range(9)])
    services = replace(services, slice_seconds=5.0)
    run = start_manual_run(services, product, mode="all", delay_seconds=2)

    class Dying:
        """The objects of a process that dies before it can tell."""

        def put(self, key: str, body: bytes) -> str:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cancel(replace(services, objects=Dying()), run)  # type: ignore[arg-type] # the objects, dying
    drain(services)
    total, success, errors, finished, state = run_row(services, run)
    assert (total, errors, finished, state) == (success, 0, 1, "cancelled")
    assert success == len(rows(services)) < 9


def test_a_cancelled_batch_still_in_the_queue_is_dropped(services: Services, site: Start) -> None:
    shop = site({"/0": Page()})
    product = register(services, "店", [shop.url("/0")])
    run = start_manual_run(services, product, mode="all", delay_seconds=0)
    cancel(services, run)
    assert len(list(services.objects.list("cancel/"))) == 1
    drain(services)
    assert shop.visits == []
    assert run_row(services, run) == (0, 0, 0, 1, "cancelled")
