"""Sitemaps as sitemaps.org 0.9 and the sites out there write them, and what is wrong with files, by line (K-021)."""

import gzip
import re
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chalicelib.fetch import sitemap_xml
from chalicelib.fetch.errors import SitemapError
from chalicelib.fetch.sitemaps import MAX_BYTES, MAX_ENTRIES, read_sitemap, robots_sitemaps
from chalicelib.texts import dictionary

ROOM = Path(sitemap_xml.__file__).parent
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
OPEN = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
NAMED = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def urlset(*locs: str, head: str = HEAD) -> str:
    return head + OPEN + "".join(f"<url><loc>{loc}</loc></url>\n" for loc in locs) + "</urlset>\n"


def read(body: str | bytes) -> list[tuple[str, int]]:
    sitemap = read_sitemap(body.encode() if isinstance(body, str) else body)
    assert sitemap.kind == "urls"
    return [(entry.text, entry.line) for entry in sitemap.entries]


def refused(body: str | bytes) -> tuple[str, int | None, int | None]:
    with pytest.raises(SitemapError) as raised:
        read_sitemap(body.encode() if isinstance(body, str) else body)
    return raised.value.reason_code, raised.value.line, raised.value.column


A, B = "https://example.jp/a", "https://example.jp/b"


def test_the_example_of_the_protocol() -> None:
    body = f"""{HEAD}<urlset {NAMED}>
   <url>
      <loc>http://www.example.com/</loc>
      <lastmod>2005-01-01</lastmod>
      <changefreq>monthly</changefreq>
      <priority>0.8</priority>
   </url>
   <url>
      <loc>http://www.example.com/catalog?item=12&amp;desc=vacation_hawaii</loc>
   </url>
</urlset>"""
    assert read(body) == [
        ("http://www.example.com/", 4),
        ("http://www.example.com/catalog?item=12&desc=vacation_hawaii", 10),
    ]


def test_an_index() -> None:
    listed = f"<sitemap>\n<loc>{A}.xml.gz</loc></sitemap>\n<sitemap><loc>{B}.xml</loc></sitemap>"
    body = f"{HEAD}<sitemapindex {NAMED}>\n{listed}</sitemapindex>"
    sitemap = read_sitemap(body.encode())
    assert sitemap.kind == "index"
    assert [tuple(entry) for entry in sitemap.entries] == [(f"{A}.xml.gz", 4), (f"{B}.xml", 5)]


@pytest.mark.parametrize(
    ("body", "entries"),
    [
        # Namespaces: another, none, by a prefix; and the elements of others are not URLs to register.
        ('<urlset xmlns="http://www.google.com/schemas/sitemap/0.84"><url><loc>/x</loc></url></urlset>', ["/x"]),
        (f"<urlset><url><loc>{A}</loc></url></urlset>", [A]),
        (f'<s:urlset xmlns:s="x"><s:url><s:loc>{A}</s:loc></s:url></s:urlset>', [A]),
        (f"<urlset><url><loc>{A}</loc><image:image><image:loc>{B}</image:loc></image:image></url></urlset>", [A]),
        (f"<urlset><url><image:loc>{B}</image:loc><loc>{A}</loc><x><loc>{B}</loc></x></url></urlset>", [A]),
        (f'<urlset><url><loc>{A}</loc><xhtml:link rel="alternate" href="{B}"/></url></urlset>', [A]),
        # Text: blanks around, entities, CDATA, comments within, Japanese.
        (f"<urlset><url><loc>\n\t {A}\u3000\n</loc></url></urlset>", [A]),
        ("<urlset><url><loc>https://e.jp/?a=1&amp;b=&#x32;&apos;</loc></url></urlset>", ["https://e.jp/?a=1&b=2'"]),
        ("<urlset><url><loc><![CDATA[https://e.jp/?a=1&b=2]]></loc></url></urlset>", ["https://e.jp/?a=1&b=2"]),
        ("<urlset><url><loc>https://<!-- x -->e.jp/</loc></url></urlset>", ["https://e.jp/"]),
        ("<urlset><url><loc>https://日本語.example/商品?色=赤</loc></url></urlset>", ["https://日本語.example/商品?色=赤"]),
        ("<urlset><url><loc/></url><url></url></urlset>", [""]),
        ("<urlset/>", []),
        ("<!DOCTYPE urlset><urlset/>", []),
        # Feeds.
        (f"<rss><channel><link>{B}</link><item><title>t</title><link>{A}</link></item></channel></rss>", [A]),
        (
            f'<feed xmlns="http://www.w3.org/2005/Atom"><link href="{B}"/><entry><link href="{A}"/>'
            f'<link rel="edit" href="{B}"/><link rel="alternate" href="{B}"/></entry></feed>',
            [A, B],
        ),
    ],
)  # fmt: skip
def test_how_sites_write_it(body: str, entries: list[str]) -> None:
    assert [text for text, _ in read(body)] == entries
    assert [text for text, _ in read(gzip.compress(body.encode(), mtime=0))] == entries


