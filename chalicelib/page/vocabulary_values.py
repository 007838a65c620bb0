"""What is surely wrong with a value of a schema.org property, and why. Where schema.org is lenient, nothing is.

schema.org takes a text where it expects a thing (docs/datamodel.html: some data is better than none), so a text is
judged only where nothing but data types, or nothing but closed enumerations, is expected.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from typing import NamedTuple

from chalicelib.page.dates_meant import meant_date, meant_duration, meant_time
from chalicelib.page.enumerations import allowed, is_closed, meant_member, member_name, shown, spelled
from chalicelib.page.findings import shorten
from chalicelib.page.iso8601 import is_date, is_date_time, is_duration, is_time
from chalicelib.page.urls import PLAIN_URL, TO_ASCII, url_fault
from chalicelib.page.vocabulary import ancestors, is_data_type, is_one_of, is_subtype, is_type, ranges, superseded_by


class Problem(NamedTuple):
    """A finding to be: its rule, which of the rule's texts, and what to fill in.

    later: gives the whole of it, where it takes time to find what was meant; only for findings that are shown.
    """

    rule: str
    variant: str
    args: Mapping[str, str]
    later: Callable[[], "Problem"] | None = None


_DATES = frozenset(("Date", "DateTime", "Time"))
_NUMBERS = frozenset(("Number", "Integer", "Float"))
_TEXTS = frozenset(("Text", "PronounceableText", "CssSelectorType", "XPathType"))
_AMOUNTS = ("Quantity", "QuantitativeValue", "MonetaryAmount", "PriceSpecification", "Enumeration", "DefinedTerm")
_TRUTH = frozenset(("true", "false", "1", "0"))
_NUMBER = re.compile(r"[-+]?(?:\d{1,300}(?:\.\d{0,300})?|\.\d{1,300})(?:[eE][-+]?\d{1,4})?\Z", re.ASCII)
# Right, as nearly all are; known at a look.
_PLAIN_DATE = re.compile(
    r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])"
    r"(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-][01]\d:[0-5]\d)?)?\Z",
    re.ASCII,
)
_PLAIN_COUNT = re.compile(r"\d{1,15}\Z", re.ASCII)
_NEVER = re.compile(r"(?!)")
_GROUPED = re.compile(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_DIGITS = re.compile(r"[-+]?\d+(?:\.\d+)?")
_SCHEMA_TRUTH = re.compile(r"(?:https?://(?:www\.)?schema\.org/|schema:)(?=true|false)", re.IGNORECASE)
_NOT_JUDGED = frozenset(("datasetTimeInterval",))  # an interval, whatever its range says
_MEANT = {"": meant_date, "time": meant_time, "duration": meant_duration}
MAX_TYPES = 20  # of one node; those with more are not judged
_LONGEST = 300  # characters of a text that is taken for a date or a number

Judge = Callable[[str], "Problem | None"]


class Expected(NamedTuple):
    """What a property expects. text: what to do with a text, None where every one is right.

    name: of the property. ranges: its types.
    """

    name: str
    ranges: tuple[str, ...]
    text: Judge | None

    def number(self, value: float) -> Problem | None:
        """The fault of a JSON number."""
        kinds = set(self.ranges)
        whole = isinstance(value, int) or value.is_integer()
        if (
            not kinds
            or kinds & _TEXTS
            or kinds & {"Number", "Float", "Thing"}
            or ("Integer" in kinds and (whole or kinds > {"Integer"}))
            or (kinds == {"Boolean"} and value in (0, 1))
            or any(is_one_of(kind, _AMOUNTS) and kind != "Duration" and not is_closed(kind) for kind in kinds)
        ):
            return None
        if self.text is not None and (kinds & _DATES or kinds == {"Duration"}):
            return self.text(str(int(value) if whole else value))
        return self._wrong("integer" if kinds == {"Integer"} else "number-given", str(value))

    def boolean(self, *, value: bool) -> Problem | None:
        """The fault of a JSON true or false."""
        kinds = set(self.ranges)
        if kinds & _TEXTS or "Boolean" in kinds or "Thing" in kinds or not kinds:
            return None
        return self._wrong("boolean-given", "true" if value else "false")

    def node(self, types: tuple[str, ...], *, named: bool) -> Problem | None:
        """The fault of a node of these types. named: it has an `@id`, and so is a URL as well."""
        if (named and "URL" in self.ranges) or len(types) > MAX_TYPES or not all(map(is_type, types)):
            return None
        if _fits(self.name, types):
            return None
        return Problem(
            "wrong-value-type", "object", {"name": self.name, "type": "/".join(types), "expected": self.expected}
        )

    @property
    def expected(self) -> str:
        """The types, for people."""
        return " / ".join(self.ranges)

    def _wrong(self, variant: str, value: str) -> Problem:
        return Problem(
            "wrong-value-type", variant, {"name": self.name, "value": shorten(value, 80), "expected": self.expected}
        )


@cache
def _expected(name: str) -> Expected:
    kinds = ranges(name)
    return Expected(name, kinds, None if name in _NOT_JUDGED else _text(name, kinds))


def expected(name: str) -> Expected:
    """What a property of schema.org expects; only for names it has."""
    return _expected(name)


@lru_cache(maxsize=4096)
def _fits(name: str, types: tuple[str, ...]) -> bool:
    """Whether a node of these known types may be, in some reading, what a property expects.

    It may when one of them is a type in range or below it, or above it (`Thing` for a `Brand`), a Role, which may stand
    before any value, or a data type; and members of enumerations may be described by any node.
    """
    wanted = ranges(name)
    for kind in types:
        above = ancestors(kind)
        if "Role" in above or is_data_type(kind) or any(kind in ancestors(want) or want in above for want in wanted):
            return True
        if kind == "QuantitativeValue" and any(is_subtype(want, "Quantity") for want in wanted):
            return True
    return not wanted or any(is_subtype(want, "Enumeration") for want in wanted)


def _text(name: str, kinds: tuple[str, ...]) -> Judge | None:
    """What to do with a text of a property that expects these types."""
    things = [kind for kind in kinds if not is_data_type(kind)]
    data = set(kinds) - set(things)
    if not kinds or data & _TEXTS:
        return None
    if things == ["Duration"] or sorted(things) == ["Duration", "QuantitativeValue"]:
        return None if data else lambda text: _duration_fault(name, text)
    if data == {"URL"}:
        strict = all(is_subtype(kind, "MediaObject") for kind in things)
        return lambda text: None if PLAIN_URL.match(text) else _url_problem(name, text, strict=strict)
    if data and not things:
        plain = _PLAIN_DATE if data & {"Date", "DateTime"} else _PLAIN_COUNT if data & _NUMBERS else _NEVER
        return lambda text: None if plain.match(text) else _data_fault(name, data, kinds, text)
    if not data and all(map(is_closed, things)):
        right = spelled(kinds)
        return lambda text: None if text in right else _member_problem(name, kinds, text)
    return None


def _data_fault(name: str, data: set[str], kinds: tuple[str, ...], text: str) -> Problem | None:
    """The fault of a text where only dates, numbers and truth values may stand."""
    text = text[:_LONGEST].strip()
    if not text or _is_right(data, text):
        return None
    shown = shorten(text, 80)
    if data & _DATES and not (data & _NUMBERS and _meant_number(text)):
        return _date_problem(name, text, "" if data & {"Date", "DateTime"} else "time")
    args = {"name": name, "value": shown, "expected": " / ".join(kinds)}
    if data == {"Boolean"}:
        return Problem("wrong-value-type", "boolean", args)
    meant = _meant_number(text)
    variant = "integer" if "Integer" in data else "number"
    if meant is not None:
        return Problem("wrong-value-type", f"{variant}-meant", {**args, "meant": meant})
    return Problem("wrong-value-type", variant, args)


def _is_right(data: set[str], text: str) -> bool:
    return (
        (bool(data & {"Date", "DateTime"}) and (is_date(text) or is_date_time(text)))
        or ("Time" in data and (is_time(text) or is_date_time(text)))
        or (bool(data & {"Number", "Float"}) and _NUMBER.match(text) is not None)
        or ("Integer" in data and _NUMBER.match(text) is not None and float(text).is_integer())
        or ("Boolean" in data and _SCHEMA_TRUTH.sub("", text).lower() in _TRUTH)
    )


def _meant_number(text: str) -> str | None:
    """`1,234件` → `1234`, when there is one number in it."""
    plain = text.translate(TO_ASCII)
    plain = _GROUPED.sub(lambda match: match[0].replace(",", ""), plain)
    found = _DIGITS.findall(plain)
    return found[0] if len(found) == 1 and not re.search(r"[万億千]", plain) else None


def _date_problem(name: str, text: str, variant: str) -> Problem:
    return Problem("invalid-date", variant, {}, partial(_date_meant, name, text, variant))


def _date_meant(name: str, text: str, variant: str) -> Problem:
    meant = _MEANT[variant](text)
    args = {"name": name, "value": shorten(text, 80)}
    if meant is None:
        return Problem("invalid-date", variant, args)
    return Problem("invalid-date", f"{variant}-meant".lstrip("-"), {**args, "meant": meant})


def _duration_fault(name: str, text: str) -> Problem | None:
    text = text[:_LONGEST].strip()
    return None if not text or is_duration(text) else _date_problem(name, text, "duration")


def _url_problem(name: str, text: str, *, strict: bool) -> Problem | None:
    text = text.strip()
    fault = url_fault(text, strict=strict) if text else None
    return Problem("invalid-url", fault, {"name": name, "value": shorten(text)}) if fault else None


def _member_problem(name: str, kinds: tuple[str, ...], text: str) -> Problem | None:
    member = member_name(text)
    if member is None:
        return None
    if member in allowed(kinds):
        instead = superseded_by(member)
        return Problem("superseded", "member", {"name": member, "instead": instead}) if instead else None
    return Problem("invalid-enumeration", "", {}, partial(_member_meant, name, kinds, text))


def _member_meant(name: str, kinds: tuple[str, ...], text: str) -> Problem:
    variant, near = meant_member(text, kinds)
    args = {"name": name, "value": shorten(text, 80), "enumeration": " / ".join(kinds), "members": shown(kinds)}
    return Problem("invalid-enumeration", variant, {**args, "near": near} if near else args)
