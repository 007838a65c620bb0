"""What is told of a crawl: exact lines, metrics in the documented form, and no secret in any of them."""

import json
import logging
import re
import secrets
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import app
from chalicelib import cloud
from chalicelib.crawl.plan import start_manual_run
from chalicelib.fetch.client import Client
from chalicelib.ports import telemetry as events
from chalicelib.ports.clock import SystemClock
from chalicelib.ports.lambda_telemetry import LambdaTelemetry, log_as_json
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.ports.sqs_queue import sqs_client
from chalicelib.ports.telemetry import Event, LogTelemetry
from chalicelib.services import Services
from chalicelib.settings import read_settings
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.products import add_product
from tests.cloud.conftest import Servers
from tests.cloud.emf import Lines, figures, lines_of
from tests.cloud.servers import ACCESS_KEY, SECRET_KEY
from tests.crawl.conftest import register
from tests.crawl.site import Page, redirect, serve

SERVICE = {"service": "kunugi"}
SAID = "SECRET-in-an-error"
BATCH = "0b5f3a52-5b0e-5b0c-9d6e-0a8f6f3c2d11"
HOST = "https://shop.example"
HOUR = dict.fromkeys(("version", "account", "region", "detail", "detail-type", "source", "time", "id", "resources"), "")
ATTRIBUTES = ["MessageGroupId", "ApproximateReceiveCount", "SentTimestamp"]

SLICE = events.SliceWorked(3, BATCH, HOST, 2, 5, {"dns": 1, "http-4xx": 2}, 81_234, 12_000, (120, 80, 250))
# Each event: level and fields of its log line, and its metrics: dimensions beside the service, {name: (unit, values)}.
TOLD: list[tuple[Event, str, dict[str, Any], list[tuple[dict[str, str], dict[str, Any]]]]] = [
    (
        SLICE,
        "INFO",
        {
            "run": 3,
            "batch": BATCH,
            "host": HOST,
            "part": 2,
            "urls": 5,
            "errors": {"dns": 1, "http-4xx": 2},
            "bytes": 81_234,
            "ms": 12_000,
            "fetch_ms": 450,
            "slowest_ms": 250,
        },
        [
            (
                {},
                {
                    "UrlsCrawled": ("Count", [5]),
                    "Errors": ("Count", [3]),
                    "BytesFetched": ("Bytes", [81_234]),
                    "SliceTime": ("Milliseconds", [12_000]),
                    "FetchTime": ("Milliseconds", [120, 80, 250]),
                },
            ),
            ({"kind": "dns"}, {"Errors": ("Count", [1])}),
            ({"kind": "http-4xx"}, {"Errors": ("Count", [2])}),
        ],
    ),
    (
        events.Delivered("crawl", 12.5, 3),
        "INFO",
        {"queue": "crawl", "age_seconds": 12.5, "receives": 3},
        [({"queue": "crawl"}, {"QueueAge": ("Seconds", [12.5])})],
    ),
    (
        events.WentBack(3, BATCH, HOST, 2, 41.25),
        "INFO",
        {"run": 3, "batch": BATCH, "host": HOST, "part": 2, "seconds": 41.25},
        [({}, {"WentBack": ("Count", [1])})],
    ),
    (
        events.DeadLetter(3, BATCH, HOST, 2, 17),
        "ERROR",
        {"run": 3, "batch": BATCH, "host": HOST, "part": 2, "urls": 17},
        [({}, {"DeadLetters": ("Count", [1])})],
    ),
    (
        events.Merged(4, 90, 1, 350, 33.5),
        "INFO",
        {"parts": 4, "results": 90, "runs_ended": 1, "commit_ms": 350, "lag_seconds": 33.5},
        [({}, {"ResultsMerged": ("Count", [90]), "MergeLag": ("Seconds", [33.5])})],
    ),
    (
        events.Merged(1, 0, 0, 20, 0.0),
        "INFO",
        {"parts": 1, "results": 0, "runs_ended": 0, "commit_ms": 20, "lag_seconds": 0.0},
        [({}, {"ResultsMerged": ("Count", [0])})],
    ),
    (
        events.PartSetAside(f"inbox/{BATCH}/000002", "KeyError: 'run'"),
        "ERROR",
        {"key": f"inbox/{BATCH}/000002", "why": "KeyError: 'run'"},
        [({}, {"PartsSetAside": ("Count", [1])})],
    ),
    (
        events.HourStarted(2, 340, 1, 900),
        "INFO",
        {"products": 2, "urls": 340, "closed_runs": 1, "ms": 900},
        [({}, {"UrlsPlanned": ("Count", [340]), "RunsClosed": ("Count", [1])})],
    ),
    (
        events.Committed(77, 40_960, 2, 180),
        "INFO",
        {"seq": 77, "bytes": 40_960, "conflicts": 2, "ms": 180},
        [
            (
                {},
                {
                    "CommitTime": ("Milliseconds", [180]),
                    "CommitBytes": ("Bytes", [40_960]),
                    "Conflicts": ("Count", [2]),
                },
            )
        ],
    ),
    (
        events.NotCommitted(9, 15_000),
        "INFO",
        {"conflicts": 9, "ms": 15_000},
        [({}, {"CommitsRefused": ("Count", [1]), "Conflicts": ("Count", [9])})],
    ),
    (
        events.Checkpointed(80, 5_000_000, 700),
        "INFO",
        {"seq": 80, "bytes": 5_000_000, "ms": 700},
        [({}, {"CheckpointTime": ("Milliseconds", [700]), "CheckpointBytes": ("Bytes", [5_000_000])})],
    ),
]
NAMES = [event.name for event, *_ in TOLD]


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


