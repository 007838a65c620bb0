"""What goes, goes in small commits: deleted products, and what K-057 keeps no longer."""

import sqlite3
from dataclasses import replace
from datetime import timedelta
from typing import Any

from chalicelib.crawl.housekeeping import keep_house
from chalicelib.crawl.plan import delete_whole_product
from chalicelib.crawl.tick import tick
from chalicelib.services import Services
from chalicelib.store.app_settings import set_app_setting
from chalicelib.store.days import utc_text
from chalicelib.store.products import list_products
from chalicelib.store.results import ResultFilter, add_result, drop_json, get_result, list_results, list_superseded_json
from chalicelib.store.runs import add_run, list_runs, record_part, when_merged
from chalicelib.store.urls import list_all_urls
from tests.crawl.conftest import register
from tests.fetch.clocks import StandingClock

NOW = "2026-04-01 00:00:00"
SUMMARY: dict[str, Any] = {
    "types": [{"source": "json_ld", "type": "Product"}],
    "entity_count": 3,
    "mismatch_count": 1,
    "suggestion_count": 2,
    "finding_count": 0,
}


def crawled(services: Services, name: str, results: int, *, days: float = 0, urls: int = 1) -> int:
    """A product with `urls` URLs with `results` results each: the newest `days` days old, then a day between them."""
    product = register(services, name, [f"https://example.jp/{number}" for number in range(urls)])
    now = services.clock.now()

    def work(connection: sqlite3.Connection) -> None:
        run = add_run(connection, product, trigger="manual", mode="all", delay_seconds=0, total_urls=0, now=NOW)
        for url in list_all_urls(connection, product):
            for age in range(results):
                row = {
                    "run_id": run,
                    "product_id": product,
                    "product_url_id": url.id,
                    "url": url.url,
                    "title": f"{age} 日前",
                    "result_json": "{}",
                    "is_error": 0,
                    "created_at": utc_text(now - timedelta(days=days + age)),
                }
                add_result(connection, row, SUMMARY)

    services.database.write(work)
    return product


def count(services: Services, what: str) -> int:
    with services.database.read() as connection:
        return int(connection.execute(f"SELECT count(*) FROM {what}").fetchone()[0])


