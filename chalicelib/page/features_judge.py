"""What a thing lacks for a search feature: its table in features.json held against the thing and the objects in it."""

from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple

from chalicelib.page.features_paths import has, lack, number, plain, things_at, values_at
from chalicelib.page.features_table import Asked, Feature, Group, Level, Names, Part, ValueRule
from chalicelib.page.features_values import OF_TYPES, SAID_ELSEWHERE, broken
from chalicelib.page.features_when import Page, Spot, hold
from chalicelib.page.kinds import is_disabled
from chalicelib.page.things import Thing
from chalicelib.page.vocabulary import is_one_of, is_type

Kind = Literal["google-required", "google-one-of", "google-recommended", "google-value"]


class Problem(NamedTuple):
    """One thing that is not as Google asks.

    owner: the thing at fault. label: the path from it, `a | b` for alternatives. path: the path from the thing that is
    judged, without numbers. told: whether a finding says so. check: the kind of rule of a value, with value and want.
    names: the path of that value from the owner, where it has one. because: what is given, so that this is required.
    extra: the feature does without the owner.
    """

    rule: Kind
    level: Level
    owner: Thing
    label: str
    path: str
    told: bool = True
    check: str = ""
    value: str = ""
    want: str = ""
    names: Names = ()
    because: str = ""
    extra: bool = False


def judge(feature: Feature, main: Thing, page: Page, disabled: Collection[str] = ()) -> list[Problem]:
    """All that a thing lacks for a feature. disabled: types that are switched off (K-032)."""
    found: list[Problem] = []
    known: dict[Names, list[Thing]] = {(): [main]}
    for path, parts in feature.places:
        if path and path[0] not in main.properties:
            continue
        things = _things_at(path, known, page)
        last = _last(things) if len(things) > 1 else None
        for thing in things:
            if disabled and path and any(is_disabled(name, disabled) for name in thing.types):
                continue
            spot = Spot(thing, main, last is None or thing is last, page)
            for part in _chosen(parts, thing):
                if not part.conditions or hold(part.conditions, spot):
                    _lacking(part, spot, path, found)
    return found


def _as_extra(problem: Problem) -> Problem:
    """What is required of an object that the feature does without is required for that object only."""
    level: Level = "recommended" if problem.level == "required" else problem.level
    return problem._replace(level=level, extra=True)


def _things_at(path: Names, known: dict[Names, list[Thing]], page: Page) -> list[Thing]:
    """The things at a path, by way of those at the path before it."""
    if path not in known:
        known[path] = [
            inner for thing in _things_at(path[:-1], known, page) for inner in things_at(thing, path[-1], page.visits)
        ]
    return known[path]


def _chosen(parts: tuple[Part, ...], thing: Thing) -> Iterable[Part]:
    """What is asked of a thing: by its very type if there is such a table, else by a type above it."""
    if not thing.types:
        return parts if len(parts) == 1 and thing.properties else ()
    exact = [part for part in parts if not part.types.isdisjoint(thing.types)]
    return exact or [
        part
        for part in parts
        if part.excepted.isdisjoint(thing.types) and any(is_one_of(name, part.types) for name in thing.types)
    ]


def _last(things: list[Thing]) -> Thing:
    """The last of a list: by position where all have one, else in the order of the page."""
    positions = [number(thing.first("position")) for thing in things]
    if any(position is None for position in positions):
        return things[-1]
    return max(zip(positions, things, strict=True), key=lambda pair: pair[0] or 0)[1]


def _lacking(part: Part, spot: Spot, at: Names, out: list[Problem]) -> None:
    """Add what a thing lacks by one table."""
    if part.extra:
        found: list[Problem] = []
        _lacking(part._replace(extra=False), spot, at, found)
        out.extend(map(_as_extra, found))
        return
    missing: set[Names] = set()
    for spared in part.spared:
        if hold(spared.conditions, spot):
            missing |= spared.names
    _ask_all(part.required, "required", spot, at, missing, out)
    _ask_groups(part.groups, "required", spot, at, missing, out)
    for when in part.whens:
        if hold(when.conditions, spot):
            before = len(out)
            _ask_all(when.then, when.level, spot, at, missing, out)
            if when.because:
                out[before:] = [problem._replace(because=when.because) for problem in out[before:]]
    _ask_all(part.recommended, "recommended", spot, at, missing, out)
    _ask_groups(part.groups, "recommended", spot, at, missing, out)
    for rule in part.rules:
        if rule.starts and rule.starts.isdisjoint(spot.thing.properties):
            continue
        value = broken(rule, spot)
        if value is not None:
            out.append(_value(rule, value, spot, at))


