"""Ten pages of 10 MB in a batch: below 400 MB of memory, and of no page more than 20 s of CPU (issue 4)."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from chalicelib.crawl.plan import start_manual_run
from chalicelib.ports.clock import SystemClock
from chalicelib.services import Services
from tests.crawl.conftest import drain, register
from tests.crawl.heavy import PAGES
from tests.crawl.site import Page, Site, serve
from tests.local.processes import ROOT


@pytest.mark.parametrize(
    ("size", "most_mb", "most_seconds"),
    [
        pytest.param(100_000, 150, 5.0, id="small"),
        pytest.param(10_000_000, 400, 20.0, id="ten-megabytes", marks=pytest.mark.prove),
    ],
)
def test_a_batch_of_heavy_pages(tmp_path: Path, size: int, most_mb: float, most_seconds: float) -> None:
    pages = {path: Page(200, made(size)) for path, made in PAGES.items()}
    assert all(0.98 * size < len(page.body.encode()) <= size for page in pages.values())
    with serve(SystemClock(), {"/robots.txt": Page(404, ""), **pages}) as site:
        done = subprocess.run(
            [sys.executable, "-m", "tests.crawl.heavy", site.origin, str(tmp_path)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            timeout=600,
        )
    took = json.loads(done.stdout)
    print(f"\n{took['memory_mb']:.0f} MB; CPU seconds a page: {took['cpu_seconds']}")
    assert took["results"] == dict.fromkeys(PAGES)  # no error with any
    assert took["memory_mb"] < most_mb
    assert set(took["cpu_seconds"]) == set(PAGES)
    assert max(took["cpu_seconds"].values()) < most_seconds


@pytest.mark.parametrize(("size", "expected"), [(1_100_000, 1), (10_000, 4)])
def test_heavy_pages_come_one_at_a_time(
    services: Services, site: Callable[..., Site], size: int, expected: int
) -> None:
    """From the first on; those that were asked for before it came are there already."""
    busy, seen, lock = [0], [], threading.Lock()

    def answer(_: int) -> Page:
        with lock:
            busy[0] += 1
            seen.append(busy[0])
        time.sleep(0.3)
        with lock:
            busy[0] -= 1
        return Page(body="x" * size)

    paths = [f"/{n}" for n in range(8)]
    shop = site(dict.fromkeys(paths, answer))
    start_manual_run(
        services, register(services, "shop", [shop.url(path) for path in paths]), mode="all", delay_seconds=0
    )
    drain(services)
    assert len(seen) == 8
    assert max(seen[4:]) == expected
