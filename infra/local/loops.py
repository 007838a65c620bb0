"""The work of one machine: threads that empty the queues, and the hourly start."""

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import NamedTuple

from chalicelib.crawl.merge import merge
from chalicelib.crawl.tick import tick
from chalicelib.crawl.work import MACHINE, work
from chalicelib.ports.queue import Message, Queue
from chalicelib.services import Services
from chalicelib.store.days import utc_text
from chalicelib.store.runs import sign_open_runs

log = logging.getLogger(__name__)

CRAWLERS = 8
LOOK_SECONDS = 0.5
RETRY_SECONDS, RETRY_AT_MOST = 5.0, 60.0
ASLEEP = timedelta(minutes=10)


class Fault(NamedTuple):
    """What went wrong, and how often in a row."""

    text: str
    times: int


class Loops:
    """Crawls, merges and (with `schedule`) starts each hour, until `stop`."""

    def __init__(self, services: Services, *, schedule: bool) -> None:
        self._services = services
        self._stopped = threading.Event()
        self._free = threading.Semaphore(CRAWLERS)
        self._pool = ThreadPoolExecutor(CRAWLERS, thread_name_prefix="crawl")
        self._faults: dict[str, Fault] = {}
        self._lock = threading.Lock()
        loops: list[Callable[[], None]] = [self._crawl, self._merge]
        if schedule:
            loops.append(self._schedule)
        self._threads = [threading.Thread(target=loop, name=loop.__name__.strip("_"), daemon=True) for loop in loops]

    def start(self) -> None:
        """Begin."""
        for thread in self._threads:
            thread.start()

    def stop(self, seconds: float = 30.0) -> None:
        """Take nothing new, and wait that long in all for what is under way; the next process takes up the rest."""
        self._stopped.set()
        ends = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, ends - time.monotonic()))
        self._pool.shutdown(wait=False)

    def fault(self) -> Fault | None:
        """What fails most often in a row just now, None when everything goes well."""
        with self._lock:
            return max(self._faults.values(), key=lambda fault: fault.times, default=None)

    def _crawl(self) -> None:
        while not self._stopped.is_set():
            self._free.acquire()
            messages = self._looked(self._services.crawl_queue)
            if not messages:
                self._free.release()
            for message in messages:
                self._pool.submit(self._work, message)
        for _ in range(CRAWLERS):  # slices under way hand in before the process ends
            self._free.acquire()

    def _work(self, message: Message) -> None:
        try:
            work(self._services, message)
            self._went_well("crawl")
        except Exception as error:
            self._give_back(self._services.crawl_queue, message, self._failed("crawl", error))
        finally:
            self._free.release()

    def _merge(self) -> None:
        while not self._stopped.is_set() or self._crawling():
            for message in self._looked(self._services.merge_queue):
                try:
                    merge(self._services, [message])
                    self._went_well("merge")
                except Exception as error:
                    self._give_back(self._services.merge_queue, message, self._failed("merge", error))

    def _crawling(self) -> bool:
        return self._threads[0].is_alive()

    def _looked(self, queue: Queue) -> list[Message]:
        try:
            messages = queue.receive(1, wait=LOOK_SECONDS)
        except Exception as error:
            self._failed("queue", error)
            self._stopped.wait(LOOK_SECONDS)
            return []
        self._went_well("queue")
        return messages

    def _give_back(self, queue: Queue, message: Message, times: int) -> None:
        """Have it delivered again in a while, and not only when its time-out is over."""
        seconds = min(RETRY_SECONDS * times, RETRY_AT_MOST)
        while True:
            try:
                queue.postpone(message, seconds)
                return
            except Exception as again:
                self._failed("queue", again)
            if self._stopped.wait(RETRY_SECONDS):
                return  # whoever comes next frees what this process had

    def _schedule(self) -> None:
        """One start now, which also heals, then one at each full hour."""
        slept = True  # until now the server was off
        while not self._stopped.is_set():
            try:
                hourly_start(self._services, slept=slept)
                self._went_well("schedule")
                slept = False
            except Exception as error:
                self._failed("schedule", error)
            before = self._services.clock.now()
            asked = seconds_to_next_hour(before)
            self._stopped.wait(asked)
            slept = slept or was_asleep(before, self._services.clock.now(), asked)

    def _failed(self, what: str, error: Exception) -> int:
        """Note and log it; how often in a row that was."""
        told = (error.strerror if isinstance(error, OSError) else None) or f"{type(error).__name__}: {error}"
        with self._lock:
            times = self._faults[what].times + 1 if what in self._faults else 1
            self._faults[what] = Fault(told, times)
        log.error("%s failed: %s", what, told, exc_info=None if isinstance(error, MACHINE) else error)
        return times

    def _went_well(self, what: str) -> None:
        with self._lock:
            self._faults.pop(what, None)


def hourly_start(services: Services, *, slept: bool) -> None:
    """The start of an hour; when nobody was there before (`slept`), that time counts as life of what waits (K-056)."""
    if slept:
        now = utc_text(services.clock.now())
        services.database.write(lambda connection: sign_open_runs(connection, now))
    tick(services)


def was_asleep(before: datetime, after: datetime, asked: float) -> bool:
    """Whether a wait of `asked` seconds took ten minutes longer: the machine slept, and its clock of waits with it."""
    return after - before >= timedelta(seconds=asked) + ASLEEP


def seconds_to_next_hour(now: datetime) -> float:
    """From `now` to the next full hour."""
    hour = now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    return (hour - now).total_seconds()
