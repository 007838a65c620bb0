"""The rules of schema.org's vocabulary, each with what is wrong beside what is right."""

import json
import time
from typing import Any

import pytest

from tests.page.pages import read, read_json, told

SCHEMA = "https://schema.org"
ROOM = "vocabulary"


def found(value: dict[str, Any]) -> list[tuple[str, str]]:
    """Rule with variant, and path, of what is said about a node in JSON-LD."""
    node = {"@context": SCHEMA, **value}
    return [(row["message_key"].removeprefix("vocabulary."), row["path"]) for row in told(read_json(node), ROOM)]


def said(value: dict[str, Any]) -> dict[str, Any]:
    """What is filled in in the one message about a node."""
    (row,) = told(read_json({"@context": SCHEMA, **value}), ROOM)
    return {name: part for name, part in row["message_args"].items() if name != "path"}


def keys(kind: str, name: str, *values: Any) -> list[str]:
    """What is said about each of these values of a property, "" for nothing; without the room."""
    out = []
    for value in values:
        rows = found({"@type": kind, name: value})
        out.append(" ".join(key for key, path in rows))
    return out


def test_an_unknown_type_is_told_with_the_right_one() -> None:
    assert found({"@type": "Product"}) == []
    assert found({"@type": "product", "nonsense": 1}) == [("unknown-type.near", "")]
    assert said({"@type": "product"}) == {"name": "product", "near": "Product"}
    assert found({"@type": "Shohin"}) == [("unknown-type", "")]
    assert said({"@type": ["InStock"]}) == {"name": "InStock", "enumeration": "ItemAvailability"}
    assert found({"@type": "Product", "brand": {"@type": "brand"}}) == [("unknown-type.near", "brand")]


def test_a_type_url_with_a_slip_is_told_with_the_right_one() -> None:
    slips = (
        *("https://schema.org/Product/", "https://schema.org/#Product", "https://schema.org/Product#", "#Product"),
        *("https://schema.org//Product", "https:/schema.org/Product", "Thing:Product", "https://shema.org/Product"),
    )
    for slip in slips:
        told_here = said({"@type": slip, "nonsense": 1})
        assert (slip, told_here["near"]) == (slip, "Product")
        rows = told(read(f'<div itemscope itemtype="{slip}"><p itemprop="name">x</p></div>'), ROOM)
        assert (slip, [row["rule"] for row in rows]) == (slip, ["unknown-type"])
    assert said({"@type": "schema.org/Product"})["near"] == said({"@type": "//schema.org/product"})["near"] == "Product"
    for other in (
        "https://schema.org/Person/Minister",
        "foaf:Person",
        "https://example.com/Product/",
        "Person/Minister",
    ):
        assert (other, found({"@type": other})) == (other, [])


def test_a_nested_node_without_type_is_judged_by_what_its_property_expects() -> None:
    assert found({"@type": "Product", "brand": {"nmae": "x"}}) == [("unknown-property.near", "brand.nmae")]
    assert said({"@type": "Product", "brand": {"nmae": "x"}})["type"] == "Brand/Organization"
    offers = {"price": "1", "availability": "在庫あり"}
    assert found({"@type": "Product", "offers": offers}) == [("invalid-enumeration.near", "offers.availability")]
    by_language = {"ja": "花", "en": "Hana"}
    for name in ("name", "description"):
        assert found({"@type": "Product", name: by_language}) == [("wrong-value-type.untyped", name)]
    assert found({"@type": "Event", "startDate": {"date": "2026-01-01"}}) == [("wrong-value-type.untyped", "startDate")]
    rights: tuple[dict[str, Any], ...] = (
        {"brand": {"name": "x", "gs1:x": 1}},
        {"offers": {}},
        {"image": {"@id": "#i"}},
        {"url": {"@id": "/"}},
    )
    for right in rights:
        assert found({"@type": "Product", **right}) == []


def test_an_unknown_property_is_told_with_the_right_one() -> None:
    assert found({"@type": "Organization", "telephone": "1"}) == []
    assert found({"@type": "Organization", "telefone": "1"}) == [("unknown-property.near", "telefone")]
    assert said({"@type": "Organization", "telefone": "1"}) == {
        **{"name": "telefone", "type": "Organization", "near": "telephone"}
    }
    assert said({"@type": "Product", "pricee": 1})["near"] == "price"  # no property of Product, but one that exists
    assert found({"@type": "Thing", "nonsense": 1}) == [("unknown-property", "nonsense")]
    assert found({"@type": "Thing", "owns": [{"@type": "Car", "nmae": "x"}, {"@type": "Car", "name": "y"}]}) == [
        ("property-not-of-type", "owns"),
        ("unknown-property.near", "owns[0].nmae"),
    ]


