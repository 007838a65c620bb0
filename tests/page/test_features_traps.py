"""False alarms that tools are known for, and hostile pages: what must not be said of search features, and what must."""

import json
import time
from typing import Any

import pytest

from tests.page.pages import URL, properties, read, read_json, rules
from tests.page.test_features import OFFER, findings, google, rows, told
from tests.shared import shared

LOGO = {"@type": "ImageObject", "url": "/logo.png", "width": 600}
PUBLISHER = {"@type": "Organization", "name": "例社", "logo": LOGO}
PRODUCT = {"@type": "Product", "name": "鍋", "image": "/n.jpg", "offers": OFFER}
RATING = {"@type": "AggregateRating", "ratingValue": 4, "reviewCount": 2}


def features_of(reading: Any) -> list[tuple[str, bool]]:
    return [(row["id"], row["eligible"]) for row in reading.result["rich_results"]]


def graph(*nodes: dict[str, Any]) -> Any:
    return read_json({"@context": "https://schema.org", "@graph": list(nodes)})


@pytest.mark.parametrize(
    "kind", ["Article", "NewsArticle", "BlogPosting", "Organization", "OnlineStore", "Corporation"]
)
def test_article_and_organization_require_nothing(kind: str) -> None:
    reading = google({"@type": kind, "name": "例"})
    assert told(reading) == []
    assert [row["eligible"] for row in reading.result["rich_results"]] == [True]


def test_what_stands_in_an_article_is_no_page_of_its_own() -> None:
    """A logo is no licensed image, a publisher no organisation's home page, an author no profile page."""
    author = {"@type": "Person", "name": "花子", "url": "/hanako"}
    video = {"@type": "VideoObject", "name": "動画"}
    reading = google({"@type": "Article", "headline": "題", "author": author, "publisher": PUBLISHER, "video": video})
    assert features_of(reading) == [("article", True)]
    assert told(reading) == []


def test_an_image_with_a_licence_is_judged_wherever_it_stands() -> None:
    reading = google({"@type": "Article", "image": {"@type": "ImageObject", "license": "https://shop.example/l"}})
    assert features_of(reading) == [("article", True), ("image-metadata", False)]
    assert told(reading) == [["google-one-of", "error", "image"]]
    assert features_of(google(LOGO)) == []


@pytest.mark.parametrize(
    "kind", ["TechArticle", "BroadcastEvent", "IndividualProduct", "Car", "Person", "WebPage", "Review2"]
)
def test_subtypes_count_only_where_google_says_so(kind: str) -> None:
    reading = google({"@type": kind, "name": "例", "offers": OFFER})
    assert [row for row in features_of(reading) if row[0] != "vehicle-listing"] == []


def test_a_car_that_is_a_product_too_is_a_product() -> None:
    reading = google({**PRODUCT, "@type": ["Car", "Product"]})
    assert features_of(reading) == [("vehicle-listing", False), ("product-snippet", True), ("merchant-listing", True)]


@pytest.mark.parametrize("kind", ["Restaurant", "Dentist", "HotelRoom2"])
def test_subtypes_of_a_local_business_count(kind: str) -> None:
    reading = google({"@type": kind, "name": "例", "address": "東京都港区1-1"})
    assert [row["id"] for row in rows(reading, "local-business")] == (
        [] if kind == "HotelRoom2" else ["local-business"]
    )


def test_two_types_are_judged_once_for_a_feature() -> None:
    reading = google({"@type": ["Restaurant", "BarOrPub", "LocalBusiness"], "name": "例"})
    assert [row["id"] for row in reading.result["rich_results"]] == ["local-business", "organization"]
    assert told(reading) == [["google-required", "error", "address"]]


def test_a_product_is_told_of_a_fault_once_for_both_of_its_features() -> None:
    offer = {"@type": "Offer", "priceCurrency": "JPY"}
    reading = google({**PRODUCT, "offers": offer})
    assert features_of(reading) == [("product-snippet", False), ("merchant-listing", False)]
    (found,) = findings(reading)
    assert found["message"] == (
        "「商品スニペット、販売者のリスティング」には price, priceSpecification.price のどれかが必須ですが、"
        "この Offer にはどれもありません。"
    )


