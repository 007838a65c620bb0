"""What Google documents of its search features, from features.json, in the form the evaluator walks.

`features.json` is a list of features: id, status (`active`, `limited` to some countries, providers or products, or
`retired`), status_date, url of Google's page, types, `subtypes` (whether sub-types count), and:

- `main`: which things may get the feature, where that is not simply `types`: types, subtypes, `except`, and `if`.
- `via`: the properties through which such a thing may be nested and still be what the page is about; `*` is any.
- `notes`: how many texts `features.note.<id>.<n>` say what markup cannot show and is not judged.
- `objects`: what is asked of the objects of a type, of the thing itself or `at` paths from it: `required`,
  `recommended`, `one_of` (`a+b` means both, `^` the thing it stands in), `when` (more is asked if), `values`
  (level, kind, path, arguments). `unasked` are recommended properties that suit few pages: the rows of `rich_results`
  list them, the findings do not. `loose`: one value that has it is enough. `judged_by` another feature. `spared`:
  properties that are not asked for `if` something holds, as Google's sentences say. `extra`: an object that the feature
  does without, such as shipping details: what it lacks costs the page no more than that part.

Source: Google's documentation of structured data as of 2026-07, in our own words.
"""

import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from chalicelib.page.vocabulary import is_subtype

Names = tuple[str, ...]
Level = Literal["required", "recommended", "unfit", "advice"]
Condition = tuple[Any, ...]  # a predicate, then the names of a path, then its arguments

MAX_TYPE = 60  # characters of a type's name; schema.org's longest has 39
_VIA = ("mainEntity", "itemListElement", "item")


class Group(NamedTuple):
    """One of several alternatives must hold, each of one or more paths; `unless` all of these conditions do."""

    level: Level
    alternatives: tuple[tuple[Names, ...], ...]
    label: str
    asked: bool
    unless: tuple[Condition, ...]


class Asked(NamedTuple):
    """A path that must be there. value: what it must be, "" for anything. asked: whether a finding says so.

    loose: one object that has it is enough. simple: a property of the thing itself, with any value.
    """

    names: Names
    value: str
    label: str
    loose: bool
    asked: bool
    simple: bool


class When(NamedTuple):
    """What is asked besides, if all conditions hold. because: what is given and makes it so, or ""."""

    conditions: tuple[Condition, ...]
    then: tuple[Asked, ...]
    level: Level
    because: str


class Spared(NamedTuple):
    """Properties that are not asked for if all conditions hold."""

    names: frozenset[Names]
    conditions: tuple[Condition, ...]


class ValueRule(NamedTuple):
    """What a value must be. paths: one, or the parts of `a+b`. starts: without any of these nothing is to be judged."""

    level: Level
    kind: str
    paths: tuple[Names, ...]
    label: str
    arguments: tuple[Any, ...]
    starts: frozenset[str]


class Part(NamedTuple):
    """What is asked of the objects of some types. extra: the feature does without them."""

    types: frozenset[str]
    excepted: frozenset[str]
    conditions: tuple[Condition, ...]
    required: tuple[Asked, ...]
    recommended: tuple[Asked, ...]
    groups: tuple[Group, ...]
    whens: tuple[When, ...]
    rules: tuple[ValueRule, ...]
    spared: tuple[Spared, ...]
    extra: bool


class Main(NamedTuple):
    """Which things may get the feature."""

    types: frozenset[str]
    subtypes: bool
    excepted: frozenset[str]
    conditions: tuple[Condition, ...]


class Feature(NamedTuple):
    """One search feature. places: paths, and what is asked of the objects there."""

    id: str
    status: Literal["active", "limited", "retired"]
    status_date: str | None
    url: str
    via: frozenset[str]
    mains: tuple[Main, ...]
    places: tuple[tuple[Names, tuple[Part, ...]], ...]
    notes: tuple[str, ...]

    @property
    def name_key(self) -> str:
        """The text that is its name."""
        return f"features.name.{self.id}"


def names(path: str) -> Names:
    """`offers.price` → ("offers", "price"); "" → ()."""
    return tuple(path.split(".")) if path else ()


def raw_features() -> list[dict[str, Any]]:
    """The features as the file has them."""
    text = (Path(__file__).parent / "features.json").read_text(encoding="utf-8")
    rows: list[dict[str, Any]] = json.loads(text)
    return rows


@cache
def features() -> tuple[Feature, ...]:
    """All features, in the order of the file."""
    return tuple(_feature(row) for row in raw_features())


def feature_of(feature_id: str) -> Feature:
    """The feature of that id. KeyError when there is none."""
    return _by_id()[feature_id]


@cache
def _by_id() -> dict[str, Feature]:
    return {feature.id: feature for feature in features()}


