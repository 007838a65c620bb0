"""What Google asks of values: the kinds of rules of features.json. Each gives the value that breaks it, or None."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from chalicelib.page.features_codes import is_country, is_currency, is_region
from chalicelib.page.features_objects import all_objects, all_values, an_image, an_object, in_row
from chalicelib.page.features_paths import number, plain
from chalicelib.page.features_table import Names, ValueRule
from chalicelib.page.features_when import Spot, address
from chalicelib.page.iso8601 import is_date
from chalicelib.page.things import Thing
from chalicelib.page.vocabulary import is_one_of

SAID_ELSEWHERE = frozenset(("date", "duration", "time"))  # schema.org's own rules report these
OF_TYPES = frozenset(("type-is", "object", "objects"))  # of which a type that schema.org has not is told elsewhere
_DATE = re.compile(r"\d{4}-?\d\d-?\d\d(?:[T ]\d\d:?\d\d.*)?", re.ASCII | re.DOTALL)
_TIME_OF_DAY = re.compile(r"[T ]\d\d:?\d\d", re.ASCII)
_ZONE = re.compile(r"[T ]\d\d.*(?:Z|[+-]\d\d:?(?:\d\d)?)\s*\Z", re.ASCII | re.DOTALL)
_TIME = re.compile(r"\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?", re.ASCII)
_DURATION = re.compile(r"P(?=.)(?:\d+(?:\.\d+)?[YMWD])*(?:T(?:\d+(?:\.\d+)?[HMS])+)?", re.ASCII)
_RATING = re.compile(r"\s*\d+(?:\.\d+)?\s*(?:%|/\s*\d+(?:\.\d+)?)?\s*", re.ASCII)
_CLASS = re.compile(r"\.[\w-]+")
_FULL_URL = re.compile(r"https?://(?:www\.)?schema\.org/\w+", re.IGNORECASE)
_LONGEST = 200  # characters of a value that a pattern is held against


def broken(rule: ValueRule, spot: Spot) -> str | None:
    """The value that breaks a rule, "" where none can be named; None when it is kept, or nothing is there to judge."""
    return _KINDS[rule.kind](spot, rule.paths, *rule.arguments)


def _texts(spot: Spot, paths: tuple[Names, ...]) -> list[str]:
    return [plain(value) for value in all_values(spot, paths) if not isinstance(value, Thing)]


def _first(texts: list[str], wrong: Callable[[str], bool]) -> str | None:
    return next((text for text in texts if wrong(text)), None)


def _unlike(pattern: re.Pattern[str]) -> Callable[..., str | None]:
    return lambda spot, paths: _first(_texts(spot, paths), lambda text: not pattern.fullmatch(text[:_LONGEST]))


def _no_day(spot: Spot, paths: tuple[Names, ...]) -> str | None:
    """A whole date at least, and one that the calendar has."""
    return _first(
        _texts(spot, paths),
        lambda text: not (_DATE.fullmatch(text[:_LONGEST]) and is_date(text[: 10 if text[4:5] == "-" else 8])),
    )


def _zone(spot: Spot, paths: tuple[Names, ...]) -> str | None:
    return _first(_texts(spot, paths), lambda text: bool(_DATE.fullmatch(text[:40])) and not _ZONE.search(text[:40]))


def _time_of_day(spot: Spot, paths: tuple[Names, ...]) -> str | None:
    return _first(
        _texts(spot, paths), lambda text: bool(_DATE.fullmatch(text[:40])) and not _TIME_OF_DAY.search(text[:40])
    )


def _max_length(spot: Spot, paths: tuple[Names, ...], most: int) -> str | None:
    return _first(_texts(spot, paths), lambda text: len(text) > most)


def _length(spot: Spot, paths: tuple[Names, ...], least: int, most: int) -> str | None:
    return _first(_texts(spot, paths), lambda text: not least <= len(text) <= most)


def _min_count(spot: Spot, paths: tuple[Names, ...], least: int) -> str | None:
    count = len(all_values(spot, paths))
    return str(count) if 0 < count < least else None


def _at_most_one(spot: Spot, paths: tuple[Names, ...]) -> str | None:
    count = len(all_values(spot, paths))
    return str(count) if count > 1 else None


def _only_one_of_type(spot: Spot, _: tuple[Names, ...], name: str) -> str | None:
    count = spot.page.counts.get(name, 0)
    return str(count) if count > 1 else None


def _first_is(spot: Spot, paths: tuple[Names, ...], wanted: int) -> str | None:
    """Lists may stand in any order: the smallest position counts."""
    found = [value for value in map(number, all_values(spot, paths)) if value is not None]
    return f"{min(found):g}" if found and min(found) != wanted else None


def _one_type(spot: Spot, paths: tuple[Names, ...]) -> str | None:
    types = [set(value.types) for value in all_values(spot, paths) if isinstance(value, Thing) and value.types]
    return None if not types or set.intersection(*types) else ", ".join(sorted(set.union(*types))[:5])


def _unique(spot: Spot, paths: tuple[Names, ...]) -> str | None:
    seen: set[str] = set()
    for text in _texts(spot, paths):
        if text in seen:
            return text
        seen.add(text)
    return None


def _same_host(spot: Spot, paths: tuple[Names, ...]) -> str | None:
    here = _host(spot.page.url)
    return _first(_texts(spot, paths), lambda text: text[:4].lower() == "http" and _host(text) != here)


def _host(url: str) -> str | None:
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return None


def _this_page(spot: Spot, paths: tuple[Names, ...]) -> str | None:
    here = address(spot.page.url)
    return _first(_texts(spot, paths), lambda text: "#" not in text or address(text, spot.page.url) != here)


def _type_is(spot: Spot, paths: tuple[Names, ...], *types: str) -> str | None:
    """One value of the type is enough; texts, references that lead nowhere and nodes without type are not judged."""
    things = [value for value in all_values(spot, paths) if isinstance(value, Thing)]
    if not things or any(not thing.types or any(is_one_of(name, types) for name in thing.types) for thing in things):
        return None
    return ", ".join(things[0].types[:3])


def _type_is_not(spot: Spot, paths: tuple[Names, ...], unwanted: str) -> str | None:
    values = all_values(spot, paths)
    return unwanted if values and all(isinstance(one, Thing) and unwanted in one.types for one in values) else None


def _has_types(spot: Spot, _: tuple[Names, ...], *types: str) -> str | None:
    return None if set(types) <= set(spot.thing.types) else ", ".join(spot.thing.types[:5])


def _type_beside(spot: Spot, _: tuple[Names, ...], *types: str) -> str | None:
    return None if set(types) & set(spot.thing.types) else ", ".join(spot.thing.types[:5])


def _member(spot: Spot, paths: tuple[Names, ...], *members: str) -> str | None:
    """A member of an enumeration, by short name or address."""
    values = [plain(value) for value in all_values(spot, paths)]
    return _first([text for text in values if text], lambda text: text not in members)


def _member_exact(spot: Spot, paths: tuple[Names, ...], *members: str) -> str | None:
    return _first(_texts(spot, paths), lambda text: text not in members)


def _in_scale(spot: Spot, paths: tuple[Names, ...]) -> str | None:
    """A rating between its worst (1) and its best (5), unless they say otherwise."""
    for rating in all_values(spot, paths):
        if isinstance(rating, Thing):
            value, best, worst = (number(rating.first(name)) for name in ("ratingValue", "bestRating", "worstRating"))
            if value is not None and not (1 if worst is None else worst) <= value <= (5 if best is None else best):
                low, high = 1 if worst is None else worst, 5 if best is None else best
                return f"{value:g} ({low:g}–{high:g})"
    return None


def _above(spot: Spot, paths: tuple[Names, ...], least: float) -> str | None:
    found = [value for value in map(number, all_values(spot, paths)) if value is not None]
    return next((f"{value:g}" for value in found if value <= least), None)


def _price_above(spot: Spot, _: tuple[Names, ...], least: float) -> str | None:
    """`price` itself wins over the price of a specification."""
    return _above(spot, (("price",) if spot.at(("price",)) else ("priceSpecification", "price"),), least)


def _whole(spot: Spot, paths: tuple[Names, ...]) -> str | None:
    for value in all_values(spot, paths):
        found = number(value)
        if found is not None and not (found >= 0 and found.is_integer()):
            return f"{found:g}"
    return None


def _no_space(spot: Spot, paths: tuple[Names, ...]) -> str | None:
    return _first(_texts(spot, paths), lambda text: re.search(r"\s", text[:_LONGEST]) is not None)


def _not_both(spot: Spot, paths: tuple[Names, ...]) -> str | None:
    return "" if all(spot.at(names) for names in paths) else None


def _ends_in(spot: Spot, paths: tuple[Names, ...], *endings: str) -> str | None:
    return _first(
        _texts(spot, paths),
        lambda text: not re.split(r"[?#]", text[-_LONGEST:], maxsplit=1)[0].lower().endswith(endings),
    )


def _text_is(spot: Spot, paths: tuple[Names, ...], wanted: str) -> str | None:
    """Without case: Google's own examples have `Math solver` and `Math Solver`."""
    return _first(_texts(spot, paths), lambda text: text.casefold() != wanted.casefold())


