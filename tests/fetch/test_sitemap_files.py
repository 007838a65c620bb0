"""The files of a site's sitemaps, fetched from a server on loopback (K-021)."""

import gzip
import time
from collections.abc import Container, Mapping

import pytest

from chalicelib.fetch import sitemap_files
from chalicelib.fetch.client import Client
from chalicelib.fetch.sitemap_files import FileRead, Listed, collect
from chalicelib.fetch.sitemaps import MAX_BYTES
from tests.fetch.wire import Reply, drip, moved, ok, serving

E = "https://e.jp"
LOOP = "the redirects go round in a loop, or are too many: back to a page that led here"


def urlset(*locs: str) -> bytes:
    return ok(("<urlset>\n" + "".join(f"<url><loc>{loc}</loc></url>\n" for loc in locs) + "</urlset>").encode())


def index(*locs: str) -> bytes:
    rows = "".join(f"<sitemap><loc>{loc}</loc></sitemap>\n" for loc in locs)
    return ok(f"<sitemapindex>\n{rows}</sitemapindex>".encode())


def told(listed: Listed, origin: str) -> list[str]:
    return [problem.told("en").replace(origin, "") for problem in listed.problems]


def client() -> Client:
    return Client(["127.0.0.0/8"])


def walked(
    replies: Mapping[str, Reply], at: str, known: Container[str] = (), seconds: float = 15.0
) -> tuple[Listed, str, list[str]]:
    with serving(replies) as wire:
        listed = collect(client(), wire.origin + at, known, seconds=seconds)
        return listed, wire.origin, wire.paths


def served(pages: Mapping[str, object], at: str) -> tuple[Listed, str, list[str]]:
    """`pages` may name the server's own address, which is known only once it is there: `{o}`."""
    replies: dict[str, Reply] = {}
    with serving(replies) as wire:
        for path, page in pages.items():
            assert callable(page)
            replies[path] = page(wire.origin)
        return collect(client(), wire.origin + at, ()), wire.origin, wire.paths


def test_one_file() -> None:
    known = {f"{E}/known"}
    listed, origin, paths = walked(
        {
            "/s.xml": urlset(
                f"{E}/a", f"{E}/known", "https://E.jp:443/a#x", "", "/relative", "ftp://e.jp/", f"{E}/b", "http://10.0.0.1/"
            )
        },
        "/s.xml",
        known,
    )  # fmt: skip
    assert paths == ["/s.xml"]
    assert listed.files == [FileRead(f"{origin}/s.xml", "urls", 8)]
    assert listed.new == [f"{E}/a", f"{E}/b"]
    assert (listed.found, listed.known, listed.repeated, listed.elsewhere, listed.rejected_count) == (8, 1, 1, 2, 4)
    assert [(row.file, row.line, row.text, row.reason_code) for row in listed.rejected] == [
        (f"{origin}/s.xml", 5, "", "empty"),
        (f"{origin}/s.xml", 6, "/relative", "not-a-url"),
        (f"{origin}/s.xml", 7, "ftp://e.jp/", "scheme"),
        (f"{origin}/s.xml", 9, "http://10.0.0.1/", "blocked-address"),
    ]
    assert (listed.problems, listed.urls_left, listed.files_left) == ([], 0, 0)


def test_robots_txt_names_them_anywhere_and_relative() -> None:
    lines = [
        "User-agent: *",
        "Disallow: /",
        "",
        "SITEMAP: /one.xml",
        "sitemap: {o}/two.xml.gz",
        "Sitemap: ftp://e.jp/x",
    ]
    robots = "\n".join([*lines, "Sitemap: /one.xml"])
    two = ok(gzip.compress(f"{E}/2\n".encode()), "Content-Type: application/x-gzip")
    listed, origin, paths = served(
        {
            "/robots.txt": lambda o: ok(robots.replace("{o}", o).encode()),
            "/one.xml": lambda o: urlset(f"{o}/1"),
            "/two.xml.gz": lambda _: two,
        },
        "/",
    )
    assert paths == ["/robots.txt", "/one.xml", "/two.xml.gz"]
    assert [file.kind for file in listed.files] == ["robots", "urls", "urls"]
    assert (listed.new, listed.elsewhere, listed.found) == ([f"{origin}/1", f"{E}/2"], 1, 2)
    assert told(listed, origin) == [
        "/robots.txt (line 6): the address of a sitemap is not valid "
        "(Only URLs that begin with http:// or https:// can be registered): ftp://e.jp/x"
    ]