def may_get(type_name: str) -> tuple[tuple[Feature, Main], ...]:
    """The features a thing of this type may get."""
    return _may_get(type_name) if len(type_name) <= MAX_TYPE else ()


@lru_cache(maxsize=2048)
def _may_get(type_name: str) -> tuple[tuple[Feature, Main], ...]:
    return tuple((feature, main) for feature in features() for main in feature.mains if _fits(type_name, main))


def _fits(type_name: str, main: Main) -> bool:
    if type_name in main.excepted:
        return False
    return type_name in main.types or (main.subtypes and any(is_subtype(type_name, of) for of in main.types))


def _feature(row: dict[str, Any]) -> Feature:
    mains = tuple(_main(main, row["subtypes"]) for main in row.get("main", [{"types": row["types"]}]))
    places: dict[Names, tuple[Part, ...]] = {}
    for part in row.get("objects", ()):
        if row["status"] != "retired" and "judged_by" not in part:
            for path in part.get("at", ("",)):
                places[names(path)] = (*places.get(names(path), ()), _part(part))
    return Feature(
        id=row["id"],
        status=row["status"],
        status_date=row["status_date"],
        url=row["url"],
        via=frozenset(row.get("via", _VIA)),
        mains=mains,
        places=tuple(places.items()),
        notes=tuple(f"features.note.{row['id']}.{number}" for number in range(1, row.get("notes", 0) + 1)),
    )


def _main(main: dict[str, Any], subtypes: bool) -> Main:
    return Main(
        types=frozenset(main["types"]),
        subtypes=main.get("subtypes", subtypes),
        excepted=frozenset(main.get("except", ())),
        conditions=_conditions(main.get("if", ())),
    )


def _part(part: dict[str, Any]) -> Part:
    groups = tuple(_group(group, part) for group in part.get("one_of", ()))
    in_groups = {path for group in groups if group.level == "recommended" for way in group.alternatives for path in way}
    return Part(
        types=frozenset(part["type"]),
        excepted=frozenset(part.get("except", ())),
        conditions=_conditions(part.get("if", ())),
        required=tuple(_asked(path, part) for path in part.get("required", ())),
        recommended=tuple(
            _asked(path, part) for path in _prefixes_first(part.get("recommended", ())) if names(path) not in in_groups
        ),
        groups=groups,
        whens=tuple(
            When(
                _conditions(when["if"]),
                tuple(_asked(path, part) for path in when["then"]),
                when["level"],
                _because(when["if"]),
            )
            for when in part.get("when", ())
        ),
        rules=tuple(_rule(*rule) for rule in part.get("values", ())),
        spared=tuple(
            Spared(frozenset(map(names, spared["names"])), _conditions(spared["if"]))
            for spared in part.get("spared", ())
        ),
        extra=part.get("extra", False),
    )


def _because(conditions: list[list[str]]) -> str:
    """`returnFees=ReturnShippingFees` of the first condition that something is given."""
    return next(("=".join(more[:2]) for predicate, *more in conditions if predicate in ("given", "equals")), "")


def _rule(level: Level, kind: str, path: str, *arguments: Any) -> ValueRule:
    paths = tuple(names(one) for one in path.split("+"))
    starts = frozenset(one[0] for one in paths if one)
    if kind == "price-above":
        starts |= {"priceSpecification"}
    return ValueRule(level, kind, paths, path.replace("+", ", "), arguments, starts)


def _prefixes_first(paths: list[str]) -> list[str]:
    """`offers` before `offers.price`, so that the latter need not be told where the former is missing."""
    return sorted(paths, key=lambda path: path.count("."))


def _asked(path: str, part: dict[str, Any]) -> Asked:
    name, _, value = path.partition("=")
    return Asked(
        names=names(name),
        value=value,
        label=path,
        loose=path in part.get("loose", ()),
        asked=path not in part.get("unasked", ()),
        simple=not value and "." not in name,
    )


def _group(group: dict[str, Any], part: dict[str, Any]) -> Group:
    return Group(
        level=group["level"],
        alternatives=tuple(tuple(names(path) for path in way.split("+")) for way in group["any"]),
        label=" | ".join(way.replace("+", " + ") for way in group["any"] if not way.startswith("^")),
        asked=not any(way in part.get("unasked", ()) for way in group["any"]),
        unless=_conditions(group.get("unless", ())),
    )


def _conditions(rows: Any) -> tuple[Condition, ...]:
    return tuple(
        (predicate, tuple(names(path) for path in more))
        if predicate == "any-given"
        else (predicate, names(more[0]) if more else (), *more[1:])
        for predicate, *more in rows
    )
