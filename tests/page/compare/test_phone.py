"""Telephone numbers of a page against a declared one."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from chalicelib.page.compare.phone import Number, compare_phone, number_of
from chalicelib.page.hidden import Hiding
from chalicelib.page.seen import Seen

TWINS = [
    ("+81-6-1234-5678", "<p>電話：06-1234-5678</p>", "match"),
    ("+81-6-1234-5678", "<p>電話：06-1234-5687</p>", "mismatch"),
    ("+81612345678", "<p>TEL 06（1234）5678</p>", "match"),
    ("06-1234-5678", "<p>☎０６－１２３４－５６７８</p>", "match"),
    ("06-1234-5678", "<p>+81 6 1234 5678</p>", "match"),
    ("06-1234-5678", "<p>+81 (0)6-1234-5678</p>", "match"),
    ("06-1234-5678", "<p>TEL：06-1234-5678　FAX：06-1234-5679</p>", "match"),
    ("06-1234-5679", "<p>TEL：06-1234-5678　FAX：06-1234-5679</p>", "mismatch"),
    ("06-1234-5678", "<p>TEL/FAX 06-1234-5678</p>", "match"),
    ("06-1234-5678", "<dl><dt>電話番号</dt><dd>06-1234-5678</dd><dt>FAX番号</dt><dd>06-1234-5679</dd></dl>", "match"),
    (
        "06-1234-5679",
        "<dl><dt>電話番号</dt><dd>06-1234-5678</dd><dt>FAX番号</dt><dd>06-1234-5679</dd></dl>",
        "mismatch",
    ),
    ("06-1234-5678", "<p>TEL</p><p>06-1234-5678</p>", "match"),
    ("06-1234-5678", "<p>FAX：06-1234-5679</p>", "none"),
    ("06-1234-5678", "<p>代表 06-1234-5678 / 採用担当 06-1234-9999</p>", "match"),
    ("06-1234-5678", "<p>〒530-0099 大阪市北区1-2-3</p><p>注文番号 06-1234-5999</p>", "none"),
    ("090-1234-5678", "<p>携帯：090-1234-5678</p>", "match"),
    ("0570-012-345", "<p>ナビダイヤル：0570-01-2345</p>", "match"),
    ("06-1234-5678", "<p>受付 2026-04-01 から</p>", "none"),
    ("06-1234-5678", "<p>06-1234-5678 06-1234-9999</p>", "match"),
    ("06-1234-5678", '<a href="tel:0612345678">電話する</a>', "match"),
    ("06-1234-5678", '<a href="tel:0612345670">電話する</a>', "mismatch"),
    ("06-1234-5678", '<a href="tel:0612345670">06-1234-5678</a>', "match"),
    ("+1-212-555-0147", "<p>Call us: 212-555-0147</p>", "match"),
    ("+1-212-555-0147", "<p>1 (212) 555-0147 x12</p>", "match"),
    ("+1-212-555-0147", "<p>Phone 212.555.0174</p>", "mismatch"),
    ("+1-212-555-0147", "<p>Fax: (212) 555-0147, Phone: (212) 555-0199</p>", "mismatch"),
    ("+44 161 496 0123", "<p>T: 0161 496 0123</p>", "match"),
    ("+44 161 496 0123", "<p>+44 (0)161 496 0132</p>", "mismatch"),
    ("+81-6-1234-5678", "<p>+82-6-1234-5678</p>", "mismatch"),
]


def compare(declared: str, html: str, *, fax: bool = False) -> str:
    tree = LexborHTMLParser(f"<body>{html}")
    links = [(node.attributes["href"] or "")[4:] for node in tree.css('a[href^="tel:"]')]
    verdict = compare_phone(declared, Seen(tree.body, Hiding(tree)), links, fax=fax)
    return verdict.status if verdict else "none"


@pytest.mark.parametrize(("declared", "html", "expected"), TWINS)
def test_a_number_and_a_page(declared: str, html: str, expected: str) -> None:
    assert compare(declared, html) == expected


def test_a_fax_is_compared_with_a_fax() -> None:
    page = "<p>TEL 06-1234-5678</p><p>FAX 06-1234-5679</p>"
    assert compare("06-1234-5679", page, fax=True) == "match"
    assert compare("06-1234-5670", page, fax=True) == "mismatch"
    assert compare("06-1234-5678", page, fax=True) == "mismatch"
    assert compare("06-1234-5679", "<p>TEL 06-1234-5678</p>", fax=True) == "none"


def test_the_same_number_in_many_forms() -> None:
    same = (
        "+81-3-1234-5678",
        "+81 (0)3 1234 5678",
        "+81-03-1234-5678",
        "03-1234-5678",
        "０３（１２３４）５６７８",
        "TEL:03.1234.5678",
    )
    assert {number.national for number in map(number_of, same) if number} == {"312345678"}
    assert number_of("+44 20 7946 0123") == Number("44", "2079460123")
    assert number_of("+886-2-1234-5678") == Number("886", "212345678")
    assert number_of("お問い合わせください") is None
