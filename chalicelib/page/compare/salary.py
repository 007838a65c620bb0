"""A declared salary against what a job's page says: amount or range, period, currency (V1, V3, V4)."""

import re
from collections.abc import Iterable
from decimal import Decimal
from itertools import islice
from typing import NamedTuple

from chalicelib.page.compare.amounts import Amount, amounts_of
from chalicelib.page.compare.figures import Figure, by_ten, plain, rounds_to
from chalicelib.page.compare.money import agree
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided
from chalicelib.page.seen import Line

_MAX_LINES = 3000
_MAX_READ = 150_000  # characters of lines
_MAX_AMOUNTS = 100
_AHEAD = 3
_LABEL = re.compile(
    (
        r"給与|給料|賃金|時給|日給|週給|月給|月収|年収|年俸|報酬|基本給|初任給|\b(?:salary|salaries|pay"
        r"|wages?|compensation|rate|remuneration)\b"
    ),
    re.IGNORECASE,
)
_UNITS = {
    "HOUR": "HOUR HOURLY HR 時給 時間 1時間 PERHOUR",
    "DAY": "DAY DAILY 日給 日当 日",
    "WEEK": "WEEK WEEKLY 週給 週",
    "MONTH": "MONTH MONTHLY 月給 月収 月額 月 MON",
    "YEAR": "YEAR YEARLY ANNUAL ANNUALLY ANNUM YR 年収 年俸 年",
}
_UNIT_OF = {word: unit for unit, words in _UNITS.items() for word in words.split()}


class Salary(NamedTuple):
    """A declared salary. low and high are the same for a single value; unit: HOUR to YEAR, "" when none is declared."""

    low: Figure | None
    high: Figure | None
    currencies: frozenset[str]
    unit: str


def unit_of(text: str) -> str:
    """The period that a `unitText` names, "" when it is none that is known."""
    return _UNIT_OF.get(plain(text).strip().upper().replace(" ", ""), "")


def find_salaries(lines: Iterable[Line], declared: Salary) -> list[Amount]:
    """The salaries that the lines show, with those of other roles (allowances, examples) left out."""
    found: list[Amount] = []
    above, ahead, room = "", -1, _MAX_READ
    for line in islice(lines, _MAX_LINES):
        room -= min(len(line.text), 1000)
        for amount in amounts_of(line, above):
            if amount.role in ("salary", "price") and (
                amount.per
                or amount.role == "salary"
                or _LABEL.search(line.label or above[-20:] or "")
                or _LABEL.search(line.heading)
            ):
                found.append(amount)
        above = line.text if not line.text[:1].isdigit() else above
        if ahead >= 0:
            ahead -= 1
            if ahead < 0:
                break
        elif any(_judge(amount, declared) is True and _fits(amount, declared) for amount in found):
            ahead = _AHEAD
        if len(found) > _MAX_AMOUNTS or room < 0:
            break
    return found


def compare_salary(declared: Salary, shown: list[Amount], *, absent: Verdict) -> Verdict:
    """The verdict on a salary. absent: where the page shows no amount of pay."""
    if not shown:
        return absent
    same = [amount for amount in shown if _fits(amount, declared)]
    money = [amount for amount in same if agree(declared.currencies, amount.currencies)]
    if not same:
        return _other_period(declared, shown)
    if not money:
        return mismatch(_shown(same[0]), "price-currency", same[0].line)
    judged = [(_judge(amount, declared), amount) for amount in money]
    agreed = next((amount for said, amount in judged if said is True), None)
    if agreed is not None:
        return match(_shown(agreed), agreed.line)
    doubtful = next((amount for said, amount in judged if said is None), None)
    best = doubtful or money[0]
    dropped = _is_dropped(declared, best)
    if doubtful is not None or (not dropped and _between(declared, money)):
        return undecided(_shown(best), "", best.line)
    return mismatch(_shown(best), "number-unit" if dropped else "", best.line)


def _other_period(declared: Salary, shown: list[Amount]) -> Verdict:
    """The page says it for another period: the same amount is then wrong, another may be the same pay."""
    for amount in shown:
        if agree(declared.currencies, amount.currencies) and _judge(amount, declared) is True:
            return mismatch(_shown(amount), "salary-period", amount.line)
    return undecided(_shown(shown[0]), "", shown[0].line)


def _is_dropped(declared: Salary, shown: Amount) -> bool:
    """Whether a unit such as 万 was dropped."""
    declared_ends = [end.value for end in (declared.low, declared.high) if end is not None]
    shown_ends = [end.value for end in (shown.low, shown.high) if end is not None]
    return any(by_ten(one, other) for one in declared_ends for other in shown_ends)


def _shown(amount: Amount) -> str:
    return amount.line.text if len(amount.line.text) <= 40 else amount.shown


def _fits(amount: Amount, declared: Salary) -> bool:
    return not declared.unit or not amount.per or amount.per == declared.unit


def _judge(amount: Amount, declared: Salary) -> bool | None:
    """Whether a shown amount or range is the declared one; None when it may be."""
    if declared.low is not None and declared.low is declared.high:
        return _judge_single(amount, declared.low.value)
    low, high = declared.low, declared.high
    if amount.single and low is not None and high is not None:
        return None if low.value <= amount.value <= high.value else False
    told = [
        (one.value, end) for one, end in ((low, amount.low), (high, amount.high)) if one is not None and end is not None
    ]
    if not told:
        return None
    return all(_is(end, value, amount) for value, end in told)


def _judge_single(amount: Amount, value: Decimal) -> bool | None:
    if _is(amount.low, value, amount) or _is(amount.high, value, amount):
        return True
    if amount.low is None or amount.high is None:
        return False
    inside = amount.low.value < value < amount.high.value
    near = amount.about and abs(amount.low.value - value) <= amount.low.value / 10
    return None if inside or near else False


def _is(shown: Figure | None, value: Decimal, amount: Amount) -> bool:
    if shown is None:
        return False
    if shown.value == value:
        return True
    return (amount.about or (shown.scaled and "." in amount.shown)) and rounds_to(value, shown.value, shown.step)


def _between(declared: Salary, shown: list[Amount]) -> bool:
    """Whether the declared ends lie between the lowest and the highest of several salaries of a page."""
    if len({(amount.low, amount.high) for amount in shown}) < 2:
        return False
    values = [end.value for amount in shown for end in (amount.low, amount.high) if end is not None]
    return all(min(values) <= end.value <= max(values) for end in (declared.low, declared.high) if end is not None)
