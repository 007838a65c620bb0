"""What has to go, in small commits between which others write: emptied products, results past their time (K-057).

One commit of everything would be a log of gigabytes, and hold up every crawl meanwhile (design: big changes).
"""

import sqlite3
from collections.abc import Callable
from datetime import datetime, timedelta

from chalicelib.crawl.sweep import KEEP_PARTS
from chalicelib.services import Services
from chalicelib.store.app_settings import (
    get_app_setting,
    get_result_json_keep,
    get_results_keep_days,
    set_app_setting,
)
from chalicelib.store.database import COMMIT_ROWS
from chalicelib.store.days import japan_date, utc_text
from chalicelib.store.products import empty_product, list_deleted_products
from chalicelib.store.requests import forget_requests
from chalicelib.store.results import delete_results_before, drop_json, list_superseded_json
from chalicelib.store.runs import forget_parts

PAUSE_SECONDS = 0.2  # between commits, so that others get their turn
AT_MOST = timedelta(minutes=2)  # of a start; the rest is done by the next
KEEP_REQUESTS = timedelta(days=1)
DONE_ON = "housekeeping_done_on"


def keep_house(services: Services, at_most: timedelta = AT_MOST) -> bool:
    """Empty deleted products and, once a day, apply K-057. False when it ran out of time: the next start goes on."""
    ends_at = services.clock.now() + at_most
    with services.database.read() as connection:
        deleted = list_deleted_products(connection)
        done_on = get_app_setting(connection, DONE_ON)
    for product_id in deleted:
        if not _repeat(services, lambda c, product_id=product_id: empty_product(c, product_id, COMMIT_ROWS), ends_at):  # type: ignore[misc] # bound now
            return False
    today = japan_date(services.clock.now()).isoformat()
    if done_on == today:
        return True
    if not _apply_limits(services, ends_at):
        return False
    services.database.write(lambda connection: set_app_setting(connection, DONE_ON, today))
    return True


def _apply_limits(services: Services, ends_at: datetime) -> bool:
    now = services.clock.now()
    with services.database.read() as connection:
        days, keep = get_results_keep_days(connection), get_result_json_keep(connection)
    before_results = utc_text(now - timedelta(days=days)) if days else ""  # nothing is before the empty text
    before_parts, before_requests = utc_text(now - 2 * KEEP_PARTS), utc_text(now - KEEP_REQUESTS)
    return (
        _repeat(services, lambda c: delete_results_before(c, before_results, COMMIT_ROWS) < COMMIT_ROWS, ends_at)
        and _drop_json(services, keep, ends_at)
        and _repeat(services, lambda c: forget_parts(c, before_parts, COMMIT_ROWS) < COMMIT_ROWS, ends_at)
        and _repeat(services, lambda c: forget_requests(c, before_requests, COMMIT_ROWS) < COMMIT_ROWS, ends_at)
    )


def _repeat(services: Services, step: Callable[[sqlite3.Connection], bool], ends_at: datetime) -> bool:
    """Commit steps until one says that it was the last. False when the time is over before."""
    while not services.database.write(step):
        if services.clock.now() >= ends_at:
            return False
        services.clock.sleep(PAUSE_SECONDS)
    return True


def _drop_json(services: Services, keep: int, ends_at: datetime) -> bool:
    """What is superseded is looked for outside the commit: looking takes longer than writing."""
    while keep:
        with services.database.read() as connection:
            ids = list_superseded_json(connection, keep, COMMIT_ROWS)
        if ids:
            services.database.write(lambda connection, ids=ids: drop_json(connection, ids))  # type: ignore[misc] # bound now
        if len(ids) < COMMIT_ROWS:
            break
        if services.clock.now() >= ends_at:
            return False
        services.clock.sleep(PAUSE_SECONDS)
    return True
