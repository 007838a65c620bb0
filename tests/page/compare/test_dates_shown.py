"""Dates and times that a line shows, in the forms people write."""

import pytest

from chalicelib.page.compare.clock import clocks_in
from chalicelib.page.compare.dates_shown import dates_in

FORMS = [
    ("2026年4月1日", (2026, 4, 1)),
    ("２０２６年４月１日（水）", (2026, 4, 1)),
    ("2026/4/1", (2026, 4, 1)),
    ("2026.04.01", (2026, 4, 1)),
    ("2026-04-01", (2026, 4, 1)),
    ("2026年4月", (2026, 4, None)),
    ("2026/04", (2026, 4, None)),
    ("令和8年4月1日", (2026, 4, 1)),
    ("令和元年5月1日", (2019, 5, 1)),
    ("㋿元年5月1日", (2019, 5, 1)),
    ("平成31年4月30日", (2019, 4, 30)),
    ("昭和六十年四月一日", (1985, 4, 1)),
    ("R8.4.1", (2026, 4, 1)),
    ("H31/4/30", (2019, 4, 30)),
    ("二〇二六年四月一日", (2026, 4, 1)),
    ("2026年（令和8年）4月1日", (2026, 4, 1)),
    ("令和8年（2026年）4月1日", (2026, 4, 1)),
    ("4/1(水)", (None, 4, 1)),
    ("4月1日", (None, 4, 1)),
    ("April 1, 2026", (2026, 4, 1)),
    ("Apr. 1st, 2026", (2026, 4, 1)),
    ("1 Apr 2026", (2026, 4, 1)),
    ("Wednesday, 1 April 2026", (2026, 4, 1)),
    ("April 2026", (2026, 4, None)),
    ("01.04.2026", (2026, 4, 1)),
    ("4/13/26", (2026, 4, 13)),
    ("創業 1950年", (1950, None, None)),
]


@pytest.mark.parametrize(("text", "parts"), FORMS)
def test_one_date(text: str, parts: tuple[int | None, int | None, int | None]) -> None:
    assert [(date.year, date.month, date.day) for date in dates_in(text).dates] == [parts]


@pytest.mark.parametrize(
    "text",
    [
        "03-1234-5678",
        "2026年度",
        "2026年版",
        "© 2026 ほし製作所",
        "2月31日",
        "1/2カップ",
        "Copyright 2019-2026",
        "1,980円",
        "ver. 2.4.1",
    ],
)
def test_what_is_no_date(text: str) -> None:
    assert dates_in(text).dates == []


def test_the_ends_of_a_span_share_what_one_of_them_leaves_out() -> None:
    def ends(text: str) -> list[tuple[int | None, int | None, int | None, str]]:
        return [(date.year, date.month, date.day, date.part) for date in dates_in(text).dates]

    assert ends("2026年12月28日〜1月3日") == [(2026, 12, 28, "start"), (2027, 1, 3, "end")]
    assert ends("12月28日〜2027年1月3日") == [(2026, 12, 28, "start"), (2027, 1, 3, "end")]
    assert ends("4月1日(水)～3日(金)") == [(None, 4, 1, "start"), (None, 4, 3, "end")]
    assert ends("April 1–3, 2026") == [(2026, 4, 1, "start"), (2026, 4, 3, "end")]
    assert ends("1–3 April 2026") == [(2026, 4, 1, "start"), (2026, 4, 3, "end")]
    assert ends("March 30 – April 2, 2026") == [(2026, 3, 30, "start"), (2026, 4, 2, "end")]


def test_day_and_month_stand_in_the_order_of_the_country() -> None:
    assert [(date.month, date.day, date.other) for date in dates_in("4/1/2026", True).dates] == [(1, 4, None)]
    assert [(date.month, date.day, date.other) for date in dates_in("4/1/2026", False).dates] == [(4, 1, None)]
    assert [(date.month, date.day, date.other) for date in dates_in("4/1/2026").dates] == [(4, 1, (1, 4))]


CLOCKS = [
    ("18:00", 1080, None),
    ("18時半", 1110, None),
    ("午後6時", 1080, None),
    ("午前0時", 0, None),
    ("25:00", 1500, None),
    ("翌2:00", 1560, None),
    ("正午", 720, None),
    ("6 p.m.", 1080, None),
    ("12:30 AM", 30, None),
    ("noon", 720, None),
    ("10:30 PM EDT", 1350, -240),
    ("10:30 JST", 630, 540),
    ("10:30 UTC+9", 630, 540),
    ("10:30+0530", 630, 330),
]


@pytest.mark.parametrize(("text", "minutes", "zone"), CLOCKS)
def test_times_of_day(text: str, minutes: int, zone: int | None) -> None:
    assert [(clock.minutes, clock.zone) for clock in clocks_in(text)] == [(minutes, zone)]


def test_a_span_of_time_is_two_times_and_no_zone() -> None:
    assert [(clock.minutes, clock.zone) for clock in clocks_in("9:00-18:00")] == [(540, None), (1080, None)]