def test_a_product_without_offers_is_no_merchant_listing() -> None:
    reading = google({"@type": "Product", "name": "鍋", "aggregateRating": RATING})
    assert features_of(reading) == [("product-snippet", True), ("review-snippet", True)]
    assert told(reading) == []


def test_a_list_of_products_is_no_merchant_listing_but_the_page_of_one_is() -> None:
    others = [{"@type": "Product", "name": f"鍋{n}", "offers": OFFER, "url": f"/p/{n}"} for n in (2, 3, 4)]
    assert {row[0] for row in features_of(graph(*others))} == {"product-snippet"}
    own = {**PRODUCT, "url": URL}
    assert [row["index"] for row in rows(graph(*others, own), "merchant-listing")] == [4]


def test_variants_of_one_product_are_each_a_merchant_listing() -> None:
    variants = [{**PRODUCT, "name": f"鍋 {size}", "size": size} for size in ("20cm", "24cm")]
    reading = google({"@type": "ProductGroup", "name": "鍋", "productGroupID": "1", "hasVariant": variants})
    assert [(row["path"], row["eligible"]) for row in rows(reading, "merchant-listing")] == [
        ("hasVariant[0]", True),
        ("hasVariant[1]", True),
    ]


@pytest.mark.parametrize("price", ["1,980円", "￥1980", "お問い合わせ"])
def test_a_price_that_is_no_number_is_none(price: str) -> None:
    reading = google({**PRODUCT, "offers": {**OFFER, "price": price}})
    assert [row["eligible"] for row in rows(reading, "product-snippet") + rows(reading, "merchant-listing")] == [
        False,
        False,
    ]
    (told,) = [row for row in findings(reading) if row["rule"] == "google-value"]
    assert (told["path"], told["message_args"]["value"]) == ("offers.price", price)


@pytest.mark.parametrize(("price", "right"), [(0, False), ("0", False), ("0.01", True), (1980, True)])
def test_a_merchant_listing_has_a_price_above_nought(price: Any, right: bool) -> None:
    reading = google({**PRODUCT, "offers": {**OFFER, "price": price}})
    assert [row["eligible"] for row in rows(reading, "merchant-listing")] == [right]
    assert [row["eligible"] for row in rows(reading, "product-snippet")] == [True]


@pytest.mark.parametrize(
    ("price", "specified", "right"), [(0, 1980, False), (1980, 0, True), (None, 1980, True), (None, 0, False)]
)
def test_the_price_of_the_offer_beats_that_of_its_specification(price: Any, specified: int, right: bool) -> None:
    specification = {"@type": "UnitPriceSpecification", "price": specified, "priceCurrency": "JPY"}
    reading = google(
        {
            **PRODUCT,
            "offers": {"@type": "Offer", "price": price, "priceCurrency": "JPY", "priceSpecification": specification},
        }
    )
    assert [row["eligible"] for row in rows(reading, "merchant-listing")] == [right]


def test_the_last_breadcrumb_by_position_needs_no_item() -> None:
    def crumb(n: int, **more: Any) -> dict[str, Any]:
        return {"@type": "ListItem", "position": n, "name": str(n), **more}

    trail = {"@type": "BreadcrumbList", "itemListElement": [crumb(3), crumb(1, item="/"), crumb(2, item="/a")]}
    assert told(google(trail)) == []
    trail["itemListElement"] = [crumb(3, item="/c"), crumb(1, item="/"), crumb(2)]
    assert told(google(trail)) == [["google-required", "error", "itemListElement[2].item"]]


def test_a_breadcrumb_may_be_one_value_or_a_list_of_one() -> None:
    item = {"@type": "ListItem", "position": 1, "name": "本"}
    both = [google({"@type": "BreadcrumbList", "itemListElement": value}) for value in (item, [item])]
    assert features_of(both[0]) == features_of(both[1]) == [("breadcrumb", False)]
    assert told(both[0]) == told(both[1]) == []


