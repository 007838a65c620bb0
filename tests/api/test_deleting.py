"""Deleting a product with many results: soon done, and the page stays usable meanwhile (K-020)."""

import json
import sqlite3
import threading
import time
from collections.abc import Callable

import pytest

from chalicelib.crawl.housekeeping import keep_house
from chalicelib.services import Services
from chalicelib.store.products import add_product
from tests.api.conftest import Person

Anybody = Callable[[], Person]

SECONDS = 3.0
ALMOST_AT_ONCE = 1.0


def seed(services: Services, name: str, results: int, bytes_each: int) -> int:
    """A product with results of 20 runs."""
    text = json.dumps({"entities": [], "padding": "漢" * (bytes_each // 3)}, ensure_ascii=False)

    def work(connection: sqlite3.Connection) -> int:
        product_id = add_product(connection, name, "2026-04-01 00:00:00")
        first = connection.execute("SELECT coalesce(max(id), 0) FROM crawl_runs").fetchone()[0] + 1
        runs = [(first + n, product_id) for n in range(20)]
        connection.executemany("INSERT INTO crawl_runs (id, product_id) VALUES (?, ?)", runs)
        connection.executemany(
            "INSERT INTO crawl_results (run_id, product_id, url, result_json) VALUES (?, ?, ?, ?)",
            ((first + n % 20, product_id, f"https://example.jp/{n}", text) for n in range(results)),
        )
        return product_id

    return services.database.write(work)


def delete_while_reading(services: Services, admin: Person, results: int, bytes_each: int) -> tuple[float, list[float]]:
    """Seconds that the deletion took, and each of the reads and writes beside it."""
    kept = seed(services, "残る", 100, 100)
    product_id = seed(services, "消える", results, bytes_each)
    beside: list[float] = []
    done = threading.Event()

    def read() -> None:
        reader = Person(admin.http)
        while not done.is_set():
            for path in (f"/api/products/{kept}", f"/api/results?product={kept}", "/api/runs"):
                started = time.monotonic()
                assert reader.get(path).status_code == 200
                beside.append(time.monotonic() - started)

    thread = threading.Thread(target=read)
    thread.start()
    started = time.monotonic()
    answer = admin.send("DELETE", f"/api/products/{product_id}", {"name": "消える"}, timeout=60)
    took = time.monotonic() - started
    done.set()
    thread.join()
    assert answer.json() == {"deleted": product_id}
    assert admin.get(f"/api/products/{product_id}").status_code == 404
    assert keep_house(services)
    with services.database.read() as connection:
        left = [connection.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in ("crawl_results", "crawl_runs")]
    assert left == [100, 20]
    return took, beside


def test_a_product_with_many_results_is_deleted_while_others_read(services: Services, admin: Person) -> None:
    took, beside = delete_while_reading(services, admin, results=50_000, bytes_each=600)
    assert took < SECONDS
    assert max(beside) < ALMOST_AT_ONCE


@pytest.mark.prove
def test_fifty_thousand_results_of_real_size(services: Services, admin: Person) -> None:
    """20 kB each, a gigabyte in all."""
    took, beside = delete_while_reading(services, admin, results=50_000, bytes_each=20_000)
    print(json.dumps({"deleted": 50_000, "seconds": round(took, 2), "slowest_read": round(max(beside), 3)}))
    assert took < SECONDS
    assert max(beside) < ALMOST_AT_ONCE
