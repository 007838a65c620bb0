"""Products, URLs, runs and results over HTTP (docs/api.md), and what bad input is answered."""

import json
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import app as front_door
from chalicelib.api.http import ROUTES
from chalicelib.api.rights import PRODUCT_MANAGER_PAGES
from chalicelib.services import Services
from chalicelib.store.results import add_result
from tests.api.conftest import Person
from tests.api.test_sessions import error

Anybody = Callable[[], Person]


def product(admin: Person, name: str = "企業サイト") -> int:
    answer = admin.post("/api/products", {"name": name})
    assert answer.status_code == 201
    return int(answer.json()["product"]["id"])


def paste(admin: Person, product_id: int, text: str) -> dict[str, Any]:
    answer = admin.post(f"/api/products/{product_id}/urls", {"text": text})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_product_from_its_making_to_its_end(admin: Person) -> None:
    made = admin.post("/api/products", {"name": " 企業サイト "}).json()["product"]
    assert made == {
        "id": 1,
        "name": "企業サイト",
        "created_at": "2026-04-01 00:00:00",
        "own_site": False,
        "url_count": 0,
        "crawled_today": 0,
        "error_count": 0,
        "schedule": None,
        "last_run": None,
    }
    change = {
        "name": "コーポレート",
        "own_site": True,
        "schedule": {"days": [15, 1, 1], "crawl_delay_seconds": 3, "enabled": False},
    }
    changed = admin.send("PATCH", "/api/products/1", change).json()["product"]
    assert (changed["name"], changed["own_site"]) == ("コーポレート", True)
    assert changed["schedule"] == {
        "days": [1, 15],
        "crawl_delay_seconds": 3,
        "enabled": False,
        "last_triggered_date": None,
    }
    assert admin.send("PATCH", "/api/products/1", {"schedule": None}).json()["product"]["schedule"] is None
    assert admin.send("PATCH", "/api/products/1", {}).json()["product"]["name"] == "コーポレート"
    assert error(admin.send("DELETE", "/api/products/1", {"name": "企業サイト"})) == (400, "name-differs", "name")
    assert admin.send("DELETE", "/api/products/1", {"name": "コーポレート"}).json() == {"deleted": 1}
    assert error(admin.get("/api/products/1")) == (404, "not-found", None)


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({}, "invalid-missing", "name"),
        ({"name": ""}, "invalid-shortest", "name"),
        ({"name": "　 "}, "invalid-shortest", "name"),
        ({"name": "あ" * 201}, "invalid-longest", "name"),
        ({"name": "店\u0000"}, "invalid-characters", "name"),
        ({"name": "店\n舗"}, "invalid-characters", "name"),
        ({"name": "店\u200b舗"}, "invalid-characters", "name"),
        ({"name": "\u202e店"}, "invalid-characters", "name"),
        ({"name": 3}, "invalid-type", "name"),
        ({"name": None}, "invalid-type", "name"),
        ([], "invalid-type", None),
    ],
)
def test_a_bad_name_is_named(admin: Person, *, body: object, code: str, field: str | None) -> None:
    assert error(admin.post("/api/products", body)) == (400, code, field)


@pytest.mark.parametrize(
    ("schedule", "code", "field"),
    [
        ({"days": [0]}, "invalid-least", "days"),
        ({"days": [1, 32]}, "invalid-most", "days"),
        ({"days": ["1"]}, "invalid-type", "days"),
        ({"days": [1] * 32}, "invalid-longest", "days"),
        ({}, "invalid-missing", "days"),
        (7, "invalid-type", "schedule"),
        ({"days": [1], "crawl_delay_seconds": -1}, "invalid-least", "crawl_delay_seconds"),
        ({"days": [1], "crawl_delay_seconds": 3601}, "invalid-most", "crawl_delay_seconds"),
        ({"days": [1], "enabled": 1}, "invalid-type", "enabled"),
    ],
)
def test_a_bad_schedule_changes_nothing(admin: Person, *, schedule: object, code: str, field: str) -> None:
    number = product(admin)
    assert error(admin.send("PATCH", f"/api/products/{number}", {"name": "x", "schedule": schedule})) == (
        400,
        code,
        field,
    )
    assert admin.get(f"/api/products/{number}").json()["product"]["name"] == "企業サイト"


