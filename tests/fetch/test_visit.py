"""A visit: redirects, robots.txt, pace, what may be asked again."""

from collections.abc import Mapping
from contextlib import closing
from datetime import timedelta
from itertools import pairwise

import pytest

from chalicelib.fetch.client import Client
from chalicelib.fetch.pace import Pace
from chalicelib.fetch.robots import Robots
from chalicelib.fetch.visit import Visit, visit
from chalicelib.ports.clock import SystemClock
from tests.fetch.clocks import START, StandingClock
from tests.fetch.wire import Reply, Wire, drip, moved, ok, serving


def client() -> Client:
    return Client(("127.0.0.0/8",), resolver=lambda _name, _port, _seconds: ["127.0.0.1"])


def go(replies: Mapping[str, Reply], path: str = "/", *, same_host_only: bool = False) -> tuple[Visit, Wire]:
    """Visit a path of a server with these replies."""
    with serving(replies) as wire, closing(client()) as asking:
        return visit(asking, wire.origin + path, same_host_only=same_host_only, deadline=3.0), wire


def kind(seen: Visit) -> str | None:
    return seen.error.kind if seen.error else None


def test_a_page() -> None:
    seen, wire = go({"/": ok(b"page")})
    assert seen.answer is not None
    assert (seen.url, seen.final_url, seen.answer.body, seen.redirects) == (
        f"{wire.origin}/",
        f"{wire.origin}/",
        b"page",
        [],
    )
    assert (seen.error, seen.elsewhere, seen.retryable, seen.retry_after) == (None, None, False, None)


def test_redirects_are_followed_and_recorded() -> None:
    replies = {
        "/": moved(b"/a", "301 Moved"),
        "/a": moved(b"b?x=1", "307 Temporary"),
        "/b?x=1": moved("/終".encode()),
        "/%E7%B5%82": ok(b"end"),
    }
    seen, wire = go(replies)
    assert seen.answer is not None and seen.answer.body == b"end"
    assert seen.final_url == f"{wire.origin}/%E7%B5%82"
    assert seen.redirects == [
        {"status": 301, "url": f"{wire.origin}/"},
        {"status": 307, "url": f"{wire.origin}/a"},
        {"status": 302, "url": f"{wire.origin}/b?x=1"},
    ]


@pytest.mark.parametrize(
    ("location", "kinds"),
    [
        (b"http://169.254.169.254/latest/meta-data/", "blocked-address"),
        (b"http://[::ffff:a9fe:a9fe]/", "blocked-address"),
        (b"http://10.0.0.1/", "blocked-address"),
        (b"http://2852039166/", "blocked-address"),
        (b"//192.168.0.1/", "blocked-address"),
        (b"file:///etc/passwd", "blocked-address"),
        (b"ftp://example.com/", "blocked-address"),
        (b"https://[x]/", "parse-error"),
    ],
)
def test_redirects_pass_the_gate(location: bytes, kinds: str) -> None:
    seen, wire = go({"/": moved(location)})
    assert (kind(seen), seen.answer, wire.paths) == (kinds, None, ["/"])


@pytest.mark.parametrize("location", [b"/", b"/#again", b"", b"/a/.."])
def test_a_loop_is_seen_at_once(location: bytes) -> None:
    seen, wire = go({"/": moved(location)})
    assert (kind(seen), wire.paths) == ("redirect-loop", ["/"])


def test_a_longer_loop() -> None:
    seen, wire = go({"/": moved(b"/a"), "/a": moved(b"/b"), "/b": moved(b"/a")})
    assert (kind(seen), wire.paths) == ("redirect-loop", ["/", "/a", "/b"])
    assert [hop["url"] for hop in seen.redirects][:2] == [f"{wire.origin}/", f"{wire.origin}/a"]


def test_ten_redirects_and_no_more() -> None:
    ten = {f"/{number}": moved(f"/{number + 1}".encode()) for number in range(10)} | {"/10": ok(b"end")}
    seen, _ = go(ten, "/0")
    assert seen.answer is not None and len(seen.redirects) == 10
    seen, wire = go(ten | {"/10": moved(b"/11"), "/11": ok(b"end")}, "/0")
    assert (kind(seen), len(wire.requests)) == ("redirect-loop", 11)


def test_another_host_is_not_asked() -> None:
    with serving({"/": ok(b"other")}) as other:
        seen, wire = go({"/": moved(f"{other.origin}/x".encode())}, same_host_only=True)
        assert (seen.elsewhere, seen.final_url, seen.answer, seen.error) == (
            f"{other.origin}/x",
            f"{other.origin}/x",
            None,
            None,
        )
        assert seen.redirects == [{"status": 302, "url": f"{wire.origin}/"}]
        assert other.requests == []


