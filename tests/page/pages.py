"""Helpers of the tests of this room: a page in a line, and where the shared files lie."""

import json
from pathlib import Path
from typing import Any

from chalicelib.page.read import Reading, read_page
from chalicelib.page.rules import RULES

SHARED = Path(__file__).resolve().parents[3] / "shared"
URL = "https://shop.example/p/1"
HTML = {"content-type": "text/html; charset=utf-8"}


def read(html: str | bytes, url: str = URL, **options: Any) -> Reading:
    """The reading of a page in UTF-8; the reader must not have failed anywhere."""
    body = html.encode() if isinstance(html, str) else html
    reading = read_page(body, url=url, headers=options.pop("headers", HTML), **options)
    assert "reader-failure" not in rules(reading)
    return reading


def read_json(value: Any, **options: Any) -> Reading:
    """The reading of a page with one JSON-LD block: `value`, or the text itself."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return read(f'<!DOCTYPE html><title>t</title><script type="application/ld+json">{text}</script>', **options)


def told(reading: Reading, room: str = "page") -> list[dict[str, Any]]:
    """The rows of `validation` about reading and markup; room: whose texts they have, when others are wanted."""
    return [row for row in reading.result["validation"] if RULES[row["rule"]].room == room]


def rules(reading: Reading, room: str = "page") -> list[str]:
    """The rules of those rows, in order."""
    return [row["rule"] for row in told(reading, room)]


def properties(reading: Reading) -> list[dict[str, Any]]:
    """The properties of all entities."""
    return [entity["properties"] for entity in reading.result["entities"]]


def too_much(reading: Reading) -> list[tuple[str | None, int]]:
    """The bounds that are reported: whose, and how much is read."""
    found = (row for row in told(reading) if row["rule"] == "too-much-markup")
    return [(row["source"], row["message_args"]["limit"]) for row in found]
