"""One request: what comes back, and what a bad server cannot do."""

import gzip
import socket
import struct
import threading
import time
from contextlib import closing, suppress
from itertools import count

import pytest

from chalicelib import VERSION
from chalicelib.fetch.answers import retry_after
from chalicelib.fetch.client import Answer, Client, user_agent
from chalicelib.fetch.errors import FetchError
from tests.fetch.clocks import START
from tests.fetch.wire import Reply, Wire, drip, moved, ok, serving

LOOPBACK = ("127.0.0.0/8",)
PAGE = "<title>椅子</title>".encode()


def client() -> Client:
    """One that may ask loopback, where every name is."""
    return Client(LOOPBACK, resolver=lambda _name, _port, _seconds: ["127.0.0.1"])


def ask(reply: Reply, **limits: float) -> Answer:
    """What a client makes of one reply."""
    with serving({"/": reply}) as wire, closing(client()) as asking:
        return asking.get(f"{wire.origin}/", **limits)  # type: ignore[arg-type]  # max_bytes is given as an int


def fails(reply: Reply, **limits: float) -> FetchError:
    """The error a client makes of one reply."""
    with pytest.raises(FetchError) as raised:
        ask(reply, **limits)
    return raised.value


def test_an_answer() -> None:
    body = gzip.compress(PAGE)
    answer = ask(ok(body, "Content-Encoding: gzip", "Content-Type: text/html", "X-A: 1", "X-A: 2", "Set-Cookie: s=1"))
    assert (answer.status, answer.reason, answer.body, answer.location) == (200, "OK", PAGE, None)
    assert answer.headers == {
        "content-length": str(len(body)),
        "content-encoding": "gzip",
        "content-type": "text/html",
        "x-a": "1, 2",
    }
    assert (answer.received_bytes, answer.retry_after) == (len(body), None)
    assert 0 <= answer.elapsed_ms < 5_000


def test_what_is_asked() -> None:
    with serving({"/%E5%95%86?a=%E8%89%B2": ok(PAGE)}) as wire, closing(client()) as asking:
        assert asking.get(f"http://日本語.example:{wire.port}/商?a=色").body == PAGE
    lines = wire.requests[0].decode("ascii").split("\r\n")
    assert lines[:3] == [
        "GET /%E5%95%86?a=%E8%89%B2 HTTP/1.1",
        f"Host: xn--wgv71a119e.example:{wire.port}",
        f"User-Agent: Kunugi/{VERSION}",
    ]
    assert "Accept-Encoding: gzip, deflate" in lines
    assert not any(line.lower().startswith(("cookie", "authorization", "referer")) for line in lines)


@pytest.mark.parametrize(
    ("rest", "target"),
    [
        ("/a[1]^{x}|~'(b)%zz?q=[\"]&r=a|b", "/a[1]%5E%7Bx%7D|~'(b)%zz?q=[%22]&r=a|b"),
        ("//a//../b/%2e%2e/c;d=1", "//a/c;d=1"),
        ("?", "/?"),
        ("/" + "商" * 7_900, "/" + "%E5%95%86" * 7_900),
    ],
)
def test_the_target_is_the_one_that_robots_txt_was_asked_about(rest: str, target: str) -> None:
    with serving({}) as wire, closing(client()) as asking:
        asking.get(f"http://☕.example:{wire.port}{rest}")
    first, host = wire.requests[0].decode("ascii").split("\r\n")[:2]
    assert (first, host) == (f"GET {target} HTTP/1.1", f"Host: xn--53h.example:{wire.port}")


@pytest.mark.parametrize(
    ("contact", "agent"),
    [
        ("", f"Kunugi/{VERSION}"),
        ("https://kunugi.example/bot", f"Kunugi/{VERSION} (+https://kunugi.example/bot)"),
        ("https://kunugi.example/\r\nX-Evil: 1", f"Kunugi/{VERSION} (+https://kunugi.example/X-Evil:1)"),
    ],
)
def test_user_agent_names_product_and_contact(contact: str, agent: str) -> None:
    """K-055."""
    assert user_agent(contact).decode() == agent


@pytest.mark.parametrize("status", [200, 404, 410, 500, 503, 429])
def test_statuses_are_answers(status: int) -> None:
    answer = ask(ok(b"gone", status=f"{status} Some Reason"))
    assert (answer.status, answer.reason, answer.body) == (status, "Some Reason", b"gone")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("404", "Not Found"),
        ("404 ", "Not Found"),
        ("299", ""),
        ("404 \xe3\x81\xaa\xe3\x81\x84", "ない"),
        ("404 \xb7", "·"),
    ],
)
def test_reason_phrases(line: str, reason: str) -> None:
    assert ask(ok(b"", status=line)).reason == reason


