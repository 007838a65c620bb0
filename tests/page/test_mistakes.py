"""The mistakes that teams make most in dates, telephone numbers and addresses, as findings."""

import json
from typing import Any

import pytest

from chalicelib.page.mistakes_contacts import address_fault, phone_fault
from chalicelib.page.read import read_page

RULES = {"date-zone-doubt", "date-without-zone", "date-in-future", "date-order", "phone-format", "address-split"}
FETCHED = {"date": "Wed, 01 Apr 2026 03:00:00 GMT"}


def found(node: dict[str, Any], html: str = "<p>本文</p>", headers: dict[str, str] = FETCHED) -> list[tuple[str, str]]:
    """Rule and path of the findings."""
    script = json.dumps({"@context": "https://schema.org", **node}, ensure_ascii=False)
    page = f'<html lang="ja"><script type="application/ld+json">{script}</script><body>{html}</body></html>'
    rows = read_page(page.encode(), url="https://www.example.com/", headers=headers).result["validation"]
    return [(row["rule"], row["path"]) for row in rows if row["rule"] in RULES]


def article(**dates: str) -> dict[str, Any]:
    return {"@type": "Article", "headline": "題", **dates}


def test_a_local_time_marked_as_utc_is_doubted() -> None:
    doubted = article(datePublished="2026-03-30T10:30:00Z")
    assert found(doubted, "<p>2026年3月30日 10:30</p>") == [("date-zone-doubt", "datePublished")]
    assert found(doubted, "<p>2026年3月30日 19:30</p>") == []
    assert found(article(datePublished="2026-03-30T10:30:00+09:00"), "<p>2026年3月30日 10:30</p>") == []
    event = {"@type": "Event", "name": "市", "startDate": "2026-07-18T18:30:00Z"}
    assert found(event, "<p>2026年7月18日 18:30開演</p>") == [("date-zone-doubt", "startDate")]


def test_a_time_without_zone_is_noted() -> None:
    assert found(article(datePublished="2026-03-30T10:30:00")) == [("date-without-zone", "datePublished")]
    assert found(article(datePublished="2026-03-30")) == []
    assert found({"@type": "Event", "name": "市", "startDate": "2026-07-18T18:30:00"}) == []  # Google: local time


def test_the_future_begins_a_day_after_the_answer_was_made() -> None:
    assert found(article(datePublished="2026-04-04")) == [("date-in-future", "datePublished")]
    assert found(article(datePublished="2026-04-02")) == []
    assert found(article(dateModified="2027-04-01T00:00:00+09:00")) == [("date-in-future", "dateModified")]
    assert found(article(datePublished="2036")) == [("date-in-future", "datePublished")]
    assert found(article(datePublished="2026")) == []
    assert found({"@type": "Book", "name": "本", "datePublished": "2027-01-01"}) == []  # announced
    assert found(article(datePublished="2036-01-01"), headers={}) == []
    assert found(article(datePublished="2036-01-01"), headers={"date": "yesterday"}) == []


ORDERS = [
    ({"@type": "Article", "datePublished": "2026-03-09", "dateModified": "2026-03-08"}, "dateModified"),
    ({"@type": "Article", "datePublished": "2026-03-09", "dateModified": "2026-03-09"}, None),
    ({"@type": "Article", "datePublished": "2026-03-09T10:00:00+09:00", "dateModified": "2026-03-09"}, None),
    ({"@type": "Article", "datePublished": "2026-03-09T08:00:00+09:00", "dateModified": "2026-03-08T23:30:00Z"}, None),
    (
        {"@type": "Article", "datePublished": "2026-03-09T08:00:00+09:00", "dateModified": "2026-03-08T22:30:00Z"},
        "dateModified",
    ),
    ({"@type": "Article", "datePublished": "2026-03", "dateModified": "2026-03-01"}, None),
    ({"@type": "Event", "startDate": "2026-07-18", "endDate": "2026-07-17"}, "endDate"),
    ({"@type": "Event", "startDate": "2026-07-18T18:00", "endDate": "2026-07-18T17:00"}, "endDate"),
    ({"@type": "Event", "startDate": "2026-07-18T18:00:00+09:00", "endDate": "2026-07-18"}, None),
    ({"@type": "JobPosting", "datePosted": "2026-03-02", "validThrough": "2026-03-01"}, "validThrough"),
]


