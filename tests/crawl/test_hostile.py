"""What a hostile server can answer: each URL gets its own clear row, and the next is crawled as if nothing were."""

import gzip
import json
import threading
from dataclasses import replace
from pathlib import Path

from chalicelib.crawl.plan import start_manual_run
from chalicelib.fetch.answers import Answer
from chalicelib.services import Services
from infra.local.embedded import open_services
from tests import stores
from tests.crawl.conftest import drain, register, rows, run_row
from tests.fetch.wire import Reply, drip, ok, serving

HTML = "Content-Type: text/html; charset=utf-8"
GOOD = b'<title>good</title><script type="application/ld+json">{"@type":"Article","headline":"good"}</script>'
DEEP = b"<title>deep</title>" + GOOD.partition(b"</title>")[2] + b"<div>" * 200_000
DEEP_JSON = b'<script type="application/ld+json">' + b"[" * 100_000 + b"</script>"
SHORT = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 500\r\n\r\nshort"
UNCLOSED = b'<title>tail</title><script type="application/ld+json">{"@type":"Person","name":"' + b"x" * 2_000_000


class Hasty:
    """The client, with less patience than people have."""

    def __init__(self, services: Services) -> None:
        self.client = services.client

    def get(self, url: str) -> Answer:
        return self.client.get(url, deadline=1.0)


def test_every_hostile_answer_has_its_own_row(tmp_path: Path) -> None:
    site: dict[str, Reply] = {
        "/huge": ok(b"x" * 50_000_000, HTML),
        "/bomb": ok(gzip.compress(b"\0" * 50_000_000), HTML, "Content-Encoding: gzip"),
        "/drip": drip(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX: " + b"a" * 10_000),
        "/lies": ok(GOOD, HTML, "Content-Encoding: gzip"),
        "/garbage": b"\x16\x03\x01 this is no HTTP\r\n\r\n",
        "/short": lambda connection: connection.sendall(SHORT),
        "/deep": ok(DEEP, HTML),
        "/deep-json": ok(DEEP_JSON + GOOD, HTML),
        "/unclosed": ok(GOOD + UNCLOSED, HTML),
        "/nul": ok(b"\0" * 100_000 + GOOD, HTML),
        "/good": ok(GOOD, HTML),
    }
    threads = threading.active_count()
    services = open_services(stores.settings(tmp_path, allow_networks=("127.0.0.0/8",)))
    services = replace(services, client=Hasty(services))  # type: ignore[arg-type] # the client with another deadline
    with serving(site) as wire:
        product = register(services, "敵", [wire.origin + path for path in site])
        run = start_manual_run(services, product, mode="all", delay_seconds=0)
        drain(services, patience=1)
        told = {str(url).removeprefix(wire.origin): str(error).partition(":")[0] for url, error in _errors(services)}
        good = rows(services, "url, title", "is_error = 0")
        titles = {str(url).removeprefix(wire.origin): title for url, title in good}
    assert told == {
        "/huge": "too-large",
        "/bomb": "too-large",
        "/drip": "timeout",
        "/lies": "content-decoding",
        "/garbage": "parse-error",
        "/short": "connection-reset",
    }
    assert titles == {"/deep": "deep", "/deep-json": "good", "/unclosed": "good", "/nul": "good", "/good": "good"}
    assert run_row(services, run) == (11, 5, 6, 1, "done")
    found = {}
    for url, text in rows(services, "url, result_json", "is_error = 0"):
        types = [entity["type"] for entity in json.loads(str(text))["entities"]]
        found[str(url).removeprefix(wire.origin)] = types
    assert found == {path: ["Article"] for path in titles}
    assert threading.active_count() < threads + 20


def _errors(services: Services) -> list[tuple[object, ...]]:
    return rows(services, "url, error_message", "is_error = 1")
