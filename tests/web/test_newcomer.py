"""The whole way of a newcomer: from the printed code to what a page declares, in Japanese and, in short, in English."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.web.conftest import Open
from tests.web.installation import EMAIL, PASSWORD, installed
from tests.web.site import PATHS

DONE_MS = 60_000


def test_from_the_code_to_the_markup_in_japanese(tmp_path: Path, open_page: Open, site: str) -> None:
    with installed(tmp_path) as kunugi:
        watched = open_page(kunugi.url)
        page = watched.page
        expect(page.locator("h1")).to_have_text("初期設定")
        expect(page).to_have_url(f"{kunugi.url}#/setup")
        assert page.locator("html").get_attribute("lang") == "ja"
        watched.shoot("ja-01-setup")
        page.get_by_label("初期設定コード").fill(kunugi.code)
        page.get_by_label("メールアドレス").fill(EMAIL)
        page.get_by_label("パスワード").fill(PASSWORD)
        page.get_by_role("button", name="登録して始める").click()

        expect(page.locator("h1")).to_have_text("プロダクト一覧")
        expect(page.get_by_role("button", name="デモサイトで試す")).to_be_visible()
        watched.shoot("ja-02-welcome")
        page.get_by_label("プロダクト名").fill("くぬぎ沢木工")
        page.get_by_role("button", name="追加", exact=True).click()

        expect(page.locator("h1")).to_have_text("くぬぎ沢木工")
        page.get_by_label("URL（1 行に 1 件）").fill(
            "\n".join([site + PATHS[0], "これは URL ではない", *[site + p for p in PATHS]])
        )
        page.get_by_role("button", name="追加", exact=True).click()
        expect(page.get_by_text(f"{len(PATHS)} 件を追加し、登録済みの 1 件をスキップしました。")).to_be_visible()
        expect(page.get_by_text(re.compile("^2 行目："))).to_be_visible()
        expect(page.get_by_label("URL（1 行に 1 件）")).to_have_value("これは URL ではない")
        expect(page.get_by_role("cell", name="未クロール")).to_have_count(len(PATHS))
        watched.shoot("ja-03-urls")

        page.get_by_role("link", name="手動でクロール実行").click()
        expect(page.get_by_label("プロダクト", exact=True)).to_have_value("1")
        expect(page.get_by_role("radio", name="すべての URL")).to_be_checked()
        expect(page.get_by_role("radio", name="未クロールのみ")).to_be_visible()
        page.get_by_label("クロール間隔").fill("1")
        watched.shoot("ja-04-crawl")
        page.get_by_role("button", name="クロールを開始").click()

        bar = page.get_by_role("progressbar", name="クロールの進み具合")
        expect(bar).to_be_visible()
        assert re.fullmatch(r"#/runs/\d+", page.evaluate("location.hash"))
        expect(bar).to_have_attribute("aria-valuetext", re.compile(f"^[1-5] / {len(PATHS)} 件$"), timeout=DONE_MS)
        watched.shoot("ja-05-progress")
        expect(page.locator(".progress-head .mark")).to_have_text("完了", timeout=DONE_MS)
        expect(bar).to_have_attribute("aria-valuenow", "100")
        expect(page.locator(".facts", has_text="取得エラー")).to_contain_text("1")
        watched.shoot("ja-06-done")

        page.get_by_role("link", name="この回の結果を見る").click()
        expect(page.locator("h1")).to_have_text("クロール結果")
        expect(page.locator("tbody tr")).to_have_count(len(PATHS))
        expect(page.locator("tbody tr", has_text="/gone")).to_contain_text("HTTP 404 Not Found")
        watched.shoot("ja-07-results")
        page.locator("tbody tr", has_text="/article").get_by_role("link").first.click()

        expect(page.locator("h1")).to_have_text("結果詳細")
        expect(page.locator(".pairs", has_text="タイトル")).to_contain_text("春の家具フェア｜くぬぎ沢木工")
        row = page.locator("tr.check-mismatch", has_text="headline")
        expect(row).to_contain_text("不一致")
        expect(row).to_contain_text("秋の食器まつり")
        expect(row).to_contain_text("春の家具フェア")
        page.locator("summary", has_text="参考（1 件）").click()
        faq = page.locator(".item", has_text="FAQPage")
        expect(faq).to_contain_text("未実装")
        expect(faq).to_contain_text("提供終了（参考）")
        expect(faq.locator("code")).to_have_text(["mainEntity", "name", "acceptedAnswer"])
        raw = page.locator("section", has=page.locator("#raw")).locator("details.raw")
        assert raw.count() == 1
        assert raw.locator("pre").count() == 0
        raw.locator("summary").click()
        expect(raw.locator("pre")).to_contain_text('"headline": "秋の食器まつり"')
        watched.shoot("ja-08-detail")

        page.get_by_role("link", name="クロール結果").first.click()
        expect(page.locator("tbody tr")).to_have_count(len(PATHS))
        page.get_by_role("button", name="ログアウト").click()
        expect(page.locator("h1")).to_have_text("ログイン")
        watched.shoot("ja-09-login")


def test_the_demo_in_english(tmp_path: Path, open_page: Open) -> None:
    with installed(tmp_path) as kunugi:
        watched = open_page(kunugi.url)
        page = watched.page
        page.get_by_role("button", name="English").click()
        expect(page.locator("h1")).to_have_text("Set-up")
        assert page.locator("html").get_attribute("lang") == "en"
        page.get_by_label("Set-up code").fill("0000-0000-0000-0000")
        page.get_by_label("E-mail address").fill(EMAIL)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Create and start").click()
        expect(page.locator(".field", has_text="Set-up code").get_by_role("alert")).to_contain_text("The code is wrong")
        expect(page.get_by_label("Set-up code")).to_be_focused()
        expect(page.get_by_label("E-mail address")).to_have_value(EMAIL)
        page.get_by_label("Set-up code").fill(kunugi.code)
        page.get_by_role("button", name="Create and start").click()

        page.get_by_role("button", name="Try the demo site").click()
        expect(page.locator("h1")).to_have_text("デモサイト")
        page.get_by_role("link", name="Manual crawl").last.click()
        page.get_by_label("Delay").fill("0")
        page.get_by_role("button", name="Start").click()
        expect(page.locator(".progress-head .mark")).to_have_text("Done", timeout=DONE_MS)
        watched.shoot("en-01-done")
        page.get_by_role("link", name="See these results").click()
        expect(page.locator("tbody tr").first).to_be_visible()
        watched.shoot("en-02-results")
        page.locator("tbody tr", has_text="/products/nara-chair/").get_by_role("link").last.click()
        expect(page.locator("h1")).to_have_text("Result")
        expect(page.locator("#entities")).to_be_visible()
        watched.shoot("en-03-detail")


def test_the_language_is_kept(browser: Browser, tmp_path: Path) -> None:
    with installed(tmp_path) as kunugi:
        context = browser.new_context(locale="ja-JP")
        page = context.new_page()
        page.goto(kunugi.url)
        page.get_by_role("button", name="English").click()
        page.reload()
        expect(page.locator("h1")).to_have_text("Set-up")
        context.close()
