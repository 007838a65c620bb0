"""What the checks say of a thing in JSON-LD on a page that shows this."""

import json
from typing import Any

from tests.page.pages import read


def rows(thing: dict[str, Any], page: str) -> list[dict[str, Any]]:
    """The rows of `consistency_checks` of a Japanese page with `page` as its body."""
    script = json.dumps({"@context": "https://schema.org", **thing})
    markup = f'<script type="application/ld+json">{script}</script>'
    found: list[dict[str, Any]] = read(f"<!DOCTYPE html><html lang=ja><head>{markup}</head><body>{page}").result[
        "consistency_checks"
    ]
    return found


def verdict(thing: dict[str, Any], page: str, field: str) -> str:
    """The gravest of the rows of a field, as a reader of the report sees it."""
    said = {row["status"] for row in rows(thing, page) if row["field"].split(".")[0].split("[")[0] == field}
    return next((status for status in ("mismatch", "missing", "match") if status in said), "skipped")
