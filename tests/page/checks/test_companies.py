"""The organization's name where the page shows one (K-066, V7, silence before noise)."""

import pytest

from tests.page.checks.verdicts import rows, verdict

NAME = "株式会社クヌギ商店"


def said(name: str, html: str) -> str:
    return verdict("name", {"@type": "Organization", "name": name}, html)


@pytest.mark.parametrize(
    ("name", "html", "expected"),
    [
        (NAME, "<dl><dt>会社名</dt><dd>(株)クヌギ商店</dd></dl>", "match"),
        (NAME, "<dl><dt>会社名</dt><dd>㍿クヌギ商店</dd></dl>", "match"),
        ("クヌギ商店", f"<table><tr><th>社名</th><td>{NAME}</td></tr></table>", "match"),
        (NAME, "<p>運営会社：㈱ｸﾇｷﾞ商店</p>", "match"),
        (NAME, f"<dl><dt>会社名</dt><dd>{NAME}（Kunugi Shoten Co., Ltd.）</dd></dl>", "match"),
        (NAME, f"<p>運営：{NAME}（東京都千代田区）</p>", "match"),
        (NAME, f"<footer><p>{NAME} 東京本社</p></footer>", "match"),
        (NAME, f"<p>Copyright(C)2019-2026 {NAME} All Rights Reserved.</p>", "match"),
        (NAME, f"<header><img alt='{NAME}のロゴ'></header>", "match"),
        ("合同会社クヌギ", "<p>運営会社：（同）クヌギ</p>", "match"),
        ("一般社団法人クヌギ協会", "<p>名称：（一社）クヌギ協会</p>", "match"),
        ("株式会社渡辺商店", "<p>株式会社渡邊商店</p>", "match"),
        ("Oakleaf LLC", "<p>Oakleaf, L.L.C.</p>", "match"),
        ("Oakleaf Co., Ltd.", "<p>Oakleaf Company Limited</p>", "match"),
        ("Oakleaf Inc.", "<p>© 2026 Oakleaf</p>", "match"),
        ("Oak & Ash Ltd", "<p>Oak and Ash Ltd. (formerly Elm Ltd)</p>", "match"),
        ("Oakleaf", "<header><img alt='Oakleaf'></header>", "match"),
        (NAME, "<table><tr><th>商号</th><td>株式会社クヌギ商店街</td></tr></table>", "mismatch"),
        (NAME, "<dl><dt>社名</dt><dd>クヌギ商店株式会社</dd></dl>", "mismatch"),
        (NAME, "<p>運営会社：有限会社クヌギ商店</p>", "mismatch"),
        ("株式会社カシワ", f"<dl><dt>社名</dt><dd>{NAME}（旧 株式会社カシワ）</dd></dl>", "mismatch"),
        ("Elm Ltd", "<p>Company: Oak and Ash Ltd. (formerly Elm Ltd)</p>", "mismatch"),
        ("Oakleaf Ltd", "<p>Oakleaf Japan Ltd</p>", "mismatch"),
        ("Oakleaf, Inc.", "<p>Oakleaf LLC</p>", "mismatch"),
        ("Kunugi Inc.", f"<p>会社名：{NAME}</p>", "cannot-decide"),
        ("クヌギ", f"<p>会社名：{NAME}</p>", "cannot-decide"),
        (NAME, "<small>© KUNUGI</small>", "cannot-decide"),
        (NAME, "<p>取引先：株式会社カシワ</p>", ""),
        (NAME, "<header><img alt='logo'></header>", ""),
    ],
)
def test_verdicts(name: str, html: str, expected: str) -> None:
    assert said(name, html) == expected


def test_other_companies_of_a_page_are_not_its_own() -> None:
    html = "<h1>導入事例</h1>" + "".join(
        f"<p>{name}</p>" for name in ("株式会社カシワ", "ナラ株式会社", "有限会社ブナ")
    )
    assert said(NAME, html + "<p>一</p>" * 10) == ""
    assert said(NAME, "<h1>導入事例</h1><p>株式会社カシワ</p>" + "<p>一</p>" * 10) == ""


def test_a_publisher_inside_another_thing_gives_no_row() -> None:
    node = {"@type": "Article", "publisher": {"@type": "Organization", "name": NAME}}
    assert [row for row in rows(node, "<p>会社名：株式会社カシワ</p>") if row["field"] == "name"] == []


def test_of_several_organizations_none_is_judged() -> None:
    graph = [{"@type": "Organization", "name": name} for name in (NAME, "株式会社カシワ")]
    assert rows({"@graph": graph}, "<p>会社名：株式会社ナラ</p>") == []


def test_the_former_name_is_told() -> None:
    html = f"<dl><dt>社名</dt><dd>{NAME}（旧社名：株式会社カシワ）</dd></dl>"
    (row,) = rows({"@type": "Organization", "name": "株式会社カシワ"}, html)
    assert row["reason_key"] == "checks.why.former-name"
