"""What is lacking for search features, as findings: each fault once, though several features ask for the same.

What is required is told thing by thing, at its place. What is only recommended is one finding for all things that lack
the same, and not told of features that few can get.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from chalicelib.page.entities import Harvest
from chalicelib.page.features_judge import Problem
from chalicelib.page.features_objects import as_shown
from chalicelib.page.features_paths import plain
from chalicelib.page.features_table import Feature, Names, names
from chalicelib.page.findings import Arguments
from chalicelib.page.paths import joined
from chalicelib.page.rules import Severity
from chalicelib.page.things import Thing

_NAMED = 8  # recommended properties in one message; the others are counted
_LOOKED_AT = 50  # values of one property, when the one at fault is looked for
_OF_REPEATS = ("in-row", "unique")  # the later of two is at fault
_PLACED = 200  # faults whose value is looked for
_SAME_FAULT = ("wrong-value-type", "invalid-enumeration")
_Spot = tuple[str | None, int | None, str | None]
_GRAVITY: dict[Severity, int] = {"error": 2, "warning": 1, "info": 0}


class Verdict(NamedTuple):
    """What a thing lacks for a feature. type_name: the type that makes it eligible."""

    feature: Feature
    thing: Thing
    type_name: str
    problems: list[Problem]


class _Fault(NamedTuple):
    """A problem and the features that have it. thing: the one that was judged."""

    problem: Problem
    thing: Thing
    type_name: str
    features: list[Feature]


class _Wish(NamedTuple):
    """What an object lacks that is recommended."""

    owner: Thing
    thing: Thing
    type_name: str
    features: list[Feature]
    labels: list[str]


def report(verdicts: Sequence[Verdict], harvest: Harvest) -> None:
    """Add the findings of all things."""
    faults: dict[tuple[object, ...], _Fault] = {}
    wishes: dict[int, _Wish] = {}
    for verdict in verdicts:
        for problem in verdict.problems:
            if not problem.told:
                continue
            if problem.rule == "google-recommended":
                if verdict.feature.status == "active":
                    _wish(wishes, problem, verdict)
                continue
            exact = _exact(problem) if len(faults) < _PLACED else problem
            key = (exact.rule, exact.check, id(exact.owner), exact.label)
            fault = faults.setdefault(key, _Fault(exact, verdict.thing, verdict.type_name, []))
            if exact.level == "required" != fault.problem.level:  # the gravest of all features is told
                fault = faults[key] = fault._replace(problem=exact)
            if verdict.feature not in fault.features:
                fault.features.append(verdict.feature)
    said = _said(harvest) if faults else {}
    for fault in faults.values():
        _report_fault(fault, said, harvest)
    required = {(id(fault.problem.owner), fault.problem.label) for fault in faults.values()}
    _report_wishes(list(wishes.values()), required, harvest)


def _exact(problem: Problem) -> Problem:
    """The same at the very value that is at fault: the object that has it, and which of several it is."""
    if not problem.names or not problem.value:
        return problem
    found = _place(problem.owner, problem.names, problem.value, last=problem.check in _OF_REPEATS)
    return problem if found is None else problem._replace(owner=found[0], label=found[1])


def _place(thing: Thing, path: Names, shown: str, *, last: bool) -> tuple[Thing, str] | None:
    """Where a value stands: the thing that has it, and the property with its number among several."""
    values = thing.properties.get(path[0], ())
    several = list(enumerate(values[:_LOOKED_AT]))
    for number, value in reversed(several) if last else several:
        if len(path) > 1:
            found = _place(value, path[1:], shown, last=last) if isinstance(value, Thing) else None
            if found is not None:
                return found
        elif shown in (plain(value), as_shown(value)):
            return thing, joined("", path[0], number if len(values) > 1 else None)
    return None


def report_retired(feature: Feature, thing: Thing, type_name: str, harvest: Harvest) -> None:
    """Say since when Google shows a feature no more."""
    args: Arguments = {"feature": [feature.name_key], "date": feature.status_date or ""}
    _add("google-retired", "", [feature], thing, "", type_name, "info", args, harvest)


def severity(problem: Problem, feature: Feature) -> Severity:
    """How grave a problem is: what few can get, or what a page may not aim at, is less so."""
    if problem.level == "unfit":
        return "info"
    active = feature.status == "active"
    if problem.level == "required" and not problem.extra:
        return "error" if active else "warning"
    return "warning" if active else "info"


def arguments(problem: Problem, features: Sequence[Feature], thing: Thing, type_name: str) -> Arguments:
    """What the texts of a problem are filled in with. thing: what was judged, as a `type_name`."""
    kind = _kind(problem.owner, thing, type_name)
    filled: dict[str, str | int | list[str]] = {
        "feature": [feature.name_key for feature in features],
        "path": (problem.label or kind).replace(" | ", ", "),
        "type": kind,
    }
    if problem.check:
        filled.update(value=problem.value, want=problem.want)
    elif variant_of(problem) == "because":
        filled.update(because=problem.because)
    return filled


def _kind(owner: Thing, thing: Thing, type_name: str) -> str:
    """What a thing is called in a message: by the type it is judged as, one of schema.org's, or where it stands."""
    if owner is thing:
        return type_name
    if owner.types:
        return next((name for name in owner.types if ":" not in name), owner.types[0])
    return names(owner.path)[-1].partition("[")[0] if owner.path else owner.identifier or "@type"


