"""Requests become what API Gateway would send, and its answers become HTTP."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ClassVar

import httpx
import pytest
from waitress.server import BaseWSGIServer

from infra.local.loops import seconds_to_next_hour
from infra.local.server import from_api_gateway, make_event, make_server, match, run_beside, takes_gzip
from tests.fetch.clocks import START

ROUTES = ["/", "/api/products", "/api/products/{product_id}", "/api/products/demo", "/assets/{name}"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/", ("/", {})),
        ("/api/products", ("/api/products", {})),
        ("/api/products/", ("/api/products", {})),
        ("/api/products/7", ("/api/products/{product_id}", {"product_id": "7"})),
        ("/api/products/demo", ("/api/products/demo", {})),  # what is written out goes before what is filled in
        ("/assets/a%20b.js", ("/assets/{name}", {"name": "a%20b.js"})),
        ("/assets/a/b.js", None),
        ("//", None),
        ("/api//7", None),
        ("/{name}", None),
        ("", None),
    ],
)
def test_paths_find_their_resource(path: str, expected: object) -> None:
    assert match(ROUTES, path) == expected


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        ("gzip", True),
        ("GZIP, deflate, br", True),
        ("br;q=1.0, gzip;q=0.8, *;q=0.1", True),
        ("*", True),
        ("", False),
        ("identity", False),
        ("gzip;q=0", False),
        ("gzip; q=0.000, *", False),
        ("gzip;q=0, br", False),
        ("*;q=0", False),
        ("gzip;q=lots", False),
        ("notgzip", False),
    ],
)
def test_gzip_is_sent_to_who_takes_it(accepted: str, expected: bool) -> None:
    assert takes_gzip(accepted) is expected


def test_an_event_has_the_form_of_payload_1() -> None:
    class Input:
        def read(self) -> bytes:
            return b'{"name": "x"}'

    environ = {
        "HTTP_ACCEPT_LANGUAGE": "ja",
        "CONTENT_TYPE": "application/json",
        "QUERY_STRING": "a=1&a=2&b=%E3%81%82&c",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.input": Input(),
    }
    event = make_event(environ, "POST", "/api/products/7", "/api/products/{product_id}", {"product_id": "7"})
    assert event["headers"] == {"accept-language": "ja", "content-type": "application/json"}
    assert event["multiValueQueryStringParameters"] == {"a": ["1", "2"], "b": ["あ"], "c": [""]}
    assert event["queryStringParameters"] == {"a": "2", "b": "あ", "c": ""}
    assert (event["body"], event["isBase64Encoded"]) == ("eyJuYW1lIjogIngifQ==", True)
    assert event["requestContext"] == {
        "resourcePath": "/api/products/{product_id}",
        "httpMethod": "POST",
        "path": "/api/products/7",
        "identity": {"sourceIp": "127.0.0.1"},
    }


def test_an_answer_becomes_http() -> None:
    answer = {
        "statusCode": 200,
        "headers": {"Content-Type": "text/html"},
        "multiValueHeaders": {"Set-Cookie": ["a=1", "b=2"]},
        "body": "44Gv44GE",
        "isBase64Encoded": True,
    }
    assert from_api_gateway(answer) == (
        200,
        [("Content-Type", "text/html"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")],
        "はい".encode(),
    )


def test_the_next_start_is_at_the_full_hour() -> None:
    assert seconds_to_next_hour(START) == 3600
    assert seconds_to_next_hour(START.replace(minute=59, second=59)) == 1


def waiting(seconds: float) -> tuple[BaseWSGIServer, Callable[..., None], threading.Event]:
    """A server whose only answer takes `seconds`, what stops it, and what is set once it is asked."""
    asked = threading.Event()

    class App:
        routes: ClassVar[dict[str, object]] = {"/": None}

        def __call__(self, event: object, context: object) -> dict[str, object]:
            asked.set()
            time.sleep(seconds)
            return {"statusCode": 200, "headers": {}, "multiValueHeaders": {}, "body": "x" * 500_000}

    server = make_server(App(), port=0, base_url="http://127.0.0.1/")
    return server, run_beside(server), asked


def test_stopping_waits_for_what_is_under_way_and_leaves_no_thread() -> None:
    before = set(threading.enumerate())
    server, stop, asked = waiting(0.5)
    url = f"http://127.0.0.1:{server.effective_port}/"
    with ThreadPoolExecutor(1) as pool, httpx.Client(trust_env=False) as client:
        answer = pool.submit(client.get, url)
        assert asked.wait(5)
        stop()
        assert len(answer.result(5).text) == 500_000
        with pytest.raises(httpx.ConnectError):
            client.get(url)
    ended = time.monotonic() + 2
    while set(threading.enumerate()) - before and time.monotonic() < ended:
        time.sleep(0.01)
    assert set(threading.enumerate()) - before == set()


def test_stopping_does_not_wait_for_ever() -> None:
    server, stop, asked = waiting(3.0)
    with ThreadPoolExecutor(1) as pool, httpx.Client(trust_env=False) as client:
        answer = pool.submit(client.get, f"http://127.0.0.1:{server.effective_port}/")
        assert asked.wait(5)
        started = time.monotonic()
        stop(seconds=0.2)
        assert time.monotonic() - started < 1.5
        assert isinstance(answer.exception(5), httpx.TransportError)