def test_a_visit_that_goes_on_elsewhere_knows_where_it_was() -> None:
    with serving({"/": moved(b"http://first.example/")}) as wire, closing(client()) as asking:
        before = [{"status": 301, "url": "http://first.example/"}]
        seen = visit(asking, f"{wire.origin}/", redirects=before, same_host_only=True)
        assert kind(seen) == "redirect-loop"
        many = [{"status": 302, "url": f"http://first.example/{number}"} for number in range(10)]
        seen = visit(asking, f"{wire.origin}/", redirects=many)
        assert kind(seen) == "redirect-loop"


def test_robots_are_asked_about_every_hop() -> None:
    robots = Robots("User-agent: *\nDisallow: /private\n")
    with serving({"/": moved(b"/private/x"), "/private/x": ok(b"secret")}) as wire, closing(client()) as asking:
        seen = visit(asking, f"{wire.origin}/", robots=robots.allows)
        assert (kind(seen), seen.final_url, wire.paths) == ("robots", f"{wire.origin}/private/x", ["/"])
        assert kind(visit(asking, f"{wire.origin}/private", robots=robots.allows)) == "robots"
        assert wire.paths == ["/"]


def test_the_delay_holds_between_all_requests() -> None:
    """K-054, measured at the server."""
    with serving({"/": moved(b"/a"), "/a": ok(b"end"), "/gone": ok(b"", status="404 No")}) as wire:
        pace = Pace(SystemClock(), 0.2)
        with closing(client()) as asking:
            for path in ("/", "/gone", "/"):
                visit(asking, wire.origin + path, pace=pace)
    gaps = [later - earlier for earlier, later in pairwise(wire.times)]
    assert wire.paths == ["/", "/a", "/gone", "/", "/a"]
    assert min(gaps) >= 0.2


def test_waiting_is_not_counted() -> None:
    clock = StandingClock()
    with serving({"/": ok(b"page")}) as wire, closing(client()) as asking:
        seen = visit(asking, f"{wire.origin}/", pace=Pace(clock, 60.0, asked_at=START), deadline=5.0)
    assert seen.answer is not None and seen.elapsed_ms < 5_000
    assert clock.slept == [60.0]


def test_what_is_refused_waits_for_nothing() -> None:
    clock = StandingClock()
    seen = visit(client(), "http://169.254.169.254/", pace=Pace(clock, 60.0, asked_at=START))
    assert (kind(seen), clock.slept) == ("blocked-address", [])


@pytest.mark.parametrize("status", ["429 Too Many Requests", "503 Service Unavailable"])
def test_a_busy_host_is_left_alone(status: str) -> None:
    clock = StandingClock()
    pace = Pace(clock, 5.0)
    with serving({"/": ok(b"", "Retry-After: 90", status=status)}) as wire, closing(client()) as asking:
        seen = visit(asking, f"{wire.origin}/", pace=pace)
    assert (seen.retryable, seen.retry_after) == (True, 90.0)
    assert pace.ready_at == START + timedelta(seconds=90)


@pytest.mark.parametrize(
    ("reply", "retryable"),
    [
        (ok(b"", status="404 Not Found"), False),
        (ok(b"", status="500 Oh"), False),
        (ok(b"", status="503 Busy"), True),
        (lambda connection: connection.close(), True),
        (lambda connection: connection.sendall(b"nonsense\r\n\r\n"), False),
        (ok(b"x", "Content-Encoding: gzip"), False),
        (drip(b"HTTP/1.1 200 OK\r\n" * 30, 0.02), True),
    ],
)
def test_what_may_be_asked_again(reply: Reply, retryable: bool) -> None:
    with serving({"/": reply}) as wire, closing(client()) as asking:
        assert visit(asking, f"{wire.origin}/", deadline=1.0).retryable is retryable


def test_the_deadline_is_of_all_requests_together() -> None:
    def slowly(location: str) -> Reply:
        return drip(moved(location.encode() + b"\r\nConnection: close"), 0.006)

    seen, wire = go({"/": slowly("/1"), **{f"/{n}": slowly(f"/{n + 1}") for n in range(1, 9)}})
    assert kind(seen) == "timeout"
    assert 3 <= len(wire.requests) <= 8 and 2_900 <= seen.elapsed_ms <= 3_500
