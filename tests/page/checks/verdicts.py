"""What is said of one declared node on a page: the statuses of its rows, by field."""

import json
from typing import Any

from tests.page.pages import read

Row = dict[str, Any]


def rows(node: dict[str, Any], html: str, *, lang: str = "ja", head: str = "", **options: Any) -> list[Row]:
    """The rows of `consistency_checks` of a page with one JSON-LD node, `html` in its body."""
    script = json.dumps({"@context": "https://schema.org", **node}, ensure_ascii=False)
    page = (
        f'<!DOCTYPE html><html lang="{lang}"><head>{head}<script type="application/ld+json">{script}</script></head>'
        f"<body>{html}</body></html>"
    )
    found: list[Row] = read(page, **options).result["consistency_checks"]
    return found


def verdict(field: str, node: dict[str, Any], html: str, *, by: str = "page", **options: Any) -> str:
    """`match`, `mismatch`, `missing`, or why it was skipped; "" where no row has the field. by: compared with."""
    found = [row for row in rows(node, html, **options) if row["field"] == field and row["compared_with"] == by]
    said = [row["reason_code"] if row["status"] == "skipped" else row["status"] for row in found]
    assert len(set(said)) < 2, said
    return str(said[0]) if said else ""
