"""`python -m bench.crawl_ours ORIGIN FOLDER`: one embedded worker process crawls the pages of `bench.site`."""

import json
import sqlite3
import sys
import time
from pathlib import Path

from bench.peak import peak_mb
from bench.site import PAGES, paths
from chalicelib.crawl.plan import start_manual_run
from chalicelib.services import Services
from chalicelib.settings import Settings
from chalicelib.store.products import add_product
from chalicelib.store.runs import get_run
from chalicelib.store.urls import add_urls
from infra.local.embedded import open_services
from infra.local.loops import Loops

_NOW = "2026-05-01 09:00:00"


def main(origin: str, folder: Path) -> None:
    """Print what the crawl took, from planning it until its last result is in the database."""
    services = open_services(Settings(data=folder, allow_networks=("127.0.0.0/8",)))
    product = services.database.write(lambda connection: _register(connection, origin))
    loops = Loops(services, schedule=False)
    loops.start()
    began, cpu = time.perf_counter(), time.process_time()
    run = start_manual_run(services, product, mode="all", delay_seconds=0)
    _wait(services, run)
    took = {
        "seconds": time.perf_counter() - began,
        "cpu_seconds": time.process_time() - cpu,
        "memory_mb": peak_mb(),
    }
    loops.stop()
    print(json.dumps(took))


def _register(connection: sqlite3.Connection, origin: str) -> int:
    product = add_product(connection, "クヌギ商店", _NOW)
    add_urls(connection, product, [origin + path for path in paths()], _NOW)
    return product


def _wait(services: Services, run_id: int) -> None:
    while True:
        with services.database.read() as connection:
            run = get_run(connection, run_id)
        if run is not None and run["finished_at"] is not None:
            assert (run["success_count"], run["error_count"]) == (PAGES, 0)
            return
        time.sleep(0.05)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
