"""How light the page is, measured at the wire: what a first visit loads, compressed as the server sends it."""

from collections.abc import Callable
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import Browser, Request

from tests.web.conftest import Crawled
from tests.web.installation import EMAIL, PASSWORD

LIMIT_BYTES = 60_000


def test_a_first_load_is_light(
    browser: Browser, crawled: Crawled, record_property: Callable[[str, object], None]
) -> None:
    context = browser.new_context()
    page = context.new_page()
    paths: set[str] = set()
    sizes: list[int] = []

    def arrived(request: Request) -> None:
        paths.add(urlsplit(request.url).path)
        sizes.append(request.sizes()["responseBodySize"])

    page.on("requestfinished", arrived)
    page.goto(crawled.kunugi.url)
    page.locator("input[name=email]").fill(EMAIL)
    login = sum(sizes)
    page.locator("input[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.locator("tbody tr").first.wait_for()
    page.wait_for_load_state("networkidle")
    first_screen = sum(sizes)
    context.close()
    record_property("bytes to the sign-in form", login)
    record_property("bytes to the list of products", first_screen)
    assert "/assets/htm-preact.js" in paths
    assert 10_000 < login < first_screen < LIMIT_BYTES


def test_all_of_the_page_is_compressed_and_revalidated(crawled: Crawled) -> None:
    with httpx.Client(base_url=crawled.kunugi.url) as client:
        first = client.get("assets/texts-ja.js")
        assert first.headers["content-encoding"] == "gzip"
        again = client.get("assets/texts-ja.js", headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
