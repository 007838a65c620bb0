"""The hourly start: days in Japan, the cap, what is left for later, the log (K-043, K-044, K-050 to K-052)."""

import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest

from chalicelib.crawl.merge import merge
from chalicelib.crawl.plan import start_manual_run
from chalicelib.crawl.tick import SILENCE, Started, tick
from chalicelib.crawl.work import work
from chalicelib.services import Services
from chalicelib.store.app_settings import set_app_setting
from chalicelib.store.days import JAPAN, from_utc_text, japan_date, utc_range, utc_text
from chalicelib.store.schedules import get_schedule, list_cron_log, save_schedule
from chalicelib.store.urls import count_urls_crawled_on_date, list_urls_not_crawled_on_date
from tests.crawl.conftest import drain, register, rows, run_row
from tests.crawl.site import Page, Site
from tests.fetch.clocks import StandingClock

Start = Callable[..., Site]

MIDNIGHTS = [
    ("2026-01-31 14:59:59", date(2026, 1, 31)),
    ("2026-01-31 15:00:00", date(2026, 2, 1)),
    ("2026-02-01 14:59:59", date(2026, 2, 1)),
    ("2026-02-01 15:00:00", date(2026, 2, 2)),
    ("2026-02-28 15:00:00", date(2026, 3, 1)),
    ("2028-02-28 15:00:00", date(2028, 2, 29)),  # a leap year
    ("2026-12-31 14:59:59", date(2026, 12, 31)),
    ("2026-12-31 15:00:00", date(2027, 1, 1)),
    ("2026-03-08 07:00:00", date(2026, 3, 8)),  # New York's clocks go forward
    ("2026-11-01 06:00:00", date(2026, 11, 1)),  # and back
]


def schedule(services: Services, product: int, days: list[int], *, delay: int = 0, enabled: bool = True) -> None:
    services.database.write(
        lambda connection: save_schedule(
            connection, product, days=days, crawl_delay_seconds=delay, enabled=enabled, now="2026-01-01 00:00:00"
        )
    )


def log(services: Services) -> list[str]:
    with services.database.read() as connection:
        return [str(row["message"]) for row in reversed(list_cron_log(connection, before=2**62, limit=1000))]


@pytest.mark.parametrize(("created_at", "day"), MIDNIGHTS)
def test_the_japanese_day_of_a_result(services: Services, created_at: str, day: date) -> None:
    """K-043 and K-044: the range of `created_at` gives what date(created_at, '+9 hours') gives."""
    product = register(services, "店", ["https://example.jp/"])
    with services.database.read() as connection:
        by_sqlite = connection.execute("SELECT date(?, '+9 hours')", (created_at,)).fetchone()[0]
    assert by_sqlite == day.isoformat()
    assert japan_date(from_utc_text(created_at)) == day
    services.database.write(
        lambda connection: connection.execute(
            "INSERT INTO crawl_runs (id, product_id) VALUES (1, ?)", (product,)
        ).connection.execute(
            "INSERT INTO crawl_results (run_id, product_id, product_url_id, url, is_error, created_at)"
            " VALUES (1, ?, 1, 'https://example.jp/', 1, ?)",
            (product, created_at),
        )
    )
    with services.database.read() as connection:
        around = [day + timedelta(days=offset) for offset in (-1, 0, 1)]
        assert [count_urls_crawled_on_date(connection, product, d) for d in around] == [0, 1, 0]
        assert [len(list_urls_not_crawled_on_date(connection, product, d)) for d in around] == [1, 0, 1]


@pytest.mark.parametrize("zone", ["America/New_York", "UTC", "Asia/Tokyo", "Pacific/Kiritimati"])
def test_the_japanese_day_holds_in_any_time_zone_of_the_machine(zone: str) -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist"]
    target = f"{__file__}::test_the_japanese_day_of_a_result"
    done = subprocess.run(
        [*command, target], env={**os.environ, "TZ": zone}, capture_output=True, text=True, check=False, timeout=120
    )
    assert f"{len(MIDNIGHTS)} passed" in done.stdout, done.stdout[-2000:]