def test_a_text_file_has_a_url_a_line() -> None:
    body = f"\ufeff{A}\r\n\r\n  {B}\u3000\rhttps://例え.example/商品\n"
    assert read(body) == [(A, 1), (B, 3), ("https://例え.example/商品", 4)]
    assert read(gzip.compress(body.encode(), mtime=0)) == [(A, 1), (B, 3), ("https://例え.example/商品", 4)]
    assert read(f"{A}\nnot a URL\n") == [(A, 1), ("not a URL", 2)]


JAPANESE = "https://example.jp/商品①"


@pytest.mark.parametrize(
    ("declared", "codec", "bom"),
    [
        ("UTF-8", "utf-8", b""),
        ("UTF-8", "utf-8", b"\xef\xbb\xbf"),
        ("Shift_JIS", "utf-8", b"\xef\xbb\xbf"),  # the mark knows better
        ("Shift_JIS", "cp932", b""),
        ("windows-31j", "cp932", b""),
        ("UTF-16", "utf-16-le", b"\xff\xfe"),
        ("UTF-16", "utf-16-be", b"\xfe\xff"),
        ("UTF-16", "utf-16-le", b""),
        ("utf-16", "utf-8", b""),  # as .NET declares what it then writes in UTF-8
    ],
)
def test_encodings(declared: str, codec: str, bom: bytes) -> None:
    body = urlset(JAPANESE, head=f"<?xml version='1.0' encoding='{declared}'?>\n")
    assert read(bom + body.encode(codec)) == [(JAPANESE, 3)]


@pytest.mark.parametrize(("declared", "codec"), [("EUC-JP", "euc_jp"), ("ISO-2022-JP", "iso2022_jp")])
def test_older_encodings(declared: str, codec: str) -> None:
    body = urlset("https://example.jp/商品", head=f'<?xml version="1.0" encoding="{declared}"?>\n')
    assert read(body.encode(codec)) == [("https://example.jp/商品", 3)]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"", ("empty", None, None)),
        (b" \n", ("empty", None, None)),
        (gzip.compress(b"", mtime=0), ("empty", None, None)),
        ("Not Found", ("no-sitemap", 1, None)),
        ("https", ("no-sitemap", 1, None)),
        (b"\0\1\2", ("no-sitemap", 1, None)),
        ("<!DOCTYPE html>\n<p>404", ("html", 1, None)),
        ("\n<HTML lang='ja'>", ("html", 1, None)),
        ("<!-- x -->\n<html></html>", ("html", 2, 1)),
        ("<RDF/>", ("other-root", 1, 1)),
        (urlset("https://e.jp/?a&b"), ("xml", 3, 28)),  # at the "<" that comes instead of a ";"
        (urlset("https://日本語.jp/?a&b"), ("xml", 3, 30)),
        (urlset(A, "https://e.jp/&nbsp;"), ("xml", 4, 24)),
        (urlset(A, B)[:-20], ("xml", 4, 31)),  # in the middle of </loc>
        (urlset(A, B)[:-10], ("xml", 5, 1)),
        ("<urlset>\n<url><loc>x</url></urlset>", ("xml", 2, 14)),
        ("<urlset/>\n<urlset/>", ("xml", 2, 1)),
        ("\n" + urlset(A), ("xml", 2, 1)),
        ("<urlset><url><loc>\x01", ("xml", 1, 19)),
        ('<urlset a="" a=""/>', ("xml", 1, 14)),
        ('<!DOCTYPE urlset SYSTEM "http://127.0.0.1/x.dtd">\n<urlset>&x;</urlset>', ("xml", 2, 9)),
        (urlset(A, head='<?xml version="1.0" encoding="EBCDIC-FI-SE"?>'), ("encoding-unknown", 1, None)),
        (urlset(A, head='<?xml version="1.0" encoding="unicode_escape"?>'), ("encoding-unknown", 1, None)),
        (urlset(A, "商品").encode("cp932"), ("encoding", 4, 11)),
        (f"{A}\n商品".encode("cp932"), ("encoding", 2, 1)),
        (b"\xff\xfe" + "<urlset/>".encode("utf-16-le") + b"x", ("encoding", 1, 10)),
        (gzip.compress(b"<urlset/>", mtime=0)[:-1], ("gzip", None, None)),
        (b"\x1f\x8bno gzip", ("gzip", None, None)),
        ("<urlset>" + "<a>" * 101, ("too-deep", 1, 309)),
    ],
)
def test_a_bad_file_says_where(body: str | bytes, expected: object) -> None:
    assert refused(body) == expected
    if isinstance(body, str):
        assert refused(gzip.compress(body.encode(), mtime=0)) == expected


