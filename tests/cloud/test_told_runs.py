"""A run through the handlers: what is told of it, and that no secret is told with it."""

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

import app
from chalicelib.crawl.plan import start_manual_run
from chalicelib.fetch.client import Client
from chalicelib.ports.clock import SystemClock
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.services import Services
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.products import add_product
from tests.cloud.emf import Lines, figures, lines_of
from tests.cloud.handlers import HOUR, Function, as_in_lambda, function
from tests.cloud.servers import SECRET_KEY
from tests.crawl.conftest import register
from tests.crawl.site import Page, redirect, serve

__all__ = ["as_in_lambda", "function"]

SERVICE = {"service": "kunugi"}
SAID = "SECRET-in-an-error"
BROKEN = "inbox/00000000-0000-0000-0000-000000000000/000001"


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
    for body in ('{"run":"SECRET-message"', '{"run":"SECRET-number"}'):
        services.crawl_queue.send("x", body, once=body)
    services.objects.put(BROKEN, b'{"run": 1, "SECRET-part": "\xff"}')
    services.merge_queue.send("merge", BROKEN, once="2")
    services.merge_queue.send("merge", "SECRET-key", once="3")
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
    dropped = {text for text in messages(lines) if text.startswith("dropped a message of the ")}
    assert dropped == {
        "dropped a message of the crawl queue that cannot be read, of 23 characters: not JSON: JSONDecodeError",
        "dropped a message of the crawl queue that cannot be read, of 23 characters:"
        " not a whole number from 0 to 9007199254740992",
        "dropped a message of the merge queue that names no part, of 10 characters",
    }
    assert any(text.startswith("a request failed by a fault of ours: RuntimeError") for text in messages(lines))
    ages = [named["QueueAge"][1][0] for dimensions, named in counted if dimensions.get("queue") == "crawl"]
    assert len(ages) == 5
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
