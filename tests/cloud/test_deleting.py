"""A product with very many results is deleted with little memory, while others write."""

import json
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from chalicelib.ports.clock import SystemClock
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.copies import Copy
from chalicelib.store.database import COMMIT_ROWS, EmbeddedDatabase
from chalicelib.store.products import add_product
from chalicelib.store.restoring import replace
from tests.cloud.conftest import Servers
from tests.local.processes import ROOT

MEGABYTES = 512


def filled(path: Path, results: int, bytes_each: int) -> Path:
    """A database file with product 1 of one result and product 2 of `results`."""
    database = EmbeddedDatabase(path)
    text = json.dumps({"entities": [], "padding": "漢" * (bytes_each // 3)}, ensure_ascii=False)

    def work(connection: sqlite3.Connection) -> None:
        for name in ("残る", "消える"):
            add_product(connection, name, "2026-04-01 00:00:00")
        connection.executemany("INSERT INTO crawl_runs (id, product_id) VALUES (?, ?)", [(1, 1), (2, 2)])
        connection.executemany(
            "INSERT INTO crawl_results (run_id, product_id, product_url_id, url, result_json) VALUES (?, ?, ?, ?, ?)",
            ((min(n, 1) + 1, min(n, 1) + 1, n % 1000, f"https://example.jp/{n}", text) for n in range(results + 1)),
        )

    database.write(work)
    database.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


def delete(servers: Servers, folder: Path, results: int, bytes_each: int) -> dict[str, float]:
    """Delete in a process of its own, and write beside it; figures of both."""
    server = servers.get("moto" if bytes_each < 1000 else "seaweed")
    name = server.new_bucket()
    bucket = S3Bucket(name, client=server.client())
    other = BucketDatabase(bucket, folder / "other", SystemClock())
    with other.read():
        pass
    file = filled(folder / "filled.db", results, bytes_each)
    replace(bucket, Copy(folder / "pushing"), SystemClock(), file)
    with other.read():  # fetch the new file before the clock is looked at
        pass
    started = time.monotonic()
    command = [sys.executable, "-m", "tests.cloud.deleting_worker", server.endpoint, name, str(folder), "2"]
    child = subprocess.Popen(
        [*command, str(MEGABYTES)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    waits: list[float] = []
    while child.poll() is None:
        before = time.monotonic()
        other.write(lambda connection: add_product(connection, f"間に {len(waits)}", "now"))
        waits.append(time.monotonic() - before)
        time.sleep(0.3)
    took = time.monotonic() - started
    said, wrong = child.communicate()
    assert child.returncode == 0, wrong
    told = json.loads(said)
    with BucketDatabase(bucket, folder / "last", SystemClock()).read() as connection:
        left = connection.execute("SELECT product_id, count(*) FROM crawl_results GROUP BY 1").fetchall()
        names = [row[0] for row in connection.execute("SELECT name FROM products ORDER BY id")]
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert [tuple(row) for row in left] == [(1, 1)]
    assert names == ["残る", *(f"間に {number}" for number in range(len(waits)))]
    return {
        "results": results,
        "seconds": round(took, 1),
        "commits": told["commits"],
        "peak_mb": told["peak_mb"],
        "others": len(waits),
        "slowest_other": round(max(waits), 2),
    }


def test_results_go_in_commits_of_two_thousand_while_others_write(servers: Servers, tmp_path: Path) -> None:
    done = delete(servers, tmp_path, results=5 * COMMIT_ROWS, bytes_each=300)
    assert done["commits"] >= 5
    assert done["others"] >= 2


@pytest.mark.prove
def test_a_hundred_thousand_results(servers: Servers, tmp_path: Path) -> None:
    """10 kB each, a gigabyte in all."""
    done = delete(servers, tmp_path, results=100_000, bytes_each=10_000)
    print(json.dumps(done))
    assert done["peak_mb"] < MEGABYTES
    assert done["others"] >= 10
    assert done["slowest_other"] < 15
