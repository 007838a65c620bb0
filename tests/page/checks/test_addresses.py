"""Addresses of markup against those of a page, judged through `read_page`."""

import json
from typing import Any

import pytest

from chalicelib.page.compare.place import read_place, region_of
from chalicelib.page.read import read_page


def status(node: dict[str, Any], html: str, lang: str = "ja", field: str = "address") -> str:
    script = json.dumps({"@context": "https://schema.org", **node}, ensure_ascii=False)
    page = (
        f'<!DOCTYPE html><html lang="{lang}"><head><meta charset="utf-8"><title>t</title>'
        f'<script type="application/ld+json">{script}</script></head><body>{html}</body></html>'
    )
    rows = read_page(page.encode(), url="https://www.example.com/a", headers={}).result["consistency_checks"]
    return next((row["status"] for row in rows if row["field"] == field), "none")


def japanese(street: str, **parts: str) -> dict[str, Any]:
    fields = {"addressRegion": "大阪府", "addressLocality": "大阪市北区", "streetAddress": street, **parts}
    return {"@type": "LocalBusiness", "address": {"@type": "PostalAddress", **fields}}


JAPANESE = [
    ("月見町4-5-6", "<p>〒530-0099 大阪府大阪市北区月見町4丁目5番6号</p>", "match"),
    ("月見町4-5-6", "<p>大阪府大阪市北区月見町4丁目5番7号</p>", "mismatch"),
    ("月見町4-5-6", "<p>大阪市北区月見町四丁目五番六号</p>", "match"),
    ("月見町4-5-6", "<p>大阪市北区月見町四丁目五番地の六</p>", "match"),
    ("月見町4-5-6", "<p>大阪市北区月見町４－５－６</p>", "match"),
    ("月見町4-56", "<p>大阪府大阪市北区月見町45-6</p>", "mismatch"),
    ("月見町4-5-6", "<p>大阪府大阪市北区花見町4-5-6</p>", "mismatch"),
    ("月見町4-5-6", "<p>大阪府大阪市中央区月見町4-5-6</p>", "mismatch"),
    ("月見町4-5-6 月見ビル3F", "<p>大阪府大阪市北区月見町4-5-6 月見ビル3階</p>", "match"),
    ("月見町4-5-6 月見ビル3F", "<p>大阪府大阪市北区月見町4-5-6 月見ビル2階</p>", "mismatch"),
    ("月見町4-5-6 月見ビル3F", "<p>大阪府大阪市北区月見町4-5-6</p>", "match"),
    ("月見町4-5-6", "<p>大阪府大阪市北区月見町4-5-6 月見ビル3階</p>", "match"),
    ("月見町4-5-6 月見ビル301", "<p>大阪府大阪市北区月見町4-5-6 月見ビル301号室</p>", "match"),
    ("月見町4-5-6-301", "<p>大阪府大阪市北区月見町4-5-6 月見ビル301号室</p>", "match"),
    ("月見町4-5-6 月見ビル301", "<p>大阪府大阪市北区月見町4-5-6 月見ビル302号室</p>", "mismatch"),
    ("月見町4-5-6 月見ビル", "<p>大阪府大阪市北区月見町4-5-6 雪見タワー</p>", "mismatch"),
    ("月見町4-5-6 月見ビル", "<p>大阪府大阪市北区月見町4-5-6 ほし駅から徒歩5分</p>", "match"),
    ("月見町4-5-6 月見ビル B1F", "<p>大阪府大阪市北区月見町4-5-6 月見ビル地下1階</p>", "match"),
    ("大字月見123番地4", "<p>大阪府大阪市北区月見123-4</p>", "match"),
    ("月見ヶ丘1-2", "<p>大阪府大阪市北区月見が丘1-2</p>", "match"),
    ("大阪市北区月見町4-5-6", "<p>大阪府大阪市北区月見町4-5-6</p>", "match"),
    ("大阪府大阪市北区月見町4-5-6", "<p>大阪府大阪市北区月見町4-5-6</p>", "match"),
    ("月見町4-5-6", "<dl><dt>所在地</dt><dd>〒530-0099<br>大阪府大阪市北区月見町4-5-6</dd></dl>", "match"),
    ("月見町4-5-6", "<p>〒530-0099</p><p>大阪府大阪市北区月見町4-5-6</p>", "match"),
    ("月見町4-5-6", "<p>〒530-0099</p><p>大阪府大阪市北区月見町4-5-9</p>", "mismatch"),
    ("月見町4-5-6", "<p>旧住所：大阪府大阪市北区花見町1-1-1</p>", "none"),
    ("月見町4-5-6", "<p>大阪府大阪市北区月見町</p>", "skipped"),
    ("月見町4-5-6", "<p>大阪府では3年前から多くの催しを開いてきました。</p>", "none"),
    ("月見町4-5-6", "<p>札幌店：北海道札幌市南区1-2-3</p><p>福岡店：福岡県福岡市西区2-3-4</p>"
        "<p>広島店：広島県広島市東区3-4-5</p>", "skipped"),
    ("月見町4-5-6", "<p>所在地：大阪府大阪市北区月見町4-5-6（地図） TEL 06-1234-5678</p>", "match"),
]  # fmt: skip