def test_a_property_of_other_types_is_told_with_those() -> None:
    assert found({"@type": "JobPosting", "title": "x"}) == []
    assert said({"@type": "Product", "jobTitle": "x"}) == {"name": "jobTitle", "type": "Product", "owners": "Person"}
    assert said({"@type": "Person", "startDate": "2024-01-05"})["owners"].endswith(" …")


def test_a_property_of_any_of_the_types_is_right() -> None:
    assert found({"@type": ["Product", "Book"], "isbn": "9784000000000", "sku": "1"}) == []
    assert found({"@type": "Product", "isbn": "9784000000000"}) == [("property-not-of-type", "isbn")]
    assert found({"@type": ["Product", "http://example.com/ns#Tool"], "isbn": "1", "nonsense": 1}) == []
    assert found({"@type": ["Product", "Nonsenze"], "isbn": "1", "nonsense": 1}) == [("unknown-type", "")]


def test_types_that_another_node_of_the_same_id_declares_count() -> None:
    nodes = [{"@type": "Product", "@id": "#p", "isbn": "1"}, {"@type": "Book", "@id": "#p"}]
    assert told(read_json({"@context": SCHEMA, "@graph": nodes}), ROOM) == []
    assert len(told(read_json({"@context": SCHEMA, "@graph": nodes[:1]}), ROOM)) == 1


def test_superseded_terms_are_told_with_what_to_use() -> None:
    assert found({"@type": "Organization", "members": "x"}) == [("superseded", "members")]
    assert said({"@type": "Organization", "members": "x"}) == {"name": "members", "instead": "member"}
    assert found({"@type": "UserComments"}) == [("superseded.type", "")]
    (row,) = told(read_json({"@context": SCHEMA, "@type": "Organization", "members": "x"}), ROOM)
    assert row["severity"] == "info"


def test_what_is_legal_and_gives_no_finding() -> None:
    right: tuple[dict[str, Any], ...] = (
        # pending terms, annotations of actions, keywords, names of other vocabularies
        {"@type": "ConstraintNode", "numConstraints": 1},
        {
            "@type": "WebSite",
            "url": "https://example.jp/",
            "potentialAction": {
                "@type": "SearchAction",
                "target": {"@type": "EntryPoint", "urlTemplate": "https://example.jp/?q={q}"},
                "query-input": "required name=q",
            },
        },
        {"@type": "WatchAction", "startOffset-input": {"@type": "PropertyValueSpecification", "valueName": "t"}},
        {"@type": "Product", "http://example.com/ns#size": 1, "gs1:size": 2, "@language": "ja"},
        {"@type": "gs1:Product", "size": 2},
        {"@type": "http://example.com/Thing", "nonsense": 2},
        # any order of texts, things and references
        {"@type": "Article", "author": "山田花子", "publisher": {"@id": "#nowhere"}, "image": "/a.jpg"},
        {"@type": "Product", "brand": {"@type": "Thing", "name": "x"}, "review": [], "offers": None},
        {"@type": "Product", "brand": {"name": "x"}, "image": ["/1.jpg", {"@type": "ImageObject", "url": "/2.jpg"}]},
        {"@type": "Product", "additionalProperty": {"@type": "PropertyValue", "name": "色", "value": True}},
        {"@type": "Organization", "employee": {"@type": "OrganizationRole", "employee": {"@type": "Person"}}},
        {"@type": "Organization", "employee": {"@type": "Role", "roleName": "x", "employee": "y", "startDate": "2024"}},
        {"@type": "ImageObject", "width": 1200, "height": "800px"},
        {"@type": "Organization", "numberOfEmployees": 50, "foundingDate": 1950},
        {"@type": "Person", "birthDate": "1980", "url": {"@id": "https://example.jp/"}},
        {"@type": "Dataset", "temporalCoverage": "1950/.."},
        {"@type": "ListItem", "position": "1", "item": "https://example.jp/"},
        {"@type": "LocalBusiness", "openingHours": "Mo-Fr 10:00-19:00", "priceRange": 3},
        {"@type": "Hotel", "checkinTime": "15:00", "petsAllowed": True},
        {"@type": "MedicalClinic", "medicalSpecialty": "https://schema.org/Dermatology"},
        {"@type": "Thing", "name": {"@value": "x", "@language": "ja"}},
        {"@type": "Offer", "price": "1,980円", "priceSpecification": {"@type": "UnitPriceSpecification", "price": 1}},
        {"@type": "CreativeWork", "license": "CC BY 4.0", "mainEntityOfPage": "x", "name": 5, "headline": False},
        {"@type": "Person", "@reverse": {"author": {"@type": "Article", "headline": "x"}}},
        {"@type": "VideoObject", "uploadDate": "20240105", "duration": "PT1M"},
    )
    for value in right:
        assert (value, found(value)) == (value, [])