def test_every_reason_has_its_text() -> None:
    with pytest.raises(SitemapError) as raised:
        read_sitemap(urlset("https://e.jp/?a&b").encode())
    assert raised.value.text.say("ja") == (
        "XML として読めません（ここに書けない文字があります。& は &amp; と書いてください）"
    )
    assert str(raised.value) == (
        "line 3, column 28: this is no XML (a character that cannot stand here; & is written &amp;)"
    )
    with pytest.raises(SitemapError) as raised:
        read_sitemap(b"<urlset>&#0;</urlset>")
    assert raised.value.text.say("en") == "this is no XML (reference to invalid character number)"
    source = "\n".join(
        (ROOM / name).read_text("utf-8") for name in ("sitemaps.py", "sitemap_xml.py", "sitemap_files.py")
    )
    raised_here = set(re.findall(r'(?:SitemapError|_refused)\(\s*"([a-z-]+)"', source)) | {"html", "other-root"}
    said = {key.removeprefix("fetch.sitemap.") for key in dictionary("fetch", "ja") if key.startswith("fetch.sitemap.")}
    assert raised_here | {"place", "line", "file", "no-answer", "bad-address"} == said
    assert {f"fetch.xml.{key}" for key in sitemap_xml._FAULTS.values()} == {
        key for key in dictionary("fetch", "ja") if key.startswith("fetch.xml.")
    }


def test_entities_of_its_own_are_refused_before_they_grow() -> None:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">\n' for n in range(1, 10))
    body = f'<!DOCTYPE urlset [\n<!ENTITY l0 "ha">\n{laughs}]>\n<urlset><url><loc>&l9;</loc></url></urlset>'
    started = time.perf_counter()
    assert refused(body)[:2] == ("entities", 2)
    assert refused('<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset>&x;</urlset>')[0] == "entities"
    assert refused('<!DOCTYPE x [<!ENTITY % x SYSTEM "http://127.0.0.1/">%x;]><urlset/>')[0] == "entities"
    assert time.perf_counter() - started < 5


def test_fifty_thousand_entries_and_no_more() -> None:
    rows = "<url><loc>https://e.jp/</loc></url>\n" * MAX_ENTRIES
    assert len(read(f"{OPEN}{rows}</urlset>")) == MAX_ENTRIES == 50_000
    assert refused(f"{OPEN}{rows}<url><loc>x</loc></url></urlset>") == ("too-many-entries", 50_002, None)
    lines = "https://e.jp/\n" * MAX_ENTRIES
    assert read(lines)[-1] == ("https://e.jp/", 50_000)
    assert refused(lines + "\nx") == ("too-many-entries", 50_002, None)


def test_fifty_megabytes_and_no_more() -> None:
    """60 MB that came as 60 KB, and exactly the bound."""
    assert refused(gzip.compress(b"\n" * 60_000_000, 1, mtime=0)) == ("too-large", None, None)
    padding = MAX_BYTES - len(urlset(A))
    body = urlset(A).replace("</urlset>", " " * padding + "</urlset>").encode()
    assert len(body) == MAX_BYTES
    assert read(body) == [(A, 3)]
    assert refused(body + b"\n") == ("too-large", None, None)


