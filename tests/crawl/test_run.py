"""A run from plan to merged results: one row a URL, whatever happens (K-040 to K-042, K-053 to K-055)."""

import json
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from chalicelib.crawl.batches import mark_cancelled
from chalicelib.crawl.merge import merge_parts
from chalicelib.crawl.messages import part_from_json, part_key, part_to_json
from chalicelib.crawl.plan import NothingToCrawlError, cancel, delete_whole_product, send_planned, start_manual_run
from chalicelib.crawl.tick import tick
from chalicelib.crawl.work import bury, work
from chalicelib.fetch.client import Client
from chalicelib.ports.queue import Message, Queue
from chalicelib.services import Services
from chalicelib.store.products import delete_product, product_exists, set_own_site
from tests.crawl.conftest import drain, register, rows, run_row
from tests.crawl.site import Page, Site, redirect
from tests.fetch.clocks import StandingClock

Start = Callable[..., Site]


def test_every_url_leaves_one_row_that_says_what_happened(services: Services, site: Start) -> None:
    shop = site(
        {
            "/robots.txt": Page(200, "User-agent: Kunugi\nDisallow: /private\n", (("Content-Type", "text/plain"),)),
            "/": Page(body="<html lang=ja><title>ようこそ</title><h1>店</h1>"),
            "/old": redirect("/"),
            "/loop": redirect("/loop"),
            "/broken": Page(500, "oops"),
            "/manual.pdf": Page(body="%PDF-1.7", headers=(("Content-Type", "application/pdf"),)),
        }
    )
    paths = ["/", "/old", "/loop", "/broken", "/manual.pdf", "/gone", "/private/x"]
    product = register(services, "店", [shop.url(path) for path in paths] + ["http://127.0.0.1:9/closed"])
    run = start_manual_run(services, product, mode="all", delay_seconds=0)
    drain(services)
    assert run_row(services, run) == (8, 3, 5, 1, "done")
    told = {str(url).removeprefix(shop.origin): rest for url, *rest in rows(services)}
    assert told == {
        "/": [200, 0, None],
        "/old": [200, 0, None],
        "/loop": [
            None,
            1,
            "redirect-loop: リダイレクトがループしているか、回数が多すぎます (back to a page that led here)",
        ],
        "/broken": [500, 1, "HTTP 500 Internal Server Error"],
        "/manual.pdf": [200, 0, None],
        "/gone": [404, 1, "HTTP 404 Not Found"],
        "/private/x": [None, 1, "robots: robots.txt により対象外です (Disallow)"],
        "http://127.0.0.1:9/closed": [None, 1, told["http://127.0.0.1:9/closed"][2]],
    }
    assert str(told["http://127.0.0.1:9/closed"][2]).startswith("connection-refused: ")
    assert "/private/x" not in shop.paths()
    assert rows(services, "title, primary_heading, final_url", "url LIKE '%/old'") == [
        ("ようこそ", "店", shop.url("/"))
    ]
    [(text,)] = rows(services, "result_json", "url LIKE '%/old'")
    assert json.loads(str(text))["fetch"]["redirects"] == [{"status": 302, "url": shop.url("/old")}]


def test_nothing_to_crawl_is_said(services: Services, site: Start) -> None:
    shop = site({"/": Page()})
    product = register(services, "空", [])
    with pytest.raises(NothingToCrawlError):
        start_manual_run(services, product, mode="all", delay_seconds=0)
    full = register(services, "店", [shop.url("/")])
    start_manual_run(services, full, mode="not_crawled", delay_seconds=0)
    with pytest.raises(NothingToCrawlError):  # waits in an unfinished batch (K-044)
        start_manual_run(services, full, mode="not_crawled", delay_seconds=0)
    drain(services)
    with pytest.raises(NothingToCrawlError):  # crawled today
        start_manual_run(services, full, mode="not_crawled", delay_seconds=0)
    assert len(rows(services)) == 1


def test_the_delay_lies_between_any_two_requests(services: Services, site: Start) -> None:
    """Robots, redirects and retries are requests too (K-054)."""
    shop = site(
        {
            "/a": redirect("/b"),
            "/b": Page(),
            "/c": lambda visit: Page(503, "", (("Retry-After", "40"),)) if visit == 1 else Page(),
            "/d": Page(),
        }
    )
    product = register(services, "店", [shop.url(path) for path in ("/a", "/c", "/d")])
    start_manual_run(services, product, mode="all", delay_seconds=7)
    drain(services, patience=60)
    assert shop.paths() == ["/robots.txt", "/a", "/b", "/c", "/d", "/c"]
    assert min(shop.gaps()) >= 7
    assert shop.gaps()[3] >= 40  # Retry-After holds for the host, not for the URL alone
    assert [row[1] for row in rows(services)] == [200, 200, 200]


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


