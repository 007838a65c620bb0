"""The handlers of app.py in this process on moto, and its output as Lambda would take it."""

import logging
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import app
from chalicelib import cloud
from chalicelib.ports.lambda_telemetry import log_as_json
from chalicelib.ports.sqs_queue import sqs_client
from chalicelib.services import Services
from chalicelib.settings import read_settings
from tests.cloud.conftest import Servers
from tests.cloud.servers import ACCESS_KEY, SECRET_KEY

HOUR = dict.fromkeys(("version", "account", "region", "detail", "detail-type", "source", "time", "id", "resources"), "")
ATTRIBUTES = ["MessageGroupId", "ApproximateReceiveCount", "SentTimestamp"]


class ToStdout(logging.Handler):
    """Writes to what is stdout just then, as the handler of Lambda's runtime does."""

    def emit(self, record: logging.LogRecord) -> None:
        print(self.format(record))


@pytest.fixture
def as_in_lambda(capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    """The process's logging as a function has it, at the level that tells most; afterwards as it was."""
    root = logging.getLogger()
    loggers = [root, *map(logging.getLogger, ("chalicelib", "httpx", "httpcore", "urllib3", "botocore", "boto3"))]
    handlers, levels = root.handlers[:], [logger.level for logger in loggers]
    root.handlers[:] = [ToStdout()]
    root.setLevel(logging.DEBUG)
    log_as_json()
    yield
    root.handlers[:] = handlers
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)


class Function:
    """The handlers of app.py on moto, called with the events that Lambda would make."""

    def __init__(self, services: Services, sqs: Any, urls: Mapping[str, str]) -> None:
        self.services, self.sqs, self.urls = services, sqs, urls
        self.body, self.result = "", None  # of the last event
        app.use(services)

    def handle(self, queue: str) -> int:
        """Give one event to the queue's handler; how many messages it held."""
        limit = {"crawl": 1, "merge": 10, "dead": 1}[queue]
        answer = self.sqs.receive_message(
            QueueUrl=self.urls[queue], MaxNumberOfMessages=limit, MessageSystemAttributeNames=ATTRIBUTES
        )
        records = [
            {
                "messageId": found["MessageId"],
                "receiptHandle": found["ReceiptHandle"],
                "body": found["Body"],
                "attributes": found["Attributes"],
                "eventSource": "aws:sqs",
            }
            for found in answer.get("Messages", [])
        ]
        if records:
            self.body = records[0]["body"]
            self.result = getattr(app, queue)({"Records": records}, None)
        return len(records)

    def drain(self) -> None:
        """Until both queues are empty."""
        while self.handle("crawl") + self.handle("merge"):
            pass


@pytest.fixture
def function(servers: Servers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, as_in_lambda: None) -> Function:
    server = servers.get("moto")
    account = {"aws_access_key_id": ACCESS_KEY, "aws_secret_access_key": SECRET_KEY, "region_name": "us-east-1"}
    sqs, suffix = sqs_client(server.endpoint, **account), secrets.token_hex(4)
    urls = {
        name: sqs.create_queue(QueueName=f"{name}-{suffix}.fifo", Attributes={"FifoQueue": "true"})["QueueUrl"]
        for name in ("crawl", "merge", "dead")
    }
    env = {
        "AWS_ACCESS_KEY_ID": ACCESS_KEY,
        "AWS_SECRET_ACCESS_KEY": SECRET_KEY,
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_ENDPOINT_URL": server.endpoint,
        "KUNUGI_BUCKET": server.new_bucket(),
        "KUNUGI_CRAWL_QUEUE": urls["crawl"],
        "KUNUGI_MERGE_QUEUE": urls["merge"],
        "KUNUGI_MAIL_FROM": "kunugi@example.jp",
        "KUNUGI_SECRET_KEY": "SECRET-of-the-cookies-of-this-installation",
        "KUNUGI_ALLOW_NETWORKS": "127.0.0.0/8",
    }
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(cloud, "COPIES", tmp_path)
    monkeypatch.setattr("chalicelib.crawl.events.MERGE_EVERY_SECONDS", 0.0)
    return Function(cloud.services_of(read_settings(env), env), sqs, urls)
