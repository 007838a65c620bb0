"""Where two descriptions of one thing contradict each other: properties that have one value, with two.

Notation makes no difference (1980 and 1,980.00; a day and a moment of it; a name and a longer form of it), nor does
another language.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from chalicelib.page.compare.day import Declared, declared_date
from chalicelib.page.compare.figures import declared_number
from chalicelib.page.enumerations import member_name
from chalicelib.page.gather import Node, Thing
from chalicelib.page.kinds import fold, types_of
from chalicelib.page.source import words
from chalicelib.page.wording import folded, same

_NUMBERS = frozenset(
    words("price lowPrice highPrice ratingValue reviewCount ratingCount bestRating worstRating offerCount")
)
_DATES = frozenset(
    words("datePublished dateModified uploadDate datePosted validThrough startDate endDate foundingDate birthDate")
)
_MEMBERS = frozenset(words("availability itemCondition eventStatus eventAttendanceMode"))
_CODES = frozenset(words("priceCurrency sku gtin gtin8 gtin12 gtin13 gtin14 isbn postalCode"))
_TITLES = frozenset(("name", "headline"))
_ONE_VALUE = _NUMBERS | _DATES | _MEMBERS | _CODES | _TITLES
# What a page, or a level of its trail, is called is short here and long there
_OFTEN_NAMED = frozenset(words("WebPage WebSite ListItem ImageObject Thing BreadcrumbList"))
_INNER = ("offers", "aggregateRating", "address")
_MINUTE = 60


class Difference(NamedTuple):
    """path: for people, such as `offers.price`; name: the property in node `second`, "" where it is nested deeper."""

    path: str
    name: str
    one: str
    other: str
    first: Node
    second: Node


def differences_of_nodes(nodes: Sequence[Node]) -> Iterator[Difference]:
    """Contradictions of the nodes of one thing, one for each property."""
    told: set[str] = set()
    for count, node in enumerate(nodes):
        for name in node.properties if count else ():
            if name not in _ONE_VALUE or name in told:
                continue
            for earlier in nodes[:count]:
                if name in earlier.properties and _is_comparable(name, earlier, node):
                    one, other = _single(earlier.properties[name]), _single(node.properties[name])
                    if one is not None and other is not None and not agree(name, one, other):
                        told.add(name)
                        yield Difference(name, name, one, other, earlier, node)
                        break


def _is_comparable(name: str, one: Node, other: Node) -> bool:
    if name not in _TITLES:
        return True
    kinds = {fold(kind) for kind in types_of(one.properties)}
    return bool(kinds) and kinds == {fold(kind) for kind in types_of(other.properties)} and not kinds & _OFTEN_NAMED


def differences(one: Thing, other: Thing) -> Iterator[Difference]:
    """Contradictions of two things that are one, those of their only offer, rating and address included."""
    yield from _between(one, other, "")
    for name in _INNER:
        inner, outer = one.properties.get(name, ()), other.properties.get(name, ())
        if len(inner) != 1 or len(outer) != 1 or inner[0] is outer[0]:
            continue
        if isinstance(inner[0], Thing) and isinstance(outer[0], Thing) and set(inner[0].types) == set(outer[0].types):
            yield from _between(inner[0], outer[0], f"{name}.")


def _between(one: Thing, other: Thing, above: str) -> Iterator[Difference]:
    often = any(fold(kind) in _OFTEN_NAMED for kind in (*one.types[:5], *other.types[:5]))
    for name in sorted(_ONE_VALUE & one.properties.keys() & other.properties.keys()):
        if name in _TITLES and often:
            continue
        first, second = _single(one.properties[name]), _single(other.properties[name])
        if first is not None and second is not None and not agree(name, first, second):
            yield Difference(above + name, name, first, second, one.nodes[0], other.nodes[0])


def _single(declared: Any) -> str | None:
    """The text of the only value, None where there is none or more."""
    if isinstance(declared, list):
        if len(declared) != 1:
            return None
        declared = declared[0]
    if isinstance(declared, dict):
        declared = declared.get("@value", declared.get("@id") if len(declared) == 1 else None)
    if isinstance(declared, bool) or not isinstance(declared, str | int | float):
        return None
    return str(declared).strip()[:300] or None


def agree(name: str, one: str, other: str) -> bool:  # noqa: PLR0911 -- one return a kind of value
    """Whether two values of a property do not contradict each other."""
    if one == other:
        return True
    if name in _NUMBERS:
        first, second = declared_number(one), declared_number(other)
        return first is None or second is None or first.value == second.value
    if name in _DATES:
        return _agree_dates(declared_date(one), declared_date(other))
    if name in _MEMBERS:
        first_member, second_member = member_name(one), member_name(other)
        return first_member is None or second_member is None or first_member == second_member
    first_text, second_text = folded(one), folded(other)
    if name in _CODES:
        return first_text.replace("-", "") == second_text.replace("-", "")
    if one.isascii() != other.isascii() or first_text in second_text or second_text in first_text:
        return True
    return same(one, other)


def _agree_dates(one: Declared | None, other: Declared | None) -> bool:
    if one is None or other is None:
        return True
    if one.minutes is not None and other.minutes is not None and one.zone is not None and other.zone is not None:
        first, second = one.instant(0), other.instant(0)
        return first is None or second is None or abs((first - second).total_seconds()) <= _MINUTE
    if one.year != other.year and {one.month, other.month} != {1, 12}:
        return False
    if None in (one.month, other.month, one.day, other.day):
        return one.month is None or other.month is None or one.month == other.month
    first, second = (Declared(date.year, date.month, date.day, 0, 0).instant(0) for date in (one, other))
    zoned = one.zone is not None or other.zone is not None  # a day in UTC may be the next one here
    return first is None or second is None or abs((first - second).days) <= (1 if zoned else 0)
