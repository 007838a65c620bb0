"""Idempotency-Key: what is sent twice is done once, and answers the same (docs/api.md)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.api.conftest import PASSWORD, Person, enrol

KEY = {"Idempotency-Key": "0123456789abcdef"}
OTHER = {"Idempotency-Key": "fedcba9876543210"}


def names(person: Person) -> list[str]:
    return [product["name"] for product in person.get("/api/products").json()["products"]]


def test_a_product_is_made_once_for_a_key(admin: Person) -> None:
    answers = [admin.post("/api/products", {"name": "店"}, headers=KEY) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert names(admin) == ["店"]
    assert admin.post("/api/products", {"name": "店"}, headers=OTHER).status_code == 201
    assert admin.post("/api/products", {"name": "店"}).status_code == 201
    assert names(admin) == ["店", "店", "店"]


def test_at_once_too(admin: Person) -> None:
    with ThreadPoolExecutor(6) as pool:
        people = [Person(admin.http) for _ in range(6)]
        answers = list(pool.map(lambda p: p.post("/api/products", {"name": "同時"}, headers=KEY), people))
    assert {answer.json()["product"]["id"] for answer in answers} == {1}
    assert names(admin) == ["同時"]


def test_a_key_is_of_one_person_and_one_wish(admin: Person, services: Any, anybody: Callable[[], Person]) -> None:
    enrol(services, "second@example.jp", "admin")
    second = anybody()
    assert second.post("/api/login", {"email": "second@example.jp", "password": PASSWORD}).status_code == 200
    for person, name in ((admin, "一"), (admin, "二"), (second, "一")):
        assert person.post("/api/products", {"name": name}, headers=KEY).status_code == 201
    assert names(admin) == ["一", "二", "一"]


def test_every_change_is_done_once(admin: Person) -> None:
    product = admin.post("/api/products", {"name": "店"}).json()["product"]["id"]
    path = f"/api/products/{product}"

    def twice(method: str, path: str, body: Any) -> list[Any]:
        answers = [admin.send(method, path, body, headers=KEY) for _ in range(2)]
        return [(answer.status_code, answer.json()) for answer in answers]

    added = (200, {"added": 2, "skipped": 0, "rejected": []})
    assert twice("POST", f"{path}/urls", {"text": "https://example.jp/a\nhttps://example.jp/b"}) == [added, added]
    url = admin.get(f"{path}/urls").json()["urls"][0]["id"]
    assert twice("DELETE", f"{path}/urls/{url}", {}) == [(200, {"deleted": url})] * 2
    first, second = twice("POST", f"{path}/runs", {"mode": "all", "delay_seconds": 0})
    assert (first[0], first[1]["run"]["id"], second[1]["run"]["id"]) == (202, 1, 1)
    assert len(admin.get("/api/runs").json()["runs"]) == 1
    assert twice("PATCH", path, {"name": "新しい店"})[1][1]["product"]["name"] == "新しい店"
    assert twice("DELETE", path, {"name": "新しい店"}) == [(200, {"deleted": product})] * 2
    assert names(admin) == []


def test_what_was_refused_is_judged_anew(admin: Person) -> None:
    product = admin.post("/api/products", {"name": "店"}).json()["product"]["id"]
    for _ in range(2):
        answer = admin.send("DELETE", f"/api/products/{product}", {"name": "違う店"}, headers=KEY)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "name-differs")
    assert names(admin) == ["店"]


@pytest.mark.parametrize("key", ["short", "with a blank", "x" * 101])
def test_a_key_that_is_none_is_refused(admin: Person, key: str) -> None:
    answer = admin.post("/api/products", {"name": "店"}, headers={"Idempotency-Key": key})
    assert answer.status_code == 400
    assert answer.json()["error"]["field"] == "Idempotency-Key"
    assert answer.json()["error"]["code"] == "invalid-key"
    assert names(admin) == []
