"""The page's small functions, asked in the browser: times in Japan, addresses, sizes."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Crawled, Open

IMPORT_AND_CALL = """async ([module, name, values]) => {
  const imported = await import(new URL(`assets/${module}`, document.baseURI))
  return imported[name](...values)
}"""


@pytest.fixture
def ask(open_page: Open, crawled: Crawled) -> Any:
    page: Page = open_page(crawled.kunugi.url).page
    page.locator("h1").wait_for()

    def call(module: str, name: str, *values: object) -> Any:
        return page.evaluate(IMPORT_AND_CALL, [module, name, list(values)])

    return call


def test_times_are_those_of_japan(ask: Any) -> None:
    """K-043: 15:00 UTC on 31 January belongs to 1 February."""
    assert ask("format.js", "when", "2025-01-31 14:59:59") == "2025/01/31 23:59"
    assert ask("format.js", "when", "2025-01-31 15:00:00") == "2025/02/01 00:00"
    assert ask("format.js", "when", "2024-12-31 15:00:00") == "2025/01/01 00:00"
    assert ask("format.js", "when", None) == "–"
    assert ask("format.js", "when", "<img>") == "–"


def test_lengths_of_time(ask: Any) -> None:
    given = [0, 59.4, 60, 80, 3599, 3600, 36_061]
    said = ["0 秒", "59 秒", "1 分 0 秒", "1 分 20 秒", "59 分 59 秒", "1 時間 0 分", "10 時間 1 分"]
    assert [ask("format.js", "duration", seconds) for seconds in given] == said


def test_sizes(ask: Any) -> None:
    assert [ask("format.js", "size", number) for number in (0, 999, 1000, 48_211, 50_000_000)] == [
        "0 B",
        "999 B",
        "1.0 KB",
        "48.2 KB",
        "50.0 MB",
    ]


@pytest.mark.parametrize(
    ("text", "opened"),
    [
        ("https://例え.jp/あ", "https://xn--r8jz45g.jp/%E3%81%82"),
        ("http://a.example/?a=<b>", "http://a.example/?a=%3Cb%3E"),
        ("javascript:alert(1)", None),
        (" javascript:alert(1)", None),
        ("JaVaScRiPt:alert(1)", None),
        ("data:text/html,<script>", None),
        ("/relative", None),
        ("", None),
        (None, None),
    ],
)
def test_only_addresses_of_the_web_are_links(ask: Any, text: str | None, opened: str | None) -> None:
    assert ask("format.js", "openable", text) == opened


def test_addresses_go_there_and_back(ask: Any) -> None:
    query = {"product": "3", "status": "error", "q": "夏 & 秋?=#/%"}
    address = ask("router.js", "address", ["results"], {**query, "run": "", "type": None})
    assert ask("router.js", "parse", address) == {"parts": ["results"], "query": query}
    assert ask("router.js", "address", ["products", 3]) == "#/products/3"
    assert ask("router.js", "parse", "") == {"parts": [], "query": {}}
    assert ask("router.js", "parse", "#/a%2Fb/%E0%A4%A?x") == {"parts": ["a/b", "%E0%A4%A"], "query": {"x": ""}}