def test_bulk_paste_adds_skips_and_lists_back(admin: Person) -> None:
    """K-021: 5 lines with 2 known: 3 added, 2 skipped; what is no URL comes back with line and reason."""
    number = product(admin)
    assert paste(admin, number, "https://example.jp/\nhttps://example.jp/b")["added"] == 2
    text = "\n".join(
        [
            "https://EXAMPLE.jp:443",
            "　https://example.jp/b ",
            "https://example.jp/c",
            "",
            "example.jp/d",
            "https://example.jp/e#top",
            "ｈｔｔｐｓ：／／ｅｘａｍｐｌｅ．ｊｐ／ｆ",
            "ftp://example.jp/g",
            "http://127.0.0.1/h",
            "https://日本語.example/商品?色=赤",
        ]
    )
    answer = paste(admin, number, text)
    assert (answer["added"], answer["skipped"]) == (4, 2)
    assert [(r["line"], r["text"], r["reason_code"]) for r in answer["rejected"]] == [
        (5, "example.jp/d", "not-a-url"),
        (8, "ftp://example.jp/g", "scheme"),
        (9, "http://127.0.0.1/h", "blocked-address"),
    ]
    urls = [url["url"] for url in admin.get(f"/api/products/{number}/urls").json()["urls"]]
    assert urls[:4] == [
        "https://example.jp/",
        "https://example.jp/b",
        "https://example.jp/c",
        "https://example.jp/e",
    ]
    assert "https://日本語.example/商品?色=赤" in urls


def test_a_full_width_space_is_part_of_a_name(admin: Person) -> None:
    assert admin.post("/api/products", {"name": "　企業　サイト"}).json()["product"]["name"] == "企業　サイト"


def test_only_line_ends_end_a_line(admin: Person) -> None:
    """U+0085, U+2028 and their like are no line ends: a URL with one inside is no URL, and the count is an editor's."""
    number = product(admin)
    answer = paste(
        admin, number, "https://a.example/\r\nhttps://b.example/\rhttps://c.example/\n\u2028x\u0085y\x0bz\nno"
    )
    assert answer["added"] == 3
    assert [(row["line"], row["text"]) for row in answer["rejected"]] == [(4, "\u2028x\u0085y\x0bz"), (5, "no")]
    lines = "\n" * 20_000
    assert paste(admin, number, lines)["added"] == 0
    refused = admin.post(f"/api/products/{number}/urls", {"text": lines + "x"})
    assert error(refused) == (400, "too-many-lines", "text")


def test_url_lists_are_paged_and_searched(admin: Person) -> None:
    number = product(admin)
    paste(admin, number, "\n".join(f"https://example.jp/{n}" for n in range(7)) + "\nhttps://example.jp/100%_off")
    first = admin.get(f"/api/products/{number}/urls?limit=5").json()
    second = admin.get(f"/api/products/{number}/urls?limit=5&after={first['next']}").json()
    assert ([len(p["urls"]) for p in (first, second)], second["next"], first["total"]) == ([5, 3], None, 8)
    found = admin.get(f"/api/products/{number}/urls", params={"q": "%_o"}).json()
    assert [url["url"] for url in found["urls"]] == ["https://example.jp/100%_off"]
    assert found["urls"][0]["last_crawled_at"] is None
    url_id = found["urls"][0]["id"]
    assert admin.send("DELETE", f"/api/products/{number}/urls/{url_id}").json() == {"deleted": url_id}
    assert error(admin.send("DELETE", f"/api/products/{number}/urls/{url_id}")) == (404, "not-found", None)


def test_the_demo_is_offered_once(admin: Person) -> None:
    assert admin.get("/api/session").json()["demo"] is True
    made, again = admin.post("/api/demo"), admin.post("/api/demo")
    assert (made.status_code, again.status_code) == (201, 200)
    assert made.json()["product"]["id"] == again.json()["product"]["id"]
    assert made.json()["product"]["url_count"] == 2


