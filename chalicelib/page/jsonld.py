"""JSON-LD blocks into entities (JSON-LD 1.1 §7: each script is a document of its own)."""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from chalicelib.page.context import Context, unusual
from chalicelib.page.entities import MAX_ENTITIES, Harvest, Untyped, put
from chalicelib.page.json_limits import MAX_SPELLED_OUT, MAX_WEIGHT
from chalicelib.page.json_spans import element_spans
from chalicelib.page.json_text import Parsed, parse_json
from chalicelib.page.names import one_or_list
from chalicelib.page.source import Place
from chalicelib.texts import say

SOURCE = "JSON-LD"
_ALIASES = {"type": "@type", "id": "@id"}  # of schema.org's own context
MAX_BLOCKS = 1000
_MAX_ITEMS = 5000  # values at top level of one block, those that give no entity too
_MIME = re.compile(r"[\s]*application/ld\+json[\s]*(?:;.*)?", re.IGNORECASE | re.DOTALL)


class Block(NamedTuple):
    """A script: its markup, its text, and where a position of the text lies in the page (None: unknown)."""

    raw: str
    text: str
    place: Callable[[int], Place | None]


class _Item(NamedTuple):
    """A value at top level, the context around it and, where known, its number in the array or graph it stands in."""

    value: Any
    context: Context
    element: int | None


def is_json_ld(mime: str | None) -> bool:
    """WHATWG MIME Sniffing: the essence decides; case, outer space and parameters do not."""
    return mime is not None and _MIME.fullmatch(mime) is not None


def read_block(block: Block, base: str, harvest: Harvest) -> None:
    """Read one script. Whatever it holds, its row in `structured_data` is written and others are not touched.

    Of a page with more than `MAX_BLOCKS` scripts the rest is passed over.
    """
    rows = harvest.structured["json_ld"]
    index = len(rows) + 1
    if index > MAX_BLOCKS:
        return
    row: dict[str, Any] = {"index": index, "raw": harvest.raw(block.raw), "data": None}
    rows.append(row)
    findings = harvest.findings
    if index == MAX_BLOCKS:
        findings.add("too-much-markup", source=SOURCE, args={"limit": MAX_BLOCKS})
    if not block.text.strip(" \t\r\n\f\ufeff\u00a0"):
        findings.add("empty-block", source=SOURCE, index=index, block=index, place=block.place(0))
        return
    if not harvest.json.takes(block.text):
        row.update(_error("too-many"))
        harvest.too_much(SOURCE, MAX_WEIGHT, index)
        return
    parsed = parse_json(block.text)
    row["data"] = parsed.data
    _report(parsed, block, index, row, harvest)
    if not parsed.found:
        return
    data = parsed.data
    if data == [] or (isinstance(data, dict) and not set(data) - {"@context"}):
        findings.add("empty-block", source=SOURCE, index=index, block=index, place=block.place(0))
        return
    if not isinstance(data, dict | list):
        findings.add("not-a-node", source=SOURCE, index=index, block=index, place=block.place(0))
        return
    _read_nodes(parsed, block, base, index, harvest)


def _read_nodes(parsed: Parsed, block: Block, base: str, index: int, harvest: Harvest) -> None:
    first = len(harvest.entities)
    items = list(islice(_items(parsed.data, Context(base, harvest.json), None), _MAX_ITEMS + 1))
    if len(items) > _MAX_ITEMS:
        harvest.too_much(SOURCE, _MAX_ITEMS)
        del items[_MAX_ITEMS:]
    alone = len(items) == 1
    spans = [] if alone or parsed.error else element_spans(block.text, _MAX_ITEMS)
    context_reported = False
    for value, context, element in items:
        span = spans[element] if element is not None and 0 <= element < len(spans) else None
        where = partial(_place, block, span[0] if span else 0)
        if value is None:
            continue
        if not isinstance(value, dict):
            harvest.findings.add("not-a-node", source=SOURCE, index=index, block=index, place=block.place(0))
            continue
        if not context_reported:
            context_reported = _report_context(parsed.data, value, block, index, harvest)
        if harvest.is_full(SOURCE):
            harvest.too_much(SOURCE, MAX_ENTITIES)
            break
        properties = node(value, context)
        if "@type" in properties:
            raw = block.raw
            if not alone:
                raw = block.text[span[0] : span[1]] if span else json.dumps(value, ensure_ascii=False)
            harvest.add(SOURCE, properties, raw, index, where)
        elif set(properties) - {"@id"}:
            identifier = properties.get("@id")
            harvest.untyped.append(Untyped(SOURCE, index, identifier, where, properties))
    if harvest.json.spelled_out < 0:
        harvest.too_much(SOURCE, MAX_SPELLED_OUT)
    if "html-escaped" in parsed.repairs:
        harvest.unescaped.update(range(first, len(harvest.entities)))


def _place(block: Block, position: int, path: str) -> Place | None:
    return block.place(position)


