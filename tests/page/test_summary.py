"""The counts of a list row, and the cut of a result that is too big (K-057)."""

import json
from typing import Any

import pytest

from chalicelib.page.summary import Summary, summarise, trim
from tests.page.pages import read

PAGE = (
    '<title>冬</title><h1>冬</h1><script type="application/ld+json">{"@context":"https://schema.org","@graph":['
    '{"@type":"Article","headline":"秋","name":""},{"@type":"Person","name":"{{ x }}"},{"@type":"Person"}]}</script>'
    '<p itemscope itemtype="https://schema.org/Person"><i itemscope itemtype="https://schema.org/Person"></i></p>'
)


def size(value: object) -> int:
    return len(json.dumps(value, ensure_ascii=False).encode())


def test_a_row() -> None:
    assert summarise(read(PAGE).result) == Summary(
        types=[
            {"source": "JSON-LD", "type": "Article"},
            {"source": "JSON-LD", "type": "Person"},
            {"source": "Microdata", "type": "Person"},
        ],
        entity_count=5,
        mismatch_count=1,
        suggestion_count=0,
        finding_count=2,
    )


@pytest.mark.parametrize(
    ("suggestion", "count"),
    [
        ({"status": "missing"}, 1),
        ({"status": "warning", "benefit": "search-feature"}, 1),
        ({"status": "implemented"}, 0),
        ({"status": "missing", "benefit": "understanding"}, 0),
        ({"status": "missing", "benefit": "retired"}, 0),
    ],
)
def test_what_is_to_do(suggestion: dict[str, Any], count: int) -> None:
    """K-063: `understanding` and `retired` are told as 参考 and never counted."""
    assert summarise({"suggestions": [suggestion]}).suggestion_count == count


@pytest.mark.parametrize(
    "result",
    [
        {},
        {"entities": None, "suggestions": {}, "validation": "x"},
        {"entities": [None, 3, {"type": None}], "consistency_checks": [[]], "other": 1},
    ],
)
def test_results_of_other_shapes(result: dict[str, Any]) -> None:
    summary = summarise(result)
    assert (summary.types, summary.mismatch_count, summary.finding_count) == ([], 0, 0)


def test_a_small_result_is_left_alone() -> None:
    result = read(PAGE).result
    assert trim(result) == result
    assert trim(result, size(result)) == result


def test_a_big_result_is_cut_to_its_findings() -> None:
    result = {**read(PAGE).result, "fetch": {"bytes": 1}}
    result["entities"][0]["raw"] = "語" * 400_000
    cut = trim(result)
    assert cut["cut"] == {"bytes": size(result), "limit": 1_000_000}
    assert size(cut) <= 1_000_000
    for key in ("suggestions", "consistency_checks", "validation", "page", "fetch"):
        assert cut[key] == result[key]
    assert cut["structured_data"] == {"json_ld": [], "microdata": [], "rdfa": []}
    assert cut["entities"][0] == {"source": "JSON-LD", "index": 1, "type": "Article", "properties": {}, "raw": ""}
    assert summarise(cut) == summarise(result)
    assert "cut" not in result


@pytest.mark.parametrize("limit", [100_000, 20_000, 3_000])
def test_the_limit_holds_whatever_fills_the_result(limit: int) -> None:
    row = {"severity": "error", "rule": "x" * 100}
    result = {
        "entities": [
            {"source": "JSON-LD", "index": n, "type": "T" * 50, "properties": {}, "raw": ""} for n in range(3000)
        ],
        "validation": [row] * 3000,
        "consistency_checks": [row] * 3000,
        "page": {"headings": ["x" * 100] * 1000},
    }
    assert size(trim(result, limit)) <= limit
