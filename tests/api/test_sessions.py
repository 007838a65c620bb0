"""Set-up, login, logout and what voids a session (K-010, K-011, K-071, K-073)."""

import logging
import sqlite3
from collections.abc import Callable
from dataclasses import replace

import pytest

import app as front_door
from chalicelib.accounts import hash_password, new_setup_code, password_matches
from chalicelib.services import Services
from chalicelib.store.users import get_user_by_email, set_password_hash
from tests.api.conftest import PASSWORD, Person, enrol
from tests.fetch.clocks import StandingClock

Anybody = Callable[[], Person]


def error(response: object) -> tuple[int, str, str | None]:
    """Status, code and field."""
    said = response.json()["error"]  # type: ignore[attr-defined] # an httpx response
    return response.status_code, said["code"], said.get("field")  # type: ignore[attr-defined] # as above


def test_the_first_administrator_needs_the_printed_code_once(services: Services, anybody: Anybody) -> None:
    person, code = anybody(), new_setup_code(services.objects)
    assert person.get("/api/session").json()["setup_needed"] is True
    form = {"code": "0000-0000-0000-0000", "email": " Hanako@Example.JP ", "password": PASSWORD}
    assert error(person.post("/api/setup", form)) == (400, "wrong-setup-code", "code")
    form["code"] = f" {code.upper()} "
    answer = person.post("/api/setup", form)
    assert (answer.status_code, answer.json()["user"]) == (
        201,
        {"id": 1, "email": "hanako@example.jp", "role": "admin"},
    )
    assert person.get("/api/products").status_code == 200
    assert error(anybody().post("/api/setup", form)) == (409, "already-set-up", None)
    assert anybody().get("/api/session").json()["setup_needed"] is False


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"email": "no address"}, (400, "invalid-email", "email")),
        ({"email": "a@b"}, (400, "invalid-email", "email")),
        ({"password": "nine char"}, (400, "password-too-short", "password")),
        ({"password": "あ" * 25}, (400, "password-too-long", "password")),  # 75 bytes
        ({"password": None}, (400, "invalid-type", "password")),
        ({"email": 1}, (400, "invalid-type", "email")),
    ],
)
def test_what_a_set_up_refuses_names_the_field(
    services: Services, anybody: Anybody, *, change: dict[str, object], expected: tuple[int, str, str]
) -> None:
    form = {"code": new_setup_code(services.objects), "email": "a@example.jp", "password": PASSWORD, **change}
    assert error(anybody().post("/api/setup", form)) == expected


def test_signing_in_and_out(services: Services, anybody: Anybody) -> None:
    enrol(services, "a@example.jp", "admin")
    person = anybody()
    assert error(person.get("/api/products")) == (401, "not-signed-in", None)
    answer = person.post("/api/login", {"email": "A@EXAMPLE.jp ", "password": PASSWORD})
    cookie = answer.headers["set-cookie"]
    assert answer.status_code == 200
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie  # plain http on this machine
    assert person.get("/api/products").status_code == 200
    stolen = dict(person.http.cookies)
    person.post("/api/logout")
    assert person.http.cookies.get("kunugi_session") in (None, "", '""')
    assert error(person.get("/api/products")) == (401, "not-signed-in", None)
    assert stolen


def test_the_cookie_is_secure_on_https(services: Services, anybody: Anybody) -> None:
    enrol(services, "a@example.jp", "admin")
    secure = replace(services, settings=replace(services.settings, base_url="https://kunugi.example/app/"))
    person = anybody()
    front_door.use(secure)
    cookie = person.post("/api/login", {"email": "a@example.jp", "password": PASSWORD}).headers["set-cookie"]
    assert "; Secure" in cookie
    assert "Path=/app/" in cookie


def test_a_wrong_address_and_a_wrong_password_look_alike(services: Services, anybody: Anybody) -> None:
    enrol(services, "a@example.jp", "admin")
    person = anybody()
    wrong = person.post("/api/login", {"email": "a@example.jp", "password": "not this one"})
    unknown = person.post("/api/login", {"email": "b@example.jp", "password": "not this one"})
    assert (wrong.status_code, wrong.json()) == (unknown.status_code, unknown.json())
    assert error(wrong) == (401, "wrong-credentials", None)


def test_a_session_ends_after_twelve_hours(services: Services, admin: Person, clock: StandingClock) -> None:
    clock.sleep(12 * 3600 - 1)
    assert admin.get("/api/products").status_code == 200
    clock.sleep(2)
    assert error(admin.get("/api/products")) == (401, "session-over", None)
    assert admin.get("/api/session").json()["user"] is None


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE users SET role = 'product_manager'",
        "UPDATE users SET password_hash = 'x'",
        "DELETE FROM users",
    ],
)
def test_a_session_is_void_when_its_user_changes(services: Services, admin: Person, change: str) -> None:
    assert admin.get("/api/products").status_code == 200
    services.database.write(lambda connection: connection.execute(change))
    assert error(admin.get("/api/products")) == (401, "session-over", None)


@pytest.mark.parametrize("cookie", ["x", "a.b.c", "eyJ1c2VyIjoxfQ.AAAA", "é", "." * 5000])
def test_a_forged_cookie_is_no_session(anybody: Anybody, cookie: str) -> None:
    person = anybody()
    headers = {b"Cookie": f"kunugi_session={cookie}".encode()}
    answer = person.http.get("/api/products", headers=headers)
    assert answer.status_code == 401


