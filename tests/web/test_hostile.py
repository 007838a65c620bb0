"""What a crawled page says is text on our page, never markup, script or an address that runs."""

from urllib.parse import urlsplit

from playwright.sync_api import expect

from chalicelib.page.rules import RULES
from tests.web.conftest import Crawled, Open

TITLE = "<script>window.hacked=1</script><img src=x onerror='window.hacked=1'>"


def test_a_hostile_page_is_shown_as_text(signed_in: Open, crawled: Crawled) -> None:
    watched = signed_in(f"#/results?product={crawled.product}")
    page = watched.page
    row = page.locator("tbody tr", has_text="/hostile")
    expect(row.get_by_role("link").first).to_have_text(TITLE)
    row.get_by_role("link").first.click()
    expect(page.locator(".subject-title")).to_have_text(TITLE)
    closed = page.locator("details:not([open]) > summary")
    while closed.count():  # more of them appear inside those that are opened
        closed.first.click()
    expect(page.locator("pre", has_text="onerror=").first).to_contain_text("""<img src=x onerror='window.hacked=1'>""")
    watched.shoot("ja-hostile")
    assert page.locator("#main img, #main script, #main svg, #main b, #main iframe").count() == 0
    assert page.evaluate("window.hacked") is None
    schemes = page.locator("a").evaluate_all("links => [...new Set(links.map(link => link.protocol))]")
    assert sorted(schemes) == ["http:", "https:"]  # the second: where rules are published
    published = page.locator("a[href^='https:']").evaluate_all("links => [...new Set(links.map(link => link.host))]")
    assert set(published) <= {urlsplit(rule.reference).hostname for rule in RULES.values() if rule.reference}
    outside = page.locator("a[target]").evaluate_all("links => links.map(link => link.rel)")
    assert outside and set(outside) == {"noopener noreferrer"}


def test_long_markup_is_drawn_in_pieces(signed_in: Open, crawled: Crawled) -> None:
    page = signed_in(f"#/results/{crawled.results['/long']}").page
    raw = page.locator("section", has=page.locator("#raw")).locator("details.raw")
    raw.locator("summary").click()
    expect(raw.locator("pre")).to_have_count(1)
    assert len(raw.locator("pre").inner_text()) <= 20_000
    raw.get_by_role("button", name="続きを表示").click()
    expect(raw.locator("pre")).to_have_count(2)


def test_markup_that_cannot_be_read_says_so(signed_in: Open, crawled: Crawled) -> None:
    page = signed_in(f"#/results/{crawled.results['/broken']}").page
    expect(page.locator("section", has=page.locator("#findings")).locator(".mark").first).to_have_text("検証エラー")
    expect(page.locator("section", has=page.locator("#raw")).get_by_text("解析できませんでした。")).to_be_visible()


def test_what_is_not_kept_is_said(signed_in: Open, crawled: Crawled) -> None:
    """K-057: a result over 1 MB is cut to its findings and says so."""
    page = signed_in(f"#/results/{crawled.results['/cut']}").page
    expect(page.locator(".notice.warn")).to_contain_text("記録が大きすぎるため（")
    expect(page.locator("section", has=page.locator("#entities"))).to_contain_text("Dataset")


def test_a_page_made_by_scripts_says_how_to_check(signed_in: Open, crawled: Crawled) -> None:
    """K-067"""
    page = signed_in(f"#/results/{crawled.results['/scripted']}").page
    expect(page.locator(".notice.warn")).to_contain_text("URL 検査やリッチリザルト テスト")
