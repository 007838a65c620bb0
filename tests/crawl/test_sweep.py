"""What the hourly start puts in order among the objects, and what it leaves alone."""

from collections.abc import Callable

from chalicelib.crawl.batches import is_cancelled
from chalicelib.crawl.merge import merge
from chalicelib.crawl.plan import cancel, start_manual_run
from chalicelib.crawl.sweep import KEEP_PARTS, sweep
from chalicelib.crawl.work import work
from chalicelib.services import Services
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
