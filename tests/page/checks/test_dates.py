"""Dates of markup against the dates of a page, judged through `read_page`."""

import json
from typing import Any

import pytest

from chalicelib.page.read import read_page

_SEP = "\n"


def verdicts(properties: dict[str, Any], html: str, lang: str = "ja", *more: dict[str, Any]) -> dict[str, str]:
    """Field and status of each row about dates. The page's address tells nothing about where it is."""
    nodes = [{"@context": "https://schema.org", **node} for node in (properties, *more)]
    script = json.dumps(nodes, ensure_ascii=False)
    page = (
        f'<!DOCTYPE html><html lang="{lang}"><head><meta charset="utf-8"><title>t</title>'
        f'<script type="application/ld+json">{script}</script></head><body>{html}</body></html>'
    )
    rows = read_page(page.encode(), url="https://www.example.com/a", headers={}).result["consistency_checks"]
    fields = ("Date", "date", "validThrough")
    return {row["field"]: row["status"] for row in rows if any(field in row["field"] for field in fields)}


def one(kind: str, field: str, value: str, html: str, lang: str = "ja") -> str:
    """The status of one field, "none" where there is no row."""
    return verdicts({"@type": kind, field: value}, html, lang).get(field, "none")


WRITTEN = [
    ("datePublished", "2026-04-01", "<p>公開日：2026年4月1日</p>", "match"),
    ("datePublished", "2026-04-01", "<p>公開日：2026年4月2日</p>", "mismatch"),
    ("datePublished", "2026-04-01", "<p>２０２６．４．１</p>", "match"),
    ("datePublished", "2026-04-01", "<p>2026.04.02</p>", "mismatch"),
    ("datePublished", "2026-04-01", "<p>令和八年四月一日</p>", "match"),
    ("datePublished", "2026-04-01", "<p>二〇二六年四月二日</p>", "mismatch"),
    ("datePublished", "2026-04-01", "<p>2026年（令和8年）4月1日 公開</p>", "match"),
    ("datePublished", "2026-04-01", "<p>令和8年4月1日</p>", "match"),
    ("datePublished", "2026-04-01", "<p>令和7年4月1日</p>", "mismatch"),
    ("datePublished", "2019-04-30", "<p>平成31年4月30日</p>", "match"),
    ("datePublished", "2026-04-01", "<p>㋿8年4月1日</p>", "match"),
    (
        "datePublished",
        "2026-04-01",
        "<dl><dt>掲載日</dt><dd>2026/4/1</dd><dt>更新日</dt><dd>2026/4/9</dd></dl>",
        "match",
    ),
    (
        "datePublished",
        "2026-04-09",
        "<dl><dt>掲載日</dt><dd>2026/4/1</dd><dt>更新日</dt><dd>2026/4/9</dd></dl>",
        "mismatch",
    ),
    (
        "dateModified",
        "2026-04-09",
        "<dl><dt>掲載日</dt><dd>2026/4/1</dd><dt>更新日</dt><dd>2026/4/9</dd></dl>",
        "match",
    ),
    ("dateModified", "2026-04-09", "<p>2026年4月1日公開／2026年4月9日更新</p>", "match"),
    ("dateModified", "2026-04-08", "<p>2026年4月1日公開／2026年4月9日更新</p>", "mismatch"),
    ("dateModified", "2026-04-09", "<p>公開日：2026年4月1日</p>", "skipped"),
    ("datePublished", "2026-04-01", "<p>最終更新：2026年4月9日</p>", "skipped"),
    ("datePublished", "2026-04-01", "<p>投稿日 4/1(水)</p>", "match"),
    ("datePublished", "2026-04-01", "<p>投稿日 4/2(木)</p>", "mismatch"),
    ("datePublished", "2026-04-01", "<p>投稿日 4/1(木)</p>", "skipped"),
    ("datePublished", "2026-04-01", "<p>3日前</p>", "skipped"),
    ("datePublished", "2026-04-01", '<time datetime="2026-04-01">3日前</time>', "match"),
    ("datePublished", "2026-04-01", "<p>2026年4月</p>", "match"),
    ("datePublished", "2026-04-01", "<p>2026年3月</p>", "mismatch"),
    ("datePublished", "2026-03-31T16:00:00Z", "<p>公開日：2026年4月1日</p>", "match"),
    ("datePublished", "2026-03-31T16:00:00Z", "<p>公開日：2026年3月31日</p>", "mismatch"),
    ("datePublished", "2026-04-01T10:30:00+09:00", "<p>2026年4月1日 10:30</p>", "match"),
    ("datePublished", "2026-04-01T10:30:00Z", "<p>2026年4月1日 10時30分</p>", "mismatch"),
    ("datePublished", "2026-04-01", "<p>発売日：2026年4月8日</p>", "missing"),
    ("datePublished", "2026-04-01", "<p>Copyright (C) 2026 ほし製作所</p>", "missing"),
    (
        "datePublished",
        "2026-04-01",
        "<p>2025年10月に開かれた会の記録と、その後の歩みをここにまとめました。</p>",
        "missing",
    ),
    ("datePublished", "2026-04-01", "<h2>関連記事</h2><p>2025年10月3日</p>", "missing"),
    ("datePublished", "2026-04-01", "<h1>題</h1><p>2026年4月1日</p><h2>新着記事</h2><p>2026年5月3日</p>", "match"),
    ("datePublished", "2026年4月1日", "<p>公開：2026年4月1日</p>", "match"),
    ("datePublished", "2026-04-01", "<p>2026年4月1日〜4月30日のキャンペーン</p>", "missing"),
    ("dateModified", "2026-04-09", "<p>[2026.04.09 更新]</p>", "match"),
    ("datePublished", "2026-04-01", "<header><nav>2020年1月1日</nav></header><p>掲載：2026年4月1日（水）</p>", "match"),
]


