"""Parts a feature does without, what Google's sentences spare, objects that are none, codes, and faults told once."""

from typing import Any

import pytest

from tests.page.pages import read_json
from tests.page.test_features import OFFER, findings, google, rows, told

PRODUCT = {"@type": "Product", "name": "鍋", "image": "https://shop.example/n.jpg", "offers": OFFER}
POINTS = {
    "@type": "UnitPriceSpecification",
    "membershipPointsEarned": 20,
    "validForMemberTier": {"@type": "MemberProgramTier", "@id": "https://shop.example/#gold"},
}
RETURNS = "https://schema.org/MerchantReturnNotPermitted"
COUNTRY = {"@type": "DefinedRegion", "addressCountry": "JP"}
EVENT = {
    "name": "音楽会",
    "startDate": "2026-12-01T19:00:00+09:00",
    "location": {"@type": "Place", "name": "会館", "address": "東京都港区1-1"},
}


def eligible(value: dict[str, Any]) -> dict[str, bool]:
    return {row["id"]: row["eligible"] for row in google(value).result["rich_results"]}


def offered(**more: Any) -> dict[str, Any]:
    return {**PRODUCT, "offers": {**OFFER, **more}}


def recommended(value: dict[str, Any]) -> str:
    """All that is told as recommended."""
    found = [row for row in findings(google(value), "info") if row["rule"] == "google-recommended"]
    return " / ".join(str(row["message_args"]["names"]) for row in found)


