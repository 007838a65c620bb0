"""How much two texts agree (comparing.md V10 to V13)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.page.compare.text import Likeness, alike, differs_in_number, key, plain


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("ﾎﾜｲﾄ・ボード", "ホワイト ボード", Likeness.SAME),
        ("KN-200", "ＫＮ２００", Likeness.SAME),
        ("5,000円以上", "５０００円以上", Likeness.SAME),
        ("方眼\u200bノート", "方眼ノート", Likeness.SAME),
        ("10m²の棚", "10m2の棚", Likeness.SAME),
        ("紙 &amp; 筆", "紙 & 筆", Likeness.SAME),
        ("Salt & pepper", "Salt and Pepper", Likeness.SAME),
        ("The centre of town", "The center of town", Likeness.SAME),
        ("見るべき三つの点と、紙の…", "見るべき三つの点と、紙の厚さ", Likeness.SAME),
        ("【新品】方眼ノート", "方眼ノート", Likeness.SAME),
        ("方眼ノート", "方眼ノート（黒）", Likeness.PART),
        ("黒 方眼ノート", "方眼ノート B5 黒", Likeness.PART),
        ("送料 5,000円", "送料 3,000円", Likeness.NUMBERS),
        ("2025年版の手引き", "2026年版の手引き", Likeness.NUMBERS),
        ("Part 1 of the story", "Part 2 of the story", Likeness.NUMBERS),
        ("Version 1", "Version 12", Likeness.NUMBERS),
        ("番地は12-34です", "番地は1234です", Likeness.NUMBERS),
        ("10²の棚があります", "102の棚があります", Likeness.NUMBERS),
        ("方眼ノート", "横罫ノート", Likeness.OTHER),
        ("art", "party", Likeness.OTHER),
        ("", "", Likeness.OTHER),
        ("…", "ノート", Likeness.OTHER),
    ],
)
def test_likeness(one: str, other: str, expected: Likeness) -> None:
    assert alike(one, other) is expected
    assert alike(other, one) is expected


def test_numbers_that_both_have_do_not_differ() -> None:
    assert not differs_in_number(key("3個入り、500円"), key("500円、3個入り、送料別"))
    assert differs_in_number(key("3個入り500円"), key("お得な3個入り600円です"))


def test_html_in_a_declared_text_is_no_text() -> None:
    assert plain("<p>帳面の<b>説明</b></p>").split() == ["帳面の", "説明"]
    assert plain("1 < 2 &amp; 3 > 2") == "1 < 2 & 3 > 2"
    assert plain("&lt;p&gt;説明&lt;/p&gt;").strip() == "説明"


@given(st.text(max_size=60), st.text(max_size=60))
def test_likeness_has_no_direction(one: str, other: str) -> None:
    assert alike(one, other) is alike(other, one)


@given(st.text(max_size=60))
def test_a_key_is_its_own_key(text: str) -> None:
    assert key(key(text)) == key(text)