@pytest.mark.parametrize(("field", "value", "html", "expected"), WRITTEN)
def test_japanese_pages(field: str, value: str, html: str, expected: str) -> None:
    assert one("Article", field, value, html) == expected


ENGLISH = [
    ("datePublished", "2026-04-01", "<p>April 1, 2026</p>", "en", "match"),
    ("datePublished", "2026-04-01", "<p>1 Apr 2026</p>", "en", "match"),
    ("datePublished", "2026-04-01", "<p>Wednesday, 1st April 2026</p>", "en", "match"),
    ("datePublished", "2026-04-01", "<p>Posted on Apr. 2, 2026</p>", "en", "mismatch"),
    ("datePublished", "2026-04-05", "<p>5/4/2026</p>", "en-GB", "match"),
    ("datePublished", "2026-04-05", "<p>5/4/2026</p>", "en-US", "mismatch"),
    ("datePublished", "2026-05-04", "<p>5/4/2026</p>", "en-US", "match"),
    ("datePublished", "2026-05-04", "<p>5/4/2026</p>", "en", "match"),
    ("datePublished", "2026-04-05", "<p>5/4/2026</p>", "en", "match"),
    ("datePublished", "2026-04-06", "<p>5/4/2026</p>", "en", "mismatch"),
    ("datePublished", "2026-04-01", "<p>Published: 2026-04-01 | Last updated: 2026-04-09</p>", "en", "match"),
    ("dateModified", "2026-04-09", "<p>Published: 2026-04-01 | Last updated: 2026-04-09</p>", "en", "match"),
    ("dateModified", "2026-04-01", "<p>Published: 2026-04-01 | Last updated: 2026-04-09</p>", "en", "mismatch"),
    ("datePublished", "2026-04-01", "<p>By Ann Ash, April 1, 2026</p>", "en", "match"),
    ("datePublished", "2026-04-01", "<p>By Ann Ash | April 2, 2026 | 5 min read</p>", "en", "mismatch"),
    ("datePublished", "2026-04-01", "<p>2 days ago</p>", "en", "skipped"),
    ("datePublished", "2026-04-02T01:00:00Z", "<p>April 1, 2026</p>", "en", "skipped"),
    ("datePublished", "2026-04-02T01:00:00Z", "<p>April 1, 2026, 9:00 PM EDT</p>", "en", "match"),
    ("datePublished", "2026-04-01T21:00:00-04:00", "<p>April 1, 2026 at 9 p.m. ET</p>", "en", "match"),
    (
        "datePublished",
        "2026-04-01",
        "<p>The mill opened on April 8, 1902 and closed its doors many years later.</p>",
        "en",
        "missing",
    ),
    ("datePublished", "2026-04-01", "<footer>Copyright 2026</footer>", "en", "missing"),
    ("datePublished", "2026-04-01", "<p>Medically reviewed on April 5, 2026</p>", "en", "missing"),
]


