"""A company's sites on loopback, and what the cloud's database must say of them after a crawl."""

import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from chalicelib.ports.clock import SystemClock
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.products import add_product
from chalicelib.store.schedules import save_schedule
from chalicelib.store.urls import add_urls
from tests.cloud.functions.cloud import Cloud
from tests.crawl.site import Answer, Page, Site, redirect, serve

NOW = "2026-04-01 00:00:00"
ROBOTS = Page(200, "User-agent: Kunugi\nDisallow: /private\n", (("Content-Type", "text/plain"),))
TRUNCATED = Page(200, "short", (("Content-Encoding", "gzip"), ("Content-Type", "text/html")))


def slow(visit: int) -> Page:
    """Takes its time."""
    time.sleep(1.5)
    return Page()


@dataclass
class Product:
    """A product of the test: its delay in seconds, its sites, and each of its URLs."""

    name: str
    delay: int
    sites: list[Site]
    urls: list[str] = field(default_factory=list)


def product(stack: ExitStack, name: str, delay: int, hosts: int, pages: int, redirects: int = 0) -> Product:
    """Start its sites: of `pages` a site some are slow, broken, forbidden or gone, and `redirects` in all lead away."""
    sites = [stack.enter_context(serve(SystemClock(), {"/robots.txt": ROBOTS})) for _ in range(hosts)]
    made = Product(name, delay, sites)
    for number, site in enumerate(sites):
        paths = [f"/{n}" for n in range(pages)]
        special: dict[str, Answer] = {paths[1]: Page(500, "oops"), paths[2]: TRUNCATED}
        if number % 4 == 0:
            special[paths[3]] = slow
        for n in range(redirects // hosts + (number < redirects % hosts)):
            special[f"/{pages - 1 - n}"] = redirect(sites[(number + 1) % hosts].url("/"))
        site.pages.update({"/": Page(), **{path: Page() for path in paths[:-1]}, **special})
        made.urls += [site.url(path) for path in [*paths[:-2], "/private/x", paths[-1]]]
    return made


def register(opened: BucketDatabase, made: Product) -> int:
    """Due every day; its id."""

    def work(connection: sqlite3.Connection) -> int:
        product_id = add_product(connection, made.name, NOW)
        add_urls(connection, product_id, made.urls, NOW)
        days = list(range(1, 32))
        save_schedule(connection, product_id, days=days, crawl_delay_seconds=made.delay, enabled=True, now=NOW)
        return product_id

    return opened.write(work)


def look_at(cloud: Cloud, folder: Path) -> BucketDatabase:
    """The cloud's database, for a look and for what the page would write."""
    return BucketDatabase(S3Bucket(cloud.bucket, client=cloud.server.client()), folder, SystemClock())


def open_runs(opened: BucketDatabase) -> tuple[int, int]:
    """How many runs there are, and how many of them are open."""
    with opened.read() as connection:
        found = connection.execute("SELECT count(*), coalesce(sum(finished_at IS NULL), 0) FROM crawl_runs").fetchone()
    return int(found[0]), int(found[1])


def wait_until(done: Callable[[], bool], seconds: float, cloud: Cloud, meanwhile: Callable[[], object]) -> None:
    """Until `done`; `meanwhile` is called twice a second."""
    ends = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < ends, f"not done after {seconds} s: {cloud.told[-20:]}"
        meanwhile()
        time.sleep(0.5)


def problems(opened: BucketDatabase, wanted: dict[int, Product]) -> list[str]:
    """What is wrong in the database: URLs without their one row per run, counts that do not add up."""
    said = []
    with opened.read() as connection:
        runs = connection.execute("SELECT * FROM crawl_runs ORDER BY id").fetchall()
        for run in runs:
            urls = wanted[run["product_id"]].urls
            found = connection.execute("SELECT url, is_error FROM crawl_results WHERE run_id = ?", (run["id"],))
            rows = [tuple(row) for row in found]
            counts = Counter(url for url, _ in rows)
            if counts != Counter(urls):
                said.append(f"run {run['id']}: {len(rows)} rows of {len(urls)}, most {counts.most_common(2)}")
            errors = sum(is_error for _, is_error in rows)
            if (run["total_urls"], run["success_count"], run["error_count"]) != (len(urls), len(urls) - errors, errors):
                said.append(f"run {run['id']}: counts {tuple(run)[5:8]}")
        if {run["product_id"] for run in runs} != set(wanted):
            said.append(f"runs of {[run['product_id'] for run in runs]}, wanted {list(wanted)}")
    return said


def rows_of(opened: BucketDatabase) -> list[tuple[object, ...]]:
    """Every result, to see whether anything changed."""
    with opened.read() as connection:
        found = connection.execute("SELECT id, run_id, url, http_status, is_error, error_message FROM crawl_results")
        return [tuple(row) for row in found]


def least_gaps(products: list[Product]) -> dict[str, float]:
    """The least time between two requests to a host, by product: measured at the servers, robots and redirects too."""
    return {
        each.name: round(min((min(site.gaps()) for site in each.sites if len(site.visits) > 1), default=999.0), 3)
        for each in products
    }
