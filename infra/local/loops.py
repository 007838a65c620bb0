"""The work of one machine: threads that empty the queues, and the hourly start."""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

from chalicelib.crawl.merge import merge
from chalicelib.crawl.tick import tick
from chalicelib.crawl.work import work
from chalicelib.ports.queue import Message
from chalicelib.services import Services

log = logging.getLogger(__name__)

CRAWLERS = 8
LOOK_SECONDS = 0.5


class Loops:
    """Crawls, merges and (with `schedule`) starts each hour, until `stop`."""

    def __init__(self, services: Services, *, schedule: bool) -> None:
        self._services = services
        self._stopped = threading.Event()
        self._free = threading.Semaphore(CRAWLERS)
        self._pool = ThreadPoolExecutor(CRAWLERS, thread_name_prefix="crawl")
        loops: list[Callable[[], None]] = [self._crawl, self._merge]
        if schedule:
            loops.append(self._schedule)
        self._threads = [threading.Thread(target=loop, name=loop.__name__.strip("_"), daemon=True) for loop in loops]

    def start(self) -> None:
        """Begin."""
        for thread in self._threads:
            thread.start()

    def stop(self, seconds: float = 30.0) -> None:
        """Take nothing new, and wait for slices under way; whatever is cut off is taken up by the next process."""
        self._stopped.set()
        for thread in self._threads:
            thread.join(seconds)
        self._pool.shutdown(wait=False)

    def _crawl(self) -> None:
        while not self._stopped.is_set():
            self._free.acquire()
            messages = self._looked(self._services.crawl_queue.receive)
            if not messages:
                self._free.release()
            for message in messages:
                self._pool.submit(self._work, message)
        for _ in range(CRAWLERS):  # slices under way hand in before the process ends
            self._free.acquire()

    def _work(self, message: Message) -> None:
        try:
            work(self._services, message)
        except Exception:  # the queue delivers the message again
            log.exception("a slice failed")
        finally:
            self._free.release()

    def _merge(self) -> None:
        while not self._stopped.is_set() or self._crawling():
            messages = self._looked(self._services.merge_queue.receive)
            if messages:
                try:
                    merge(self._services, messages)
                except Exception:
                    log.exception("merging failed")

    def _crawling(self) -> bool:
        return self._threads[0].is_alive()

    def _looked(self, receive: Callable[..., list[Message]]) -> list[Message]:
        try:
            return receive(1, wait=LOOK_SECONDS)
        except Exception:
            log.exception("the queue cannot be read")
            self._stopped.wait(LOOK_SECONDS)
            return []

    def _schedule(self) -> None:
        """One start now, which also heals, then one at each full hour."""
        while not self._stopped.is_set():
            try:
                tick(self._services)
            except Exception:
                log.exception("the hourly start failed")
            self._stopped.wait(seconds_to_next_hour(self._services.clock.now()))


def seconds_to_next_hour(now: datetime) -> float:
    """From `now` to the next full hour."""
    hour = now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    return (hour - now).total_seconds()