@pytest.mark.parametrize(("node", "path"), ORDERS)
def test_the_order_of_two_dates(node: dict[str, Any], path: str | None) -> None:
    rows = [row for row in found(node) if row[0] == "date-order"]
    assert rows == ([("date-order", path)] if path else [])


PHONES = [
    ("+81-03-1234-5678", ("zero", "+81-3-1234-5678")),
    ("+81(0)3-1234-5678", None),
    ("+81-3-1234-5678", None),
    ("+81-3-1234-567", ("digits", "")),
    ("+81-90-1234-5678", None),
    ("+81-90-1234-567", ("digits", "")),
    ("+81-120-123-456", None),
    ("+81-800-123-4567", None),
    ("03-1234-5678", None),
    ("０３−１２３４−５６７８", ("width", "03-1234-5678")),
    ("TEL: 03-1234-5678", ("text", "03-1234-5678")),
    ("03-1234-5678（代表）", ("text", "03-1234-5678")),
    ("+1-212-555-0147 ext. 12", None),
    ("+44 20 7946 0123", None),
    ("000-0000-0000", None),
    ("お問い合わせフォーム", None),
]


@pytest.mark.parametrize(("value", "fault"), PHONES)
def test_the_form_of_a_number(value: str, fault: tuple[str, str] | None) -> None:
    assert phone_fault(value) == fault


ADDRESSES = [
    (("東京都", "千代田区", "星町1-2-3", "JP"), None),
    (("東京都", "千代田区", "千代田区星町1-2-3", "JP"), ("street", "streetAddress", "千代田区")),
    (("東京都", "千代田区", "東京都千代田区星町1-2-3", "JP"), ("street", "streetAddress", "東京都")),
    (("", "", "東京都千代田区星町1-2-3", ""), None),
    (("大阪府", "", "東京都千代田区星町1-2-3", ""), ("whole", "streetAddress", "東京都")),
    (("東京都", "", "東京都千代田区星町1-2-3", ""), ("street", "streetAddress", "東京都")),
    (("", "東京", "江東区星町1-10", "JP"), None),
    (("北海道", "札幌", "中央区星町1-10", "JP"), None),
    (("北海道", "札幌", "星町1-10", "JP"), ("locality", "addressLocality", "札幌")),
    (("東京都", "星が丘", "1-2-3", "JP"), ("locality", "addressLocality", "星が丘")),
    (("", "東京都", "千代田区星町1-2-3", "JP"), ("region", "addressLocality", "東京都")),
    (("北京市", "海淀", "海淀路1", "CN"), None),
    (("Tokyo", "Chiyoda-ku", "1-2-3 Hoshicho", "JP"), None),
    (("東京都", "大島町", "元町1-2", ""), None),
]


@pytest.mark.parametrize(("fields", "fault"), ADDRESSES)
def test_the_fields_of_an_address(fields: tuple[str, str, str, str], fault: tuple[str, str, str] | None) -> None:
    assert address_fault(*fields) == fault


def test_numbers_and_addresses_are_told_where_they_stand() -> None:
    address = {"@type": "PostalAddress", "addressRegion": "東京都", "streetAddress": "東京都千代田区星町1-2-3"}
    shop = {"@type": "Store", "name": "店", "telephone": ["03-1234-5678", "+81-03-1234-5678"], "address": address}
    assert found(shop) == [("phone-format", "telephone[1]"), ("address-split", "address.streetAddress")]
