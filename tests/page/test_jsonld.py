"""JSON-LD: what is read, what is recovered, what is reported and where."""

import json
from typing import Any

import pytest

from chalicelib.page.json_spans import element_spans
from chalicelib.page.json_text import MAX_DEPTH, parse_json
from chalicelib.page.jsonld import is_json_ld
from tests.page.pages import properties, read, read_json, rules, told

SCHEMA = "https://schema.org"


def product(**more: Any) -> dict[str, Any]:
    return {"@context": SCHEMA, "@type": "Product", "name": "椀", **more}


@pytest.mark.parametrize(
    ("text", "why", "repairs"),
    [
        ('{"a":1,}', "trailing-comma", ("trailing-comma",)),
        ("[1,\n]", "trailing-comma", ("trailing-comma",)),
        ('<!--\n{"a":1}\n-->', "comment", ("wrapper",)),
        ('//<![CDATA[\n{"a":1}\n//]]>', "comment", ("wrapper",)),
        ('/*<![CDATA[*/{"a":1}/*]]>*/', "comment", ("wrapper",)),
        ('{"a":1 /* one */, // two\n"b":"http://x"}', "comment", ("comment",)),
        ('{"a":"x\ty\n"}', "control-character", ("control-character",)),
        ('{"a":"it\\\'s"}', "escape", ("escape",)),
        ('{"a":1};', "extra", ("space",)),
        ("\u00a0{}\u200b", "other", ("space",)),
        ('{"a":1}{"b":2}', "extra", ("several-values",)),
        ("{&quot;a&quot;:&quot;&amp;amp;&quot;}", "html-escaped", ("html-escaped",)),
        ('{"a":NaN}', "constant", ("constant",)),
        ('{"a":[1,],"b":NaN,}', "trailing-comma", ("trailing-comma",)),
    ],
)
def test_what_has_one_meaning_is_recovered(text: str, why: str, repairs: tuple[str, ...]) -> None:
    parsed = parse_json(text)
    assert parsed.error is not None
    assert (parsed.found, parsed.error.why, parsed.repairs) == (True, why, repairs)


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ('{"a":"x\ty\n",}', {"a": "x\ty\n"}),
        ('{"a":"//no, comment,}"/**/,}', {"a": "//no, comment,}"}),
        ("{&quot;a&quot;:&quot;&amp;amp;&quot;}", {"a": "&amp;"}),
        ('{"a":[NaN,-Infinity]}', {"a": ["NaN", "-Infinity"]}),
        ('{"a":1}\n{"b":2}', [{"a": 1}, {"b": 2}]),
    ],
)
def test_recovered_data(text: str, data: Any) -> None:
    assert parse_json(text).data == data


@pytest.mark.parametrize(
    ("text", "why", "position"),
    [
        ('{"a":"b"', "truncated", 8),
        ('{"a":"<b id="x">"}', "delimiter", 13),
        ('{"a":"', "unterminated", 5),
        ("{{ json }}", "template", 1),
        ("{'a':1}", "quotes", 1),
        ("{“a”:1}", "quotes", 1),
        ("var x = 1", "other", 0),
        ('{"a":1} </p>', "extra", 8),
    ],
)
def test_what_is_not_guessed(text: str, why: str, position: int) -> None:
    parsed = parse_json(text)
    assert parsed.error is not None
    assert (parsed.found, parsed.error.why, parsed.error.position) == (False, why, position)


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ('[{"a":1},{"b":{"c":"}"}},{', [{"a": 1}, {"b": {"c": "}"}}]),
        ('[{"a":1},{"b":[{}', [{"a": 1}]),
        ('[[{"a":1}],[{"b":2},"x', [[{"a": 1}], [{"b": 2}]]),
        ('{"@context":"x","@graph":[{"a":1},{"@graph":[{"b":2}', {"@context": "x", "@graph": [{"a": 1}]}),
        ('{"@graph":[{"a":"]}"},{"b":-', {"@graph": [{"a": "]}"}]}),
        ('{"a":1}\n{"b":2} {"c":tru', [{"a": 1}, {"b": 2}]),
        ('{"a":1} {"c', {"a": 1}),
        ('[{"a":1,},/* x */{"b":"c', [{"a": 1}]),
        ("[{&quot;a&quot;:&quot;b&quot;},{&quot;c", [{"a": "b"}]),
    ],
)
def test_of_a_text_that_ends_early_the_whole_nodes_are_recovered(text: str, data: Any) -> None:
    parsed = parse_json(text)
    assert (parsed.found, parsed.data) == (True, data)
    assert parsed.error is not None and parsed.repairs[-1] == "cut-off"


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[",
        '{"a',
        '{"a":1',
        '{"a":{"b":12}',
        '{"a":[{"b":1}',
        "[[[",
        '"a',
        "[1,2",
        '[{"a":"x" y"},{"b',
        '{"a":1}}{',
    ],
)
def test_a_node_that_was_cut_is_not_guessed(text: str) -> None:
    assert not parse_json(text).found


