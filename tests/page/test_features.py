"""`rich_results` and the findings of Google's rules: each feature with a page that is right and one that is wrong.

What is right and wrong is taken from Google's tables (features.json names the page of each).
"""

import json
from pathlib import Path
from typing import Any

import pytest

from chalicelib.page.features_table import features
from chalicelib.page.read import Reading
from tests.page.pages import URL, read_json

GALLERY = "https://developers.google.com/search/docs/appearance/structured-data/"
OFFER = {"@type": "Offer", "price": "1980", "priceCurrency": "JPY"}

# For each feature a thing that is `right`, and what makes it `wrong`: the path that is changed, its new value (null
# takes it away), what is missing then, and the findings above info: rule, severity, path.
PAGES: dict[str, dict[str, Any]] = json.loads((Path(__file__).parent / "features_pages.json").read_text("utf-8"))
RETIRED: dict[str, dict[str, Any]] = {
    "claim-review": {"@type": "ClaimReview", "claimReviewed": "x"},
    "faq": {"@type": "FAQPage", "mainEntity": {"@type": "Question", "name": "x"}},
    "how-to": {"@type": "HowTo", "name": "x"},
    "sitelinks-searchbox": {"@type": "WebSite", "potentialAction": {"@type": "SearchAction", "target": "/s?q={q}"}},
    "practice-problem": {"@type": "Quiz", "hasPart": {"@type": "Question", "eduQuestionType": "Multiple choice"}},
    "course-info": {"@type": "Course", "hasCourseInstance": {"@type": "CourseInstance"}},
    "estimated-salary": {"@type": "OccupationAggregation", "name": "x"},
    "learning-video": {"@type": ["VideoObject", "LearningResource"], "name": "x"},
    "special-announcement": {"@type": "SpecialAnnouncement", "name": "x"},
    "vehicle-listing": {"@type": "Car", "name": "x"},
}


def google(value: dict[str, Any], **options: Any) -> Reading:
    return read_json({"@context": "https://schema.org", **value}, **options)


def rows(reading: Reading, feature: str) -> list[dict[str, Any]]:
    return [row for row in reading.result["rich_results"] if row["id"] == feature]


def findings(reading: Reading, *severities: str) -> list[dict[str, Any]]:
    """The findings of Google's rules, of these severities or above info."""
    found = [row for row in reading.result["validation"] if row["rule"].startswith("google-")]
    return [row for row in found if row["severity"] in (severities or ("error", "warning"))]


def told(reading: Reading) -> list[list[str | None]]:
    return [[row["rule"], row["severity"], row["path"]] for row in findings(reading)]


def changed(value: dict[str, Any], path: str, new: Any) -> dict[str, Any]:
    """A copy with one value changed, or taken away when `new` is None."""
    copy: dict[str, Any] = json.loads(json.dumps(value))
    *way, last = path.split(".")
    inner: Any = copy
    for step in way:
        inner = inner[int(step)] if isinstance(inner, list) else inner[step]
    if new is None:
        del inner[last]
    else:
        inner[last] = new
    return copy


@pytest.mark.parametrize("feature", PAGES)
def test_a_page_that_is_right_is_eligible_and_nothing_is_wrong(feature: str) -> None:
    reading = google(PAGES[feature]["right"])
    (row,) = rows(reading, feature)
    assert (row["eligible"], row["missing_required"]) == (True, [])
    assert told(reading) == []


@pytest.mark.parametrize(
    ("feature", "path", "new", "missing", "wrong"),
    [(feature, *change) for feature, page in PAGES.items() for change in page["wrong"]],
)
def test_what_is_missing_or_wrong_is_named_once_at_its_place(
    feature: str, path: str, new: Any, missing: list[str], wrong: list[list[str | None]]
) -> None:
    reading = google(changed(PAGES[feature]["right"], path, new))
    (row,) = rows(reading, feature)
    assert row["missing_required"] == missing
    assert row["eligible"] is (
        all(severity == "warning" for _, severity, _ in wrong) and row["status"] == "active" and bool(wrong)
    )
    assert told(reading) == wrong


@pytest.mark.parametrize("feature", RETIRED)
def test_a_retired_feature_is_one_note_with_its_date_and_no_fault(feature: str) -> None:
    reading = google(RETIRED[feature])
    (row,) = rows(reading, feature)
    about = next(one for one in features() if one.id == feature)
    assert (row["status"], row["status_date"], row["eligible"]) == ("retired", about.status_date, False)
    (found,) = [one for one in findings(reading, "info") if one["rule"] == "google-retired"]
    assert about.status_date is not None
    assert about.status_date in found["message"]
    assert found["reference"] == about.url


def test_all_features_are_tried() -> None:
    untried = {
        "article",
        "organization",
        "restaurant-carousel",
    }  # they require nothing, or stand in test_features_traps
    assert {*PAGES, *RETIRED, *untried} == {feature.id for feature in features()}