@pytest.mark.parametrize(("field", "value", "html", "lang", "expected"), ENGLISH)
def test_english_pages(field: str, value: str, html: str, lang: str, expected: str) -> None:
    assert one("Article", field, value, html, lang) == expected


EVENTS = [
    ("startDate", "2026-07-18", "<p>会期：2026年7月18日（土）〜8月31日（月）</p>", "ja", "match"),
    ("endDate", "2026-08-31", "<p>会期：2026年7月18日（土）〜8月31日（月）</p>", "ja", "match"),
    ("endDate", "2026-08-30", "<p>会期：2026年7月18日（土）〜8月31日（月）</p>", "ja", "mismatch"),
    ("endDate", "2026-07-20", "<p>開催日：2026年7月18日(土)〜20日(月・祝)</p>", "ja", "match"),
    ("endDate", "2026-07-19", "<p>開催日：2026年7月18日(土)・19日(日)</p>", "ja", "match"),
    ("endDate", "2027-01-11", "<p>開催期間 2026年12月5日〜1月11日</p>", "ja", "match"),
    ("startDate", "2026-07-18T18:30:00+09:00", "<p>2026年7月18日(土) 開場17:30 開演18:30</p>", "ja", "match"),
    ("startDate", "2026-07-18T17:30:00+09:00", "<p>2026年7月18日(土) 開場17:30 開演18:30</p>", "ja", "mismatch"),
    ("startDate", "2026-07-18T18:30:00+09:00", "<p>2026年7月18日(土) 17:30開場／18:30開演</p>", "ja", "match"),
    ("startDate", "2026-07-18T18:30:00+09:00", "<dl><dt>日程</dt><dd>2026年7月18日</dd><dt>開場</dt><dd>17:30"
        "</dd><dt>開演</dt><dd>18:30</dd></dl>", "ja", "match"),
    ("startDate", "2026-07-18T17:30:00+09:00", "<dl><dt>日程</dt><dd>2026年7月18日</dd><dt>開場</dt><dd>17:30"
        "</dd><dt>開演</dt><dd>18:30</dd></dl>", "ja", "mismatch"),
    ("startDate", "2026-07-18T14:00:00+09:00", "<p>日時：7月18日(土) 午後2時〜4時</p>", "ja", "match"),
    ("startDate", "2026-07-18T15:00:00+09:00", "<p>日時：7月18日(土) 14:00〜16:00</p>", "ja", "mismatch"),
    ("endDate", "2026-07-18T16:00:00+09:00", "<p>日時：7月18日(土) 14:00〜16:00</p>", "ja", "match"),
    ("endDate", "2026-07-18T17:00:00+09:00", "<p>日時：7月18日(土) 14:00〜16:00</p>", "ja", "mismatch"),
    ("startDate", "2026-07-18T05:00:00Z", "<p>日時：2026年7月18日(土) 14:00〜</p>", "ja", "match"),
    ("startDate", "2026-07-19T01:00:00+09:00", "<p>2026年7月18日（土）25:00開演</p>", "ja", "match"),
    ("startDate", "2026-07-18", "<p>開催日：2026年7月18日</p><p>申込締切：2026年7月10日</p>", "ja", "match"),
    ("startDate", "2026-07-10", "<p>開催日：2026年7月18日</p><p>申込締切：2026年7月10日</p>", "ja", "mismatch"),
    ("startDate", "2026-07-18", "<p>チケット発売：2026年6月1日</p><p>公演日時 2026年7月18日</p>", "ja", "match"),
    ("startDate", "2026-07-18", "<p>開催日は後日お知らせします。</p>", "ja", "skipped"),
    ("startDate", "2026-07-18", "<p>皆様のご参加をお待ちしています。</p>", "ja", "missing"),
    ("startDate", "2026-07-18", "<p>July 18–19, 2026</p>", "en", "match"),
    ("endDate", "2026-07-19", "<p>July 18–19, 2026</p>", "en", "match"),
    ("endDate", "2026-07-20", "<p>July 18–19, 2026</p>", "en", "mismatch"),
    ("startDate", "2026-07-18T19:00:00-04:00", "<p>Sat, Jul 18, 2026</p>"
        "<p>Doors: 6 PM / Show: 7 PM</p>", "en", "match"),
    ("startDate", "2026-07-18T19:00", "<p>Saturday 18 July 2026, 7.30pm</p>", "en", "mismatch"),
    ("startDate", "2026-07-18", "<p>When: Saturday, July 25, 2026</p>", "en", "mismatch"),
    ("startDate", "2026-07-18", "<p>Date: TBA</p>", "en", "skipped"),
]  # fmt: skip