def test_a_review_in_another_script_needs_no_item_of_its_own() -> None:
    html = """<title>t</title>
    <script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","@id":"#p","name":"鍋",
      "review":{"@id":"#r"},"offers":{"@id":"#o"}, "image":"/n.jpg"}</script>
    <script type="application/ld+json">{"@context":"https://schema.org","@type":"Review","@id":"#r","author":"花子",
      "reviewRating":{"@type":"Rating","ratingValue":5}}</script>
    <script type="application/ld+json">{"@context":"https://schema.org","@type":"Offer","@id":"#o","price":1980,
      "priceCurrency":"JPY"}</script>"""
    reading = read(html)
    assert told(reading) == []
    assert features_of(reading) == [("product-snippet", True), ("merchant-listing", True), ("review-snippet", True)]


def test_a_reference_that_leads_nowhere_says_nothing_of_the_object() -> None:
    reading = google(
        {"@type": "Event", "name": "会", "startDate": "2026-01-02", "location": {"@id": "https://x.example/#p"}}
    )
    assert told(reading) == [["google-required", "error", "location.address"]]


def test_an_event_with_a_place_and_a_stream_is_right() -> None:
    places = [{"@type": "VirtualLocation", "url": "/live"}, {"@type": "Restaurant", "name": "店", "address": "東京"}]
    event = {"@type": "Event", "name": "会", "startDate": "2026-01-02", "location": places}
    assert told(google(event)) == []


@pytest.mark.parametrize(
    "start", ["http://schema.org/", "https://schema.org/", "schema:", "https://www.schema.org/", ""]
)
def test_members_of_enumerations_may_be_written_in_all_ways(start: str) -> None:
    offer = {**OFFER, "availability": f"{start}InStock"}
    event = {
        "@type": "Event",
        "name": "会",
        "startDate": "2026-01-02",
        "location": {"@type": "Place", "address": "東京"},
        "eventStatus": f"{start}EventScheduled",
        "offers": offer,
    }
    assert told(google(event)) == []
    wrong = {**event, "eventStatus": f"{start}EventMovedOnline"}  # schema.org has it, Google does not
    assert told(google(wrong)) == [["google-value", "warning", "eventStatus"]]


def test_a_video_and_a_review_are_judged_where_they_are_the_page() -> None:
    video = {"@type": "VideoObject", "name": "動画"}
    reading = google({"@type": "WebPage", "mainEntity": video, "video": {**video, "name": "別"}})
    assert [(row["id"], row["path"]) for row in reading.result["rich_results"]] == [("video", "mainEntity")]


def test_ratings_belong_to_what_they_stand_in() -> None:
    reading = google({"@type": "Recipe", "name": "カレー", "image": "/c.jpg", "aggregateRating": RATING})
    assert features_of(reading) == [("recipe", True), ("review-snippet", True)]
    reading = google({"@type": "Service", "name": "清掃", "aggregateRating": RATING})
    assert features_of(reading) == []


def test_ratings_of_an_employer_and_checked_facts_are_no_review_snippets() -> None:
    employer = {"@type": "EmployerAggregateRating", "ratingValue": 4, "itemReviewed": PUBLISHER, "reviewCount": 2}
    assert features_of(google(employer)) == [("employer-aggregate-rating", True)]
    assert features_of(google({"@type": "ClaimReview", "url": "/"})) == [("claim-review", False)]


@pytest.mark.parametrize("kind", ["BreadcrumbList", "ItemList", "HowToSection", "OfferCatalog"])
def test_other_lists_are_no_carousel(kind: str) -> None:
    reading = google({"@type": kind, "name": "例", "itemListElement": [{"@type": "Service", "name": "a"}]})
    assert [row for row in features_of(reading) if "carousel" in row[0]] == []


def test_a_table_of_contents_is_no_carousel() -> None:
    """WordPress plug-ins write one as an ItemList of SiteNavigationElement."""
    entries = [{"@type": "SiteNavigationElement", "name": n, "url": f"{URL}#{n}"} for n in ("a", "b")]
    reading = google({"@type": "ItemList", "itemListElement": entries})
    assert features_of(reading) == []
    assert told(reading) == []


def test_a_restaurant_of_a_list_could_be_in_a_carousel_and_alone_it_could_not() -> None:
    restaurant: dict[str, Any] = {"@type": "Restaurant", "name": "店", "address": "東京", "url": f"{URL}#1"}
    reading = google(
        {"@type": "ItemList", "itemListElement": [{"@type": "ListItem", "position": 1, "item": restaurant}]}
    )
    assert [(row["path"], row["eligible"]) for row in rows(reading, "restaurant-carousel")] == [
        ("itemListElement.item", False)
    ]
    assert rows(google(restaurant), "restaurant-carousel") == []


