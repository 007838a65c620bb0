"""Texts that should be URLs, right and wrong."""

import time

import pytest

from chalicelib.page.urls import url_fault


@pytest.mark.parametrize(
    "text",
    [
        "https://example.jp/",
        "http://example.jp:8080?q=1#a",
        "HTTPS://EXAMPLE.JP",
        "https://日本語.jp/商品/（赤）",
        "/a/b",
        "a.jpg",
        "index.html",
        "a/b.html?x=y",
        "../x",
        "//cdn.example.jp/x.js",
        "#org",
        "?page=2",
        "mailto:info@example.jp",
        "tel:+81-3-1234-5678",
        "data:image/png;base64,AAAA",
        "android-app://jp.example/http/x",
        "urn:isbn:9784000000000",
        "商品",
        "https://example.jp/login?next=https://example.jp/",
        "https://web.archive.org/web/2024/https://example.jp/",
        "https://localhost/",
    ],
)
def test_right_urls(text: str) -> None:
    assert url_fault(text, strict=True) is None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("www.example.jp/x", "no-scheme"),
        ("example.jp", "no-scheme"),
        ("shop.example.co.jp:8080/x", "no-scheme"),
        ("http//example.jp", "slashes"),
        ("http:/example.jp", "slashes"),
        ("https:example.jp", "slashes"),
        ("https://", "host"),
        ("https:///x", "host"),
        ("https://?q", "host"),
        ("htttps://example.jp", "scheme"),
        ("ttps://example.jp", "scheme"),
        ("htps:/example.jp", "scheme"),
        ("https://https://example.jp", "twice"),
        ("http://https//example.jp", "twice"),
        ("javascript:void(0)", "script"),
        ("https：//example.jp", "full-width"),
        ("ｈｔｔｐｓ://example.jp", "full-width"),
        ("https://ｅxample.jp/", "full-width"),
        ("https://example.jp/a b.jpg", "space"),
        ("https://example.jp/a　b", "space"),
        ("https://example.jp/\nhttps://example.com/", "space"),
        ("写真 1.jpg", "space"),
    ],
)
def test_wrong_urls(text: str, fault: str) -> None:
    assert url_fault(text, strict=True) == fault


@pytest.mark.parametrize("text", ["CC BY 4.0", "example.jp", "Mona Lisa, a painting", "写真 1.jpg"])
def test_where_a_thing_may_stand_a_text_may_be_its_name(text: str) -> None:
    assert url_fault(text, strict=False) is None


def test_a_broken_absolute_url_is_told_there_too() -> None:
    assert url_fault("www.example.jp/x", strict=False) == "no-scheme"
    assert url_fault("https://example.jp/a b", strict=False) == "space"


def test_long_texts_take_no_time() -> None:
    start = time.thread_time()
    for text in ("a." * 500_000, "www." + "a-" * 500_000, "h" * 1_000_000, "ｗ" * 1_000_000, "1" * 1_000_000):
        url_fault(text, strict=True)
    assert time.thread_time() - start < 0.5
