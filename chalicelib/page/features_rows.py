"""The rows of `rich_results` (spec/result_json.md, docs/api.md)."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from chalicelib.page.entities import Harvest
from chalicelib.page.features_judge import Problem
from chalicelib.page.features_report import arguments
from chalicelib.page.features_table import Feature, feature_of
from chalicelib.page.findings import shorten, texts_of
from chalicelib.page.things import Thing
from chalicelib.texts import say

_MOST = 20  # problems in one row


def row(feature: Feature, thing: Thing, type_name: str, problems: list[Problem], harvest: Harvest) -> dict[str, Any]:
    """One thing and one feature it could get. Paths lead on from the thing and have no numbers."""
    required = [one.path for one in problems if one.level == "required" and one.rule != "google-value"]
    barred = feature.status == "retired" or any(one.level in ("required", "unfit") for one in problems)
    values = {(one.check, one.path): one for one in reversed(problems) if one.rule == "google-value"}
    told = list(values.values())[::-1][:_MOST]
    return {
        **_head(feature.id),
        "eligible": not barred,
        "source": thing.entity["source"],
        "index": thing.entity["index"],
        "block": harvest.blocks[thing.number],
        "type": type_name,
        "path": thing.path or None,
        "missing_required": _unique(required),
        "missing_recommended": _unique(
            one.path for one in problems if one.rule != "google-value" and one.level == "recommended"
        ),
        "problems": [_problem(one, feature, thing, type_name) for one in told],
        "reference": feature.url,
        **_notes(feature.id),
    }


@cache
def _head(feature_id: str) -> dict[str, Any]:
    feature = feature_of(feature_id)
    return {
        "feature": say(feature.name_key, "en"),
        "feature_key": feature.name_key,
        "id": feature.id,
        "status": feature.status,
        "status_date": feature.status_date,
    }


@cache
def _notes(feature_id: str) -> dict[str, list[str]]:
    keys = feature_of(feature_id).notes
    return {"notes": [say(key, "ja") for key in keys], "notes_keys": list(keys)}


def _problem(problem: Problem, feature: Feature, thing: Thing, type_name: str) -> dict[str, Any]:
    filled = arguments(problem, [feature], thing, type_name)
    args = {name: shorten(value) if isinstance(value, str) else value for name, value in filled.items()}
    return {
        "path": problem.path or None,
        "level": problem.level,
        **texts_of(f"features.google-value.{problem.check}", args),
    }


def _unique(paths: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(paths))
