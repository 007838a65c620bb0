"""A page cannot make the parse slow, and a page that does not try is left alone."""

import time
from collections.abc import Callable

import pytest
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from chalicelib.page.guard import MAX_ATTRIBUTES, MAX_DEPTH, guard
from chalicelib.page.source import Lines, Token, block_places, tokens
from tests.page.pages import properties, read, rules

BLOCK = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"<b>"}</script>'


def parse(text: str) -> LexborHTMLParser:
    return LexborHTMLParser(text, options=LexborDocumentOptions.WO_EVENTS.value)


def depth(tree: LexborHTMLParser) -> int:
    deepest, stack = 0, [(tree.root, 1)]
    while stack:
        node, level = stack.pop()
        deepest = max(deepest, level)
        child = node.first_child if node is not None else None
        while child is not None:
            stack.append((child, level + 1))
            child = child.next
    return deepest


HOSTILE: dict[str, Callable[[int], str]] = {
    "nested": lambda n: "<div>" * n,
    "nested-in-svg-title": lambda n: "<svg><title>" + "<div>" * n,
    "nested-in-cdata": lambda n: "<svg><![CDATA[>" + "<div>" * n,
    "ends-in-comments": lambda n: "<div><!--</div>-->" * n,
    "ends-in-attributes": lambda n: '<div title="</div>">' * n,
    "ends-that-do-not-count": lambda n: "<div><table></div>" * n,
    "lists": lambda n: "<ul><li>" * n,
    "items-far-up": lambda n: "<li>" + "<div>" * 500 + "<li><div>" * n,
    "formatting": lambda n: "".join(f"<b id={i}>" for i in range(n)),
    "formatting-made-again": lambda n: "<p>" + "".join(f"<i id={i}>" for i in range(n)) + "</p>" + "<p>x</p>" * n,
    "attributes": lambda n: "<a " + " ".join(f"a{i}" for i in range(n)) + ">",
    "attributes-with-brackets": lambda n: "<a " + " ".join(f"a{i}='<>'" for i in range(n)) + ">",
    "attributes-of-html": lambda n: "".join(f"<html a{i}=1>" for i in range(n)),
    "options": lambda n: "<select>" + "<option>x" * n,
    "open-quotes": lambda n: '<a b="' * n,
    "open-comments": lambda n: "<!--" * n,
    "scripts-that-escape": lambda n: "<script><!--<script>" * n,
    "brackets": lambda n: "<" * n,
    "spaces": lambda n: "<title>" + " \n" * n,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_grows_with_the_page(name: str) -> None:
    def seconds(count: int) -> float:
        page = HOSTILE[name](count) + BLOCK
        best = float("inf")
        for _ in range(3):
            start = time.process_time()
            read(page)
            best = min(best, time.process_time() - start)
        return best

    # Four times the page: four times the time, with room for a busy machine; quadratic would be sixteen times.
    assert seconds(40_000) < max(9 * seconds(10_000), 0.3)


@pytest.mark.parametrize(
    "name", ["nested", "nested-in-svg-title", "ends-in-comments", "ends-that-do-not-count", "lists"]
)
def test_the_tree_is_not_deeper_than_the_limit(name: str) -> None:
    assert depth(parse(guard(HOSTILE[name](20_000)).text)) <= 2 * MAX_DEPTH


@pytest.mark.parametrize(
    "page",
    [
        "<table>" + "".join(f"<i id={n}>" for n in range(400)) + "<tr>x" * 20_000,
        "<p>" + "".join(f"<i id={n}>" for n in range(1500)) + "</p>" + "<p>x</p>" * 1500,
    ],
    ids=["in-a-table", "on-a-small-page"],
)
def test_formatting_elements_are_not_made_again_for_every_text(page: str) -> None:
    assert len(parse(guard(page).text).css("*")) < 10 * page.count("<")


def test_markup_below_the_limit_is_still_found() -> None:
    reading = read("<div>" * 200_000 + "x" + "</div>" * 200_000 + BLOCK)
    assert properties(reading) == [{"@type": "Product", "name": "<b>"}]
    assert rules(reading) == ["large-page", "nesting-limit"]
    assert reading.result["validation"][1]["message_args"] == {"limit": MAX_DEPTH, "count": 200_000 - MAX_DEPTH}


def test_attributes_beyond_the_limit_are_left_out() -> None:
    tag = parse(guard("<a href=/x " + " ".join(f"a{i}={i}" for i in range(20_000)) + ">").text).css_first("a")
    assert tag is not None
    assert len(tag.attributes) == MAX_ATTRIBUTES
    assert tag.attributes["href"] == "/x"


@pytest.mark.parametrize(
    "row",
    ["<p>x<br>", "<li><a href='/x'>x</a>", "<tr><td>x<td>y", "<div><p>x</p></div>", "<svg><title>x</title></svg>"],
)
def test_a_big_page_without_tricks_is_left_alone(row: str) -> None:
    page = "<!DOCTYPE html><title>x</title><body><!-- c --><table>" + row * 20_000 + BLOCK
    guarded = guard(page)
    assert (guarded.text, guarded.rewritten, guarded.too_deep) == (page, False, 0)
    assert guarded.blocks is not None and len(guarded.blocks) == 1


def test_what_is_written_anew_means_the_same() -> None:
    page = (
        "<!DOCTYPE html><html lang=ja><body class=x><ul><li>一<li><b>二</b></ul><p>三<p>四<table><tr><td>五<td>六"
        "</table><select><option>七<option>八</select><textarea><b>九</textarea><script>var x='<p>'</script><!--<p>-->"
    )
    guarded = guard(page + "<i></i><div><table></div></table>" * 10_000)
    assert guarded.rewritten and guarded.too_deep == 0
    plain, rewritten = parse(page), parse(guarded.text)
    for selector in ("li", "p", "td", "option", "textarea", "ul > li > b"):
        before = [node.text() for node in plain.css(selector)]
        assert [node.text() for node in rewritten.css(selector)][: len(before)] == before != []
    assert rewritten.css_matches("html[lang=ja] > body.x")


def names(text: str) -> list[tuple[str, bool]]:
    return [(token.name, token.closing) for token in tokens(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<a b='>'>x</a>", [("a", False), ("a", True)]),
        ('<a b=">', [("a", False)]),
        ('<a ="><b>', [("a", False), ("b", False)]),  # an attribute may begin with =
        ('<a b=c"><i>', [("a", False), ("i", False)]),
        ("<!-- <b> --><i>", [("", False), ("i", False)]),
        ("<!--><b>", [("", False), ("b", False)]),
        ("<!DOCTYPE html><? x ><p>", [("", False), ("", False), ("p", False)]),
        ("a < b <3 <p>", [("p", False)]),
        ("</ x><p>", [("", False), ("p", False)]),
        ("<TITLE><b></TITLE ><p>", [("title", False), ("title", True), ("p", False)]),
        ("<style><b>", [("style", False)]),
        ("<script><!-- <script> </script> --></script><p>", [("script", False), ("script", True), ("p", False)]),
        ("<script><!-- </script><p>", [("script", False), ("script", True), ("p", False)]),
        ("<plaintext></plaintext><p>", [("plaintext", False)]),
    ],
)
def test_tags_as_the_tokenizer_sees_them(text: str, expected: list[tuple[str, bool]]) -> None:
    assert names(text) == expected


def test_places() -> None:
    text = "a\r\nb<script type=application/LD+json>x\ny</script>\rc<script>z</script>"
    assert [text[place.start : place.end] for place in block_places(text)] == ["x\ny"]
    assert [Lines(text).place(position) for position in (0, 3, text.index("y<"), len(text))] == [
        (1, 1),
        (2, 1),
        (3, 1),
        (4, 20),
    ]
    assert next(tokens("<p class=x>")) == Token(0, 11, 11, False, "p", " class=x")
