"""The bounds on the page itself: tags, attributes, texts in texts, titles, bytes (see test_bounds.py)."""

import json
from typing import Any

import pytest

from chalicelib.page.decode import decode
from chalicelib.page.document import parse_document
from chalicelib.page.element_places import MAX_TEMPLATES
from chalicelib.page.guard import MAX_ALL_ATTRIBUTES, MAX_TAGS, first_tags, guard
from chalicelib.page.visible import Sight, text_length, visible_text
from chalicelib.page.wording import title_candidates
from tests.page.pages import URL, properties, read, rules, told, too_much


@pytest.mark.prove  # long
def test_tags_beyond_the_limit_are_cut_and_json_ld_is_not() -> None:
    late = (
        '<script type="application/ld+json">{"@context":"https://schema.org",\n"@type":"Product","name":"椀",}</script>'
    )
    page = "<title>t</title>" + "<p>\n" * (MAX_TAGS + 50_000) + "<i>  " + late
    reading = read(page)
    assert (reading.title, properties(reading)) == ("t", [{"@type": "Product", "name": "椀"}])
    assert too_much(reading) == [(None, MAX_TAGS)]
    assert first_tags(page).count("<") == MAX_TAGS + 2
    (row,) = [row for row in reading.result["validation"] if row["rule"] == "json-syntax-error"]
    assert (row["line"], row["column"]) == (page[: page.index(",}")].count("\n") + 1, 30)


def test_attributes_of_a_page() -> None:
    tag = "<a " + " ".join(f"a{number}=1" for number in range(250)) + ">x</a>"
    page = tag * (2 * MAX_ALL_ATTRIBUTES // 250)
    guarded = guard(page)
    assert guarded.attributes_cut
    assert guarded.text.count("=1") < 2 * MAX_ALL_ATTRIBUTES
    assert guarded.text.count("<a ") == page.count("<a ")
    assert too_much(read(page)) == [(None, MAX_ALL_ATTRIBUTES)]


def test_many_attributes_on_tags_of_middle_length() -> None:
    """No tag is long enough to be noticed alone: 600 with 3,700 attributes each took half a minute."""
    tag = "<a " + " ".join(f"{number:x}z" for number in range(3000)) + ">x</a>"
    page = tag * 40
    assert (len(page) > 500_000, len(tag) < 16_000) == (True, True)
    assert guard(page).text.count("z") == 40 * 256


def test_a_text_is_not_looked_at_for_each_heading_around_it() -> None:
    page = parse_document("<h2><div>" * 200 + "見" * 1_000_000, URL, {})
    assert len(page.headings) == 3  # of three million characters
    assert page.sight.left <= 0


def test_the_sight_of_a_page() -> None:
    body = parse_document("<p>" + "<i>か</i>" * 100_000, URL, {}).tree.body
    assert body is not None
    sight = Sight(10_000)
    assert 0 < len(visible_text(body, sight)) < 1000
    assert (sight.left <= 0, visible_text(body, sight), sight.text(body)) == (True, "", "")


def test_a_text_in_noscript_in_noscript_is_taken_off_once() -> None:
    assert parse_document("<body>" + "<noscript>" * 300 + "x" * 1000, URL, {}).text_length == 0


def test_more_articles_than_are_compared() -> None:
    def page(before: int) -> str:
        others = [{"@type": "Article", "headline": f"ほかの記事 {number}"} for number in range(before)]
        graph = [*others, {"@type": "Article", "headline": "この記事の題名"}]
        text = json.dumps({"@context": "https://schema.org", "@graph": graph})
        return f'<script type="application/ld+json">{text}</script><h1>この記事の題名</h1><p>{"文" * 100}'

    for before, expected in ((199, "match"), (200, "skipped")):
        assert [row["status"] for row in read(page(before)).result["consistency_checks"]] == [expected]


def test_what_is_more_than_the_text_is_not_counted() -> None:
    class Part:
        asked = 0

        def text(self, *, deep: bool) -> str:
            self.asked += deep
            return "xx"

    part: Any = Part()
    assert (text_length("xxx", [part] * 10), part.asked) == (0, 2)


def test_parts_of_a_title() -> None:
    assert len(title_candidates(" | ".join(f"n{number}" for number in range(600)), ())) == 11


@pytest.mark.parametrize(("bad", "extension"), [(b"\xff" * 1000, "①"), (b"\xff" * 100_001, "\ufffd")])
def test_bytes_that_are_no_euc_jp(bad: bytes, extension: str) -> None:
    text = decode(b"a\xad\xa1b" + bad, "text/html; charset=euc-jp").text
    assert text.startswith(f"a{extension}")
    assert text.count("\ufffd") >= len(bad)
    leads = decode(b"a\xad\xa1b" + b"\xad\xa1" * 1_000_000, "text/html; charset=euc-jp").text
    assert leads.startswith("a\ufffd")


def test_templates_beyond_the_limit_are_not_looked_into() -> None:
    """On a page of 10 MB full of templates all of them took 6 s, the first thousand 1.9 s."""
    template = "<template><div itemscope></div></template>"
    reading = read(template * MAX_TEMPLATES)
    assert (rules(reading).count("inert-markup"), too_much(reading)) == (50, [])
    reading = read(template * MAX_TEMPLATES + "<template><script type='application/ld+json'>{}</script></template>")
    assert too_much(reading) == [(None, MAX_TEMPLATES)]
    assert {row["source"] for row in told(reading) if row["rule"] == "inert-markup"} == {"Microdata"}
