"""Addresses against the page's own (K-066)."""

import pytest

from tests.page.checks.verdicts import rows, verdict

HERE = "https://www.example.jp/items/note/"
CANONICAL = f'<link rel="canonical" href="{HERE}">'


def said(url: str, *, kind: str = "WebPage", head: str = CANONICAL, at: str = HERE, field: str = "url") -> str:
    return verdict(field, {"@type": kind, field: url}, "<p>帳面</p>", head=head, url=at)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (HERE, "match"),
        ("HTTPS://WWW.EXAMPLE.JP/items/note", "match"),
        ("https://www.example.jp:443/items/note/index.html", "match"),
        ("/items/note/", "match"),
        (HERE + "?utm_source=mail&gclid=1", "match"),
        (HERE + "#main", "match"),
        (HERE + "?size=2", "cannot-decide"),
        ("https://example.jp/items/note/", "cannot-decide"),
        ("https://m.example.jp/items/note/", "cannot-decide"),
        ("http://www.example.jp/items/note/", "mismatch"),
        ("https://www.example.jp/items/pen/", "mismatch"),
        ("https://www.example.jp/", "mismatch"),
        ("https://staging.example.jp/items/note/", "mismatch"),
        ("https://example.vercel.app/items/note/", "mismatch"),
        ("https://www.example.com/items/note/", "mismatch"),
        ("https://[x", "cannot-decide"),
    ],
)
def test_the_url_of_a_page(url: str, expected: str) -> None:
    assert said(url) == expected


def test_parameters_have_no_order_but_values() -> None:
    at = "https://www.example.jp/item?id=1&color=2"
    assert said("https://www.example.jp/item?color=2&id=1", head="", at=at) == "match"
    assert said("https://www.example.jp/item?id=3&color=2", head="", at=at) == "mismatch"


def test_the_final_address_counts_beside_the_canonical_one() -> None:
    assert said("https://www.example.jp/list?page=2", at="https://www.example.jp/list?page=2") == "match"


def test_a_products_other_path_may_be_a_variant() -> None:
    assert said("https://www.example.jp/items/note-black/", kind="Product") == "cannot-decide"
    assert said("https://dev.example.jp/items/note/", kind="Product") == "mismatch"


def test_an_id_with_a_fragment_is_a_name() -> None:
    assert said("https://www.example.jp/#webpage", field="@id") == "cannot-decide"
    assert said("https://www.example.jp/other/", field="@id") == "mismatch"
    assert said("https://stg.example.jp/#webpage", field="@id") == "mismatch"


def test_main_entity_of_page() -> None:
    article = {"@type": "Article", "mainEntityOfPage": {"@type": "WebPage", "@id": "https://google.com/article"}}
    assert verdict("mainEntityOfPage", article, "<p>本文</p>", head=CANONICAL, url=HERE) == "mismatch"
    article["mainEntityOfPage"] = HERE
    assert verdict("mainEntityOfPage", article, "<p>本文</p>", head=CANONICAL, url=HERE) == "match"


def test_of_several_pages_none_is_judged() -> None:
    pages = [{"@type": "Article", "url": f"/news/{number}"} for number in range(3)]
    assert verdict("url", {"@graph": pages}, "<p>一覧</p>", url=HERE) == ""


@pytest.mark.parametrize(
    ("shared", "expected"),
    [(HERE, "match"), ("/items/note", "match"), ("https://stg.example.jp/items/note/", "mismatch"), ("", "")],
)
def test_canonical_and_og_url(shared: str, expected: str) -> None:
    head = CANONICAL + (f'<meta property="og:url" content="{shared}">' if shared else "")
    assert verdict("canonical", {"@type": "Thing"}, "<p>帳面</p>", head=head, url=HERE) == expected


def test_the_reason_is_told() -> None:
    (row,) = rows(
        {"@type": "WebPage", "url": "http://localhost:3000/items/note/"}, "<p>a</p>", head=CANONICAL, url=HERE
    )
    assert row["reason_key"] == "checks.why.staging"