def trail(*positions: Any) -> dict[str, Any]:
    items = [
        {"@type": "ListItem", "position": position, "name": f"棚{n}", "item": f"https://shop.example/{n}"}
        for n, position in enumerate(positions)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": items}


@pytest.mark.parametrize("offer", [{**OFFER, "price": 10}, {"price": 10, "priceCurrency": "GBP"}])
def test_points_for_members_need_no_price_of_their_own(offer: dict[str, Any]) -> None:
    value = {**PRODUCT, "offers": {**offer, "priceSpecification": POINTS}}
    assert told(google(value)) == []
    assert eligible(value) == {"product-snippet": True, "merchant-listing": True}


@pytest.mark.parametrize("text", ["Math solver", "Math Solver"])
def test_a_math_solver_is_named_in_either_case(text: str) -> None:
    value = {"@type": ["MathSolver", "LearningResource"], "learningResourceType": text}
    assert [row["problems"] for row in rows(google(value), "math-solver")] == [[]]


@pytest.mark.parametrize(
    ("offer", "wrong"),
    [
        ({"shippingDetails": {"@type": "OfferShippingDetails", "shippingDestination": COUNTRY}}, 2),
        ({"hasMerchantReturnPolicy": {"@type": "MerchantReturnPolicy", "returnFees": "FreeReturn"}}, 2),
        (
            {
                "shippingDetails": {
                    "@type": "OfferShippingDetails",
                    "doesNotShip": True,
                    "shippingDestination": COUNTRY,
                }
            },
            0,
        ),
        ({"hasMerchantReturnPolicy": {"@type": "MerchantReturnPolicy", "merchantReturnLink": "https://a.example/"}}, 0),
    ],
)
def test_a_part_that_lacks_something_costs_that_part_only(offer: dict[str, Any], wrong: int) -> None:
    value = offered(**offer)
    assert eligible(value) == {"product-snippet": True, "merchant-listing": True}
    found = findings(google(value))
    assert [row["severity"] for row in found] == ["warning"] * wrong
    (row,) = rows(google(value), "merchant-listing")
    assert (row["missing_required"], row["problems"]) == ([], [])
    lacking = [one["path"] for one in found if one["rule"] == "google-required"]
    assert set(lacking) <= set(row["missing_recommended"])


@pytest.mark.parametrize(
    ("value", "spared"),
    [
        (
            offered(
                hasMerchantReturnPolicy={
                    "@type": "MerchantReturnPolicy",
                    "applicableCountry": "JP",
                    "returnPolicyCategory": RETURNS,
                }
            ),
            ["returnFees", "returnMethod"],
        ),
        (
            {
                "@type": "OnlineStore",
                "hasMerchantReturnPolicy": {
                    "@type": "MerchantReturnPolicy",
                    "merchantReturnLink": "https://a.example/",
                },
            },
            ["returnFees", "returnMethod", "refundType", "returnPolicyCountry"],
        ),
        (
            {
                **PRODUCT,
                "hasCertification": {
                    "@type": "Certification",
                    "issuedBy": {"@type": "Organization", "name": "局"},
                    "certificationIdentification": "12",
                },
            },
            ["certificationRating"],
        ),
        (
            {
                "@type": "ProductGroup",
                "name": "鍋",
                "productGroupID": "1",
                "brand": {"@type": "Brand", "name": "例"},
                "hasVariant": [PRODUCT],
            },
            ["brand.name"],
        ),
        (
            {
                **PRODUCT,
                "isVariantOf": {"@type": "ProductGroup", "name": "鍋", "brand": {"@type": "Brand", "name": "例"}},
            },
            ["brand.name"],
        ),
        (
            {
                "@type": "OnlineStore",
                "hasShippingService": {
                    "@type": "ShippingService",
                    "shippingConditions": {"@type": "ShippingConditions", "doesNotShip": True},
                },
            },
            ["shippingRate", "transitTime"],
        ),
        (
            {
                **EVENT,
                "@type": "Event",
                "offers": {"@type": "AggregateOffer", "lowPrice": 1000, "priceCurrency": "JPY"},
            },
            ["offers.price,", "offers.price "],
        ),
    ],
)
def test_what_does_not_fit_is_not_recommended(value: dict[str, Any], spared: list[str]) -> None:
    names = f"{recommended(value)} "
    assert [name for name in spared if name in names] == []


def test_the_same_is_recommended_where_it_fits() -> None:
    policy = {"@type": "MerchantReturnPolicy", "applicableCountry": "JP", "returnPolicyCategory": "x"}
    names = recommended(offered(hasMerchantReturnPolicy=policy))
    assert all(name in names for name in ("brand.name", "returnFees", "returnMethod"))


@pytest.mark.parametrize("offers", ["1980円", 1980, {"@type": "Product"}, {"@type": "Offers"}, {"@id": "#no"}, {}])
def test_what_is_no_offer_is_none(offers: Any) -> None:
    value = {**PRODUCT, "offers": offers}
    assert eligible(value) == {"product-snippet": False, "merchant-listing": False}
    faults = [row for row in google(value).result["validation"] if row["severity"] == "error"]
    assert [row["path"] for row in faults] == ["offers"]


@pytest.mark.parametrize(("name", "wrong"), [("aggregateRating", "4.5"), ("review", "良い")])
def test_what_is_no_rating_or_review_is_none(name: str, wrong: str) -> None:
    value = {**PRODUCT, name: wrong}
    assert eligible(value) == {"product-snippet": False, "merchant-listing": True, "review-snippet": False}
    assert told(google(value)) == [["google-value", "error", name]]


def test_an_image_without_an_address_is_none() -> None:
    recipe: dict[str, Any] = {"@type": "Recipe", "name": "カレー", "image": {"@type": "ImageObject"}}
    assert told(google(recipe)) == [["google-value", "error", "image"]]
    for image in ({"@type": "ImageObject", "url": "https://a.example/"}, {"@id": "https://a.example/1.jpg"}):
        assert eligible({**recipe, "image": image}) == {"recipe": True}


@pytest.mark.parametrize("items", [["a", "b"], [{"@type": "Thing", "name": "a"}, {"@type": "Thing", "name": "b"}]])
def test_a_trail_of_anything_else_is_none(items: list[Any]) -> None:
    value = {"@type": "BreadcrumbList", "itemListElement": items}
    assert eligible(value) == {"breadcrumb": False}
    assert told(google(value)) == [["google-value", "error", "itemListElement[0]"]]


@pytest.mark.parametrize("kind", ["MusicEvent", "ExhibitionEvent", "Festival"])
def test_all_kinds_of_events_count(kind: str) -> None:
    assert eligible({**EVENT, "@type": kind}) == {"event": True}
    assert told(google({"@type": kind, "name": "x", "startDate": "2026-12-01"})) == [
        ["google-required", "error", "location"]
    ]


@pytest.mark.parametrize(("code", "right"), [("円", False), ("yen", False), ("¥", False), ("JPY", True), ("jpy", True)])
def test_a_currency_is_a_code(code: str, right: bool) -> None:
    reading = google(offered(priceCurrency=code))
    wrong = [] if right else [["google-value", "error", "offers.priceCurrency"]]
    assert told(reading) == wrong
    assert [row["eligible"] for row in rows(reading, "merchant-listing")] == [right]


def test_countries_regions_and_amounts_of_shipping_are_codes_and_numbers() -> None:
    details = {
        "@type": "OfferShippingDetails",
        "shippingRate": {"@type": "MonetaryAmount", "value": "500円", "currency": "円"},
        "shippingDestination": {**COUNTRY, "addressCountry": "日本", "addressRegion": "東京都"},
        "deliveryTime": {"@type": "ShippingDeliveryTime"},
    }
    policy = {"@type": "MerchantReturnPolicy", "applicableCountry": "日本", "returnPolicyCategory": RETURNS}
    reading = google(offered(shippingDetails=details, hasMerchantReturnPolicy=policy))
    assert told(reading) == [
        ["google-value", "warning", "offers.shippingDetails.shippingRate.currency"],
        ["google-value", "warning", "offers.shippingDetails.shippingRate.value"],
        ["google-value", "warning", "offers.shippingDetails.shippingDestination.addressCountry"],
        ["google-value", "warning", "offers.shippingDetails.shippingDestination.addressRegion"],
        ["google-value", "warning", "offers.hasMerchantReturnPolicy.applicableCountry"],
    ]
    right = {**details, "shippingRate": {"@type": "MonetaryAmount", "value": "500", "currency": "JPY"}}
    right["shippingDestination"] = {**COUNTRY, "addressRegion": "13"}
    assert told(google(offered(shippingDetails=right))) == []


@pytest.mark.parametrize(
    ("positions", "at"), [((1, 3, 4), 1), ((1, 1), 1), ((1, "五"), 1), ((1, 2, 3), None), ((3, "1", 2), None)]
)
def test_a_trail_is_numbered_in_a_row(positions: tuple[Any, ...], at: int | None) -> None:
    wrong = [] if at is None else [["google-value", "warning", f"itemListElement[{at}].position"]]
    assert told(google(trail(*positions))) == wrong


def test_one_fault_is_told_once_and_as_gravely_as_the_graver() -> None:
    rating = {"@type": "AggregateRating", "ratingValue": 4, "reviewCount": "12件"}
    reading = google({**PRODUCT, "aggregateRating": rating})
    faults = [row for row in reading.result["validation"] if row["path"] == "aggregateRating.reviewCount"]
    assert [(row["rule"], row["severity"]) for row in faults] == [("wrong-value-type", "error")]
    event = {**EVENT, "@type": "Event", "eventStatus": "Foo", "offers": {**OFFER, "availability": "あり"}}
    faults = [row for row in google(event).result["validation"] if row["severity"] != "info"]
    assert [(row["rule"], row["path"]) for row in faults] == [
        ("invalid-enumeration", "eventStatus"),
        ("invalid-enumeration", "offers.availability"),
    ]
    specification = {"@type": "UnitPriceSpecification", "price": "1円", "priceCurrency": "JPY"}
    reading = google({**PRODUCT, "offers": {"@type": "Offer", "priceSpecification": specification}})
    assert told(reading) == [["google-value", "error", "offers.priceSpecification.price"]]
    review = {
        "@type": "Review",
        "author": "花",
        "reviewRating": {"@type": "Rating", "ratingValue": 4},
        "itemReviewed": {"@type": "Prodct", "name": "鍋"},
    }
    reading = google(review)
    assert told(reading) == []
    assert [row["eligible"] for row in rows(reading, "review-snippet")] == [False]


def test_an_object_without_type_is_named_by_where_it_stands() -> None:
    (found,) = findings(google({"@type": "BreadcrumbList", "itemListElement": [{"position": 1}]}))
    assert found["message_args"]["type"] == "itemListElement"


def test_what_makes_a_property_required_is_said() -> None:
    nutrition = {"@type": "NutritionInformation", "calories": "200 kcal"}
    recipe = {"@type": "Recipe", "name": "カレー", "image": "https://a.example/1.jpg", "nutrition": nutrition}
    (found,) = findings(google(recipe))
    assert (
        found["message"]
        == "「レシピ」では nutrition.calories がある場合に必須の recipeYield が、この Recipe にありません。"
    )


def test_a_rating_outside_its_scale_says_the_scale() -> None:
    rating = {"@type": "AggregateRating", "ratingValue": 11, "bestRating": 10, "reviewCount": 2}
    (found,) = findings(google({**PRODUCT, "aggregateRating": rating}))
    assert found["message_args"]["value"] == "11 (1–10)"


def test_the_value_of_a_list_that_is_wrong_is_pointed_to() -> None:
    value = {"@context": "https://schema.org", **PRODUCT, "offers": [OFFER, {**OFFER, "price": ["1980", "1円"]}]}
    (found,) = findings(read_json(value))
    assert (found["path"], found["message_args"]["value"]) == ("offers[1].price[1]", "1円")
    assert found["column"] > findings(google(PRODUCT), "info")[0]["column"]
