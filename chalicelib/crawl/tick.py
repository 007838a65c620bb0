"""The hourly start (K-050 to K-052, K-056): heal, close what died, plan what is due, sweep, keep house."""

import sqlite3
import uuid
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import NamedTuple

from chalicelib.crawl import turns
from chalicelib.crawl.batches import mark_cancelled
from chalicelib.crawl.housekeeping import keep_house
from chalicelib.crawl.plan import by_host, send_planned, write_run
from chalicelib.crawl.rows import EMPTY, as_json
from chalicelib.crawl.sweep import sweep
from chalicelib.page.summary import summarise
from chalicelib.ports.telemetry import HourStarted
from chalicelib.services import Services
from chalicelib.store.app_settings import get_cron_max_urls_per_run
from chalicelib.store.days import japan_date, utc_text
from chalicelib.store.results import add_result
from chalicelib.store.runs import (
    count_open_urls_of_host,
    count_result,
    finish_when_done,
    forget_cancelled,
    get_pace_of_batch,
    list_open_batches,
    list_pending_of_run,
    list_runs_without_sign,
    take_pending,
)
from chalicelib.store.schedules import DueProduct, add_cron_log, list_due_products, mark_triggered
from chalicelib.store.urls import ProductUrl, list_urls_not_crawled_on_date
from chalicelib.texts import say

SILENCE = timedelta(hours=6)
START_EVERY_SECONDS = 3600


class Started(NamedTuple):
    """What one start did."""

    products: int
    urls: int
    closed_runs: tuple[int, ...]
    closed_batches: tuple[str, ...] = ()


def tick(services: Services) -> Started:
    """One hourly start. Several a day are normal; what is crawled today or waits in a batch is not planned again."""
    now, seed = services.clock.now(), uuid.uuid4()
    sweep(services)
    started = services.database.write(lambda connection: _plan(connection, now, seed))
    mark_cancelled(services.objects, started.closed_batches, now)
    _leave(services, started.closed_batches)
    send_planned(services)
    keep_house(services)
    services.database.keep_up()
    ms = round((services.clock.now() - now).total_seconds() * 1000)
    services.telemetry.tell(HourStarted(started.products, started.urls, len(started.closed_runs), ms))
    return started


def _plan(connection: sqlite3.Connection, now: datetime, seed: uuid.UUID) -> Started:
    text = utc_text(now)
    closed, batches = _close_silent_runs(connection, now)
    forget_cancelled(connection, utc_text(now - timedelta(days=1)))
    budget = get_cron_max_urls_per_run(connection)
    due = list_due_products(connection, japan_date(now))
    total = 0
    for product in due:
        left = budget - total if budget else None
        total += _plan_product(connection, product, left, now, seed)
    add_cron_log(connection, say("crawl.log-summary", products=len(due), urls=total), text)
    return Started(len(due), total, tuple(closed), tuple(batches))


def _plan_product(
    connection: sqlite3.Connection, product: DueProduct, left: int | None, now: datetime, seed: uuid.UUID
) -> int:
    """Plan one due product within what is left of the cap and of each host's hour; how many URLs."""
    text, today = utc_text(now), japan_date(now)
    mark_triggered(connection, product.product_id, today)
    urls = list_urls_not_crawled_on_date(connection, product.product_id, today)
    fitting = _fitting(connection, urls, product.crawl_delay_seconds, now)
    chosen = fitting if left is None else fitting[:left]
    run_id, left_over = 0, len(urls) - len(chosen)
    if not urls:
        key = "crawl.log-product-none"
    elif not chosen:
        key = "crawl.log-product-capped"
    else:
        delay = product.crawl_delay_seconds
        run_id = write_run(connection, product.product_id, chosen, "cron", "not_crawled", delay, now=text, seed=seed)
        key = "crawl.log-product" if len(chosen) == len(urls) else "crawl.log-product-partly"
    add_cron_log(connection, say(key, name=product.name, count=len(chosen), left=left_over, run=run_id), text)
    return len(chosen)


def _fitting(connection: sqlite3.Connection, urls: list[ProductUrl], delay: float, now: datetime) -> list[ProductUrl]:
    """What each host can be asked for before the next start: work must not spill into a day that was not chosen."""
    if delay <= 0:
        return urls
    since = utc_text(now - SILENCE)
    chosen: set[int] = set()
    for host, of_host in by_host(urls).items():
        room = int(START_EVERY_SECONDS / delay) - count_open_urls_of_host(connection, host, since)
        chosen.update(url.id for url in of_host[: max(0, room)])
    return [url for url in urls if url.id in chosen]


def _leave(services: Services, batches: Sequence[str]) -> None:
    """Their messages are lost, so that no worker will say that their delays rule no more."""
    with services.database.read() as connection:
        paces = [(batch, get_pace_of_batch(connection, batch)) for batch in batches]
    for batch, pace in paces:
        if pace is not None:
            turns.leave(services.objects, pace[0], batch, pace[1])


def _close_silent_runs(connection: sqlite3.Connection, now: datetime) -> tuple[list[int], list[str]]:
    """K-056: the missing URLs of a run without a sign of life are recorded as errors, and the log says so."""
    text = utc_text(now)
    closed: list[int] = []
    batches: list[str] = []
    for run_id, product_id in list_runs_without_sign(connection, utc_text(now - SILENCE)):
        batches += list_open_batches(connection, run_id)
        pending = list_pending_of_run(connection, run_id)
        for url in pending:
            row = {
                "run_id": run_id,
                "product_id": product_id,
                "product_url_id": url.id or None,
                "url": url.url,
                "is_error": 1,
                "error_message": "unknown: " + say("crawl.auto-closed"),
                "result_json": as_json(EMPTY),
                "created_at": text,
            }
            if take_pending(connection, run_id, url.url):
                add_result(connection, row, asdict(summarise(EMPTY)))
                count_result(connection, run_id, is_error=True)
        finish_when_done(connection, run_id, text, state="auto-closed")
        add_cron_log(connection, say("crawl.log-closed", name=product_id, run=run_id, count=len(pending)), text)
        closed.append(run_id)
    return closed, batches
