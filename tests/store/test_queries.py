"""Every query is a file, is used, and finds its rows by an index."""

import re
from pathlib import Path

import pytest

from chalicelib.store.database import EmbeddedDatabase
from chalicelib.store.queries import FOLDER, sql

NAMES = sorted(path.stem for path in FOLDER.glob("*.sql"))
QUERIES = [name for name in NAMES if "." in name]
SOURCE = "\n".join(p.read_text("utf-8") for p in Path(FOLDER).parent.glob("*.py"))


@pytest.mark.parametrize("name", NAMES)
def test_every_file_is_used(name: str) -> None:
    assert f'"{name}"' in SOURCE


@pytest.mark.parametrize("name", QUERIES)
def test_no_query_scans_without_saying_why(database: EmbeddedDatabase, name: str) -> None:
    text = sql(name)
    values = dict.fromkeys(re.findall(r"(?<!:):(\w+)", re.sub(r"--[^\n]*", "", text)))
    with database.read() as connection:
        plan = [row["detail"] for row in connection.execute("EXPLAIN QUERY PLAN " + text, values)]
    # Only a walk over rows of a table is a scan; json_each walks one value, and a subquery its own few rows.
    scans = [
        step
        for step in plan
        if step.startswith("SCAN") and not re.search(r"json_each|VIRTUAL TABLE|CONSTANT ROW", step)
    ]
    assert "scan allowed:" in text or scans == [], plan


def test_the_check_finds_a_scan(database: EmbeddedDatabase) -> None:
    with database.read() as connection:
        plan = [
            r["detail"] for r in connection.execute("EXPLAIN QUERY PLAN SELECT 1 FROM crawl_results WHERE title = 'x'")
        ]
    assert plan == ["SCAN crawl_results"]


@pytest.mark.parametrize(
    ("name", "index"),
    [
        ("urls.not_crawled_on_date", "idx_crawl_results_product (product_id=? AND created_at>? AND created_at<?)"),
        ("urls.count_crawled_on_date", "idx_crawl_results_product (product_id=? AND created_at>? AND created_at<?)"),
        ("urls.list", "crawl_results_url (product_url_id=?)"),
        ("results.list_of_product", "crawl_results_of_product (product_id=? AND rowid<?)"),
        ("results.list_of_run", "crawl_results_run (run_id=? AND rowid<?)"),
    ],
)
def test_the_named_index_serves(database: EmbeddedDatabase, name: str, index: str) -> None:
    values = dict.fromkeys(re.findall(r"(?<!:):(\w+)", re.sub(r"--[^\n]*", "", sql(name))))
    with database.read() as connection:
        plan = " | ".join(row["detail"] for row in connection.execute("EXPLAIN QUERY PLAN " + sql(name), values))
    assert index in plan
    assert "TEMP B-TREE" not in plan