def test_ten_failures_slow_down(services: Services, anybody: Anybody, clock: StandingClock) -> None:
    enrol(services, "a@example.jp", "admin")
    person, wrong = anybody(), {"email": "a@example.jp", "password": "not this one"}
    for _ in range(10):
        assert person.post("/api/login", wrong).status_code == 401
        clock.sleep(30)
    right = {"email": "a@example.jp", "password": PASSWORD}
    answer = person.post("/api/login", right)
    assert error(answer) == (429, "too-many", None)
    assert answer.headers["retry-after"] == str(15 * 60 - 300)
    assert "10分後に" in answer.json()["error"]["message"]
    clock.sleep(15 * 60 - 299)
    assert person.post("/api/login", right).status_code == 200


def test_failures_count_for_the_client_whatever_the_address(services: Services, anybody: Anybody) -> None:
    enrol(services, "a@example.jp", "admin")
    person = anybody()
    for number in range(10):
        person.post("/api/login", {"email": f"guess{number}@example.jp", "password": "not this one"})
    assert error(person.post("/api/login", {"email": "a@example.jp", "password": PASSWORD})) == (429, "too-many", None)


def test_a_php_hash_signs_in(services: Services, anybody: Anybody) -> None:
    """K-006: `$2y$` is what PHP's password_hash writes."""
    enrol(services, "a@example.jp", "admin")

    def as_php(connection: sqlite3.Connection) -> None:
        user = get_user_by_email(connection, "a@example.jp")
        assert user is not None
        set_password_hash(connection, user.id, user.password_hash.replace("$2b$", "$2y$"))

    services.database.write(as_php)
    assert anybody().post("/api/login", {"email": "a@example.jp", "password": PASSWORD}).status_code == 200


def test_passwords_are_neither_cut_nor_logged(
    services: Services, anybody: Anybody, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    code = new_setup_code(services.objects)
    answer = anybody().post("/api/setup", {"code": code, "email": "a@example.jp", "password": PASSWORD})
    with services.database.read() as connection:
        dump = "\n".join(connection.iterdump())
    assert PASSWORD not in dump + caplog.text + answer.text
    long = "a" * 72
    assert password_matches(long, hash_password(long, rounds=4))
    assert not password_matches(long + "b", hash_password(long, rounds=4))
    assert not password_matches("anything at all", None)
    assert not password_matches("anything at all", "not a hash")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Kunugi-Request": "0"},
        {"Kunugi-Request": "1", "Origin": "https://evil.example"},
        {"Kunugi-Request": "1", "Origin": "null"},
    ],
)
def test_requests_of_other_sites_change_nothing(services: Services, admin: Person, headers: dict[str, str]) -> None:
    answer = admin.http.post("/api/products", json={"name": "店"}, headers=headers)
    assert error(answer) == (403, "foreign-request", None)
    assert admin.get("/api/products").json() == {"products": []}


@pytest.mark.parametrize(
    ("origin", "host", "base_url", "own"),
    [
        ("https://kunugi.example", "kunugi.example", "https://kunugi.example/app/", True),
        ("https://kunugi.example:443", "inner:8000", "https://Kunugi.example/app/", True),
        ("http://kunugi.example", "kunugi.example", "https://kunugi.example/", False),
        ("https://kunugi.example:8443", "kunugi.example:8443", "https://kunugi.example/", False),
        ("http://localhost:9000", "localhost:9000", "http://127.0.0.1:8000/", True),  # through a tunnel
        ("http://[::1]:8000", "[::1]:8000", "http://127.0.0.1:8000/", True),
        ("http://127.0.0.1:8000", "LOCALHOST:8000", "http://127.0.0.1:8000/", True),  # the first is what people open
        ("http://localhost:3000", "localhost:8000", "http://127.0.0.1:8000/", False),  # another server's page
        ("http://localhost:8000", "127.0.0.1:8000", "https://kunugi.example/", False),
        ("http://evil.example:8000", "evil.example:8000", "http://127.0.0.1:8000/", False),  # DNS rebinding
        ("http://localhost.evil.example", "localhost.evil.example", "http://127.0.0.1:8000/", False),
        ("http://localhost:8000@evil.example", "localhost:8000", "http://127.0.0.1:8000/", False),
        ("http://[", "localhost:8000", "http://127.0.0.1:8000/", False),
        ("http://localhost:99999", "localhost:99999", "http://127.0.0.1:8000/", False),
        ("null", "localhost:8000", "http://127.0.0.1:8000/", False),
        ("", "", "http://127.0.0.1:8000/", False),
    ],
)
def test_an_origin_is_own_by_its_name(
    services: Services, admin: Person, *, origin: str, host: str, base_url: str, own: bool
) -> None:
    """K-071: a name of another site that leads here (DNS rebinding) is not ours, though Host and Origin agree."""
    front_door.use(replace(services, settings=replace(services.settings, base_url=base_url)))
    answer = admin.post("/api/products", {"name": "店"}, headers={"Origin": origin, "Host": host})
    assert answer.status_code == (201 if own else 403)


def test_the_own_origin_is_taken(admin: Person) -> None:
    origin = str(admin.http.base_url).rstrip("/")
    assert admin.post("/api/products", {"name": "店"}, headers={"Origin": origin}).status_code == 201
