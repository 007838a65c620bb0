"""The cloud: queues with their dead letters, and event source mappings that drive the handlers of app.py.

What Lambda and SQS promise is kept: of a FIFO group one event at a time and in order; a message whose handler did not
end comes again after its visibility time-out, and after too many receives goes to the dead letters; what a handler
names in `batchItemFailures` is not removed. What they do not promise can be asked for: deliveries that come twice.
"""

import random
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from botocore.exceptions import ClientError

from chalicelib.ports.sqs_queue import sqs_client
from tests.cloud.functions.processes import DiedError, FailedError, Instance
from tests.cloud.servers import ACCESS_KEY, SECRET_KEY, Server

SENDER = "kunugi@example.jp"
REGION = "us-east-1"
ATTRIBUTES = ["MessageGroupId", "MessageDeduplicationId", "ApproximateReceiveCount", "SentTimestamp", "SequenceNumber"]


HOUR = {
    "version": "0",
    "id": "53dc4d37-cffa-4f76-80c9-8b7d4a4d2eaa",
    "detail-type": "Scheduled Event",
    "source": "aws.events",
    "account": "123456789012",
    "time": "2026-04-01T00:00:00Z",
    "region": REGION,
    "resources": [f"arn:aws:events:{REGION}:123456789012:rule/hourly"],
    "detail": {},
}


@dataclass(frozen=True)
class Mapped:
    """An event source mapping: which queue drives which handler."""

    queue: str
    handler: str
    batch: int
    at_once: int


MAPPINGS = (
    Mapped("crawl", "crawl", batch=1, at_once=12),
    Mapped("merge", "merge", batch=10, at_once=1),
    Mapped("dead", "dead", batch=1, at_once=1),
)


@dataclass
class Cloud:
    """A running cloud.

    urls: of the queues; own: the instance of whoever invokes a handler himself; instances: those of the queues;
    told: what went wrong in handlers; delivered: every event that the crawl queue gave.
    deadly: where the next event of a handler kills its function (see `function.py`).
    """

    server: Server
    bucket: str
    urls: Mapping[str, str]
    own: Instance
    instances: list[Instance]
    chance: random.Random
    doubles: float = 0.0
    told: list[str] = field(default_factory=list)
    delivered: list[dict[str, Any]] = field(default_factory=list)
    deadly: dict[str, str] = field(default_factory=dict)
    stopping: threading.Event = field(default_factory=threading.Event)

    def invoke(self, handler: str, event: Any, **more: Any) -> Any:
        """Call a handler as Lambda does; a death or a failure is noted and gives None."""
        try:
            return self.own.invoke(handler, event, **more)
        except DiedError:
            self.told.append(f"{handler} died")
        except FailedError as error:
            self.told.append(f"{handler}: {error}")
        return None

    def hourly(self, **more: Any) -> Any:
        """What EventBridge sends each hour."""
        return self.invoke("hourly", HOUR, **more)

    def waiting(self, queue: str) -> int:
        """Messages in the queue, those in flight with them."""
        names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"]
        answer = client(self.server).get_queue_attributes(QueueUrl=self.urls[queue], AttributeNames=names)
        return sum(int(answer["Attributes"][name]) for name in names)


def client(server: Server) -> Any:
    """A client of the server's SQS."""
    account = {"aws_access_key_id": ACCESS_KEY, "aws_secret_access_key": SECRET_KEY, "region_name": REGION}
    return sqs_client(server.endpoint, **account)


def settings_of(server: Server, bucket: str, urls: Mapping[str, str]) -> dict[str, str]:
    """The environment of the functions."""
    return {
        "AWS_ACCESS_KEY_ID": ACCESS_KEY,
        "AWS_SECRET_ACCESS_KEY": SECRET_KEY,
        "AWS_DEFAULT_REGION": REGION,
        "AWS_ENDPOINT_URL": server.endpoint,
        "KUNUGI_BUCKET": bucket,
        "KUNUGI_CRAWL_QUEUE": urls["crawl"],
        "KUNUGI_MERGE_QUEUE": urls["merge"],
        "KUNUGI_MAIL_FROM": SENDER,
        "KUNUGI_SECRET_KEY": "a secret for tests alone",
        "KUNUGI_ALLOW_NETWORKS": "127.0.0.0/8",
    }