def test_blocks_of_other_contexts_are_not_judged() -> None:
    wrong = {"@type": "Personn", "nmae": "x"}
    for context, count in (
        (SCHEMA, 1),
        ("http://schema.org/", 1),
        ({"@vocab": "https://schema.org/"}, 1),
        ([SCHEMA, {"ex": "http://example.com/"}], 1),
        ([SCHEMA, "https://w3id.org/security/v1"], 0),
        ("https://www.w3.org/ns/activitystreams", 0),
        ({"@vocab": "http://example.com/"}, 0),
        ({"@import": "https://example.com/c.jsonld"}, 0),
    ):
        assert (context, len(told(read_json({"@context": context, **wrong}), ROOM))) == (context, count)
    assert told(read_json(wrong), ROOM) == []  # without a context its names are nobody's
    late = {"@context": "https://www.w3.org/ns/activitystreams", "@type": "Person", "image": True}
    assert told(read_json(late), ROOM) == []
    assert len(told(read_json({**late, "@context": [SCHEMA, "https://example.com/x"]}), ROOM)) == 1


def test_values_of_another_kind() -> None:
    assert keys("Product", "brand", {"@type": "Brand"}, {"@type": "Corporation"}, {"@type": "Person"}) == [
        *("", "", "wrong-value-type.object")
    ]
    assert said({"@type": "Product", "brand": {"@type": "Person"}}) == {
        **{"name": "brand", "type": "Person", "expected": "Brand / Organization"}
    }
    assert keys("Article", "image", False, 5, "/a.jpg") == [
        *("wrong-value-type.boolean-given", "wrong-value-type.number-given", "")
    ]
    assert keys("Product", "offers", 1980, "1980") == ["wrong-value-type.number-given", ""]
    assert keys("AggregateRating", "reviewCount", 12, 12.0, "12", "1,234件", 4.5, "many") == [
        *("", "", "", "wrong-value-type.integer-meant", "wrong-value-type.integer", "wrong-value-type.integer")
    ]
    assert said({"@type": "AggregateRating", "reviewCount": "１,２３４件"})["meant"] == "1234"
    assert keys("Product", "productionDate", True, 20240105) == ["wrong-value-type.boolean-given", ""]
    truths = (True, "True", "false", "https://schema.org/False", "http://schema.org/True", 1, "はい", 5)
    wrong = ["wrong-value-type.boolean", "wrong-value-type.number-given"]
    assert keys("Event", "isAccessibleForFree", *truths) == [""] * 6 + wrong


def test_a_reference_is_judged_by_what_it_leads_to() -> None:
    nodes = [
        {"@type": "Product", "name": "x", "brand": {"@id": "#me"}, "manufacturer": {"@id": "#them"}},
        {"@type": "Person", "@id": "#me", "name": "y"},
        {"@type": "Organization", "@id": "#them", "name": "y"},
    ]
    (row,) = told(read_json({"@context": SCHEMA, "@graph": nodes}), ROOM)
    assert (row["rule"], row["path"], row["index"]) == ("wrong-value-type", "brand", 1)


