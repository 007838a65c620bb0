"""The section of Google's search features: what a page could get, what it lacks, what has ended; both languages."""

from playwright.sync_api import Route, expect

from tests.web.conftest import Crawled, Open

RETIRED = {
    "feature": "FAQ",
    "feature_key": "features.name.faq",
    "id": "faq",
    "status": "retired",
    "status_date": "2026-05-07",
    "eligible": False,
    "source": "JSON-LD",
    "index": 1,
    "type": "FAQPage",
    "path": None,
    "missing_required": [],
    "missing_recommended": [],
    "reference": "javascript:alert(1)",
    "notes": [],
}


def test_a_feature_says_what_is_missing_and_where_google_says_so(signed_in: Open, crawled: Crawled) -> None:
    page = signed_in(f"#/results/{crawled.results['/hostile']}").page
    section = page.locator("section", has=page.locator("#features"))
    rows = section.locator(".items > .item")
    expect(rows.locator("strong")).to_have_text(["商品スニペット", "記事"])
    expect(rows.locator(".mark")).to_have_text(["不足あり", "対象"])
    expect(rows.nth(0)).to_contain_text("必須で不足")
    expect(rows.nth(0).locator("p.chips").first.locator("code")).to_have_text(["review | aggregateRating | offers"])
    expect(rows.nth(0)).to_contain_text("Microdata #1 ・ Product")
    expect(rows.nth(0).get_by_role("link", name="Google の説明")).to_have_attribute(
        "href", "https://developers.google.com/search/docs/appearance/structured-data/product-snippet"
    )
    rows.nth(0).locator("summary").click()
    expect(rows.nth(0)).to_contain_text("Car だけでは Product と扱われません。")
    page.get_by_role("button", name="English").click()
    expect(rows.locator("strong")).to_have_text(["Product snippet", "Article"])
    expect(rows.locator(".mark")).to_have_text(["Incomplete", "Eligible"])
    expect(rows.nth(0)).to_contain_text("Car alone is not taken for a Product")


def test_a_retired_feature_is_folded_with_its_date_and_an_unsafe_link_is_none(
    signed_in: Open, crawled: Crawled
) -> None:
    page = signed_in("#/results").page

    def with_row(route: Route) -> None:
        answer = route.fetch().json()
        answer["result"]["result"]["rich_results"] = [RETIRED, {"id": "x", "notes": "?", "missing_required": 1}]
        route.fulfill(json=answer)

    page.route("**/api/results/*", with_row)
    page.evaluate("address => { location.hash = address }", f"#/results/{crawled.results['/article']}")
    section = page.locator("section", has=page.locator("#features"))
    expect(section.get_by_text("2026/05/07 に終了")).to_be_hidden()
    section.get_by_text("終了した機能（1）").click()
    expect(section.get_by_text("2026/05/07 に終了")).to_be_visible()
    expect(section.get_by_role("link")).to_have_count(0)
    page.unroute_all(behavior="wait")
