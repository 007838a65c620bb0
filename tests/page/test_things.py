"""One model: what is one thing on a page, what is known of it, and where it is described."""

import time
from typing import Any

from chalicelib.page.paths import first_step, joined
from chalicelib.page.things import Thing, Things, collect
from tests.page.pages import read, rules

BASE = "https://shop.example/"


def entity(properties: dict[str, Any], source: str = "JSON-LD", index: int = 1) -> dict[str, Any]:
    return {"source": source, "index": index, "type": properties["@type"], "properties": properties, "raw": ""}


def things(*found: dict[str, Any], source: str = "JSON-LD") -> Things:
    return collect([entity(properties, source, number + 1) for number, properties in enumerate(found)])


def shown(found: Things) -> list[tuple[list[str], int, str]]:
    return [(thing.types, thing.number, thing.path) for thing in found]


def test_nested_nodes_are_things_outermost_first_with_their_paths() -> None:
    found = things(
        {
            "@type": "Product",
            "brand": {"name": "Kiso"},
            "offers": [{"@type": "Offer", "seller": {"@type": "Organization"}}, {"@type": "Offer", "price": 5}],
            "review": [{"@type": "Review"}],
        },
        {"@type": ["Article", "NewsArticle"], "author": "a"},
    )
    assert shown(found) == [
        (["Product"], 0, ""),
        ([], 0, "brand"),
        (["Offer"], 0, "offers[0]"),
        (["Organization"], 0, "offers[0].seller"),
        (["Offer"], 0, "offers[1]"),
        (["Review"], 0, "review"),
        (["Article", "NewsArticle"], 1, ""),
    ]
    product = found.things[0]
    assert product.properties["offers"] == [found.things[2], found.things[4]]
    assert found.things[4].properties == {"price": [5]}
    assert (found.things[4].first("price"), found.things[4].first("name")) == (5, None)
    assert product.entity["index"] == 1


def test_nodes_of_one_id_are_one_thing_with_the_values_of_all() -> None:
    """JSON-LD 1.1 §3.3: an IRI names a node, wherever it stands."""
    found = things(
        {"@type": "Article", "publisher": {"@id": BASE + "#o"}},
        {"@type": "Organization", "@id": BASE + "#o", "name": "K", "url": BASE, "size": 3},
        {"@type": "Product", "brand": {"@type": "Brand", "@id": BASE + "#o", "name": ["K", "Kiso"], "size": "3"}},
    )
    organization = found.things[1]
    assert (organization.types, organization.identifier) == (["Organization", "Brand"], BASE + "#o")
    assert organization.properties == {"name": ["K", "Kiso"], "url": [BASE], "size": [3]}
    assert (organization.also, organization.path) == ([(1, ""), (2, "brand")], "")
    assert found.things[0].properties["publisher"] == [organization]
    assert found.things[2].properties["brand"] == [organization]
    assert len(found.things) == 3


def test_a_reference_that_leads_nowhere_stays() -> None:
    found = things({"@type": "Article", "author": {"@id": BASE + "#nobody"}})
    assert found.things[0].properties["author"] == [{"@id": BASE + "#nobody"}]
    assert found.resolve({"@id": BASE + "#nobody"}) is None


def test_references_in_circles() -> None:
    found = things(
        {"@type": "Person", "@id": "b:a", "knows": {"@id": "b:b"}},
        {"@type": "Person", "@id": "b:b", "knows": [{"@id": "b:a"}, {"@id": "b:b"}]},
    )
    one, two = found.things
    assert (one.properties["knows"], two.properties["knows"]) == ([two], [one, two])
    assert (found.resolve("b:a"), found.resolve(one.nodes[0].properties), found.resolve(two)) == (one, one, two)
    assert repr(one) == "Thing(Person 0:)"


def test_labels_hold_within_their_script() -> None:
    """JSON-LD 1.1 §3.5: blank node identifiers are local to the document."""
    rows = [
        entity({"@type": "Person", "@id": "_:b0", "knows": {"@id": "_:b1"}}),
        entity({"@type": "Person", "@id": "_:b1", "name": "one"}),
        entity({"@type": "Person", "@id": "_:b1", "name": "two"}),
    ]
    found = collect(rows, [1, 1, 2])
    assert [thing.properties.get("name") for thing in found] == [None, ["one"], ["two"]]
    assert found.things[0].properties["knows"] == [found.things[1]]


def test_literals_are_their_values_and_reverse_turns_the_arrow() -> None:
    """JSON-LD 1.1 §4.2.1 (typed values) and §4.8 (reverse properties)."""
    found = things(
        {
            "@type": "Person",
            "name": {"@value": "木曽", "@language": "ja"},
            "data": {"@type": "@json", "@value": {"a": 1}},
            "ok": [True, "true", None],
            "@reverse": {"author": {"@type": "Article", "headline": "h"}},
        }
    )
    person, article = found.things
    assert person.properties == {"name": ["木曽"], "data": ['{"a": 1}'], "ok": [True, None]}
    assert article.properties == {"headline": ["h"], "author": [person]}
    assert article.path == "@reverse.author"


def twice(json_ld: dict[str, Any], microdata: dict[str, Any]) -> Things:
    return collect([entity({"@type": "Product", **json_ld}), entity({"@type": "Product", **microdata}, "Microdata")])