def test_thirty_one_days_of_hourly_starts(services: Services, site: Start, clock: StandingClock) -> None:
    """Each due URL once a day, and no other; `last_triggered_date` is set also when nothing was left."""
    shop = site({f"/{product}/{n}": Page() for product in "abcd" for n in range(2)})
    days = {"a": [1, 15, 31], "b": list(range(1, 32)), "c": [31], "d": [10]}
    products = {name: register(services, name, [shop.url(f"/{name}/{n}") for n in range(2)]) for name in days}
    for name, chosen in days.items():
        schedule(services, products[name], chosen, enabled=name != "d")
    clock.time = datetime(2026, 3, 1, 0, 20, tzinfo=JAPAN)  # a month of 31 days, from its first hour in Japan
    while clock.now() < datetime(2026, 4, 1, 0, 0, tzinfo=JAPAN):
        tick(services)
        drain(services, patience=1)
        hour = clock.now().replace(minute=20, second=0, microsecond=0)
        clock.time = hour + timedelta(hours=1)
    crawled = [(japan_date(time).day, path) for time, path in shop.visits if path != "/robots.txt"]
    due = [(day, f"/{name}/{n}") for name, chosen in days.items() if name != "d" for day in chosen for n in range(2)]
    assert sorted(crawled) == sorted(due)
    assert len(rows(services)) == len(due) == 2 * (3 + 31 + 1)
    with services.database.read() as connection:
        dates = {name: get_schedule(connection, product) for name, product in products.items()}
    assert {name: found.last_triggered_date for name, found in dates.items() if found} == {
        "a": "2026-03-31",
        "b": "2026-03-31",
        "c": "2026-03-31",
        "d": None,
    }


def test_a_page_fetched_before_midnight_and_merged_after_counts_for_its_own_day(
    services: Services, site: Start, clock: StandingClock
) -> None:
    shop = site({"/": Page()})
    product = register(services, "店", [shop.url("/")])
    schedule(services, product, [14, 15])
    clock.time = datetime(2026, 4, 14, 23, 59, tzinfo=JAPAN)
    tick(services)
    [message] = services.crawl_queue.receive()

    work(services, message)
    clock.time = datetime(2026, 4, 15, 0, 1, tzinfo=JAPAN)
    drain(services)
    with services.database.read() as connection:
        assert count_urls_crawled_on_date(connection, product, date(2026, 4, 14)) == 1
        assert count_urls_crawled_on_date(connection, product, date(2026, 4, 15)) == 0
    assert tick(services).urls == 1
    drain(services)
    assert len(rows(services)) == 2


@pytest.mark.parametrize(
    ("cap", "started", "messages"),
    [
        ("0", 7, ["[一] 4 件", "[二] 3 件", "対象プロダクト 2 件、開始した URL 7 件"]),
        (None, 7, ["[一] 4 件", "[二] 3 件", "対象プロダクト 2 件、開始した URL 7 件"]),
        ("5", 5, ["[一] 4 件", "[二] 1 件", "対象プロダクト 2 件、開始した URL 5 件"]),
        ("4", 4, ["[一] 4 件", "[二] 上限に達した", "対象プロダクト 2 件、開始した URL 4 件"]),
        ("2", 2, ["[一] 2 件", "[二] 上限に達した", "対象プロダクト 2 件、開始した URL 2 件"]),
    ],
)
def test_the_cap_counts_over_all_products_in_ascending_id(
    services: Services, *, cap: str | None, started: int, messages: list[str]
) -> None:
    for name, count in (("一", 4), ("二", 3)):
        product = register(services, name, [f"https://{name}.example/{n}" for n in range(count)])
        schedule(services, product, [1])
    if cap is not None:
        services.database.write(lambda connection: set_app_setting(connection, "cron_max_urls_per_run", cap))
    assert tick(services) == Started(2, started, ())
    written = log(services)
    assert [wanted in line for wanted, line in zip(messages, written, strict=True)] == [True] * 3, written


