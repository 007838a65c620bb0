"""Results as a crawl records them, from pages that were really read, and databases full of them."""

import json
import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from bench.pages import Page, generated
from chalicelib.crawl.rows import as_json
from chalicelib.page.read import read_page
from chalicelib.page.summary import summarise
from chalicelib.store.connection import connect
from chalicelib.store.migrations import prepare
from chalicelib.store.products import add_product
from chalicelib.store.results import add_result
from chalicelib.store.runs import add_run
from chalicelib.store.urls import add_urls

_NOW = "2026-05-01 09:00:00"
_URLS = 500
_SENTENCE = re.compile("[ぁ-んァ-ヶー一-龠、。]{8,}")
_SIGNS = [chr(code) for code in (*range(0x3042, 0x3094), *range(0x30A2, 0x30F4), *range(0x4E00, 0x4E00 + 800))]


class Result(NamedTuple):
    """The columns that come from the page, with a `result_json` of about 20 KB, and the summary beside them."""

    row: dict[str, Any]
    summary: dict[str, Any]


def results(count: int, seed: int) -> list[Result]:
    """`count` different results of 15 to 30 KB; the same for the same seed."""
    found: list[Result] = []
    chance = random.Random(seed)
    for page in (_own_words(page, chance) for page in generated(2 * count, seed)):
        reading = read_page(page.body, url=page.url, headers={"content-type": "text/html; charset=utf-8"})
        fetch = {"redirects": [], "elapsed_ms": 80 + len(found), "bytes": len(page.body), "attempts": 1}
        text = as_json({**reading.result, "fetch": fetch})
        if 15_000 < len(text.encode()) < 30_000 and len(found) < count:
            row = {
                "url": page.url,
                "final_url": page.url,
                "http_status": 200,
                "content_type": reading.content_type,
                "detected_charset": reading.detected_charset,
                "title": reading.title,
                "meta_description": reading.meta_description,
                "canonical_url": reading.canonical_url,
                "primary_heading": reading.primary_heading,
                "result_json": text,
                "is_error": 0,
                "created_at": _NOW,
            }
            found.append(Result(row, asdict(summarise(json.loads(text)))))
    return found


def _own_words(page: Page, chance: random.Random) -> Page:
    """The page with sentences that no other page has: pages made of one stock of them would compress too well."""
    own: dict[str, str] = {}

    def other(found: re.Match[str]) -> str:
        return own.setdefault(found.group(), "".join(chance.choices(_SIGNS, k=len(found.group()))))

    return Page(page.url, _SENTENCE.sub(other, page.body.decode()).encode())


def fill(path: Path, size: int, rows: list[Result]) -> None:
    """Make a database of `size` bytes or a little more: one product, and run after run of its URLs."""
    with closing(connect(path)) as connection:
        prepare(connection)
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute("BEGIN")
        product = add_product(connection, "クヌギ商店", _NOW)
        add_urls(connection, product, (f"https://www.example.jp/item/{n}" for n in range(_URLS)), _NOW)
        connection.execute("COMMIT")
        for part in _parts(rows):
            connection.execute("BEGIN")
            record(connection, part)
            connection.execute("COMMIT")
            pages = connection.execute("PRAGMA page_count").fetchone()[0]
            if pages * connection.execute("PRAGMA page_size").fetchone()[0] >= size:
                break
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _parts(rows: list[Result]) -> Iterator[list[Result]]:
    place = 0
    while True:
        yield [rows[(place + n) % len(rows)] for n in range(100)]
        place += 101


def record(connection: sqlite3.Connection, rows: list[Result]) -> int:
    """One more run of the product with these results, as a merge writes them; the id of the last."""
    product, count = 1, len(rows)
    run = add_run(connection, product, trigger="cron", mode="all", delay_seconds=1, total_urls=count, now=_NOW)
    last = 0
    for number, (row, summary) in enumerate(rows):
        url = 1 + (run * count + number) % _URLS
        last = add_result(connection, {**row, "run_id": run, "product_id": product, "product_url_id": url}, summary)
    return last