def test_robots_that_cannot_be_had_keep_the_crawler_away(services: Services, site: Start) -> None:
    shop = site({"/robots.txt": Page(503, ""), "/": Page()})
    product = register(services, "店", [shop.url("/")])
    run = start_manual_run(services, product, mode="all", delay_seconds=0)
    drain(services)
    assert shop.paths() == ["/robots.txt"] * 3
    assert [row[3] for row in rows(services)] == ["robots: robots.txt により対象外です (robots.txt: HTTP 503)"]
    assert run_row(services, run) == (1, 0, 1, 1, "done")


@pytest.mark.parametrize(
    "robots",
    [
        redirect("/robots.txt"),
        Page(404, "none"),
        Page(200, "", (("Content-Encoding", "gzip"),)),
        Page(200, "x" * 10_000_001),
    ],
    ids=["loop", "none", "badly packed", "huge"],
)
def test_robots_that_nobody_can_read_are_no_rules(services: Services, site: Start, robots: Page) -> None:
    shop = site({"/robots.txt": robots, "/": Page()})
    start_manual_run(services, register(services, "店", [shop.url("/")]), mode="all", delay_seconds=0)
    drain(services)
    assert [row[1] for row in rows(services)] == [200]


def test_the_own_site_is_not_asked_for_robots(services: Services, site: Start) -> None:
    shop = site({"/robots.txt": Page(200, "User-agent: *\nDisallow: /\n"), "/": Page()})
    product = register(services, "自社", [shop.url("/")])
    services.database.write(lambda connection: set_own_site(connection, product, True))
    start_manual_run(services, product, mode="all", delay_seconds=0)
    drain(services)
    assert shop.paths() == ["/"]
    assert rows(services)[0][1] == 200


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


def test_a_broken_part_is_set_aside_and_holds_up_nobody(services: Services, site: Start) -> None:
    shop = site({"/0": Page()})
    product = register(services, "店", [shop.url("/0")])
    run = start_manual_run(services, product, mode="all", delay_seconds=0)
    services.objects.put("inbox/00000000-0000-0000-0000-000000000000/000000", b'{"run": 1}')
    services.merge_queue.send("merge", "inbox/00000000-0000-0000-0000-000000000000/000000", once="broken")
    drain(services)
    assert run_row(services, run) == (1, 1, 0, 1, "done")
    assert list(services.objects.list("aside/")) == ["aside/inbox/00000000-0000-0000-0000-000000000000/000000"]


def test_the_time_of_a_result_is_that_of_its_fetch(services: Services, site: Start, clock: StandingClock) -> None:
    shop = site({"/0": Page()})
    product = register(services, "店", [shop.url("/0")])
    start_manual_run(services, product, mode="all", delay_seconds=0)
    [message] = services.crawl_queue.receive()
    work(services, message)
    clock.sleep(timedelta(hours=3).total_seconds())
    drain(services)
    assert rows(services, "created_at") == [("2026-04-01 00:00:00",)]


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


def test_where_the_run_was_planned_decides_what_may_be_asked(services: Services, site: Start) -> None:
    """Processes that share a queue need not be set alike: `serve` may crawl its demo site, `kunugi crawl` may not."""
    shop = site({"/0": Page()})
    start_manual_run(services, register(services, "店", [shop.url("/0")]), mode="all", delay_seconds=0)
    strict = replace(services, settings=replace(services.settings, allow_networks=()), client=Client())
    drain(strict)
    assert [row[1] for row in rows(services)] == [200]
    start_manual_run(strict, register(services, "別", [shop.url("/0")]), mode="all", delay_seconds=0)
    drain(services)
    assert [str(row[3]).partition(":")[0] for row in rows(services) if row[1] is None] == ["blocked-address"]


def test_messages_stay_small_however_long_the_list(services: Services, site: Start) -> None:
    shop = site({})
    product = register(services, "店", [shop.url(f"/{n}") for n in range(2_000)])
    start_manual_run(services, product, mode="all", delay_seconds=10)
    sizes = []
    for _ in range(3):
        [message] = services.crawl_queue.receive(1, wait=60)
        sizes.append(len(message.body))
        work(services, message)
    assert max(sizes) < 2_000
    parts = [services.objects.get(key) for key in services.objects.list("inbox/")]
    assert max(len(part.body) for part in parts if part is not None) < 10_000


def test_a_cancelled_batch_still_in_the_queue_is_dropped(services: Services, site: Start) -> None:
    shop = site({"/0": Page()})
    product = register(services, "店", [shop.url("/0")])
    run = start_manual_run(services, product, mode="all", delay_seconds=0)
    cancel(services, run)
    assert len(list(services.objects.list("cancel/"))) == 1
    drain(services)
    assert shop.visits == []
    assert run_row(services, run) == (0, 0, 0, 1, "cancelled")
