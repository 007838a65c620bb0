"""What markup the page could have and has not (K-063). Here stands the documented rule, FAQPage."""

import re
from collections.abc import Collection
from typing import Any

from chalicelib.page.document import Document
from chalicelib.page.faq import questions
from chalicelib.page.findings import shorten
from chalicelib.page.kinds import Node, is_disabled, types_of
from chalicelib.texts import say

FAQ = "FAQPage"
_RETIRED = "2026-05-07"  # Google shows no FAQ rich result since; other readers still use the markup
_PROPERTIES = ["mainEntity", "name", "acceptedAnswer"]
_LEAST_PAIRS = 2
_NOT_FOUND = re.compile(
    r"\b(?:404|not found)\b|ページが(?:見つかり|みつかり|存在し)ません|お探しのページ|見つかりませんでした",
    re.IGNORECASE,
)
_PAGING = re.compile(r"[?&](?:page|paged|p)=(?:[2-9]|\d{2,})\b|/page/(?:[2-9]|\d{2,})(?:/|$)", re.IGNORECASE)


def suggest(nodes: list[Node], document: Document, disabled_types: Collection[str]) -> list[dict[str, Any]]:
    """Rows of `suggestions`. `nodes` is all that is declared on the page."""
    if is_disabled(FAQ, disabled_types):
        return []
    if any(FAQ in types_of(node.properties) for node in nodes):
        return [_row("implemented", {})]
    body = document.tree.body
    if body is None or not _worth_it(document) or document.script_made(bool(nodes)):
        return []
    found = questions(body, document.text)
    if len(found) < _LEAST_PAIRS:
        return []
    return [_row("missing", {"count": len(found), "first": shorten(found[0], 80)})]


def _worth_it(document: Document) -> bool:
    """K-063: nothing is suggested on noindex, not-found-like and paging pages."""
    told = f"{document.title or ''} {document.primary_heading or ''}"
    paging = document.previous or _PAGING.search(document.url) is not None
    return not (document.noindex or paging or _NOT_FOUND.search(told))


def _row(status: str, args: dict[str, str | int]) -> dict[str, Any]:
    key = f"page.faq.{status}"
    return {
        "type": FAQ,
        "status": status,
        "reason": say(key, "ja", **args),
        "reason_key": key,
        "reason_args": args,
        "recommended_properties": list(_PROPERTIES),
        "benefit": "retired",
        "retired_on": _RETIRED,
    }
