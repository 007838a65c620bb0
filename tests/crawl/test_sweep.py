"""What the hourly start puts in order among the objects, and what it leaves alone."""

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from pathlib import Path

from chalicelib.crawl.batches import is_cancelled
from chalicelib.crawl.merge import merge
from chalicelib.crawl.plan import cancel, start_manual_run
from chalicelib.crawl.sweep import KEEP_PARTS, sweep
from chalicelib.crawl.work import work
from chalicelib.services import Services
from chalicelib.store.database import EmbeddedDatabase
from chalicelib.store.products import delete_product
from tests.crawl.conftest import drain, register, rows, run_row
from tests.crawl.site import Page, Site
from tests.fetch.clocks import StandingClock

Start = Callable[..., Site]


def inbox(services: Services) -> list[str]:
    return list(services.objects.list("inbox/"))


def test_an_announcement_that_was_lost_is_made_up_for(services: Services, site: Start) -> None:
    shop = site({"/": Page()})
    run = start_manual_run(services, register(services, "店", [shop.url("/")]), mode="all", delay_seconds=0)
    [message] = services.crawl_queue.receive()
    work(services, message)
    [told] = services.merge_queue.receive()
    services.merge_queue.done(told)  # and forgotten
    sweep(services)
    assert run_row(services, run) == (1, 1, 0, 1, "done")


def test_parts_stay_as_long_as_a_message_may_come_again(services: Services, site: Start, clock: StandingClock) -> None:
    shop = site({"/": Page()})
    start_manual_run(services, register(services, "店", [shop.url("/")]), mode="all", delay_seconds=0)
    drain(services)
    sweep(services)
    assert len(inbox(services)) == 1
    clock.sleep(KEEP_PARTS.total_seconds() + 60)
    sweep(services)
    assert inbox(services) == []
    assert len(rows(services)) == 1


def test_what_belongs_to_nobody_goes(services: Services, site: Start, clock: StandingClock) -> None:
    shop = site({"/": Page()})
    product = register(services, "店", [shop.url("/")])
    run = start_manual_run(services, product, mode="all", delay_seconds=0)
    [message] = services.crawl_queue.receive()
    work(services, message)
    cancel(services, run)
    services.database.write(lambda connection: delete_product(connection, product))
    merge(services, services.merge_queue.receive())
    assert len(inbox(services)) == len(list(services.objects.list("cancel/"))) == 1
    sweep(services)
    assert inbox(services) == []
    clock.sleep(KEEP_PARTS.total_seconds() + 60)  # a message of its may come until then
    sweep(services)
    assert list(services.objects.list("cancel/")) == []


def test_the_list_of_a_batch_goes_with_its_end(services: Services, site: Start) -> None:
    shop = site({f"/{n}": Page() for n in range(3)})
    done = register(services, "済む", [shop.url(f"/{n}") for n in range(3)])
    start_manual_run(services, done, mode="all", delay_seconds=0)
    assert len(list(services.objects.list("batches/"))) == 1
    sweep(services)
    assert len(list(services.objects.list("batches/"))) == 1
    drain(services)
    assert list(services.objects.list("batches/")) == []
    services.objects.put("batches/00000000-0000-0000-0000-000000000000", b"[]")  # its worker died before it could
    sweep(services)
    assert list(services.objects.list("batches/")) == []
    assert is_cancelled(services.objects, "00000000-0000-0000-0000-000000000000")  # a worker may know the list by heart


def test_a_part_that_cannot_be_read_is_kept_for_a_person(services: Services) -> None:
    services.objects.put("inbox/00000000-0000-0000-0000-000000000000/000000", b"\xff")
    sweep(services)
    sweep(services)
    assert inbox(services) == []
    kept = services.objects.get("aside/inbox/00000000-0000-0000-0000-000000000000/000000")
    assert kept is not None
    assert kept.body == b"\xff"


class Behind:
    """A database whose readers see what was when it was opened, as those of a bucket do for a second."""

    def __init__(self, services: Services, folder: Path) -> None:
        self._database = services.database
        with services.database.read() as connection, closing(sqlite3.connect(folder / "behind.db")) as copy:
            connection.backup(copy)
        self._copy = EmbeddedDatabase(folder / "behind.db")

    def read(self) -> AbstractContextManager[sqlite3.Connection]:
        return self._copy.read()

    def __getattr__(self, name: str) -> object:
        return getattr(self._database, name)


def test_a_run_that_is_younger_than_the_sweeper_s_copy_is_left_alone(
    services: Services, site: Start, tmp_path: Path
) -> None:
    """Its list stays and is not marked, and neither does a part of it go that nobody announced."""
    shop = site({f"/{n}": Page() for n in range(3)})
    product = register(services, "店", [shop.url(f"/{n}") for n in range(3)])
    behind = replace(services, database=Behind(services, tmp_path), slice_seconds=1.5)  # type: ignore[arg-type] # behind
    run = start_manual_run(services, product, mode="all", delay_seconds=1)
    sweep(behind)
    [message] = services.crawl_queue.receive()
    work(behind, message)
    [told] = services.merge_queue.receive()
    services.merge_queue.done(told)  # and forgotten
    sweep(behind)
    drain(services)
    assert shop.paths() == ["/robots.txt", "/0", "/1", "/2"]
    assert run_row(services, run) == (3, 3, 0, 1, "done")
