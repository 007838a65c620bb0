"""The rows of `suggestions` (result_json.md): what each brings, what is recommended, and what the draft still lacks."""

import json
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from chalicelib.page.entities import Harvest
from chalicelib.page.features import find_features
from chalicelib.page.features_table import Feature, features
from chalicelib.page.findings import Findings
from chalicelib.page.jsonld import Block, read_block
from chalicelib.page.suggestions.found import Draft, Found
from chalicelib.texts import say

Row = dict[str, Any]

_MOST = 12  # recommended properties in a row
_PROPERTIES = {
    "FAQPage": ("mainEntity", "name", "acceptedAnswer"),
    "HowTo": ("name", "step", "image", "totalTime", "supply", "tool"),
    "SearchAction": ("target", "query-input"),
    "WebSite": ("name", "url", "alternateName", "potentialAction"),
    "Course": ("name", "description", "provider", "offers", "hasCourseInstance"),
    "ItemList": ("itemListElement", "position", "url", "name"),
}


class Benefit(NamedTuple):
    """kind: search-feature, understanding or retired. since: when the feature was retired."""

    kind: str
    since: str | None
    lacks: list[str]


def missing(found: Found, url: str) -> Row:
    """The row of a type that the content deserves and the page has not."""
    draft = {"@context": "https://schema.org", **found.draft}
    benefit = _benefit(found, draft, url)
    variant = f".{found.variant}" if found.variant else ""
    row = _row(found.type_name, "missing", found.key or f"suggestions.{found.type_name}{variant}", found.args, benefit)
    return {**row, "draft": draft, "lacks": benefit.lacks}


def implemented(type_name: str, key: str = "suggestions.implemented") -> Row:
    """The row of a type that is there."""
    args: dict[str, str | int] = {"type": type_name} if key == "suggestions.implemented" else {}
    return _row(type_name, "implemented", key, args, _known(type_name))


def incomplete(type_name: str, lacks: list[str], count: int) -> Row:
    """The row of a type that is there and lacks what its search feature requires."""
    args: dict[str, str | int] = {"type": type_name, "count": count, "names": ", ".join(lacks[:_MOST])}
    row = _row(type_name, "warning", "suggestions.incomplete", args, _known(type_name))
    return {**row, "lacks": lacks}


def _row(type_name: str, status: str, key: str, args: dict[str, str | int], benefit: Benefit) -> Row:
    row: Row = {
        "type": type_name,
        "status": status,
        "reason": say(key, "ja", **args),
        "reason_key": key,
        "reason_args": args,
        "recommended_properties": list(recommended(type_name)),
        "benefit": benefit.kind,
    }
    if benefit.since is not None:
        row["retired_on"] = benefit.since
    return row


def read_draft(draft: Draft, url: str) -> Harvest:
    """A draft as our own reader takes it."""
    text = json.dumps(draft, ensure_ascii=False)
    harvest = Harvest(Findings())
    read_block(Block(text, text, lambda _: None), url, harvest)
    return harvest


def _benefit(found: Found, draft: Draft, url: str) -> Benefit:
    """What the draft brings: it is judged as if it stood on the page."""
    if found.type_name in _BY_TABLE:
        return _known(found.type_name)
    rows = find_features(read_draft(draft, url), url)
    active = [row for row in rows if row["status"] == "active" and row["type"] == found.type_name]
    if not active:
        return _known(found.type_name)
    best = min(active, key=lambda row: (not row["eligible"], len(row["missing_required"])))
    return Benefit("search-feature", None, best["missing_required"])


# What search shows of lists and courses asks for more than one page has; the draft of an action is a WebSite with it.
_UNDERSTOOD = frozenset(("WebSite", "Course", "ItemList"))
_BY_TABLE = _UNDERSTOOD | {"SearchAction"}


@cache
def _known(type_name: str) -> Benefit:
    """What a type brings by the table of features alone."""
    if type_name in _UNDERSTOOD:
        return Benefit("understanding", None, [])
    own = [feature for feature in features() if _is_for(feature, type_name)]
    if any(feature.status == "active" for feature in own):
        return Benefit("search-feature", None, [])
    since = next((feature.status_date for feature in own if feature.status == "retired"), None)
    return Benefit("understanding" if since is None else "retired", since, [])


def _is_for(feature: Feature, type_name: str) -> bool:
    """Whether a feature is for all things of a type, not only for those that meet a condition."""
    if feature.id == "sitelinks-searchbox":
        return type_name == "SearchAction"
    return any(type_name in main.types and not main.conditions for main in feature.mains)


@cache
def recommended(type_name: str) -> tuple[str, ...]:
    """The properties that matter, the required ones first, by the rules of the active features."""
    if type_name in _PROPERTIES:
        return _PROPERTIES[type_name]
    names: dict[str, None] = {}
    own = [feature for feature in features() if feature.status == "active" and _is_for(feature, type_name)]
    for required in (True, False):
        for feature in own:
            names.update(dict.fromkeys(_asked(feature, type_name, required=required)))
    return tuple(names)[:_MOST]


def _asked(feature: Feature, type_name: str, *, required: bool) -> Iterable[str]:
    for path, parts in feature.places:
        for part in parts if not path else ():
            if type_name not in part.types:
                continue
            for asked in part.required if required else part.recommended:
                if asked.asked or required:
                    yield asked.names[0]
            for group in part.groups:
                if (group.level == "required") is required and (group.asked or required):
                    yield from (way[0][0] for way in group.alternatives if way[0][0][:1] != "^")