@pytest.mark.parametrize(
    ("part", "reason"),
    [
        ("<a>", "too-deep"),
        ("<!--" + "x" * 5_000_000, "too-long"),
        ("<a " + "".join(f"a{n}='' " for n in range(200_000)), "too-long"),
        ("<url><loc>" + "&amp;" * 100_000, "xml"),
    ],
)
def test_what_only_takes_time_and_memory_is_ended(part: str, reason: str) -> None:
    body = (OPEN + part * (10_000_000 // len(part) + 1)).encode()
    tracemalloc.start()
    started = time.perf_counter()
    try:
        assert refused(body)[:2] == (reason, 2)
        assert tracemalloc.get_traced_memory()[1] < 8_000_000
    finally:
        tracemalloc.stop()
    assert time.perf_counter() - started < 10


def test_more_elements_than_a_sitemap_can_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitemap_xml, "MAX_ELEMENTS", 1_000)
    assert read(f"<urlset>{'<a/>' * 999}</urlset>") == []
    assert refused(f"<urlset>{'<a/>' * 1_000}</urlset>") == ("too-many-elements", 1, 9 + 4 * 999)


def test_an_entry_without_end_is_kept_too_long_and_not_whole() -> None:
    entries = read(f"{OPEN}<url><loc>https://e.jp/{'x' * 5_000_000}</loc></url><url><loc>{A}</loc></url></urlset>")
    assert [len(text) for text, _ in entries] == [10_000, len(A)]


@settings(max_examples=300, deadline=None)
@given(
    st.binary(max_size=300)
    | st.text(max_size=300).map(str.encode)
    | st.lists(
        st.sampled_from(
            [
                b"<?xml version='1.0' encoding='", b"Shift_JIS'?>", b"utf-16'?>", b"<urlset>", b"<url>", b"<loc>", b"x",
                b"</loc>", b"</url>", b"</urlset>", b"<sitemapindex>", b"<sitemap>", b"</sitemap>", b"</sitemapindex>",
                b"<![CDATA[", b"]]>", b"<!DOCTYPE x [", b"<!ENTITY a 'b'>", b"]>", b"&amp;", b"&a;", b"<!--", b"-->",
                b"https://e.jp/\n", b"\xef\xbb\xbf", b"\xff\xfe", b"\0", b"<\0", b"\x83", b"\r", b"<a:b>", b"<rss>",
                b"<channel>", b"<item>", b"<link>", b"<feed>", b"<entry>", b"<link href=''/>",
            ]
        ),
        max_size=30,
    ).map(b"".join)
)  # fmt: skip
@example(b"<\0")
@example(b"\xff\xfe")
@example(b"\x1f\x8b")
def test_whatever_comes_is_entries_or_an_error_with_a_text(body: bytes) -> None:
    for sent in (body, gzip.compress(body, mtime=0)):
        try:
            sitemap = read_sitemap(sent)
        except SitemapError as error:
            assert error.text.say("ja") != error.text.say("en")
            assert error.line is None or 1 <= error.line <= body.count(b"\n") + body.count(b"\r") + 1
            assert error.column is None or error.column >= 1
        else:
            assert all(entry.text == entry.text.strip() and len(entry.text) <= 10_000 for entry in sitemap.entries)
            assert [entry.line for entry in sitemap.entries] == sorted(entry.line for entry in sitemap.entries)


def test_lines_of_robots_txt() -> None:
    text = (
        f"User-agent: *\r\nDisallow: /\nSitemap: {A}\rSITEMAP : /b.xml # the other\n  sitemap:c.xml\nsitemap:\n"
        "# Sitemap: no\nSitemaps: no\nUser-agent: Otherbot\nsiteMap: https://日本語.example/地図.xml"
    )
    assert [tuple(entry) for entry in robots_sitemaps(text)] == [
        (A, 3),
        ("/b.xml", 4),
        ("c.xml", 5),
        ("https://日本語.example/地図.xml", 10),
    ]
    assert robots_sitemaps("") == []