def test_a_row_says_all_that_result_json_promises() -> None:
    reading = google({"@type": "Movie", "name": "映画"})
    assert rows(reading, "movie") == [
        {
            "feature": "Movie carousel",
            "feature_key": "features.name.movie",
            "id": "movie",
            "status": "active",
            "status_date": None,
            "eligible": False,
            "source": "JSON-LD",
            "index": 1,
            "block": 1,
            "type": "Movie",
            "path": None,
            "missing_required": ["image"],
            "missing_recommended": ["aggregateRating", "dateCreated", "director", "review"],
            "problems": [],
            "reference": GALLERY + "movie",
            "notes": ["モバイルの検索結果だけに表示され、ItemList（カルーセル）も必要です。"],
            "notes_keys": ["features.note.movie.1"],
        }
    ]
    (found,) = findings(reading)
    assert found == {
        "severity": "error",
        "source": "JSON-LD",
        "index": 1,
        "block": 1,
        "type": "Movie",
        "path": "image",
        "rule": "google-required",
        "message": "「映画のカルーセル」に必須の image が、この Movie にありません。",
        "message_key": "features.google-required",
        "message_args": {"feature": ["features.name.movie"], "path": "image", "type": "Movie"},
        "fix": "image を追加してください。ないと、Google 検索でこの機能の対象になりません。",
        "fix_key": "features.google-required.fix",
        "line": found["line"],
        "column": found["column"],
        "reference": GALLERY + "movie",
    }
    assert (found["line"], found["column"]) == (
        1,
        len('<!DOCTYPE html><title>t</title><script type="application/ld+json">') + 1,
    )


def test_a_value_that_is_wrong_is_a_problem_of_the_row() -> None:
    reading = google({"@type": "Product", "name": "鍋", "image": "/n", "offers": {**OFFER, "price": 0}})
    (row,) = rows(reading, "merchant-listing")
    assert row["problems"] == [
        {
            "path": "offers.price",
            "level": "required",
            "message": "「販売者のリスティング」では価格が 0 より大きい必要があります: 0",
            "message_key": "features.google-value.price-above",
            "message_args": {
                "feature": ["features.name.merchant-listing"],
                "path": "price",
                "type": "Offer",
                "value": "0",
                "want": "0",
            },
            "fix": "実際の販売価格を書いてください。",
            "fix_key": "features.google-value.price-above.fix",
        }
    ]


def test_an_ineligible_page_of_its_own_right_is_told_as_a_note() -> None:
    """A page that compares prices has an AggregateOffer rightly: no merchant listing, and no fault."""
    offer = {"@type": "AggregateOffer", "lowPrice": 1, "priceCurrency": "JPY"}
    reading = google({"@type": "Product", "name": "鍋", "image": "/n", "offers": offer})
    assert told(reading) == []
    assert [row["message_key"] for row in findings(reading, "info")][:1] == ["features.google-value.type-is-not"]
    assert [(row["id"], row["eligible"]) for row in reading.result["rich_results"]] == [
        ("product-snippet", True),
        ("merchant-listing", False),
    ]


def test_what_is_recommended_is_one_finding_for_all_things_that_lack_it() -> None:
    movie = {"@type": "Movie", "name": "映画", "image": "/m.jpg"}
    items = [{"@type": "ListItem", "position": n, "item": {**movie, "url": f"{URL}#{n}"}} for n in range(1, 31)]
    reading = google({"@type": "ItemList", "itemListElement": items})
    assert len(rows(reading, "movie")) == 30
    recommended = [row for row in findings(reading, "info") if row["rule"] == "google-recommended"]
    assert [(row["message_args"]["type"], row["message_args"]["count"]) for row in recommended] == [("Movie", 30)]
    assert recommended[0]["message_args"]["names"] == "aggregateRating, dateCreated, director, review"


def test_a_page_without_markup_has_no_rows() -> None:
    assert read_json("[]").result["rich_results"] == []


@pytest.mark.parametrize("value", ["Restaurant", "LocalBusiness", "Organization"])
def test_a_disabled_type_has_neither_rows_nor_findings(value: str) -> None:
    page = {"@type": value, "address": ""}
    options = {"disabled_types": [value if value != "Restaurant" else "LocalBusiness"]}
    reading = google(page, **options)
    assert reading.result["rich_results"] == []
    assert findings(reading, "error", "warning", "info") == []


def test_an_object_of_a_disabled_type_is_not_judged_inside_another() -> None:
    product = {"@type": "Product", "name": "鍋", "review": {"@type": "Review"}}
    assert [row[0] for row in told(google(product))] == ["google-required", "google-required"]
    assert told(google(product, disabled_types=["Review"])) == []