def _wish(wishes: dict[int, _Wish], problem: Problem, verdict: Verdict) -> None:
    wish = wishes.setdefault(id(problem.owner), _Wish(problem.owner, verdict.thing, verdict.type_name, [], []))
    if verdict.feature not in wish.features:
        wish.features.append(verdict.feature)
    if problem.label not in wish.labels:
        wish.labels.append(problem.label)


def _said(harvest: Harvest) -> dict[_Spot, dict[str, Any]]:
    """What schema.org's rules have told of values, by source, entity and path."""
    rows = harvest.findings.rows()
    return {(row["source"], row["index"], row["path"]): row for row in rows if row["rule"] in _SAME_FAULT}


def _report_fault(fault: _Fault, said: dict[_Spot, dict[str, Any]], harvest: Harvest) -> None:
    problem, thing, type_name, features = fault
    gravest = max((severity(problem, feature) for feature in features), key=_GRAVITY.__getitem__)
    label = problem.label if problem.rule != "google-one-of" and ", " not in problem.label else ""
    owner = problem.owner
    if problem.rule == "google-value":
        path = ".".join(part for part in (owner.path, label) if part) or None
        row = said.get((owner.entity["source"], owner.entity["index"], path))
        if row is not None:  # one fault is told once, as gravely as the graver of the two
            row["severity"] = max(row["severity"], gravest, key=_GRAVITY.__getitem__)
            return
    args = arguments(problem, features, thing, type_name)
    _add(problem.rule, variant_of(problem), features, owner, label, type_name, gravest, args, harvest)


def variant_of(problem: Problem) -> str:
    """Which of the rule's texts says it."""
    if problem.check:
        return problem.check
    if problem.extra and problem.rule != "google-recommended":
        return "extra"
    return "because" if problem.because and problem.rule == "google-required" else ""


def _report_wishes(wishes: list[_Wish], required: set[tuple[int, str]], harvest: Harvest) -> None:
    same: dict[tuple[object, ...], tuple[_Wish, list[str], int]] = {}
    for wish in wishes:
        labels = [label for label in wish.labels if (id(wish.owner), label) not in required]
        if labels:
            key = (
                _kind(wish.owner, wish.thing, wish.type_name),
                tuple(feature.id for feature in wish.features),
                tuple(labels),
            )
            first, _, count = same.get(key, (wish, labels, 0))
            same[key] = (first, labels, count + 1)
    for wish, labels, count in same.values():
        more = f" … +{len(labels) - _NAMED}" if len(labels) > _NAMED else ""
        args: dict[str, str | int | list[str]] = {
            "feature": [feature.name_key for feature in wish.features],
            "type": _kind(wish.owner, wish.thing, wish.type_name),
            "names": ", ".join(labels[:_NAMED]) + more,
        }
        if count > 1:
            args["count"] = count
        variant = "several" if count > 1 else ""
        _add("google-recommended", variant, wish.features, wish.owner, "", wish.type_name, "info", args, harvest)


def _add(
    rule: str,
    variant: str,
    features: Sequence[Feature],
    owner: Thing,
    label: str,
    type_name: str,
    gravity: Severity,
    args: Arguments,
    harvest: Harvest,
) -> None:
    place = None
    path = ""
    if harvest.findings.takes(rule):
        path = ".".join(part for part in (owner.path, label) if part)
        # What is missing has the place of the thing that should have it.
        name, _, which = names(label)[0].partition("[") if label and rule == "google-value" else ("", "", "")
        place = harvest.place_of(owner, name, int(which[:-1]) if which else None)
    harvest.findings.add(
        rule,
        variant=variant,
        source=owner.entity["source"],
        index=owner.entity["index"],
        block=harvest.blocks[owner.number],
        type_name=type_name,
        path=path or None,
        place=place,
        args=args,
        reference=features[0].url,
        severity=gravity,
    )
