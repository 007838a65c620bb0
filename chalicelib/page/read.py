"""What one page says: bytes and headers in, a `Reading` out. Pure; never raises."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Reading:
    """The columns of `crawl_results` that come from the page (K-060), and its `result_json` (K-061)."""

    content_type: str | None
    detected_charset: str | None
    title: str | None
    meta_description: str | None
    canonical_url: str | None
    primary_heading: str | None
    result: dict[str, Any]


def read_page(
    body: bytes,
    *,
    url: str,
    headers: Mapping[str, str],
    disabled_types: Collection[str] = (),
    expectations: Mapping[str, Any] | None = None,
) -> Reading:
    """Read a page fetched from `url` (the final one) with `headers` (lower-case names); `body` is already inflated."""
    result: dict[str, Any] = {
        "entities": [],
        "structured_data": {"json_ld": [], "microdata": [], "rdfa": []},
        "suggestions": [],
        "consistency_checks": [],
        "validation": [],
        "rich_results": [],
        "page": {"lang": None, "headings": [], "og": {}, "canonical": None, "text_length": 0},
    }
    return Reading(headers.get("content-type"), None, None, None, None, None, result)