def test_the_nodes_before_the_cut_are_entities_and_the_cut_is_told() -> None:
    reading = read_json('{"@context":"https://schema.org","@graph":[{"@type":"Person","name":"a"},{"@type":"Per')
    assert properties(reading) == [{"@type": "Person", "name": "a"}]
    assert [rule for rule in rules(reading) if "google" not in rule] == ["json-syntax-error", "recovered"]
    assert reading.result["structured_data"]["json_ld"][0]["repairs"][-1] == "cut-off"


def test_limits_of_json() -> None:
    assert parse_json("[" * MAX_DEPTH + "]" * MAX_DEPTH).found
    deep = parse_json("[" * 100_000 + "]" * 100_000)
    assert deep.error is not None and (deep.found, deep.error.why) == (False, "too-deep")
    numbers = parse_json(f"[{2**53 - 1}, {2**53}, -{2**53}, {'9' * 5000}, 1e400, 1.5]")
    assert numbers.data == [2**53 - 1, str(2**53), f"-{2**53}", "9" * 5000, "1e400", 1.5]
    assert numbers.notes.numbers == [str(2**53), f"-{2**53}", "9" * 5000, "1e400"]
    halves = parse_json('{"\\ud83d":["\\ud83d\\ude00", "\\ude00x"]}')
    assert (halves.data, halves.notes.lone_surrogates) == ({"\ufffd": ["😀", "\ufffdx"]}, 2)


def test_spans_of_elements() -> None:
    text = ' [ {"a": [1, 2]} , "x"\n] '
    assert [text[start:end] for start, end in element_spans(text, 9)] == ['{"a": [1, 2]}', '"x"']
    text = '{"@context": {"@graph": [0]}, "@graph": [{"b": 1},{}], "c": 1}'
    assert [text[start:end] for start, end in element_spans(text, 9)] == ['{"b": 1}', "{}"]
    assert element_spans('{"a": 1}', 9) == element_spans("", 9) == element_spans("[1, oops", 9) == []


def test_line_and_column_are_those_of_the_page() -> None:
    page = (
        '<!DOCTYPE html>\r\n<html><!-- <script type="application/ld+json">{"a":1,}</script> -->\r\n'
        '<title>題</title>\r\n  <script type="application/ld+json">\r\n{"@context":"https://schema.org",\r\n'
        ' "@type":"Product",\r\n "name":"日本",}\r\n</script>'
    )
    syntax, recovered = told(read(page))
    assert (syntax["rule"], syntax["severity"], syntax["line"], syntax["column"]) == (
        "json-syntax-error",
        "error",
        7,
        14,
    )
    assert (recovered["rule"], recovered["severity"], recovered["line"]) == ("recovered", "warning", 4)
    assert syntax["message"] == '} や ] の前に余分な「,」があります: duct", "name":"日本",}'
    assert syntax["fix"] == "最後の項目の後の「,」を消してください。"
    assert (syntax["message_key"], syntax["fix_key"]) == (
        "page.json-syntax-error.trailing-comma",
        "page.json-syntax-error.trailing-comma.fix",
    )


def test_blocks_with_the_same_text_have_their_own_lines() -> None:
    page = '<script>{"a":1,}</script>\n' + '<script type="application/ld+json">{"a":1,}</script>\n' * 2
    rows = [row for row in read(page).result["validation"] if row["rule"] == "json-syntax-error"]
    assert [row["line"] for row in rows] == [2, 3]


def test_a_block_that_does_not_parse_is_kept_and_hides_no_other() -> None:
    broken = '<script type="application/ld+json">{"@type":"Product","name":"x"</script>'
    good = f'<script type="application/ld+json">{json.dumps(product())}</script>'
    reading = read(broken + good + broken)
    assert properties(reading) == [{"@type": "Product", "name": "椀"}]
    rows = reading.result["structured_data"]["json_ld"]
    assert [(row["index"], row["data"]) for row in rows] == [(1, None), (2, product()), (3, None)]
    assert rows[0]["raw"] == broken
    assert rows[0]["error"] == "「,」があるはずの位置にありません。"
    assert [(row["rule"], row["index"]) for row in told(reading)] == [
        ("json-syntax-error", 1),
        ("json-syntax-error", 3),
    ]


