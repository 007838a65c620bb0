"""Counts and pay: views and likes, employees of a company, the salary of a job (V1, V3, V4)."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from chalicelib.page.checks.row import Row, row
from chalicelib.page.checks.subject import leads, text_of
from chalicelib.page.checks.surroundings import lines_about
from chalicelib.page.checks.view import View
from chalicelib.page.compare.figures import Figure, declared_number
from chalicelib.page.compare.money import currencies_named
from chalicelib.page.compare.number import compare_count, find_counts
from chalicelib.page.compare.salary import Salary, compare_salary, find_salaries, unit_of
from chalicelib.page.compare.verdict import unsaid
from chalicelib.page.gather import Thing

_MAX_THINGS = 20
_MAX_COUNTERS = 10
_ACTIONS = {
    "WatchAction": "view",
    "ViewAction": "view",
    "ListenAction": "view",
    "ReadAction": "view",
    "LikeAction": "like",
    "CommentAction": "comment",
    "ReplyAction": "comment",
    "AnswerAction": "comment",
    "ShareAction": "share",
    "FollowAction": "follow",
    "SubscribeAction": "follow",
    "BefriendAction": "follow",
    "DownloadAction": "download",
    "InstallAction": "download",
    "WriteAction": "post",
}


def check_interactions(view: View) -> Iterator[Row]:
    """`interactionStatistic` where the page shows such a count; it need not."""
    owners = [thing for thing in view.things if "interactionStatistic" in thing.properties and leads(thing)]
    for owner in owners[:_MAX_THINGS]:
        counters = owner.properties["interactionStatistic"][:_MAX_COUNTERS]
        counters = [counter for counter in counters if isinstance(counter, Thing)]
        lines = lines_about(view, owner) if counters else None
        if lines is None:
            continue
        for counter in counters:
            count = declared_number(counter.first("userInteractionCount"))
            kind = _ACTIONS.get(_name(counter.first("interactionType")), "")
            if count is None or not kind:
                continue
            found = find_counts(lines, (kind,), count.value)
            verdict = compare_count(count.value, kind, found, absent=unsaid())
            field = "interactionStatistic.userInteractionCount"
            yield row(view, owner, field, counter.first("userInteractionCount"), verdict)


def check_employees(view: View) -> Iterator[Row]:
    """`numberOfEmployees` of an organization, where the page shows it: others give no row."""
    for _, owner in view.of("Organization", "LocalBusiness"):
        declared = owner.first("numberOfEmployees")
        number = _quantity(declared)
        if number is None or not leads(owner):
            continue
        lines = lines_about(view, owner)
        found = find_counts(lines, ("employee",), number.value) if lines is not None else []
        if found:
            shown = declared.first("value") if isinstance(declared, Thing) else declared
            yield row(
                view, owner, "numberOfEmployees", shown, compare_count(number.value, "employee", found, absent=unsaid())
            )


def _quantity(declared: Any) -> Figure | None:
    if not isinstance(declared, Thing):
        return declared_number(declared)
    return declared_number(declared.first("value"))


def check_salary(view: View) -> Iterator[Row]:
    """`baseSalary` of a job: amount or range, currency and period are one fact and one row."""
    for _, job in list(view.of("JobPosting"))[:_MAX_THINGS]:
        declared = job.first("baseSalary")
        salary = _salary(declared)
        if salary is None:
            continue
        lines = lines_about(view, job)
        if lines is None:
            continue
        verdict = compare_salary(salary, find_salaries(lines, salary), absent=view.absent())
        yield row(view, job, "baseSalary", _said(salary), verdict)


def _salary(declared: Any) -> Salary | None:
    """MonetaryAmount with a number or a QuantitativeValue in it, or a bare number."""
    if not isinstance(declared, Thing):
        number = declared_number(declared)
        return Salary(number, number, frozenset(), "") if number is not None else None
    currencies = currencies_named(text_of(declared.first("currency"))[:20])
    inner = declared.first("value")
    amount = inner if isinstance(inner, Thing) else declared
    unit = unit_of(text_of(amount.first("unitText")) or text_of(declared.first("unitText")))
    single = declared_number(amount.first("value"))
    low = declared_number(amount.first("minValue"))
    high = declared_number(amount.first("maxValue"))
    if low is not None or high is not None:
        return Salary(
            low, low if high is not None and low is not None and low.value == high.value else high, currencies, unit
        )
    return Salary(single, single, currencies, unit) if single is not None else None


def _said(salary: Salary) -> str:
    """A declared salary in one line: `250000–350000 JPY / MONTH`."""
    ends = [_plain(end.value) for end in (salary.low, salary.high) if end is not None]
    text = "–".join(dict.fromkeys(ends))
    currency = next(iter(salary.currencies)) if len(salary.currencies) == 1 else ""
    return " ".join(part for part in (text, currency, f"/ {salary.unit}" if salary.unit else "") if part)


def _plain(value: Decimal) -> str:
    return format(value.normalize(), "f")


def _name(value: Any) -> str:
    if isinstance(value, Thing):
        return value.types[0] if value.types else (value.identifier or "").rpartition("/")[2]
    if isinstance(value, dict):
        value = value.get("@id") or value.get("@type")
    return text_of(value).rstrip("/").rpartition("/")[2].removeprefix("schema:")
