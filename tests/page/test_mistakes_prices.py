"""Faulty forms of prices and currencies as findings, told once (comparing.md V13)."""

from typing import Any

import pytest

from tests.page.pages import read_json

CONTEXT = {"@context": "https://schema.org"}


def found(node: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    rows = read_json({**CONTEXT, **node}).result["validation"]
    told = ("price-format", "currency-missing")
    return [
        (row["message_key"].partition(".")[2], row["path"], row["message_args"]) for row in rows if row["rule"] in told
    ]


def service(**offer: Any) -> dict[str, Any]:
    return {"@type": "Service", "name": "清掃", "offers": {"@type": "Offer", **offer}}


@pytest.mark.parametrize(
    ("price", "key", "args"),
    [
        ("1,980円", "price-format.meant-currency", {"better": "1980", "currency": "JPY"}),
        ("１９８０", "price-format.meant", {"better": "1980"}),
        ("1,980", "price-format.meant", {"better": "1980"}),
        ("$19.99", "price-format.meant", {"better": "19.99"}),
        ("要見積もり", "price-format.text", {}),
    ],
)
def test_a_price_that_is_no_number(price: str, key: str, args: dict[str, str]) -> None:
    expected = {"field": "price", "value": price, **args}
    assert found(service(price=price, priceCurrency="JPY")) == [(key, "offers.price", expected)]


@pytest.mark.parametrize("price", ["1980", " 1980 ", "1980.00", 1980, 19.8, "{{price}}", ""])
def test_a_right_price_and_what_other_rules_say(price: object) -> None:
    assert found(service(price=price, priceCurrency="JPY")) == []


def test_a_currency_that_is_missing_or_no_code() -> None:
    assert found(service(price="1980")) == [("currency-missing", "offers.price", {"field": "price", "value": "1980"})]
    assert found(service(price="0")) == []
    assert found(service(price="1980", priceCurrency="円")) == [
        ("price-format.currency", "offers.priceCurrency", {"value": "円", "better": "JPY"})
    ]
    specified = {"@type": "PriceSpecification", "price": "1980", "priceCurrency": "JPY"}
    assert found(service(price="1980", priceSpecification=specified)) == []


def test_what_the_search_features_tell_is_not_told_twice() -> None:
    product = {"@type": "Product", "name": "机", "offers": {"@type": "Offer", "price": "1,980円"}}
    assert found(product) == []
    rows = read_json({**CONTEXT, **product}).result["validation"]
    assert ("google-value", "offers.price") in [(row["rule"], row["path"]) for row in rows]
    assert any("priceCurrency" in str(row["message_args"]) for row in rows)
