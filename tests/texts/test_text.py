"""Texts that are said later: in the language of whoever reads them, with texts inside texts."""

import re
from pathlib import Path

import pytest

from chalicelib.store.errors import JournalError, StoreError, because
from chalicelib.store.journal import damaged, missing
from chalicelib.texts import Text, dictionary

CODE = Path(__file__).parents[2] / "chalicelib"


def test_a_text_in_a_text_is_said_in_the_same_language() -> None:
    inner = damaged(7, because("why-cut"))
    outer = StoreError("not-covered", seq=9, error=inner)
    assert str(outer) == (
        "the new state is commit 9, but its checkpoint could not be made: journal record 7 "
        "(journal/00000000000000000007) is damaged: it is cut off. Bring back an earlier version of that object from "
        "the bucket's versions, or restore to the commit before it: kunugi db restore --seq 6. Do the same again"
    )
    assert outer.text.say("ja") == (
        "新しい状態はコミット 9 になりましたが、チェックポイントを作れませんでした：ジャーナルの記録 7"
        "（journal/00000000000000000007）が壊れています：途中で切れています。バケットのバージョンからそのオブジェクトの"
        "以前のものを戻すか、1 つ前のコミットに戻してください： kunugi db restore --seq 6。"
        "同じ操作をもう一度実行してください"
    )


def test_before_the_first_record_there_is_nothing_to_restore() -> None:
    assert str(missing(1, 2)).endswith("or put a file in its place: kunugi db push FILE --replace")
    assert "--seq 0" not in str(damaged(1, because("why-cut")))


def test_every_text_of_the_store_is_used_and_every_error_has_one() -> None:
    """A key that is misspelt would be a KeyError in the middle of a trouble."""
    source = "\n".join(path.read_text() for room in ("store", "ports") for path in (CODE / room).rglob("*.py"))
    errors = r"(?:StoreError|BusyError|JournalError|ReadOnlyError|NoRoomError|because)"
    used = set(re.findall(errors + r'\(\s*"([a-z-]+)"', source))
    used |= {"bucket-" + name for name in re.findall(r'\btold\(\s*"([a-z-]+)"', source)}
    used |= {"damaged", "damaged-first", "missing", "missing-first"}  # chosen by the number
    used |= {"bucket-unreachable"}  # said by the command
    assert used == {key.removeprefix("store.") for key in dictionary("store", "en")}


def test_an_error_is_made_of_a_text() -> None:
    error = JournalError("no-commit", seq=4)
    assert error.text == Text("store.no-commit", {"seq": 4})
    with pytest.raises(KeyError):
        JournalError("no such text")