@pytest.mark.parametrize(("field", "value", "html", "lang", "expected"), EVENTS)
def test_events(field: str, value: str, html: str, lang: str, expected: str) -> None:
    assert one("Event", field, value, html, lang) == expected


OTHERS = [
    ("JobPosting", "validThrough", "2026-06-30", "<p>応募期限：2026年6月30日</p>", "match"),
    ("JobPosting", "validThrough", "2026-06-30", "<p>応募締切 6月29日(月)必着</p>", "mismatch"),
    ("JobPosting", "validThrough", "2026-06-30T23:59:59+09:00", "<p>募集期間：2026年6月1日〜6月30日</p>", "match"),
    ("JobPosting", "validThrough", "2026-06-30", "<p>募集期間：採用者が決定次第終了</p>", "skipped"),
    ("JobPosting", "validThrough", "2026-06-30", "<p>東京都で働く仲間を募集しています。</p>", "missing"),
    ("JobPosting", "datePosted", "2026-06-01", "<p>掲載日：2026年6月1日</p><p>応募期限：2026年6月30日</p>", "match"),
    ("JobPosting", "datePosted", "2026-06-02", "<p>掲載日：2026年6月1日</p><p>応募期限：2026年6月30日</p>", "mismatch"),
    ("JobPosting", "datePosted", "2026-06-02", "<p>仲間を募集しています。</p>", "none"),
    ("Organization", "foundingDate", "1985-04-01", "<table><tr><th>設立</th>"
        "<td>1985年（昭和60年）4月1日</td></tr></table>", "match"),
    ("Organization", "foundingDate", "1985", "<table><tr><th>創業</th><td>大正元年</td></tr><tr><th>設立"
        "</th><td>昭和60年</td></tr></table>", "match"),
    ("Organization", "foundingDate", "1912", "<table><tr><th>創業</th><td>大正元年</td></tr><tr><th>設立"
        "</th><td>昭和60年</td></tr></table>", "mismatch"),
    ("Organization", "foundingDate", "1985", "<p>創業1950年の老舗です。</p>", "skipped"),
    ("Organization", "foundingDate", "1985", "<p>Founded in 1984</p>", "mismatch"),
    ("Organization", "foundingDate", "1985", "<p>Established 1985</p>", "match"),
    ("Organization", "foundingDate", "1985", "<p>ほし製作所へようこそ</p>", "none"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "field", "value", "html", "expected"), OTHERS)
def test_jobs_and_companies(kind: str, field: str, value: str, html: str, expected: str) -> None:
    assert one(kind, field, value, html) == expected


def test_the_other_declared_date_explains_the_shown_one() -> None:
    both = {"@type": "Article", "datePublished": "2026-04-01", "dateModified": "2026-04-09"}
    assert verdicts(both, "<p>2026年4月9日</p>") == {"datePublished": "skipped", "dateModified": "match"}
    assert verdicts(both, "<p>2026年4月1日</p>") == {"datePublished": "match", "dateModified": "skipped"}


def test_of_several_events_each_is_compared_with_its_own_card() -> None:
    first = {"@type": "Event", "name": "朝の市", "startDate": "2026-07-18"}
    second = {"@type": "Event", "name": "夜の市", "startDate": "2026-07-19"}
    cards = (
        "<h1>催し</h1><ul><li><h3>朝の市</h3><p>2026年7月18日</p></li><li><h3>夜の市</h3><p>2026年7月20日</p></li></ul>"
    )
    script = read_page(
        (
            '<html lang="ja"><script type="application/ld+json">'
            + json.dumps([{"@context": "https://schema.org", **node} for node in (first, second)])
            + f"</script>{cards}"
        ).encode(),
        url="https://www.example.com/a",
        headers={},
    )
    rows = [row for row in script.result["consistency_checks"] if row["field"] == "startDate"]
    assert [(row["schema_value"], row["status"]) for row in rows] == [
        ("2026-07-18", "match"),
        ("2026-07-19", "mismatch"),
    ]


def test_a_page_made_by_scripts_is_not_accused() -> None:
    html = '<div id="root"></div><script src="/app.js"></script>'
    assert one("Article", "datePublished", "2026-04-01", html) == "skipped"
