"""Rows of `rich_results` in the language of the request; what a file from elsewhere holds is no error."""

import json
from typing import Any

import pytest

from chalicelib.services import Services
from chalicelib.store.results import add_result
from tests.api.conftest import Person
from tests.page.pages import read_json

PRODUCT = {
    "@context": "https://schema.org",
    "@type": "Product",
    "name": "鍋",
    "image": "/n.jpg",
    "offers": {"@type": "Offer", "price": 0, "priceCurrency": "JPY"},
}


def told(services: Services, admin: Person, features: Any, language: str) -> Any:
    def work(connection: Any) -> None:
        connection.execute("INSERT INTO products (id, name) VALUES (1, '店') ON CONFLICT DO NOTHING")
        connection.execute("INSERT INTO crawl_runs (id, product_id) VALUES (1, 1) ON CONFLICT DO NOTHING")
        row = {
            "run_id": 1,
            "product_id": 1,
            "url": "https://example.jp/",
            "http_status": 200,
            "is_error": 0,
            "result_json": json.dumps({"rich_results": features}),
            "created_at": "2026-04-01 00:00:00",
        }
        counts = {"types": [], "entity_count": 0, "mismatch_count": 0, "suggestion_count": 0, "finding_count": 0}
        add_result(connection, row, counts)

    services.database.write(work)
    found = admin.get("/api/results", headers={"Accept-Language": language}).json()["results"][0]["id"]
    answer = admin.get(f"/api/results/{found}", headers={"Accept-Language": language})
    return answer.json()["result"]["result"]["rich_results"]


def test_names_notes_and_problems_are_in_the_language_of_the_request(services: Services, admin: Person) -> None:
    rows = read_json(PRODUCT).result["rich_results"]
    japanese = told(services, admin, rows, "ja")
    assert [row["feature"] for row in japanese] == ["商品スニペット", "販売者のリスティング"]
    english = told(services, admin, rows, "en")
    assert [row["feature"] for row in english] == ["Product snippet", "Merchant listing"]
    assert english[0]["notes"][0] == "Car alone is not taken for a Product: give both types."
    (problem,) = english[1]["problems"]
    assert problem["message"] == "Merchant listing needs a price above 0: 0"
    assert problem["fix"] == "Give the price it is sold at."
    assert english[1]["missing_required"] == japanese[1]["missing_required"] == []


@pytest.mark.parametrize(
    "features",
    [
        None,
        {"a": 1},
        "x",
        [
            {"feature": "X", "feature_key": 3, "notes": "x", "problems": 1},
            {"feature": "Y", "feature_key": "features.name.gone", "notes": ["n", "m"], "notes_keys": [["x"], "a.b"]},
            {
                "problems": [
                    {"message": "m", "message_key": "features.google-required", "message_args": {"feature": [1]}}
                ]
            },
        ],
    ],
)
def test_rows_from_elsewhere_stay_as_they_are(services: Services, admin: Person, features: Any) -> None:
    assert told(services, admin, features, "en") == features
