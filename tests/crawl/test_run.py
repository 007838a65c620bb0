"""A run from plan to merged results: one row a URL, whatever happens (K-040 to K-042, K-053 to K-055)."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from chalicelib.crawl.plan import NothingToCrawlError, start_manual_run
from chalicelib.crawl.work import work
from chalicelib.fetch.client import Client
from chalicelib.services import Services
from chalicelib.store.products import set_own_site
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


def test_the_time_of_a_result_is_that_of_its_fetch(services: Services, site: Start, clock: StandingClock) -> None:
    shop = site({"/0": Page()})
    product = register(services, "店", [shop.url("/0")])
    start_manual_run(services, product, mode="all", delay_seconds=0)
    [message] = services.crawl_queue.receive()
    work(services, message)
    clock.sleep(timedelta(hours=3).total_seconds())
    drain(services)
    assert rows(services, "created_at") == [("2026-04-01 00:00:00",)]


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