def test_an_entity_of_its_own() -> None:
    reading = read_json(product(offers={"@type": "Offer", "price": 1980}))
    (entity,) = reading.result["entities"]
    assert (entity["source"], entity["index"], entity["type"]) == ("JSON-LD", 1, "Product")
    assert entity["properties"] == {"@type": "Product", "name": "椀", "offers": {"@type": "Offer", "price": 1980}}
    assert entity["raw"] == reading.result["structured_data"]["json_ld"][0]["raw"]
    assert entity["raw"].startswith('<script type="application/ld+json">{')
    assert reading.result["structured_data"]["json_ld"][0]["data"]["offers"]["price"] == 1980


def test_items_of_a_graph_and_of_an_array() -> None:
    page = '{"@type":"WebPage", "isPartOf":{"@id":"#s"}}'
    graph = f'{{"@context":"https://schema.org","@graph":[{{"@type":"WebSite","@id":"#s"}}, {page}]}}'
    entities = read_json(graph).result["entities"]
    assert [(entity["index"], entity["type"]) for entity in entities] == [(1, "WebSite"), (2, "WebPage")]
    assert entities[0]["properties"]["@id"] == "https://shop.example/p/1#s"
    assert entities[1]["properties"]["isPartOf"] == {"@id": "https://shop.example/p/1#s"}
    assert entities[1]["raw"] == page
    array = [product(name="a"), [product(name="b")], {"@context": SCHEMA, "@graph": product(name="c")}]
    assert [found["name"] for found in properties(read_json(array))] == ["a", "b", "c"]
    named = {"@context": SCHEMA, "@type": "Dataset", "name": "d", "@graph": [{"@type": "Person", "name": "p"}]}
    assert [found["@type"] for found in properties(read_json(named))] == ["Dataset", "Person"]


def test_the_markup_of_a_node_is_its_own_text() -> None:
    """The smallest markup it came from (result_json.md), in an inner graph and in a recovered block too."""
    first, second = '{ "@type":"Person",  "name":"a" }', '{"@type":"Place", "name":"}" /* b */}'
    inner = f'[{{"@context":"https://schema.org","@graph":[{{"@id":"#g","@graph":[{first}]}}]}}, {product_text()}]'
    assert [entity["raw"] for entity in read_json(inner).result["entities"]] == [first, product_text()]
    broken = f'{{"@context":"https://schema.org","@graph":[{first},{second},]}}'
    assert [entity["raw"] for entity in read_json(broken).result["entities"]] == [first, second]


def product_text() -> str:
    return json.dumps(product(), ensure_ascii=False)


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ({"name": ["a"]}, {"name": "a"}),
        ({"name": ["a", "b"]}, {"name": ["a", "b"]}),
        ({"name": [["a"], ["b"]]}, {"name": ["a", "b"]}),
        ({"name": {"@list": ["a", "b"]}}, {"name": ["a", "b"]}),
        ({"name": {"@value": "a"}}, {"name": "a"}),
        ({"name": {"@value": "a", "@language": "ja"}}, {"name": {"@value": "a", "@language": "ja"}}),
        ({"name": None}, {}),
        ({"name": []}, {"name": []}),
        ({"https://schema.org/name": "a", "schema:name": "b"}, {"name": ["a", "b"]}),
        ({"name": 0, "x": False, "y": 1.5}, {"name": 0, "x": False, "y": 1.5}),
        ({"@reverse": {"offers": {"@type": "Offer"}}}, {"@reverse": {"offers": {"@type": "Offer"}}}),
        ({"ex:size": "s", "dc:x": "y"}, {"http://example.com/ns#size": "s", "dc:x": "y"}),
        ({"brand": {"type": "Brand", "id": "#b"}}, {"brand": {"@type": "Brand", "@id": "https://shop.example/p/1#b"}}),
        ({"isRelatedTo": {"@id": "_:b0"}}, {"isRelatedTo": {"@id": "_:b0"}}),
        ({"isRelatedTo": {"@id": "ex:b"}}, {"isRelatedTo": {"@id": "http://example.com/ns#b"}}),
        ({"titel": "a"}, {"http://example.com/ns#title": "a"}),
    ],
)
def test_form_of_properties(declared: dict[str, Any], expected: dict[str, Any]) -> None:
    terms = {"ex": "http://example.com/ns#", "titel": {"@id": "ex:title"}}
    value = {"@context": [SCHEMA, terms], "@type": "Thing", **declared}
    assert properties(read_json(value)) == [{"@type": "Thing", **expected}]


def test_another_vocabulary_and_base() -> None:
    context = {"@vocab": "http://example.com/v/", "@base": "https://other.example/x/"}
    value = {"@context": context, "@type": ["Thing", "http://schema.org/Product"], "@id": "y", "type": "t"}
    assert properties(read_json(value)) == [
        {
            "@type": ["http://example.com/v/Thing", "Product"],
            "@id": "https://other.example/x/y",
            "http://example.com/v/type": "t",
        }
    ]


