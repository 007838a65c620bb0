"""Nothing of what Google documents is lost: every fact of the reference is in features.json as data, or is a note."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from chalicelib.page.features_table import features, raw_features
from chalicelib.texts import dictionary
from tests.shared import shared

# What the reference says in prose, and where it stands with us: `<list>[<object>] <kind> <path>` or a note.
PROSE = {
    "article/note": "note 2",
    "article/0/value_rules/0": "values[0] date datePublished; values[0] zone dateModified",
    "article/0/value_rules/1": "note 1",
    "article/0/value_rules/2": "note 2",
    "breadcrumb/availability": "note 1",
    "breadcrumb/constraints/0": "values[0] min-count itemListElement",
    "breadcrumb/1/value_rules/0": "values[0] first-is itemListElement.position",
    "breadcrumb/1/one_of/0": "one_of[1] name",
    "breadcrumb/1/conditional/0": "when[1] item",
    "carousel/constraints/0": "values[0] min-count itemListElement; values[0] one-type itemListElement.item",
    "carousel/constraints/1": "note 1; main holds",
    "carousel/constraints/2": "note 2; values[0] unique itemListElement.url; values[0] same-host itemListElement.url; "
    "values[0] this-page itemListElement.item.url",
    "carousels-beta/availability": "note 1",
    "carousels-beta/constraints/0": "values[0] min-count itemListElement",
    "course-list/availability": "note 1",
    "course-list/constraints/0": "note 2",
    "course-list/constraints/1": "note 3",
    "dataset/note": "note 1",
    "dataset/0/value_rules/0": "values[0] length description",
    "discussion-forum/0/one_of/0": "unless[0] elsewhere url",
    "education-qa/availability": "note 1",
    "education-qa/1/value_rules/0": "values[1] text-is eduQuestionType",
    "education-qa/1/value_rules/1": "values[1] exactly-one acceptedAnswer",
    "education-qa/2/note": "required[2] text",
    "employer-aggregate-rating/0/value_rules/0": "values[0] type-is itemReviewed",
    "event/availability": "note 1",
    "event/0/value_rules/0": "values[0] type-is location",
    "event/0/value_rules/1": "values[0] date startDate; values[0] date endDate; values[0] time-of-day startDate; "
    "values[0] time-of-day endDate",
    "event/0/value_rules/2": "values[0] member eventStatus",
    "event/0/value_rules/3": "values[0] member offers.availability",
    "event/0/conditional/0": "when[0] eventStatus=EventRescheduled",
    "image-metadata/0/one_of/0": "one_of[0] contentUrl",
    "image-metadata/0/one_of/1": "one_of[0] creator; main any-given",
    "job-posting/note": "note 4",
    "job-posting/0/value_rules/0": "values[0] member-exact employmentType",
    "job-posting/0/value_rules/1": "values[0] member-exact baseSalary.value.unitText",
    "job-posting/0/value_rules/2": "note 3",
    "job-posting/0/one_of/0": "one_of[0] jobLocation; when[0] applicantLocationRequirements",
    "job-posting/0/conditional/0": "when[0] jobLocation.address.addressCountry",
    "job-posting/0/conditional/1": "note 1",
    "job-posting/0/conditional/2": "when[0] applicantLocationRequirements",
    "job-posting/0/conditional/3": "note 2",
    "job-posting/0/conditional/4": "when[0] educationRequirements; when[0] experienceRequirements",
    "local-business/0/value_rules/0": "values[0] decimals geo.latitude; values[0] decimals geo.longitude",
    "local-business/0/value_rules/1": "values[0] max-length priceRange",
    "local-business/0/value_rules/2": "values[0] time openingHoursSpecification.opens; "
    "values[0] time openingHoursSpecification.closes",
    "local-business/0/value_rules/3": "note 1",
    "local-business/0/value_rules/4": "note 2; unasked[0] aggregateRating; unasked[0] review",
    "restaurant-carousel/availability": "note 1",
    "math-solver/1/value_rules/0": "values[1] text-is learningResourceType; values[0] has-types ",
    "movie/availability": "note 1",
    "organization/note": "note 2",
    "organization/0/value_rules/0": "note 1",
    "loyalty-program/availability": "note 1",
    "return-policy/note": "note 1",
    "return-policy/0/one_of/0": "one_of[0] applicableCountry+returnPolicyCategory",
    "return-policy/0/conditional/0": "when[0] merchantReturnDays",
    "return-policy/0/conditional/1": "when[0] returnShippingFeesAmount",
    "return-policy/0/conditional/2": "when[0] returnPolicySeasonalOverride.returnPolicyCategory",
    "shipping-policy/note": "note 1",
    "product-snippet/note": "note 1",
    "product-snippet/0/one_of/0": "note 2",
    "product-snippet/1/value_rules/0": "note 2",
    "product-snippet/1/value_rules/1": "note 3",
    "product-snippet/4/value_rules/0": "note 4; values[4] max-length author.name",
    "product-snippet/4/value_rules/1": "values[4] rating reviewRating.ratingValue; values[4] in-scale reviewRating",
    "product-snippet/4/value_rules/2": "note 4; values[4] in-scale reviewRating",
    "product-snippet/4/one_of/0": "one_of[4] ^",
    "product-snippet/6/note": "values[4] min-count positiveNotes.itemListElement+negativeNotes.itemListElement",
    "merchant-listing/constraints/0": "note 1",
    "merchant-listing/constraints/1": "note 2; main one-product",
    "merchant-listing/0/value_rules/0": "values[0] type-is-not offers",
    "merchant-listing/0/value_rules/1": "values[0] no-space sku; values[0] at-most-one sku",
    "merchant-listing/0/value_rules/2": "values[0] at-most-one brand.name",
    "merchant-listing/0/one_of/0": "one_of[0] gtin",
    "merchant-listing/1/value_rules/0": "values[1] price-above price",
    "merchant-listing/1/value_rules/1": "note 3; values[1] price-above price",
    "merchant-listing/1/value_rules/2": "note 4",
    "merchant-listing/2/value_rules/0": "values[2] member priceType",
    "merchant-listing/2/value_rules/1": "note 3; values[2] not-both priceType+validForMemberTier",
    "merchant-listing/4/one_of/0": "values[4] not-both addressRegion+postalCode",
    "merchant-listing/6/value_rules/0": "values[6] whole minValue; values[6] whole maxValue; "
    "values[6] member-exact unitCode",
    "merchant-listing/8/conditional/0": "when[8] merchantReturnDays",
    "merchant-listing/8/conditional/1": "when[8] returnShippingFeesAmount",
    "merchant-listing/12/value_rules/0": "values[12] ends-in encoding.contentUrl",
    "product-variants/0/value_rules/0": "values[0] full-url variesBy",
    "product-variants/0/one_of/0": "one_of[0] productGroupID",
    "profile-page/1/one_of/0": "one_of[1] name",
    "qa-page/constraints/0": "values[0] exactly-one mainEntity; values[0] only-one-of-type ",
    "qa-page/constraints/1": "note 1",
    "qa-page/1/one_of/0": "unless[1] equals answerCount; values[1] above answerCount",
    "recipe/0/value_rules/0": "values[0] duration prepTime; values[0] duration cookTime; values[0] duration totalTime",
    "recipe/0/conditional/0": "when[0] recipeYield",
    "recipe/0/conditional/1": "when[0] cookTime",
    "recipe/0/conditional/2": "when[0] prepTime",
    "recipe/4/note": "note 1; judged_by[4] carousel",
    "review-snippet/constraints/0": "values[0] type-is itemReviewed; values[1] type-is itemReviewed; main any-given",
    "review-snippet/constraints/1": "note 1",
    "review-snippet/0/value_rules/0": "note 2; values[0] max-length author.name",
    "review-snippet/0/value_rules/1": "values[0] rating reviewRating.ratingValue; values[0] in-scale reviewRating",
    "review-snippet/0/value_rules/2": "note 3; values[0] in-scale reviewRating",
    "review-snippet/0/one_of/0": "one_of[0] ^",
    "software-app/constraints/0": "values[1] type-beside ",
    "software-app/0/conditional/0": "when[0] offers.priceCurrency",
    "speakable/availability": "note 1",
    "speakable/0/one_of/0": "values[0] not-both cssSelector+xPath",
    "paywalled-content/note": "note 1",
    "paywalled-content/1/value_rules/0": "values[1] css-class cssSelector",
    "paywalled-content/1/value_rules/1": "note 2",
    "vacation-rental/availability": "note 1",
    "vacation-rental/0/value_rules/0": "values[0] min-count image",
    "vacation-rental/0/value_rules/1": "values[0] decimals latitude; values[0] decimals geo.latitude; "
    "values[0] decimals longitude; values[0] decimals geo.longitude",
    "vacation-rental/0/conditional/0": "when[0] review.datePublished",
    "vacation-rental/0/conditional/1": "note 1; when[0] review.contentReferenceTime",
    "video/1/note": "note 1",
    "video/2/note": "note 1",
    "video/3/note": "note 1",
    "book-actions/availability": "note 1",
    "book-actions/0/note": "note 1",
    "faq/note": "note 1",
    "how-to/note": "note 1",
    "sitelinks-searchbox/note": "note 1",
    "practice-problem/note": "note 1",
    "course-info/note": "note 1",
    "estimated-salary/note": "note 1",
    "learning-video/note": "note 1",
    "special-announcement/note": "note 1",
    "vehicle-listing/note": "note 1",
}
BLOG = "https://developers.google.com/search/blog/"
CHANGES = "https://developers.google.com/search/updates"
GONE = {  # pages of retired features that are no more: who announced the end stands in their place
    "faq": CHANGES,
    "how-to": BLOG + "2023/08/howto-faq-changes",
    "sitelinks-searchbox": CHANGES,
    "practice-problem": CHANGES,
    **dict.fromkeys(
        ("course-info", "estimated-salary", "learning-video", "special-announcement", "vehicle-listing"),
        BLOG + "2025/06/simplifying-search-results",
    ),
}
WIDER = {("paywalled-content", 0)}  # asked of all types of the feature, not of their common ancestor only
PARENTS = re.compile(r"<parent[^>]*>")


@pytest.fixture(scope="module")
def reference() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(shared("reference", "rich_results.json").read_text())["features"]
    return rows


def test_every_feature_is_there_with_its_status_types_and_page(reference: list[dict[str, Any]]) -> None:
    said = [
        (f["id"], f["status"], f["status_date"], f["types"], GONE.get(f["id"], f["url"]), f["subtypes_count"] is True)
        for f in reference
    ]
    ours = [(f["id"], f["status"], f["status_date"], f["types"], f["url"], f["subtypes"]) for f in raw_features()]
    assert len(ours) == 43
    assert ours == said


def test_every_object_asks_for_what_google_asks(reference: list[dict[str, Any]]) -> None:
    for theirs, ours in zip(reference, raw_features(), strict=True):
        objects = theirs.get("objects", [])
        for number, wanted in enumerate(objects):
            have = ours["objects"][number]
            if (ours["id"], number) not in WIDER:
                assert have["type"] == wanted["type"]
            assert have.get("required", []) == wanted["required"]
            assert have.get("recommended", []) == wanted["recommended"]
            groups = [
                (group["level"], [PARENTS.sub("^", path).replace("^.", "^") for path in group["properties"]])
                for group in wanted.get("one_of", [])
            ]
            assert [(group["level"], group["any"]) for group in have.get("one_of", [])] == groups
            assert ("at" in have) == ("at" in wanted) or ours["id"] == "review-snippet"


def prose(feature: dict[str, Any]) -> Iterator[str]:
    """The keys of all that the reference says in words."""
    for name in ("availability", "note"):
        if feature.get(name):
            yield f"{feature['id']}/{name}"
    for number, _ in enumerate(feature.get("constraints", [])):
        yield f"{feature['id']}/constraints/{number}"
    for number, wanted in enumerate(feature.get("objects", [])):
        at = f"{feature['id']}/{number}"
        if wanted.get("note"):
            yield f"{at}/note"
        for name in ("value_rules", "conditional"):
            for which, _ in enumerate(wanted.get(name, [])):
                yield f"{at}/{name}/{which}"
        for which, group in enumerate(wanted.get("one_of", [])):
            if group.get("note"):
                yield f"{at}/one_of/{which}"


def test_all_that_is_said_in_words_is_data_or_a_note(reference: list[dict[str, Any]]) -> None:
    assert sorted(key for feature in reference for key in prose(feature)) == sorted(PROSE)


@pytest.mark.parametrize("key", PROSE)
def test_where_it_is_said_to_stand_it_stands(key: str) -> None:
    feature = next(feature for feature in raw_features() if feature["id"] == key.partition("/")[0])
    assert [place for place in PROSE[key].split("; ") if not stands(feature, place)] == []


def stands(feature: dict[str, Any], place: str) -> bool:
    """Whether a feature has what a place of `PROSE` names."""
    kind, _, rest = place.partition(" ")
    if kind == "note":
        return f"features.note.{feature['id']}.{rest}" in dictionary("features", "en")
    if kind == "main":
        return any(condition[0] == rest for main in feature["main"] for condition in main["if"])
    name, _, number = kind.rstrip("]").partition("[")
    have = feature["objects"][int(number)]
    groups = have.get("one_of", [])
    listed = {
        "values": [f"{check} {path}" for _, check, path, *_ in have.get("values", [])],
        "when": [path for when in have.get("when", []) for path in when["then"]],
        "one_of": [path for group in groups for path in group["any"]],
        "unless": [f"{what} {path}" for group in groups for what, path, *_ in group.get("unless", [])],
    }
    return rest in listed.get(name, have.get(name, []))


def test_the_conditions_ask_as_gravely_as_google(reference: list[dict[str, Any]]) -> None:
    levels = {
        (feature["id"], number, path): when["level"]
        for feature in raw_features()
        for number, have in enumerate(feature.get("objects", []))
        for when in have.get("when", [])
        for path in when["then"]
    }
    said = {
        (feature["id"], number, path): when["level"]
        for feature in reference
        for number, wanted in enumerate(feature.get("objects", []))
        for when in wanted.get("conditional", [])
        for path in when["then"]
    }
    noted = {("job-posting", 0, "jobLocationType=TELECOMMUTE"), ("job-posting", 0, "validThrough")}
    assert levels == {key: level for key, level in said.items() if key not in noted}


def test_every_note_has_its_text_and_every_text_its_note() -> None:
    keys = [key for feature in features() for key in feature.notes]
    names = [feature.name_key for feature in features()]
    texts = dictionary("features", "ja")
    assert sorted(keys) == sorted(key for key in texts if key.startswith("features.note."))
    assert sorted(names) == sorted(key for key in texts if key.startswith("features.name."))
