"""`kunugi crawl`: registers URLs, crawls them now with progress, and prints what was found."""

import json
import sqlite3
import sys
import time
from collections.abc import Sequence
from typing import Any

from tqdm import tqdm

from chalicelib.crawl.plan import cancel, start_manual_run
from chalicelib.fetch.urls import UrlError, normalise_url
from chalicelib.services import Services
from chalicelib.settings import Settings
from chalicelib.store.days import utc_text
from chalicelib.store.products import ProductNameError, add_product, clean_name, find_product, set_own_site
from chalicelib.store.results import ResultFilter, get_result, list_results
from chalicelib.store.runs import get_run
from chalicelib.store.urls import add_urls, list_all_urls
from infra.local.command import UNREADABLE, fail, language, tell
from infra.local.embedded import open_services
from infra.local.findings import exit_code, finding_rows, json_text, print_rows
from infra.local.loops import Loops

POLL_SECONDS = 0.2
STUCK_SECONDS = 20.0


class StuckError(Exception):
    """The crawl does not get on; the text says why."""


def crawl(settings: Settings, urls: Sequence[str], *, product: str, delay: float, own_site: bool, as_json: bool) -> int:
    """0: nothing wrong; 1: findings of severity error; 2: a page could not be fetched, an argument is no URL, or the
    crawl does not get on.
    """
    try:
        name = clean_name(product)
    except ProductNameError:
        return fail(tell("bad-product", name=product[:200]))
    services = open_services(settings)
    wanted = []
    for url in urls:
        try:
            wanted.append(normalise_url(url, services.client.gate))
        except UrlError as error:
            return fail(f"{url[:200]}: {error.message(language())}")
    product_id, url_ids = _register(services, name, wanted, own_site)
    run_id = start_manual_run(
        services,
        product_id,
        mode="all",
        delay_seconds=int(delay) if delay.is_integer() else delay,
        url_ids=url_ids,
    )
    loops = Loops(services, schedule=False)
    loops.start()
    try:
        show_progress(services, run_id, loops)
    except StuckError as error:
        return fail(tell("stuck", why=error))
    except KeyboardInterrupt:
        cancel(services, run_id)
        print(tell("cancelled"), file=sys.stderr)
    finally:
        loops.stop()
    return _report(services, run_id, as_json=as_json)


def _register(services: Services, name: str, urls: Sequence[str], own_site: bool) -> tuple[int, list[int]]:
    now = utc_text(services.clock.now())

    def work(connection: sqlite3.Connection) -> tuple[int, list[int]]:
        product_id = find_product(connection, name) or add_product(connection, name, now)
        if own_site:
            set_own_site(connection, product_id, True)
        add_urls(connection, product_id, urls, now)
        return product_id, [url.id for url in list_all_urls(connection, product_id) if url.url in set(urls)]

    return services.database.write(work)


def show_progress(services: Services, run_id: int, loops: Loops) -> None:
    """A bar on stderr until the run has ended. Raises StuckError when nothing moves while faults repeat."""
    done, moved_at = -1, 0.0
    with tqdm(desc=tell("crawling"), unit="URL", disable=None, leave=False) as bar:
        while True:
            with services.database.read() as connection:
                run = get_run(connection, run_id)
            if run is None:  # its product was deleted meanwhile
                return
            bar.total = run["total_urls"]
            bar.n = run["success_count"] + run["error_count"]
            bar.refresh()
            if run["finished_at"] is not None:
                return
            fault = loops.fault()
            if bar.n != done or fault is None:
                done, moved_at = bar.n, time.monotonic()
            elif fault.times > 1 and time.monotonic() - moved_at > STUCK_SECONDS:
                raise StuckError(fault.text)
            services.clock.sleep(POLL_SECONDS)


def _report(services: Services, run_id: int, *, as_json: bool) -> int:
    with services.database.read() as connection:
        rows = list_results(connection, ResultFilter(run_id=run_id), limit=1_000_000)
    results: list[dict[str, Any]] = []
    for row in reversed(rows):
        with services.database.read() as connection:
            stored = get_result(connection, row["id"])
        result = json.loads((stored or {}).get("result_json") or "{}")
        results.append(result)
        if as_json:
            shown = {key: row[key] for key in ("url", "final_url", "http_status", "error_message", "title")}
            print(json_text({**shown, "result": result}))
            continue
        types = ", ".join(dict.fromkeys(entry["type"] for entry in row["types"]))
        print(f"{row['url']}\n  {row['error_message'] or types or tell('no-markup')}")
        print_rows(finding_rows(result))
    failed = sum(bool(row["is_error"]) for row in rows)
    print(tell("crawled", count=len(rows), failed=failed), file=sys.stderr)
    return UNREADABLE if failed else exit_code(results)