def test_a_run_is_queued_shown_and_cancelled(services: Services, admin: Person) -> None:
    number = product(admin)
    assert error(admin.post(f"/api/products/{number}/runs", {"mode": "all"})) == (409, "nothing-to-crawl", None)
    paste(admin, number, "https://one.example/\nhttps://two.example/")
    started = admin.post(f"/api/products/{number}/runs", {"mode": "all", "delay_seconds": 2})
    run = started.json()["run"]
    assert started.status_code == 202
    assert run == {
        "id": 1,
        "product_id": number,
        "product_name": "企業サイト",
        "trigger": "manual",
        "mode": "all",
        "state": "queued",
        "started_at": "2026-04-01 00:00:00",
        "finished_at": None,
        "total_urls": 2,
        "done_urls": 0,
        "success_count": 0,
        "error_count": 0,
        "delay_seconds": 2,
        "seconds_left": 4,
    }
    assert admin.get("/api/runs/1").json() == {"run": run, "recent": []}
    cancelled = admin.post("/api/runs/1/cancel").json()["run"]
    assert (cancelled["state"], cancelled["total_urls"], cancelled["seconds_left"]) == ("cancelled", 0, None)
    assert admin.post("/api/runs/1/cancel").json()["run"] == cancelled
    assert [r["id"] for r in admin.get("/api/runs").json()["runs"]] == [1]


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"mode": "some"}, "invalid-type", "mode"),
        ({"delay_seconds": -1}, "invalid-least", "delay_seconds"),
        ({"delay_seconds": "fast"}, "invalid-type", "delay_seconds"),
        ({"delay_seconds": 4000}, "invalid-most", "delay_seconds"),
    ],
)
def test_a_bad_run_is_refused(admin: Person, *, body: object, code: str, field: str) -> None:
    number = product(admin)
    assert error(admin.post(f"/api/products/{number}/runs", body)) == (400, code, field)


