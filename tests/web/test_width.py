"""Every screen at every width, in both languages, light and dark: nothing is wider than the window."""

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Crawled, Open

LINES = "element => { const text = new Range(); text.selectNodeContents(element); return text.getClientRects().length }"


def screens(crawled: Crawled) -> dict[str, str]:
    return {
        "products": "#/products",
        "product": f"#/products/{crawled.product}",
        "crawl": f"#/crawl?product={crawled.product}",
        "run": f"#/runs/{crawled.run}",
        "runs": "#/runs",
        "results": f"#/results?product={crawled.product}",
        "detail": f"#/results/{crawled.results['/article']}",
        "broken": f"#/results/{crawled.results['/broken']}",
        "missing": "#/nothing/here",
    }


@pytest.mark.parametrize(
    ("width", "dark", "language"),
    [
        (320, False, "ja"),
        (320, True, "en"),
        (375, False, "en"),
        (768, False, "ja"),
        (1280, True, "ja"),
        (1280, False, "en"),
    ],
)
def test_nothing_is_wider_than_the_window(
    signed_in: Open, crawled: Crawled, width: int, dark: bool, language: str
) -> None:
    watched = signed_in("#/products", width=width, dark=dark, language=language)
    page = watched.page
    for name, address in screens(crawled).items():
        page.evaluate("address => { location.hash = address }", address)
        page.locator(".skeleton").first.wait_for(state="detached")
        page.wait_for_timeout(50)
        watched.shoot(f"{language}-{width}{'-dark' if dark else ''}-{name}", full=width < 1000 or name == "detail")
        assert watched.overflow() <= 0, name


def test_before_sign_in_too(open_page: Open, crawled: Crawled) -> None:
    for width in (320, 1280):
        watched = open_page(crawled.kunugi.url, width=width)
        watched.page.locator("h1").wait_for()
        assert watched.overflow() <= 0
        watched.shoot(f"ja-{width}-login")
        watched.page.get_by_role("link", name="パスワードをお忘れの方はこちら").click()
        watched.page.get_by_text("kunugi user password").wait_for()
        assert watched.overflow() <= 0


def test_the_menu_of_a_narrow_screen(signed_in: Open) -> None:
    page = signed_in("#/products", width=320).page
    button = page.get_by_role("button", name="メニュー")
    expect(button).to_have_attribute("aria-expanded", "false")
    assert not page.get_by_role("link", name="クロール結果").is_visible()
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(button).to_have_attribute("aria-expanded", "false")
    button.click()
    page.get_by_role("link", name="クロール結果").click()
    page.locator("h1", has_text="クロール結果").wait_for()
    expect(button).to_have_attribute("aria-expanded", "false")


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_head_of_a_narrow_column_stays_on_a_line(signed_in: Open, crawled: Crawled, language: str) -> None:
    """A URL that was never crawled has less to say than the head of its column."""
    with crawled.kunugi.administrator() as client:
        made = client.post("products", json={"name": "これから"}).json()["product"]["id"]
        text = f"https://www.example.com/{'long-' * 30}"
        client.post(f"products/{made}/urls", json={"text": text}).raise_for_status()
        watched = signed_in(f"#/products/{made}", language=language)
        head = watched.page.get_by_role("columnheader", name="最終クロール" if language == "ja" else "Last crawl")
        assert head.evaluate(LINES) == 1
        watched.shoot(f"{language}-1280-never-crawled")
        client.request("DELETE", f"products/{made}", json={"name": "これから"}).raise_for_status()
