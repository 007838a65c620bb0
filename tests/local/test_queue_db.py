"""What is particular to the queue in a file: processes that share it, and die."""

import multiprocessing
import os
import signal
import sqlite3
import threading
import time
from collections import defaultdict
from datetime import timedelta
from itertools import pairwise
from multiprocessing.queues import Queue as Pipe
from pathlib import Path

from chalicelib.ports.clock import SystemClock
from infra.local.queue_db import QueueDb
from tests.fetch.clocks import START, StandingClock

_SPAWN = multiprocessing.get_context("spawn")


def owners(folder: Path) -> int:
    return len(list((folder / "owners").iterdir()))


def _hold(path: Path, got: "Pipe[str]") -> None:
    message = QueueDb(path, "crawl", SystemClock()).receive(wait=10)[0]
    got.put(f"{message.body} {message.receives}")
    time.sleep(60)


def test_a_killed_process_gives_back_what_it_had(tmp_path: Path) -> None:
    path = tmp_path / "queue.db"
    queue = QueueDb(path, "crawl", SystemClock())
    queue.send("host", "first", once="1")
    queue.send("host", "second", once="2")
    got: Pipe[str] = _SPAWN.Queue()
    holder = _SPAWN.Process(target=_hold, args=(path, got))
    holder.start()
    assert got.get(timeout=20) == "first 1"
    assert queue.receive(wait=0.5) == []
    assert owners(tmp_path) == 2
    assert holder.pid is not None
    os.kill(holder.pid, signal.SIGKILL)
    holder.join()
    started = time.monotonic()
    (message,) = queue.receive(wait=10)
    assert time.monotonic() - started < 3
    assert (message.body, message.receives) == ("first", 2)
    assert owners(tmp_path) == 1
    queue.done(message)
    assert queue.receive()[0].body == "second"


def test_closing_gives_back_and_leaves_nothing(tmp_path: Path) -> None:
    clock = StandingClock()
    first, second = (QueueDb(tmp_path / "queue.db", "crawl", clock) for _ in range(2))
    first.send("host", "body", once="1")
    assert first.receive()[0].receives == 1
    assert second.receive() == []
    first.close()
    assert second.receive()[0].receives == 2
    second.close()
    assert owners(tmp_path) == 0


def test_clearing_drops_all_of_one_queue(tmp_path: Path) -> None:
    crawl, merge = (QueueDb(tmp_path / "queue.db", name, StandingClock()) for name in ("crawl", "merge"))
    for body in ("first", "second"):
        crawl.send("host", body, once=body)
        merge.send("host", body, once=body)
    held = crawl.receive()[0]
    crawl.clear()
    crawl.postpone(held, 0)
    crawl.done(held)
    assert crawl.receive() == []
    assert merge.receive()[0].body == "first"
    crawl.send("host", "first", once="first")
    assert crawl.receive()[0].body == "first"


def test_a_clock_set_back_stops_nothing(tmp_path: Path) -> None:
    """Nothing is kept back for longer than an hour, so what is ready in more than two is ready now."""
    clock = StandingClock()
    clock.time = START + timedelta(hours=2, seconds=1)
    queue = QueueDb(tmp_path / "queue.db", "crawl", clock)
    queue.send("late", "body", once="1")
    clock.time = START
    assert queue.receive()[0].body == "body"
    clock.time = START + timedelta(hours=1, minutes=59)
    queue.send("soon", "body", once="2")
    clock.time = START
    assert queue.receive() == []


def test_a_wait_ends_though_the_clock_was_set_back(tmp_path: Path) -> None:
    class SetBack(StandingClock):
        def sleep(self, seconds: float) -> None:
            assert self.time == START, "slept on"
            self.time -= timedelta(days=1)

    assert QueueDb(tmp_path / "queue.db", "crawl", SetBack()).receive(wait=0.5) == []


def test_owners_that_died_without_a_message_are_cleared_away(tmp_path: Path) -> None:
    (tmp_path / "owners").mkdir()
    (tmp_path / "owners" / "dead").touch()
    QueueDb(tmp_path / "queue.db", "crawl", StandingClock())
    assert owners(tmp_path) == 1


