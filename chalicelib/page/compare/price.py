"""A declared price against the amounts that a page shows (V1 to V4, V13)."""

from decimal import Decimal

from chalicelib.page.compare.amounts import Amount
from chalicelib.page.compare.figures import Figure, by_ten, rounds_to
from chalicelib.page.compare.money import agree
from chalicelib.page.compare.prices_shown import Shown, is_taxed
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided, unsaid

_DEFINITE = ("shipping", "instalment", "points", "discount", "list", "unit", "condition", "other", "salary")
_MOST_TAX = Decimal("1.27")  # Hungary's is the highest


def compare_price(
    declared: Figure, currencies: frozenset[str], shown: Shown, *, net: bool = False, absent: Verdict
) -> Verdict:
    """The verdict on one price. net: the markup says that tax is not in it. absent: where the page shows no amount.

    currencies: the declared one; amounts of others count only where the page shows no amount of it.
    """
    current = _current(shown.amounts, currencies)
    if declared.value == 0 and (shown.free or not current):
        return _nothing_to_pay(shown)
    if not current:
        return _without_amount(declared.value, shown, absent)
    exact = [amount for amount in current if _is(amount, declared)]
    if exact:
        return _exact(exact, current, net=net)
    return _not_exact(declared, current, shown.amounts, net=net)


def _nothing_to_pay(shown: Shown) -> Verdict:
    """A price of 0, which a page need not show; to be asked for one is something else."""
    if shown.free is not None:
        return match(shown.free.text, shown.free)
    return mismatch(shown.ask.text, "price-asked", shown.ask) if shown.ask is not None else unsaid()


def _current(amounts: list[Amount], currencies: frozenset[str]) -> list[Amount]:
    """The amounts that say what is to be paid now."""
    found = [amount for amount in amounts if amount.role == "price"]
    if any(amount.labelled for amount in found):
        # What a word calls the price wins over bare amounts near it, unless they are the same line's other form.
        labelled = [amount for amount in found if amount.labelled]
        lines = {amount.line.number for amount in labelled}
        found = [amount for amount in found if amount.labelled or (amount.tax and amount.line.number in lines)]
    if not found:
        found = [amount for amount in amounts if amount.role == "list" and not amount.line.struck]
    same = [amount for amount in found if agree(currencies, amount.currencies)]
    return same or found


def _is(amount: Amount, declared: Figure) -> bool:
    ends = [end for end in (amount.low, amount.high) if end is not None]
    if any(declared.value == end.value for end in ends):
        return True
    if not amount.single or amount.low is None:
        return False
    rough = amount.about or (amount.low.scaled and amount.low.step < amount.low.value and _has_fraction(amount))
    return rough and rounds_to(declared.value, amount.low.value, _step(amount.low))


def _has_fraction(amount: Amount) -> bool:
    return "." in amount.shown and amount.low is not None and amount.low.scaled


def _step(shown: Figure) -> Decimal:
    """What the last digit of a rounded number stands for: 約1,200 is about 100 apart."""
    if shown.scaled:
        return shown.step
    step = shown.step
    while shown.value and shown.value % (step * 10) == 0:
        step *= 10
    return step


def _exact(exact: list[Amount], current: list[Amount], *, net: bool) -> Verdict:
    gross = [amount for amount in current if amount.tax == "incl"]
    fit = [amount for amount in exact if amount.tax != "excl"]
    if fit:
        return match(fit[0].shown, fit[0].line)
    gross = [amount for amount in gross if exact[0].value < amount.value <= exact[0].value * _MOST_TAX]
    if net or not gross:
        return match(exact[0].shown, exact[0].line)
    return mismatch(gross[0].shown, "price-net", gross[0].line)


def _not_exact(declared: Figure, current: list[Amount], amounts: list[Amount], *, net: bool) -> Verdict:
    value = declared.value
    best = next((amount for amount in current if amount.tax == "incl"), current[0])
    doubtful = _doubtful(declared, current, net=net)
    if doubtful is not None:
        return undecided(doubtful[0].shown, doubtful[1], doubtful[0].line)
    why = _mistaken(value, current, amounts)
    if why:
        return mismatch(best.shown, why, best.line)
    low, high = _span(current)
    several = any(not amount.single for amount in current) or len({amount.value for amount in current}) > 1
    if several and (low is None or value > low) and (high is None or value < high):
        # a single price inside a range (V4), or one of several prices of a page
        return undecided(best.shown, "", best.line)
    return mismatch(best.shown, "", best.line)


