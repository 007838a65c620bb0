"""Questions and answers (V11, V12, V14): marks such as Q1. are not text, one other number is another fact."""

import re

from chalicelib.page.compare.text import differs_in_number, key, masked, plain

_MARK = re.compile(
    r"^\s*(?:(?:Q(?:uestion)?|A(?:nswer)?|質問|回答|お?答え|問|答)\s*(?:\d{1,3}|[0-9０-９]{1,3})?\s*(?:[.．:：、)）\]】\-–—―\s]|(?=[「『])|(?<=\d)(?=\D))\s*"
    r"|[ＱＡ]\s*[0-9０-９]{0,3}\s*[.．:：、)）]?\s*|\d{1,3}\s*[.．)）、]\s+|[（(]\d{1,3}[)）]\s*)",
    re.IGNORECASE,
)
_YES = re.compile(r"(?:はい|ええ|yes|可能です|できます|あります)")
_NO = re.compile(r"(?:いいえ|いえ|no(?![a-z])|できません|ありません|不可)")
_MORE = re.compile(r"(?:続きを読む|続きを見る|もっと見る|詳しく見る|詳しくはこちら|readmore|learnmore|seemore|more)$")
_ENDS = 400  # characters of an answer that a page need show at least, where it cuts it


def bare(text: str) -> str:
    """A question or an answer without its mark; what is only a mark is nothing."""
    return _MARK.sub("", plain(text), count=1)


def question_key(text: str) -> str:
    """The key of a question."""
    return key(bare(text))


def is_question(wanted: str, line: str, line_key: str) -> bool:
    """Whether a line is the question of this key, with or without its mark."""
    if wanted == line_key:
        return True
    if wanted not in line_key or not wanted:
        return False
    rest = len(line_key) - len(wanted)
    if len(wanted) >= 6 and (rest <= 12 or line_key.find(wanted) <= 3):  # the answer may stand behind it
        return True
    return wanted == key(bare(line))


def without_link(text: str) -> str:
    """A key without the link that opens the rest of a text."""
    return _MORE.sub("", text)


def compare_answer(declared: str, shown: str) -> str:
    """Both are keys; shown: what follows the question. One of match, number, opposite, other."""
    if declared in shown or (len(shown) >= min(10, len(declared)) and shown in declared):
        return "match"
    if len(declared) > _ENDS and declared[:_ENDS] in shown:
        return "match"
    if differs_in_number(declared, shown) and (len(masked(declared)) >= 6 or len(shown) < 2 * len(declared)):
        return "number"
    yes, no = (pattern.match(declared) is not None for pattern in (_YES, _NO))
    yes_shown, no_shown = (pattern.match(shown) is not None for pattern in (_YES, _NO))
    if (yes and no_shown) or (no and yes_shown):
        return "opposite"
    return "other"
