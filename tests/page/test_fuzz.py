"""Whatever comes, there is a result, it can be stored and sent, and no part of the reader failed."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chalicelib.page.read import read_page
from chalicelib.page.summary import summarise, trim
from tests.page.pages import HTML, URL

WORDS = st.sampled_from(
    [
        *"<>/=\"'& \n\0{}[],:",
        "<script type='application/ld+json'>",
        "</script>",
        "<!--",
        "-->",
        "<![CDATA[",
        "<template>",
        "<svg><title>",
        "<textarea>",
        "<div itemscope itemtype=https://schema.org/Product itemref='a b'>",
        "<p id=a itemprop=name>",
        "<p id=b itemprop='offers url' itemscope>",
        "<div vocab=https://schema.org/ typeof=Person resource='#a'>",
        "<a property=url href='/x' rel='next foaf:page'>",
        "<li about='http://[x' typeof='x:y z'>",
        "<h2>Q. 何ですか？</h2>",
        "<dt>?</dt><dd>a</dd>",
        "<h1>",
        "<title>",
        "<base href='http://[::1'>",
        "<meta charset=euc-jp>",
        '{"@context":"https://schema.org","@type":"Article","headline":',
        '"@graph":[',
        '"@id":"#a"',
        '"\\ud800"',
        "1e999",
        "NaN",
        "null",
        "&quot;",
        "日本語",
        "\u2028",
        "\ud7ff",
        "</div>",
        "</p>",
    ]
)
CONTENT_TYPES = st.sampled_from(
    [
        "text/html",
        "text/html; charset=shift_jis",
        "application/ld+json",
        "application/xml",
        "text/html; charset=utf-7",
        "",
    ]
)


def check(body: bytes, content_type: str = HTML["content-type"]) -> None:
    reading = read_page(body, url=URL, headers={"content-type": content_type})
    stored = json.dumps(reading.result, ensure_ascii=False, allow_nan=False).encode()
    assert json.loads(stored) == reading.result
    assert [row for row in reading.result["validation"] if row["rule"] == "reader-failure"] == []
    assert summarise(reading.result).entity_count == len(reading.result["entities"])
    assert len(json.dumps(trim(reading.result, 20_000), ensure_ascii=False).encode()) <= 20_000
    for text in (reading.title, reading.meta_description, reading.canonical_url, reading.primary_heading):
        assert text is None or text.encode()


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300), CONTENT_TYPES)
def test_any_bytes(body: bytes, content_type: str) -> None:
    check(body, content_type)


@settings(max_examples=250, deadline=None)
@given(st.lists(st.one_of(WORDS, WORDS, st.text(max_size=8)), max_size=40), CONTENT_TYPES)
def test_any_markup(parts: list[str], content_type: str) -> None:
    check("".join(parts).encode("utf-8", "replace"), content_type)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["@context", "@type", "@id", "@graph", "@value", "@list", "@reverse", "headline", "s:a", "type"]
            )
            | st.text(max_size=5),
            inner,
            max_size=5,
        )
    ),
    max_leaves=25,
)


@settings(max_examples=250, deadline=None)
@given(VALUES)
def test_any_json(value: object) -> None:
    text = json.dumps(value)
    check(f"<script type=application/ld+json>{text}</script>".encode())
    check(text.encode(), "application/ld+json")


@pytest.mark.parametrize("seed", range(20))
def test_a_real_page_with_pieces_cut_out_and_doubled(seed: int) -> None:
    chance = random.Random(seed)
    page = (
        '<!DOCTYPE html><html lang="ja"><head><title>記事｜店</title><script type="application/ld+json">'
        '{"@context":"https://schema.org","@type":"NewsArticle","headline":"記事","author":{"@type":"Person","name":"山"}}'
        '</script></head><body vocab="https://schema.org/" typeof="WebPage"><h1 property="name">記事</h1>'
        '<div itemscope itemtype="https://schema.org/Product" itemref="x"><span itemprop="name">品</span></div>'
        '<p id="x" itemprop="description">説明</p><h2>何ですか？</h2><p>答え</p></body></html>'
    ) * 3
    for _ in range(15):
        start = chance.randrange(len(page))
        piece = page[start : start + chance.randrange(60)]
        at = chance.randrange(len(page))
        page = page[:at] + piece + page[at + chance.randrange(20) :]
        check(page.encode())
