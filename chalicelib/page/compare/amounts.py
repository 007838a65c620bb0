"""Amounts of money in a line, each with its role: price or shipping, with tax or without, now or before (V1 to V4)."""

import re
from decimal import Decimal
from typing import NamedTuple

from chalicelib.page.compare.figures import Figure, plain_line
from chalicelib.page.compare.money import RANGE, Money, find_money
from chalicelib.page.compare.roles import TAX, Role, Tax, role_after, role_before, section_role
from chalicelib.page.seen import Line, Mark

_FROM_AFTER = re.compile(
    r"\s?(?:\((?:税込|税抜|税別)[^)]{0,6}\))?\s?(?:~|から|より|以上|and up\b|or more\b|\+(?=\s?(?:$|[),/])))"
)
_UP_AFTER = re.compile(r"\s?(?:まで|以下|以内|未満|or less\b|max\b)")
_FROM_BEFORE = re.compile(
    (
        r"(?:\b(?:from|starting (?:at|from)|starts at|as low as|ab|at least|min\.?)|最安(?:値)?"
        r"|最低(?:価格)?|下限)\s?[:]?\s?$"
    ),
    re.IGNORECASE,
)
_UP_BEFORE = re.compile(r"(?:\b(?:up to|under|max(?:imum)?\.?|at most)|最大|最高|上限|~)\s?[:]?\s?$", re.IGNORECASE)
_ABOUT = re.compile(
    r"(?:約|およそ|おおよそ|ほぼ|\b(?:about|approx(?:\.|imately)?|around|circa|ca\.)|~)\s?$", re.IGNORECASE
)
_ABOUT_AFTER = re.compile(r"\s?(?:前後|程度|ほど|台|くらい|ぐらい|弱|強)")
_MINUS_BEFORE = re.compile(r"(?:^|[\s(])[-▲△]\s?[¥$€£]?\s?$")
_PER = {
    "HOUR": (
        r"時給|\bhourly\b",
        r"/\s?(?:時間?|h(?:ou)?r?)\b|\b(?:per|an|a|each) hour\b|\bhourly\b|/hr\b|\bp\.?h\.?(?![a-z])",
    ),
    "DAY": (r"日給|日当|日額|\bdaily\b", r"/\s?(?:日|day)|\b(?:per|a|each) day\b|\bdaily\b"),
    "WEEK": (r"週給|週額|\bweekly\b", r"/\s?(?:週|w(?:ee)?k)|\b(?:per|a|each) week\b|\bweekly\b"),
    "MONTH": (
        r"月給|月収|月額|月俸|毎月|\bmonthly\b",
        r"/\s?(?:(?:か|ヶ|ヵ|カ)?月|mo(?:nth)?\b)|\b(?:per|a|each) month\b|\bmonthly\b",
    ),
    "YEAR": (
        r"年収|年俸|年棒|年額|年間|\bannual(?:ly)?\b|\byearly\b",
        r"/\s?(?:年|y(?:ea)?r)|\b(?:per|a|each) (?:year|annum)\b|\bannual(?:ly)?\b|\byearly\b|\bp\.?a\.?(?![a-z])",
    ),
}
_PER_BEFORE = re.compile("|".join(f"(?P<{name}>{before})" for name, (before, _) in _PER.items()), re.IGNORECASE)
_PER_AFTER = re.compile(
    r"[^\d。]{0,12}?(?:" + "|".join(f"(?P<{name}>{after})" for name, (_, after) in _PER.items()) + ")", re.IGNORECASE
)
_OLD_PRICE = re.compile(
    r"(?:old|was|regular|list|compare(?:d|-at)?|before|normal|original|retail|teika|strike)[-_]*price"
    r"|price[-_]*(?:old|was|regular|list|compare|before|normal|original|retail|teika|strike)",
    re.IGNORECASE,
)


class Amount(NamedTuple):
    """low and high are the same for a single amount; None is an open end (〜, 以上, from).

    currencies: those that its sign may stand for, none when it shows no sign. labelled: a word says that it is
    the price. about: rounded. per: HOUR to YEAR. shown: as the page has it.
    """

    low: Figure | None
    high: Figure | None
    currencies: frozenset[str]
    role: Role
    tax: Tax
    labelled: bool
    about: bool
    per: str
    shown: str
    line: Line

    @property
    def single(self) -> bool:
        """Whether it is one amount, not a range."""
        return self.low is not None and self.low is self.high

    @property
    def value(self) -> Decimal:
        """The amount, or the end of a range that is shown."""
        end = self.low or self.high
        return end.value if end is not None else Decimal(0)


