"""Dates, times and durations of ISO 8601, and what other notations were meant to be."""

import pytest

from chalicelib.page.dates_meant import meant_date, meant_duration, meant_time
from chalicelib.page.iso8601 import is_date, is_date_time, is_duration, is_time
from chalicelib.page.source import words


@pytest.mark.parametrize(
    "text",
    words(
        "2024-01-05 20240105 2024 2024-01 2024-W05 2024-W05-1 2024W051 2024-032 2024032 2024-02-29 -0044-03-15"
        " +12024-01-01 1984~ 2024-01-05Z 2024-01-05+09:00"
    ),
)
def test_dates(text: str) -> None:
    assert is_date(text) and not is_time(text + ":")


@pytest.mark.parametrize(
    "text",
    [
        *words(
            "2024/01/05 2024年1月5日 2024-1-5 2024-13-01 2024-00-10 2024-02-30 2023-02-29 2024-04-31 202401 24"
            " 1704412800 2024-W54 2024-W00 2024-367 0000-00-00 2024-01-05T ２０２４-01-05 2024-01-05- x2024"
        ),
        *["", " ", "2024-01-05 ", "Jan 5 2024", "2024-01-05\n", "2" * 100_000],
    ],
)
def test_what_is_no_date(text: str) -> None:
    assert not is_date(text)


@pytest.mark.parametrize(
    "text",
    words(
        "2024-01-05T10:00 2024-01-05T10:00:00Z 2024-01-05T10:00:00.123+09:00 20240105T100000+0900 2024-01-05T10"
        " 2024-01-05T24:00 2024-01-05T24:00:00.0 2024-01-05T10:00+09 2024-01-05T10:00:00,5-05:00 2016-12-31T23:59:60Z"
    ),
)
def test_moments(text: str) -> None:
    assert is_date_time(text) and not is_date(text)


@pytest.mark.parametrize(
    "text",
    [
        *words(
            "2024-01-05T24:30 2024-01-05T25:00 2024-01-05T10:60 2024-01-05T10:00+9:00 2024-01-05T10:00JST"
            " 2024-02-30T10:00 2024-01-05T10:00+24:00"
        ),
        *["2024-01-05 10:00", "2024-01-05T10:00 +09:00"],
    ],
)
def test_what_is_no_moment(text: str) -> None:
    assert not is_date_time(text)


def test_times() -> None:
    assert all(map(is_time, words("09:00 09:00:00 T0900 0900 09 24:00 23:59:59.9+09:00 09:00Z")))
    assert not any(map(is_time, ["9:00", "24:01", "25:00", "09:60", "午前9時", "", "closed", "09:00-18:00"]))


def test_durations() -> None:
    right = "P1Y2M3DT4H5M6S PT0S P2W PT0.5H PT30M P1D PT1H30M PT1,5S -PT5M P1YT1S"
    wrong = "P PT 30M T30M PT30 P1H PT5M3H 1:30 P1DT PT1H30 pt5m P1S PT1D"
    assert [text for text in right.split() if not is_duration(text)] == []
    assert [text for text in wrong.split() if is_duration(text)] == []


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2024/01/05", "2024-01-05"),
        ("2024.1.5", "2024-01-05"),
        ("2024-1-5", "2024-01-05"),
        ("2024年1月5日", "2024-01-05"),
        ("2024年1月", "2024-01"),
        ("令和6年1月5日", "2024-01-05"),
        ("令和元年5月1日", "2019-05-01"),
        ("R6.1.5", "2024-01-05"),
        ("２０２４年１月５日（金）", "2024-01-05"),
        ("Jan 5 2024", "2024-01-05"),
        ("January 5th, 2024", "2024-01-05"),
        ("5 January 2024", "2024-01-05"),
        ("Fri, 05 Jan 2024 10:00:00 +0900", "2024-01-05T10:00:00+09:00"),
        ("2024-01-05 10:00:00", "2024-01-05T10:00:00"),
        ("2024/1/5 9:30", "2024-01-05T09:30"),
        ("2024年1月5日(金) 午後5時半", "2024-01-05T17:30"),
        ("2024-01-05T10:00JST", "2024-01-05T10:00+09:00"),
        ("2024-01-05T10:00:00+9:00", "2024-01-05T10:00:00+09:00"),
        ("01/05/2024", None),  # a day in January or in May
        ("2024-02-30", None),
        ("2024-01-05T25:30", None),
        ("2024/01/05〜2024/01/10", None),
        ("1704412800", None),
        ("近日公開", None),
        ("", None),
        ("1年" * 100_000, None),
    ],
)
def test_the_date_that_was_meant(written: str, meant: str | None) -> None:
    assert meant_date(written) == meant


def test_the_time_that_was_meant() -> None:
    written = ["9:00", "午後5時半", "9時", "10:00 AM", "12:15 am", "5pm", "１０：００", "25:00", "9", "99:00", "休み"]
    right = ["09:00", "17:30", "09:00", "10:00", "00:15", "17:00", "10:00", "01:00", None, None, None]
    assert [meant_time(text) for text in written] == right


def test_the_duration_that_was_meant() -> None:
    written = ["30分", "1時間30分", "約1時間半", "45 min", "1h30m", "2日間", "1:02:03", "30", "12:34", "すぐ", ""]
    right = ["PT30M", "PT1H30M", "PT1H30M", "PT45M", "PT1H30M", "P2D", "PT1H2M3S", None, None, None, None]
    assert [meant_duration(text) for text in written] == right
