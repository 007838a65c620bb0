"""Where a finding is: scripts and blocks have numbers of their own, entities theirs (`#n`)."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.web.conftest import Crawled, Open

FINDING = {"severity": "error", "source": "JSON-LD", "rule": "some-rule", "message": "何かが違います。", "fix": ""}


@pytest.mark.parametrize(
    ("finding", "japanese", "english"),
    [
        ({"block": 1, "line": 15}, "JSON-LD スクリプト 1・15 行", "JSON-LD block 1, line 15"),
        ({"block": 2}, "JSON-LD スクリプト 2", "JSON-LD block 2"),
        ({"index": 1, "block": 1, "line": 15}, "JSON-LD スクリプト 1・15 行", "JSON-LD block 1, line 15"),
        (
            {"index": 3, "block": 1, "line": 15, "type": "Product", "path": "offers.price"},
            "JSON-LD #3 ・ Product ・ offers.price ・ JSON-LD スクリプト 1・15 行",
            "JSON-LD #3 ・ Product ・ offers.price ・ JSON-LD block 1, line 15",
        ),
        ({"source": "Microdata", "block": 4}, "Microdata ブロック 4", "Microdata block 4"),
        ({"index": 2, "line": 7}, "JSON-LD #2 ・ 7 行", "JSON-LD #2 ・ line 7"),
        ({"index": 2, "type": "Product", "block": None}, "JSON-LD #2 ・ Product", "JSON-LD #2 ・ Product"),
        ({"source": None, "block": 1}, "", ""),
    ],
)
def test_the_place_of_a_finding(
    signed_in: Open, crawled: Crawled, finding: dict[str, Any], japanese: str, english: str
) -> None:
    page = signed_in("#/results").page

    def with_finding(route: Route) -> None:
        answer = route.fetch().json()
        answer["result"]["result"]["validation"] = [{**FINDING, **finding}]
        route.fulfill(json=answer)

    page.route("**/api/results/*", with_finding)
    page.evaluate("address => { location.hash = address }", f"#/results/{crawled.results['/broken']}")

    def place() -> Locator:
        return page.locator(".item", has_text="some-rule").locator("p.soft")

    expect(place()).to_have_text(f"{japanese} some-rule".strip())
    page.get_by_role("button", name="English").click()
    expect(place()).to_have_text(f"{english} some-rule".strip())
    page.unroute_all(behavior="wait")


def test_the_markup_as_written_is_named_as_in_findings(signed_in: Open, crawled: Crawled) -> None:
    page = signed_in(f"#/results/{crawled.results['/hostile']}").page
    raw = page.locator("section", has=page.locator("#raw")).locator("details.raw summary")
    expect(raw).to_contain_text(["JSON-LD スクリプト 1", "Microdata ブロック 1"])
    entities = page.locator("section", has=page.locator("#entities")).locator(".item > details > summary .soft")
    expect(entities).to_have_text(["JSON-LD #1", "Microdata #1"])
