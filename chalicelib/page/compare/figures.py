"""Figures as pages write them: 1,299.00, 1.299,00, 1万2,800, 二千円, 1.2M, $19⁹⁹. No library reads them all."""

import re
import unicodedata
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import NamedTuple

from chalicelib.page.seen import Line, Mark

_MAX_TEXT = 1000  # characters of a line that are looked at; what shows a price is short
_PLAIN: dict[int, int | str] = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_PLAIN |= dict.fromkeys(map(ord, "\u00a0\u2002\u2003\u2007\u2009\u202f\u3000"), " ")
_PLAIN |= dict.fromkeys(map(ord, "‐‑‒–—―−－﹣ｰ─━"), "-")
_PLAIN |= dict.fromkeys(map(ord, "〜～∼˜"), "~")
_PLAIN |= {
    ord("￥"): "¥",
    ord("’"): "'",
    ord("，"): ",",
    ord("．"): ".",
    ord("￡"): "£",
    ord("￦"): "₩",
    ord("￠"): "¢",
}
_PLAIN |= {ord(old): new for old, new in zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True)}
_UNSEEN = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff\ufe00-\ufe0f]")
_COMPOSED = re.compile("[ｦ-ﾟ㌀-㏿㈱-㈿①-⑳℡]")  # several characters when folded
_RAISED = re.compile("(?<=[0-9])([⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_MONEY = re.compile("[$€£]")
_NOTE = re.compile(r"[(\[]?[*※†注]?\s?\d{0,2}[)\]]?")

_KANJI = {character: number for number, character in enumerate("〇一二三四五六七八九")} | {
    "零": 0,
    "壱": 1,
    "弐": 2,
    "参": 3,
}
_SMALL = {"十": 10, "拾": 10, "百": 100, "千": 1000}
_GREAT = {"万": 10**4, "萬": 10**4, "億": 10**8, "兆": 10**12}
_SCALES = {
    "k": 10**3, "thousand": 10**3, "m": 10**6, "mio": 10**6, "mn": 10**6, "million": 10**6,
    "b": 10**9, "bn": 10**9, "billion": 10**9, "lakh": 10**5, "crore": 10**7,
}  # fmt: skip
_ONE = (
    r"(?:\d{1,3}(?:[, ']\d{2,3})*[, ']\d{3}(?!\d)(?:\.\d{1,4}|(?<= \d\d\d),\d\d(?!\d))?"
    r"|\d{1,3}(?:\.\d{3}){1,5}(?!\d)(?:,\d{1,2})?(?!\d)|\d{1,18}(?:[.,]\d{1,6})?|\.\d{1,4})"
)
_WESTERN = r"(?:\s?(?:thousand|million|billion|lakh|crore|mio|mn|bn)\b\.?|[KMBk](?![A-Za-z0-9]))"
NUMBER = (
    rf"(?:(?:{_ONE}\s?[百千]?[兆億万萬]\s?)+(?:{_ONE}\s?[百千]?)?|{_ONE}\s?[百千](?=\s?[円人件名回台個])"
    rf"|[〇一二三四五六七八九十百千万億壱弐参拾]{{1,12}}(?=\s?円)|[百千](?=万)万|{_ONE}{_WESTERN}?)"
)
FIGURE = re.compile(rf"(?<![\d.,])(?:{NUMBER})|(?<=[\s,;:])\.\d{{1,2}}\b")
_PART = re.compile(rf"({_ONE})?\s?([百千]?)([兆億万萬]?)")
_SCALED = re.compile(rf"({_ONE})\s?([A-Za-z]+)\.?")


class Figure(NamedTuple):
    """A number as it is shown. step: what its last digit stands for; scaled: 万, K or the like make it rough.

    other: the other reading of one dot and three digits, 1.299, else None.
    """

    value: Decimal
    step: Decimal
    scaled: bool = False
    other: Decimal | None = None


def plain(text: str) -> str:
    """A line for the patterns of this room: half-width, one kind of dash and of tilde, no unseen characters."""
    text = text[:_MAX_TEXT]
    if text.isascii():
        return text
    if _COMPOSED.search(text):
        text = unicodedata.normalize("NFKC", text)
    return _UNSEEN.sub("", text.translate(_PLAIN))


def plain_line(line: Line) -> tuple[str, tuple[Mark, ...]]:
    """The text of a line for the patterns, with the cents that are set high, and what of it is struck through."""
    if not line.marks:
        text = line.text[:_MAX_TEXT]
        if not text.isascii():
            text = _RAISED.sub(lambda match: _high(match[1], text), text)
        return plain(text), ()
    parts: list[str] = []
    struck: list[Mark] = []
    length = position = 0
    for mark in sorted(line.marks):
        if mark.start < position or mark.kind == "time":
            continue
        between, inside = plain(line.text[position : mark.start]), plain(line.text[mark.start : mark.end])
        if mark.kind == "raised":
            inside = _high(inside, line.text)
        parts += [between, inside]
        length += len(between)
        if mark.kind == "struck":
            struck.append(Mark(length, length + len(inside), "struck", ""))
        length += len(inside)
        position = mark.end
    parts.append(plain(line.text[position:]))
    return "".join(parts)[:_MAX_TEXT], tuple(struck)


def _high(raised: str, whole: str) -> str:
    """What is set high: cents, or a note that is no part of the number; currency signs and words stay."""
    raised = plain(raised).strip()
    if _MONEY.search(whole) and re.fullmatch(r"\d\d", raised):
        return f".{raised}"
    return " " if _NOTE.fullmatch(raised) else raised


@lru_cache(maxsize=2048)
def figure(text: str, decimals: bool = False) -> Figure | None:
    """The number that a text matched by `NUMBER` shows. decimals: of measures, where `1.234` has three decimals."""
    text = text.strip()
    if not text:
        return None
    if (text[-1].isalpha() and text[-1].isascii()) or text.endswith("."):
        return _western(text)
    if any(character in text for character in "百千万萬億兆十拾") or text[0] in _KANJI:
        return _japanese(text)
    return _digits(text, decimals)


def _western(text: str) -> Figure | None:
    match = _SCALED.fullmatch(text)
    if match is None:
        return _digits(text.rstrip("."), False)
    number, scale = _digits(match[1], True), _SCALES.get(match[2].lower())
    if number is None or scale is None:
        return None
    return Figure(number.value * scale, number.step * scale, True)


def _japanese(text: str) -> Figure | None:
    if not any(character.isdigit() and character.isascii() for character in text):
        return _kanji(text)
    total, step = Decimal(0), Decimal(1)
    position = 0
    while position < len(text):
        match = _PART.match(text, position)
        if match is None or match.end() == position:
            return None
        position = match.end()
        while position < len(text) and text[position] == " ":
            position += 1
        number = _digits(match[1], False) if match[1] else Figure(Decimal(1), Decimal(1))
        if number is None:
            return None
        scale = _SMALL.get(match[2], 1) * _GREAT.get(match[3], 1)
        total += number.value * scale
        step = number.step * scale
    return Figure(total, step, step > 1)


def _kanji(text: str) -> Figure | None:
    total = group = digit = 0
    for character in text:
        if character in _KANJI:
            digit = digit * 10 + _KANJI[character]
        elif character in _SMALL:
            group += (digit or 1) * _SMALL[character]
            digit = 0
        elif character in _GREAT:
            total += (group + digit or 1) * _GREAT[character]
            group = digit = 0
        else:
            return None
    return Figure(Decimal(total + group + digit), Decimal(1))


def _digits(text: str, decimals: bool) -> Figure | None:
    """Grouped in threes or the Indian way by comma, dot, space or apostrophe; the last of two kinds is decimal."""
    text = text.replace(" ", "").replace("'", "")
    dots, commas = text.count("."), text.count(",")
    other = None
    if dots and commas:
        decimal = max(text.rfind("."), text.rfind(","))
        whole, rest = text[:decimal], text[decimal + 1 :]
    elif dots + commas == 1:
        whole, _, rest = text.replace(",", ".").partition(".")
        if len(rest) == 3 and whole and whole != "0" and len(whole) <= 3 and not (dots and decimals):
            other = _decimal(f"{whole}.{rest}") if dots else None
            whole, rest = whole + rest, ""
    else:
        whole, rest = text, ""
    whole = whole.replace(",", "").replace(".", "")
    value = _decimal(f"{whole or '0'}.{rest}" if rest else whole)
    return None if value is None else Figure(value, Decimal(1).scaleb(-len(rest)), False, other)


def _decimal(text: str) -> Decimal | None:
    try:
        return Decimal(text)
    except InvalidOperation:
        return None


def declared_number(value: object) -> Figure | None:
    """The number that markup declares: a JSON number, or a text that holds one in a right or a faulty form (V13)."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        number = _decimal(repr(value)) if abs(value) < 1e18 else None
        return Figure(number, Decimal(1).scaleb(min(0, _exponent(number)))) if number is not None else None
    if not isinstance(value, str):
        return None
    text = plain(value.strip()[:100])
    if re.fullmatch(r"[+-]?\d{1,18}(?:\.\d{0,12})?|\.\d{1,12}", text, re.ASCII):  # as schema.org writes numbers
        number = _decimal(text)
        return Figure(number, Decimal(1).scaleb(min(0, _exponent(number)))) if number is not None else None
    found = [match[0] for match in FIGURE.finditer(text)]
    return figure(found[0]) if len(found) == 1 else None


def _exponent(number: Decimal) -> int:
    exponent = number.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


def rounds_to(exact: Decimal, shown: Decimal, step: Decimal) -> bool:
    """V3: whether rounding or cutting the exact number gives the shown one."""
    return shown - step / 2 <= exact < shown + step


def by_ten(one: Decimal, other: Decimal) -> bool:
    """Whether two numbers differ by a power of ten: a unit that was dropped."""
    if one <= 0 or other <= 0 or one == other:
        return False
    ratio = (one / other).normalize()
    return ratio.as_tuple().digits == (1,)
