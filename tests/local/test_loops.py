"""The loops of one machine: faults are told, tried again and never waited for without end; sleep is no silence."""

import errno
import sqlite3
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from chalicelib.crawl.plan import start_manual_run
from chalicelib.crawl.tick import SILENCE
from chalicelib.ports.clock import SystemClock
from chalicelib.services import Services
from infra.local import crawling, loops
from infra.local.crawling import StuckError, show_progress
from infra.local.embedded import open_services
from infra.local.loops import Fault, Loops, hourly_start, was_asleep
from tests import stores
from tests.crawl.conftest import register, rows, run_row
from tests.crawl.site import Page, serve
from tests.fetch.clocks import START, StandingClock


class FullDisk:
    """The database on a disk that is full for the first `times` writes."""

    def __init__(self, services: Services, times: int) -> None:
        self.database, self.left = services.database, times

    def read(self) -> AbstractContextManager[sqlite3.Connection]:
        return self.database.read()

    def keep_up(self, after: str) -> None:
        self.database.keep_up("run" if after == "run" else "merge")

    def write(self, work: Callable[[sqlite3.Connection], object]) -> object:
        self.left -= 1
        if self.left >= 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return self.database.write(work)


def opened(data: Path) -> Services:
    return open_services(stores.settings(data, allow_networks=("127.0.0.0/8",)))


def on_full_disk(services: Services, times: int) -> Services:
    return replace(services, database=FullDisk(services, times))  # type: ignore[arg-type] # what is asked of it here


def test_a_crawl_on_a_full_disk_ends_and_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crawling, "STUCK_SECONDS", 0.5)
    monkeypatch.setattr(loops, "RETRY_SECONDS", 0.05)
    services = opened(tmp_path)
    with serve(SystemClock(), {"/": Page()}) as site:
        run_id = start_manual_run(services, register(services, "店", [site.url("/")]), mode="all", delay_seconds=0)
        stuck = Loops(on_full_disk(services, 1_000_000), schedule=False)
        stuck.start()
        started = time.monotonic()
        with pytest.raises(StuckError, match=r"^No space left on device$"):
            show_progress(services, run_id, stuck)
        assert 0.5 < time.monotonic() - started < 10
        stuck.stop()
        # Once there is space, what was fetched is not fetched again.
        freed = Loops(services, schedule=False)
        freed.start()
        show_progress(services, run_id, freed)
        freed.stop()
        assert site.paths() == ["/robots.txt", "/"]
    assert run_row(services, run_id) == (1, 1, 0, 1, "done")


def test_a_fault_is_told_until_it_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loops, "RETRY_SECONDS", 0.05)
    services = opened(tmp_path)
    with serve(SystemClock(), {"/": Page()}) as site:
        run_id = start_manual_run(services, register(services, "店", [site.url("/")]), mode="all", delay_seconds=0)
        running = Loops(on_full_disk(services, 3), schedule=False)
        assert running.fault() is None
        running.start()
        seen = set()
        ends = time.monotonic() + 20
        while run_row(services, run_id)[3] == 0 and time.monotonic() < ends:
            seen.add(running.fault())
            time.sleep(0.005)
        running.stop()
    assert Fault("No space left on device", 3) in seen
    assert run_row(services, run_id) == (1, 1, 0, 1, "done")
    assert running.fault() is None


def test_a_page_that_is_failed_at_again_and_again_is_given_up_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of ours at one page counts as the death of a worker does."""
    monkeypatch.setattr(loops, "RETRY_SECONDS", 0.01)
    services = opened(tmp_path)

    class Faulty:
        """The client, with a fault at one page."""

        def get(self, url: str) -> object:
            if url.endswith("/bad"):
                raise RecursionError("a fault of ours")
            return services.client.get(url)

    with serve(SystemClock(), {"/bad": Page(), "/good": Page()}) as site:
        urls = [site.url("/bad"), site.url("/good")]
        run_id = start_manual_run(services, register(services, "店", urls), mode="all", delay_seconds=0)
        running = Loops(replace(services, client=Faulty()), schedule=False)  # type: ignore[arg-type] # as above
        running.start()
        show_progress(services, run_id, running)
        running.stop()
    assert run_row(services, run_id) == (2, 1, 1, 1, "done")
    assert [(row[0], row[1]) for row in rows(services, "url, is_error")] == [(urls[0], 1), (urls[1], 0)]


def test_loops_end_together_within_the_time_they_are_given(tmp_path: Path) -> None:
    services = opened(tmp_path)

    def slow(visit: int) -> Page:
        time.sleep(3)
        return Page()

    with serve(SystemClock(), {"/robots.txt": slow}) as site:
        start_manual_run(services, register(services, "店", [site.url("/")]), mode="all", delay_seconds=0)
        running = Loops(services, schedule=False)
        running.start()
        while not site.visits:
            time.sleep(0.01)
        started = time.monotonic()
        running.stop(0.6)
        assert 0.5 < time.monotonic() - started < 1.1


def silent_run(services: Services) -> int:
    return start_manual_run(services, register(services, "店", ["https://example.jp/"]), mode="all", delay_seconds=0)


@pytest.mark.parametrize(("slept", "state"), [(True, "open"), (False, "auto-closed")])
def test_time_asleep_counts_as_life(tmp_path: Path, *, slept: bool, state: str) -> None:
    """K-056 and docs/decisions.md."""
    clock = StandingClock()
    services = open_services(stores.settings(tmp_path), clock=clock)
    run_id = silent_run(services)
    clock.sleep((SILENCE + timedelta(minutes=1)).total_seconds())
    hourly_start(services, slept=slept)
    assert run_row(services, run_id)[-1] == state


@pytest.mark.parametrize(("took", "expected"), [(60, False), (659, False), (660, True), (30_000, True), (-5, False)])
def test_a_wait_that_took_ten_minutes_longer_was_sleep(took: int, expected: bool) -> None:
    assert was_asleep(START, START + timedelta(seconds=took), 60) is expected


def test_the_first_start_counts_the_time_the_server_was_off(tmp_path: Path) -> None:
    services = opened(tmp_path)
    run_id = silent_run(services)
    long_ago = "2026-01-01 00:00:00"
    services.database.write(
        lambda connection: connection.execute("UPDATE crawl_batches SET last_sign_at = ?", (long_ago,))
    )
    running = Loops(services, schedule=True)
    running._threads = running._threads[2:]  # the schedule alone: nothing is to be fetched
    running.start()
    ends = time.monotonic() + 10
    while not cron_logs(services) and time.monotonic() < ends:
        time.sleep(0.01)
    running.stop()
    assert cron_logs(services) == 1
    assert run_row(services, run_id)[-1] == "open"


def cron_logs(services: Services) -> int:
    with services.database.read() as connection:
        return int(connection.execute("SELECT count(*) FROM cron_log").fetchone()[0])
