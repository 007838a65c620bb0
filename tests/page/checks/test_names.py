"""Names against h1 and title (K-066, V11, V12)."""

import pytest

from tests.page.checks.verdicts import rows, verdict


def said(name: str, html: str, kind: str = "Product", head: str = "") -> str:
    return verdict("name", {"@type": kind, "name": name}, html, head=head)


@pytest.mark.parametrize(
    ("name", "html", "expected"),
    [
        ("クヌギ 方眼ノート KN-200", "<h1>クヌギ　方眼ノート　ＫＮ－２００</h1>", "match"),
        ("クヌギ 方眼ノート KN-200", "<h1>方眼ノート KN200（ブラック）クヌギ</h1>", "match"),
        ("クヌギ 方眼ノート KN-200", "<h1>クヌギ 方眼ノート</h1>", "match"),
        ("方眼ノート", "<h1>【送料無料】方眼ノート</h1>", "match"),
        ("方眼ノート 黒", "<h1>方眼ノート（黒）</h1>", "match"),
        ("方眼ノート", "<h1><img alt='クヌギ商店'></h1><p class=name>方眼ノート</p>", "match"),
        ("方眼ノート", "<p>方眼ノート</p>", "match"),
        ("Oak Mug 350 ml", "<h1>Oak Mug, 350ml</h1>", "match"),
        ("Grey Oak Mug", "<h1>Gray Oak Mug</h1>", "match"),
        ("方眼ノート", "<h1><span style='display:none'>旧</span>方眼ノート</h1>", "match"),
        ("方眼ノート五選", "<h1>方眼ノート5選</h1>", "match"),
        ("コンピューター用紙", "<h1>コンピュータ用紙</h1>", "match"),
        ("Cafe Mug", "<h1>Café Mug</h1>", "match"),
        ("横罫ノート", "<h1 style='display:none'>横罫ノート</h1><h1>方眼ノート</h1>", "mismatch"),
        ("髙い棚", "<h1>高い棚</h1>", "match"),
        ("10 Best Mugs", "<h1>Ten Best Mugs</h1>", "match"),
        ("第3回 読書会", "<h1>第三回 読書会</h1>", "match"),
        ("第3回 読書会", "<h1>第四回 読書会</h1>", "mismatch"),
        ("方眼ノート（黒）", "<h1>方眼ノート（白）</h1>", "mismatch"),
        ("秋の市", "<h1>秋の市のお知らせ</h1>", "cannot-decide"),
        ("ビール用グラス", "<h1>ビル用グラス</h1>", "mismatch"),
        ("お問い合わせ窓口案内", "<h1>お問合せ窓口案内</h1>", "cannot-decide"),
        ("方眼ノート帳", "<h1>秋の売り出し</h1><p>新しい方眼ノート帳も入荷しました。</p>", "cannot-decide"),
        ("クヌギ 方眼ノート KN-200", "<h1>クヌギ 方眼ノート KN-201</h1>", "mismatch"),
        ("方眼ノート 5冊", "<h1>方眼ノート 3冊</h1>", "mismatch"),
        ("Oak Mug 350 ml", "<h1>Oak Mug, 250ml</h1>", "mismatch"),
        ("方眼ノート", "<h1>横罫ノート</h1>", "mismatch"),
        ("Oak Mug", "<h1>Elm Mug</h1>", "mismatch"),
        ("方眼ノート", "<h1>横罫ノート</h1><ul><li>方眼ノート</li></ul>", "cannot-decide"),
        ("方眼ノート", "<p>本文</p>", "page-says-less"),
    ],
)
def test_products(name: str, html: str, expected: str) -> None:
    assert said(name, html) == expected


@pytest.mark.parametrize(
    "kind", ["Service", "Recipe", "MusicEvent", "JobPosting", "Course", "MobileApplication", "AboutPage"]
)
def test_other_kinds(kind: str) -> None:
    assert said("秋の催し", "<h1>秋の催し</h1>", kind) == "match"
    assert said("秋の催し", "<h1>冬の集まり</h1>", kind) == "mismatch"


def test_a_page_is_named_by_its_whole_title_too() -> None:
    head = "<title>会社概要 | クヌギ商店</title>"
    assert said("会社概要 | クヌギ商店", "<h1>会社を知る</h1>", "WebPage", head) == "match"


def test_parts_and_lists_are_not_the_pages_own() -> None:
    items = [{"@type": "ListItem", "item": {"@type": "Product", "name": name}} for name in ("帳面", "鉛筆")]
    assert rows({"@type": "ItemList", "itemListElement": items}, "<h1>文具の一覧</h1>") == []
    products = [{"@type": "Product", "name": name} for name in ("帳面", "鉛筆")]
    assert verdict("name", {"@graph": products}, "<h1>文具の一覧</h1>") == ""
    assert verdict("name", {"@graph": products}, "<h1>鉛筆</h1>") == "match"
    review = {"@type": "Review", "itemReviewed": {"@type": "Product", "name": "帳面"}}
    assert rows(review, "<h1>今週の話</h1>") == []


def test_the_reason_is_told() -> None:
    (row,) = rows({"@type": "Product", "name": "鉛筆 12本"}, "<h1>鉛筆 24本</h1>")
    assert (row["page_value"], row["reason_key"]) == ("鉛筆 24本", "checks.why.one-number")
