"""Figures and amounts as pages write them, with their roles, tax and period (comparing.md V1 to V4)."""

from decimal import Decimal

import pytest

from chalicelib.page.compare.amounts import amounts_of
from chalicelib.page.compare.figures import by_ten, declared_number, figure, plain, rounds_to
from chalicelib.page.compare.prices_shown import is_taxed
from chalicelib.page.document import parse_document
from chalicelib.page.hidden import Hiding
from chalicelib.page.seen import Seen


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,980", "1980"),
        ("1.299,00", "1299.00"),
        ("1,299.00", "1299.00"),
        ("1 299,00", "1299.00"),
        ("1'299.00", "1299.00"),
        ("1,00,000", "100000"),
        ("1.234.567", "1234567"),
        (".99", "0.99"),
        ("19,95", "19.95"),
        ("1万2,800", "12800"),
        ("1億2,000万", "120000000"),
        ("5万5千", "55000"),
        ("3千万", "30000000"),
        ("1.2万", "12000"),
        ("二千五百", "2500"),
        ("百万", "1000000"),
        ("1.2M", "1200000"),
        ("90K", "90000"),
        ("1.5 lakh", "150000"),
    ],
)
def test_figures(text: str, value: str) -> None:
    found = figure(text)
    assert found is not None
    assert found.value == Decimal(value)


def test_a_dot_and_three_digits_have_two_readings() -> None:
    found = figure("1.299")
    assert found is not None
    assert (found.value, found.other) == (Decimal(1299), Decimal("1.299"))


@pytest.mark.parametrize(
    ("declared", "value"),
    [
        ("1980", "1980"),
        (1980, "1980"),
        (19.99, "19.99"),
        ("１，９８０", "1980"),
        ("¥1,980（税込）", "1980"),
        ("1.299", "1.299"),
        ("", None),
        ("無料", None),
        ("1,980円〜2,980円", None),
        (True, None),
        (None, None),
        (1e300, None),
        (float("nan"), None),
        (float("inf"), None),
        ("1e999999", None),
    ],
)
def test_declared_numbers(declared: object, value: str | None) -> None:
    found = declared_number(declared)
    assert (None if found is None else found.value) == (None if value is None else Decimal(value))


def test_notation_is_folded() -> None:
    assert plain("￥１，９８０　〜　２，０００円（税込）ﾎﾟｲﾝﾄ") == "¥1,980 ~ 2,000円(税込)ポイント"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("￥3,000(税抜)／￥3,300(税込)", [(3000, 3000, "price", "excl", ""), (3300, 3300, "price", "incl", "")]),
        ("税抜3,000円(税込3,300円)", [(3000, 3000, "price", "excl", ""), (3300, 3300, "price", "incl", "")]),
        ("<del>通常価格 3,980円</del> 2,980円", [(3980, 3980, "list", "", ""), (2980, 2980, "price", "", "")]),
        ("定価3,980円のところ2,980円", [(3980, 3980, "list", "", ""), (2980, 2980, "price", "", "")]),
        ("送料550円", [(550, 550, "shipping", "", "")]),
        ("送料無料 1,980円", [(1980, 1980, "price", "", "")]),
        ("5,000円以上で送料無料", [(5000, 5000, "condition", "", "")]),
        ("月々1,000円×3回", [(1000, 1000, "instalment", "", "")]),
        ("500円OFFクーポン", [(500, 500, "discount", "", "")]),
        ("500円分のポイント", [(500, 500, "points", "", "")]),
        ("100gあたり198円", [(198, 198, "unit", "", "")]),
        ("1,980円〜", [(1980, None, "price", "", "")]),
        ("〜1,980円", [(None, 1980, "price", "", "")]),
        ("25〜35万円", [(250000, 350000, "price", "", "")]),
        ("From $49", [(49, None, "price", "", "")]),
        ("$90K–$120K a year", [(90000, 120000, "price", "", "YEAR")]),
        ("時給1,200円", [(1200, 1200, "salary", "", "HOUR")]),
        ("試用期間 月給20万円", [(200000, 200000, "other", "", "MONTH")]),
        (
            "$50.00 Save $20 now $30.00",
            [(50, 50, "price", "", ""), (20, 20, "discount", "", ""), (30, 30, "price", "", "")],
        ),
        ("2026年4月1日 03-1234-5678 型番 100-200", []),
    ],
)
def test_amounts(html: str, expected: list[tuple[int | None, int | None, str, str, str]]) -> None:
    tree = parse_document(f"<p>{html}", "https://example.jp/", {}).tree
    (line,) = Seen(tree.body, Hiding(tree))
    found = [
        (
            int(amount.low.value) if amount.low else None,
            int(amount.high.value) if amount.high else None,
            amount.role,
            amount.tax,
            amount.per,
        )
        for amount in amounts_of(line)
    ]
    assert found == expected


@pytest.mark.parametrize(
    ("net", "gross", "expected"),
    [
        ("980", "1078", True),
        ("999", "1098", True),
        ("999", "1099", True),
        ("1800", "1944", True),
        ("1800", "2000", False),
    ],
)
def test_tax_of_8_and_10_percent(net: str, gross: str, expected: bool) -> None:
    assert is_taxed(Decimal(net), Decimal(gross)) is expected


def test_rounding_and_powers_of_ten() -> None:
    assert rounds_to(Decimal(12345), Decimal(12000), Decimal(1000))
    assert rounds_to(Decimal(12999), Decimal(12000), Decimal(1000))  # cut, not rounded
    assert not rounds_to(Decimal(13000), Decimal(12000), Decimal(1000))
    assert by_ten(Decimal(25), Decimal(250000))
    assert not by_ten(Decimal(25), Decimal(25))
    assert not by_ten(Decimal(25), Decimal(500))