def test_one_thing_in_two_syntaxes() -> None:
    same: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({"@id": BASE + "#p"}, {"@id": BASE + "#p"}),
        ({"sku": 12}, {"sku": "12", "name": "other wording"}),
        ({"name": "A  bowl"}, {"name": " A bowl\n"}),
        ({"url": "https://shop.example/p/"}, {"url": "http://shop.example/p"}),
        ({"name": "A", "url": {"@id": BASE}}, {"name": "B", "url": BASE}),
    ]
    for one, two in same:
        assert [thing.also for thing in twice(one, two)] == [[(0, ""), (1, "")]], (one, two)
    other: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({"name": "A"}, {"name": "B"}),
        ({"name": "A", "sku": "1"}, {"name": "A", "sku": "2"}),
        ({"name": "A", "@id": BASE + "#1"}, {"name": "A", "@id": BASE + "#2"}),
        ({"name": "A", "@type": "Brand"}, {"name": "A"}),
        ({"description": "A"}, {"description": "A"}),
        ({"name": ""}, {"name": " "}),
    ]
    for one, two in other:
        assert len(twice(one, two).things) == 2, (one, two)


def test_a_value_that_several_of_one_syntax_have_tells_nothing() -> None:
    rows = [entity({"@type": "Product", "name": "A"}), entity({"@type": "Product", "name": "A"})]
    assert len(collect([*rows, entity({"@type": "Product", "name": "A"}, "RDFa")]).things) == 3


def test_what_is_nested_in_one_thing_in_two_syntaxes_is_judged_once() -> None:
    found = twice(
        {"sku": "1", "offers": {"@type": "Offer", "price": 100, "priceCurrency": "JPY"}},
        {"sku": "1", "offers": {"@type": "Offer", "price": "120", "url": BASE}},
    )
    product, offer = found.things
    assert product.properties == {"sku": ["1"], "offers": [offer]}
    assert offer.properties == {"price": [100, "120"], "priceCurrency": ["JPY"], "url": [BASE]}
    assert offer.also == [(0, "offers"), (1, "offers")]


def test_two_offers_of_two_scripts_stay_two_and_the_same_one_is_one() -> None:
    yen = {"@type": "Offer", "price": 100, "seller": {"@type": "Organization", "name": "K"}}
    same = {"@type": "Offer", "price": "100", "seller": {"@type": "Organization", "name": "K"}}
    found = things(
        {"@type": "Product", "@id": "b:p", "offers": yen},
        {"@type": "Product", "@id": "b:p", "offers": [{"@type": "Offer", "price": 90}, same]},
    )
    assert [thing.properties.get("price") for thing in found if thing.types == ["Offer"]] == [[100], [90]]
    assert [thing.also for thing in found if thing.types == ["Organization"]] == [
        [(0, "offers.seller"), (1, "offers[1].seller")]
    ]


def test_one_node_that_is_the_value_of_two_properties() -> None:
    shared = {"@type": "Person", "name": "K"}
    found = things({"@type": "Article", "author": shared, "creator": shared})
    assert found.things[1].also == [(0, "author"), (0, "creator")]
    assert len(found.things) == 2


def test_an_untyped_node_adds_to_the_thing_of_its_id() -> None:
    reading = read(
        '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"h",'
        '"author":{"@type":"Person","@id":"#me"}}</script>'
        '<script type="application/ld+json">{"@context":"https://schema.org","@id":"#me","name":"K"}</script>'
    )
    assert rules(reading) == []
    row = reading.result["entities"][0]
    found = collect([row], [1], [("JSON-LD", 2, {"@id": BASE + "p/1#me", "name": "K", "worksFor": {"name": "W"}})])
    person = found.resolve(BASE + "p/1#me")
    assert isinstance(person, Thing)
    assert person.first("name") == "K"
    assert person.also == [(0, "author")]
    assert person.first("worksFor").entity is row


def test_paths() -> None:
    assert joined("offers", "price") == "offers.price"
    assert joined("", "item", 2) == "item[2]"
    names = ["offers", "offer", "http://x.example/a.b", "http://x.example/a", "n" * 100]
    assert first_step("offers[1].price", names) == ("offers", 1, "price")
    assert first_step("offers", names) == ("offers", 0, "")
    assert first_step("http://x.example/a.b.c", names) == ("http://x.example/a.b", 0, "c")
    assert first_step("n" * 80 + ".b", names) == ("n" * 100, 0, "b")
    assert first_step("off", names) is first_step("", names) is None


def test_a_page_full_of_nodes_is_gathered_in_time() -> None:
    offers = [{"@type": "Offer", "price": number % 7, "seller": {"@type": "Person"}} for number in range(100)]
    rows = [{"@type": "Product", "@id": "b:p", "sku": "1", "offers": list(map(dict, offers))} for _ in range(500)]
    deep: dict[str, Any] = {"@type": "Person"}
    for _ in range(100):
        deep = {"@type": "Person", "knows": [deep, {"@id": "b:p"}]}
    many = [{"@type": "T", "@id": "b:many", "name": f"n{number}"} for number in range(3000)]
    start = time.thread_time()
    found = things(*many, *rows, deep, deep)
    assert time.thread_time() - start < 3
    assert found.things[0].path == ""
    assert len(found.things[0].properties["name"]) == 3000
