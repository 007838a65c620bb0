"""The contract of the Queue protocol (ports/queue.py), for every implementation."""

import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chalicelib.ports.queue import Message, Queue
from infra.local.queue_db import QueueDb
from tests.fetch.clocks import StandingClock

VISIBILITY = 120.0

MakeQueue = Callable[[str], Queue]


@pytest.fixture
def clock() -> StandingClock:
    return StandingClock()


@pytest.fixture(params=["queue_db"])
def make_queue(tmp_path: Path, clock: StandingClock) -> MakeQueue:
    """Makes a queue of a name; queues of other names, and the same again, may stand beside it."""
    return lambda name: QueueDb(tmp_path / "queue.db", name, clock, VISIBILITY)


@pytest.fixture
def queue(make_queue: MakeQueue) -> Queue:
    return make_queue("crawl")


def bodies(messages: list[Message]) -> list[str]:
    return [message.body for message in messages]


def take(queue: Queue) -> Message:
    """The one message that is there."""
    (message,) = queue.receive()
    return message


def test_a_message_goes_through(queue: Queue) -> None:
    queue.send("host", "本文 \t \U0001f332", once="1")
    message = take(queue)
    assert (message.group, message.body, message.receives) == ("host", "本文 \t \U0001f332", 1)
    queue.done(message)
    assert queue.receive() == []


def test_a_group_keeps_its_order_with_one_in_flight(queue: Queue) -> None:
    for number in range(3):
        queue.send("host", str(number), once=str(number))
    for number in range(3):
        message = take(queue)
        assert message.body == str(number)
        assert queue.receive() == []
        queue.done(message)
    assert queue.receive() == []


def test_groups_do_not_wait_for_each_other(queue: Queue) -> None:
    for number, group in enumerate(("a", "a", "b", "c", "b")):
        queue.send(group, f"{group}{number}", once=str(number))
    assert sorted(bodies(queue.receive(10))) == ["a0", "b2", "c3"]
    assert queue.receive(10) == []


def test_no_more_than_the_limit(queue: Queue) -> None:
    for number in range(5):
        queue.send(f"group {number}", str(number), once=str(number))
    assert [len(queue.receive(limit)) for limit in (0, 2, 2, 2, 2)] == [0, 2, 2, 1, 0]


def test_the_group_that_waited_longest_comes_first(queue: Queue, clock: StandingClock) -> None:
    for number in range(4):
        queue.send(f"group {number % 2}", str(number), once=str(number))
        clock.sleep(1)
    got = []
    for _ in range(4):
        message = take(queue)
        got.append(message.body)
        queue.done(message)
    assert got == ["0", "1", "2", "3"]


def test_a_second_one_with_the_same_once_is_dropped(queue: Queue) -> None:
    queue.send("host", "first", once="x")
    queue.send("host", "second", once="x")
    queue.send("other", "third", once="x")
    message = take(queue)
    queue.send("host", "while in flight", once="x")
    queue.done(message)
    assert queue.receive(10) == []


def test_the_same_once_may_come_again_when_the_first_is_gone(queue: Queue) -> None:
    """Of the queue in a file; SQS drops it for five minutes whatever became of the first."""
    queue.send("host", "first", once="x")
    queue.done(take(queue))
    queue.send("host", "again", once="x")
    assert take(queue).body == "again"


def test_queues_of_other_names_know_nothing_of_each_other(make_queue: MakeQueue) -> None:
    crawl, merge = make_queue("crawl"), make_queue("merge")
    crawl.send("g", "to crawl", once="1")
    merge.send("g", "to merge", once="1")
    at_merge = take(merge)
    assert at_merge.body == "to merge"
    crawl.done(at_merge)
    at_crawl = take(crawl)
    assert at_crawl.body == "to crawl"
    merge.done(at_merge)
    crawl.done(at_crawl)
    assert (crawl.receive(), merge.receive()) == ([], [])


def test_what_is_not_done_comes_again_after_the_time_out(queue: Queue, clock: StandingClock) -> None:
    queue.send("host", "first", once="1")
    queue.send("host", "second", once="2")
    first = take(queue)
    clock.sleep(VISIBILITY - 0.1)
    assert queue.receive() == []
    clock.sleep(0.2)
    again = take(queue)
    assert again == first._replace(id=again.id, receives=2)
    queue.done(again)
    assert take(queue).body == "second"


