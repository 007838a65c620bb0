"""Faults of a declared value that need no vocabulary: template code, HTML references, empty texts."""

import re
from collections.abc import Iterator
from typing import Any

from chalicelib.page.entities import Harvest
from chalicelib.page.paths import MAX_NAME
from chalicelib.page.source import words

_SUSPECT = re.compile(r"[{%<\[]|&[a-zA-Z#]")
_TEMPLATE = re.compile(
    r"\{\{[^{}]{0,200}\}\}|\{%[^%]{0,200}%\}|<%[^%]{0,200}%>|\$\{[^{}]{0,200}\}|%%\w{1,100}%%|\[\[\w{1,100}\]\]|<\?php"
)
_REFERENCE = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|yen|copy|#\d{2,6}|#x[0-9a-fA-F]{2,6});")
_MAY_HOLD_HTML = frozenset(words("text articleBody description reviewBody acceptedAnswer code codeText"))
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
        for path, value in _texts(entity["properties"]):
            left -= 1
            if left < 0:
                return
            rule = _fault(path, value[:_MAX_PART])
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


def _fault(path: str, value: str) -> str | None:
    if not value.strip():
        return "empty-value"
    if _SUSPECT.search(value) is None:
        return None
    if _TEMPLATE.search(value):
        return "placeholder"
    # Some texts may hold HTML, where a reference is right.
    if _REFERENCE.search(value) and not (path.rpartition(".")[2].partition("[")[0] in _MAY_HOLD_HTML and "<" in value):
        return "html-entity-in-value"
    return None


def _texts(properties: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Every text of a node with its path, such as `offers.price` (paths.py)."""
    pending: list[tuple[str, Any]] = [("", properties)]
    while pending:
        path, value = pending.pop()
        if isinstance(value, str):
            yield path, value
        elif isinstance(value, list):
            pending.extend((f"{path}[{n}]" if len(value) > 1 else path, value[n]) for n in reversed(range(len(value))))
        elif isinstance(value, dict):
            for name, item in reversed(value.items()):
                if name == "@value":
                    pending.append((path, item))
                elif name in ("@id", "@reverse") or not name.startswith("@"):
                    pending.append((f"{path}.{name[:MAX_NAME]}".lstrip("."), item))
