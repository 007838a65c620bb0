"""Japanese and English say the same things: same keys, same names to fill in."""

from string import Formatter

import pytest

from chalicelib.texts import ROOMS, dictionary, say


def names(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("room", ROOMS)
def test_both_languages_have_the_same_keys_and_names(room: str) -> None:
    japanese, english = dictionary(room, "ja"), dictionary(room, "en")
    assert set(japanese) == set(english)
    assert [key for key in japanese if names(japanese[key]) != names(english[key])] == []
    assert [key for key in japanese if not key.startswith(room + ".")] == []


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(KeyError):
        say("nowhere.at-all")
