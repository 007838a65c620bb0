"""Salaries, employees, views and likes against the page (comparing.md V1, V3, V4)."""

import pytest

from tests.page.checks.said import verdict

SALARIES: list[tuple[str, str, dict[str, int], str, str]] = [
    ("MONTH", "JPY", {"value": 250000}, "<p>月給 250,000円</p>", "match"),
    ("MONTH", "JPY", {"value": 250000}, "<p>月給 25万円〜</p>", "match"),
    ("MONTH", "JPY", {"minValue": 250000}, "<p>月給 25万円〜</p>", "match"),
    ("MONTH", "JPY", {"minValue": 200000}, "<p>月給 25万円〜</p>", "mismatch"),
    (
        "MONTH",
        "JPY",
        {"minValue": 250000, "maxValue": 350000},
        "<p>給与：月給25～35万円＋賞与年2回（100万円）</p>",
        "match",
    ),
    (
        "MONTH",
        "JPY",
        {"minValue": 250000, "maxValue": 400000},
        "<p>給与：月給25～35万円＋賞与年2回（100万円）</p>",
        "mismatch",
    ),
    (
        "YEAR",
        "JPY",
        {"minValue": 4000000, "maxValue": 6000000},
        "<table><tr><th>年収</th><td>400万円〜600万円</td></tr></table>",
        "match",
    ),
    (
        "MONTH",
        "JPY",
        {"minValue": 4000000, "maxValue": 6000000},
        "<table><tr><th>年収</th><td>400万円〜600万円</td></tr></table>",
        "mismatch",
    ),
    (
        "HOUR",
        "JPY",
        {"value": 1200},
        "<table><tr><th>時給</th><td>1,200円（交通費 月2万円まで）</td></tr></table>",
        "match",
    ),
    (
        "HOUR",
        "JPY",
        {"value": 1100},
        "<table><tr><th>時給</th><td>1,200円（交通費 月2万円まで）</td></tr></table>",
        "mismatch",
    ),
    ("HOUR", "JPY", {"minValue": 1200, "maxValue": 1500}, "<p>時給1,200円～1,500円</p>", "match"),
    ("HOUR", "JPY", {"value": 1300}, "<p>時給1,200円～1,500円</p>", "skipped"),
    ("HOUR", "JPY", {"value": 1600}, "<p>時給1,200円～1,500円</p>", "mismatch"),
    ("YEAR", "USD", {"minValue": 80000, "maxValue": 100000}, "<p>Salary: $80,000 - $100,000 per year</p>", "match"),
    ("YEAR", "USD", {"minValue": 80000, "maxValue": 110000}, "<p>Salary: $80,000 - $100,000 per year</p>", "mismatch"),
    ("YEAR", "USD", {"minValue": 80000, "maxValue": 100000}, "<p>$80k to $100k annually</p>", "match"),
    ("HOUR", "USD", {"value": 25}, "<p>Pay: $25/hr</p>", "match"),
    ("HOUR", "USD", {"value": 25}, "<p>Competitive salary</p>", "missing"),
    ("YEAR", "GBP", {"value": 45000}, "<p>£45,000 p.a.</p>", "match"),
    ("YEAR", "USD", {"value": 45000}, "<p>£45,000 p.a.</p>", "mismatch"),
    ("MONTH", "JPY", {"minValue": 250000, "maxValue": 350000}, "<p>月給25万円以上35万円以下</p>", "match"),
    ("MONTH", "JPY", {"value": 250000}, "<p>月給 二十五万円</p>", "match"),
    ("DAY", "JPY", {"value": 10000}, "<p>日給1万円</p>", "match"),
    ("DAY", "JPY", {"value": 10000}, "<p>日当12,000円</p>", "mismatch"),
    ("MONTH", "JPY", {"value": 250000}, "<p>モデル年収 450万円</p><p>月給250,000円</p>", "match"),
    (
        "MONTH",
        "JPY",
        {"minValue": 250000, "maxValue": 350000},
        "<table><tr><th>給与</th><td>月給 250,000円 ～ 350,000円<br>※試用期間3ヶ月 月給230,000円</td></tr></table>",
        "match",
    ),
    (
        "MONTH",
        "JPY",
        {"value": 230000},
        "<table><tr><th>給与</th><td>月給 250,000円 ～ 350,000円<br>※試用期間3ヶ月 月給230,000円</td></tr></table>",
        "mismatch",
    ),
    ("YEAR", "JPY", {"value": 4500000}, "<p>年収450万円</p>", "match"),
    ("YEAR", "JPY", {"value": 450}, "<p>年収450万円</p>", "mismatch"),
    ("HOUR", "JPY", {"value": 1200}, "<p>時給 1200円</p><p>深夜 1500円</p>", "match"),
    ("MONTH", "JPY", {"value": 1200}, "<p>時給 1,200円</p>", "mismatch"),
    ("MONTH", "JPY", {"value": 250000}, "<p>年俸 300万円</p>", "skipped"),
    ("HOUR", "USD", {"minValue": 18, "maxValue": 22}, "<p>$18.00 - $22.00 an hour</p>", "match"),
    ("HOUR", "USD", {"minValue": 18, "maxValue": 25}, "<p>$18.00 - $22.00 an hour</p>", "mismatch"),
    ("YEAR", "USD", {"minValue": 18, "maxValue": 22}, "<p>$18.00 - $22.00 an hour</p>", "mismatch"),
    ("YEAR", "USD", {"value": 100000}, "<p>Up to $100,000 per year</p>", "match"),
    ("MONTH", "JPY", {"value": 250000}, "<p>給与：当社規定による</p>", "missing"),
    ("MONTH", "JPY", {"value": 250000}, "<p>月給：25万円</p>", "match"),
    ("MONTH", "JPY", {"value": 250000}, "<p>月給：２５００００円</p>", "match"),
    ("MONTH", "JPY", {"minValue": 250000, "maxValue": 350000}, "<p>月収例 45万円</p><p>月給 25万～35万円</p>", "match"),
    ("HOUR", "JPY", {"value": 1100}, "<p>時給1,100円+交通費全額支給</p>", "match"),
    ("HOUR", "JPY", {"value": 1100}, "<p>時給：1,100円（22時以降 1,375円）</p>", "match"),
]
EMPLOYEES = [
    (120, "<dl><dt>従業員数</dt><dd>120名（2026年4月1日現在）</dd></dl>", "match"),
    (130, "<dl><dt>従業員数</dt><dd>120名（2026年4月1日現在）</dd></dl>", "mismatch"),
    (1200, "<table><tr><th>社員数</th><td>約1,200人</td></tr></table>", "match"),
    (1234, "<table><tr><th>社員数</th><td>約1,200人</td></tr></table>", "match"),
    (300, "<table><tr><th>従業員数</th><td>連結 1,200名／単体 300名</td></tr></table>", "match"),
    (120, "<p>Employees: 120</p>", "match"),
    (12000, "<p>1.2万人の社員</p>", "match"),
    (120, "<p>会社の説明</p>", "skipped"),
    (120, "<p>We are a team of 120 people.</p>", "match"),
    (120, "<p>Our 150 employees work in Tokyo.</p>", "mismatch"),
]
INTERACTIONS = [
    ("WatchAction", 1234567, "<p>123万 回視聴</p>", "match"),
    ("WatchAction", 1234567, "<p>1.2M views</p>", "match"),
    ("WatchAction", 12345, "<p>1.2M views</p>", "mismatch"),
    ("WatchAction", 1234, "<p>再生回数：1,234回</p>", "match"),
    ("LikeAction", 12, "<p>いいね！12</p>", "match"),
    ("CommentAction", 12, "<p>コメント 15件</p>", "mismatch"),
    ("WatchAction", 1234, "<p>動画です</p>", "skipped"),
]


@pytest.mark.parametrize(("unit", "currency", "amount", "page", "expected"), SALARIES)
def test_salaries(unit: str, currency: str, amount: dict[str, int], page: str, expected: str) -> None:
    value = {"@type": "QuantitativeValue", "unitText": unit, **amount}
    salary = {"@type": "MonetaryAmount", "currency": currency, "value": value}
    assert verdict({"@type": "JobPosting", "title": "店員", "baseSalary": salary}, page, "baseSalary") == expected


@pytest.mark.parametrize(("count", "page", "expected"), EMPLOYEES)
def test_employees(count: int, page: str, expected: str) -> None:
    thing = {"@type": "Organization", "name": "甲社", "numberOfEmployees": count}
    assert verdict(thing, page, "numberOfEmployees") == expected


@pytest.mark.parametrize(("action", "count", "page", "expected"), INTERACTIONS)
def test_interactions(action: str, count: int, page: str, expected: str) -> None:
    counter = {"@type": "InteractionCounter", "interactionType": {"@type": action}, "userInteractionCount": count}
    thing = {"@type": "VideoObject", "name": "甲", "interactionStatistic": counter}
    assert verdict(thing, page, "interactionStatistic") == expected
