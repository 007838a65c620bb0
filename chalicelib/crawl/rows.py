"""A fetched page as a row of `crawl_results` (K-041, K-042, K-060)."""

import json
from collections.abc import Collection
from datetime import datetime
from http import HTTPStatus
from typing import Any

from chalicelib.fetch.errors import FetchError
from chalicelib.fetch.trail import Outcome
from chalicelib.page.read import read_page
from chalicelib.page.summary import trim
from chalicelib.store.days import utc_text

EMPTY: dict[str, Any] = {
    "entities": [],
    "structured_data": {"json_ld": [], "microdata": [], "rdfa": []},
    "suggestions": [],
    "consistency_checks": [],
    "validation": [],
    "rich_results": [],
    "page": {},
}


def row_of(
    outcome: Outcome, *, url_id: int | None, fetched_at: datetime, disabled_types: Collection[str]
) -> dict[str, Any]:
    """The row of a URL: whatever happened to it, there is one. `run_id` and `product_id` come with the merge."""
    row: dict[str, Any] = {
        "product_url_id": url_id,
        "url": outcome.trail.url,
        "final_url": outcome.trail.at,
        "created_at": utc_text(fetched_at),
        "is_error": 0,
    }
    fetch = {
        "redirects": list(outcome.trail.redirects),
        "elapsed_ms": outcome.trail.elapsed_ms,
        "bytes": 0,
        "attempts": outcome.trail.attempts,
    }
    if outcome.answer is None:
        error = outcome.error or FetchError("unknown", "")
        row.update(is_error=1, error_message=error.message())
        row["result_json"] = as_json({**EMPTY, "fetch": fetch})
        return row
    answer = outcome.answer
    fetch["bytes"] = len(answer.body)
    row["http_status"] = answer.status
    if answer.status >= 400:
        row.update(is_error=1, error_message=f"HTTP {answer.status} {answer.reason or _phrase(answer.status)}".strip())
        row["content_type"] = answer.headers.get("content-type")
        row["result_json"] = as_json({**EMPTY, "fetch": fetch})
        return row
    reading = read_page(answer.body, url=answer.url, headers=answer.headers, disabled_types=disabled_types)
    row.update(
        content_type=reading.content_type,
        detected_charset=reading.detected_charset,
        title=reading.title,
        meta_description=reading.meta_description,
        canonical_url=reading.canonical_url,
        primary_heading=reading.primary_heading,
        result_json=as_json({**reading.result, "fetch": fetch}),
    )
    return row


def as_json(result: dict[str, Any]) -> str:
    """The text of `result_json`; over 1 MB it is cut to its findings (K-057)."""
    return json.dumps(trim(result), ensure_ascii=False, separators=(",", ":"))


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""
