"""Below a path prefix, as behind API Gateway: every address starts from it, in new tabs and at reloads too."""

from pathlib import Path

from playwright.sync_api import expect

from tests.web.conftest import Open
from tests.web.installation import EMAIL, PASSWORD, installed


def test_everything_works_below_a_prefix(tmp_path: Path, open_page: Open) -> None:
    with installed(tmp_path, prefix="/kunugi/") as kunugi:
        kunugi.set_up()
        watched = open_page(kunugi.url)
        page = watched.page
        outside: list[str] = []
        page.on("request", lambda request: None if request.url.startswith(kunugi.url) else outside.append(request.url))
        page.get_by_label("メールアドレス").fill(EMAIL)
        page.get_by_label("パスワード").fill(PASSWORD)
        page.get_by_role("button", name="ログイン").click()
        page.get_by_role("link", name="手動クロール").click()
        expect(page.locator("h1")).to_have_text("手動でクロール実行")
        expect(page).to_have_url(f"{kunugi.url}#/crawl")
        page.reload()
        expect(page.locator("h1")).to_have_text("手動でクロール実行")
        assert (
            page.get_by_role("link", name="プロダクト一覧").first.evaluate("link => link.href")
            == f"{kunugi.url}#/products"
        )
        page.go_back()
        expect(page.locator("h1")).to_have_text("プロダクト一覧")
        assert outside == []


def test_a_link_stays_on_the_page_though_its_address_has_a_query(tmp_path: Path, open_page: Open) -> None:
    with installed(tmp_path, prefix="/kunugi/") as kunugi:
        kunugi.set_up()
        page = open_page(f"{kunugi.url}?from=mail#/login").page
        page.evaluate("window.same = true")
        page.get_by_role("link", name="パスワードをお忘れの方はこちら").click()
        expect(page.locator("h1")).to_have_text("パスワード再発行")
        assert page.evaluate("window.same") is True
        expect(page).to_have_url(f"{kunugi.url}?from=mail#/forgotten")