def test_the_failed_are_tried_again_whatever_was_crawled_today(services: Services, admin: Person) -> None:
    """K-044: only URLs whose newest result is an error, also those that wait in an open batch."""
    number = product(admin)
    paste(admin, number, "\n".join(f"https://example.jp/{n}" for n in range(3)))
    assert error(admin.post(f"/api/products/{number}/runs", {"mode": "failed"})) == (409, "nothing-to-crawl", None)

    def results(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO crawl_runs (id, product_id, finished_at) VALUES (7, ?, 'x')", (number,))
        for url_id, is_error, at in ((1, 1, "01"), (1, 0, "02"), (2, 0, "01"), (2, 1, "02"), (3, 0, "01")):
            connection.execute(
                "INSERT INTO crawl_results (run_id, product_id, product_url_id, url, is_error, created_at)"
                " VALUES (7, ?, ?, 'u', ?, '2026-04-01 00:00:' || ?)",
                (number, url_id, is_error, at),
            )

    services.database.write(results)
    for _ in range(2):
        run = admin.post(f"/api/products/{number}/runs", {"mode": "failed"}).json()["run"]
        assert (run["mode"], run["total_urls"]) == ("failed", 1)
    with services.database.read() as connection:
        pending = connection.execute("SELECT url FROM pending_urls").fetchall()
    assert [row[0] for row in pending] == ["https://example.jp/1"] * 2


def seed_results(services: Services, count: int) -> None:
    """A finished run of product 1 with `count` results; each third an error, each fourth with a mismatch."""

    def work(connection: Any) -> None:
        connection.execute("INSERT INTO products (id, name) VALUES (1, '店')")
        connection.execute("INSERT INTO crawl_runs (id, product_id, finished_at) VALUES (1, 1, '2026-04-01 00:00:00')")
        for n in range(1, count + 1):
            types = [{"source": "JSON-LD", "type": "Article" if n % 2 else "Product"}]
            row = {
                "run_id": 1,
                "product_id": 1,
                "url": f"https://example.jp/{n}",
                "title": f"題 {n}",
                "http_status": 0 if n % 3 == 0 else 200,
                "is_error": int(n % 3 == 0),
                "error_message": "dns: ドメインが見つかりません" if n % 3 == 0 else None,
                "result_json": json.dumps(
                    {
                        "entities": [],
                        "validation": [
                            {"rule": "x", "message": "古い文", "message_key": "fetch.dns", "message_args": {}}
                        ],
                        "later": {"unknown": "key"},
                    }
                ),
                "created_at": "2026-04-01 00:00:00",
            }
            counts = {
                "types": types,
                "entity_count": 1,
                "mismatch_count": int(n % 4 == 0),
                "suggestion_count": 0,
                "finding_count": 0,
            }
            add_result(connection, row, counts)

    services.database.write(work)


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("", [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
        ("?status=error", [12, 9, 6, 3]),
        ("?status=ok&product=1", [11, 10, 8, 7, 5, 4, 2, 1]),
        ("?status=findings&run=1", [12, 8, 4]),
        ("?type=Product", [12, 10, 8, 6, 4, 2]),
        ("?q=/1", [12, 11, 10, 1]),
        ("?q=題 7", [7]),
        ("?product=2", []),
        ("?run=1&product=2", []),
        ("?before=3", [2, 1]),
    ],
)
def test_results_by_every_filter(services: Services, admin: Person, query: str, ids: list[int]) -> None:
    seed_results(services, 12)
    assert [row["id"] for row in admin.get("/api/results" + query).json()["results"]] == ids


def test_result_rows_and_details(services: Services, admin: Person) -> None:
    seed_results(services, 3)
    page = admin.get("/api/results?limit=2").json()
    assert (page["next"], [row["id"] for row in page["results"]]) == (2, [3, 2])
    assert page["results"][0]["http_status"] is None  # K-006: 0 is no answer
    assert (page["results"][0]["is_error"], page["results"][0]["error_kind"]) == (True, "dns")
    assert page["results"][1]["types"] == [{"source": "JSON-LD", "type": "Product"}]
    detail = admin.get("/api/results/3").json()["result"]
    assert "result_json" not in detail
    assert detail["result"]["later"] == {"unknown": "key"}
    assert detail["result"]["validation"][0]["message"] == "ドメインが見つかりません"
    english = admin.get("/api/results/3", headers={"Accept-Language": "en"}).json()["result"]
    assert english["result"]["validation"][0]["message"] != "ドメインが見つかりません"


@pytest.mark.parametrize("text", ["", "{", "[1]", "null"])
def test_a_result_json_that_cannot_be_read_shows_as_none(services: Services, admin: Person, text: str) -> None:
    seed_results(services, 1)
    services.database.write(lambda connection: connection.execute("UPDATE crawl_results SET result_json = ?", (text,)))
    assert admin.get("/api/results/1").json()["result"]["result"] is None


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("GET", "/api/nowhere", (404, "not-found", None)),
        ("GET", "/nowhere", (404, "not-found", None)),
        ("GET", "/api/products/abc", (404, "not-found", None)),
        ("GET", "/api/products/999", (404, "not-found", None)),
        ("GET", "/api/products/%31%00", (404, "not-found", None)),
        ("GET", "/api/products/99999999999999999999999", (404, "not-found", None)),
        ("GET", "/api/results/0", (404, "not-found", None)),
        ("GET", "/api/runs/77", (404, "not-found", None)),
        ("GET", "/api/results?limit=many", (400, "invalid-number", "limit")),
        ("GET", "/api/results?limit=0", (400, "invalid-number", "limit")),
        ("GET", "/api/results?status=wrong", (400, "invalid-choice", "status")),
        ("GET", "/api/results?product=-1", (400, "invalid-number", "product")),
        ("GET", "/api/results?before=1'%20OR%201=1", (400, "invalid-number", "before")),
        ("GET", "/api/results?q=" + "a" * 201, (400, "invalid-longest", "q")),
        ("GET", "/api/results?q=" + "%E3%81%82" * 201, (400, "invalid-longest", "q")),
        ("GET", "/api/results?type=" + "a" * 60_000, (400, "invalid-longest", "type")),
        ("GET", "/api/products/1/urls?q=" + "a" * 60_000, (400, "invalid-longest", "q")),
        ("GET", "/api/results?" + "&a=1" * 101, (400, "invalid-address", None)),
        ("GET", "//[", (400, "invalid-address", None)),
        ("GET", "//", (404, "not-found", None)),
        ("PUT", "/api/products", (405, "method-not-allowed", None)),
        ("POST", "/", (405, "method-not-allowed", None)),
        ("POST", "/api/products/999/runs", (404, "not-found", None)),
        ("POST", "/api/products/999/urls", (400, "invalid-missing", "text")),
        ("DELETE", "/api/products/1/urls/1", (404, "not-found", None)),
    ],
)
def test_bad_addresses_get_their_own_answers(admin: Person, *, method: str, path: str, expected: object) -> None:
    url = admin.http.base_url.copy_with(raw_path=path.encode())
    answer = admin.http.send(admin.http.build_request("GET", url)) if method == "GET" else admin.send(method, path)
    assert error(answer) == expected


