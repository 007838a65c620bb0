"""What the lines of a page show of prices: amounts with their roles, and what stands in place of one (V1 to V3)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from itertools import islice

from chalicelib.page.compare.amounts import Amount, amounts_of
from chalicelib.page.compare.figures import declared_number, plain
from chalicelib.page.compare.roles import ASK, FREE
from chalicelib.page.seen import Line

_MAX_LINES = 3000
_MAX_READ = 150_000  # characters of lines
_MAX_AMOUNTS = 300
_AHEAD = 8  # lines after the declared price was seen, where the price with tax, or a sale's, may follow
_LONGEST_ASK = 60
_ONLY_NUMBER = re.compile(r"[¥$€£]?\s?\d[\d,.]*")
_ONLY_SIGN = re.compile(r"(?:[¥$€£]|JPY|USD|EUR|GBP)")
_UNIT_LINE = re.compile(
    r"(?:[百千万億]*\s?円|万|[€$]|JPY|USD|EUR|yen)(?!\s?\d)|[(+]?\s?税(?:込|抜|別)[^\d]?\)?$", re.IGNORECASE
)
_TAX_LINE = re.compile(r"[(+]?\s?(?:消費)?税(?:込み?|抜き?|別)?\)?")
_CENTS = (Decimal("0.01"), Decimal("1.08"), Decimal("1.1"))


@dataclass
class Shown:
    """What a page shows of prices: its amounts in document order, and what it says in their place.

    ask: the line that says "open price" or "ask us"; free: the line that says that nothing is to be paid.
    bare: the line that is one of the wanted numbers without a sign.
    """

    amounts: list[Amount] = field(default_factory=list)
    ask: Line | None = None
    free: Line | None = None
    bare: Line | None = None


def find_prices(lines: Iterable[Line], wanted: Iterable[Decimal] = ()) -> Shown:
    """Read the amounts of the lines, as far as it takes to be sure of the wanted ones."""
    shown = Shown()
    every = set(wanted)
    left = set(every)
    ahead = -1
    above, room = "", _MAX_READ
    for line in _joined(islice(lines, _MAX_LINES)):
        room -= min(len(line.text), 1000)
        for amount in amounts_of(line, above, bare=_is_marked(line)):
            shown.amounts.append(amount)
            if amount.single and amount.role == "price":
                left.discard(amount.value)
        if shown.bare is None and len(line.text) <= 12 and _ONLY_NUMBER.fullmatch(plain(line.text)):
            number = declared_number(line.text)
            shown.bare = line if number is not None and number.value in every else None
        _in_place(line, above, shown)
        above = line.text
        if len(shown.amounts) > _MAX_AMOUNTS or room < 0:
            break
        if ahead >= 0:
            ahead -= 1
            if ahead < 0:
                break
        elif not left and shown.amounts:
            ahead = _AHEAD
    shown.amounts = _with_tax(shown.amounts)
    return shown


def _joined(lines: Iterator[Line]) -> Iterator[Line]:
    """The lines, where a sign or a unit that has a line of its own joins its number (V3)."""
    held: Line | None = None
    for line in lines:
        if held is None:
            held = line
        elif len(held.text) <= 14 and len(line.text) <= 24 and _belongs(plain(held.text), plain(line.text)):
            held = replace(line, text=f"{held.text}{line.text}", label=held.label or line.label, marks=())
        else:
            yield held
            held = line
    if held is not None:
        yield held


def _belongs(text: str, following: str) -> bool:
    if _ONLY_NUMBER.fullmatch(text):
        return _UNIT_LINE.match(following) is not None
    if _ONLY_SIGN.fullmatch(text):
        return following[:1].isdigit()
    return text[-1:] == "円" and _TAX_LINE.fullmatch(following) is not None


def _is_marked(line: Line) -> bool:
    """Whether the page itself marks a line as a price, in the name of a class or a property."""
    if len(line.text) > 14 or not line.text[:1].isdigit():
        return False
    attributes = line.node.attributes
    return "price" in f"{attributes.get('class') or ''} {attributes.get('itemprop') or ''}".lower()


def _in_place(line: Line, above: str, shown: Shown) -> None:
    if len(line.text) > _LONGEST_ASK or (shown.ask is not None and shown.free is not None):
        return
    text = line.text
    if shown.ask is None and (
        "価" in text
        or "見積" in text
        or "問" in text
        or "談" in text
        or "for" in text
        or "ASK" in text
        or "POA" in text
        or "price" in text.lower()
        or "quote" in text
    ):
        folded = plain(text)
        if (
            ASK.search(folded)
            and not folded.endswith(("はこちら", "フォーム"))
            and ("問" not in folded or "価" in folded or "料金" in folded or "価" in (line.label or above[:12]))
        ):
            shown.ask = line
    if (
        shown.free is None
        and ("無料" in text or "フリー" in text or "free" in text.lower())
        and FREE.search(plain(text))
    ):
        label = line.label or (above if len(above) <= 16 else "")
        if not re.search(r"送料|配送|手数料|shipping|delivery|returns?", f"{label}{text}", re.IGNORECASE):
            shown.free = line


def _with_tax(amounts: list[Amount]) -> list[Amount]:
    """An unlabelled amount beside one with tax that is 8 or 10 % more is the one before tax: ¥980（税込¥1,078）."""
    told = list(amounts)
    for number, amount in enumerate(amounts):
        if amount.role != "price" or amount.tax or not amount.single:
            continue
        for other in amounts[max(0, number - 1) : number + 2]:
            near = abs(other.line.number - amount.line.number) <= 2
            if other.tax and other.role == "price" and other.single and near and other is not amount:
                if other.tax == "incl" and is_taxed(amount.value, other.value):
                    told[number] = amount._replace(tax="excl")
                elif other.tax == "excl" and is_taxed(other.value, amount.value):
                    told[number] = amount._replace(tax="incl")
    return told


def is_taxed(net: Decimal, gross: Decimal) -> bool:
    """Whether an amount is another with Japan's 8 or 10 %, rounded, up or down (V2)."""
    if net <= 0 or gross <= net or gross > net * 2:
        return False
    unit = Decimal(1) if net == net.to_integral_value() and gross == gross.to_integral_value() else Decimal("0.01")
    return any(
        (net * rate).quantize(unit, rounding) == gross
        for rate in _CENTS[1:]
        for rounding in (ROUND_FLOOR, ROUND_CEILING, ROUND_HALF_UP)
    )
