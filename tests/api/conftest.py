"""The API behind a real HTTP server on loopback, and people who are signed in to it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest

import app as front_door
from chalicelib.accounts import hash_password
from chalicelib.services import Services
from chalicelib.store.users import add_user
from infra.local.embedded import open_services
from infra.local.server import make_server, run_beside
from tests import stores
from tests.fetch.clocks import StandingClock

PASSWORD = "十文字以上の合言葉です"


@dataclass
class Person:
    """A browser's worth of client: keeps its cookie, sends the header that forms cannot."""

    http: httpx.Client

    def get(self, path: str, **keywords: Any) -> httpx.Response:
        return self.http.get(path, **keywords)

    def send(self, method: str, path: str, body: Any = None, **keywords: Any) -> httpx.Response:
        headers = {"Kunugi-Request": "1", **keywords.pop("headers", {})}
        return self.http.request(method, path, json=body if body is not None else {}, headers=headers, **keywords)

    def post(self, path: str, body: Any = None, **keywords: Any) -> httpx.Response:
        return self.send("POST", path, body, **keywords)


@pytest.fixture
def clock() -> StandingClock:
    return StandingClock()


@pytest.fixture
def services(tmp_path: Path, clock: StandingClock) -> Services:
    settings = stores.settings(tmp_path / "data", secret_key="secret for tests")
    demo = ("http://127.0.0.1:8001/", "http://127.0.0.1:8001/faq/")
    return replace(open_services(settings, clock=clock), demo_urls=demo)


@pytest.fixture
def anybody(services: Services) -> Iterator[Callable[[], Person]]:
    """Open a client that is not signed in."""
    front_door.use(services)
    server = make_server(front_door.app, port=0, base_url=services.settings.base_url)
    stop = run_beside(server)
    opened: list[httpx.Client] = []

    def open_one() -> Person:
        client = httpx.Client(base_url=f"http://127.0.0.1:{server.effective_port}", trust_env=False)
        opened.append(client)
        return Person(client)

    yield open_one
    for client in opened:
        client.close()
    stop()


def enrol(services: Services, email: str, role: str) -> None:
    """A user with PASSWORD; a cheap hash keeps the tests fast."""
    hashed = hash_password(PASSWORD, rounds=4)
    services.database.write(
        lambda connection: add_user(connection, email=email, password_hash=hashed, role=role, now="2026-04-01 00:00:00")
    )


@pytest.fixture
def admin(services: Services, anybody: Callable[[], Person]) -> Person:
    enrol(services, "admin@example.jp", "admin")
    person = anybody()
    assert person.post("/api/login", {"email": "admin@example.jp", "password": PASSWORD}).status_code == 200
    return person


@pytest.fixture
def manager(services: Services, anybody: Callable[[], Person]) -> Person:
    enrol(services, "manager@example.jp", "product_manager")
    person = anybody()
    assert person.post("/api/login", {"email": "manager@example.jp", "password": PASSWORD}).status_code == 200
    return person