@contextmanager
def running(
    server: Server,
    *,
    visibility: int = 120,
    receives: int = 10,
    timeout: float = 90.0,
    doubles: float = 0.0,
    workers: int = 8,
    seed: int = 0,
    environment: Mapping[str, str] = {},
) -> Iterator[Cloud]:
    """Make bucket and queues on `server` and drive the handlers until the block ends.

    visibility: seconds of the queues' time-out, more than `timeout` as in the real one; receives: after how many a
    message is dead; timeout: of the functions, in seconds; doubles: how many deliveries come once more (0 to 1);
    workers: how many crawl at once.
    """
    bucket = server.new_bucket()
    urls = _queues(client(server), bucket, visibility, receives)
    settings = {**settings_of(server, bucket, urls), **environment}
    cloud = Cloud(server, bucket, urls, Instance(settings, timeout), [], random.Random(seed), doubles)
    pollers = []
    for mapped in MAPPINGS:
        for _ in range(min(mapped.at_once, workers)):
            cloud.instances.append(Instance(settings, timeout))
            pollers.append(threading.Thread(target=_poll, args=(cloud, mapped, cloud.instances[-1]), daemon=True))
    for poller in pollers:
        poller.start()
    try:
        yield cloud
    finally:
        cloud.stopping.set()
        for poller in pollers:
            poller.join(timeout)
        for instance in [cloud.own, *cloud.instances]:
            instance.kill()


def _queues(sqs: Any, suffix: str, visibility: int, receives: int) -> dict[str, str]:
    def make(name: str, **attributes: str) -> str:
        made = sqs.create_queue(QueueName=f"{name}-{suffix}.fifo", Attributes={"FifoQueue": "true", **attributes})
        return str(made["QueueUrl"])

    dead = make("dead", VisibilityTimeout=str(visibility))
    names = ["QueueArn"]
    arn = sqs.get_queue_attributes(QueueUrl=dead, AttributeNames=names)["Attributes"]["QueueArn"]
    policy = f'{{"deadLetterTargetArn": "{arn}", "maxReceiveCount": "{receives}"}}'
    crawl = make("crawl", VisibilityTimeout=str(visibility), RedrivePolicy=policy)
    return {"crawl": crawl, "merge": make("merge", VisibilityTimeout=str(visibility)), "dead": dead}


def _poll(cloud: Cloud, mapped: Mapped, instance: Instance) -> None:
    sqs = client(cloud.server)
    while not cloud.stopping.is_set():
        instance.get_ready()
        answer = sqs.receive_message(
            QueueUrl=cloud.urls[mapped.queue], MaxNumberOfMessages=mapped.batch, MessageSystemAttributeNames=ATTRIBUTES
        )
        records = [_record(message, cloud.urls[mapped.queue]) for message in answer.get("Messages", [])]
        if not records:
            cloud.stopping.wait(0.1)
            continue
        event = {"Records": records}
        if mapped.handler == "crawl":
            cloud.delivered.append(event)
        if _deliver(cloud, mapped, instance, event, sqs) and cloud.chance.random() < cloud.doubles:
            time.sleep(cloud.chance.uniform(0, 1))
            with suppress(DiedError):
                instance.invoke(mapped.handler, event)


def _deliver(cloud: Cloud, mapped: Mapped, instance: Instance, event: dict[str, Any], sqs: Any) -> bool:
    """Whether the event is worked off."""
    try:
        result = instance.invoke(mapped.handler, event, die=cloud.deadly.pop(mapped.handler, ""))
    except DiedError:
        cloud.told.append(f"{mapped.handler} died")
        return False
    except FailedError as error:
        cloud.told.append(f"{mapped.handler}: {error}")
        return False
    kept = {failure["itemIdentifier"] for failure in (result or {}).get("batchItemFailures", [])}
    for record in event["Records"]:
        if record["messageId"] not in kept:
            with suppress(ClientError):  # moto complains of what the handler removed itself; SQS does not
                sqs.delete_message(QueueUrl=cloud.urls[mapped.queue], ReceiptHandle=record["receiptHandle"])
    return not kept


def _record(message: Mapping[str, Any], url: str) -> dict[str, Any]:
    """A message as Lambda's event has it."""
    return {
        "messageId": message["MessageId"],
        "receiptHandle": message["ReceiptHandle"],
        "body": message["Body"],
        "attributes": dict(message["Attributes"]),
        "messageAttributes": {},
        "md5OfBody": message["MD5OfBody"],
        "eventSource": "aws:sqs",
        "eventSourceARN": f"arn:aws:sqs:{REGION}:123456789012:{url.rpartition('/')[2]}",
        "awsRegion": REGION,
    }
