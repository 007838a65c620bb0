"""Opening hours of a page against a declared week, in the words people write."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from chalicelib.page.compare.hours import compare_hours
from chalicelib.page.compare.hours_shown import read_hours
from chalicelib.page.compare.week import declared_text, declared_times
from chalicelib.page.hidden import Hiding
from chalicelib.page.seen import Seen

TWINS = [
    ("Mo-Fr 09:00-18:00", "<p>営業時間：平日 9:00〜18:00</p>", "match"),
    ("Mo-Fr 09:00-18:00", "<p>営業時間：平日 9:30〜18:00</p>", "mismatch"),
    ("Mo-Fr 09:00-18:00", "<dl><dt>営業時間</dt><dd>月曜〜金曜 午前9時〜午後6時</dd></dl>", "match"),
    (
        "Mo-Fr 09:00-18:00",
        "<dl><dt>営業時間</dt><dd>９：００～１８：００</dd><dt>定休日</dt><dd>土・日・祝日</dd></dl>",
        "match",
    ),
    (
        "Mo-Sa 09:00-18:00",
        "<dl><dt>営業時間</dt><dd>9:00~18:00</dd><dt>定休日</dt><dd>土曜・日曜・祝日</dd></dl>",
        "mismatch",
    ),
    ("Mo-Su 09:00-18:00", "<dl><dt>営業時間</dt><dd>9:00-18:00</dd><dt>定休日</dt><dd>年中無休</dd></dl>", "match"),
    ("Mo-Sa 09:00-18:00", "<p>営業時間 9:00〜18:00（年中無休）</p>", "mismatch"),
    ("Mo-Fr 09:00-18:00", "<p>営業時間：9:00〜18:00（土日祝を除く）</p>", "match"),
    ("Mo-Fr 09:00-18:00,Sa-Su 10:00-17:00", "<p>営業時間　平日 9:00〜18:00／土日祝 10:00〜17:00</p>", "match"),
    ("Mo-Fr 09:00-18:00,Sa-Su 10:00-18:00", "<p>営業時間　平日 9:00〜18:00／土日祝 10:00〜17:00</p>", "mismatch"),
    (
        "Tu-Su 11:30-14:30,17:30-22:00",
        "<p>ランチ 11:30〜14:30（L.O.14:00）ディナー 17:30〜22:00（L.O.21:00）　定休日：月曜</p>",
        "match",
    ),
    ("Tu-Su 11:30-22:00", "<p>営業時間：ランチ 11:30〜14:30 ディナー 17:30〜22:00　月曜定休</p>", "mismatch"),
    ("Mo-Su 18:00-26:00", "<p>営業時間：18:00〜翌2:00 年中無休</p>", "match"),
    ("Mo-Su 18:00-02:00", "<p>営業時間：午後6時〜午前2時 無休</p>", "match"),
    ("Mo-Su 00:00-23:59", "<p>24時間営業</p>", "match"),
    ("Mo-Su 00:00-24:00", "<p>営業時間：7:00〜23:00</p>", "mismatch"),
    ("Mo-Fr 09:00-12:00,13:00-18:00", "<p>診療時間：月〜金 9:00〜18:00（昼休み 12:00〜13:00）</p>", "match"),
    ("Mo,We,Fr 10:00-15:00", "<p>営業時間：月・水・金 10:00〜15:00</p>", "match"),
    ("Mo,We,Th 10:00-15:00", "<p>営業時間：月・水・金 10:00〜15:00</p>", "mismatch"),
    ("Mo-Su 10:00-19:00", "<p>営業時間 10:00〜19:00　第3水曜定休</p>", "match"),
    ("Th-Tu 10:00-19:00", "<p>営業時間 10:00〜19:00　定休日 水曜・第3火曜</p>", "match"),
    ("Mo-Fr 09:00-18:00", "<p>お電話での受付時間：平日 10:00〜17:00</p>", "none"),
    ("Mo-Fr 09:00-18:00", "<p>営業時間：9:00〜18:00</p><p>電話受付：10:00〜17:00</p>", "match"),
    ("Mo-Fr 09:00-18:00", "<p>営業時間は店舗により異なります。</p>", "none"),
    ("Mo-Fr 09:00-18:00", "<p>セミナーは 13:00〜15:00 に開きます。多くの方のご参加をお待ちしています。</p>", "none"),
    (
        "Mo-Sa 10:00-20:00,Su 10:00-18:00",
        "<table><tr><th>月曜日〜土曜日</th><td>10:00〜20:00</td>"
        "</tr><tr><th>日曜日</th>"
        "<td>10:00〜18:00</td></tr></table>",
        "match",
    ),
    (
        "Mo-Sa 10:00-20:00,Su 10:00-19:00",
        "<table><tr><th>月曜日〜土曜日</th><td>10:00〜20:00</td>"
        "</tr><tr><th>日曜日</th>"
        "<td>10:00〜18:00</td></tr></table>",
        "mismatch",
    ),
    ("Mo-Fr 09:00-17:00", "<p>Open Monday to Friday, 9am - 5pm</p>", "match"),
    ("Mo-Fr 09:00-17:00", "<p>Hours: Mon-Fri 9-5pm</p>", "match"),
    ("Mo-Fr 09:00-17:00", "<p>Weekdays 9:00 AM – 5:30 PM</p>", "mismatch"),
    ("Mo-Fr 09:00-17:00,Sa 10:00-14:00", "<p>Mon–Fri: 9am–5pm</p><p>Sat: 10am–2pm</p><p>Sun: Closed</p>", "match"),
    ("Mo-Su 09:00-17:00", "<p>Mon–Fri: 9am–5pm</p><p>Sat: 9am–5pm</p><p>Sun: Closed</p>", "mismatch"),
    ("Mo-Sa 10:00-18:00", "<p>10 a.m. to 6 p.m., closed Sundays</p>", "match"),
    ("Mo-Su 10:00-18:00", "<p>10 a.m. to 6 p.m., closed Sundays</p>", "mismatch"),
    ("Mo-Su 00:00-24:00", "<p>Open 24 hours a day, 7 days a week</p>", "match"),
    ("Mo-Su 11:00-24:00", "<p>Open daily 11am to midnight</p>", "match"),
    ("Mo-Su 11:00-23:00", "<p>Open daily 11am to midnight</p>", "mismatch"),
]


@pytest.mark.parametrize(("declared", "html", "expected"), TWINS)
def test_declared_text_against_a_page(declared: str, html: str, expected: str) -> None:
    tree = LexborHTMLParser(f"<body>{html}")
    week = declared_text([declared])
    assert week is not None
    verdict = compare_hours(week, Seen(tree.body, Hiding(tree)))
    assert (verdict.status if verdict else "none") == expected


def test_what_is_declared() -> None:
    nine, ten = frozenset({(540, 1080)}), frozenset({(600, 720)})
    assert declared_text(["Mo-Tu 9:00-18:00", "Su 10:00-12:00"]) == {0: nine, 1: nine, 6: ten}
    night = frozenset({(1320, 1560)})
    assert declared_text(["Fr-Mo 22:00-02:00"]) == {4: night, 5: night, 6: night, 0: night}
    assert declared_text(["平日"]) is None
    assert declared_times(["https://schema.org/Sunday"], "00:00", "00:00") == (frozenset({6}), frozenset())
    assert declared_times(["Monday"], "9:00", "17:30:00") == (frozenset({0}), frozenset({(540, 1050)}))
    assert declared_times([], "18:00", "02:00") == (frozenset(range(7)), frozenset({(1080, 1560)}))


def test_days_in_other_words_are_no_days() -> None:
    assert read_hours("5月の料金 9:00〜18:00").listed == {}
    assert read_hours("本日 9:00〜18:00").general == {(540, 1080)}
