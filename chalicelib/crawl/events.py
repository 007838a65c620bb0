"""What Lambda's events of the queues ask for: records to messages, and which of them come again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from chalicelib.crawl.merge import merge
from chalicelib.crawl.work import bury, work
from chalicelib.ports.sqs_queue import message_of
from chalicelib.ports.telemetry import Delivered
from chalicelib.services import Services

MERGE_EVERY_SECONDS = 5.0  # design: the merger leaves others their turn to write
FULL = 10  # records that Lambda gives at most of a FIFO queue

Records = Sequence[Mapping[str, Any]]
Failures = dict[str, list[dict[str, str]]]


@dataclass
class _Last:
    """When this process merged last."""

    merged_at: datetime


_last = _Last(datetime.min.replace(tzinfo=UTC))


def on_crawl(services: Services, records: Records) -> Failures:
    """Work each record (there is one: batch size 1); those that went back to wait for their host come again."""
    _tell(services, "crawl", records)
    waiting = [record for record in records if not work(services, message_of(record))]
    return {"batchItemFailures": [{"itemIdentifier": record["messageId"]} for record in waiting]}


def on_merge(services: Services, records: Records) -> None:
    """Merge what came in one commit; unless a backlog fills every event, not sooner than 5 s after the last."""
    _tell(services, "merge", records)
    wait = MERGE_EVERY_SECONDS - (services.clock.now() - _last.merged_at).total_seconds()
    if len(records) < FULL and wait > 0:
        services.clock.sleep(wait)
    merge(services, [message_of(record) for record in records])
    _last.merged_at = services.clock.now()


def on_dead(services: Services, records: Records) -> None:
    """Messages of the crawl queue that came too often: what was left of them becomes errors."""
    _tell(services, "dead", records)
    for record in records:
        bury(services, record["body"])


def _tell(services: Services, queue: str, records: Records) -> None:
    """How old the messages are: since they were sent, whatever they waited for."""
    now = services.clock.now().timestamp()
    for record in records:
        told = record["attributes"]
        age = max(0.0, now - int(told["SentTimestamp"]) / 1000)
        services.telemetry.tell(Delivered(queue, round(age, 3), int(told["ApproximateReceiveCount"])))