def test_headers_in_any_charset() -> None:
    sjis = "椅子".encode("shift_jis")
    reply = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Sjis: " + sjis + b"\r\nX-Utf8: " + "椅子".encode() + b"\r\n\r\n"
    headers = ask(reply).headers
    assert headers["x-utf8"] == "椅子"
    assert headers["x-sjis"] == sjis.decode("latin-1")


@pytest.mark.parametrize(
    "reply",
    [
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        lambda connection: connection.sendall(b"HTTP/1.0 200 OK\r\n\r\nhello"),
        drip(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 0.001),
    ],
)
def test_framings(reply: Reply) -> None:
    assert ask(reply).body == b"hello"


def reset(connection: socket.socket) -> None:
    """Cut the connection with RST."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def cut(data: bytes) -> Reply:
    """Send some bytes and close."""
    return lambda connection: connection.sendall(data)


def reset_after(data: bytes) -> Reply:
    """Send some bytes, then RST."""

    def talk(connection: socket.socket) -> None:
        connection.sendall(data)
        time.sleep(0.1)
        reset(connection)

    return talk


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (reset, "connection-reset"),
        (cut(b""), "connection-reset"),
        (cut(b"HTTP/1.1 200 OK\r\nConte"), "connection-reset"),
        (cut(b"HTTP/1.1 103 Early Hints\r\n\r\n"), "connection-reset"),
        (cut(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello"), "connection-reset"),
        (cut(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n50\r\nhello"), "connection-reset"),
        (reset_after(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello"), "connection-reset"),
        (cut(b"SSH-2.0-OpenSSH_9.6\r\n"), "parse-error"),
        (cut(b"hello"), "parse-error"),
        (cut(b"<html>old HTTP/0.9</html>\r\n\r\n"), "parse-error"),
        (cut(b"HTTP/1.1 nonsense\r\n\r\n"), "parse-error"),
        (cut(b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n"), "parse-error"),
        (cut(b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello"), "parse-error"),
        (cut(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n"), "parse-error"),
        (cut(b"HTTP/1.1 200 OK\r\n" + b"X-A: 1\r\n" * 60_000 + b"\r\n"), "parse-error"),
        (cut(b"HTTP/1.1 200 OK\r\nX-A: " + b"1" * 500_000 + b"\r\n\r\n"), "parse-error"),
        (cut(b"HTTP/1.1 100 Continue\r\n\r\n" * 1_000), "parse-error"),
        (cut(b"\x16\x03\x01\x00\xff" * 10), "parse-error"),
        (ok(PAGE, "Content-Encoding: gzip"), "content-decoding"),
        (ok(gzip.compress(PAGE, mtime=0)[:-10], "Content-Encoding: gzip"), "content-decoding"),
        (ok(PAGE, "Content-Encoding: br"), "content-decoding"),
        (ok(b"x" * 2_000), "too-large"),
        (ok(gzip.compress(b"x" * 2_000, mtime=0), "Content-Encoding: gzip"), "too-large"),
        (cut(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nhello"), "too-large"),
        (cut(b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 2_000), "too-large"),
    ],
    ids=count(),
)
def test_kinds(reply: Reply, kind: str) -> None:
    """K-042."""
    assert fails(reply, deadline=5.0, max_bytes=1_000).kind == kind


def test_an_endless_body_ends_at_the_limit() -> None:
    sent = 0

    def endless(connection: socket.socket) -> None:
        nonlocal sent
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        with suppress(OSError):
            while True:
                sent += connection.send(b"x" * 65_536)

    assert fails(endless, deadline=10.0).kind == "too-large"
    assert sent < 20_000_000


@pytest.mark.parametrize(
    "reply",
    [
        drip(b"HTTP/1.1 200 OK\r\nX-A: " + b"a" * 1_000),
        drip(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + b"a" * 1_000, 0.02),
        drip(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 1_000, 0.01),
        drip(b"HTTP/1.1 100 Continue\r\n\r\n" * 1_000, 0.01),
        lambda _connection: time.sleep(3),
    ],
)
def test_a_drip_stops_at_the_deadline(reply: Reply) -> None:
    started = time.monotonic()
    assert fails(reply, deadline=1.0).kind == "timeout"
    assert 0.9 < time.monotonic() - started < 2.5


def test_nobody_accepts() -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=0) as full, socket.socket() as first, socket.socket() as second:
        first.connect(full.getsockname())
        second.setblocking(False)
        with suppress(BlockingIOError):
            second.connect(full.getsockname())
        started = time.monotonic()
        with pytest.raises(FetchError) as raised:
            client().get(f"http://127.0.0.1:{full.getsockname()[1]}/", deadline=1.0)
        assert raised.value.kind == "connection-timeout"
        assert time.monotonic() - started < 2.5


def test_nobody_listens() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        with pytest.raises(FetchError) as raised:
            client().get(f"http://127.0.0.1:{free.getsockname()[1]}/")
    assert raised.value.kind == "connection-refused"


def test_the_next_address_of_a_name_is_tried() -> None:
    with serving({"/": ok(PAGE)}) as wire:
        asking = Client(LOOPBACK, resolver=lambda _name, _port, _seconds: ["127.0.0.2", "127.0.0.1"])
        assert asking.get(f"http://shop.example:{wire.port}/").body == PAGE


@pytest.mark.parametrize("addresses", [["127.0.0.1", "169.254.169.254"], ["169.254.169.254", "127.0.0.1"]])
def test_rebinding(addresses: list[str]) -> None:
    """One look-up a connection, and what was checked is dialled: the second answer of the name is a new decision."""
    answers = iter([["127.0.0.1"], addresses])
    asked: list[str] = []

    def resolver(name: str, port: int, seconds: float) -> list[str]:
        asked.append(name)
        return list(next(answers))

    with serving({"/": ok(PAGE, "Connection: close")}) as wire:
        asking = Client(LOOPBACK, resolver=resolver)
        assert asking.get(f"http://evil.example:{wire.port}/").body == PAGE
        assert asked == ["evil.example"]
        with pytest.raises(FetchError, match="blocked-address"):
            asking.get(f"http://evil.example:{wire.port}/")
        assert len(wire.requests) == 1


def test_connections_are_kept_for_their_origin_only() -> None:
    """A connection that is open already is no way round the gate: other names and refused ones get none."""
    with serving({"/": ok(PAGE)}) as wire, closing(client()) as asking:
        for _ in range(3):
            assert asking.get(f"http://a.example:{wire.port}/").body == PAGE
        assert wire.connections == 1
        assert asking.get(f"http://b.example:{wire.port}/").body == PAGE
        assert wire.connections == 2
        with pytest.raises(FetchError, match="blocked-address"):
            asking.get(f"http://user@a.example:{wire.port}/")


CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ntrue\r\n0\r\n\r\n"


@pytest.mark.parametrize("true", [ok(b"true"), CHUNKED])
def test_bytes_after_the_end_do_not_become_the_next_answer(true: bytes) -> None:
    with serving({"/1": true + ok(b"false answer"), "/2": ok(b"second")}) as wire, closing(client()) as asking:
        assert asking.get(f"{wire.origin}/1").body == b"true"
        assert asking.get(f"{wire.origin}/2").body == b"second"
        assert wire.connections == 2


def test_a_connection_is_used_again_after_chunks() -> None:
    with serving({"/": CHUNKED}) as wire, closing(client()) as asking:
        assert [asking.get(f"{wire.origin}/").body for _ in range(3)] == [b"true"] * 3
        assert wire.connections == 1


def test_a_closed_client_opens_again() -> None:
    with serving({"/": ok(PAGE)}) as wire, closing(client()) as asking:
        assert asking.get(f"{wire.origin}/").body == PAGE
        asking.close()
        assert asking.get(f"{wire.origin}/").body == PAGE
        assert wire.connections == 2


def test_cookies_are_not_kept() -> None:
    with serving({"/": ok(PAGE, "Set-Cookie: s=1; Path=/")}) as wire, closing(client()) as asking:
        for _ in range(2):
            asking.get(f"{wire.origin}/")
        assert b"cookie" not in wire.requests[1].lower()


@pytest.mark.parametrize(("early", "kind"), [(10, None), (30, "parse-error")])
def test_interim_answers_have_an_end(early: int, kind: str | None) -> None:
    with serving({"/": b"HTTP/1.1 103 Early Hints\r\n\r\n" * early + ok(PAGE)}) as wire, closing(client()) as asking:
        if kind is None:
            assert asking.get(f"{wire.origin}/").body == PAGE
        else:
            with pytest.raises(FetchError, match=kind):
                asking.get(f"{wire.origin}/")


def test_bytes_that_come_unasked_do_not_become_the_next_answer() -> None:
    def late(connection: socket.socket) -> None:
        connection.sendall(ok(b"first"))
        time.sleep(0.1)
        with suppress(OSError):
            connection.sendall(ok(b"false answer"))
            time.sleep(0.5)

    with serving({"/1": late, "/2": ok(b"second")}) as wire, closing(client()) as asking:
        assert asking.get(f"{wire.origin}/1").body == b"first"
        time.sleep(0.2)
        assert asking.get(f"{wire.origin}/2").body == b"second"


def test_a_kept_connection_that_the_server_closed_is_not_used() -> None:
    with serving({"/": lambda connection: connection.sendall(ok(PAGE))}) as wire, closing(client()) as asking:
        for _ in range(3):
            assert asking.get(f"{wire.origin}/").body == PAGE
            time.sleep(0.05)
        assert len(wire.requests) == 3


def test_threads_share_a_client() -> None:
    bodies = {f"/{number}": str(number).encode() * 1_000 for number in range(8)}
    wrong: list[str] = []

    def many(path: str, asking: Client, wire: Wire) -> None:
        for _ in range(30):
            if asking.get(f"{wire.origin}{path}").body != bodies[path]:
                wrong.append(path)

    replies: dict[str, Reply] = {path: ok(body) for path, body in bodies.items()}
    with serving(replies) as wire, closing(client()) as asking:
        threads = [threading.Thread(target=many, args=(path, asking, wire)) for path in bodies]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (wrong, len(wire.requests)) == ([], 240)


@pytest.mark.parametrize(
    ("location", "target"),
    [
        (b"/next", "/next"),
        (b"next?a=1#part", "/next?a=1"),
        ("/次の頁".encode(), "/%E6%AC%A1%E3%81%AE%E9%A0%81"),
        ("/次".encode("shift_jis"), "/%8E%9F"),
        (b"/a b", "/a%20b"),
        (b"/%E6%AC%A1", "/%E6%AC%A1"),
        (b"../../x", "/x"),
        (b"/\t", "/"),
        (b"\\next", "/%5Cnext"),
    ],
)
def test_locations(location: bytes, target: str) -> None:
    with serving({"/": moved(location)}) as wire, closing(client()) as asking:
        answer = asking.get(f"{wire.origin}/")
        assert (answer.status, answer.location, answer.body) == (302, wire.origin + target, b"")


@pytest.mark.parametrize(
    ("location", "kind"),
    [
        (b"file:///etc/passwd", "blocked-address"),
        (b"javascript:alert(1)", "blocked-address"),
        (b"http://user:pw@example.com/", "blocked-address"),
        (b"http://2130706433/", "blocked-address"),
        (b"https://", "parse-error"),
        (b"http://[::1/", "parse-error"),
        (b"http://exa%20mple.com:port/", "parse-error"),
        (b"/" + b"a" * 9_000, "parse-error"),
    ],
)
def test_locations_that_lead_nowhere(location: bytes, kind: str) -> None:
    assert fails(moved(location)).kind == kind


@pytest.mark.parametrize("reply", [ok(PAGE, status="302 Found"), ok(PAGE, "Location: /a", status="300 Multiple")])
def test_no_redirect(reply: bytes) -> None:
    answer = ask(reply)
    assert (answer.location, answer.body) == (None, PAGE)


def test_the_body_of_a_redirect_is_not_waited_for() -> None:
    dripping = drip(b"HTTP/1.1 302 Found\r\nLocation: /a\r\n\r\n" + b"x" * 10_000, 0.001)
    started = time.monotonic()
    assert str(ask(dripping).location).endswith("/a")
    assert time.monotonic() - started < 2.5


def test_a_status_counts_more_than_its_broken_body() -> None:
    answer = ask(ok(b"no gzip", "Content-Encoding: gzip", status="404 Not Found"))
    assert (answer.status, answer.body) == (404, b"")


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "120"}, 120.0),
        ({"retry-after": "0"}, 0.0),
        ({"retry-after": "999999"}, 3_600.0),
        ({"retry-after": "9" * 5_000}, None),
        ({"retry-after": "-5"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "Wed, 01 Apr 2026 00:00:30 GMT"}, 30.0),
        ({"retry-after": "Wed, 01 Apr 2026 00:00:30 GMT", "date": "Wed, 01 Apr 2026 00:00:10 GMT"}, 20.0),
        ({"retry-after": "Tue, 31 Mar 2026 00:00:00 GMT"}, 0.0),
        ({"retry-after": "Wed, 01 Apr 2099 00:00:30 GMT"}, 3_600.0),
        ({"retry-after": "Wed, 99 Apr 2026 00:00:30 GMT"}, None),
    ],
)
def test_retry_after(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers, START) == seconds


def test_no_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert ask(ok(PAGE)).body == PAGE


def test_a_fault_of_ours_is_still_a_fetch_error() -> None:
    def broken(name: str, port: int, seconds: float) -> list[str]:
        raise RuntimeError("a bug")

    with pytest.raises(FetchError) as raised:
        Client(resolver=broken).get("http://shop.example/")
    assert (raised.value.kind, raised.value.detail) == ("unknown", "RuntimeError")
