"""The same thing written twice, as by a theme and a plugin (K-066): `duplicate-entity`, `conflicting-values`,
`id-type-conflict`.

Things of one `@id` are one already, and so are top-level things of two syntaxes that agree (same.py). Here those come
to it that two scripts describe without naming each other: of one kind, with one name, headline, trail or question, and
with nothing that makes them two (a code, another URL, day, colour). Cards of a list stand in one block: not looked at.
"""

import re
from collections.abc import Iterator
from typing import Any

from chalicelib.page.compare.url import address
from chalicelib.page.entities import Harvest
from chalicelib.page.findings import shorten
from chalicelib.page.gather import Node, Thing
from chalicelib.page.jsonld import SOURCE as JSON_LD
from chalicelib.page.kinds import fold, types_of
from chalicelib.page.mistakes import report_at
from chalicelib.page.names import absolute
from chalicelib.page.source import words
from chalicelib.page.twice_types import cannot_be_one
from chalicelib.page.twice_values import Difference, differences, differences_of_nodes
from chalicelib.page.wording import folded

_NAMED = frozenset(
    words(
        "Product Event Recipe JobPosting Course VideoObject SoftwareApplication Service Book Movie Person HowTo Dataset"
        " Organization LocalBusiness"
    )
)
_PAGES = frozenset(words("WebSite WebPage"))
_KINDS = _NAMED | _PAGES | {"Article", "FAQPage", "BreadcrumbList"}
# Of which one block describes one only
_ALONE = frozenset(words("WebSite FAQPage BreadcrumbList Organization"))
_DECISIVE = words(
    "sku productID gtin gtin8 gtin12 gtin13 gtin14 mpn isbn startDate telephone contentUrl embedUrl employmentType"
    " color size material model identifier"
)
_PLACES = words("address jobLocation location")
_WRITER = re.compile(
    r"<script\b[^<>]{0,500}?\bclass\s*=\s*[\"']?[^\"'<>]{0,200}?"
    r"\b(yoast-schema-graph|aioseo-schema|rank-math-schema(?:-pro)?|saswp-schema-markup-output)\b",
    re.IGNORECASE,
)
_MAX_NODES = 20  # of one thing that are compared
_MAX_THINGS = 300  # of the page that are looked at for pairs
_MAX_KEYS = 5
_MAX_DIFFERENCES = 5  # told of one pair


def check_twice(harvest: Harvest, url: str) -> None:
    """Report them. url: the page's own, for relative URLs."""
    things = harvest.things()
    for known in things:
        if len(known.nodes) > 1:
            _of_one(harvest, known)
    if len(harvest.entities) < 2:
        return
    kinds = [fold(entity["type"]) for entity in harvest.entities[:_MAX_THINGS]]
    if len(set(kinds)) == len(kinds):
        return
    met: dict[tuple[str, str], list[Thing]] = {}
    counts: dict[tuple[str, str], int] = {}
    for number, kind in enumerate(kinds):
        entity = harvest.entities[number]
        thing = things.resolve(entity["properties"])
        if kind not in _KINDS or kinds.count(kind) < 2 or thing is None:
            continue
        counts[kind, entity["source"]] = counts.get((kind, entity["source"]), 0) + 1
        for key in _keys(kind, thing, url):
            row = met.setdefault((kind, key), [])
            if thing not in row:
                row.append(thing)
    told: set[int] = set()
    for (kind, _), found in met.items():
        for other in found[1:_MAX_NODES]:
            one = found[0]
            if id(other) in told or not _may_be_one(harvest, kind, one, other, counts):
                continue
            if _are_one(kind, one, other, url):
                told.add(id(other))
                _tell_pair(harvest, one, other)


def _of_one(harvest: Harvest, thing: Thing) -> None:
    """What is known to be one: contradictions of its nodes, and whether two syntaxes have it."""
    nodes = list({id(node.properties): node for node in reversed(thing.nodes)}.values())[::-1][:_MAX_NODES]
    if len(nodes) < 2:
        return
    if thing.identifier is not None and len(thing.types) > 1:
        for node in nodes[1:]:
            one, other = types_of(nodes[0].properties), types_of(node.properties)
            if cannot_be_one(one, other):
                args = {"id": thing.identifier, "one": one[0], "other": other[0]}
                _tell(harvest, thing, node, "id-type-conflict", "", args)
                return
    found = list(differences_of_nodes(nodes))[:_MAX_DIFFERENCES]
    for difference in found:
        _conflict(harvest, thing, difference)
    outer = [node for node in nodes if node.outermost and node.number >= 0]
    second = next((node for node in outer if node.source != outer[0].source), None)
    if second is not None and thing.types and fold(thing.types[0]) in _KINDS:
        _duplicate(harvest, thing, outer[0], second, [difference.path for difference in found])


def _may_be_one(harvest: Harvest, kind: str, one: Thing, other: Thing, counts: dict[tuple[str, str], int]) -> bool:
    first, second = one.nodes[0], other.nodes[0]
    if first.number < 0 or second.number < 0:
        return False
    if first.source == second.source == JSON_LD:
        return kind in _ALONE or harvest.blocks[first.number] != harvest.blocks[second.number]
    return first.source != second.source and counts[kind, first.source] == counts[kind, second.source] == 1


