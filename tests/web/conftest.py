"""A real browser, a site to crawl, and an installation that has crawled it."""

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.web.installation import EMAIL, PASSWORD, Installation, crawl, installed
from tests.web.site import PATHS, serve_site
from tests.web.watching import Watched, watch

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

expect.set_options(timeout=15_000)  # a machine that does other things too is slow, not wrong


class Crawled(NamedTuple):
    """An installation with one product whose URLs were crawled. `results` are ids by the path of the page."""

    kunugi: Installation
    product: int
    run: int
    results: dict[str, int]


Open = Callable[..., Watched]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = shutil.which("chromium")
        assert found, "the browser tests need chromium: make browser"
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    with serve_site() as origin:
        yield origin


@pytest.fixture(scope="session")
def crawled(tmp_path_factory: pytest.TempPathFactory, site: str) -> Iterator[Crawled]:
    with installed(tmp_path_factory.mktemp("crawled")) as kunugi, kunugi.administrator() as client:
        product = client.post("products", json={"name": "くぬぎ沢木工"}).json()["product"]["id"]
        client.post(
            f"products/{product}/urls", json={"text": "\n".join(site + path for path in PATHS)}
        ).raise_for_status()
        run = crawl(client, product)["id"]
        rows = client.get(f"results?run={run}").json()["results"]
        yield Crawled(kunugi, product, run, {row["url"].removeprefix(site): row["id"] for row in rows})


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Open]:
    """Opens a watched page at an address; in the end everything it did is checked."""
    with ExitStack() as ends:
        pages: list[Watched] = []

        def open_at(
            url: str, *, width: int = 1280, height: int = 800, dark: bool = False, language: str = "ja"
        ) -> Watched:
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if dark else "light",
                locale="ja-JP",
                reduced_motion="reduce",
            )
            ends.callback(context.close)
            if language != "ja":
                context.add_init_script(f"localStorage.setItem('kunugi.language', '{language}')")
            watched = watch(context, url)
            pages.append(watched)
            watched.page.goto(url)
            return watched

        yield open_at
        for watched in pages:
            watched.check()


@pytest.fixture
def signed_in(open_page: Open, crawled: Crawled) -> Open:
    """Opens an address of the crawled installation (`#/…`) as its administrator."""

    def open_at(address: str = "#/products", **options: object) -> Watched:
        watched = open_page(crawled.kunugi.url, **options)
        page = watched.page
        page.locator("input[name=email]").fill(EMAIL)
        page.locator("input[name=password]").fill(PASSWORD)
        page.keyboard.press("Enter")
        page.locator("#main h1").wait_for()
        page.evaluate("address => { location.hash = address }", address)
        page.wait_for_function("address => location.hash === address", arg=address)
        page.locator(".skeleton").first.wait_for(state="detached")
        page.locator("#main h1", has_text=re.compile(".")).wait_for()
        return watched

    return open_at
