"""What is said of JSON that does not parse, and which block a finding belongs to."""

import json

import pytest

from chalicelib.page.json_text import _said, parse_json
from chalicelib.texts import say
from tests.page.pages import read, read_json, told

SCHEMA = "https://schema.org"


@pytest.mark.parametrize(
    ("text", "said", "why"),
    [
        ('{"a":"x\ny"}', "control-character", "control-character"),
        ('{"a":"', "unterminated", "unterminated"),
        ('{"a":"\\u12"}', "unicode-escape", "escape"),
        ('{"a":"\\x"}', "escape", "escape"),
        ('{"a":1} x', "extra", "extra"),
        ('{"a":1 "b":2}', "comma", "delimiter"),
        ('{"a" 1}', "colon", "colon"),
        ("{a:1}", "property-name", "property-name"),
        ('{"a":x}', "value", "other"),
        ('{"a":NaN}', "constant", "constant"),
        ("[" * 101 + "]" * 101, "too-deep", "too-deep"),
    ],
)
def test_what_the_parser_says_in_two_languages(text: str, said: str, why: str) -> None:
    error = parse_json(text).error
    assert error is not None
    assert (error.said, error.why) == (said, why)
    (row,) = read_json(text).result["structured_data"]["json_ld"]
    key = f"page.json-parser.{said}"
    assert (row["error_key"], row["error_args"], row["error"]) == (key, {}, say(key, "ja"))
    assert say(key, "en").isascii() and not say(key, "ja").isascii()
    if why != "too-deep":
        (finding,) = [row for row in read_json(text).result["validation"] if row["rule"] == "json-syntax-error"]
        assert finding["message_key"] == f"page.json-syntax-error.{why}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{“name”: "茶"}', "quotes"),
        ('{"name”: "茶"}', "quotes"),
        ('{"name": “茶”}', "quotes"),
        ('{"name": "茶”}', "quotes"),
        ('{"name": "茶”, "sku": 1}', "quotes"),
        ('{\n "name": "茶”,\n "sku": 1}', "quotes"),
        ('{"name": "“茶”", "sku": "1" "gtin": "2"}', "delimiter"),
        ('{"name": "彼は“はい”と"言った"}', "delimiter"),
        ('{"name": "“茶”\n"}', "control-character"),
    ],
)
def test_typographic_quotes_are_named_wherever_they_stand(text: str, why: str) -> None:
    error = parse_json(text).error
    assert error is not None and error.why == why
    if why == "quotes":
        assert "全角の引用符" in say(f"page.json-syntax-error.{why}", "ja", near="")


def test_a_wording_of_a_newer_parser_is_told_in_general() -> None:
    assert _said("Something new at") == "other"
    assert not say("page.json-parser.other", "ja").isascii()


def test_a_finding_names_its_block_whatever_its_index_counts() -> None:
    blocks = [
        "{",
        [{"@context": SCHEMA, "@type": "Product", "name": "椀"}, {"@context": SCHEMA, "@type": "Product", "name": ""}],
        {"@context": SCHEMA, "name": "x"},
        {"@context": SCHEMA, "@type": "Product", "name": "{{ x }}"},
    ]
    texts = [text if isinstance(text, str) else json.dumps(text) for text in blocks]
    page = "".join(f'<script type="application/ld+json">{text}</script>' for text in texts)
    page += '<p itemscope></p><p itemscope itemtype="https://schema.org/Car"><b itemprop=name>{{ y }}</b></p>'
    page += '<p vocab="https://schema.org/" typeof=Car><b property=name content="{{ z }}"></b></p>'
    found = told(read(page))
    assert [(row["rule"], row["source"], row["index"], row["block"]) for row in found] == [
        ("json-syntax-error", "JSON-LD", 1, 1),
        ("missing-type", "JSON-LD", 3, 3),
        ("empty-value", "JSON-LD", 2, 2),
        ("placeholder", "JSON-LD", 3, 4),
        ("placeholder", "Microdata", 1, 2),
        ("placeholder", "RDFa", 1, 1),
    ]
    assert [row["block"] for row in read("<p>\0").result["validation"]] == [None]