@pytest.mark.parametrize("robots", [None, ok(b"User-agent: *\nDisallow: /\n"), ok(b"Sitemap: /x", status="500 No")])
def test_else_it_is_sitemap_xml(robots: bytes | None) -> None:
    pages: dict[str, Reply] = {"/sitemap.xml": urlset(f"{E}/a")}
    listed, origin, paths = walked({**pages, "/robots.txt": robots} if robots else pages, "/")
    assert paths == ["/robots.txt", "/sitemap.xml"]
    assert (listed.files, listed.new) == ([FileRead(f"{origin}/sitemap.xml", "urls", 1)], [f"{E}/a"])


def test_an_index_whose_files_are_good_and_bad() -> None:
    """One level; each file once; what is wrong with one costs the others nothing."""
    listed, origin, paths = served(
        {
            "/index.xml": lambda o: index(
                f"{o}/a.xml", f"{o}/a.xml#x", f"{o}/broken.xml", f"{o}/inner.xml", f"{o}/gone.xml", "b.xml",
                f"{o}/page", "http://192.168.0.1/s.xml", f"{o}/moved.xml", f"{o}/away.xml", f"{o}/loop.xml",
                f"{o}/big.xml",
            ),
            "/a.xml": lambda _: urlset(f"{E}/a"),
            "/broken.xml": lambda _: ok(f"<urlset>\n<url><loc>{E}/x</loc></url>\n<url></urlset>".encode()),
            "/inner.xml": lambda o: index(f"{o}/never.xml"),
            "/page": lambda _: ok(b"<!doctype html><title>x</title>"),
            "/moved.xml": lambda o: moved(f"{o}/there.xml".encode()),
            "/there.xml": lambda o: urlset(f"{o}/b"),
            "/away.xml": lambda _: moved(b"http://169.254.169.254/latest/meta-data/"),
            "/loop.xml": lambda _: moved(b"/loop.xml"),
            "/big.xml": lambda _: ok(b"").replace(b"Content-Length: 0", f"Content-Length: {MAX_BYTES + 1}".encode()),
        },
        "/index.xml",
    )  # fmt: skip
    assert listed.new == [f"{E}/a", f"{origin}/b"]
    assert [(file.url.removeprefix(origin), file.kind, file.entries) for file in listed.files] == [
        ("/index.xml", "index", 12),
        ("/a.xml", "urls", 1),
        ("/moved.xml", "urls", 1),
    ]
    assert told(listed, origin) == [
        "/index.xml (line 7): the address of a sitemap is not valid (This is no URL): b.xml",
        "/index.xml (line 9): the address of a sitemap is not valid (This destination is not allowed): "
        "http://192.168.0.1/s.xml",
        "/broken.xml (line 3, character 8): this is no XML (the end tag is not that of the start tag)",
        "/inner.xml: an index of sitemaps may not list another index",
        "/gone.xml: it cannot be had (HTTP 404 Not Found)",
        "/page (line 1): this is an HTML page and no sitemap",
        "/away.xml: it cannot be had (this destination is not allowed: 169.254.169.254 is link-local)",
        f"/loop.xml: it cannot be had ({LOOP})",
        "/big.xml: the file is larger than the limit (52,428,800 bytes, unpacked)",
    ]
    assert "/never.xml" not in paths
    assert len(paths) == len(set(paths))
    assert listed.problem_count == 9


def test_a_site_that_is_not_there() -> None:
    with serving({}) as wire:
        origin = wire.origin
    listed = collect(client(), f"{origin}/", ())
    assert listed.files == []
    assert told(listed, origin)[0].startswith("/robots.txt: it cannot be had (the connection was refused")


