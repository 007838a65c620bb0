"""When things go wrong: the session ends, the server is away, a field is refused, a button is pressed twice."""

import re
from pathlib import Path

from playwright.sync_api import Route, expect

from tests.web.conftest import Crawled, Open
from tests.web.installation import EMAIL, PASSWORD, installed

UNREACHABLE = "サーバーに接続できません。"


def test_a_session_that_ended_is_signed_in_again_in_place(signed_in: Open, crawled: Crawled, site: str) -> None:
    watched = signed_in(f"#/products/{crawled.product}")
    page = watched.page
    page.get_by_label("URL（1 行に 1 件）").fill(f"{site}/typed-before-the-end\n{site}/article")
    page.context.clear_cookies()
    page.locator("form", has=page.locator("textarea")).get_by_role("button").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(
        "ログインの有効期限が切れました。入力内容は残っています。もう一度ログインしてください。"
    )
    watched.shoot("ja-session-over", full=False)
    expect(dialog.get_by_label("メールアドレス")).to_have_value(EMAIL)
    dialog.get_by_label("パスワード").fill("wrong-password")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_have_text("メールアドレスまたはパスワードが正しくありません。")
    dialog.get_by_label("パスワード").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.get_by_text("1 件を追加し、登録済みの 1 件をスキップしました。")).to_be_visible()
    with crawled.kunugi.administrator() as client:
        added = client.get(f"products/{crawled.product}/urls?q=typed-before").json()["urls"][0]["id"]
        client.request("DELETE", f"products/{crawled.product}/urls/{added}").raise_for_status()


def test_closing_the_dialog_keeps_what_was_typed(signed_in: Open, crawled: Crawled) -> None:
    page = signed_in(f"#/products/{crawled.product}").page
    page.get_by_label("URL（1 行に 1 件）").fill("https://typed.example/")
    page.context.clear_cookies()
    page.locator("form", has=page.locator("textarea")).get_by_role("button").click()
    page.get_by_role("dialog").get_by_role("button", name="キャンセル").click()
    expect(page.locator("form", has=page.locator("textarea")).get_by_role("alert")).to_contain_text("ログイン")
    expect(page.get_by_label("URL（1 行に 1 件）")).to_have_value("https://typed.example/")


def test_a_server_that_is_away_can_be_tried_again(tmp_path: Path, open_page: Open) -> None:
    with installed(tmp_path) as kunugi:
        kunugi.set_up()
        watched = open_page(kunugi.url)
        watched.forgiven = re.compile("net::ERR_CONNECTION_REFUSED")
        page = watched.page
        page.get_by_label("メールアドレス").fill(EMAIL)
        page.get_by_label("パスワード").fill(PASSWORD)
        page.get_by_role("button", name="ログイン").click()
        expect(page.locator("h1")).to_have_text("プロダクト一覧")
        page.get_by_label("プロダクト名").fill("入力したまま")
        kunugi.stop()
        page.get_by_role("button", name="追加", exact=True).click()
        expect(page.get_by_role("alert")).to_contain_text(UNREACHABLE)
        expect(page.get_by_label("プロダクト名")).to_have_value("入力したまま")
        page.get_by_role("link", name="クロール結果").click()
        expect(page.get_by_role("alert")).to_contain_text(UNREACHABLE)
        watched.shoot("ja-unreachable", full=False)


def test_a_list_that_failed_is_loaded_again(signed_in: Open) -> None:
    watched = signed_in("#/runs")
    watched.forgiven = re.compile("net::ERR_FAILED")
    page = watched.page
    page.route("**/api/products", lambda route: route.abort())
    page.get_by_role("link", name="プロダクト一覧").click()
    expect(page.get_by_role("alert")).to_contain_text(UNREACHABLE)
    page.unroute("**/api/products")
    page.get_by_role("button", name="再試行").click()
    expect(page.get_by_role("link", name="くぬぎ沢木工")).to_be_visible()


def test_an_answer_that_is_not_ours_is_said_so(signed_in: Open) -> None:
    watched = signed_in("#/runs")
    watched.forgiven = re.compile("status of 502")
    page = watched.page
    page.route(
        "**/api/products",
        lambda route: route.fulfill(status=502, content_type="text/html", body="<h1>Bad Gateway</h1>"),
    )
    page.get_by_role("link", name="プロダクト一覧").click()
    expect(page.get_by_role("alert")).to_contain_text("サーバーから正しい応答がありませんでした（HTTP 502）。")


