"""FAQPage: questions with their answers (faq.py finds the questions)."""

import re
from collections.abc import Iterator
from itertools import islice

from chalicelib.page.compare.faq import question_key
from chalicelib.page.faq import asks, questions
from chalicelib.page.findings import shorten
from chalicelib.page.suggestions.content import Content
from chalicelib.page.suggestions.found import Draft, Found, filled

_LEAST_PAIRS = 2
_MAX_LINES = 5000
_MAX_ANSWER = 1500  # characters
_MAX_DRAFT = 20_000  # characters of all answers: results are stored
_MAX_ANSWER_LINES = 30
_JUST_A = re.compile(r"\s*(?:[AＡ]|[QＱ]|答え?|回答|Answer)\s*[0-9０-９]{0,3}\s*[.．:：]?\s*", re.IGNORECASE)
_MARK = re.compile(r"^\s*[QＱAＡ]\s*[0-9０-９]{0,3}\s*(?:[.．:：、)）|｜]\s*|(?<=[0-9０-９])\s+)")


def faq(content: Content) -> Found | None:
    """At least two questions with answers."""
    document = content.document
    body = document.tree.body
    if body is None:
        return None
    found = questions(body, document.text)
    if len(found) < _LEAST_PAIRS:
        return None
    args: dict[str, str | int] = {"count": len(found), "first": shorten(found[0], 80)}
    return Found("FAQPage", args, filled("FAQPage", mainEntity=_whole(content, found)), key="page.faq.missing")


def _whole(content: Content, asked: list[str]) -> list[Draft]:
    """The pairs, as many as a draft may hold."""
    room, pairs = _MAX_DRAFT, []
    for pair in _pairs(content, asked):
        room -= len(pair["name"]) + len(pair["acceptedAnswer"]["text"])
        if room < 0:
            break
        pairs.append(pair)
    return pairs


def _pairs(content: Content, asked: list[str]) -> Iterator[Draft]:
    wanted = {question_key(text): text for text in asked}
    question, level, answer = "", 0, [""]
    for line in islice(content.view.seen, _MAX_LINES):
        known = wanted.get(question_key(line.text)) if len(line.text) < 400 else None
        ends = line.level and (not level or line.level <= level)
        if (
            known is not None
            or ends
            or line.area in ("footer", "nav")
            or (question and asks(line.text) and line.tag == "dt")
        ):
            if question and answer[1:]:
                yield _pair(question, answer)
            question, level, answer = known or "", line.level, [""]
            if known is not None:
                del wanted[question_key(line.text)]
        elif question and len(answer) <= _MAX_ANSWER_LINES and not _JUST_A.fullmatch(line.text):
            answer.append(line.text)
    if question and answer[1:]:
        yield _pair(question, answer)


def _pair(question: str, answer: list[str]) -> Draft:
    text = _MARK.sub("", "\n".join(answer[1:]))[:_MAX_ANSWER]
    return filled("Question", name=_MARK.sub("", question), acceptedAnswer=filled("Answer", text=text))