def test_the_base_element_counts() -> None:
    page = '<base href="/base/"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Thing","@id":"x"}'
    assert properties(read(page + "</script>")) == [{"@type": "Thing", "@id": "https://shop.example/base/x"}]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (product(), []),
        ("", ["empty-block"]),
        ({}, ["empty-block"]),
        ([], ["empty-block"]),
        ({"@context": SCHEMA}, ["empty-block"]),
        ("null", ["not-a-node"]),
        ("1", ["not-a-node"]),
        ([product(), "x", None], ["not-a-node"]),
        ({"@context": SCHEMA, "name": "x"}, ["missing-type"]),
        ({"@context": SCHEMA, "@type": "", "name": "x"}, ["missing-type"]),
        ({"@context": SCHEMA, "@type": [3], "name": "x"}, ["missing-type"]),
        ({"@context": SCHEMA, "@id": "#x"}, []),
        ([{"@context": SCHEMA, "@id": "#x", "name": "y"}, product(**{"@id": "#x"})], []),
        ({"@type": "Product"}, ["context-unusual"]),
        ({"@context": "http://www.schema.org", "@type": "Product"}, ["context-unusual"]),
        ({"@context": "schema.org", "@type": "Product"}, ["context-unusual"]),
        ({"@context": "http://schema.org/", "@type": "Product"}, []),
        ({"@context": "https://www.w3.org/ns/activitystreams", "@type": "Note"}, []),
        ('\ufeff{"@context":"https://schema.org","@type":"Product"}', ["bom-in-json"]),
        ('{"@context":"https://schema.org","@type":"Product","name":"a","name":"b"}', ["duplicate-key"]),
        (product(sku=2**60), ["number-out-of-range"]),
        (product(description="\\ud800").__repr__().replace("'", '"').replace("\\\\", "\\"), ["lone-surrogate"]),
        ("[" * 101 + "]" * 101, ["nesting-limit"]),
        (product(name="{{ title }}"), ["placeholder"]),
        (product(url="${BASE}/x"), ["placeholder"]),
        (product(sku="%%SKU%%"), ["placeholder"]),
        (product(sku="100% {a} $x [b] <i>"), []),
        (product(urlTemplate="https://shop.example/?q={search_term_string}"), []),
        (product(name="A &amp; B"), ["html-entity-in-value"]),
        (product(description="<p>A &amp; B</p>"), []),
        (product(name="AT&T; R&D"), []),
        (product(name=" "), ["empty-value"]),
    ],
)
def test_what_is_reported(value: Any, expected: list[str]) -> None:
    assert rules(read_json(value)) == expected


def test_a_faulty_value_is_told_with_its_path_and_line() -> None:
    value = product(offers=[{"@type": "Offer", "price": "1"}, {"@type": "Offer", "price": "{{ price }}"}])
    (row,) = told(read_json(value))
    assert (row["source"], row["index"], row["type"], row["path"]) == ("JSON-LD", 1, "Product", "offers[1].price")
    assert row["message"] == "offers[1].price にテンプレートのコードがそのまま残っています: {{ price }}"
    text = json.dumps(value, ensure_ascii=False)
    before = '<!DOCTYPE html><title>t</title><script type="application/ld+json">'
    assert (row["line"], row["column"]) == (1, len(before) + text.index('"{{ price }}"') + 1)


def test_one_rule_cannot_fill_the_result() -> None:
    reading = read('<script type="application/ld+json"></script>' * 80)
    assert rules(reading) == ["empty-block"] * 50 + ["more-findings"]
    assert told(reading)[-1]["message_args"] == {"left": 30, "name": "empty-block"}


def test_a_page_cannot_declare_without_end() -> None:
    reading = read_json([{"@context": SCHEMA, "@type": "Thing", "name": "x"}] * 2500)
    assert len(reading.result["entities"]) == 2000
    assert rules(reading) == ["too-much-markup"]


@pytest.mark.parametrize(
    ("mime", "expected"),
    [
        ("application/ld+json", True),
        (" Application/LD+JSON ;charset=utf-8", True),
        ('application/ld+json;profile="x"', True),
        ("application/ld+jsonx", False),
        ("application/json", False),
        ("", False),
        (None, False),
    ],
)
def test_the_type_of_a_script(mime: str | None, expected: bool) -> None:
    assert is_json_ld(mime) is expected


def test_a_json_ld_document() -> None:
    body = json.dumps([product(name="a"), product(name="b")]).encode()
    reading = read(body, headers={"content-type": "application/ld+json; charset=utf-8"})
    assert [entity["type"] for entity in reading.result["entities"]] == ["Product", "Product"]
    assert reading.result["structured_data"]["json_ld"][0]["raw"] == body.decode()
    assert (reading.title, reading.primary_heading) == (None, None)
    assert rules(read(b"{\n  oops}", headers={"content-type": "application/ld+json"})) == ["json-syntax-error"]