def test_enumerations() -> None:
    right = ("InStock", "https://schema.org/InStock", "http://schema.org/InStock", "schema:InStock", " InStock ", "")
    also = ({"@id": "https://schema.org/InStock"}, "http://purl.org/goodrelations/v1#InStock")
    assert keys("Offer", "availability", *right, *also) == [""] * 8
    near = "invalid-enumeration.near"
    wrong = ("instock", "in stock", "https://schema.org/Instock", "在庫あり", {"@id": "http://schema.org/instock"})
    assert keys("Offer", "availability", *wrong) == [near] * 5
    assert {said({"@type": "Offer", "availability": value})["near"] for value in wrong} == {"InStock"}
    assert keys("Offer", "availability", "maybe", "NewCondition", True) == [
        *("invalid-enumeration", "invalid-enumeration", "wrong-value-type.boolean-given")
    ]
    assert keys("Offer", "itemCondition", "new", "UsedCondition") == [near, ""]
    assert said({"@type": "Offer", "itemCondition": "new"}) == {
        "name": "itemCondition",
        "value": "new",
        "near": "NewCondition",
        "enumeration": "OfferItemCondition",
        "members": "DamagedCondition, NewCondition, RefurbishedCondition, UsedCondition",
    }
    # Not closed, or a text may stand there too.
    assert keys("Offer", "businessFunction", "lease") == keys("Person", "gender", "女性") == [""]
    assert keys("Offer", "availableDeliveryMethod", "ヤマト運輸") == [""]


def test_days_of_the_week() -> None:
    """schema.org and Google name the members; the two letters are those of `openingHours`, which is a text."""
    kind, name = "OpeningHoursSpecification", "dayOfWeek"
    assert keys(kind, name, ["Monday", "https://schema.org/Tuesday"], "PublicHolidays") == ["", ""]
    assert keys(kind, name, "Mo", "月曜日", "Monday, Tuesday", "Mo-Fr") == [
        *("invalid-enumeration.near", "invalid-enumeration.near", "invalid-enumeration.several", "invalid-enumeration")
    ]
    assert said({"@type": kind, name: "Mo"})["near"] == "Monday"


def test_dates_times_and_durations() -> None:
    date = ("2024-01-05", "2024-01-05T10:00:00+09:00", "2024", 2024, {"@value": "2024-01-05", "@type": "xsd:date"})
    assert keys("Article", "datePublished", *date, "") == [""] * 6
    wrong = ("2024年1月5日", "2024-02-30", "2024-01-05T24:30", "近日", 1704412800, {"@value": "1月"})
    assert keys("Article", "datePublished", *wrong) == ["invalid-date.meant", *["invalid-date"] * 5]
    assert said({"@type": "Article", "datePublished": "令和6年1月5日"}) == {
        **{"name": "datePublished", "value": "令和6年1月5日", "meant": "2024-01-05"}
    }
    kind = "OpeningHoursSpecification"
    assert keys(kind, "opens", "09:00", "09:00:00+09:00", "9:00", "25:00", "10:00-19:00", "休み") == [
        *("", "", "invalid-date.time-meant", "invalid-date.time-meant", "invalid-date.time", "invalid-date.time")
    ]
    assert keys("Recipe", "cookTime", "PT30M", "30分", "すぐ", {"@type": "Duration"}, 30) == [
        *("", "invalid-date.duration-meant", "invalid-date.duration", "", "invalid-date.duration")
    ]
    assert keys("MerchantReturnPolicy", "merchantReturnDays", 30, "30", "2024-01-05", "30日") == [
        *("", "", "", "wrong-value-type.integer-meant")
    ]


def test_urls() -> None:
    assert keys("Thing", "sameAs", "https://x.example/", "/a", "www.example.jp", ["https://a.example/", "http//b"]) == [
        *("", "", "invalid-url.no-scheme", "invalid-url.slashes")
    ]
    assert found({"@type": "Thing", "sameAs": ["https://a.example/", "http//b"]}) == [
        ("invalid-url.slashes", "sameAs[1]")
    ]
    assert keys("Article", "image", "https://x.example/a b.jpg", "写真 1.jpg", "javascript:x") == [
        *("invalid-url.space", "invalid-url.space", "invalid-url.script")
    ]
    assert keys("CreativeWork", "license", "All rights reserved", "www.example.jp/l") == ["", "invalid-url.no-scheme"]
    assert keys("Restaurant", "hasMenu", "www.example.jp") == [""]  # a text may stand there


