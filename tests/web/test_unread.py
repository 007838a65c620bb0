"""Pages that were not read: nothing was judged, so nowhere may stand that nothing is wrong with them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Crawled, Open
from tests.web.installation import crawl, free_port

NAME = "読み取れないページ"
COUNTS = ("不一致", "未実装・一部不足", "検証エラー・警告")


class Troubled(NamedTuple):
    """A product whose pages cannot be read, crawled. `results` are ids by the kind of trouble."""

    product: int
    run: int
    results: dict[str, int]


@pytest.fixture(scope="module")
def troubled(crawled: Crawled, site: str) -> Iterator[Troubled]:
    urls = {
        f"{site}/gone": "gone",
        f"{site}/private": "robots",
        f"{site}/outside": "blocked-address",
        f"http://127.0.0.1:{free_port()}/": "connection-refused",
    }
    with crawled.kunugi.administrator() as client:
        product = client.post("products", json={"name": NAME}).json()["product"]["id"]
        client.post(f"products/{product}/urls", json={"text": "\n".join(urls)}).raise_for_status()
        run = crawl(client, product)["id"]
        rows = client.get(f"results?run={run}").json()["results"]
        yield Troubled(product, run, {urls[row["url"]]: row["id"] for row in rows})
        client.request("DELETE", f"products/{product}", json={"name": NAME}).raise_for_status()


def row_of(page: Page, troubled: Troubled, trouble: str) -> Locator:
    return page.locator("tbody tr", has=page.locator(f"a[href='#/results/{troubled.results[trouble]}']"))


@pytest.mark.parametrize(
    ("trouble", "why", "what_to_do"),
    [
        ("gone", "取得エラー HTTP 404 Not Found", "URL が正しいか確認してください。"),
        ("robots", "取得エラー robots.txt により対象外", "プロダクトの画面で「自社のサイト」に印を付けると"),
        ("blocked-address", "取得エラー 許可されていない接続先（", "URL とリダイレクト先を確認してください。"),
        ("connection-refused", "取得エラー 接続を拒否されました（robots.txt: 127.0.0.1）", "サーバーが動いているか"),
    ],
)
def test_a_page_that_was_not_read_has_no_clean_bill(
    signed_in: Open, troubled: Troubled, trouble: str, why: str, what_to_do: str
) -> None:
    watched = signed_in(f"#/results/{troubled.results[trouble]}")
    page = watched.page
    notice = page.locator("#main .notice")
    expect(notice).to_have_count(1)
    expect(notice.locator(".fetch-error")).to_contain_text(why)
    expect(notice).to_contain_text("行っていません。")
    expect(notice).to_contain_text(what_to_do)
    expect(notice).to_contain_text("「失敗した URL を再クロール」")
    assert notice.evaluate("notice => notice.getBoundingClientRect().bottom") < page.locator(".subject").evaluate(
        "subject => subject.getBoundingClientRect().top"
    )
    expect(page.locator(".tile strong")).to_have_text(["–"] * 4)
    expect(page.locator(".tile .soft")).to_have_text(["未確認"] * 4)
    expect(page.locator("button.tile")).to_have_count(0)
    expect(page.locator("#main h2")).to_have_text(["ページの情報", "取得の記録"])
    bytes_read = page.locator(".pairs > div", has_text="サイズ").locator("dd")
    expect(bytes_read).to_have_text("4 B" if trouble == "gone" else "–")
    for good in ("見つかった問題はありません", "提案はありません", "見つかりませんでした"):
        expect(page.locator("#main")).not_to_contain_text(good)
    watched.shoot(f"ja-unread-{trouble}")


def test_the_notice_leads_to_what_helps(signed_in: Open, troubled: Troubled) -> None:
    page = signed_in(f"#/results/{troubled.results['robots']}").page
    page.get_by_role("link", name="プロダクトの画面へ").click()
    expect(page.get_by_role("checkbox", name="自社のサイト")).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="クロールの画面へ").click()
    expect(page.get_by_role("button", name="失敗した URL を再クロール")).to_be_visible()


def test_the_page_is_opened_where_it_was_registered(signed_in: Open, troubled: Troubled, site: str) -> None:
    page = signed_in(f"#/results/{troubled.results['blocked-address']}").page
    expect(page.get_by_role("link", name="ページを開く")).to_have_attribute("href", f"{site}/outside")


def test_the_notice_in_english_on_a_narrow_screen(signed_in: Open, troubled: Troubled) -> None:
    watched = signed_in(f"#/results/{troubled.results['robots']}", width=360, language="en")
    notice = watched.page.locator("#main .notice")
    expect(notice.locator(".fetch-error")).to_have_text("Fetch error Excluded by robots.txt")
    expect(notice).to_contain_text("mark it as “Our own site”")
    expect(notice).to_contain_text("“Retry failed”")
    expect(watched.page.locator(".tile .soft")).to_have_text(["Not checked"] * 4)
    assert watched.overflow() <= 0
    watched.shoot("en-360-unread-robots")


@pytest.mark.parametrize(
    ("trouble", "http", "why"),
    [
        ("gone", "404", "取得エラー HTTP 404 Not Found"),
        ("robots", "対象外", "取得エラー robots.txt により対象外"),
        ("blocked-address", "対象外", "取得エラー 許可されていない接続先"),
        ("connection-refused", "応答なし", "取得エラー 接続を拒否されました"),
    ],
)
def test_lists_count_nothing_of_it(signed_in: Open, troubled: Troubled, trouble: str, http: str, why: str) -> None:
    watched = signed_in(f"#/results?product={troubled.product}")
    row = row_of(watched.page, troubled, trouble)
    expect(row.locator(".fetch-error")).to_have_text(why)
    expect(row.locator("[data-label='HTTP ステータス']")).to_have_text(http)
    for label in COUNTS:
        expect(row.locator(f"[data-label='{label}']")).to_have_text("–")
    watched.shoot("ja-unread-list")


def test_a_page_that_was_read_still_counts_nought(signed_in: Open, crawled: Crawled) -> None:
    page = signed_in(f"#/results?product={crawled.product}").page
    row = page.locator("tbody tr", has_text="/scripted")
    expect(row.locator("[data-label='不一致']")).to_have_text("0")


@pytest.mark.parametrize("width", [1280, 360])
def test_the_list_of_urls_says_why_once(signed_in: Open, troubled: Troubled, width: int) -> None:
    watched = signed_in(f"#/products/{troubled.product}", width=width)
    page = watched.page
    row = page.locator("tbody tr", has_text="/private")
    expect(row.locator(".lead p")).to_have_text("robots.txt により対象外")
    expect(row.locator("[data-label='HTTP ステータス']")).to_have_text("対象外")
    expect(page.locator("tbody tr", has_text="/gone").locator(".lead p")).to_have_text("HTTP 404 Not Found")
    assert watched.overflow() <= 0
    watched.shoot(f"ja-{width}-unread-urls")


def test_failed_urls_are_crawled_again(signed_in: Open, troubled: Troubled) -> None:
    """K-044: an explicit action, only for the URLs whose newest result is an error."""
    watched = signed_in(f"#/runs/{troubled.run}")
    page = watched.page
    watched.shoot("ja-run-failed")
    page.get_by_role("button", name="失敗した URL を再クロール").click()
    expect(page).to_have_url(re.compile(rf"#/runs/(?!{troubled.run}$)\d+$"))
    facts = page.locator(".facts")
    expect(facts).to_contain_text("失敗した URL")
    expect(page.locator(".progress-head .mark")).to_have_text("完了", timeout=45_000)
    expect(page.get_by_role("progressbar")).to_have_attribute("aria-valuetext", "4 / 4 件")
    expect(page.get_by_role("button", name="失敗した URL を再クロール")).to_be_visible()


def test_no_failed_url_no_retry(signed_in: Open, crawled: Crawled, site: str) -> None:
    with crawled.kunugi.administrator() as client:
        made = client.post("products", json={"name": "読めるページだけ"}).json()["product"]["id"]
        client.post(f"products/{made}/urls", json={"text": f"{site}/scripted"}).raise_for_status()
        page = signed_in(f"#/runs/{crawl(client, made)['id']}").page
        expect(page.get_by_role("link", name="もう一度クロール")).to_be_visible()
        expect(page.get_by_role("button", name="失敗した URL を再クロール")).to_have_count(0)
        client.request("DELETE", f"products/{made}", json={"name": "読めるページだけ"}).raise_for_status()