@pytest.mark.parametrize(("street", "html", "expected"), JAPANESE)
def test_japanese_addresses(street: str, html: str, expected: str) -> None:
    assert status(japanese(street), html) == expected


def test_the_postcode_and_the_prefecture_count_where_both_are_shown() -> None:
    node = japanese("月見町4-5-6", postalCode="530-0099", addressRegion="大阪")
    assert status(node, "<p>〒530-0099 大阪府大阪市北区月見町4-5-6</p>") == "match"
    assert status(node, "<p>〒530-0098 大阪府大阪市北区月見町4-5-6</p>") == "mismatch"
    assert status(node, "<p>〒530-0099 兵庫県大阪市北区月見町4-5-6</p>") == "mismatch"


def test_an_address_in_latin_letters_is_not_compared_with_a_japanese_one() -> None:
    node = japanese("4-5-6 Tsukimicho", addressRegion="Osaka", addressLocality="Kita-ku, Osaka")
    assert status(node, "<p>大阪府大阪市北区月見町4-5-6</p>") == "skipped"


def western(street: str, **parts: str) -> dict[str, Any]:
    fields = {"addressLocality": "Ashford", "postalCode": "90099", "streetAddress": street, **parts}
    return {"@type": "LocalBusiness", "address": {"@type": "PostalAddress", **fields}}


WESTERN = [
    ("12 Mill Lane", "<p>12 Mill Ln., Ashford, CA 90099</p>", "match"),
    ("12 Mill Lane", "<p>14 Mill Lane, Ashford, CA 90099</p>", "mismatch"),
    ("12 Mill Lane", "<p>12 Mill Lane, Ashford, CA 90098</p>", "mismatch"),
    ("12 Mill Lane", "<p>12 Mill Lane, Ashford, CA 90099-1234</p>", "match"),
    ("12 Mill Lane", "<p>12 Mill Lane</p><p>Ashford, CA 90099</p>", "match"),
    ("12 Mill Lane, Suite 200", "<p>12 Mill Lane, Ste 200, Ashford</p>", "match"),
    ("12 Mill Lane, Suite 200", "<p>12 Mill Lane, Suite 210, Ashford</p>", "mismatch"),
    ("12 Mill Lane, Suite 200", "<p>12 Mill Lane, Ashford</p>", "match"),
    ("2nd Floor, 12 North Mill Street", "<p>12 N. Mill St, Floor 2, Ashford</p>", "match"),
    ("12 Mill Lane", "<p>Ashford</p>", "skipped"),
    ("12 Mill Lane", "<p>We serve 12 kinds of bread.</p>", "none"),
    ("12 Mill Lane", "<p>Formerly at 3 Oak Road</p>", "none"),
]


@pytest.mark.parametrize(("street", "html", "expected"), WESTERN)
def test_addresses_in_latin_letters(street: str, html: str, expected: str) -> None:
    assert status(western(street), html, "en") == expected


def test_the_place_of_an_event_and_of_a_job() -> None:
    address = japanese("月見町4-5-6")["address"]
    event = {"@type": "Event", "name": "市", "location": {"@type": "Place", "name": "広場", "address": address}}
    job = {"@type": "JobPosting", "title": "職人", "jobLocation": {"@type": "Place", "address": address}}
    html = "<p>大阪市北区月見町4-5-{}</p>"
    assert status(event, html.format(6), field="location.address") == "match"
    assert status(event, html.format(7), field="location.address") == "mismatch"
    assert status(job, html.format(6), field="jobLocation.address") == "match"
    assert status(job, html.format(7), field="jobLocation.address") == "mismatch"


def test_only_a_page_about_contact_lacks_an_address() -> None:
    node = japanese("月見町4-5-6")
    assert status(node, "<h1>お問い合わせ</h1><p>フォームをお使いください。</p>") == "missing"
    assert status(node, "<h1>ようこそ</h1><p>焼きたてのパンをどうぞ。</p>") == "none"


def test_the_parts_of_an_address() -> None:
    place = read_place("〒060-0099 北海道札幌市中央区南五条西三丁目１番地２ ほしビル地下1階")
    assert place[:6] == ("0600099", "北海道", "札幌市中央区南5条西", (3, 1, 2), "ほしビル", -1)
    assert [region_of(text) for text in ("JP-27", "京都", "Kyoto-fu", "東京", "CA")] == [
        "大阪府",
        "京都府",
        "京都府",
        "東京都",
        "",
    ]