def _full_url(spot: Spot, paths: tuple[Names, ...]) -> str | None:
    texts = [str(value) for value in all_values(spot, paths) if isinstance(value, str)]
    return _first(texts, lambda text: not _FULL_URL.fullmatch(text.strip()[:_LONGEST]))


def _number(spot: Spot, paths: tuple[Names, ...]) -> str | None:
    """A price such as `1,980円` is none, and as good as no price."""
    values = [value for value in all_values(spot, paths) if not isinstance(value, Thing)]
    return next((plain(value) for value in values if number(value) is None), None)


def _code(right: Callable[[str], bool]) -> Callable[..., str | None]:
    return lambda spot, paths: _first(_texts(spot, paths), lambda text: not right(text))


def _decimals(spot: Spot, paths: tuple[Names, ...], least: int) -> str | None:
    texts = [text for text in _texts(spot, paths) if number(text) is not None]
    return _first(texts, lambda text: len(text.partition(".")[2]) < least)


_KINDS: dict[str, Callable[..., str | None]] = {
    "date": _no_day,
    "zone": _zone,
    "time-of-day": _time_of_day,
    "time": _unlike(_TIME),
    "duration": _unlike(_DURATION),
    "max-length": _max_length,
    "length": _length,
    "min-count": _min_count,
    "exactly-one": _at_most_one,
    "at-most-one": _at_most_one,
    "only-one-of-type": _only_one_of_type,
    "first-is": _first_is,
    "in-row": in_row,
    "object": an_object,
    "objects": all_objects,
    "image": an_image,
    "currency": _code(is_currency),
    "country": _code(is_country),
    "region": _code(is_region),
    "count": _number,
    "amount": _number,
    "one-type": _one_type,
    "unique": _unique,
    "same-host": _same_host,
    "this-page": _this_page,
    "type-is": _type_is,
    "type-is-not": _type_is_not,
    "has-types": _has_types,
    "type-beside": _type_beside,
    "member": _member,
    "member-exact": _member_exact,
    "number": _number,
    "rating": _unlike(_RATING),
    "in-scale": _in_scale,
    "above": _above,
    "price-above": _price_above,
    "whole": _whole,
    "no-space": _no_space,
    "not-both": _not_both,
    "ends-in": _ends_in,
    "text-is": _text_is,
    "full-url": _full_url,
    "css-class": _unlike(_CLASS),
    "decimals": _decimals,
}