def test_the_other_syntaxes_are_judged_too() -> None:
    item = '<div itemscope itemtype="https://schema.org/{}"><span itemprop="{}">{}</span></div>'
    rows = told(read(item.format("Offer", "availability", " instock ")), ROOM)
    assert [(row["rule"], row["source"], row["index"], row["block"], row["path"]) for row in rows] == [
        ("invalid-enumeration", "Microdata", 1, 1, "availability")
    ]
    assert told(read(item.format("AggregateRating", "ratingCount", "\n 12 \n")), ROOM) == []
    foreign = '<div itemscope itemtype="http://data-vocabulary.org/Offer"><i itemprop="nonsense">x</i></div>'
    assert told(read(foreign), ROOM) == []
    rdfa = '<div vocab="https://schema.org/" prefix="ex: http://example.com/" typeof="{}"><i property="{}">x</i></div>'
    assert [row["rule"] for row in told(read(rdfa.format("Product", "titel")), ROOM)] == ["unknown-property"]
    assert told(read(rdfa.format("Product", "ex:titel")), ROOM) == told(read(rdfa.format("ex:P", "titel")), ROOM) == []


def test_reverse_properties_are_judged_from_the_other_side() -> None:
    article = {"@type": "Article", "headline": "x"}
    assert found({"@type": "Person", "@reverse": {"autor": article}}) == [("unknown-property.near", "@reverse.autor")]
    assert found({"@type": "Product", "@reverse": {"author": article}}) == [
        ("wrong-value-type.object", "@reverse.author")
    ]


def test_one_wrong_name_is_told_once_for_a_type() -> None:
    products = [{"@type": "Product", "name": f"{n}", "pricee": n, "image": "www.example.jp"} for n in range(20)]
    reading = read_json({"@context": SCHEMA, "@graph": [*products, {"@type": "Offer", "pricee": 1}]})
    rows = [(row["rule"], row["index"]) for row in told(reading, ROOM)]
    assert [row for row in rows if row[0] == "unknown-property"] == [("unknown-property", 1), ("unknown-property", 21)]
    assert sum(rule == "invalid-url" for rule, _ in rows) == 20


def test_a_finding_names_its_place() -> None:
    page = (
        '<!DOCTYPE html>\n<title>t</title>\n<script type="application/ld+json">\n{"@context": "https://schema.org",\n'
        ' "@type": "Product",\n "offers": {"@type": "Offer",\n  "availability": "instock"}}\n</script>'
    )
    (row,) = told(read(page), ROOM)
    assert (row["line"], row["path"], row["type"], row["severity"]) == (7, "offers.availability", "Product", "warning")


def hostile() -> dict[str, Any]:
    """Pages that want to be slow."""
    names = [f"wordOfAboutTwentyTwo{number}" for number in range(12_000)]
    kinds = ["Product", "Book", "Person", "Event", "Offer", "Place", "Review", "Recipe"]
    return {
        "wrong names": {"@type": kinds, **dict.fromkeys(names, 1)},
        "wrong types": [{"@type": name} for name in names[:1900]],
        "long names": {"@type": "Thing", **{name * 40: 1 for name in names[:5000]}},
        "many types": {"@type": names, "name": "x"},
        "wrong dates": {"@type": "Article", "datePublished": ["2024年1月5日 " + "1" * 200] * 12_000},
        "wrong members": {"@type": "Offer", "availability": [f"InStok{number}" for number in range(12_000)]},
        "wrong nodes": {"@type": "Product", "brand": [{"@type": "Person"}] * 8000},
        "long texts": {"@type": "Article", "datePublished": "1" * 2_000_000, "url": "www." + "a-" * 500_000},
        "numbers": {"@type": "AggregateRating", "reviewCount": ["9" * 300 + "件"] * 8000},
        "a known type often": {"@type": ["Product"] * 30_000, "brand": [{"@id": "#b"}] * 1000, "@id": "#b"},
    }


@pytest.mark.parametrize("name", hostile())
def test_a_hostile_page_takes_no_more_than_two_seconds(name: str) -> None:
    value = hostile()[name]
    context = {"@context": SCHEMA}
    page = {**context, "@graph": value} if isinstance(value, list) else {**context, **value}
    text = f'<script type="application/ld+json">{json.dumps(page)}</script>'
    start = time.thread_time()
    rows = told(read(text), ROOM)
    assert time.thread_time() - start < 2
    assert len(rows) <= 50 * 8
