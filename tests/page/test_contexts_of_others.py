"""What is said, and what is not, where no context of a block is schema.org's (JSON-LD 1.1 §3.1)."""

import json
import time
from typing import Any

import pytest

from tests.page.pages import read

OFFER = {"@type": "Offer", "price": "10", "priceCurrency": "JPY"}
PRODUCT = {"@type": "Product", "name": "n", "image": "https://shop.example/i.jpg", "offers": OFFER}


def said(*blocks: Any) -> tuple[list[tuple[str, str]], list[bool]]:
    """The errors and warnings with their keys, and for each feature whether the page could get it."""
    scripts = [f'<script type="application/ld+json">{json.dumps(block)}</script>' for block in blocks]
    result = read("".join(scripts)).result
    rows = [(row["severity"], row["message_key"]) for row in result["validation"] if row["severity"] != "info"]
    return rows, [row["eligible"] for row in result["rich_results"]]


@pytest.mark.parametrize(
    "value",
    [
        {"@context": "https://example.org/my-context.jsonld", "@type": "Event", "name": "n", "startDate": "あした"},
        {"@context": "https://w3id.org/traceability/v1", "@type": "Product", "name": "n"},
        {"@context": ["https://www.w3.org/ns/credentials/v2"], "@type": "Product", "offers": {"price": "1円"}},
        {"@context": "https://www.w3.org/ns/activitystreams", "type": "Note", "content": "x"},
    ],
)
def test_nothing_is_judged(value: Any) -> None:
    assert said(value) == ([], [])
    assert said({"@context": "https://schema.org", **PRODUCT}, value)[1] == [True, True]


@pytest.mark.parametrize(
    "context",
    [
        *("https://shema.org", "https://schema.orgg", "http:/schema.org", "https//schema.org", "https://schemas.org/"),
        *(
            "htttps://schema.org",
            "https:///schema.org",
            "https://schema",
            "https://www.shcema.org",
            "https://schema,org",
        ),
    ],
)
def test_schema_org_misspelt_is_an_error_and_nothing_else_is_judged(context: str) -> None:
    error = ("error", "page.context-unusual.misspelt")
    assert said({"@context": context, **PRODUCT}) == ([error], [])
    assert said({"@context": [context, {"@language": "ja"}], **PRODUCT}) == ([error], [])


@pytest.mark.parametrize("context", ["", " ", 42, True, [42]])
def test_what_is_no_context_is_an_error(context: Any) -> None:
    assert said({"@context": context, **PRODUCT}) == ([("error", "page.context-unusual.invalid")], [])


@pytest.mark.parametrize("context", [" " * 200_000 + "!", "a" + " " * 200_000 + "!", "https:" + "/" * 200_000])
def test_a_long_context_is_gone_through_once(context: str) -> None:
    """Where a pattern began anew at each space it took minutes."""
    start = time.thread_time()
    assert said({"@context": context, **PRODUCT}) == ([], [])
    assert time.thread_time() - start < 2
