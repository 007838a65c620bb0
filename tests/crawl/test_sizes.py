"""Messages stay small, whatever their batch comes to: SQS takes 1 MiB, and counts each 64 kB as a message."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from urllib.parse import quote

import pytest

from chalicelib.crawl.plan import start_manual_run
from chalicelib.fetch.answers import Answer
from chalicelib.services import Services
from tests.crawl.conftest import drain, register, rows, run_row
from tests.fetch.clocks import StandingClock

HOST, OTHER = "http://127.0.0.1:1", "http://127.0.0.1:2"
LARGEST = 64_000  # bytes


class Web:
    """The client, with answers made by a function of the URL and of how often it was asked."""

    def __init__(self, answers: Callable[[str, int], Answer]) -> None:
        self.answers, self.visits = answers, list[str]()

    def get(self, url: str) -> Answer:
        self.visits.append(url)
        return self.answers(url, self.visits.count(url))


def answer(url: str, status: int = 200, location: str | None = None) -> Answer:
    return Answer(url, status, "", {"content-type": "text/html"}, b"<title>t</title>", location, None, 1, 16)


def robots(url: str) -> Answer | None:
    return answer(url, 404) if url.endswith("/robots.txt") else None


@contextmanager
def noting(services: Services) -> Iterator[tuple[Services, list[int]]]:
    """The services, and the bytes of each message sent through them."""
    sizes: list[int] = []

    class Noting:
        def send(self, group: str, body: str, *, once: str) -> None:
            sizes.append(len(body.encode()))
            services.crawl_queue.send(group, body, once=once)

        def __getattr__(self, name: str) -> object:
            return getattr(services.crawl_queue, name)

    yield replace(services, crawl_queue=Noting()), sizes  # type: ignore[arg-type] # the queue, noting


def crawl(services: Services, web: Web, urls: list[str], *, parallel: int = 4) -> tuple[int, list[int]]:
    """Crawl them without a delay; the run, and the bytes of its messages."""
    settings = replace(services.settings, parallel=parallel)
    with noting(replace(services, client=web, settings=settings)) as (noted, sizes):  # type: ignore[arg-type] # the client
        run = start_manual_run(noted, register(noted, "店", urls), mode="all", delay_seconds=0)
        drain(noted)
    return run, sizes


def test_a_site_that_moved_to_another_host(services: Services) -> None:
    urls = [f"{HOST}/category/products/item-{n:06d}-long-name-of-the-page.html?colour=red" for n in range(700)]

    def moved(url: str, visit: int) -> Answer:
        return robots(url) or (answer(url, 301, url.replace(HOST, OTHER)) if url.startswith(HOST) else answer(url))

    web = Web(moved)
    run, sizes = crawl(services, web, urls)
    assert run_row(services, run) == (700, 700, 0, 1, "done")
    assert max(sizes) <= LARGEST
    assert len(sizes) < 20
    assert len(web.visits) == 2 * (700 + 1)
    assert rows(services, "count(DISTINCT final_url)") == [(700,)]


@pytest.mark.parametrize("visits", [1, 3])
def test_a_site_that_is_down(services: Services, visits: int) -> None:
    """Each page is asked again behind the others, three times at most."""
    urls = [f"{HOST}/category/products/item-{n:06d}-long-name-of-the-page.html?colour=red" for n in range(700)]
    clock = services.clock
    assert isinstance(clock, StandingClock)

    def down(url: str, visit: int) -> Answer:
        clock.time += timedelta(seconds=0.05)
        return robots(url) or answer(url, 503 if visit <= visits else 200)

    web = Web(down)
    run, sizes = crawl(services, web, urls, parallel=1)
    good = 700 if visits == 1 else 0
    assert run_row(services, run) == (700, good, 700 - good, 1, "done")
    assert max(sizes) <= LARGEST
    assert len(web.visits) == 1 + 700 * (2 if visits == 1 else 3)
    again = [web.visits.index(url, web.visits.index(url) + 1) - web.visits.index(url) for url in urls]
    assert min(again) >= 100


def test_trails_as_long_as_they_may_be(services: Services) -> None:
    """Ten redirects each, through addresses of thousands of signs, and many of them on their way at once."""
    urls = [f"{HOST}/{n}/0?" + quote("あ") * 200 for n in range(20)]
    clock = services.clock
    assert isinstance(clock, StandingClock)

    def led_on(url: str, visit: int) -> Answer:
        clock.time += timedelta(seconds=0.5)
        if (given := robots(url)) is not None:
            return given
        _, _, _, number, step = url.partition("?")[0].split("/")
        if int(step) == 10:
            return answer(url)
        host = (HOST, OTHER)[int(number) % 2] if step == "8" else url.partition("/" + number + "/")[0]
        return answer(url, 302, f"{host}/{number}/{int(step) + 1}?" + "x" * 7_900)

    run, sizes = crawl(services, Web(led_on), urls, parallel=32)
    assert run_row(services, run) == (20, 20, 0, 1, "done")
    assert max(sizes) <= 3 * LARGEST
