"""The author against the by-line (K-066; V1 role, V8)."""

from typing import Any

import pytest

from tests.page.checks.verdicts import rows, verdict


def said(name: str, html: str, **options: Any) -> str:
    return verdict("author.name", {"@type": "Article", "author": {"@type": "Person", "name": name}}, html, **options)


TARO, JANE = "山田太郎", "Jane Smith"


@pytest.mark.parametrize(
    ("name", "html", "expected"),
    [
        (TARO, "<p>著者：山田太郎（やまだたろう）</p>", "match"),
        (TARO, "<p>山田太郎さん</p>", "match"),
        (TARO, "<p>文＝山田太郎</p>", "match"),
        (TARO, "<p>（文・山田太郎）</p>", "match"),
        (TARO, "<p>取材・文：山田太郎　撮影：佐藤花子</p>", "match"),
        (TARO, "<p>執筆 佐藤花子、山田太郎</p>", "match"),
        (TARO, "<p>山田太郎／ライター</p>", "match"),
        (TARO, "<p>代表取締役 山田太郎</p>", "match"),
        (TARO, "<p><ruby>山田太郎<rt>やまだたろう</rt></ruby> 著</p>", "match"),
        (TARO, "<dl><dt>著者</dt><dd>山田 太郎 氏</dd></dl>", "match"),
        (TARO, "<h2>この記事を書いた人</h2><p>山田 太郎</p>", "match"),
        ("国分太一", "<p>執筆：國分太一</p>", "match"),
        ("斎藤一郎", "<p>執筆者：齋藤一郎</p>", "match"),
        (TARO, "<p>著者名：山田太郎</p>", "match"),
        (TARO, "<p>佐藤花子 著</p>", "mismatch"),
        (TARO, "<p>佐藤花子（文）</p>", "mismatch"),
        (TARO, "<p>文／佐藤花子　写真／山田太郎</p>", "mismatch"),
        (TARO, "<p>監修：山田太郎</p>", "mismatch"),
        (TARO, "<h2>この記事を書いた人</h2><p>佐藤花子</p>", "mismatch"),
        (TARO, "<p>執筆者　佐藤花子（管理栄養士）</p>", "mismatch"),
        (TARO, "<p>投稿者: admin</p>", "mismatch"),
        ("斉藤一郎", "<p>執筆者：斎藤一郎</p>", "cannot-decide"),
        (TARO, "<p>ライター：ヤマダタロウ</p>", "cannot-decide"),
        ("Taro Yamada", "<p>著者：山田太郎</p>", "cannot-decide"),
        (TARO, "<p>この記事は先週に書きました。文の最初。</p>", "missing"),
        (TARO, "<p>編集：佐藤花子</p>", "missing"),
        (JANE, "<p>Written by Jane A. Smith</p>", "match"),
        (JANE, "<p>Posted on April 1, 2026 by Jane Smith</p>", "match"),
        (JANE, "<p>Story by Smith, Jane</p>", "match"),
        (JANE, "<span class='author'>Jane Smith, PhD</span>", "match"),
        ("Dr. Jane Smith", "<p>By Jane Smith</p>", "match"),
        ("Élodie Müller", "<p>By Elodie Mueller</p>", "match"),
        (JANE, "<p>By Jane Doe</p>", "mismatch"),
        (JANE, "<p>Edited by Jane Smith</p>", "mismatch"),
        (JANE, "<p>By J. Smith</p>", "cannot-decide"),
        ("William Hill", "<p>By Bill Hill, Staff Writer</p>", "cannot-decide"),
        (JANE, "<p>Photo by Ken Ito</p>", "missing"),
    ],
)
def test_verdicts(name: str, html: str, expected: str) -> None:
    assert said(name, html) == expected


def test_of_several_authors_one_may_be_shown() -> None:
    node = {"@type": "Article", "author": [{"@type": "Person", "name": TARO}, {"@type": "Person", "name": "佐藤花子"}]}
    found = [(row["schema_value"], row["status"], row["reason_code"]) for row in rows(node, "<p>著者：佐藤花子</p>")]
    assert found == [(TARO, "skipped", "page-says-less"), ("佐藤花子", "match", None)]


def test_an_organization_as_author_is_never_accused() -> None:
    node = {"@type": "Article", "author": {"@type": "Organization", "name": "クヌギ編集部"}}
    assert verdict("author.name", node, "<p>文：クヌギ編集部</p>") == "match"
    assert verdict("author.name", node, "<p>文：佐藤花子</p>") == "cannot-decide"
    assert verdict("author.name", node, "<p>本文</p>") == ""


def test_the_role_is_told_and_where() -> None:
    (row,) = rows({"@type": "Article", "author": TARO}, "<p>監修：山田太郎</p>")
    assert (row["reason_key"], row["page_place"]["tag"]) == ("checks.why.other-role", "p")


def test_authors_of_reviews_and_of_parts_give_no_row() -> None:
    node = {"@type": "Product", "review": {"@type": "Review", "author": {"@type": "Person", "name": TARO}}}
    assert verdict("author.name", node, "<p>著者：佐藤花子</p>") == ""
