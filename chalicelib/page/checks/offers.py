"""Offers: price, currency, list price and availability against what the page shows (K-066, V1 to V4, V13)."""

from collections.abc import Iterator
from itertools import chain, islice
from typing import Any, NamedTuple

from chalicelib.page.checks.row import Row, row
from chalicelib.page.checks.subject import leads, text_of
from chalicelib.page.checks.surroundings import is_listed, lines_about
from chalicelib.page.checks.view import View
from chalicelib.page.compare.availability import State, compare_availability, find_stock, state_of
from chalicelib.page.compare.figures import Figure, declared_number
from chalicelib.page.compare.money import currencies_named
from chalicelib.page.compare.price import compare_currency, compare_end, compare_list_price, compare_price
from chalicelib.page.compare.prices_shown import Shown, find_prices
from chalicelib.page.compare.verdict import Verdict, undecided, unsaid
from chalicelib.page.gather import Thing
from chalicelib.page.kinds import fold
from chalicelib.page.paths import joined

_MAX_OFFERS = 30  # of one thing
_MAX_THINGS = 50
_OFFERS = ("Offer", "AggregateOffer", "OfferForPurchase", "OfferForLease")
_BOOKABLE = frozenset(("Event", "Course", "CourseInstance", "Service", "LodgingBusiness", "VacationRental"))
_LIST = frozenset(("ListPrice", "StrikethroughPrice", "SRP", "MSRP", "RegularPrice"))
_OTHER_PRICES = frozenset(("MinimumAdvertisedPrice", "InvoicePrice"))
_CHARGES = frozenset(("DeliveryChargeSpecification", "PaymentChargeSpecification"))
_FALSE = frozenset(("false", "no", "0"))


class _Price(NamedTuple):
    """A declared price. part: "price", "low", "high" or "list"."""

    field: str
    declared: Any
    figure: Figure
    part: str
    currencies: frozenset[str]
    net: bool


def check_offers(view: View) -> Iterator[Row]:
    """`price`, `lowPrice`, `highPrice`, `priceSpecification`, `priceCurrency` and `availability` of the offers."""
    owners = [thing for thing in view.things if "offers" in thing.properties and thing.types and leads(thing)]
    alone = not owners
    if alone:
        owners = [thing for _, thing in view.of(*_OFFERS) if leads(thing)]
        owners = owners if len(owners) == 1 else []
    for owner in owners[:_MAX_THINGS]:
        if any(name in _OFFERS for name in owner.types) and not alone:
            continue
        offers = [("", owner)] if alone else list(_offers(owner))
        if not offers:
            continue
        lines = lines_about(view, owner)
        if lines is None:
            continue
        rows = chain(_prices(view, owner, offers, lines), _stock(view, owner, offers, lines))
        listed = is_listed(view, owner)
        yield from (one for one in rows if not listed or one["status"] in ("match", "mismatch"))


def _offers(owner: Thing) -> Iterator[tuple[str, Thing]]:
    values = owner.properties["offers"][:_MAX_OFFERS]
    for number, value in enumerate(values):
        if isinstance(value, Thing):
            yield joined("", "offers", number if len(values) > 1 else None), value


def _prices(view: View, owner: Thing, offers: list[tuple[str, Thing]], lines: Any) -> Iterator[Row]:
    declared = [price for path, offer in offers for price in _declared(path, offer)][:_MAX_OFFERS]
    if not declared:
        return
    shown = find_prices(lines, {price.figure.value for price in declared if price.part != "list"})
    absent = view.absent() if any(amount.role == "price" for amount in shown.amounts) else _absent(view, offers, lines)
    judged = [(price, _judge(price, shown, absent)) for price in declared]
    several = len({price.figure.value for price in declared if price.part == "price"}) > 1
    agreed = any(price.part == "price" and verdict.status == "match" for price, verdict in judged)
    accused = told_any = False
    for price, told in judged:
        verdict = told
        if several and price.part == "price" and verdict.status in ("mismatch", "missing"):
            # Variants: a page shows the price of the one that is chosen.
            if agreed:
                verdict = undecided(verdict.shown, "one-of-several", verdict.line)
            elif accused:
                continue
            accused = True
        yield row(view, owner, price.field, price.declared, verdict)
        told_any = told_any or verdict.status != "skipped"
    yield from _currency(view, owner, offers, shown, told=told_any)


def _judge(price: _Price, shown: Shown, absent: Verdict) -> Verdict:
    if price.part == "list":
        return compare_list_price(price.figure, shown)
    if price.part == "price":
        return compare_price(price.figure, price.currencies, shown, net=price.net, absent=absent)
    return compare_end(price.figure, price.part, price.currencies, shown, absent=absent)