def test_done_by_one_who_was_late_counts(queue: Queue, clock: StandingClock) -> None:
    queue.send("host", "first", once="1")
    late = take(queue)
    clock.sleep(VISIBILITY)
    again = take(queue)
    queue.done(late)
    queue.done(again)
    queue.done(late)
    clock.sleep(VISIBILITY)
    assert queue.receive() == []


def test_postponing_keeps_the_group_waiting(queue: Queue, clock: StandingClock) -> None:
    queue.send("host", "first", once="1")
    queue.send("host", "second", once="2")
    queue.postpone(take(queue), 30)
    clock.sleep(29.9)
    assert queue.receive(10) == []
    clock.sleep(0.2)
    assert take(queue).body == "first"


def test_postponing_by_one_who_was_late_changes_nothing(queue: Queue, clock: StandingClock) -> None:
    queue.send("host", "first", once="1")
    late = take(queue)
    clock.sleep(VISIBILITY)
    again = take(queue)
    queue.postpone(late, 0)
    assert queue.receive() == []
    queue.done(again)
    queue.postpone(late, 0)
    assert queue.receive() == []


def test_waiting_for_the_first(queue: Queue, clock: StandingClock) -> None:
    began = clock.now()
    assert queue.receive(wait=20) == []
    assert 20 <= (clock.now() - began).total_seconds() < 20.2
    assert max(clock.slept) <= 0.2
    queue.send("host", "here", once="1")
    clock.slept.clear()
    assert (take(queue).body, clock.slept) == ("here", [])


def test_a_postponed_one_is_met_by_a_waiting_receive(queue: Queue, clock: StandingClock) -> None:
    queue.send("host", "first", once="1")
    queue.postpone(take(queue), 5)
    began = clock.now()
    assert bodies(queue.receive(wait=20)) == ["first"]
    assert 5 <= (clock.now() - began).total_seconds() < 5.3


def test_it_is_all_there_after_opening_again(make_queue: MakeQueue) -> None:
    make_queue("crawl").send("host", "kept", once="1")
    assert take(make_queue("crawl")).body == "kept"


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_sequence_keeps_the_order_and_loses_nothing(tmp_path: Path, data: st.DataObject) -> None:
    """Against a model: lists by group, of which the first may be in flight until a time."""
    clock = StandingClock()
    folder = Path(tempfile.mkdtemp(dir=tmp_path))
    queue = QueueDb(folder / "queue.db", "crawl", clock, VISIBILITY)
    waiting: dict[str, list[str]] = {"a": [], "b": [], "c": []}
    busy_until: dict[str, datetime] = {}
    flying: list[Message] = []
    for number in range(data.draw(st.integers(1, 25))):
        action = data.draw(st.sampled_from(["send", "send", "receive", "done", "postpone", "sleep"]))
        if action == "send":
            group = data.draw(st.sampled_from("abc"))
            queue.send(group, str(number), once=str(number))
            waiting[group].append(str(number))
        elif action == "receive":
            free = [
                g for g in waiting if waiting[g] and busy_until.get(g, datetime.min.replace(tzinfo=UTC)) <= clock.now()
            ]
            got = queue.receive(2)
            assert len(got) == min(2, len(free))
            for message in got:
                assert message.group in free and message.body == waiting[message.group][0]
                busy_until[message.group] = clock.now() + timedelta(seconds=VISIBILITY)
                flying = [*(other for other in flying if other.id != message.id), message]
        elif action == "sleep":
            clock.sleep(data.draw(st.sampled_from([1.0, VISIBILITY])))
        elif flying:
            message = flying.pop(data.draw(st.integers(0, len(flying) - 1)))
            if action == "done":
                queue.done(message)
                waiting[message.group].remove(message.body)
                busy_until.pop(message.group, None)
            else:
                queue.postpone(message, 10)
                busy_until[message.group] = clock.now() + timedelta(seconds=10)
    queue.close()
