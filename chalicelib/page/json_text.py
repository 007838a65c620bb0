"""A JSON text as strict as RFC 8259, with the place of its error, and what a tolerant reading can still recover.

Recovered is only what has one meaning: wrappers, comments, commas too many, raw control characters, text escaped as
HTML, and of a text that ends early the nodes that are whole (json_cut.py). What could mean two things (an unescaped
quote, a node that ends early) is not guessed.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from html import unescape
from typing import Any

from chalicelib.page.json_cut import whole_nodes

MAX_DEPTH = 100
_SAFE_INTEGER = 2**53 - 1  # RFC 8259 §6: beyond it readers do not agree on the number

_STRING = r'"(?:[^"\\]++|\\.)*+"?'
_BRACKETS = re.compile(rf"{_STRING}|[\[{{]|[\]}}]", re.DOTALL)
_CONSTANT = re.compile(rf"{_STRING}|-?(?:NaN|Infinity)", re.DOTALL)
_COMMENT = re.compile(rf"({_STRING})|//[^\n]*+|/\*.*?(?:\*/|\Z)", re.DOTALL)
_EXTRA_COMMA = re.compile(rf"({_STRING})|,(?=\s*+[}}\]])", re.DOTALL)
_BAD_ESCAPE = re.compile(r'(\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))|\\')
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_LONE = re.compile("[\ud800-\udfff]")
_OPENING = re.compile(r"\s*+(?:/[/*]\s*+)?(?:<!--|<!\[CDATA\[)(?:\s*+\*/)?", re.IGNORECASE)
_CLOSING = re.compile(r"(?://|/\*)?\s*+(?:-->|\]\]>)(?:\s*+\*/)?[\s;]*+\Z")
_ESCAPED_QUOTE = re.compile(r"&(?:quot|#34|#x22);", re.IGNORECASE)
_TEMPLATE = re.compile(r"\{\{|\{%|<%|\$\{|<\?")
# A text that begins with " and ends with a typographic quote runs on to the end of its line, or to the next "
_OTHER_QUOTES = "“”„‟″＂"
_RAN_ON = re.compile(rf'[{_OTHER_QUOTES}]\s*(?:[,:}}\]]\s*"?.?\Z)')
_NOT_CLOSED = re.compile(rf"[{_OTHER_QUOTES}]\s*[,:}}\]]")
_NOT_JSON = " is no JSON"
_OUTER_SPACE = " \t\r\n\ufeff\u00a0\u200b\u2060\u3000;"


@dataclass
class Notes:
    """What was met in a text that parses but should not be there."""

    duplicate_keys: list[str] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)
    lone_surrogates: int = 0
    bom: bool = False


@dataclass(frozen=True)
class JsonError:
    """position in the text, from 0; why chooses the message; said names what the parser met (page.json-parser.…)."""

    position: int
    why: str
    said: str


@dataclass(frozen=True)
class Parsed:
    """`error` and `data` both: the text is broken, `data` was recovered by `repairs`. `found` is False: no data."""

    data: Any
    found: bool
    error: JsonError | None
    repairs: tuple[str, ...]
    notes: Notes


class _TooDeepError(ValueError):
    pass


def parse_json(text: str) -> Parsed:
    """Parse `text`. Never raises."""
    notes = Notes(bom=text.lstrip(" \t\r\n").startswith("\ufeff"))
    if notes.bom:  # RFC 8259 §8.1 lets a reader ignore the mark; blanked, places stay right
        text = text.replace("\ufeff", " ", 1)
    try:
        return Parsed(_load(text, notes, constants=False), True, None, (), notes)
    except _TooDeepError:
        return Parsed(None, False, JsonError(0, "too-deep", "too-deep"), (), notes)
    except json.JSONDecodeError as error:
        problem = JsonError(error.pos, _why(text, error), _said(error.msg))
    repairs: list[str] = []
    for load in _attempts(text, problem.why, repairs):
        notes = Notes(bom=notes.bom)
        try:
            return Parsed(load(notes), True, problem, tuple(repairs), notes)
        except ValueError:
            continue
    return Parsed(None, False, problem, (), notes)


def _attempts(declared: str, why: str, repairs: list[str]) -> Iterator[Callable[[Notes], Any]]:
    """Ways to read a broken text, each repairing more than the one before; `repairs` names what was done so far."""
    text = declared
    if why == "constant":
        repairs.append(why)
        yield partial(_load, text, constants=True)
    for escaped in (False, True):
        if escaped:
            if not _ESCAPED_QUOTE.search(declared):
                return
            text = unescape(declared)
            repairs[:] = ["html-escaped"]
            yield partial(_load, text, constants=True)
        text = text.strip(" \t\r\n")
        for name, repair in _REPAIRS:
            repaired = repair(text)
            if repaired != text:
                repairs.append(name)
                text = repaired
                yield partial(_load, text, constants=True)
        if _is_too_deep(text):
            return
        repairs.append("control-character")
        yield partial(_load, text, constants=True, strict=False, shallow=True)
        repairs[-1] = "several-values"
        yield partial(_load_several, text)
        repairs[-1] = "cut-off"
        yield partial(_load_cut_off, text)


def _load(text: str, notes: Notes, *, constants: bool, strict: bool = True, shallow: bool = False) -> Any:
    """Parse a text; shallow: its depth is known to be within the limit."""
    if not shallow and _is_too_deep(text):
        raise _TooDeepError
    try:
        data = _decoder(text, notes, constants=constants, strict=strict).decode(text)
    except RecursionError as error:  # cannot be, the depth was checked; still never a crash
        raise _TooDeepError from error
    return _cleaned(data, text, notes)


def _load_several(text: str, notes: Notes) -> list[Any]:
    """`{…} {…}`: one object after another, where a page should have used an array."""
    decoder = _decoder(text, notes, constants=True, strict=False)
    values: list[Any] = []
    position, end = 0, len(text.rstrip(_OUTER_SPACE + ","))
    while position < end:
        if text[position] in _OUTER_SPACE + ",":
            position += 1
            continue
        value, position = decoder.raw_decode(text, position)
        if not isinstance(value, dict | list):
            raise json.JSONDecodeError("Extra data", text, position)
        values.extend(value if isinstance(value, list) else [value])
    cleaned: list[Any] = _cleaned(values, text, notes)
    return cleaned


def _load_cut_off(text: str, notes: Notes) -> Any:
    values = whole_nodes(text, _decoder(text, notes, constants=True, strict=False).raw_decode)
    if len(values) > 1:
        values = [item for value in values for item in (value if isinstance(value, list) else [value])]
    return _cleaned(values if len(values) > 1 else values[0], text, notes)


def _decoder(text: str, notes: Notes, *, constants: bool, strict: bool) -> json.JSONDecoder:
    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(found)
        if len(value) < len(found):
            keys: set[str] = set()
            for key, _ in found:
                if key in keys:
                    notes.duplicate_keys.append(key)
                keys.add(key)
        return value

    def integer(digits: str) -> int | str:
        if len(digits) < 16:
            return int(digits)
        if len(digits) <= 17 and abs(int(digits)) <= _SAFE_INTEGER:
            return int(digits)
        notes.numbers.append(digits)
        return digits

    def decimal(digits: str) -> float | str:
        value = float(digits)
        if value in (float("inf"), float("-inf")):
            notes.numbers.append(digits)
            return digits
        return value

    def constant(name: str) -> str:
        if not constants:
            match = next((m for m in _CONSTANT.finditer(text) if not m[0].startswith('"')), None)
            raise json.JSONDecodeError(name + _NOT_JSON, text, match.start() if match else 0)
        return name

    return json.JSONDecoder(
        object_pairs_hook=pairs, parse_int=integer, parse_float=decimal, parse_constant=constant, strict=strict
    )


def _is_too_deep(text: str) -> bool:
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return False
    depth = 0
    for match in _BRACKETS.finditer(text):
        if match[0] in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                return True
        elif match[0] in "]}":
            depth -= 1
    return False


def _cleaned(value: Any, text: str, notes: Notes) -> Any:
    return _without_surrogates(value, notes) if _SURROGATE.search(text) else value


def _without_surrogates(value: Any, notes: Notes) -> Any:
    """RFC 8259 §8.2: halves of a pair are no characters; each becomes U+FFFD."""
    if isinstance(value, str):
        value, count = _LONE.subn("\ufffd", value)
        notes.lone_surrogates += count
    elif isinstance(value, list):
        return [_without_surrogates(item, notes) for item in value]
    elif isinstance(value, dict):
        return {_without_surrogates(key, notes): _without_surrogates(item, notes) for key, item in value.items()}
    return value


def _unwrap(text: str) -> str:
    start = _OPENING.match(text)
    if start is not None:
        text = text[start.end() :]
    tail = text[-200:]  # the closing is short; searched from every place of a long text it would be slow
    end = _CLOSING.search(tail)
    return text[: len(text) - len(tail) + end.start()] if end is not None else text


def _fix_escapes(text: str) -> str:
    return _BAD_ESCAPE.sub(lambda match: match[1] or "", text)


_REPAIRS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("space", lambda text: text.strip(_OUTER_SPACE)),
    ("wrapper", _unwrap),
    ("comment", lambda text: _COMMENT.sub(lambda match: match[1] or " ", text)),
    ("trailing-comma", lambda text: _EXTRA_COMMA.sub(lambda match: match[1] or "", text)),
    ("escape", _fix_escapes),
)

# What json.decoder says in Python 3.11 to 3.14, by its beginnings; a wording that is not here is told in general.
_SAID = (
    ("Invalid control", "control-character"),
    ("Unterminated", "unterminated"),
    ("Invalid \\u", "unicode-escape"),
    ("Invalid \\", "escape"),
    ("Extra data", "extra"),
    ("Illegal trailing", "trailing-comma"),
    ("Expecting ','", "comma"),
    ("Expecting ':'", "colon"),
    ("Expecting property name", "property-name"),
    ("Expecting value", "value"),
)
_WHY_BY_SAID = {"unicode-escape": "escape", "comma": "delimiter", "value": "other"}


def _said(message: str) -> str:
    if message.endswith(_NOT_JSON):
        return "constant"
    return next((name for begins, name in _SAID if message.startswith(begins)), "other")


def _why(text: str, error: json.JSONDecodeError) -> str:
    start, position = text.lstrip()[:40], error.pos
    here = text[position : position + 1]
    before = text[max(0, position - 40) : position].rstrip()[-1:]
    checks = (
        (start.startswith(("<!--", "//", "/*", "<![CDATA[")) or here == "/", "comment"),
        (here == "&" or "&quot;" in start, "html-escaped"),
        (_TEMPLATE.search(text[max(0, position - 2) : position + 2]) is not None, "template"),
        (here in (*_OTHER_QUOTES, "‘", "’", "'") or _is_closed_by_other(text, error), "quotes"),
        (here in ("}", "]") and before == ",", "trailing-comma"),
        (before == "," and text[position : position + 40].lstrip()[:1] in ("}", "]"), "trailing-comma"),
        (error.msg.endswith(_NOT_JSON), "constant"),
        (not text[position:].strip(), "truncated"),
    )
    found = [why for true, why in checks if true]
    said = _said(error.msg)
    return found[0] if found else _WHY_BY_SAID.get(said, said)


def _is_closed_by_other(text: str, error: json.JSONDecodeError) -> bool:
    position = error.pos
    if error.msg.startswith("Unterminated"):
        return _NOT_CLOSED.search(text, position, position + 300) is not None
    return _RAN_ON.search(text[max(0, position - 20) : position + 1]) is not None