def test_a_book_and_a_paywall_are_not_asked_for_where_nobody_means_them() -> None:
    assert features_of(google({"@type": "Book", "name": "本", "workExample": {"@type": "Book"}})) == []
    assert features_of(google({"@type": "WebPage", "isAccessibleForFree": True})) == []
    assert features_of(google({"@type": "WebSite", "name": "店"})) == []


def test_the_two_syntaxes_of_one_product_are_judged_as_one() -> None:
    html = """<title>t</title><script type="application/ld+json">
      {"@context":"https://schema.org","@type":"Product","name":"鍋","image":"/n.jpg","sku":"1"}</script>
      <div itemscope itemtype="https://schema.org/Product"><span itemprop="name">鍋</span>
      <meta itemprop="sku" content="1">
      <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="1980">
      <meta itemprop="priceCurrency" content="JPY"></div></div>"""
    reading = read(html)
    assert features_of(reading) == [("product-snippet", True), ("merchant-listing", True)]
    assert told(reading) == []


def test_ten_thousand_offers_are_judged_in_time_and_told_fifty_times() -> None:
    offers = [{"@type": "Offer", "sku": str(n)} for n in range(10_000)]
    start = time.thread_time()
    reading = google({**PRODUCT, "offers": offers})
    assert time.thread_time() - start < 4
    assert [row["rule"] for row in findings(reading)] == ["google-one-of"] * 50
    (row,) = rows(reading, "merchant-listing")
    assert row["missing_required"] == [
        "offers.price | offers.priceSpecification.price",
        "offers.priceCurrency | offers.priceSpecification.priceCurrency",
    ]


def test_a_thousand_products_that_share_a_thousand_offers_are_cut() -> None:
    offers = [{"@type": "Offer", "@id": f"#o{n}"} for n in range(1000)]
    products = [
        {"@type": "Product", "@id": f"#p{n}", "offers": [{"@id": f"#o{m}"} for m in range(20)]} for n in range(1000)
    ]
    start = time.thread_time()
    reading = graph(*offers, *products)
    assert time.thread_time() - start < 4
    assert len(reading.result["rich_results"]) == 300
    assert "too-much-markup" in rules(reading)


def test_things_in_a_circle_are_judged_once() -> None:
    a = {"@type": "QAPage", "@id": "#a", "mainEntity": {"@id": "#b"}}
    b = {"@type": "Question", "@id": "#b", "name": "なぜ", "acceptedAnswer": {"@id": "#c"}}
    c = {"@type": "Answer", "@id": "#c", "text": "答え", "comment": {"@type": "Comment", "comment": {"@id": "#c"}}}
    reading = graph(a, b, c)
    assert [row["missing_required"] for row in rows(reading, "qa-page")] == [
        ["mainEntity.answerCount", "mainEntity.acceptedAnswer.comment.text"]
    ]


def test_comments_that_answer_each_other_without_end_are_cut() -> None:
    comment = {"@type": "Comment", "@id": "#c", "comment": [{"@id": f"#c{n}"} for n in range(300)]}
    others = [{**comment, "@id": f"#c{n}"} for n in range(300)]
    post = {"@type": "DiscussionForumPosting", "author": "花子", "comment": {"@id": "#c"}}
    start = time.thread_time()
    reading = graph(post, comment, *others)
    assert time.thread_time() - start < 6
    assert "reader-failure" not in rules(reading)


def test_all_examples_of_schema_org_are_judged() -> None:
    folder = shared("corpora", "schemaorg-examples-30.0")
    index = json.loads((folder / "INDEX.json").read_text())
    read_ones = 0
    seen: set[str] = set()
    for example in index:
        for path in sorted((folder / example["id"]).glob("*.html")):
            if path.stem in ("jsonld", "microdata"):
                reading = read(path.read_bytes())
                read_ones += bool(properties(reading))
                seen.update(row["id"] for row in reading.result["rich_results"])
    assert read_ones > 500
    assert len(seen) > 20
