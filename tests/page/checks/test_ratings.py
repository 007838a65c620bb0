"""Ratings and their counts against the page (comparing.md V1, V3, V6)."""

from typing import Any

import pytest

from tests.page.checks.said import rows, verdict

RATINGS: list[tuple[dict[str, Any], str, str]] = [
    ({"ratingValue": "4.5", "reviewCount": 128}, "<p>★★★★☆ 4.5（128件のレビュー）</p>", "match"),
    ({"ratingValue": "4.5", "reviewCount": 128}, "<p>★★★★☆ 4.2（128件のレビュー）</p>", "mismatch"),
    ({"ratingValue": "4.5", "reviewCount": 128}, "<p>5つ星のうち4.5</p><p>128個の評価</p>", "match"),
    (
        {"ratingValue": "4.5", "ratingCount": 128, "reviewCount": 30},
        "<p>4.5 out of 5 stars</p><p>128 ratings, 30 reviews</p>",
        "match",
    ),
    (
        {"ratingValue": "4.5", "ratingCount": 30, "reviewCount": 128},
        "<p>4.5 out of 5 stars</p><p>128 ratings, 30 reviews</p>",
        "mismatch",
    ),
    ({"ratingValue": "4.5", "reviewCount": 128}, "<p>4.5 out of 5 stars</p><p>128 ratings, 30 reviews</p>", "mismatch"),
    ({"ratingValue": "4.5", "reviewCount": 128}, "<h1>机</h1><p>説明だけの文がここにあります。</p>", "missing"),
    ({"ratingValue": "4.46", "reviewCount": 128}, "<p>総合評価 4.5 (128)</p>", "match"),
    ({"ratingValue": "4.5", "reviewCount": "128"}, "<p>総合評価 4.46 (128)</p>", "match"),
    ({"ratingValue": "4.4", "reviewCount": "128"}, "<p>総合評価 4.5 (128)</p>", "mismatch"),
    ({"ratingValue": "9.2", "bestRating": "10"}, "<p>9.2/10</p>", "match"),
    ({"ratingValue": "4.6", "bestRating": "5"}, "<p>9.2/10</p>", "match"),
    ({"ratingValue": "92", "bestRating": "100"}, "<p>９２点（１００点満点）</p>", "match"),
    ({"ratingValue": "4.8"}, "<p>★★★★★</p>", "match"),
    ({"ratingValue": "3.0"}, "<p>★★★★☆</p>", "mismatch"),
    (
        {"ratingValue": "4.5", "reviewCount": 12},
        "<div role='img' aria-label='4.5 out of 5'><svg></svg></div><p>12 reviews</p>",
        "match",
    ),
    ({"ratingValue": "4.5", "reviewCount": 1234}, "<p>4.5 ★ 1,234 reviews</p>", "match"),
    ({"ratingValue": "4.5", "reviewCount": 1234}, "<p>評価4.5\u3000クチコミ1,000件以上</p>", "match"),
    ({"ratingValue": "4.5", "reviewCount": 123}, "<p>評価4.5\u3000クチコミ1,000件以上</p>", "mismatch"),
    ({"ratingValue": "4.5", "reviewCount": 1234}, "<p>評価4.5\u3000口コミ約1,200件</p>", "match"),
    (
        {"ratingValue": "4.5", "reviewCount": 3},
        "<h2>レビュー</h2><p>平均4.5（3件）</p><ul><li>★★★★★ 良い</li><li>★★★☆☆ 普通</li><li>★2 悪い</li></ul>",
        "match",
    ),
    (
        {"ratingValue": "4.0", "reviewCount": 3},
        "<h2>レビュー</h2><p>平均4.5（3件）</p><ul><li>★★★★★ 良い</li><li>★★★★☆ 普通</li></ul>",
        "mismatch",
    ),
    ({"ratingValue": "4,5", "reviewCount": 3}, "<p>4.5/5 (3)</p>", "match"),
    ({"ratingValue": "4.5/5", "reviewCount": 3}, "<p>4.5/5 (3)</p>", "match"),
    ({"ratingValue": "90%", "reviewCount": 3}, "<p>4.5/5 (3)</p>", "match"),
    ({"ratingValue": "4.5", "bestRating": "5", "reviewCount": "1,234"}, "<p>4.5 (1,234件)</p>", "match"),
    ({"ratingValue": "3.58"}, "<p>食べログ評価 3.58</p>", "match"),
    ({"ratingValue": "3.58"}, "<p>評価点：3.85</p>", "mismatch"),
    ({"ratingValue": "3.5"}, "<p>★★★½☆</p>", "match"),
    ({"ratingValue": "4.5"}, "<p>★★★½☆</p>", "mismatch"),
    ({"ratingValue": "4.5"}, "<p>⭐️⭐️⭐️⭐️ 4.5</p>", "match"),
    ({"ratingValue": "4.7"}, "<p>Rating 4.7/5</p>", "match"),
    ({"ratingValue": "4.7"}, "<p>4.7 out of 5</p>", "match"),
    ({"ratingValue": "4.7"}, "<p>4.1 out of 5</p>", "mismatch"),
    ({"ratingValue": "4"}, "<p>4.0/5.0</p>", "match"),
    ({"ratingValue": "4.7", "bestRating": "5"}, "<p>Customer satisfaction 94%</p>", "skipped"),
    ({"ratingValue": "4.7", "bestRating": "5"}, "<p>94% recommend this product</p>", "skipped"),
    ({"ratingValue": "8.5", "bestRating": "10"}, "<p>8.5 / 10</p>", "match"),
    ({"ratingValue": "8.5", "bestRating": "10"}, "<p>5.8 / 10</p>", "mismatch"),
    ({"ratingValue": "4.5", "bestRating": "5"}, "<p>評価：A</p>", "missing"),
    ({"ratingValue": "4.5", "bestRating": "5"}, "<p>評価</p><p>4.5</p>", "match"),
    ({"ratingValue": "4.5", "bestRating": "5"}, "<dl><dt>総合評価</dt><dd>4.2</dd></dl>", "mismatch"),
    ({"ratingCount": 256}, "<p>256人が評価</p>", "match"),
    ({"ratingCount": 265}, "<p>256人が評価</p>", "mismatch"),
    ({"reviewCount": 56}, "<p>口コミ(56)</p>", "match"),
    ({"reviewCount": 65}, "<p>口コミ(56)</p>", "mismatch"),
    ({"reviewCount": 56}, "<p>評価：256件、レビュー：56件</p>", "match"),
    ({"reviewCount": 256}, "<p>評価：256件、レビュー：56件</p>", "mismatch"),
    ({"reviewCount": 56}, "<p>みんなのレビュー 56件</p>", "match"),
    ({"reviewCount": 1500}, "<p>1.5K+ reviews</p>", "match"),
    ({"reviewCount": 1523}, "<p>1,500+ reviews</p>", "match"),
    ({"reviewCount": 1423}, "<p>1,500+ reviews</p>", "mismatch"),
    ({"reviewCount": 3}, "<p>レビュー3件</p><ul><li>5つ星 2件</li><li>4つ星 1件</li></ul>", "match"),
    ({"reviewCount": 2}, "<p>レビュー3件</p><ul><li>5つ星 2件</li><li>4つ星 1件</li></ul>", "mismatch"),
    ({"reviewCount": 12345}, "<p>1万件以上のレビュー</p>", "match"),
    ({"reviewCount": 980}, "<p>1万件以上のレビュー</p>", "mismatch"),
    ({"reviewCount": 12345}, "<p>クチコミ１２，３４５件</p>", "match"),
]


