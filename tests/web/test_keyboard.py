"""The keyboard alone is enough, and always seen where it is."""

from playwright.sync_api import Page, expect

from tests.web.conftest import Crawled, Open
from tests.web.installation import EMAIL, PASSWORD


def focused(page: Page) -> str:
    """The name of what has the focus: an input's own, else its text."""
    return str(page.evaluate("document.activeElement.name || document.activeElement.textContent.trim()"))


def has_outline(page: Page) -> bool:
    return str(page.evaluate("getComputedStyle(document.activeElement).outlineStyle")) != "none"


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the focus is on `name`; every stop on the way is seen."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if focused(page) == name:
            assert has_outline(page)
            return
    raise AssertionError(f"{name} is not reached")


def test_sign_in_and_go_to_a_result(open_page: Open, crawled: Crawled) -> None:
    page = open_page(crawled.kunugi.url).page
    page.locator("h1").wait_for()
    page.keyboard.press("Tab")
    assert focused(page) == "email"
    page.keyboard.type(EMAIL)
    page.keyboard.press("Tab")
    assert focused(page) == "password"
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("プロダクト一覧")
    expect(page.locator("h1")).to_be_focused()

    page.keyboard.press("Shift+Tab")
    tab_to(page, "くぬぎ沢木工")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("くぬぎ沢木工")
    tab_to(page, "クロール結果")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_be_focused()
    expect(page.locator("tbody tr").first).to_be_visible()
    tab_to(page, "春の家具フェア｜くぬぎ沢木工")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("結果詳細")


def test_the_skip_link_comes_first(signed_in: Open) -> None:
    page = signed_in().page
    page.reload()
    page.locator("h1").wait_for()
    page.keyboard.press("Tab")
    assert focused(page) == "本文へ移動"
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_days_are_chosen_with_the_keyboard(signed_in: Open, crawled: Crawled) -> None:
    page = signed_in(f"#/products/{crawled.product}").page
    page.get_by_role("button", name="すべて外す").focus()
    page.keyboard.press("Enter")
    first = page.get_by_role("checkbox", name="1 日", exact=True)
    first.focus()
    page.keyboard.press("Space")
    expect(first).to_be_checked()
    page.get_by_role("button", name="毎日").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".days input:checked")).to_have_count(31)


def test_a_dialog_keeps_the_focus_and_gives_it_back(signed_in: Open, crawled: Crawled) -> None:
    page = signed_in(f"#/products/{crawled.product}").page
    opener = page.get_by_role("button", name="プロダクトを削除…")
    opener.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("「くぬぎ沢木工」を削除します。")
    assert page.evaluate("document.querySelector('dialog').contains(document.activeElement)")
    page.get_by_role("dialog").get_by_label("プロダクト名").fill("ちがう名前")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_have_text("プロダクト名が一致しません。")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(opener).to_be_focused()


def test_every_input_has_a_label_and_every_control_a_name(signed_in: Open, crawled: Crawled) -> None:
    watched = signed_in()
    page = watched.page
    for address in (
        "#/products",
        f"#/products/{crawled.product}",
        "#/crawl",
        "#/results",
        f"#/results/{crawled.results['/article']}",
    ):
        page.evaluate("address => { location.hash = address }", address)
        page.locator(".skeleton").first.wait_for(state="detached")
        nameless = page.locator("input, select, textarea").evaluate_all(
            "all => all.filter(one => !one.labels.length && !one.ariaLabel).map(one => one.outerHTML)"
        )
        assert nameless == []
        silent = page.locator("button, a").evaluate_all(
            "all => all.filter(one => !one.textContent.trim() && !one.ariaLabel).map(one => one.outerHTML)"
        )
        assert silent == []
        assert page.locator("h1").count() == 1
