"""Registering from sitemaps over HTTP (K-021): a preview that does nothing, then the registration, once."""

import gzip
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import app as front_door
from chalicelib.api import url_routes
from chalicelib.fetch.client import Client
from chalicelib.services import Services
from tests.api.conftest import Person
from tests.api.test_routes import paste, product
from tests.api.test_sessions import error
from tests.fetch.wire import Reply, Wire, ok, serving

KEY = {"Idempotency-Key": "0123456789abcdef"}


@pytest.fixture
def pages() -> dict[str, Reply]:
    return {}


@pytest.fixture
def site(pages: dict[str, Reply], services: Services, admin: Person) -> Iterator[Wire]:
    """A site that this installation may crawl; `admin` comes first, for he has the server started."""
    front_door.use(replace(services, client=Client(["127.0.0.0/8"])))
    with serving(pages) as wire:
        rows = "".join(f"<url><loc>{wire.origin}/{path}</loc></url>\n" for path in ("a", "b", "商品", "b"))
        pages["/pages.xml.gz"] = ok(
            gzip.compress(
                f"<urlset>\n{rows}<url><loc>/d</loc></url><url><loc>https://e.jp/</loc></url></urlset>".encode()
            )
        )
        pages["/broken.xml"] = ok(b"<urlset>\n<url><loc>https://e.jp/?a&b</loc></url></urlset>")
        index = "".join(f"<sitemap><loc>{wire.origin}/{n}</loc></sitemap>\n" for n in ("pages.xml.gz", "broken.xml"))
        pages["/sitemap.xml"] = ok(f"<sitemapindex>\n{index}</sitemapindex>".encode())
        yield wire


def register(admin: Person, number: int, url: str, **more: Any) -> Any:
    headers = more.pop("headers", {})
    return admin.post(f"/api/products/{number}/sitemap", {"url": url, **more}, headers=headers)


def urls(admin: Person, number: int) -> list[str]:
    return [row["url"] for row in admin.get(f"/api/products/{number}/urls?limit=500").json()["urls"]]


def test_a_preview_and_then_the_registration(admin: Person, site: Wire) -> None:
    number = product(admin)
    paste(admin, number, f"{site.origin}/a")
    told = {
        "files": [
            {"url": f"{site.origin}/sitemap.xml", "kind": "index", "entries": 2},
            {"url": f"{site.origin}/pages.xml.gz", "kind": "urls", "entries": 6},
        ],
        "found": 6,
        "repeated": 1,
        "other_hosts": 1,
        "rejected_count": 1,
        "rejected": [
            {
                "file": f"{site.origin}/pages.xml.gz",
                "line": 6,
                "text": "/d",
                "reason_code": "not-a-url",
                "message": "URL の形式ではありません",
            }
        ],
        "problem_count": 1,
        "problems": [
            {
                "file": f"{site.origin}/broken.xml",
                "line": 2,
                "column": 28,
                "reason_code": "xml",
                "message": "XML として読めません（ここに書けない文字があります。& は &amp; と書いてください）",
            }
        ],
        "left_out": {"urls": 0, "files": 0},
    }
    new = [f"{site.origin}/b", f"{site.origin}/商品", "https://e.jp/"]
    preview = register(admin, number, f"{site.origin}/", dry_run=True)
    assert (preview.status_code, preview.json()) == (200, {"new": 3, "known": 1, "sample": new, **told})
    assert urls(admin, number) == [f"{site.origin}/a"]
    done = register(admin, number, f"{site.origin}/")
    assert (done.status_code, done.json()) == (200, {"added": 3, "skipped": 1, **told})
    assert urls(admin, number) == [f"{site.origin}/a", *new]
    assert register(admin, number, f"{site.origin}/pages.xml.gz").json()["added"] == 0
    assert site.paths == ["/robots.txt", "/sitemap.xml", "/pages.xml.gz", "/broken.xml"] * 2 + ["/pages.xml.gz"]


