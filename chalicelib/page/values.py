"""Faults of a declared value that need no vocabulary: template code, HTML references, empty texts."""

import re
from collections.abc import Iterator
from typing import Any

from chalicelib.page.entities import Harvest
from chalicelib.page.kinds import types_of
from chalicelib.page.paths import MAX_NAME
from chalicelib.page.source import words
from chalicelib.page.vocabulary import is_one_of

_SUSPECT = re.compile(r"[{%<\[]|&[a-zA-Z#]")
_TEMPLATE = re.compile(
    r"\{\{[^{}]{0,200}\}\}|\{%[^%]{0,200}%\}|<%[^%]{0,200}%>|\$\{[^{}]{0,200}\}|%%\w{1,100}%%|\[\[\w{1,100}\]\]|<\?php"
)
_REFERENCE = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|yen|copy|#\d{2,6}|#x[0-9a-fA-F]{2,6});")
_MAY_HOLD_HTML = frozenset(words("text articleBody description reviewBody acceptedAnswer code codeText"))
# Texts of these may be about code; a product's name or an address never is.
_WRITTEN = ("CreativeWork", "ListItem", "Event", "DefinedTerm")
_PROSE = frozenset(
    words(
        "headline alternativeHeadline name description abstract text articleBody articleSection caption transcript"
        " title reviewBody keywords about teaches"
    )
)
_ABOUT_HTML = re.compile(r"html|xml|escap|entit|エスケープ|参照|エンティティ|特殊文字|記号", re.IGNORECASE)
_SEGMENT = re.compile(r"[|｜│»]| [-–—―] ")  # of a title that a template put together, its spaces single
_LETTER = re.compile(r"[^\W\d_]")
_LEAST_LETTERS = 3  # that a sentence has beside the code it speaks of
_MAX_VALUES = 20_000
_MAX_PART = 20_000  # characters of one value that are looked at


def check_values(harvest: Harvest) -> None:
    """Report the faulty values of all entities."""
    left = _MAX_VALUES
    for number, entity in enumerate(harvest.entities):
        if left < 0:
            return
        seen = _count_if_suspect(entity["properties"], left)
        if seen > 0:  # nothing to report, as nearly always
            left -= seen
            continue
        for path, value, node in _texts(entity["properties"]):
            left -= 1
            if left < 0:
                return
            rule = _fault(path, value[:_MAX_PART], node)
            if rule is None or (rule == "html-entity-in-value" and number in harvest.unescaped):
                continue
            harvest.findings.add(
                rule,
                source=entity["source"],
                index=entity["index"],
                block=harvest.blocks[number],
                type_name=entity["type"],
                path=path,
                place=harvest.place(number, path),
                args={"path": path, "value": value},
            )


def _count_if_suspect(properties: dict[str, Any], limit: int) -> int:
    """How many values there are when none is suspect (at least 1); 0 when one is, or there are more than `limit`."""
    pending: list[Any] = [properties]
    seen = 1
    while pending:
        value = pending.pop()
        seen += 1
        if isinstance(value, str):
            if not value or value.isspace() or _SUSPECT.search(value, 0, _MAX_PART):
                return 0
        elif isinstance(value, dict):
            pending.extend(value.values())
        elif isinstance(value, list):
            pending.extend(value)
        if seen > limit:
            return 0
    return seen


def _fault(path: str, value: str, node: dict[str, Any]) -> str | None:
    """node: the one that has the property."""
    if not value.strip():
        return "empty-value"
    if _SUSPECT.search(value) is None:
        return None
    name = path.rpartition(".")[2].partition("[")[0]
    if _TEMPLATE.search(value):
        return None if _is_about(name, node) and _speaks_of_code(value) else "placeholder"
    # Some texts may hold HTML, where a reference is right.
    if _REFERENCE.search(value) and not (name in _MAY_HOLD_HTML and "<" in value):
        return None if _ABOUT_HTML.search(value) and _is_about(name, node) else "html-entity-in-value"
    return None


def _is_about(name: str, node: dict[str, Any]) -> bool:
    """Whether it is a text in words, of something that may have code for its subject."""
    return name in _PROSE and any(is_one_of(kind, _WRITTEN) for kind in types_of(node)[:5])


def _speaks_of_code(value: str) -> bool:
    """Whether each part of a title has words of its own beside the code: `{{ title }} | Blog` has not."""
    bare = " ".join(_TEMPLATE.sub("\0", value).split())  # runs of spaces would be gone through again and again
    return all(len(_LETTER.findall(part)) >= _LEAST_LETTERS for part in _SEGMENT.split(bare) if "\0" in part)


def _texts(properties: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every text of a node with its path, such as `offers.price` (paths.py), and the node that says it."""
    pending: list[tuple[str, Any, dict[str, Any]]] = [("", properties, properties)]
    while pending:
        path, value, node = pending.pop()
        if isinstance(value, str):
            yield path, value, node
        elif isinstance(value, list):
            pending.extend(
                (f"{path}[{n}]" if len(value) > 1 else path, value[n], node) for n in reversed(range(len(value)))
            )
        elif isinstance(value, dict):
            for name, item in reversed(value.items()):
                if name == "@value":
                    pending.append((path, item, node))
                elif name in ("@id", "@reverse") or not name.startswith("@"):
                    pending.append((f"{path}.{name[:MAX_NAME]}".lstrip("."), item, value))
