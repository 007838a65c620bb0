"""robots.txt for the token Kunugi (K-055, RFC 9309)."""

import time

import pytest

from chalicelib.fetch.robots import MAX_BYTES, Robots

ANY = "User-agent: *\nDisallow: /private/\nAllow: /private/open\n"


@pytest.mark.parametrize(
    ("text", "path", "allowed"),
    [
        ("", "/a", True),
        (ANY, "/a", True),
        (ANY, "/private/", False),
        (ANY, "/private/open", True),
        (ANY, "/a/../private/x", False),
        (ANY, "/a/%2e%2e/private/x", False),
        ("User-agent: *\nDisallow: /\n", "/", False),
        ("User-agent: *\nDisallow:\n", "/", True),
        ("User-agent: Kunugi\nDisallow: /\n\nUser-agent: *\nDisallow:\n", "/a", False),
        ("User-agent: kunugi\nAllow: /\n\nUser-agent: *\nDisallow: /\n", "/a", True),
        ("User-agent: Otherbot\nDisallow: /\n", "/a", True),
        ("User-agent: *\nDisallow: /*.pdf$\n", "/a/b.pdf", False),
        ("User-agent: *\nDisallow: /*.pdf$\n", "/a/b.pdf?x", True),
        ("User-agent: *\nDisallow: /商品/\n", "/商品/1", False),
        ("User-agent: *\nDisallow: /%E5%95%86%E5%93%81/\n", "/商品/1", False),
        ("User-agent: *\nDisallow: /?session=\n", "/?session=1", False),
        ("\x00\x01 no rules at all <html>", "/a", True),
    ],
)
def test_rules(text: str, path: str, allowed: bool) -> None:
    assert Robots(text).allows(f"https://shop.example{path}") is allowed


def test_decoding() -> None:
    assert Robots.decode("\ufeffUser-agent: *\nDisallow: /商\n".encode()) == "User-agent: *\nDisallow: /商\n"
    assert Robots.decode(b"Disallow: /\x8e\x9f\n") == "Disallow: /\ufffd\ufffd\n"


def test_500_kb_are_read_and_no_half_line() -> None:
    line = b"Disallow: /private/members/page\n"
    body = b"User-agent: *\n" + line * 20_000
    text = Robots.decode(body)
    assert len(body) > MAX_BYTES >= len(text) > MAX_BYTES - len(line)
    assert text.endswith("/page\n")
    assert Robots.decode(b"x" * (MAX_BYTES + 1)) == ""


def test_a_hostile_file_costs_little() -> None:
    """500 KB of rules with many asterisks, against a long URL, many times."""
    text = "User-agent: *\n" + ("Disallow: /" + "*a" * 40 + "b\n") * 5_000
    robots = Robots(text)
    started = time.perf_counter()
    assert all(robots.allows("https://shop.example/" + "a" * 1_900 + str(number)) for number in range(5))
    assert time.perf_counter() - started < 5