def test_what_the_cap_left_is_done_by_the_next_starts(services: Services, site: Start, clock: StandingClock) -> None:
    shop = site({f"/{n}": Page() for n in range(7)})
    product = register(services, "店", [shop.url(f"/{n}") for n in range(7)])
    schedule(services, product, [1])
    services.database.write(lambda connection: set_app_setting(connection, "cron_max_urls_per_run", "3"))
    started = []
    for _ in range(4):
        started.append(tick(services).urls)
        drain(services)
        clock.sleep(3600)
    assert started == [3, 3, 1, 0]
    assert len(rows(services)) == 7
    assert log(services)[-2:] == [
        "[店] 本日クロールする URL は残っていません",
        "定期実行：対象プロダクト 1 件、開始した URL 0 件",
    ]


def test_no_more_is_planned_for_a_host_than_fits_before_the_next_start(services: Services) -> None:
    urls = [f"https://one.example/{n}" for n in range(10)] + [f"https://two.example/{n}" for n in range(3)]
    product = register(services, "店", urls)
    schedule(services, product, [1], delay=600)
    assert tick(services).urls == 6 + 3
    assert tick(services).urls == 0  # the hour of one.example is full, two.example is planned whole


def test_what_waits_in_a_batch_is_not_planned_again(services: Services) -> None:
    product = register(services, "店", ["https://one.example/"])
    schedule(services, product, [1])
    assert [tick(services).urls for _ in range(3)] == [1, 0, 0]


def test_a_silent_run_is_closed_and_its_missing_urls_are_errors(
    services: Services, site: Start, clock: StandingClock
) -> None:
    shop = site({"/": Page()})
    product = register(services, "止まる", [shop.url("/"), "https://gone.example/"])
    run = start_manual_run(services, product, mode="all", delay_seconds=0)
    lost = services.crawl_queue.receive(2)  # and nobody works them
    clock.sleep((SILENCE + timedelta(minutes=1)).total_seconds())
    assert tick(services).closed_runs == (run,)
    assert run_row(services, run) == (2, 0, 2, 1, "auto-closed")
    assert [row[3] for row in rows(services)] == ["unknown: 6 時間以上進まなかったため、自動終了しました"] * 2
    assert "実行 1 は 6 時間以上進まなかったため自動終了しました（未取得 2 件はエラーとして記録）" in log(services)[0]
    assert tick(services).closed_runs == ()
    assert len(lost) == 2
    drain(services, patience=150)  # what was lost is delivered again, too late
    assert len(rows(services)) == 2


def test_waiting_behind_another_run_is_life(services: Services, site: Start, clock: StandingClock) -> None:
    shop = site({f"/{n}": Page() for n in range(2)})
    first = register(services, "先", [shop.url("/0"), shop.url("/1")])
    second = register(services, "後", [shop.url("/0")])
    start_manual_run(services, first, mode="all", delay_seconds=3600)
    waiting = start_manual_run(services, second, mode="all", delay_seconds=0)
    clock.sleep(SILENCE.total_seconds() - 600)
    [message] = services.crawl_queue.receive()

    work(services, message)
    merge(services, services.merge_queue.receive())
    clock.sleep(1200)
    assert tick(services).closed_runs == ()
    drain(services, patience=7300)
    assert run_row(services, waiting)[3:] == (1, "done")


def test_days_are_ranges_of_utc() -> None:
    assert utc_range(date(2026, 2, 1)) == ("2026-01-31 15:00:00", "2026-02-01 15:00:00")
    assert utc_text(datetime(2026, 2, 1, 0, 0, tzinfo=JAPAN)) == "2026-01-31 15:00:00"
    assert from_utc_text("2026-01-31 15:00:00") == datetime(2026, 1, 31, 15, tzinfo=UTC)