def _are_one(kind: str, one: Thing, other: Thing, url: str) -> bool:
    """Nothing says that they are two."""
    if any(name in thing.properties for thing in (one, other) for name in ("isVariantOf", "hasVariant")):
        return False
    for name in _DECISIVE:
        first, second = one.first(name), other.first(name)
        if isinstance(first, str | int) and isinstance(second, str | int) and _plain(first) != _plain(second):
            return False
    for name in _PLACES:
        first, second = _place(one.first(name)), _place(other.first(name))
        if first and second and first != second:
            return False
    if kind in ("FAQPage", "BreadcrumbList"):
        return kind == "BreadcrumbList" or _share_questions(one, other)
    addresses = [_address(thing.first("url"), url) for thing in (one, other)]
    named = [_address(thing.identifier, url) for thing in (one, other)]
    return all(not pair[0] or not pair[1] or pair[0] == pair[1] for pair in (addresses, named))


def _share_questions(one: Thing, other: Thing) -> bool:
    first, second = set(_questions(one)), set(_questions(other))
    return 2 * len(first & second) >= min(len(first), len(second))


def _keys(kind: str, thing: Thing, url: str) -> Iterator[str]:
    if kind == "FAQPage":
        yield from _questions(thing)[:_MAX_KEYS]
    elif kind == "BreadcrumbList":
        names = _level_names(thing, url)
        if names and all(names):
            yield "\n".join(names)
    elif kind in _PAGES:
        found = _address(thing.first("url"), url) or _text(thing.first("name"))
        if found:
            yield str(found)
    else:
        name = _text(thing.first("headline")) or _text(thing.first("name")) or _text(thing.first("title"))
        if name:
            yield name


def _questions(thing: Thing) -> list[str]:
    questions = (one for one in thing.properties.get("mainEntity", ())[:200] if isinstance(one, Thing))
    return [name for one in questions if (name := _text(one.first("name")))]


def _level_names(thing: Thing, url: str) -> list[str]:
    """The names of the levels; the start page is one whatever it is called (K-031)."""
    names = []
    for level in thing.properties.get("itemListElement", ())[:50]:
        name = level.first("name") if isinstance(level, Thing) else None
        if name is None and isinstance(level, Thing) and isinstance(level.first("item"), Thing):
            name = level.first("item").first("name")
        names.append(_text(name))
    first = thing.first("itemListElement")
    if len(names) > 1 and isinstance(first, Thing):
        item = first.first("item")
        target = item.identifier if isinstance(item, Thing) else item.get("@id") if isinstance(item, dict) else item
        found = _address(target, url)
        if found is not None and found[1] == "/" and not found[2]:
            names[0] = "/"
    return names


def _text(value: Any) -> str:
    return folded(value[:300]) if isinstance(value, str) else ""


def _plain(value: str | int) -> str:
    return re.sub(r"[\s\-]", "", folded(str(value)[:100]))


def _place(value: Any) -> str:
    if isinstance(value, Thing):
        inner = value.first("address")
        value = inner if inner is not None else value
    if isinstance(value, Thing):
        parts = [value.first(name) for name in ("postalCode", "addressLocality", "streetAddress", "name")]
        return "".join(_plain(part) for part in parts if isinstance(part, str | int))
    return _plain(value) if isinstance(value, str) else ""


def _address(value: Any, url: str) -> tuple[Any, ...] | None:
    if not isinstance(value, str) or value[:2] == "_:":
        return None
    found = address(absolute(url, value[:2000]))
    return (found.host, found.path, found.query) if found is not None else None


def _tell_pair(harvest: Harvest, one: Thing, other: Thing) -> None:
    found = list(differences(one, other))[:_MAX_DIFFERENCES]
    _duplicate(harvest, other, one.nodes[0], other.nodes[0], [difference.path for difference in found])
    for difference in found:
        _conflict(harvest, other, difference)


def _duplicate(harvest: Harvest, thing: Thing, first: Node, second: Node, differing: list[str]) -> None:
    args = {
        "type": thing.types[0] if thing.types else "",
        "one": _writer(harvest, first),
        "other": _writer(harvest, second),
        "names": ", ".join(dict.fromkeys(differing)),
    }
    _tell(harvest, thing, second, "duplicate-entity", "differs" if differing else "", args)


def _conflict(harvest: Harvest, thing: Thing, difference: Difference) -> None:
    args = {
        "field": difference.path,
        "one": shorten(difference.one, 100),
        "other": shorten(difference.other, 100),
        "first": _writer(harvest, difference.first),
        "second": _writer(harvest, difference.second),
    }
    _tell(harvest, thing, difference.second, "conflicting-values", "", args, difference.name)


def _tell(
    harvest: Harvest, thing: Thing, node: Node, rule: str, variant: str, args: dict[str, str], name: str = ""
) -> None:
    if node.number < 0:
        node = next((one for one in thing.nodes if one.number >= 0), node)
    report_at(harvest, thing, node, rule, name, args, variant=variant)


def _writer(harvest: Harvest, node: Node) -> str:
    """`JSON-LD 2 (yoast-schema-graph)`: the syntax, the number of the block, and the script's class if it tells."""
    if node.number < 0:
        return node.source
    block = harvest.blocks[node.number]
    said = f"{node.source} {block}"
    rows = harvest.structured["json_ld"]
    if node.source == JSON_LD and 0 < block <= len(rows):
        found = _WRITER.match(rows[block - 1]["raw"], 0, 1000)
        if found is not None:
            return f"{said} ({found[1].lower()})"
    return said
