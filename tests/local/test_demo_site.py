"""The demo site: what it shows, and that it gives nothing else away."""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection

import pytest

from chalicelib.fetch.client import Client
from chalicelib.fetch.robots import Robots
from infra.local.demo_site import DEMO_PATHS, serve_demo


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    server = serve_demo()
    yield server.server_port
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def client(port: int) -> Iterator[Client]:
    with closing(Client((f"127.0.0.1:{port}",))) as asking:
        yield asking


def page(client: Client, port: int, path: str) -> str:
    answer = client.get(f"http://127.0.0.1:{port}{path}")
    assert answer.status == 200
    return answer.body.decode("cp932" if path == "/archive/1998/" else "utf-8")


def test_every_path_answers(client: Client, port: int) -> None:
    statuses = {path: client.get(f"http://127.0.0.1:{port}{path}").status for path in DEMO_PATHS}
    others = {path: status for path, status in statuses.items() if status != 200}
    assert (len(statuses), others) == (13, {"/chair": 301, "/products/maple-desk/": 404})


def test_links_and_markup_name_the_address_it_is_served_from(client: Client, port: int) -> None:
    known = {*DEMO_PATHS, "/style.css", "/images/chair.svg"}
    origin = f"http://127.0.0.1:{port}"
    for path in DEMO_PATHS:
        if path in ("/chair", "/products/maple-desk/"):
            continue
        text = page(client, port, path)
        assert f'<link rel="canonical" href="{origin}{path}">' in text
        assert set(re.findall(r'(?:href|src)="(/[^"]*)"', text)) <= known
        absolute = set(re.findall(r"https?://[^\"<\s]+", text))
        assert {url for url in absolute if not url.startswith((origin, "https://schema.org"))} == set()
        assert text.count("<h1") == 1 and "<title>" in text and '<meta name="description"' in text


@pytest.mark.parametrize(
    ("path", "types"),
    [
        ("/", [["Organization", "WebSite"]]),
        ("/products/", ["ItemList"]),
        ("/products/nara-chair/", ["Product", "BreadcrumbList"]),
        ("/journal/oil-finish/", ["Article"]),
        ("/faq/", []),
        ("/faq/delivery/", ["FAQPage"]),
        ("/events/chopsticks/", []),
        ("/company/", []),
        ("/news/spring/", ["broken", "NewsArticle"]),
        ("/archive/1998/", ["WebPage"]),
    ],
)
def test_json_ld(client: Client, port: int, path: str, types: list[object]) -> None:
    found: list[object] = []
    for block in re.findall(r'<script type="application/ld\+json">(.*?)</script>', page(client, port, path), re.DOTALL):
        try:
            data = json.loads(block)
        except ValueError:
            found.append("broken")
            continue
        found.append([part["@type"] for part in data["@graph"]] if "@graph" in data else data["@type"])
    assert found == types


def test_what_the_pages_are_there_to_show(client: Client, port: int) -> None:
    article = page(client, port, "/journal/oil-finish/")
    headline = re.search(r'"headline": "(.*?)"', article)
    assert headline is not None and article.count(headline[1]) == 1
    assert 'itemtype="https://schema.org/Event"' in page(client, port, "/events/chopsticks/")
    assert 'typeof="LocalBusiness"' in page(client, port, "/company/")
    assert "<h2>Q. " in page(client, port, "/faq/")
    sjis = client.get(f"http://127.0.0.1:{port}/archive/1998/")
    assert (sjis.headers["content-type"], b'charset="Shift_JIS"' in sjis.body) == ("text/html", True)
    assert "ナラの丸椅子①" in sjis.body.decode("cp932")


def test_robots(client: Client, port: int) -> None:
    robots = Robots(Robots.decode(client.get(f"http://127.0.0.1:{port}/robots.txt").body))
    refused = [path for path in DEMO_PATHS if not robots.allows(f"http://127.0.0.1:{port}{path}")]
    assert refused == ["/members/"]


@pytest.mark.parametrize(
    "path", ["/../demo_site.py", "/..%2fdemo_site.py", "/home.html", "//etc/passwd", "/%00", "/products", "http://["]
)
def test_nothing_else_is_there(port: int, path: str) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=5) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: raw.recv(65_536), b""))
    assert answer.startswith(b"HTTP/1.1 404 ")
    assert "ページが見つかりません".encode() in answer


def test_methods(port: int) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request("HEAD", "/")
    head = connection.getresponse()
    assert (head.status, head.read(), int(head.headers["Content-Length"]) > 1_000) == (200, b"", True)
    connection.request("POST", "/", body=b"x")
    assert connection.getresponse().status == 501
    connection.close()