def _items(data: Any, context: Context, element: int | None) -> Iterator[_Item]:
    """What stands at top level: the node, the elements of an array, the items of a graph."""
    if isinstance(data, list):
        for number, value in enumerate(data):
            yield from _items(value, context, number if element is None else element)
        return
    if not isinstance(data, dict):
        yield _Item(data, context, element)
        return
    lists = [key for key in ("@graph", "@included") if key in data]
    if not lists:
        yield _Item(data, context, element)
        return
    if set(data) - {"@context", "@id", "@graph", "@index", "@included"}:
        yield _Item({key: value for key, value in data.items() if key not in lists}, context, element)
    if "@context" in data:
        context = context.extended(data["@context"])
    for key in lists:
        graph = data[key] if isinstance(data[key], list) else [data[key]]
        inside = element is None and key == "@graph"
        for number, value in enumerate(graph):
            yield from _items(value, context, number if inside else -1)


def node(value: dict[str, Any], context: Context) -> dict[str, Any]:
    """A node in the form of `properties`: names short, `@id` absolute, `@context` left out."""
    if "@context" in value:
        context = context.extended(value["@context"])
    out: dict[str, Any] = {}
    for key, item in value.items():
        name = key
        if context.schema and key in _ALIASES and _ALIASES[key] not in value:
            name = _ALIASES[key]
        elif not key.startswith("@"):
            name = context.name(key)
            if isinstance(item, (dict, list)):
                put(out, name, [_value(part, context) for part in _flat(item)])
            elif item is not None:
                put(out, name, [item])
            continue
        if name == "@type":
            types = [context.name(t.strip()) for t in _flat(item) if isinstance(t, str) and t.strip()]
            if types:
                out["@type"] = one_or_list(types)
        elif name == "@id":
            if isinstance(item, str):
                out["@id"] = context.identifier(item)
        elif name == "@reverse" and isinstance(item, dict):
            out["@reverse"] = node(item, context)
        elif name not in ("@context", "@index"):
            out[name] = item
    return out


def _value(value: Any, context: Context) -> Any:
    if not isinstance(value, dict):
        return value
    if "@value" in value:
        rest = {key: part for key, part in value.items() if key in ("@value", "@type", "@language")}
        return value["@value"] if len(rest) == 1 and not isinstance(value["@value"], dict | list) else rest
    return node(value, context)


def _flat(value: Any) -> Iterator[Any]:
    """The values of a property: arrays in arrays, `@list` and `@set` are one row of values, null is none."""
    if isinstance(value, list):
        for part in value:
            yield from _flat(part)
    elif isinstance(value, dict) and ("@list" in value or "@set" in value):
        yield from _flat(value.get("@list", value.get("@set")))
    elif value is not None:
        yield value


def _report_context(data: Any, value: dict[str, Any], block: Block, index: int, harvest: Harvest) -> bool:
    declared = data.get("@context") if isinstance(data, dict) else None
    found = unusual(value.get("@context", declared))
    if found is None:
        return False
    variant = "" if found else "none"
    harvest.findings.add(
        "context-unusual",
        source=SOURCE,
        index=index,
        block=index,
        place=block.place(0),
        variant=variant,
        args={"context": found},
    )
    return True


def _error(said: str) -> dict[str, Any]:
    key = f"page.json-parser.{said}"
    return {"error": say(key), "error_key": key, "error_args": {}}


def _report(parsed: Parsed, block: Block, index: int, row: dict[str, Any], harvest: Harvest) -> None:
    findings, notes = harvest.findings, parsed.notes
    error = parsed.error
    if not (error or any(vars(notes).values())):
        return
    start = block.place(0)
    if error is not None and error.why == "too-deep":
        row.update(_error(error.said))
        findings.add("nesting-limit", source=SOURCE, index=index, block=index, place=start, variant="json")
        return
    if error is not None:
        row.update(_error(error.said))
        near = block.text[max(0, error.position - 20) : error.position + 20]
        place = block.place(error.position)
        findings.add(
            "json-syntax-error",
            source=SOURCE,
            index=index,
            block=index,
            place=place,
            variant=error.why,
            args={"near": near},
        )
        if parsed.found:
            row["repairs"] = list(parsed.repairs)
            findings.add("recovered", source=SOURCE, index=index, block=index, place=start)
    if notes.bom:
        findings.add("bom-in-json", source=SOURCE, index=index, block=index, place=start)
    for name in dict.fromkeys(notes.duplicate_keys):
        findings.add("duplicate-key", source=SOURCE, index=index, block=index, place=start, args={"name": name})
    for digits in dict.fromkeys(notes.numbers):
        findings.add(
            "number-out-of-range", source=SOURCE, index=index, block=index, place=start, args={"number": digits[:40]}
        )
    if notes.lone_surrogates:
        count = {"count": notes.lone_surrogates}
        findings.add("lone-surrogate", source=SOURCE, index=index, block=index, place=start, args=count)