def test_the_longest_text_is_searched_for(admin: Person) -> None:
    assert admin.get("/api/results?q=" + "a" * 200).json()["results"] == []


@pytest.mark.parametrize(
    ("content", "content_type", "expected"),
    [
        (b"no json", "application/json", (400, "invalid-json", None)),
        (b'{"name": "\xff"}', "application/json", (400, "invalid-json", None)),
        (b'{"name": ', "application/json", (400, "invalid-json", None)),
        (b'{"x": ' + b"[" * 100_000, "application/json", (400, "invalid-json", None)),
        (b"name=x", "application/x-www-form-urlencoded", (415, "unsupported-media-type", None)),
        (b'{"name": "' + b"a" * 5_000_000 + b'"}', "application/json", (413, "too-large", None)),
    ],
)
def test_bad_bodies_get_their_own_answers(
    admin: Person, *, content: bytes, content_type: str, expected: object
) -> None:
    headers = {"Kunugi-Request": "1", "Content-Type": content_type}
    assert error(admin.http.post("/api/products", content=content, headers=headers)) == expected
    assert admin.get("/api/products").status_code == 200


def test_errors_are_said_in_the_reader_s_language(anybody: Anybody) -> None:
    japanese, english = (
        anybody().get("/api/products", headers={"Accept-Language": tag}).json()["error"]["message"]
        for tag in ("ja", "en-GB,ja")
    )
    assert (japanese, english) == ("ログインしてください。", "Please sign in.")


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (sqlite3.OperationalError("database is locked"), (503, "busy", None)),
        (sqlite3.IntegrityError("FOREIGN KEY constraint failed"), (409, "conflict", None)),
        (sqlite3.OperationalError("disk I/O error"), (500, "internal", None)),
        (ValueError("a fault of ours, with a secret"), (500, "internal", None)),
    ],
)
def test_what_the_database_refuses_is_told_apart(
    services: Services, admin: Person, *, fault: Exception, expected: object
) -> None:
    class Refusing:
        """The database, until something is to be written."""

        read = services.database.read

        def write(self, work: object) -> None:
            raise fault

    front_door.use(replace(services, database=Refusing()))  # type: ignore[arg-type] # as above
    answer = admin.post("/api/products", {"name": "店"})
    assert error(answer) == expected
    assert answer.headers.get("retry-after") == ("5" if answer.status_code == 503 else None)
    assert str(fault) not in answer.text


def test_every_route_states_its_permission(manager: Person) -> None:
    """K-013: a product manager gets 403 from every route outside the five pages, and only from those."""
    assert PRODUCT_MANAGER_PAGES == ("dashboard", "manual_crawl", "results", "consistency", "errors")
    assert manager.get("/api/session").json()["pages"] == list(PRODUCT_MANAGER_PAGES)
    for route in ROUTES:
        if route.pages is None:
            continue
        path = "/".join("1" if part.startswith("{") else part for part in route.path.split("/"))
        answer = manager.get(path) if route.method == "GET" else manager.send(route.method, path)
        allowed = bool(set(route.pages) & set(PRODUCT_MANAGER_PAGES))
        assert (answer.status_code != 403) is allowed, (route, answer.text)


def test_every_api_route_is_registered_with_a_permission() -> None:
    known = {(route.path, route.method) for route in ROUTES}
    served = {(path, method) for path, methods in front_door.app.routes.items() for method in methods}
    assert {route for route in served if route[0].startswith("/api/")} == known
    open_to_all = {route.path for route in ROUTES if route.pages is None}
    assert open_to_all == {"/api/session", "/api/setup", "/api/login", "/api/logout"}


def test_the_page_and_its_files(anybody: Anybody) -> None:
    person = anybody()
    page = person.get("/")
    assert '<base href="/">' in page.text
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert "unsafe-inline" not in page.headers["content-security-policy"]
    again = person.get("/", headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert person.get("/assets/main.js").headers["content-type"] == "text/javascript; charset=utf-8"
    for path in ("/assets/..%2F..%2Fapp.py", "/assets/app.py", "/assets/%2e%2e", "/assets/"):
        assert person.get(path).status_code == 404
    assert person.http.head("/").content == b""
