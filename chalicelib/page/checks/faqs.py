"""Questions and answers: each must be seen, or opened by a control (K-066, V14)."""

from collections.abc import Iterator

from chalicelib.page.checks.page_text import PageText
from chalicelib.page.checks.row import Row, row
from chalicelib.page.checks.view import View
from chalicelib.page.compare.faq import bare, compare_answer, is_question, question_key, without_link
from chalicelib.page.compare.text import MAX_TEXT, differs_in_number, key, plain
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided
from chalicelib.page.gather import Thing

_MAX_QUESTIONS = 100
_MAX_LACKING = 20  # questions that are looked for with other numbers
_MAX_ANSWER_LINES = 60
_MORE = 300  # characters behind an answer that are looked at


def check_faq(view: View) -> Iterator[Row]:
    """`mainEntity.name` and `mainEntity.acceptedAnswer.text` of a FAQPage, a row a question and one for its answer."""
    for _, page in view.of("FAQPage"):
        questions = [one for one in page.properties.get("mainEntity", ())[:_MAX_QUESTIONS] if isinstance(one, Thing)]
        texts = [(_text(one, "name") or _text(one, "text"), _answer(one)) for one in questions]
        known = {question_key(question) for question, _ in texts if question}
        seen = view.made(PageText)
        start, lacking = 0, 0
        for (question, answer), thing in zip(texts, questions, strict=True):
            if not question:
                continue
            number = _find(question_key(question), seen, start)
            if number is None:
                lacking += 1
                verdict = _unseen(question, answer, seen, view, numbers=lacking <= _MAX_LACKING)
                yield row(view, thing, "mainEntity.name", question, verdict)
                continue
            start = number
            line = seen.lines[number]
            if not key(bare(answer)):
                yield row(view, thing, "mainEntity.name", question, match(line.text, line))
                continue
            verdict = _compare(question, answer, number, known, seen, view)
            if verdict.status == "match":
                yield row(view, thing, "mainEntity.name", question, match(line.text, line))
            yield row(view, thing, "mainEntity.acceptedAnswer.text", answer, verdict)


def _text(thing: Thing, name: str) -> str:
    value = thing.first(name)
    return value.strip()[:MAX_TEXT] if isinstance(value, str) else ""


def _answer(question: Thing) -> str:
    for name in ("acceptedAnswer", "suggestedAnswer"):
        answer = question.first(name)
        if isinstance(answer, Thing):
            return _text(answer, "text")
        if isinstance(answer, str):
            return answer.strip()[:MAX_TEXT]
    return ""


def _find(wanted: str, seen: PageText, start: int) -> int | None:
    """The line of a question: from the one before on, as pages and markup mostly have one order, then from the top."""
    first: int | None = None
    number = start
    while seen.reach(number):
        if is_question(wanted, seen.lines[number].text, seen.keys[number]):
            if not seen.lines[number].area:
                return number
            first = number if first is None else first
        number += 1
    for number in range(min(start, len(seen.lines))):
        if is_question(wanted, seen.lines[number].text, seen.keys[number]):
            return number
    return first


def _unseen(question: str, answer: str, seen: PageText, view: View, *, numbers: bool) -> Verdict:
    wanted = question_key(question)
    for number, text in enumerate(seen.keys if numbers else ()):  # all of them, as the question was looked for
        if len(text) < 3 * len(wanted) + 20 and abs(len(text) - len(wanted)) <= 12 and differs_in_number(wanted, text):
            line = seen.lines[number]
            return mismatch(line.text, "one-number", line)
    if wanted and seen.holds(wanted):
        return match(question)
    shown = key(bare(answer))
    if len(shown) >= 8 and seen.holds(shown):
        return undecided("", "question-in-other-words")
    return view.absent()


def _behind(question: str, line: str) -> str:
    """What a line says behind its question, without the mark of an answer."""
    rest = line[line.find(question) + len(question) :]
    return rest if len(rest) > 12 else ""


def _compare(question: str, answer: str, number: int, known: set[str], seen: PageText, view: View) -> Verdict:
    wanted = key(bare(answer))
    shown = _behind(question_key(question), seen.keys[number])
    length, texts = len(shown), [seen.lines[number]] if shown else []
    if wanted in shown:
        return match(plain(answer)[:1000], texts[0])
    following = number + 1
    line = seen.lines[number]
    level = line.level
    while following <= number + _MAX_ANSWER_LINES and length < len(wanted) + _MORE and seen.reach(following):
        other = seen.lines[following]
        if question_key(other.text) in known or (level and other.level and other.level <= level):
            break
        if level == 0 and other.tag == line.tag and other.tag in ("dt", "summary", "button"):
            break
        text = key(bare(other.text)) if not shown else seen.keys[following]
        shown += text
        length += len(text)
        texts.append(other)
        if wanted in shown:
            return match(plain(answer)[:1000], texts[0])
        following += 1
    page = " ".join(text.text for text in texts)[: len(answer) + 200]
    where = texts[0] if texts else None
    said = compare_answer(wanted, without_link(shown))
    if said in ("match", "number", "opposite"):
        return match(page, where) if said == "match" else mismatch(page, "one-number" * (said == "number"), where)
    if len(wanted) >= 8 and seen.holds(wanted):
        return match(plain(answer)[:1000])
    return undecided(page, "answer-in-other-words", where) if shown else view.absent()