def amounts_of(line: Line, above: str = "", *, bare: bool = False) -> list[Amount]:
    """The amounts of a line. above: the line before, which may be a label. bare: numbers without a sign count too."""
    raw = line.text
    if not any(map(str.isdigit, raw[:400])) and "円" not in raw:
        return []
    text, struck = plain_line(line)
    label = line.label or ("" if len(above) > 24 or any(map(str.isdigit, above)) else above)
    label_role = role_before(label) if label else None
    found = find_money(text, bare=bare or label_role in ("price", "salary"))
    if not found:
        return []
    amounts: list[Amount] = []
    section = section_role(line.heading) if line.heading and not line.level else None
    number, consumed = 0, 0
    while number < len(found):
        first, last = found[number], found[number]
        following = found[number + 1] if number + 1 < len(found) else None
        if following is not None and _is_range(text, first, following):
            first, last = _shared(first, following)
            number += 1
            following = found[number + 1] if number + 1 < len(found) else None
        number += 1
        before = text[consumed : first.start]
        after = text[last.end : following.start if following else len(text)]
        tax, consumed = _tax(text, before, after, last.end, following)
        if not tax and label:
            tax = _last_tax(label)
        role, labelled = _role(before, after, label_role, section, _is_struck(struck, first), following, text)
        if role == "price" and not labelled and _OLD_PRICE.search(line.node.attributes.get("class") or ""):
            role = "list"
        low, high = _ends(before, text[last.end : following.start + 1 if following else len(text)], first, last, role)
        per = _per(before + " " if before.strip() else label, after)
        about = bool(_ABOUT.search(before) or _ABOUT_AFTER.match(after)) and (low is high)
        shown = text[first.start : last.end].strip()
        currencies = last.currencies or first.currencies
        amounts.append(Amount(low, high, currencies, role, tax, labelled, about, per, shown, line))
    return amounts


def _is_range(text: str, first: Money, second: Money) -> bool:
    between = text[first.end : second.start]
    between = re.sub(r"\((?:税込|税抜|税別)\)", "", between)
    return RANGE.match(between) is not None and _fits(first, second)


def _fits(first: Money, second: Money) -> bool:
    first, second = _shared(first, second)
    return first.figure.value < second.figure.value


def _shared(first: Money, second: Money) -> tuple[Money, Money]:
    """The beginning of a range takes the unit of its end: 25〜35万円, $90–120K."""
    one, other = first.figure, second.figure
    if not first.currencies and second.currencies:
        first = first._replace(currencies=second.currencies)
    if other.scaled and not one.scaled and one.value < other.value / 100 and other.step >= 1000:
        scale = Decimal(10) ** (4 if _by(other, 10**4) else 3)
        scale = Decimal(10**8) if other.value >= 10**8 and _by(other, 10**8) else scale
        if one.value * scale < other.value:
            first = first._replace(figure=Figure(one.value * scale, one.step * scale, True))
    return first, second


def _by(number: Figure, unit: int) -> bool:
    return number.step == unit or number.step * 10 == unit or number.step * 100 == unit


def _tax(text: str, before: str, after: str, end: int, following: Money | None) -> tuple[Tax, int]:
    """Whether tax is in it, and where in the text what belongs to the next amount begins."""
    match = TAX.search(after[:24])
    if match is not None and not re.search(r"[。,、]", after[: match.start()]):
        rest = after[match.end() :]
        if following is None or not re.fullmatch(r"(?:価格|料金)?[\s:は]*(?:で)?", rest):
            return match.lastgroup, end + match.end()  # type: ignore[return-value]
    found = _last_tax(before)
    return found, end


def _last_tax(text: str) -> Tax:
    last = None
    for match in TAX.finditer(text[-60:]):
        last = match
    return last.lastgroup if last is not None else ""  # type: ignore[return-value]


def _role(
    before: str,
    after: str,
    label: Role | None,
    section: Role | None,
    struck: bool,
    following: Money | None,
    text: str,
) -> tuple[Role, bool]:
    """The role, and whether a word says it."""
    if struck:
        return "list", True
    told = role_after(after)
    if told is not None:
        return told, True
    if _MINUS_BEFORE.search(before):
        return "discount", True
    told = role_before(before)
    if told is None:
        told = label
    if told is not None:
        return told, told == "price"
    return section or "price", False


def _ends(before: str, after: str, first: Money, last: Money, role: Role) -> tuple[Figure | None, Figure | None]:
    if first is not last:
        return first.figure, last.figure
    only = first.figure
    if _FROM_BEFORE.search(before) or (_FROM_AFTER.match(after) and role in ("price", "salary")):
        return only, None
    if _UP_BEFORE.search(before) or _UP_AFTER.match(after):
        return None, only
    return only, only


def _per(before: str, after: str) -> str:
    match = _PER_AFTER.match(after[:30])
    if match is not None and match.lastgroup:
        return match.lastgroup
    found = [match.lastgroup or "" for match in _PER_BEFORE.finditer(before[-40:])]
    return found[-1] if found else ""


def _is_struck(struck: tuple[Mark, ...], found: Money) -> bool:
    return any(mark.start < found.end and found.start < mark.end for mark in struck)
