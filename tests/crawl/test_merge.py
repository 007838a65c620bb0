"""Parts into the database: each judged alone, each exactly once (K-041)."""

from collections.abc import Callable
from dataclasses import replace

from chalicelib.crawl.merge import merge_parts
from chalicelib.crawl.messages import part_from_json, part_key, part_to_json
from chalicelib.crawl.plan import start_manual_run
from chalicelib.crawl.work import work
from chalicelib.services import Services
from tests.crawl.conftest import drain, register, rows, run_row
from tests.crawl.site import Page, Site

Start = Callable[..., Site]


def test_a_broken_part_is_set_aside_and_holds_up_nobody(services: Services, site: Start) -> None:
    shop = site({"/0": Page()})
    product = register(services, "店", [shop.url("/0")])
    run = start_manual_run(services, product, mode="all", delay_seconds=0)
    services.objects.put("inbox/00000000-0000-0000-0000-000000000000/000000", b'{"run": 1}')
    services.merge_queue.send("merge", "inbox/00000000-0000-0000-0000-000000000000/000000", once="broken")
    drain(services)
    assert run_row(services, run) == (1, 1, 0, 1, "done")
    assert list(services.objects.list("aside/")) == ["aside/inbox/00000000-0000-0000-0000-000000000000/000000"]


def test_of_two_workers_with_one_message_the_first_part_counts(services: Services, site: Start) -> None:
    """A second delivery while the first is still at work: both ask, one part is kept, and both go on from that."""
    shop = site({"/0": lambda visit: Page(body=f"<title>visit {visit}</title>")})
    start_manual_run(services, register(services, "店", [shop.url("/0")]), mode="all", delay_seconds=0)
    [message] = services.crawl_queue.receive()

    class Overtaken:
        """The objects, in which another worker puts its part just before ours."""

        def put(self, key: str, body: bytes, *, only_if_new: bool = False, if_match: str | None = None) -> str:
            if key.startswith("inbox/") and services.objects.get(key) is None:
                work(services, message)
            return services.objects.put(key, body, only_if_new=only_if_new, if_match=if_match)

        def __getattr__(self, name: str) -> object:
            return getattr(services.objects, name)

    work(replace(services, objects=Overtaken()), message)  # type: ignore[arg-type] # the objects, overtaken
    drain(services)
    assert shop.paths() == ["/robots.txt", "/0", "/0"]
    assert rows(services, "title") == [("visit 2",)]


def test_a_url_is_recorded_once_whatever_parts_bring_it(services: Services, site: Start) -> None:
    shop = site({"/0": Page(body="<title>first</title>")})
    run = start_manual_run(services, register(services, "店", [shop.url("/0")]), mode="all", delay_seconds=0)
    drain(services)
    [key] = services.objects.list("inbox/")
    stored = services.objects.get(key)
    assert stored is not None
    part = part_from_json(stored.body)
    other = replace(part, batch="11111111-1111-1111-1111-111111111111")
    services.objects.put(part_key(other.batch, other.part), part_to_json(other))
    merge_parts(services, [part_key(other.batch, other.part)])
    assert len(rows(services)) == 1
    assert run_row(services, run) == (1, 1, 0, 1, "done")


def test_half_a_part_is_never_written(services: Services, site: Start) -> None:
    shop = site({f"/{n}": Page() for n in range(2)})
    run = start_manual_run(
        services, register(services, "店", [shop.url("/0"), shop.url("/1")]), mode="all", delay_seconds=0
    )
    [message] = services.crawl_queue.receive()
    work(services, message)
    [key] = services.objects.list("inbox/")
    stored = services.objects.get(key)
    assert stored is not None
    part = part_from_json(stored.body)
    broken = replace(part, results=(part.results[0], {**part.results[1], "created_at": None}))
    services.objects.put(key, part_to_json(broken))
    drain(services)
    assert rows(services) == []
    assert run_row(services, run)[:4] == (2, 0, 0, 0)
    assert list(services.objects.list("aside/")) == [f"aside/{key}"]