def _doubtful(declared: Figure, current: list[Amount], *, net: bool) -> tuple[Amount, str] | None:
    """The amount that the declared one may be, and why that cannot be told."""
    value = declared.value
    for amount in current:
        if _other_reading(amount, value) or (amount.single and amount.value == declared.other):
            return amount, ""
        if amount.single and amount.tax == "excl" and is_taxed(amount.value, value):
            return amount, "price-tax"
        if net and amount.single and is_taxed(value, amount.value):
            return amount, "price-tax"
        if amount.about and amount.low is not None and abs(amount.low.value - value) <= amount.low.value / 10:
            return amount, ""
    return None


def _mistaken(value: Decimal, current: list[Amount], amounts: list[Amount]) -> str:
    """What the declared amount was taken from instead of the price, "" when that cannot be told."""
    for amount in amounts:
        if amount.role in _DEFINITE and amount.single and amount.value == value:
            return f"price-{amount.role}"
    if any(amount.single and is_taxed(value, amount.value) for amount in current):
        return "price-net"
    return "number-unit" if any(by_ten(amount.value, value) for amount in current) else ""


def _other_reading(amount: Amount, value: Decimal) -> bool:
    return any(end is not None and end.other == value for end in (amount.low, amount.high))


def _span(current: list[Amount]) -> tuple[Decimal | None, Decimal | None]:
    """The lowest and the highest amount, None where a range is open."""
    lows = [amount.low.value if amount.low else None for amount in current]
    highs = [amount.high.value if amount.high else None for amount in current]
    low = None if None in lows else min(low for low in lows if low is not None)
    high = None if None in highs else max(high for high in highs if high is not None)
    return low, high


def _without_amount(value: Decimal, shown: Shown, absent: Verdict) -> Verdict:
    if shown.free is not None and value > 0:
        return mismatch(shown.free.text, "price-free", shown.free)
    for amount in shown.amounts:
        if amount.single and amount.value == value and amount.role in _DEFINITE:
            return undecided(amount.shown, f"price-{amount.role}", amount.line)
    return undecided(shown.bare.text, "", shown.bare) if shown.bare is not None else absent


def compare_end(declared: Figure, end: str, currencies: frozenset[str], shown: Shown, *, absent: Verdict) -> Verdict:
    """`lowPrice` or `highPrice` against the ends that the page shows (V4). end: "low" or "high"."""
    current = _current(shown.amounts, currencies)
    value = declared.value
    if not current:
        return compare_price(declared, currencies, shown, absent=absent)
    for amount in current:
        if _is_end(amount.low if end == "low" else amount.high, value):
            return match(amount.shown, amount.line)
    for amount in current:
        if amount.single and amount.tax == "excl" and is_taxed(amount.value, value):
            return undecided(amount.shown, "price-tax", amount.line)
    best = next((amount for amount in current if not amount.single), current[0])
    if best.single:
        # The page may show one offer of several: only what is beyond it contradicts.
        low, high = _span(current)
        beyond = (low is not None and value > low) if end == "low" else (high is not None and value < high)
    else:
        shown_end = best.low if end == "low" else best.high
        beyond = shown_end is not None or (value < best.value if end == "high" else value > best.value)
    if not beyond:
        return undecided(best.shown, "", best.line) if best.single else unsaid(best.shown)
    return mismatch(best.shown, "number-unit" if by_ten(best.value, value) else "", best.line)


def _is_end(shown: Figure | None, value: Decimal) -> bool:
    return shown is not None and value in (shown.value, shown.other)


def compare_list_price(declared: Figure, shown: Shown) -> Verdict:
    """A list or struck-through price (`priceType`) against the amounts in that role."""
    found = [amount for amount in shown.amounts if amount.role == "list"]
    for amount in found:
        if _is(amount, declared):
            return match(amount.shown, amount.line)
    if len({amount.value for amount in found}) == 1 and found[0].single:
        if any(is_taxed(*sorted((declared.value, amount.value))) for amount in found):
            return undecided(found[0].shown, "price-tax", found[0].line)
        return mismatch(found[0].shown, "", found[0].line)
    return unsaid()


def compare_currency(currencies: frozenset[str], shown: Shown) -> Verdict | None:
    """The declared currency against the signs of the page; None where it shows none."""
    current = [a for a in shown.amounts if a.currencies and a.role in ("price", "list")]
    if not current or not currencies:
        return None
    for amount in current:
        if agree(currencies, amount.currencies):
            return match(amount.shown, amount.line)
    return mismatch(current[0].shown, "price-currency", current[0].line)