def _ask_all(
    wanted: Iterable[Asked], level: Level, spot: Spot, at: Names, missing: set[Names], out: list[Problem]
) -> None:
    for asked in wanted:  # what is there already, as most is, takes no more than a look
        if not (asked.simple and has(spot.thing, asked.names[0])):
            _ask(asked, level, spot, at, missing, out)


def _ask_groups(
    groups: Iterable[Group], level: Level, spot: Spot, at: Names, missing: set[Names], out: list[Problem]
) -> None:
    for group in groups:
        if group.level == level:
            _ask_group(group, spot, at, missing, out)


def _ask(asked: Asked, level: Level, spot: Spot, at: Names, missing: set[Names], out: list[Problem]) -> None:
    names = asked.names
    if _is_told(names, missing):
        return
    owner, label = spot.thing, asked.label
    if asked.value:
        if any(plain(value) == asked.value for value in spot.at(names)):
            return
    elif level == "required" and not asked.loose:
        found = lack(spot.thing, names, spot.page.visits)
        if found is None:
            return
        owner, label = found
    elif names[0] in spot.thing.properties and values_at(spot.thing, names, spot.page.visits):
        return
    missing.add(names)
    rule: Kind = "google-required" if level == "required" else "google-recommended"
    out.append(Problem(rule, level, owner, label, _from_main(at, asked.label), asked.asked or level == "required"))


def _is_told(names: Names, missing: set[Names]) -> bool:
    """Whether the path or what leads to it is known to be missing."""
    if not missing:
        return False
    return names in missing or any(names[:length] in missing for length in range(1, len(names)))


def _ask_group(group: Group, spot: Spot, at: Names, missing: set[Names], out: list[Problem]) -> None:
    for way in group.alternatives:
        if all(_is_there(names, spot) for names in way):
            return
    own = [names for way in group.alternatives for names in way if names[0][:1] != "^"]
    if all(_is_told(names, missing) for names in own) or (group.unless and hold(group.unless, spot)):
        return
    missing.update(own)
    if ("^name",) in group.alternatives[-1] and spot.thing is not spot.main:  # what it belongs to has no name
        out.append(Problem("google-required", group.level, spot.main, "name", "name"))
        return
    rule: Kind = "google-recommended"
    if group.level == "required":
        rule = "google-one-of" if len(own) > 1 else "google-required"
    out.append(
        Problem(
            rule,
            group.level,
            spot.thing,
            group.label,
            _from_main(at, group.label),
            group.asked or rule != "google-recommended",
        )
    )


def _is_there(names: Names, spot: Spot) -> bool:
    """`^` is the thing a review or rating belongs to, `^name` its name."""
    if names[0][:1] == "^":
        inside = spot.thing is not spot.main
        return (inside and has(spot.main, "name")) if names[0] == "^name" else inside
    return has(spot.thing, names[0]) if len(names) == 1 else bool(spot.at(names))


def _value(rule: ValueRule, value: str, spot: Spot, at: Names) -> Problem:
    told = rule.level != "advice" and rule.kind not in SAID_ELSEWHERE and not _of_unknown_type(rule, spot)
    want = ", ".join(map(str, rule.arguments))
    path = _from_main(at, rule.label)
    names = rule.paths[0] if len(rule.paths) == 1 else ()
    return Problem("google-value", rule.level, spot.thing, rule.label, path, told, rule.kind, value, want, names)


def _of_unknown_type(rule: ValueRule, spot: Spot) -> bool:
    """Whether the fault is a type that schema.org has not: `unknown-type` tells that."""
    if rule.kind not in OF_TYPES:
        return False
    values = [value for value in spot.at(rule.paths[0]) if isinstance(value, Thing)] if rule.paths[0] else []
    return any(value.types and not any(is_type(name) or ":" in name for name in value.types) for value in values)


def _from_main(at: Names, label: str) -> str:
    """The path from the thing that is judged; of alternatives, each has it."""
    if not at:
        return label
    before = ".".join(at)
    return " | ".join(f"{before}.{one}" for one in label.split(" | ")) if label else before
