"""Messages, parts and objects that nobody of ours wrote: none stops a queue or a start, none gets into the log."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import quote

import pytest

from chalicelib.crawl.merge import merge_parts
from chalicelib.crawl.plan import start_manual_run
from chalicelib.crawl.tick import tick
from chalicelib.crawl.work import bury, work
from chalicelib.services import Services
from chalicelib.store.days import utc_text
from chalicelib.store.schedules import save_schedule
from tests.crawl.conftest import drain, register, run_row
from tests.crawl.site import Page, Site, redirect

Start = Callable[..., Site]

BATCH = "22222222-2222-4222-8222-222222222222"
KEY = f"inbox/{BATCH}/000000"
HUGE = 10**30
URL = "http://127.0.0.1:1/?SECRET"
TRAIL: dict[str, Any] = {"url": URL, "at": URL, "redirects": [], "attempts": 3, "elapsed_ms": 0}
BATCH_MESSAGE: dict[str, Any] = {
    "run": 1,
    "product": 1,
    "batch": BATCH,
    "host": "http://127.0.0.1:1",
    "delay": 0,
    "own_site": True,
    "disabled_types": [],
    "allow_networks": ["127.0.0.0/8"],
    "listed": 0,
    "part": 0,
    "left": [[{"url_id": 1, "trail": TRAIL}], 0, []],
}
ROW: dict[str, Any] = {
    "product_url_id": 1,
    "url": URL,
    "final_url": URL,
    "created_at": "2026-04-01 00:00:00",
    "is_error": 0,
    "result_json": "{}",
}
PART: dict[str, Any] = {
    "run": 1,
    "product": 1,
    "batch": BATCH,
    "part": 0,
    "results": [ROW],
    "left": None,
    "elsewhere": [],
}


def infinite(what: dict[str, Any], name: str) -> str:
    """JSON in which that number is too large for a float."""
    return json.dumps({**what, name: "@"}).replace('"@"', "1e999")


def rest(todo: dict[str, Any]) -> dict[str, Any]:
    return {"left": [[todo], 0, []]}


BODIES = ["hello SECRET", " ", "", '{"SECRET":1}', "../../x", "schema.db", "inbox/../schema.db", "a" * 3_000, "日本"]
NO_KEYS = [
    f"inbox/{BATCH}/x",
    f"inbox/{BATCH}/-00001",
    f"inbox/{BATCH}/0000001",
    "inbox/a/000000",
    f"{KEY}/x",
    KEY + "\n",
]


def test_a_merge_message_that_names_no_part_is_dropped(services: Services, caplog: pytest.LogCaptureFixture) -> None:
    for key in ("schema.db", "a", BATCH, f"inbox/{BATCH}/x"):
        services.objects.put(key, b"ours")
    before = list(services.objects.list(""))
    merge_parts(services, BODIES + NO_KEYS)
    assert list(services.objects.list("")) == before
    said = "dropped a message of the merge queue that names no part, of {} characters"
    assert [record.getMessage() for record in caplog.records] == [said.format(len(body)) for body in BODIES + NO_KEYS]


BROKEN_PARTS: dict[str, str] = {
    "no JSON": '"SECRET',
    "list": json.dumps({**PART, "results": [{**ROW, "result_json": "[]"}]}),
    "null": json.dumps({**PART, "results": [{**ROW, "result_json": "null"}]}),
    "no object": json.dumps({**PART, "results": [{**ROW, "result_json": '"SECRET"'}]}),
    "deep": json.dumps({**PART, "results": [{**ROW, "result_json": "[" * 100_000}]}),
    "infinite run": infinite(PART, "run"),
    "infinite part": infinite(PART, "part"),
    "huge run": json.dumps({**PART, "run": HUGE}),
    "largest run of SQLite": json.dumps({**PART, "run": 2**63 - 1}),
    "text for a run": json.dumps({**PART, "run": "SECRET"}),
    "huge product": json.dumps({**PART, "product": HUGE}),
    "infinite product": infinite(PART, "product"),
    "huge URL id": json.dumps({**PART, "results": [{**ROW, "product_url_id": HUGE}]}),
    "object for a URL": json.dumps({**PART, "results": [{**ROW, "url": {"SECRET": 1}}]}),
    "junk for a time": json.dumps({**PART, "results": [{**ROW, "created_at": "SECRET"}]}),
    "number for a time": json.dumps({**PART, "results": [{**ROW, "created_at": 5}]}),
    "half a pair": json.dumps({**PART, "results": [{**ROW, "title": "SECRET\ud800"}]}),
    "junk for a redirect": json.dumps(
        {**PART, "left": [[{"url_id": 1, "trail": {**TRAIL, "redirects": ["SECRET"]}}], 0, []]}
    ),
    "another batch": json.dumps({**PART, "batch": BATCH.replace("2", "3")}),
    "no batch": json.dumps({**PART, "batch": "../SECRET"}),
    "another part": json.dumps({**PART, "part": 1}),
    "text for a delay": json.dumps({**PART, "elsewhere": [{**BATCH_MESSAGE, "delay": "SECRET"}]}),
    "huge delay": json.dumps({**PART, "elsewhere": [{**BATCH_MESSAGE, "delay": 10**400}]}),
    "huge URL id elsewhere": json.dumps(
        {**PART, "elsewhere": [{**BATCH_MESSAGE, **rest({"url_id": HUGE, "trail": TRAIL})}]}
    ),
}


def test_broken_parts_are_set_aside_and_the_healthy_one_of_their_event_is_merged(
    services: Services, site: Start, caplog: pytest.LogCaptureFixture
) -> None:
    shop = site({"/": Page()})
    broken = start_manual_run(services, register(services, "壊", [URL]), mode="all", delay_seconds=0)
    healthy = start_manual_run(services, register(services, "店", [shop.url("/")]), mode="all", delay_seconds=0)
    assert (broken, healthy) == (1, 2)
    for message in services.crawl_queue.receive(2):
        if message.group != BATCH_MESSAGE["host"]:
            work(services, message)
    [told] = services.merge_queue.receive()
    keys = []
    for number, body in enumerate(BROKEN_PARTS.values()):
        batch = f"{BATCH[:-2]}{number:02d}"
        keys.append(f"inbox/{batch}/000000")
        services.objects.put(keys[-1], body.replace(BATCH, batch).encode())
    caplog.clear()
    merge_parts(services, [*keys, told.body])
    assert run_row(services, healthy) == (1, 1, 0, 1, "done")
    assert run_row(services, broken)[:4] == (1, 0, 0, 0)
    aside = [key.removeprefix("aside/") for key in services.objects.list("aside/")]
    assert [name for name, key in zip(BROKEN_PARTS, keys, strict=True) if key not in aside] == []
    assert list(services.objects.list("inbox/")) == [told.body]
    assert caplog.text.count("part set aside") == len(keys)
    assert "SECRET" not in caplog.text


ODD_OBJECTS = {
    "inbox/readme": b"x",
    "inbox/a/b/000000": b"x",
    "inbox/a/notanumber": b"x",
    f"inbox/{BATCH}/notanumber": b"x",
    f"inbox/{BATCH}/000001": infinite(PART, "run").encode(),
    f"inbox/{BATCH}/000002": json.dumps({**PART, "run": HUGE}).encode(),
    "cancel/x": b"junk",
    f"cancel/{BATCH}": b"\xff",
    "batches/x/y": b"junk",
}


class Listing:
    """The objects, among which somebody put some whose keys we could not even read."""

    def __init__(self, services: Services) -> None:
        self.objects = services.objects

    def list(self, prefix: str) -> list[str]:
        return [*self.objects.list(prefix), f"{prefix}日本", f"{prefix}a b/000000", prefix]

    def __getattr__(self, name: str) -> object:
        return getattr(self.objects, name)


def test_odd_objects_do_not_stop_the_hourly_start(
    services: Services, site: Start, caplog: pytest.LogCaptureFixture
) -> None:
    """What is due is planned, and a part whose announcement was lost is merged."""
    shop = site({"/": Page()})
    run = start_manual_run(services, register(services, "店", [shop.url("/")]), mode="all", delay_seconds=0)
    [message] = services.crawl_queue.receive()
    work(services, message)
    [told] = services.merge_queue.receive()
    services.merge_queue.done(told)  # and forgotten
    for key, body in ODD_OBJECTS.items():
        services.objects.put(key, body)
    due = register(services, "予定", [shop.url("/due")])
    now = utc_text(services.clock.now())
    services.database.write(
        lambda connection: save_schedule(connection, due, days=[1], crawl_delay_seconds=0, enabled=True, now=now)
    )
    started = tick(replace(services, objects=Listing(services)))  # type: ignore[arg-type] # the objects, with more
    assert (started.products, started.urls) == (1, 1)
    assert run_row(services, run) == (1, 1, 0, 1, "done")
    assert services.objects.get("inbox/readme") is not None
    assert "inbox/readme is no part" in caplog.text


BROKEN_MESSAGES: dict[str, str] = {
    "no JSON": "SECRET",
    "blank": " ",
    "null": "null",
    "deep": "[" * 100_000,
    "infinite run": infinite(BATCH_MESSAGE, "run"),
    "huge run": json.dumps({**BATCH_MESSAGE, "run": HUGE}),
    "text for a run": json.dumps({**BATCH_MESSAGE, "run": "SECRET"}),
    "infinite part": infinite(BATCH_MESSAGE, "part"),
    "part below 0": json.dumps({**BATCH_MESSAGE, "part": -1}),
    "huge delay": json.dumps({**BATCH_MESSAGE, "delay": 10**400}),
    "text for a delay": json.dumps({**BATCH_MESSAGE, "delay": "SECRET"}),
    **{
        f"batch {name!r}": json.dumps({**BATCH_MESSAGE, "batch": name})
        for name in ("", "..", "a b", "a/b", "日本", "a")
    },
    "number for a host": json.dumps({**BATCH_MESSAGE, "host": 5}),
    "half a pair for a host": json.dumps({**BATCH_MESSAGE, "host": "\ud800SECRET"}),
    "half a pair in a URL": json.dumps(
        {**BATCH_MESSAGE, **rest({"url_id": 1, "trail": {**TRAIL, "url": URL + "\ud800", "at": URL + "\ud800"}})}
    ),
    "number for a URL": json.dumps({**BATCH_MESSAGE, **rest({"url_id": None, "trail": {**TRAIL, "url": 5, "at": 5}})}),
    "huge URL id": json.dumps({**BATCH_MESSAGE, **rest({"url_id": HUGE, "trail": TRAIL})}),
    "junk for a redirect": json.dumps(
        {**BATCH_MESSAGE, **rest({"url_id": 1, "trail": {**TRAIL, "redirects": ["SECRET"]}})}
    ),
    "taken below 0": json.dumps({**BATCH_MESSAGE, "listed": 1, "left": [[], -5, []]}),
}


def test_crawl_messages_that_cannot_be_read_are_dropped_by_worker_and_undertaker(
    services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    services.objects.put(f"batches/{BATCH}", json.dumps([[1, URL]]).encode())
    for name, body in BROKEN_MESSAGES.items():
        services.crawl_queue.send(name, body, once=name)
    while messages := services.crawl_queue.receive():
        for message in messages:
            assert work(services, message), message.group
            bury(services, message.body)
    assert services.crawl_queue.receive(wait=1000) == services.merge_queue.receive(wait=1) == []
    assert list(services.objects.list("")) == [f"batches/{BATCH}"]
    said = "dropped a message of the crawl queue that cannot be read, of {} characters: "
    for name, body in BROKEN_MESSAGES.items():
        assert caplog.text.count(said.format(len(body))) >= 2, name
    assert len(caplog.records) == 2 * len(BROKEN_MESSAGES)
    assert "SECRET" not in caplog.text


def test_messages_hold_only_what_sqs_takes(services: Services, site: Start) -> None:
    """#x9 | #xA | #xD | #x20-#xD7FF | #xE000-#xFFFD | #x10000-#x10FFFF (SendMessage); moto takes anything."""
    other = site({"/": Page()})
    signs = ["\uffff", "\ufffe", "\U0001ffff", "日"]
    shop = site()
    for sign in signs:
        shop.pages[f"/{quote(sign)}"] = lambda visit: Page(503, "") if visit == 1 else Page()
        shop.pages[f"/away{quote(sign)}"] = redirect(other.url("/"))
    urls = [shop.url(f"/{path}{sign}") for sign in signs for path in ("", "away")]
    bodies: list[str] = []
    send = services.crawl_queue.send

    class Noting:
        """The queue, with a note of what is sent."""

        def send(self, group: str, body: str, *, once: str) -> None:
            bodies.append(body)
            send(group, body, once=once)

        def __getattr__(self, name: str) -> object:
            return getattr(services.crawl_queue, name)

    noting = replace(services, crawl_queue=Noting(), slice_seconds=1.0)  # type: ignore[arg-type] # the queue, noting
    run = start_manual_run(noting, register(services, "店", urls), mode="all", delay_seconds=1)
    drain(noting)
    assert run_row(services, run) == (8, 8, 0, 1, "done")
    assert all(sum(json.dumps(sign).strip('"') in body for body in bodies) >= 2 for sign in signs)
    taken = re.compile("[\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]*")
    assert all(taken.fullmatch(body) for body in bodies)
