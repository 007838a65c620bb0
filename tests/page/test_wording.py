"""Whether two short texts say the same (comparing.md V10 to V13)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.page.wording import contains, folded, same, title_candidates


@pytest.mark.parametrize(
    ("title", "known", "expected"),
    [
        ("秋の催し", [], ["秋の催し"]),
        ("秋の催し｜新聞", [], ["秋の催し｜新聞", "秋の催し"]),
        ("秋 - 催し - 新聞", [], ["秋 - 催し - 新聞", "秋 - 催し", "秋"]),
        ("新聞 | 秋の催し", ["新聞"], ["新聞 | 秋の催し", "秋の催し"]),
        ("e-mail", [], ["e-mail"]),
    ],
)
def test_titles_without_the_site(title: str, known: list[str], expected: list[str]) -> None:
    assert title_candidates(title, tuple(known)) == expected


@given(st.text(max_size=40))
def test_a_text_is_the_same_as_itself(text: str) -> None:
    assert same(text, text) is bool(folded(text))
    assert folded(folded(text)) == folded(text) or "&" in text


@given(st.text(max_size=30), st.text(max_size=30))
def test_sameness_has_no_direction(one: str, other: str) -> None:
    assert same(one, other) is same(other, one)


def test_containment_is_of_whole_words() -> None:
    assert contains("Autumn fair in the park", "fair in the")
    assert not contains("Autumn fair in the parking lot", "in the park")
    assert not contains("秋の催し", "秋")