class Counted:
    """A database that notes the rows each commit changed."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self.changes: list[int] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def write(self, work: Any) -> Any:
        def counting(connection: sqlite3.Connection) -> Any:
            before = connection.total_changes
            result = work(connection)
            self.changes.append(connection.total_changes - before)
            return result

        return self._inner.write(counting)


def test_a_deleted_product_is_seen_nowhere_and_emptied_in_small_commits(services: Services) -> None:
    crawled(services, "残る", 3)
    product = crawled(services, "消える", 10, urls=450)
    services.database.write(lambda connection: delete_whole_product(connection, product, NOW))
    assert count(services, f"crawl_results WHERE product_id = {product}") == 2500
    with services.database.read() as connection:
        assert [p["name"] for p in list_products(connection, services.clock.now().date())] == ["残る"]
        assert list_runs(connection, product_id=product) == []
        assert {row["product_name"] for row in list_results(connection, ResultFilter(), limit=5000)} == {"残る"}
        assert list_results(connection, ResultFilter(product_id=product)) == []
        assert list_results(connection, ResultFilter(run_id=2)) == []
        hidden = connection.execute("SELECT max(id) FROM crawl_results").fetchone()[0]
        assert get_result(connection, hidden) is None
    counted = Counted(services.database)
    assert keep_house(replace(services, database=counted))
    assert max(counted.changes) <= 4 * 2000  # a result, its summary, and what hangs on the last
    assert sum(n >= 2000 for n in counted.changes) >= 1
    assert (count(services, "crawl_results"), count(services, "result_summaries")) == (3, 3)
    assert (count(services, "products"), count(services, "deleted_products")) == (1, 0)


def test_emptying_goes_on_where_the_last_start_ran_out_of_time(services: Services) -> None:
    product = crawled(services, "消える", 10, urls=850)
    services.database.write(lambda connection: delete_whole_product(connection, product, NOW))
    assert count(services, "crawl_results") == 6500
    assert not keep_house(services, timedelta(0))
    assert count(services, "crawl_results") == 4500
    tick(services)
    assert (count(services, "crawl_results"), count(services, "products")) == (0, 0)


def test_a_small_product_is_gone_with_its_commit(services: Services) -> None:
    product = crawled(services, "消える", 2, urls=3)
    services.database.write(lambda connection: delete_whole_product(connection, product, NOW))
    assert [count(services, table) for table in ("products", "crawl_results", "crawl_runs", "deleted_products")] == [
        0
    ] * 4


def test_results_older_than_the_limit_go_once_a_day(services: Services, clock: StandingClock) -> None:
    crawled(services, "店", 5, days=398)  # 398 to 402 days old
    assert keep_house(services)
    assert count(services, "crawl_results") == 3  # 400 days to the second is not older
    clock.sleep(3600 * 24)
    assert keep_house(services)
    assert count(services, "crawl_results") == 2


def test_within_a_day_nothing_is_looked_for_again(services: Services) -> None:
    assert keep_house(services)
    crawled(services, "店", 1, days=500)
    assert keep_house(services)
    assert count(services, "crawl_results") == 1


def test_the_newest_ten_of_each_url_keep_their_json(services: Services) -> None:
    product = crawled(services, "店", 13, urls=3)
    assert keep_house(services)
    with services.database.read() as connection:
        kept = connection.execute(
            "SELECT title, count(*) FROM crawl_results WHERE result_json IS NOT NULL GROUP BY title"
        ).fetchall()
        older = connection.execute("SELECT id FROM crawl_results WHERE title = '12 日前' ORDER BY id").fetchone()[0]
        rows = list_results(connection, ResultFilter(product_id=product), limit=100)
        told = get_result(connection, older)
    assert {tuple(row) for row in kept} == {(f"{age} 日前", 3) for age in range(10)}
    assert told is not None
    assert (told["result_json"], told["title"], told["url"]) == (None, "12 日前", "https://example.jp/0")
    assert [row["entity_count"] for row in rows] == [3] * 39


def test_json_goes_some_at_a_time_and_none_is_forgotten(services: Services) -> None:
    """The oldest of a URL go first: whoever looks again stops at the first that is gone."""
    crawled(services, "店", 8, urls=2)
    sizes = []
    for _ in range(5):
        with services.database.read() as connection:
            ids = list_superseded_json(connection, 2, 5)
        sizes.append(len(ids))
        services.database.write(lambda connection, ids=ids: drop_json(connection, ids))  # type: ignore[misc] # bound now
    assert sizes == [5, 5, 2, 0, 0]
    assert count(services, "crawl_results WHERE result_json IS NOT NULL") == 4


def test_limits_are_settings_and_zero_is_none(services: Services, clock: StandingClock) -> None:
    def keep(days: str, newest: str) -> None:
        def work(connection: sqlite3.Connection) -> None:
            set_app_setting(connection, "results_keep_days", days)
            set_app_setting(connection, "result_json_keep", newest)

        services.database.write(work)
        clock.sleep(3600 * 24)
        assert keep_house(services)

    crawled(services, "店", 13, days=500)
    keep("0", "0")
    assert count(services, "crawl_results WHERE result_json IS NOT NULL") == 13
    keep("0", "2")
    assert count(services, "crawl_results WHERE result_json IS NOT NULL") == 2
    keep("510", "1")
    assert count(services, "crawl_results") == 8  # three days went by: 503 to 510 days old
    assert count(services, "crawl_results WHERE result_json IS NOT NULL") == 1


def test_notes_of_merged_parts_go_when_no_message_can_come_any_more(services: Services, clock: StandingClock) -> None:
    crawled(services, "店", 1)
    services.database.write(lambda connection: record_part(connection, 1, "batch", 1, utc_text(clock.now())))
    clock.sleep(3600 * 24 * 29)
    assert keep_house(services)
    with services.database.read() as connection:
        assert when_merged(connection, "batch", 1) is not None
    clock.sleep(3600 * 24 * 2)
    assert keep_house(services)
    with services.database.read() as connection:
        assert when_merged(connection, "batch", 1) is None
