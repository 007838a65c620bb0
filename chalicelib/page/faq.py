"""Pairs of question and answer that a visitor sees: what a FAQPage would describe (K-063).

Four forms, in Japanese and English: a heading that asks, followed by text; `dt` and `dd`; `details` and `summary`;
lines that begin with Q and A. A question ends in ？ or か。 or begins with Q. Hidden answers that a
control opens count (V14).
"""

import re

from selectolax.lexbor import LexborNode

from chalicelib.page.source import words
from chalicelib.page.visible import Sight, visible_text

_LEAST_ANSWER = 1  # characters
_MAX_QUESTIONS = 200
_MAX_QUESTION = 300  # characters
_MAX_MARKED = 5000  # the same with what is not seen
_MAX_STEPS = 40  # elements looked at for one answer
_MAX_LINES = 20_000
_ASKING = "h2,h3,h4,h5,h6,dt,summary"
_HEADINGS = frozenset(words("h1 h2 h3 h4 h5 h6"))
_QUESTION = re.compile(r"[?？]\s*$|か[。．.]?\s*$|^\s*[QＱ]\s*[0-9０-９]{0,3}\s*(?:[.．:：、。)）|｜]|\s)")
_JUST_Q = re.compile(r"[QＱ]\s*[0-9０-９]{0,3}\s*[.．:：、)）]?")
_MAY_ASK = re.compile("[?？か]|[QＱ]")
_ANY_Q = re.compile("[QＱ]")
_LINE_Q = re.compile(r"(?:[QＱ]\s*[0-9０-９]{0,3}\s*(?:[.．:：、)）]|$)|[QＱ]\s*[0-9０-９]{0,3}\s+\S)")
_LINE_A = re.compile(r"(?:[AＡ]\s*[0-9０-９]{0,3}\s*(?:[.．:：、)）]|$)|[AＡ]\s*[0-9０-９]{0,3}\s+[^\x00-\x7f])")


def questions(body: LexborNode, body_text: str) -> list[str]:
    """The questions that have an answer on the page, in order. `body_text` is all the text of `body`."""
    found: list[str] = []
    sight = Sight()
    for node in body.css(_ASKING)[: 10 * _MAX_QUESTIONS]:
        text = sight.text(node)
        if len(text) > _MAX_MARKED or not _MAY_ASK.search(text):  # most headings ask nothing
            continue
        text = visible_text(node, sight)
        if text and len(text) < _MAX_QUESTION and asks(text) and _has_answer(node, sight):
            found.append(text)
            if len(found) >= _MAX_QUESTIONS:
                break
    if len(found) > 1 or not _ANY_Q.search(body_text):
        return found
    return max(found, _in_lines(body), key=len)


def asks(text: str) -> bool:
    """Whether a heading reads as a question."""
    return _QUESTION.search(text) is not None and _JUST_Q.fullmatch(text) is None


def _has_answer(node: LexborNode, sight: Sight) -> bool:
    """Whether text follows before the next heading; outside, where the heading stands alone in a wrapper."""
    start: LexborNode | None = node
    for _ in range(3):
        if start is None:
            return False
        following = _following(start, node.tag or "", sight)
        if following is not None:
            return following
        start = start.parent
    return False


def _following(start: LexborNode, asking: str, sight: Sight) -> bool | None:
    """True: an answer; False: another heading first; None: nothing follows here."""
    sibling = start.next
    for _ in range(_MAX_STEPS):
        if sibling is None:
            return None
        if sibling.is_element_node:
            tag = sibling.tag or ""
            if tag in _HEADINGS or tag == asking:
                return False
            if len(visible_text(sibling, sight)) >= _LEAST_ANSWER:
                return asking != "dt" or tag == "dd"
        elif sibling.is_text_node and len((sibling.text_content or "").strip()) >= _LEAST_ANSWER:
            return asking != "dt"
        sibling = sibling.next
    return None


def _in_lines(body: LexborNode) -> list[str]:
    """Pairs written as lines: `Q1. …` and after it `A. …`, the letter alone on its line or not."""
    text = body.text(deep=True, separator="\n")
    lines = [line for line in (part.strip() for part in text.split("\n", _MAX_LINES)[:_MAX_LINES]) if line]
    found: list[str] = []
    question = ""
    for index, line in enumerate(lines):
        if _LINE_Q.match(line) and len(line) < _MAX_QUESTION:
            question = lines[index + 1] if _JUST_Q.fullmatch(line) and index + 1 < len(lines) else line
        elif question and _LINE_A.match(line):
            found.append(question[:_MAX_QUESTION])
            question = ""
            if len(found) >= _MAX_QUESTIONS:
                break
    return found
