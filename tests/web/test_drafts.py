"""A suggestion's draft: shown when asked for, copied with one press, and no text of it can end its script."""

from playwright.sync_api import Route, expect

from tests.web.conftest import Crawled, Open

ROW = {
    "type": "Product",
    "status": "missing",
    "reason": "「財布」の価格があります。",
    "recommended_properties": ["name"],
    "benefit": "search-feature",
    "draft": {"@context": "https://schema.org", "@type": "Product", "name": "</script><b>財布</b>"},
    "lacks": ["image"],
}
SCRIPT = """<script type="application/ld+json">
{
  "@context": "https://schema.org",
  "@type": "Product",
  "name": "<\\/script><b>財布<\\/b>"
}
</script>"""


def test_a_draft_is_copied(signed_in: Open, crawled: Crawled) -> None:
    page = signed_in("#/results").page

    def with_row(route: Route) -> None:
        answer = route.fetch().json()
        answer["result"]["result"]["suggestions"] = [ROW, {**ROW, "draft": None, "lacks": "?"}]
        route.fulfill(json=answer)

    page.route("**/api/results/*", with_row)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("address => { location.hash = address }", f"#/results/{crawled.results['/article']}")
    section = page.locator("section", has=page.locator("#suggestions"))
    rows = section.locator(".items > .item")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("不足している必須の項目")
    expect(rows.nth(1)).not_to_contain_text("不足している必須の項目")
    expect(rows.nth(1).locator("details")).to_have_count(0)
    expect(rows.nth(0).locator("pre")).to_be_hidden()
    rows.nth(0).get_by_text("Product の下書き（JSON-LD）").click()
    expect(rows.nth(0).locator("pre")).to_have_text(SCRIPT)
    rows.nth(0).get_by_role("button", name="コピー").click()
    expect(rows.nth(0).get_by_role("status")).to_have_text("コピーしました。")
    assert page.evaluate("navigator.clipboard.readText()") == SCRIPT
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')) }")
    rows.nth(0).get_by_role("button", name="コピー").click()
    expect(rows.nth(0).get_by_role("status")).to_contain_text("選択しました。")
    assert page.evaluate("getSelection().toString()").strip() == SCRIPT