def test_a_click_shows_at_once_that_something_is_coming(signed_in: Open) -> None:
    page = signed_in("#/runs").page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/results*", hold)
    with page.expect_request("**/api/results*"):
        page.get_by_role("link", name="クロール結果").click()
    expect(page.locator("h1")).to_have_text("クロール結果")
    expect(page.locator(".skeleton")).to_be_visible()
    assert len(held) == 1
    held[0].continue_()
    expect(page.locator("tbody tr").first).to_be_visible()


def test_a_button_pressed_twice_acts_once(signed_in: Open) -> None:
    page = signed_in("#/products").page
    sent: list[Route] = []
    page.route(
        "**/api/products", lambda route: sent.append(route) if route.request.method == "POST" else route.continue_()
    )
    page.get_by_label("プロダクト名").fill("二度押し")
    button = page.get_by_role("button", name="追加", exact=True)
    button.click()
    expect(button).to_be_disabled()
    button.click(force=True)
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    assert len(sent) == 1
    sent[0].fulfill(
        status=409, json={"error": {"code": "conflict", "message": "同じ名前があります。", "field": "name"}}
    )
    expect(page.locator(".field .wrong")).to_have_text("同じ名前があります。")
    expect(page.get_by_label("プロダクト名")).to_be_focused()
    expect(page.get_by_label("プロダクト名")).to_have_attribute("aria-invalid", "true")
    expect(button).to_be_enabled()


def test_a_lost_answer_and_a_second_press_make_one_product(signed_in: Open, crawled: Crawled) -> None:
    """The server did it, the answer was lost: pressing again sends the same key, and nothing is made twice."""
    watched = signed_in("#/products")
    watched.forgiven = re.compile("net::ERR_FAILED")
    page = watched.page
    keys: list[str] = []

    def lose_the_first(route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) > 1:
            return route.continue_()
        assert route.fetch().status == 201
        return route.abort()

    page.route("**/api/products", lose_the_first)
    page.get_by_label("プロダクト名").fill("一つだけ")
    button = page.get_by_role("button", name="追加", exact=True)
    button.click()
    expect(page.get_by_role("alert")).to_contain_text(UNREACHABLE)
    button.click()
    expect(page.locator("h1")).to_have_text("一つだけ")
    assert len(keys) == 2
    assert keys[0] == keys[1]
    with crawled.kunugi.administrator() as client:
        made = [p["id"] for p in client.get("products").json()["products"] if p["name"] == "一つだけ"]
        assert len(made) == 1
        client.request("DELETE", f"products/{made[0]}", json={"name": "一つだけ"}).raise_for_status()


def test_a_busy_database_is_asked_again_by_the_page_itself(signed_in: Open) -> None:
    watched = signed_in("#/runs")
    watched.forgiven = re.compile("status of 503")
    page = watched.page
    asked: list[str] = []

    def busy_once(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            return route.continue_()
        error = {"error": {"code": "busy", "message": "混み合っています。"}}
        return route.fulfill(status=503, json=error, headers={"Retry-After": "1"})

    page.route("**/api/products", busy_once)
    page.get_by_role("link", name="プロダクト一覧").click()
    expect(page.get_by_role("link", name="くぬぎ沢木工")).to_be_visible()
    assert len(asked) == 2


def test_a_refused_value_is_said_at_its_field(signed_in: Open, crawled: Crawled) -> None:
    page = signed_in(f"#/crawl?product={crawled.product}").page
    page.locator("form").evaluate("form => { form.noValidate = true }")
    page.get_by_label("クロール間隔").fill("5000")
    page.get_by_role("button", name="クロールを開始").click()
    expect(page.locator(".field", has=page.locator("[name=delay_seconds]")).get_by_role("alert")).to_contain_text(
        "3600"
    )


def test_there_is_nothing_left_to_crawl(signed_in: Open, crawled: Crawled) -> None:
    page = signed_in(f"#/crawl?product={crawled.product}").page
    page.get_by_role("radio", name="未クロールのみ").check()
    page.get_by_role("button", name="クロールを開始").click()
    expect(page.locator("form").get_by_role("alert")).to_have_text("クロールする URL がありません。")


def test_addresses_of_nothing(signed_in: Open) -> None:
    page = signed_in("#/results/999999").page
    expect(page.get_by_role("alert")).to_contain_text("見つかりません。")
    for address in ("#/nothing", "#/products/abc", "#/products/1/2", "#/__proto__", "#/%E0%A4%A"):
        page.evaluate("address => { location.hash = address }", address)
        expect(page.locator("h1")).to_have_text("ページが見つかりません")