def test_messages_are_in_the_language_of_the_reader(admin: Person, site: Wire) -> None:
    number = product(admin)
    answer = register(admin, number, f"{site.origin}/", dry_run=True, headers={"Accept-Language": "en"}).json()
    assert answer["rejected"][0]["message"] == "This is no URL"
    assert answer["problems"][0]["message"].startswith("this is no XML (a character that cannot stand here")


def test_what_comes_twice_is_done_once_and_fetched_once(admin: Person, site: Wire, pages: dict[str, Reply]) -> None:
    number = product(admin)
    first = register(admin, number, f"{site.origin}/pages.xml.gz", headers=KEY)
    assert first.json()["added"] == 4
    pages["/pages.xml.gz"] = ok(b"", status="500 Gone Mad")
    again = register(admin, number, f"{site.origin}/pages.xml.gz", headers=KEY)
    assert (again.status_code, again.json()) == (200, first.json())
    assert site.paths == ["/pages.xml.gz"]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/broken.xml", "（2 行目 28 文字目）：XML として読めません"),
        ("/none.xml", "：取得できません（HTTP 404 Not Found）"),
        ("/page", "（1 行目）：サイトマップではなく HTML のページです"),
    ],
)
def test_a_sitemap_that_cannot_be_read(
    admin: Person, site: Wire, pages: dict[str, Reply], *, path: str, message: str
) -> None:
    number = product(admin)
    pages["/page"] = ok(b"<!doctype html>")
    for dry_run in (True, False):
        answer = register(admin, number, site.origin + path, dry_run=dry_run)
        assert error(answer) == (400, "invalid-sitemap", "url")
        assert answer.json()["error"]["message"].startswith(f"{site.origin}{path}{message}")
    assert urls(admin, number) == []


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({}, "invalid-missing", "url"),
        ({"url": ""}, "invalid-sitemap", "url"),
        ({"url": "example.jp"}, "invalid-sitemap", "url"),
        ({"url": "file:///etc/passwd"}, "invalid-sitemap", "url"),
        ({"url": "http://169.254.169.254/"}, "invalid-sitemap", "url"),
        ({"url": "http://localhost:22/"}, "invalid-sitemap", "url"),
        ({"url": "https://e.jp/" + "x" * 2_000}, "invalid-longest", "url"),
        ({"url": 1}, "invalid-type", "url"),
        ({"url": "https://e.jp/", "dry_run": "yes"}, "invalid-type", "dry_run"),
    ],
)
def test_what_is_no_address(admin: Person, *, body: object, code: str, field: str) -> None:
    number = product(admin)
    assert error(admin.post(f"/api/products/{number}/sitemap", body)) == (400, code, field)


def test_a_product_that_is_not_there(admin: Person, site: Wire) -> None:
    assert error(register(admin, 7, f"{site.origin}/")) == (404, "not-found", None)
    assert site.paths == []


def test_a_large_sitemap_is_taken_whole(admin: Person, site: Wire, pages: dict[str, Reply]) -> None:
    """20,000 at a time, and the next when it is sent again; of many only some are shown before."""
    number = product(admin)
    pages["/large.txt"] = ok("".join(f"https://e.jp/{n}\n" for n in range(21_000)).encode())
    preview = register(admin, number, f"{site.origin}/large.txt", dry_run=True).json()
    assert (preview["new"], preview["left_out"], len(preview["sample"])) == (20_000, {"urls": 1_000, "files": 0}, 50)
    first = register(admin, number, f"{site.origin}/large.txt").json()
    assert (first["added"], first["skipped"], first["other_hosts"]) == (20_000, 0, 20_000)
    second = register(admin, number, f"{site.origin}/large.txt").json()
    assert (second["added"], second["skipped"]) == (1_000, 20_000)
    assert admin.get(f"/api/products/{number}/urls").json()["total"] == 21_000
    assert url_routes.SAMPLE == 50