def _work_off(path: Path, log: Path) -> None:
    """Receive until nothing comes for a while; one line a delivery, when it began and when it ended."""
    queue = QueueDb(path, "crawl", SystemClock())
    with log.open("a", encoding="utf-8") as out:
        while messages := queue.receive(2, wait=2.0):
            for message in messages:
                began = time.monotonic_ns()
                time.sleep(0.001)
                out.write(f"{message.group} {message.body} {message.receives} {began} {time.monotonic_ns()}\n")
                out.flush()
                queue.done(message)


def test_four_processes_and_no_message_twice(tmp_path: Path) -> None:
    """The order of each group is kept, and its messages never overlap (time.monotonic is one for all processes)."""
    path = tmp_path / "queue.db"
    queue = QueueDb(path, "crawl", SystemClock())
    log = tmp_path / "log"
    workers = [_SPAWN.Process(target=_work_off, args=(path, log)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for number in range(400):
        queue.send(f"host{number % 7}", str(number), once=str(number))
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0] * 4
    lines = [line.split(" ") for line in log.read_text(encoding="utf-8").splitlines()]
    assert sorted(int(body) for _, body, _, _, _ in lines) == list(range(400))
    assert {receives for _, _, receives, _, _ in lines} == {"1"}
    groups: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    for group, body, _, began, ended in lines:
        groups[group].append((int(began), int(ended), int(body)))
    for deliveries in groups.values():
        deliveries.sort()
        assert [body for _, _, body in deliveries] == sorted(body for _, _, body in deliveries)
        assert all(ended <= began for (_, ended, _), (began, _, _) in pairwise(deliveries))


def test_killing_workers_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "queue.db"
    log = tmp_path / "log"
    queue = QueueDb(path, "crawl", SystemClock())
    for number in range(300):
        queue.send(f"host{number % 3}", str(number), once=str(number))
    for _ in range(3):
        worker = _SPAWN.Process(target=_work_off, args=(path, log))
        worker.start()
        before = log.stat().st_size if log.exists() else 0
        end = time.monotonic() + 20
        while time.monotonic() < end and (not log.exists() or log.stat().st_size < before + 200):
            time.sleep(0.005)
        assert worker.pid is not None
        os.kill(worker.pid, signal.SIGKILL)
        worker.join()
    _work_off(path, log)
    lines = [line.split(" ") for line in log.read_text(encoding="utf-8").splitlines()]
    assert {int(line[1]) for line in lines} == set(range(300))
    assert len(lines) <= 300 + 3 * 2
    last = dict.fromkeys((line[0] for line in lines), -1)
    for group, body, *_ in lines:
        assert int(body) >= last[group]
        last[group] = int(body)


def test_threads_share_a_queue(tmp_path: Path) -> None:
    queue = QueueDb(tmp_path / "queue.db", "crawl", SystemClock())
    for number in range(200):
        queue.send(f"host{number % 5}", str(number), once=str(number))
    got: list[str] = []
    failures: list[Exception] = []

    def work() -> None:
        try:
            while messages := queue.receive(3, wait=0.5):
                for message in messages:
                    got.append(message.body)
                    queue.done(message)
        except sqlite3.Error as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert sorted(map(int, got)) == list(range(200))
    queue.close()


def test_the_questions_use_their_indexes(tmp_path: Path) -> None:
    """With 10,000 messages a receive reads a few rows."""
    path = tmp_path / "queue.db"
    queue = QueueDb(path, "crawl", StandingClock())
    connection = sqlite3.connect(path)
    connection.executemany(
        "INSERT INTO messages (queue, group_name, body, once, head, ready_at) VALUES ('crawl', ?, 'b', ?, ?, 0)",
        ((f"host{number % 20}", str(number), number < 20) for number in range(10_000)),
    )
    connection.commit()
    steps = 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    queue._connection().set_progress_handler(count, 1_000)
    for message in queue.receive(10):
        queue.done(message)
    queue.send("host1", "one more", once="more")
    assert steps < 10, "thousands of steps of SQLite's machine"


def test_files_and_settings(tmp_path: Path) -> None:
    queue = QueueDb(tmp_path / "deep" / "queue.db", "crawl", StandingClock())
    connection = queue._connection()
    pragmas = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "busy_timeout")]
    assert pragmas == ["wal", 30_000]
