"""Breadcrumbs: declared and shown, level by level (K-031)."""

from typing import Any

import pytest

from tests.page.checks.verdicts import rows, verdict

SITE = "https://www.example.jp"
HOME, SHELF = '<a href="/">ホーム</a>', '<a href="/p/">製品</a>'


def trail(*names: str, urls: tuple[str, ...] = ()) -> dict[str, Any]:
    items: list[dict[str, Any]] = [
        {"@type": "ListItem", "position": n, "name": name} for n, name in enumerate(names, 1)
    ]
    for item, url in zip(items, urls, strict=False):
        item["item"] = url
    return {"@type": "BreadcrumbList", "itemListElement": items}


def steps(*texts: str) -> str:
    return '<ol class="breadcrumb">' + "".join(f"<li>{text}</li>" for text in texts) + "</ol>"


def said(node: dict[str, Any], html: str, selectors: list[str] | None = None) -> str:
    expectations = {"breadcrumb_selectors_json": selectors} if selectors else None
    return verdict("itemListElement", node, html, url=SITE + "/p/note/", expectations=expectations)


THREE = trail("ホーム", "製品", "ノート")


@pytest.mark.parametrize(
    ("node", "html", "expected"),
    [
        (THREE, steps(HOME, SHELF, "ノート"), "match"),
        (THREE, steps(HOME + " &gt;", SHELF + " &gt;", "ノート"), "match"),
        (THREE, steps(HOME, '<a href="/p/">製品（24）</a>', "現在地：ノート"), "match"),
        (THREE, steps('<a href="/">クヌギ商店</a>', SHELF, "ノート"), "match"),
        (THREE, steps('<a href="/"><img src="h.svg" alt="ホーム"></a>', SHELF, "ノート"), "match"),
        (THREE, steps('<a href="/"><svg><title>ホーム</title></svg></a>', SHELF, "ノート"), "match"),
        (THREE, steps(HOME, SHELF), "match"),
        (THREE, steps(HOME, '<a href="/p/">PRODUCTS 製品</a>', "ノート"), "match"),
        (THREE, steps(HOME, SHELF, "ノート") + steps(HOME, "セール", "ノート"), "match"),
        (THREE, f'<p class="topicpath">{HOME}＞{SHELF}＞ノート</p>', "match"),
        (THREE, '<div id="pankuzu">ホーム &raquo; 製品 &raquo; ノート</div>', "match"),
        (
            THREE,
            '<div class="breadcrumbs"><span>ホーム</span><span>/</span><span>製品</span><span>ノート</span></div>',
            "match",
        ),
        (trail("ホーム", "会社概要｜クヌギ商店"), steps(HOME, "会社概要"), "match"),
        (trail("ホーム", "紙&amp;筆"), steps(HOME, "紙＆筆"), "match"),
        (trail("ホーム", "製品", "ノート", urls=("/", "/p")), steps(HOME, SHELF, "ノート"), "match"),
        (trail("ホーム", "製品", "ノート", urls=("/", "/q/")), steps(HOME, SHELF, "ノート"), "mismatch"),
        (THREE, steps('<a href="/"><i class="icon-home"></i></a>', SHELF, "ノート"), "match"),
        (THREE, steps('<i class="icon-home"></i>', SHELF, "ノート"), "cannot-decide"),
        (trail("ホーム", "ノート"), steps(HOME, SHELF, "ノート"), "mismatch"),
        (trail("ホーム", "ノート", "製品"), steps(HOME, SHELF, "ノート"), "mismatch"),
        (THREE, steps(HOME, SHELF, "手帳"), "mismatch"),
        (trail("ホーム", "2025年"), steps(HOME, "2026年"), "mismatch"),
        (trail("ホーム", "製品", "ノート", "方眼"), steps(HOME, SHELF), "mismatch"),
        (trail("製品", "ノート"), steps(HOME, SHELF, "ノート"), "cannot-decide"),
        (THREE, steps(HOME, SHELF, "ノート").replace("<ol", "<ol hidden"), "missing"),
        (THREE, "<h1>ノート</h1><p>本文</p>", "cannot-decide"),
    ],
)
def test_verdicts(node: dict[str, Any], html: str, expected: str) -> None:
    assert said(node, html) == expected


def test_registered_selectors_come_first_and_their_absence_tells() -> None:
    html = f'<div class="way">{HOME}{SHELF}ノート</div>' + steps(HOME, "セール", "ノート")
    assert said(THREE, html, [".none", ".way"]) == "match"
    assert said(THREE, html, [".breadcrumb"]) == "mismatch"
    assert said(THREE, "<h1>ノート</h1>", [".breadcrumb"]) == "missing"
    assert said(THREE, steps(HOME, SHELF, "ノート"), ["::[", ".breadcrumb"]) == "match"


def test_positions_give_the_order() -> None:
    node = trail("ノート", "ホーム", "製品")
    for item, position in zip(node["itemListElement"], ("3", 1, 2), strict=True):
        item["position"] = position
    assert said(node, steps(HOME, SHELF, "ノート")) == "match"


def test_which_level_differs_is_told() -> None:
    (row,) = rows(trail("ホーム", "商品", "ノート"), steps(HOME, SHELF, "ノート"), url=SITE + "/p/note/")
    assert (row["schema_value"], row["page_value"]) == ("ホーム > 商品 > ノート", "ホーム > 製品 > ノート")
    assert row["reason"] == "2 段目の名前が違います。"
    node = trail("ホーム", "製品", "ノート", urls=("/", "/q/"))
    (row,) = rows(node, steps(HOME, SHELF, "ノート"), url=SITE + "/p/note/")
    assert row["reason"] == "2 段目のリンク先が違います。"


def test_a_second_declared_trail_is_not_accused_where_one_fits() -> None:
    node = {"@graph": [THREE, trail("ホーム", "セール", "ノート")]}
    found = rows(node, steps(HOME, SHELF, "ノート"), url=SITE + "/p/note/")
    assert [(row["status"], row["reason_code"]) for row in found] == [("match", None), ("skipped", "cannot-decide")]
