"""Mistakes in prices and currencies that the search features do not tell (V13: such a value still is compared)."""

import re
from collections.abc import Iterator
from typing import Any

from chalicelib.page.compare.figures import declared_number
from chalicelib.page.compare.money import currencies_named, find_money
from chalicelib.page.entities import Harvest
from chalicelib.page.gather import Thing
from chalicelib.page.mistakes import report_mistake
from chalicelib.page.vocabulary import is_one_of

_NAMES = ("price", "lowPrice", "highPrice")
_PRICED = ("Offer", "PriceSpecification")
_RIGHT = re.compile(r"\s*[+-]?\d{1,18}(?:\.\d{1,12})?\s*", re.ASCII)
_CODE = re.compile(r"[A-Z]{3}")
_TEMPLATE = re.compile(r"[{%<\[]")  # said by the rule `placeholder`
_MAX_VALUES = 20
_LONGEST = 100


def check_price_forms(harvest: Harvest) -> None:
    """`price-format` and `currency-missing`, once the features have told what they do."""
    told: tuple[set[Any], set[Any]] | None = None
    for thing in harvest.things():
        properties = thing.properties
        if not any(name in properties for name in (*_NAMES, "priceCurrency")) or not is_priced(thing):
            continue
        for rule, variant, name, args in _faults(thing):
            told = told or _told(harvest)
            values, currencies = told
            place = (thing.entity["source"], thing.entity["index"])
            if rule == "currency-missing" and place in currencies:
                continue
            if any((*place, f"{node.path}.{name}".lstrip(".")) in values for node in thing.nodes):
                continue
            report_mistake(harvest, thing, rule, name, args, variant=variant)


def is_priced(thing: Thing) -> bool:
    """Whether it is an offer or a specification of a price."""
    return any(is_one_of(kind, _PRICED) for kind in thing.types[:5])


def _told(harvest: Harvest) -> tuple[set[Any], set[Any]]:
    """Where the features have told of a value, and of which entities of a currency that is missing."""
    values: set[Any] = set()
    currencies: set[Any] = set()
    for row in harvest.findings.rows():
        if not row["rule"].startswith("google-"):
            continue
        place = (row["source"], row["index"])
        values.add((*place, row["path"]))
        if "priceCurrency" in f"{row['message_args'].get('path')} {row['message_args'].get('names')}":
            currencies.add(place)
    return values, currencies


def _faults(thing: Thing) -> Iterator[tuple[str, str, str, dict[str, str]]]:
    """Rule, text of it, property and what to fill in."""
    priced = ""
    for name in _NAMES:
        for value in thing.properties.get(name, ())[:_MAX_VALUES]:
            if isinstance(value, str):
                text = value.strip()[:_LONGEST]
                priced = priced or name
                if text and not _RIGHT.fullmatch(text) and not _TEMPLATE.search(text):
                    yield ("price-format", *_price(name, text))
                    break
            elif isinstance(value, int | float):
                priced = priced or name
    currency = thing.first("priceCurrency")
    if currency is None and priced and not _has_currency(thing):
        if str(thing.first(priced)).strip() not in ("0", "0.0", "0.00"):  # nothing is nothing in any currency
            yield "currency-missing", "", priced, {"field": priced, "value": str(thing.first(priced))[:_LONGEST]}
    elif isinstance(currency, str) and currency.strip() and not _CODE.fullmatch(currency.strip()):
        meant = currencies_named(currency[:20])
        if len(meant) == 1 and not _TEMPLATE.search(currency):
            yield (
                "price-format",
                "currency",
                "priceCurrency",
                {"value": currency[:_LONGEST], "better": next(iter(meant))},
            )


def _price(name: str, text: str) -> tuple[str, str, dict[str, str]]:
    number = declared_number(text)
    if number is None:
        return "text", name, {"field": name, "value": text}
    money = find_money(text, bare=True)
    currencies = money[0].currencies if money else frozenset()
    args = {"field": name, "value": text, "better": f"{number.value:f}"}
    if len(currencies) != 1:
        return "meant", name, args
    return "meant-currency", name, {**args, "currency": next(iter(currencies))}


def _has_currency(thing: Thing) -> bool:
    specifications = thing.properties.get("priceSpecification", ())[:_MAX_VALUES]
    inner = any(isinstance(one, Thing) and one.first("priceCurrency") is not None for one in specifications)
    return inner or any(node.path.rpartition(".")[2].startswith("priceSpecification") for node in thing.nodes)
