"""Registering URLs (K-021) and the forms of a URL."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chalicelib.fetch.addresses import AddressGate
from chalicelib.fetch.hosts import host_of
from chalicelib.fetch.urls import UrlError, normalise_url, parse_url
from chalicelib.texts import say


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("https://example.com/", "https://example.com/"),
        ("  https://example.com/a  ", "https://example.com/a"),
        ("　https://example.com/a　\r", "https://example.com/a"),
        ("\ufeffhttps://example.com/a", "https://example.com/a"),
        ("HTTPS://Example.COM/Path?Q=A", "https://example.com/Path?Q=A"),
        ("https://example.com", "https://example.com/"),
        ("https://example.com?q=1", "https://example.com/?q=1"),
        ("https://example.com:443/a", "https://example.com/a"),
        ("http://example.com:80", "http://example.com/"),
        ("http://example.com:443/", "http://example.com:443/"),
        ("https://example.com/a#part", "https://example.com/a"),
        ("https://example.com/a?", "https://example.com/a?"),
        ("https://example.com/商品?色=赤", "https://example.com/商品?色=赤"),
        ("https://example.com/%E5%95%86%e5%93%81", "https://example.com/%E5%95%86%e5%93%81"),
        ("https://example.com/ＡＢＣ?ｑ=１", "https://example.com/ＡＢＣ?ｑ=１"),
        ("https://日本語.example/", "https://日本語.example/"),
        ("https://日本語。example/", "https://日本語.example/"),
        ("https://XN--WGV71A119E.example/", "https://日本語.example/"),
        ("https://ショップ.example:8443/a", "https://ショップ.example:8443/a"),
        ("https://☕.example/", "https://xn--53h.example/"),
        ("ｈｔｔｐｓ：／／ｅｘａｍｐｌｅ．ｃｏｍ／商品", "https://example.com/商品"),
        ("ｈｔｔｐｓ://ｅｘａｍｐｌｅ.ｃｏｍ/ＡＢＣ？ｑ", "https://example.com/ＡＢＣ？ｑ"),
        ("https：//example.com/a：b", "https://example.com/a：b"),
        ("https://ｅｘａｍｐｌｅ.com/ａ", "https://example.com/ａ"),
        ("https://my_shop.example/", "https://my_shop.example/"),
        ("http://93.184.216.34/", "http://93.184.216.34/"),
        ("http://[2606:2800:0220:0001::1]/", "http://[2606:2800:220:1::1]/"),
    ],
)
def test_stored_form(typed: str, stored: str) -> None:
    assert normalise_url(typed) == stored


@pytest.mark.parametrize(
    ("typed", "reason_code"),
    [
        ("", "empty"),
        ("　 \t", "empty"),
        ("example.com", "not-a-url"),
        ("example.com/path", "not-a-url"),
        ("localhost:8000/x", "not-a-url"),
        ("/path", "not-a-url"),
        ("//example.com/", "not-a-url"),
        ("商品ページ", "not-a-url"),
        ("https:/example.com/", "not-a-url"),
        ("https:example.com", "not-a-url"),
        ("ftp://example.com/", "scheme"),
        ("mailto:info@example.com", "scheme"),
        ("javascript:alert(1)", "scheme"),
        ("ｆｔｐ：／／example.com/", "scheme"),
        ("https://", "host"),
        ("https:///a", "host"),
        ("https://exa mple.com/", "space"),
        ("https://example.com/a b", "space"),
        ("https://example.com/　商品", "space"),
        ("https://a.example/ https://b.example/", "space"),
        ("https://user:pw@example.com/", "userinfo"),
        ("https://user@example.com/", "userinfo"),
        ("https://example.com/a\tb", "control-character"),
        ("https://example.com/a\x00", "control-character"),
        ("https://example.com/a\x85b", "control-character"),
        ("https://example.com/\ud800", "control-character"),
        ("https://example.com:99999/", "port"),
        ("https://example.com:0/", "port"),
        ("https://example.com:8a/", "port"),
        ("https://example.com:８０:1/", "port"),
        ("https://exa<mple.com/", "host"),
        ("https://.example.com/", "host"),
        ("https://a..b/", "host"),
        ("https://" + "森" * 300 + ".example/", "host"),
        ("https://" + "a" * 64 + ".example/", "host"),
        ("https://%65xample.com/", "host"),
        ("https://[::1/", "host"),
        ("https://[::zz]/", "host"),
        ("https://[fe80::1%25eth0]/", "host"),
        ("https://example.com/" + "a" * 1_981, "too-long"),
        ("http://2130706433/", "blocked-address"),
        ("http://0177.0.0.1/", "blocked-address"),
        ("http://１２７.1/", "blocked-address"),
    ],
)
def test_refused_lines(typed: str, reason_code: str) -> None:
    with pytest.raises(UrlError) as raised:
        normalise_url(typed)
    assert raised.value.reason_code == reason_code
    assert raised.value.message("ja") == say(f"fetch.url.{reason_code}", "ja")


def test_the_longest_url_is_taken() -> None:
    longest = "https://example.com/" + "a" * 1_980
    assert normalise_url(longest) == longest


def test_the_reason_in_words() -> None:
    with pytest.raises(UrlError) as raised:
        normalise_url("そのうち")
    assert raised.value.message() == "URL の形式ではありません"
    assert raised.value.message("en") == "This is no URL"


@pytest.mark.parametrize(
    ("typed", "allow", "refused"),
    [
        ("http://127.0.0.1/", (), True),
        ("http://localhost:8000/", (), True),
        ("http://10.0.0.1/", (), True),
        ("http://[::1]/", (), True),
        ("https://example.com:8443/", (), True),
        ("http://localhost:8000/", ("127.0.0.0/8",), False),
        ("http://127.0.0.1:8000/", ("127.0.0.1:8000",), False),
        ("http://127.0.0.1:8001/", ("127.0.0.1:8000",), True),
        ("https://intranet.example/", (), False),
    ],
)
def test_literal_addresses_are_refused_by_the_gate(typed: str, allow: tuple[str, ...], refused: bool) -> None:
    gate = AddressGate(allow)
    if not refused:
        assert normalise_url(typed, gate) == typed
        return
    with pytest.raises(UrlError) as raised:
        normalise_url(typed, gate)
    assert raised.value.reason_code == "blocked-address"


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://Example.com/a", "https://example.com:443"),
        ("http://example.com/", "http://example.com:80"),
        ("http://example.com:8080/", "http://example.com:8080"),
        ("https://日本語.example/", "https://xn--wgv71a119e.example:443"),
        ("https://xn--wgv71a119e.example/", "https://xn--wgv71a119e.example:443"),
        ("http://[::1]:80/", "http://[::1]:80"),
        ("http://example.com./", "http://example.com:80"),
        ("https://日本語.example。:8443/", "https://xn--wgv71a119e.example:8443"),
        ("http://[::ffff:192.0.2.1]:8080/", "http://192.0.2.1:8080"),
        ("http://[::ffff:c000:201]/", "http://192.0.2.1:80"),
    ],
)
def test_host_of(url: str, host: str) -> None:
    assert host_of(url) == host


@pytest.mark.parametrize(
    ("url", "wire"),
    [
        ("https://example.com/商品?色=赤", "https://example.com/%E5%95%86%E5%93%81?%E8%89%B2=%E8%B5%A4"),
        ("https://example.com/%E5%95%86?q=%2F", "https://example.com/%E5%95%86?q=%2F"),
        ("https://日本語.example/", "https://xn--wgv71a119e.example/"),
        ("https://example.com/a/./b/../c", "https://example.com/a/c"),
        ("https://example.com/x/%2E%2e/private", "https://example.com/private"),
        ("https://example.com/../../a/..", "https://example.com/"),
        ("https://example.com/a/.", "https://example.com/a/"),
        ("https://example.com/a//b", "https://example.com/a//b"),
        ("https://example.com/?a=../b", "https://example.com/?a=../b"),
        ('https://example.com/a"<b>`{}|^\\', "https://example.com/a%22%3Cb%3E%60%7B%7D|%5E%5C"),
    ],
)
def test_wire_form(url: str, wire: str) -> None:
    assert parse_url(url).wire == wire


@given(st.text(max_size=60).map("https://example.com/".__add__) | st.text(max_size=60))
@example("https://ﬀ.example/")
@example("http://xn--zckzah.example:80?#")
def test_normalising_twice_changes_nothing(typed: str) -> None:
    try:
        once = normalise_url(typed)
    except UrlError:
        return
    assert normalise_url(once) == once
    wire = parse_url(once).wire
    assert wire.isascii() and parse_url(wire).wire == wire


@given(st.from_regex(r"https?://[^/?#\s]{1,30}", fullmatch=True))
@example("https://xn--.example")
@example("https://xn--a-ecp.example")
@example("https://\u0130.example")
def test_any_host_is_taken_or_refused(typed: str) -> None:
    """No other exception, and what is taken stays itself."""
    try:
        once = normalise_url(typed)
    except UrlError:
        return
    assert normalise_url(once) == once and host_of(once).isascii()
