"""The conditions of features.json: whether a thing may get a feature, and whether more is asked of it then."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urljoin

from chalicelib.page.features_paths import Visits, number, plain, values_at
from chalicelib.page.features_table import Condition, Names
from chalicelib.page.things import Thing, Things
from chalicelib.page.vocabulary import is_one_of

_NODES = 50  # places of one thing that are looked at
_LONGEST = 200  # characters of a value that are compared
_PARENTS = ("review", "reviews", "aggregateRating")


class Page:
    """The page the things stand on. url: the final one."""

    def __init__(self, things: Things, url: str) -> None:
        self.things = things
        self.url = url
        self.visits = Visits()

    @cached_property
    def reviewed(self) -> frozenset[int]:
        """`id` of the things that are the review or rating of another, wherever they stand."""
        return frozenset(
            id(value)
            for thing in self.things
            for name in _PARENTS
            for value in thing.properties.get(name, ())
            if isinstance(value, Thing)
        )

    @cached_property
    def groups(self) -> dict[int, list[Thing]]:
        """The groups that hold each variant, by `id` of the variant."""
        held: dict[int, list[Thing]] = {}
        for thing in self.things:
            for variant in thing.properties.get("hasVariant", ()):
                if isinstance(variant, Thing):
                    held.setdefault(id(variant), []).append(thing)
        return held

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many things there are of each type."""
        counts: dict[str, int] = {}
        for thing in self.things:
            for name in thing.types:
                counts[name] = counts.get(name, 0) + 1
        return counts

    @cached_property
    def products(self) -> int:
        """How many products with offers stand by themselves, variants of one left out."""
        return sum(
            "Product" in thing.types
            and "offers" in thing.properties
            and any(node.outermost for node in thing.nodes[:_NODES])
            and not _is_variant(thing)
            for thing in self.things
        )


class Spot(NamedTuple):
    """A thing that is judged. main: the one that may get the feature; last: whether it is the last of its list."""

    thing: Thing
    main: Thing
    last: bool
    page: Page

    def at(self, names: Names) -> list[Any]:
        """The values at a path."""
        return values_at(self.thing, names, self.page.visits)


def hold(conditions: tuple[Condition, ...], spot: Spot) -> bool:
    """Whether all conditions hold."""
    return all(_PREDICATES[predicate](spot, names, *more) for predicate, names, *more in conditions)


def _given(spot: Spot, names: Names) -> bool:
    return bool(spot.at(names))


def _missing(spot: Spot, names: Names) -> bool:
    return not spot.at(names)


def _any_given(spot: Spot, paths: tuple[Names, ...]) -> bool:
    return any(spot.at(names) for names in paths)


def _equals(spot: Spot, names: Names, *wanted: str) -> bool:
    folded = {text.casefold() for text in wanted}
    return any(plain(value)[:_LONGEST].casefold() in folded for value in spot.at(names))


def _not_equals(spot: Spot, names: Names, *unwanted: str) -> bool:
    return not _equals(spot, names, *unwanted)


def _above(spot: Spot, names: Names, least: float) -> bool:
    return any((found := number(value)) is not None and found > least for value in spot.at(names))


def _holds(spot: Spot, names: Names, *types: str) -> bool:
    """Whether a thing of one of the types, or below it, stands at the path."""
    return any(is_one_of(name, types) for value in spot.at(names) if isinstance(value, Thing) for name in value.types)


def _not_last(spot: Spot, _: Names) -> bool:
    return not spot.last


def _elsewhere(spot: Spot, names: Names) -> bool:
    """Whether an address leads to another page than this one."""
    here = address(spot.page.url)
    return any(address(value, spot.page.url) != here for value in spot.at(names) if isinstance(value, str))


def _inside(spot: Spot, names: Names) -> bool:
    """Whether the thing stands in a property of that name."""
    return any(names[0] in way for way in ways(spot.thing))


def _group_has(spot: Spot, names: Names) -> bool:
    """Whether the group of a variant has it: what all variants share is said there once."""
    above = [value for value in spot.thing.properties.get("isVariantOf", ()) if isinstance(value, Thing)]
    above += spot.page.groups.get(id(spot.thing), [])[:_NODES]
    return any(values_at(group, names, spot.page.visits) for group in above)


def _typed(spot: Spot, names: Names) -> bool:
    return names[0] in spot.thing.types


def _not_inside_item(spot: Spot, _: Names) -> bool:
    """Whether a review or rating stands by itself: then it must say of what it is."""
    return bool(spot.thing.properties.get("itemReviewed")) or id(spot.thing) not in spot.page.reviewed


def _one_product(spot: Spot, _: Names) -> bool:
    """Whether the page sells this product or its variants and is no list of products: a shopper can buy it here."""
    page, thing = spot.page, spot.thing
    if page.products <= 1 or _is_variant(thing):
        return True
    here = address(page.url)
    urls = thing.properties.get("url", ())
    return any(address(value, page.url) == here for value in urls if isinstance(value, str))


def _is_variant(thing: Thing) -> bool:
    inside = any(way[-1:] == ["hasVariant"] for way in ways(thing))
    return inside or not thing.properties.keys().isdisjoint(("isVariantOf", "inProductGroupWithID"))


_PREDICATES: dict[str, Callable[..., bool]] = {
    "given": _given,
    "missing": _missing,
    "any-given": _any_given,
    "equals": _equals,
    "not-equals": _not_equals,
    "above": _above,
    "holds": _holds,
    "not-last": _not_last,
    "elsewhere": _elsewhere,
    "inside": _inside,
    "group-has": _group_has,
    "typed": _typed,
    "one-product": _one_product,
    "not-inside-item": _not_inside_item,
}


def ways(thing: Thing) -> list[list[str]]:
    """How a thing is reached from the entities it stands in: names of properties, without numbers."""
    paths = [node.path for node in thing.nodes[:_NODES] if node.number >= 0]
    return [[name.partition("[")[0] for name in path.split(".")] if path else [] for path in paths]


def address(url: str, base: str = "") -> str:
    """An address without its fragment, absolute; as it stands where it is none."""
    try:
        return urljoin(base, url.strip()).partition("#")[0].rstrip("/")
    except ValueError:
        return url
