"""Registering from a sitemap on a product's screen (K-021): looking first, adding then, with the keyboard alone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.fetch.wire import Reply, Wire, ok, serving
from tests.web.conftest import Crawled, Open
from tests.web.test_keyboard import tab_to


@pytest.fixture
def mapped() -> Iterator[Wire]:
    pages: dict[str, Reply] = {}
    with serving(pages) as wire:
        paths = ["/", "/商品/a", "/old", "/old", *(f"/page/{number}-{'long-' * 30}" for number in range(60))]
        rows = "".join(f"<url><loc>{wire.origin}{path}</loc></url>\n" for path in paths)
        pages["/robots.txt"] = ok(b"User-agent: *\nDisallow:\n\nSitemap: /index.xml\n")
        index = "".join(f"<sitemap><loc>{wire.origin}/{name}.xml</loc></sitemap>\n" for name in ("pages", "broken"))
        pages["/index.xml"] = ok(f"<sitemapindex>\n{index}</sitemapindex>".encode())
        attack = "<![CDATA[<img src=x onerror='window.hacked=1'>]]>"
        others = f"<url><loc>{attack}</loc></url>\n<url><loc>https://other.example/</loc></url>"
        pages["/pages.xml"] = ok(f"<urlset>\n{rows}{others}</urlset>".encode())
        pages["/broken.xml"] = ok(b"<urlset>\n<url><loc>https://e.jp/?a&b</loc></url></urlset>")
        yield wire


@pytest.fixture
def number(crawled: Crawled, mapped: Wire) -> Iterator[int]:
    """A product that knows one of the URLs."""
    with crawled.kunugi.administrator() as client:
        made = client.post("products", json={"name": "地図から"}).json()["product"]["id"]
        client.post(f"products/{made}/urls", json={"text": f"{mapped.origin}/old"}).raise_for_status()
        yield made
        client.request("DELETE", f"products/{made}", json={"name": "地図から"}).raise_for_status()


def facts(page: Page) -> list[str]:
    return page.locator(".preview .facts > div").all_inner_texts()


@pytest.mark.parametrize("width", [1280, 360])
def test_look_and_then_add(signed_in: Open, crawled: Crawled, mapped: Wire, number: int, width: int) -> None:
    watched = signed_in(f"#/products/{number}", width=width)
    page = watched.page
    card = page.locator("section", has=page.get_by_role("heading", name="サイトマップから登録"))
    card.get_by_label("サイトまたはサイトマップの URL").focus()
    page.keyboard.type(f"{mapped.origin}/")
    page.keyboard.press("Enter")
    expect(card.get_by_role("status")).to_have_text("サイトマップ 1 件に URL が 66 件ありました。")
    assert facts(page) == ["新しい URL\n63", "登録済み\n1", "重複\n1", "登録できない\n1"]
    expect(card.get_by_text("新しい URL のうち 1 件は、サイトマップとは別のホストにあります。")).to_be_visible()
    broken = card.locator(".notice", has_text="読めないところが 1 件あります。")
    expect(broken.locator("li")).to_contain_text(f"{mapped.origin}/broken.xml 2 行目 28 文字目：XML として読めません")
    rejected = card.locator(".notice", has_text="次の 1 件は登録できません。")
    expect(rejected.locator("li")).to_have_text(
        f"{mapped.origin}/pages.xml 66 行目：URL の形式ではありません <img src=x onerror='window.hacked=1'>"
    )
    tab_to(page, "確認")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(card.locator("details li")).to_have_count(50)
    expect(card.locator("details li").nth(1)).to_have_text(f"{mapped.origin}/商品/a")
    assert watched.overflow() <= 0
    watched.shoot(f"ja-{width}-sitemap")
    with crawled.kunugi.administrator() as client:
        assert client.get(f"products/{number}").json()["product"]["url_count"] == 1  # so far nothing was added
    tab_to(page, "63 件を登録")
    page.keyboard.press("Enter")
    expect(card.get_by_role("status")).to_have_text("63 件を追加し、登録済みの 1 件をスキップしました。")
    expect(card.get_by_role("button", name="確認")).to_be_focused()
    expect(card.locator(".preview")).to_have_count(0)
    expect(page.get_by_text("URL 一覧 64 件")).to_be_visible()
    expect(page.locator("tbody tr")).to_have_count(50)
    page.keyboard.press("Enter")
    expect(card.get_by_text("新しく登録する URL はありません。")).to_be_visible()
    assert page.evaluate("window.hacked") is None


def test_what_cannot_be_read_is_told_beside_the_input(signed_in: Open, mapped: Wire, number: int) -> None:
    watched = signed_in(f"#/products/{number}", language="en", width=360)
    page = watched.page
    card = page.locator("section", has=page.get_by_role("heading", name="Add from a sitemap"))
    field = card.get_by_label("URL of the site or the sitemap")
    field.fill(f"{mapped.origin}/broken.xml")
    card.get_by_role("button", name="Check").click()
    expect(card.get_by_role("alert")).to_have_text(
        f"{mapped.origin}/broken.xml (line 2, character 28): this is no XML "
        "(a character that cannot stand here; & is written &amp;)"
    )
    expect(field).to_be_focused()
    assert watched.overflow() <= 0
    watched.shoot("en-360-sitemap-broken")
    field.fill(f"{mapped.origin}/pages.xml")
    expect(card.get_by_role("alert")).to_have_count(0)
    card.get_by_role("button", name="Check").click()
    expect(card.get_by_role("button", name="Add 63")).to_be_visible()
    field.fill(f"{mapped.origin}/")  # what was looked at is of another address
    expect(card.get_by_role("button", name="Add 63")).to_have_count(0)