def test_private_addresses_are_not_asked() -> None:
    with serving({"/s.xml": urlset(f"{E}/a")}) as wire:
        listed = collect(Client(), f"{wire.origin}/s.xml", ())
        assert wire.connections == 0
    assert [problem.reason_code for problem in listed.problems] == ["blocked-address"]


def test_no_more_new_urls_than_may_be_pasted(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known does not count: whoever comes again gets the next ones."""
    monkeypatch.setattr(sitemap_files, "MAX_NEW", 3)
    pages = {
        "/robots.txt": ok(b"Sitemap: /1.xml\nSitemap: /2.xml\nSitemap: /3.xml"),
        "/1.xml": urlset(*(f"{E}/{n}" for n in range(1, 3))),
        "/2.xml": urlset(*(f"{E}/{n}" for n in range(2, 7))),
        "/3.xml": urlset(f"{E}/7"),
    }
    first, _, paths = walked(pages, "/")
    assert paths == ["/robots.txt", "/1.xml", "/2.xml"]
    assert (first.new, first.repeated, first.urls_left, first.files_left) == ([f"{E}/{n}" for n in (1, 2, 3)], 1, 3, 1)
    second, _, _ = walked(pages, "/", set(first.new))
    assert (second.new, second.urls_left, second.files_left) == ([f"{E}/{n}" for n in (4, 5, 6)], 0, 1)
    third, _, _ = walked(pages, "/", {*first.new, *second.new})
    assert (third.new, third.known, third.repeated, third.urls_left, third.files_left) == ([f"{E}/7"], 6, 1, 0, 0)
    for listed in (first, second, third):
        parts = len(listed.new) + listed.known + listed.repeated + listed.rejected_count + listed.urls_left
        assert parts == listed.found


def test_files_and_messages_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitemap_files, "MAX_FILES", 3)
    monkeypatch.setattr(sitemap_files, "MAX_TOLD", 2)
    listed, _, paths = served(
        {
            "/i.xml": lambda o: index("x", "x", "x", *(f"{o}/{n}.xml" for n in range(9))),
            "/0.xml": lambda _: urlset("1", "2", "3"),
        },
        "/i.xml",
    )
    assert paths == ["/i.xml", "/0.xml", "/1.xml"]
    assert (listed.files_left, len(listed.problems), listed.problem_count) == (7, 2, 4)
    assert (len(listed.rejected), listed.rejected_count) == (2, 3)


def test_all_of_it_ends_in_time() -> None:
    pages: dict[str, Reply] = {
        "/robots.txt": ok(b"Sitemap: /1.xml\nSitemap: /slow.xml\nSitemap: /3.xml"),
        "/1.xml": urlset(f"{E}/a"),
        "/slow.xml": drip(urlset(f"{E}/b") * 100, 0.1),
        "/3.xml": urlset(f"{E}/c"),
    }
    started = time.monotonic()
    listed, origin, paths = walked(pages, "/", seconds=2.0)
    assert time.monotonic() - started < 6
    assert paths == ["/robots.txt", "/1.xml", "/slow.xml"]
    assert (listed.new, listed.files_left) == ([f"{E}/a"], 1)
    assert told(listed, origin) == ["/slow.xml: it cannot be had (the answer took too long: deadline)"]


def test_a_file_that_takes_long_to_go_through_is_left_in_time() -> None:
    class Slow:
        def __contains__(self, _: object) -> bool:
            time.sleep(0.05)
            return False

    listed, _, _ = walked({"/s.xml": urlset(*(f"{E}/{n}" for n in range(200)))}, "/s.xml", Slow(), seconds=2.0)
    assert 0 < len(listed.new) <= 40
    assert len(listed.new) + listed.urls_left == listed.found == 200


def test_a_slow_robots_txt_is_told_too() -> None:
    listed, origin, _ = walked({"/robots.txt": drip(ok(b"x" * 500), 0.02)}, "/", seconds=0.5)
    assert listed.files == []
    assert told(listed, origin) == ["/robots.txt: it cannot be had (the answer took too long: deadline)"]
