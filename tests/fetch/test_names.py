"""Looking up within a time, and what its failures are called."""

import socket
import threading
import time
from typing import Any

import pytest

from chalicelib.fetch import names
from chalicelib.fetch.client import Client
from chalicelib.fetch.errors import FetchError


def test_this_machine() -> None:
    assert "127.0.0.1" in names.resolve("localhost", 80, 5.0)


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (socket.EAI_NONAME, "dns"),
        (socket.EAI_FAIL, "dns"),
        (socket.EAI_AGAIN, "dns-transient"),
        (socket.EAI_SYSTEM, "dns-transient"),
    ],
)
def test_kinds(monkeypatch: pytest.MonkeyPatch, number: int, kind: str) -> None:
    def failing(*_args: Any, **_more: Any) -> None:
        raise socket.gaierror(number, "no luck")

    monkeypatch.setattr(socket, "getaddrinfo", failing)
    with pytest.raises(FetchError) as raised:
        Client().get("http://shop.example/")
    assert (raised.value.kind, raised.value.detail) == (kind, "shop.example: no luck")


def test_a_look_up_that_hangs_is_left_at_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()

    def hanging(*_args: Any, **_more: Any) -> list[Any]:
        released.wait(10)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", hanging)
    started = time.monotonic()
    with pytest.raises(FetchError) as raised:
        Client().get("http://shop.example/", deadline=0.5)
    released.set()
    assert raised.value.kind == "dns-transient"
    assert time.monotonic() - started < 2.5


def test_hanging_look_ups_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()
    inside = threading.Semaphore(0)

    def hanging(*_args: Any, **_more: Any) -> list[Any]:
        inside.release()
        released.wait(10)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", hanging)
    monkeypatch.setattr(names, "_LOOK_UPS", threading.BoundedSemaphore(2))
    details = []
    for _ in range(4):
        with pytest.raises(FetchError) as raised:
            names.resolve("shop.example", 80, 0.05)
        details.append(raised.value.detail)
    released.set()
    assert details == ["no answer within 0.1 s"] * 2 + ["too many look-ups at once"] * 2


def test_a_name_without_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_more: [])
    with pytest.raises(FetchError) as raised:
        Client().get("http://shop.example/")
    assert (raised.value.kind, raised.value.detail) == ("dns", "shop.example: no address")
