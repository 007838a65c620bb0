"""Planning a run: what to crawl, in batches a host, written in one transaction and then sent (crawl.md, K-040, K-053).

A crash between writing and sending is healed by whoever comes next: `send_planned` sends whatever is unsent.
"""

import json
import sqlite3
import uuid
from collections.abc import Sequence
from typing import Literal

from chalicelib.crawl.batches import mark_cancelled, put_list, send_batch
from chalicelib.crawl.messages import BatchMessage
from chalicelib.fetch.hosts import host_of
from chalicelib.fetch.urls import UrlError
from chalicelib.services import Services
from chalicelib.store.database import COMMIT_ROWS
from chalicelib.store.days import japan_date, utc_text
from chalicelib.store.products import empty_product, hide_product, product_exists
from chalicelib.store.requests import once
from chalicelib.store.runs import (
    Batch,
    UnsentBatch,
    add_batch,
    add_run,
    cancel_run,
    list_open_batches,
    list_open_runs,
    list_pending_of_batch,
    list_unsent_batches,
    mark_batches_sent,
)
from chalicelib.store.urls import ProductUrl, list_all_urls, list_failed_urls, list_urls_not_crawled_on_date

# K-053; `failed` is the explicit retry, which takes what was crawled today and what waits, too (K-044).
Mode = Literal["all", "not_crawled", "failed"]


class NothingToCrawlError(Exception):
    """No URL is left for this run."""


def start_manual_run(
    services: Services,
    product_id: int,
    *,
    mode: Mode,
    delay_seconds: float,
    url_ids: Sequence[int] | None = None,
    key: str | None = None,
) -> int:
    """Plan and send a run of a product's URLs (K-053) and give its id; `url_ids` narrows it to these URLs.

    key: see `store.requests.once`. Raises NothingToCrawlError.
    """
    now, seed = services.clock.now(), uuid.uuid4()
    today, chosen = japan_date(now), set(url_ids) if url_ids is not None else None

    def work(connection: sqlite3.Connection) -> int:
        if not product_exists(connection, product_id):
            raise NothingToCrawlError
        if mode == "all":
            urls = list_all_urls(connection, product_id)
        elif mode == "failed":
            urls = list_failed_urls(connection, product_id)
        else:
            urls = list_urls_not_crawled_on_date(connection, product_id, today)
        wanted = [url for url in urls if chosen is None or url.id in chosen]
        if not wanted:
            raise NothingToCrawlError
        return write_run(connection, product_id, wanted, "manual", mode, delay_seconds, now=utc_text(now), seed=seed)

    run_id = services.database.write(once(key, int, work, utc_text(now)))
    send_planned(services)
    return run_id


def write_run(
    connection: sqlite3.Connection,
    product_id: int,
    urls: Sequence[ProductUrl],
    trigger: str,
    mode: str,
    delay_seconds: float,
    *,
    now: str,
    seed: uuid.UUID,
) -> int:
    """Write a run and its batches, one a host, and give the run's id. `seed` makes the batches' ids."""
    run_id = add_run(
        connection,
        product_id,
        trigger=trigger,
        mode=mode,
        delay_seconds=delay_seconds,
        total_urls=len(urls),
        now=now,
    )
    for host, of_host in by_host(urls).items():
        batch_id = str(uuid.uuid5(seed, f"{run_id} {host}"))
        add_batch(connection, run_id, Batch(batch_id, host, delay_seconds, of_host), now)
    return run_id


def by_host(urls: Sequence[ProductUrl]) -> dict[str, list[ProductUrl]]:
    """The URLs of each host, in the order given."""
    hosts: dict[str, list[ProductUrl]] = {}
    for url in urls:
        hosts.setdefault(_host(url.url), []).append(url)
    return hosts


def _host(url: str) -> str:
    """The host; for what is no URL (files come from elsewhere) one that cannot be asked: it becomes an error row."""
    try:
        return host_of(url)
    except UrlError:
        return "invalid://"


def send_planned(services: Services) -> None:
    """Send every batch that is planned and unsent, whoever planned it."""
    with services.database.read() as connection:
        unsent = [(batch, list_pending_of_batch(connection, batch.id)) for batch in list_unsent_batches(connection)]
    for batch, urls in unsent:
        if urls:
            send_batch(services, _message(services, batch, put_list(services.objects, batch.id, urls)))
    if unsent:
        now = utc_text(services.clock.now())
        ids = [batch.id for batch, _ in unsent]
        services.database.write(lambda connection: mark_batches_sent(connection, ids, now))


def _message(services: Services, batch: UnsentBatch, listed: int) -> BatchMessage:
    return BatchMessage(
        run=batch.run_id,
        product=batch.product_id,
        batch=batch.id,
        host=batch.host,
        delay=batch.delay_seconds,
        own_site=bool(batch.own_site),
        disabled_types=tuple(json.loads(batch.disabled_types_json or "[]")),
        allow_networks=services.settings.allow_networks,
        listed=listed,
    )


def cancel(services: Services, run_id: int) -> bool:
    """End a run at once; a slice in flight hands in what it has and stops. Whether it was open."""
    now = services.clock.now()

    def work(connection: sqlite3.Connection) -> tuple[bool, list[str]]:
        batches = list_open_batches(connection, run_id)
        return cancel_run(connection, run_id, utc_text(now)), batches

    cancelled, batches = services.database.write(work)
    mark_cancelled(services.objects, batches, now)
    return cancelled


def delete_whole_product(connection: sqlite3.Connection, product_id: int, now: str) -> list[str]:
    """Delete a product with all that belongs to it, and give the batches that are to be cancelled after the commit.

    Nobody sees it any more from here on. One with many results is emptied by the hourly start, in commits of its own.
    """
    batches: list[str] = []
    for run_id in list_open_runs(connection, product_id):
        batches += list_open_batches(connection, run_id)
        cancel_run(connection, run_id, now)
    hide_product(connection, product_id, now)
    empty_product(connection, product_id, COMMIT_ROWS)
    return batches