@pytest.mark.parametrize(("event", "level", "fields", "metrics"), TOLD, ids=NAMES)
def test_each_event_is_one_log_line_and_its_metrics(
    event: Event,
    level: str,
    fields: dict[str, Any],
    metrics: list[tuple[dict[str, str], dict[str, Any]]],
    as_in_lambda: None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    LambdaTelemetry().tell(event)
    lines = lines_of(capsys.readouterr().out)
    (line,) = lines.logs
    at, where = line.pop("timestamp"), line.pop("location")
    assert abs((datetime.fromisoformat(at) - datetime.now(UTC)).total_seconds()) < 60
    assert re.fullmatch(r"chalicelib\.ports\.lambda_telemetry:\d+", where)
    assert line == {"level": level, "message": event.name, "service": "kunugi", **fields}
    assert figures(lines.metrics) == [({**dimensions, **SERVICE}, named) for dimensions, named in metrics]


def test_no_event_was_forgotten() -> None:
    assert {type(event) for event, *_ in TOLD} == set(Event.__subclasses__())


def test_of_more_fetches_than_a_line_may_hold_none_is_lost(
    as_in_lambda: None, capsys: pytest.CaptureFixture[str]
) -> None:
    LambdaTelemetry().tell(replace(SLICE, errors={}, fetches_ms=tuple(range(250))))
    found = figures(lines_of(capsys.readouterr().out).metrics)
    assert [len(named["FetchTime"][1]) for _, named in found] == [100, 100, 50]
    assert [time for _, named in found for time in named["FetchTime"][1]] == list(range(250))
    assert [named["UrlsCrawled"] for _, named in found if "UrlsCrawled" in named] == [("Count", [5])]


def test_what_cannot_be_told_stops_nobody(as_in_lambda: None, capsys: pytest.CaptureFixture[str]) -> None:
    LambdaTelemetry().tell(events.Delivered("crawl", "soon", 1))  # type: ignore[arg-type]
    (first, second) = lines_of(capsys.readouterr().out).logs
    assert (first["message"], second["message"]) == ("delivered", "an event could not be told")


def test_elsewhere_they_are_quiet_log_lines(caplog: pytest.LogCaptureFixture) -> None:
    for event, *_ in TOLD:
        LogTelemetry().tell(event)
    assert caplog.messages == [
        f"dead letter: run=3 batch={BATCH} host={HOST} part=2 urls=17",
        f"part set aside: key=inbox/{BATCH}/000002 why=KeyError: 'run'",
    ]
    caplog.clear()
    caplog.set_level(logging.INFO)
    LogTelemetry().tell(SLICE)
    assert caplog.messages == [
        f"slice worked: run=3 batch={BATCH} host={HOST} part=2 urls=5 errors={{'dns': 1, 'http-4xx': 2}} bytes=81234"
        " ms=12000 fetch_ms=450 slowest_ms=250"
    ]


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


def faulty(services: Services) -> Services:
    """With a client in which something of our own goes wrong, and says more than it should."""

    def resolver(name: str, port: int, seconds: float) -> list[str]:
        raise RuntimeError(SAID)

    return replace(services, client=Client(("127.0.0.0/8",), resolver=resolver))


def messages(lines: Lines) -> list[str]:
    return [str(line["message"]) for line in lines.logs]


def test_a_run_through_the_handlers_is_told_and_no_secret_with_it(
    function: Function, capsys: pytest.CaptureFixture[str]
) -> None:
    """Secrets in addresses, pages, headers, cookies, redirects, broken messages and parts, and in errors of our own."""
    services = function.services
    page = Page(
        200,
        '<title>SECRET-title</title><h1>SECRET-heading</h1><script type="application/ld+json">'
        '{"@context":"https://schema.org","@type":"Product","name":"SECRET-name","offers":SECRET-broken}</script>',
        (("Content-Type", "text/html; charset=SECRET-charset"), ("Set-Cookie", "session=SECRET-cookie")),
    )
    pages = {
        "/robots.txt": Page(200, "User-agent: *\nDisallow: /SECRET-path\n"),
        "/a?token=SECRET-query": page,
        "/b": redirect("/a?token=SECRET-query"),
        "/c": redirect("http://10.0.0.1/?SECRET-target"),
        "/d?SECRET-gone": Page(404, "SECRET-not-found"),
        "/e": Page(200, "SECRET-unpacked", (("Content-Encoding", "gzip"), ("X", "SECRET-header"))),
    }
    with serve(SystemClock(), pages) as site:
        paths = [path for path in pages if path != "/robots.txt"]
        product = register(services, "SECRET-product", [site.url(path) for path in paths])
        capsys.readouterr()
        run = start_manual_run(services, product, mode="all", delay_seconds=0)
        function.drain()
        app.hourly(HOUR, None)
    services.crawl_queue.send("x", '{"run":"SECRET-message"', once="1")
    services.objects.put("inbox/broken/000001", b'{"run": 1, "SECRET-part": "\xff"}')
    services.merge_queue.send("merge", "inbox/broken/000001", once="2")
    function.drain()
    app.use(faulty(services))
    site_of_ours = register(services, "another", ["http://shop.example/?SECRET-asked"])
    start_manual_run(services, site_of_ours, mode="all", delay_seconds=0)
    function.drain()
    told = capsys.readouterr()
    assert "SECRET" not in told.out + told.err
    assert SECRET_KEY not in told.out + told.err
    lines = lines_of(told.out)
    worked = [line for line in lines.logs if line["message"] == "slice worked"]
    assert [(line["run"], line["host"], line["urls"], line["errors"]) for line in worked] == [
        (run, site.origin, 4, {"http-4xx": 1, "content-decoding": 1}),
        (run, "http://10.0.0.1:80", 1, {"blocked-address": 1}),
        (run + 1, "http://shop.example:80", 1, {"unknown": 1}),
    ]
    counted = figures(lines.metrics)
    assert ({**SERVICE, "kind": "http-4xx"}, {"Errors": ("Count", [1])}) in counted
    assert [named["ResultsMerged"][1] for _, named in counted if "ResultsMerged" in named] == [[4], [1], [0], [1]]
    assert {"committed", "merged", "hour started", "checkpoint", "part set aside", "delivered"} <= set(messages(lines))
    assert "dropped a message of the crawl queue that cannot be read, of 23 characters" in messages(lines)
    assert any(text.startswith("a request failed by a fault of ours: RuntimeError") for text in messages(lines))
    ages = [named["QueueAge"][1][0] for dimensions, named in counted if dimensions.get("queue") == "crawl"]
    assert len(ages) == 4
    assert all(0 <= age < 60 for age in ages)


def test_a_lost_race_is_a_conflict(function: Function, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another process commits between what this one reads and what it writes."""
    services = function.services
    bucket = S3Bucket(services.settings.bucket or "")
    other = replace(services, database=BucketDatabase(bucket, tmp_path / "other", services.clock))
    register(services, "first", [])
    capsys.readouterr()
    raced: list[int] = []

    def work(connection: sqlite3.Connection) -> int:
        if not raced:
            raced.append(register(other, "faster", []))
        return add_product(connection, "slower", "2026-04-01 00:00:00")

    services.database.write(work)
    told = [line for line in lines_of(capsys.readouterr().out).logs if line["message"] == "committed"]
    (line,) = told
    assert (line["conflicts"], line["seq"]) == (1, services.database.seq())
    assert line["bytes"] > 4096


def test_a_message_that_goes_back_and_one_that_is_dead(function: Function, capsys: pytest.CaptureFixture[str]) -> None:
    services = function.services
    with serve(SystemClock(), {"/robots.txt": Page(404, "")}) as site:
        product = register(services, "slow", [site.url("/a"), site.url("/b")])
        run = start_manual_run(services, product, mode="all", delay_seconds=60)
        assert function.handle("crawl") == 1  # asks for robots.txt, and has no time left for a page
        capsys.readouterr()
        assert function.handle("crawl") == 1
    assert isinstance(function.result, dict)
    assert len(function.result["batchItemFailures"]) == 1
    function.sqs.send_message(
        QueueUrl=function.urls["dead"], MessageBody=function.body, MessageGroupId="g", MessageDeduplicationId="d"
    )
    assert function.handle("dead") == 1
    lines = lines_of(capsys.readouterr().out)
    assert messages(lines) == ["delivered", "went back", "delivered", "dead letter"]
    back, dead = lines.logs[1], lines.logs[3]
    batch = json.loads(function.body)["batch"]
    about = {"run": run, "batch": batch, "host": site.origin, "part": 1}
    assert {**about, "seconds": back["seconds"]}.items() <= back.items()
    assert 50 < back["seconds"] <= 60
    assert {**about, "urls": 2, "level": "ERROR"}.items() <= dead.items()
    counted = figures(lines.metrics)
    assert counted[1] == (SERVICE, {"WentBack": ("Count", [1])})
    assert counted[3] == (SERVICE, {"DeadLetters": ("Count", [1])})
    assert [dimensions["queue"] for dimensions, _ in (counted[0], counted[2])] == ["crawl", "dead"]
