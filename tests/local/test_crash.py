"""Killed at any moment, the run that is finished in the end is the same; processes side by side keep the delay."""

import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from chalicelib.crawl.plan import start_manual_run
from chalicelib.ports.clock import SystemClock
from chalicelib.services import Services
from chalicelib.store.runs import get_run
from infra.local.embedded import open_services
from tests import stores
from tests.crawl.conftest import register, rows
from tests.crawl.site import Page, Site, serve
from tests.local.processes import environment, free_port, kunugi, pages, server


def opened(data: Path) -> Services:
    return open_services(stores.settings(data, allow_networks=("127.0.0.0/8",)))


def wait_for_end(services: Services, run_id: int, seconds: float) -> dict[str, Any]:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        with services.database.read() as connection:
            run = get_run(connection, run_id)
        if run is not None and run["finished_at"] is not None:
            return run
        time.sleep(0.1)
    raise AssertionError("the run does not end")


def check_run(services: Services, site: Site, run_id: int, urls: list[str], delay: float) -> None:
    with services.database.read() as connection:
        run = get_run(connection, run_id)
    assert run is not None
    assert (run["total_urls"], run["success_count"], run["error_count"]) == (len(urls), len(urls), 0)
    found = rows(services, "url, title, is_error", f"run_id = {run_id}")
    assert found == sorted((url, url.rpartition("/")[2], 0) for url in urls)
    assert min(site.gaps()) >= delay


def test_ten_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    """kill -9 of the server at ten random moments of a run of 60 URLs."""
    delay, chance = 0.2, random.Random(60)
    with serve(SystemClock(), {path: Page(body=body) for path, body in pages(60).items()}) as site:
        services = opened(tmp_path / "data")
        urls = [site.url(f"/{n}") for n in range(60)]
        product = register(services, "店", urls)
        run_id = start_manual_run(services, product, mode="all", delay_seconds=delay)
        for _ in range(10):
            with server(tmp_path / "data", free_port()):
                time.sleep(chance.uniform(0.0, 2.0))
        with services.database.read() as connection:
            run = get_run(connection, run_id)
        assert run is not None
        assert run["finished_at"] is None, "the kills came too late to prove anything"
        with server(tmp_path / "data", free_port()):
            wait_for_end(services, run_id, 60)
        check_run(services, site, run_id, urls, delay)


def test_a_crawl_beside_a_server_keeps_the_delay_and_disturbs_nothing(tmp_path: Path) -> None:
    data, delay = tmp_path / "data", 0.25
    with serve(SystemClock(), {path: Page(body=body) for path, body in pages(40).items()}) as site:
        services = opened(data)
        urls = [site.url(f"/{n}") for n in range(40)]
        product = register(services, "店", urls[:20])
        with server(data, free_port()):
            run_id = start_manual_run(services, product, mode="all", delay_seconds=delay)
            done = kunugi(data, "crawl", *urls[20:], "--product", "別", "--delay", str(delay))
            assert done.returncode == 0, done.stdout + done.stderr
            wait_for_end(services, run_id, 60)
        check_run(services, site, run_id, urls[:20], delay)
        check_run(services, site, run_id + 1, urls[20:], delay)
        assert len(site.visits) == 41  # robots.txt once


READER = """
import sys, time
from pathlib import Path
from chalicelib.store.database import EmbeddedDatabase
from chalicelib.store.results import ResultFilter, get_result, list_results
database, seen, loops = EmbeddedDatabase(Path(sys.argv[1])), 0, 0
while seen < int(sys.argv[2]):
    with database.read() as connection:
        rows = list_results(connection, ResultFilter(), limit=1000)
        assert len(rows) >= seen, "a result went away"
        for row in rows[:3]:
            assert get_result(connection, row["id"])["url"] == row["url"]
    seen, loops = len(rows), loops + 1
print(loops)
"""


@stores.of_the_file
def test_two_processes_read_while_a_crawl_writes(tmp_path: Path) -> None:
    """K-004: no error, no `database is locked`."""
    data = tmp_path / "data"
    with serve(SystemClock(), {path: Page(body=body) for path, body in pages(60).items()}) as site:
        opened(data)
        readers = [
            subprocess.Popen(
                [sys.executable, "-c", READER, str(data / "schema.db"), "60"],
                env=environment(data),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for _ in range(2)
        ]
        done = kunugi(data, "crawl", *(site.url(f"/{n}") for n in range(60)), "--delay", "0.03")
        assert done.returncode == 0, done.stderr
        for reader in readers:
            said, complaint = reader.communicate(timeout=60)
            assert (reader.returncode, complaint) == (0, "")
            assert int(said) > 10


@pytest.mark.prove
def test_a_hundred_kills(tmp_path: Path) -> None:
    """The same at length: until a run of 300 URLs ends under a kill every moment or so."""
    delay, chance, kills = 0.1, random.Random(300), 0
    with serve(SystemClock(), {path: Page(body=body) for path, body in pages(300).items()}) as site:
        services = opened(tmp_path / "data")
        urls = [site.url(f"/{n}") for n in range(300)]
        run_id = start_manual_run(services, register(services, "店", urls), mode="all", delay_seconds=delay)
        for _ in range(100):
            with server(tmp_path / "data", free_port()):
                time.sleep(chance.uniform(0.0, 1.5))
            kills += 1
        with server(tmp_path / "data", free_port()):
            wait_for_end(services, run_id, 300)
        check_run(services, site, run_id, urls, delay)
    assert kills == 100