@pytest.mark.parametrize(("rating", "page", "expected"), RATINGS)
def test_ratings(rating: dict[str, Any], page: str, expected: str) -> None:
    thing = {"@type": "Product", "name": "甲の机", "aggregateRating": {"@type": "AggregateRating", **rating}}
    assert verdict(thing, page, "aggregateRating") == expected


@pytest.mark.parametrize(
    ("value", "page", "expected"),
    [
        (5, "<p>評価 ★5.0</p><p>とても良い机でした。</p>", "match"),
        (3, "<p>評価 ★5.0</p><p>とても良い机でした。</p>", "mismatch"),
        (3, "<p>とても良い机でした。</p>", "missing"),
    ],
)
def test_a_page_that_is_one_review(value: int, page: str, expected: str) -> None:
    review = {"@type": "Review", "author": "山田", "reviewRating": {"@type": "Rating", "ratingValue": value}}
    assert verdict(review, page, "reviewRating") == expected


def test_reviews_of_a_product_are_compared_where_their_reviewer_stands() -> None:
    reviews = [
        {"@type": "Review", "author": {"@type": "Person", "name": name}, "reviewRating": {"ratingValue": value}}
        for name, value in (("さくら", 5), ("もみじ", 2), ("かえで", 3))
    ]
    page = "<ul><li><p>さくら</p><p>★★★★★ 良い</p></li><li><p>もみじ</p><p>★4 普通</p></li></ul>"
    found = rows({"@type": "Product", "name": "机", "review": reviews}, page)
    told = [(row["schema_value"], row["status"]) for row in found if row["field"] == "reviewRating.ratingValue"]
    assert told == [(5, "match"), (2, "mismatch")]
