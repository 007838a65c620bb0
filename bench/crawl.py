"""How fast one worker process crawls at delay 0, beside Scrapy with extruct, on the same pages in the same run.

Ours is the embedded worker whole: it plans a run, asks for robots.txt and the pages, reads them, and merges the results
into the database. Theirs is one Scrapy process with its defaults, robots.txt obeyed, extruct with the three syntaxes,
items to a file of JSON lines. A process of its own serves the pages from memory.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.report import Line
from bench.site import PAGES

ROUNDS = 3
LEAST = 5.0  # times as fast (issue 4)


class Crawled(NamedTuple):
    """What a process took: pages a second, CPU of the process a page (ms), its peak memory (MB)."""

    speed: float
    cpu: float
    memory: float


def run() -> list[Line]:
    """The two take turns, so that a busy machine slows both; medians count."""
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as folder, _site() as origin:
        for number in range(ROUNDS):
            ours.append(_crawled("bench.crawl_ours", origin, Path(folder, f"ours-{number}")))
            theirs.append(_crawled("bench.crawl_scrapy", origin, Path(folder, f"theirs-{number}")))
    own, peer = _middle(ours), _middle(theirs)
    speed = Line.of("crawl", own.speed, "pages/s", peer.speed)
    if speed.ratio < LEAST:
        speed = replace(speed, broken=f"not {LEAST} times as fast as Scrapy with extruct")
    return [
        speed,
        Line.less("crawl-cpu", own.cpu, "ms/page", peer.cpu),
        Line.less("crawl-memory", own.memory, "MB", peer.memory),
    ]


def _middle(rounds: list[Crawled]) -> Crawled:
    return Crawled(*(median(values) for values in zip(*rounds, strict=True)))


@contextmanager
def _site() -> Iterator[str]:
    """The served pages; gives their origin."""
    with subprocess.Popen([sys.executable, "-m", "bench.site"], stdout=subprocess.PIPE, text=True) as server:
        try:
            yield (server.stdout.readline() if server.stdout else "").strip()
        finally:
            server.kill()


def _crawled(module: str, origin: str, folder: Path) -> Crawled:
    """One crawl in a process of its own, which prints `{"seconds", "cpu_seconds", "memory_mb"}`."""
    folder.mkdir()
    done = subprocess.run(
        [sys.executable, "-m", module, origin, str(folder)], stdout=subprocess.PIPE, text=True, check=True, timeout=900
    )
    took = json.loads(done.stdout)
    return Crawled(PAGES / took["seconds"], took["cpu_seconds"] * 1000 / PAGES, took["memory_mb"])
