"""The site's markup against what was registered in advance (K-030), field by field."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from chalicelib.page.checks.row import Row, row
from chalicelib.page.checks.subject import leads, text_of
from chalicelib.page.checks.view import View
from chalicelib.page.compare.company import same_company
from chalicelib.page.compare.language import compare_language
from chalicelib.page.compare.text import key, plain
from chalicelib.page.compare.url import address, profile, same_page
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided
from chalicelib.page.gather import Thing
from chalicelib.page.names import absolute
from chalicelib.page.wording import folded

_MAX_VALUES = 50
_MAX_SITES = 5
_FIELDS = {
    "name": "name",
    "url": "url",
    "alternateName": "alternate_name",
    "description": "description",
    "inLanguage": "in_language",
    "publisher.name": "publisher_name",
    "publisher.url": "publisher_url",
    "potentialAction.target": "search_action_target",
    "potentialAction.query-input": "search_action_query_input",
}


def check_registered(view: View) -> Iterator[Row]:
    """The fields of WebSite, and `sameAs` of it or of its organization. Nothing registered at all gives no rows."""
    wanted = view.expectations
    if not any(wanted.get(column) for column in _FIELDS.values()) and not _profiles(wanted):
        return
    is_start = _is_start(view)
    sites = [thing for _, thing in view.of("WebSite") if leads(thing)][:_MAX_SITES]
    if not sites and is_start and not view.is_type_off("WebSite"):
        sites = [Thing({"source": "JSON-LD", "index": 0, "type": "WebSite"}, -1, [], 0, types=["WebSite"])]
    for site in sites:
        for field, column in _FIELDS.items():
            registered = str(wanted.get(column) or "").strip()
            declared = _declared(site, field)
            verdict = _verdict(field, declared, registered, view, is_start=is_start)
            if verdict is not None:
                yield row(view, site, field, ", ".join(declared), verdict, source="registered")
    yield from _same_as(view, sites, _profiles(wanted), is_start=is_start)


def _verdict(field: str, declared: list[str], registered: str, view: View, *, is_start: bool) -> Verdict | None:
    if not registered:
        return Verdict("skipped", "not-registered") if declared and is_start else None
    if declared:
        return _compare(field, declared, registered, view)
    return _lacking(registered, view) if is_start else None


def _lacking(registered: str, view: View) -> Verdict:
    """Registered but not declared on the start page."""
    if view.script_made or (view.document.adds_markup and not view.harvest.entities):
        return Verdict("skipped", "script-made", registered)
    return Verdict("missing", "not-in-markup", registered)


def _compare(field: str, declared: list[str], registered: str, view: View) -> Verdict:
    if field == "inLanguage":
        return compare_language(declared, registered)
    if field.endswith("url") or field == "potentialAction.target":
        same_url = _same_url if field.endswith("url") else _same_template
        same = any(same_url(absolute(view.document.base, value), registered) for value in declared)
        return match(registered) if same else mismatch(registered)
    said = [_same_text(field, value, registered) for value in declared]
    return match(registered) if True in said else undecided(registered) if None in said else mismatch(registered)


def _same_text(field: str, declared: str, registered: str) -> bool | None:
    if folded(plain(declared)) == folded(registered):
        return True
    if field == "potentialAction.query-input":
        return sorted(declared.split()) == sorted(registered.split())
    if field == "publisher.name":
        return same_company(declared, registered)
    return key(plain(declared)) == key(registered)


def _same_url(one: str, other: str) -> bool:
    first, second = address(one), address(other)
    return first is not None and second is not None and first == second


def _same_template(one: str, other: str) -> bool:
    """Whether two targets are one; the name of the place holder counts, its escaping does not."""
    first, second = (text.replace("%7B", "{").replace("%7D", "}").strip() for text in (one, other))
    return first == second


def _declared(site: Thing, field: str) -> list[str]:
    owner, _, name = field.rpartition(".")
    things = (
        [value for value in site.properties.get(owner, ())[:_MAX_VALUES] if isinstance(value, Thing)]
        if owner
        else [site]
    )
    if owner == "potentialAction":
        things = [thing for thing in things if "SearchAction" in thing.types]
    found: list[str] = []
    for thing in things:
        for value in thing.properties.get(name, ())[:_MAX_VALUES]:
            found.append(_text(value, name))
        if name == "url" and not thing.properties.get("url") and owner:
            found.append(thing.identifier or "")
    return [text for text in found if text]


def _text(value: Any, name: str) -> str:
    if isinstance(value, Thing):
        if name == "query-input":  # PropertyValueSpecification
            required = "required " if str(value.first("valueRequired")).lower() == "true" else ""
            return f"{required}name={text_of(value.first('valueName'))}"
        first = "urlTemplate" if name == "target" else "name"
        return text_of(value.first(first)) or text_of(value.first("url")) or (value.identifier or "")
    if isinstance(value, Mapping):
        return str(value.get("@id") or "")
    return text_of(value)


def _profiles(wanted: Mapping[str, Any]) -> list[str]:
    given = wanted.get("same_as") or wanted.get("same_as_json") or []
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except ValueError:
            given = [given]
    return (
        [text for text in given if isinstance(text, str) and text.strip()][:_MAX_VALUES]
        if isinstance(given, list)
        else []
    )


def _same_as(view: View, sites: list[Thing], wanted: list[str], *, is_start: bool) -> Iterator[Row]:
    """All registered profiles must be declared; more are no fault. One thing of the site that has them is enough."""
    if not wanted:
        return
    owners = [*sites]
    for site in sites:
        owners += [value for value in site.properties.get("publisher", ()) if isinstance(value, Thing)]
    owners += [thing for _, thing in view.of("Organization", "LocalBusiness", "Person") if leads(thing)]
    with_profiles = [owner for owner in owners[:_MAX_VALUES] if owner.properties.get("sameAs")]
    shown = ", ".join(wanted)
    if not with_profiles:
        if is_start and owners:
            yield row(view, owners[0], "sameAs", "", _lacking(shown, view), source="registered")
        return
    declared = [_text(value, "sameAs") for owner in with_profiles for value in owner.properties["sameAs"][:_MAX_VALUES]]
    known = {profile(value) for value in declared}
    lacking = [url for url in wanted if profile(url) not in known]
    verdict = mismatch(", ".join(lacking), "profile-lacking") if lacking else match(shown)
    yield row(view, with_profiles[0], "sameAs", ", ".join(declared), verdict, source="registered")


def _is_start(view: View) -> bool:
    url = view.document.url
    registered = str(view.expectations.get("url") or "")
    found = address(url)
    return bool(registered and same_page(url, registered)) or (
        found is not None and found.path == "/" and not found.query
    )
