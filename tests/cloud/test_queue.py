"""The contract of the Queue protocol, as `tests/local/test_queue.py` has it, on SQS (moto, at our clock)."""

import secrets
from datetime import datetime

import pytest

from chalicelib.ports.queue import Queue
from chalicelib.ports.sqs_queue import SqsQueue, message_of, sqs_client
from tests.cloud.conftest import Servers
from tests.cloud.servers import ACCESS_KEY, SECRET_KEY
from tests.fetch.clocks import StandingClock
from tests.local import test_queue as contract
from tests.local.test_queue import VISIBILITY, MakeQueue, bodies, clock, queue, take

__all__ = ["clock", "queue"]

test_a_message_goes_through = contract.test_a_message_goes_through
test_a_group_keeps_its_order_with_one_in_flight = contract.test_a_group_keeps_its_order_with_one_in_flight
test_no_more_than_the_limit = contract.test_no_more_than_the_limit
test_a_second_one_with_the_same_once_is_dropped = contract.test_a_second_one_with_the_same_once_is_dropped
test_queues_of_other_names_know_nothing_of_each_other = contract.test_queues_of_other_names_know_nothing_of_each_other
test_what_is_not_done_comes_again_after_the_time_out = contract.test_what_is_not_done_comes_again_after_the_time_out
test_postponing_keeps_the_group_waiting = contract.test_postponing_keeps_the_group_waiting
test_it_is_all_there_after_opening_again = contract.test_it_is_all_there_after_opening_again


@pytest.fixture
def make_queue(servers: Servers, clock: StandingClock, monkeypatch: pytest.MonkeyPatch) -> MakeQueue:
    """moto runs in this process, so its clock can be ours."""
    import moto.sqs.models as sqs

    def seconds(moment: datetime | None = None) -> float:
        return (moment or clock.now()).timestamp()

    server = servers.get("moto")
    monkeypatch.setattr(sqs, "unix_time", seconds)
    monkeypatch.setattr(sqs, "unix_time_millis", lambda moment=None: seconds(moment) * 1000)
    account = {"aws_access_key_id": ACCESS_KEY, "aws_secret_access_key": SECRET_KEY, "region_name": "us-east-1"}
    client = sqs_client(server.endpoint, **account)
    suffix = secrets.token_hex(4)

    def make(name: str) -> Queue:
        attributes = {"FifoQueue": "true", "VisibilityTimeout": str(int(VISIBILITY))}
        made = client.create_queue(QueueName=f"{name}-{suffix}.fifo", Attributes=attributes)
        return SqsQueue(made["QueueUrl"], client=client)

    return make


def test_a_receive_may_give_several_of_a_group_in_order(queue: Queue) -> None:
    for number, group in enumerate(("a", "a", "b")):
        queue.send(group, f"{group}{number}", once=str(number))
    assert bodies(queue.receive(10)) == ["a0", "a1", "b2"]
    queue.send("a", "a3", once="3")
    queue.send("c", "c4", once="4")
    assert bodies(queue.receive(10)) == ["c4"]


def test_a_group_s_name_may_be_long_and_hold_anything(queue: Queue) -> None:
    for group in ("https://" + "a" * 200 + ".example:443", "https://" + "a" * 199 + "b.example:443", "名前 付き"):
        queue.send(group, group, once=group)
    assert len({message.group for message in queue.receive(10)}) == 3


def test_what_is_said_by_one_who_was_late_changes_nothing(queue: Queue, clock: StandingClock) -> None:
    queue.send("host", "first", once="1")
    late = take(queue)
    clock.sleep(VISIBILITY + 0.1)
    again = take(queue)
    queue.postpone(late, 0)
    queue.done(again)
    queue.done(late)
    queue.postpone(late, 0)
    clock.sleep(VISIBILITY)
    assert bodies(queue.receive(10)) == []


def test_a_message_as_an_event_of_lambda_has_it() -> None:
    record = {
        "messageId": "059f36b4-87a3-44ab-83d2-661975830a7d",
        "receiptHandle": "AQEBwJnKyrHigUMZj6rYigCgxlaS3SLy0a",
        "body": "{}",
        "attributes": {
            "ApproximateReceiveCount": "3",
            "SentTimestamp": "1545082649183",
            "SequenceNumber": "18849496460467696128",
            "MessageGroupId": "https://example.jp:443",
            "SenderId": "AIDAIENQZJOLO23YVJ4VO",
            "MessageDeduplicationId": "batch/3",
            "ApproximateFirstReceiveTimestamp": "1545082649185",
        },
        "messageAttributes": {},
        "md5OfBody": "99914b932bd37a50b983c5e7c90ae93b",
        "eventSource": "aws:sqs",
        "eventSourceARN": "arn:aws:sqs:ap-northeast-1:123456789012:crawl.fifo",
        "awsRegion": "ap-northeast-1",
    }
    message = message_of(record)
    assert message.id == "AQEBwJnKyrHigUMZj6rYigCgxlaS3SLy0a"
    assert (message.group, message.body, message.receives) == ("https://example.jp:443", "{}", 3)