def _absent(view: View, offers: list[tuple[str, Thing]], lines: Any) -> Verdict:
    """A page that says that a thing is gone, or that is offered no more, need not show its price."""
    declared = {_availability(offer) for _, offer in offers}
    if (
        declared
        and declared <= {"gone", "ended"}
        and any(one.state in ("gone", "ended") for one in find_stock(lines).said)
    ):
        return unsaid()
    absent = view.absent()
    return Verdict("skipped", "script-made") if absent.status == "missing" and _is_left_empty(view) else absent


def _is_left_empty(view: View) -> bool:
    """Whether a place for a price is there that a script fills in (K-067)."""
    if not view.document.has_script:
        return False
    places = islice(view.document.tree.css("[class*='price'],[id*='price'],[class*='Price'],[id*='Price']"), 20)
    return any(not place.text(deep=True).strip() for place in places)


def _declared(path: str, offer: Thing) -> Iterator[_Price]:
    currencies = _currencies(offer)
    net = _is_false(offer.first("valueAddedTaxIncluded"))
    start = f"{path}." if path else ""
    for name, part in (("price", "price"), ("lowPrice", "low"), ("highPrice", "high")):
        value = offer.first(name)
        figure = declared_number(value)
        if figure is not None:
            yield _Price(f"{start}{name}", value, figure, part, currencies, net)
    has_price = declared_number(offer.first("price")) is not None
    specifications = offer.properties.get("priceSpecification", [])[:_MAX_OFFERS]
    for number, specification in enumerate(specifications):
        if isinstance(specification, Thing):
            place = joined(path, "priceSpecification", number if len(specifications) > 1 else None)
            yield from _specified(place, specification, currencies, net=net, has_price=has_price)


def _specified(
    path: str, specification: Thing, currencies: frozenset[str], *, net: bool, has_price: bool
) -> Iterator[_Price]:
    kind = _short(specification.first("priceType"))
    if kind in _OTHER_PRICES or _CHARGES.intersection(specification.types):
        return
    if any(
        specification.first(name) is not None
        for name in ("validForMemberTier", "eligibleQuantity", "eligibleTransactionVolume")
    ):
        return
    quantity = specification.first("referenceQuantity")
    if isinstance(quantity, Thing) and str(quantity.first("value") or "1") not in ("1", "1.0"):
        return
    currencies = _currencies(specification) or currencies
    net = net or _is_false(specification.first("valueAddedTaxIncluded"))
    names = (("price", "list"),) if kind in _LIST else (("price", "price"), ("minPrice", "low"), ("maxPrice", "high"))
    for name, part in names:
        value = specification.first(name)
        figure = declared_number(value)
        if figure is not None and not (has_price and part == "price"):
            yield _Price(f"{path}.{name}", value, figure, part, currencies, net)


def _currency(view: View, owner: Thing, offers: list[tuple[str, Thing]], shown: Shown, *, told: bool) -> Iterator[Row]:
    """`priceCurrency`. told: whether anything is certain of the price; where it is not, only a wrong one is told."""
    seen: set[str] = set()
    for path, offer in offers:
        for value in (offer.first("priceCurrency"), *_specified_currencies(offer)):
            text = text_of(value)
            if not text or text in seen:
                continue
            seen.add(text)
            verdict = compare_currency(currencies_named(text), shown)
            if verdict is not None and (told or verdict.status == "mismatch"):
                yield row(view, owner, f"{path}.priceCurrency".lstrip("."), text, verdict)


def _specified_currencies(offer: Thing) -> list[Any]:
    found = offer.properties.get("priceSpecification", [])[:_MAX_OFFERS]
    return [one.first("priceCurrency") for one in found if isinstance(one, Thing)]


def _stock(view: View, owner: Thing, offers: list[tuple[str, Thing]], lines: Any) -> Iterator[Row]:
    """One row for all offers that say the same; of variants that differ, the page shows one."""
    declared = [(path, offer) for path, offer in offers if _availability(offer) is not None]
    states = {_availability(offer) for _, offer in declared}
    if len(states) != 1:
        return
    path, offer = declared[0]
    state = _availability(offer)
    if state is None:
        return
    bookable = any(fold(name) in _BOOKABLE for name in owner.types)
    verdict = compare_availability(state, find_stock(lines, state, bookable=bookable))
    yield row(view, owner, f"{path}.availability".lstrip("."), _member(offer.first("availability")), verdict)


def _availability(offer: Thing) -> State | None:
    text = _member(offer.first("availability"))
    return state_of(text) if text else None


def _member(value: Any) -> str:
    if isinstance(value, Thing):
        return value.identifier or ""
    if isinstance(value, dict):
        value = value.get("@id")
    return text_of(value)


def _short(value: Any) -> str:
    return _member(value).rstrip("/").rpartition("/")[2].rpartition("#")[2].removeprefix("schema:")


def _currencies(thing: Thing) -> frozenset[str]:
    return currencies_named(text_of(thing.first("priceCurrency"))[:20])


def _is_false(value: Any) -> bool:
    return value is False or _short(value).lower() in _FALSE
