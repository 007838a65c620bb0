"""JSON-LD blocks into entities (JSON-LD 1.1 §7: each script is a document of its own)."""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from chalicelib.page.context import Context, unusual
from chalicelib.page.entities import MAX_ENTITIES, Harvest, Untyped, Where
from chalicelib.page.expand import node
from chalicelib.page.json_limits import MAX_DEFINITIONS, MAX_SPELLED_OUT, MAX_WEIGHT
from chalicelib.page.json_spans import element_spans
from chalicelib.page.json_text import Parsed, parse_json
from chalicelib.page.json_ways import Way, Ways
from chalicelib.page.names import listed
from chalicelib.page.source import Place
from chalicelib.texts import say

SOURCE = "JSON-LD"
_INNER = ("@graph", "@included")
_NO_STATEMENT = (None, "@context", "@id", "@index")  # beside a graph: they say nothing of a node
MAX_BLOCKS = 1000
_MAX_ITEMS = 5000  # values at top level of one block, those that give no entity too
_MIME = re.compile(r"[\s]*application/ld\+json[\s]*(?:;.*)?", re.IGNORECASE | re.DOTALL)


class Block(NamedTuple):
    """A script: its markup, its text, and where a position of the text lies in the page (None: unknown)."""

    raw: str
    text: str
    place: Callable[[int], Place | None]


class _Item(NamedTuple):
    """A value at top level, the context around it, and the keys and numbers that lead to it in the block's data."""

    value: Any
    context: Context
    way: Way


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
    ways = Ways(block.text, block.place, whole="html-escaped" not in parsed.repairs)
    _report(parsed, block, ways, index, row, harvest)
    if not parsed.found:
        return
    data = parsed.data
    if data == [] or (isinstance(data, dict) and not set(data) - {"@context"}):
        findings.add("empty-block", source=SOURCE, index=index, block=index, place=block.place(0))
        return
    if not isinstance(data, dict | list):
        findings.add("not-a-node", source=SOURCE, index=index, block=index, place=block.place(0))
        return
    _read_nodes(parsed, block, ways, base, index, harvest)


def _read_nodes(parsed: Parsed, block: Block, ways: Ways, base: str, index: int, harvest: Harvest) -> None:
    first = len(harvest.entities)
    items = list(islice(_items(parsed.data, Context(base, harvest.json), ()), _MAX_ITEMS + 1))
    if len(items) > _MAX_ITEMS:
        harvest.too_much(SOURCE, _MAX_ITEMS)
        del items[_MAX_ITEMS:]
    alone = len(items) == 1
    spans = [] if alone or parsed.error else element_spans(block.text, _MAX_ITEMS)
    context_reported = False
    for value, context, way in items:
        where = partial(ways.place, value, context, way)
        if value is None:
            continue
        if not isinstance(value, dict):
            harvest.findings.add("not-a-node", source=SOURCE, index=index, block=index, place=where(""))
            continue
        if not context_reported:
            context_reported = _report_context(parsed.data, value, where, index, harvest)
        if harvest.is_full(SOURCE):
            harvest.too_much(SOURCE, MAX_ENTITIES)
            break
        properties = node(value, context)
        if "@type" in properties:
            raw = block.raw
            if not alone:
                number = _element(way)
                span = spans[number] if number < len(spans) else None
                raw = block.text[span[0] : span[1]] if span else _markup(value, way, ways)
            harvest.add(SOURCE, properties, raw, index, where)
        elif set(properties) - {"@id"}:
            identifier = properties.get("@id")
            harvest.untyped.append(Untyped(SOURCE, index, identifier, where, properties))
    if harvest.json.spelled_out < 0:
        harvest.too_much(SOURCE, MAX_SPELLED_OUT)
    if harvest.json.definitions < 0:
        harvest.too_much(SOURCE, MAX_DEFINITIONS)
    if "html-escaped" in parsed.repairs:
        harvest.unescaped.update(range(first, len(harvest.entities)))


def _markup(value: dict[str, Any], way: Way, ways: Ways) -> str:
    """The text of a node in an inner graph or a recovered block; what it says in JSON where there is no such text."""
    return ways.markup(way) or json.dumps(value, ensure_ascii=False)


def _element(way: Way) -> int:
    """The number of an element of a top-level array or graph, as `element_spans` counts."""
    if len(way) == 1 and isinstance(way[0], int):
        return way[0]
    return way[1] if len(way) == 2 and way[0] == "@graph" and isinstance(way[1], int) else MAX_WEIGHT


def _items(data: Any, context: Context, way: Way) -> Iterator[_Item]:
    """What stands at top level: the node, the elements of an array, the items of a graph."""
    if isinstance(data, list):
        for number, value in enumerate(data):
            yield from _items(value, context, (*way, number))
        return
    if not isinstance(data, dict):
        yield _Item(data, context, way)
        return
    inner = context.extended(data["@context"]) if "@context" in data else context
    lists = [key for name in _INNER if (key := inner.keyword(name, data))]
    if not lists:
        yield _Item(data, context, way)
        return
    if any(key not in lists and inner.key(key, data)[0] not in _NO_STATEMENT for key in data):
        yield _Item({key: value for key, value in data.items() if key not in lists}, context, way)
    for key in lists:
        for number, value in enumerate(listed(data[key])):
            yield from _items(value, inner, (*way, key, number) if isinstance(data[key], list) else (*way, key))


def _report_context(data: Any, value: dict[str, Any], where: Where, index: int, harvest: Harvest) -> bool:
    declared = data.get("@context") if isinstance(data, dict) else None
    found = unusual(value.get("@context", declared))
    if found is None:
        return False
    harvest.findings.add(
        "context-unusual",
        source=SOURCE,
        index=index,
        block=index,
        place=where("@context"),
        variant=found.variant,
        args={"context": found.context},
        severity="error" if found.variant in ("misspelt", "invalid") else None,
    )
    return True


def _error(said: str) -> dict[str, Any]:
    key = f"page.json-parser.{said}"
    return {"error": say(key), "error_key": key, "error_args": {}}


def _report(parsed: Parsed, block: Block, ways: Ways, index: int, row: dict[str, Any], harvest: Harvest) -> None:
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
        findings.add(
            "duplicate-key", source=SOURCE, index=index, block=index, place=ways.key(name), args={"name": name}
        )
    for digits in dict.fromkeys(notes.numbers):
        where, said = ways.number(digits), {"number": digits[:40]}
        findings.add("number-out-of-range", source=SOURCE, index=index, block=index, place=where, args=said)
    if notes.lone_surrogates:
        count = {"count": notes.lone_surrogates}
        findings.add("lone-surrogate", source=SOURCE, index=index, block=index, place=ways.half(), args=count)
