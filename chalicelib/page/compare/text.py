"""Texts (V10 to V13): the same, the same but for a number, a part, or other words.

A text's key is what of it is no notation: letters and digits in one width and case, without spaces and punctuation, so
that HN-100 is HN100 and 350 ml is 350ml. Digits that something parts stay parted: 1.5 is not 15, 12-34 is not 1234.
"""

import re
import unicodedata
from enum import IntEnum
from functools import lru_cache
from html import unescape

from chalicelib.page.compare.kanji import one_form
from chalicelib.page.wording import SUPERSCRIPTS, contains, same

MAX_TEXT = 20_000  # characters of a declared text that is compared
_PARTED = "ǃ"  # a letter that no page writes, in place of what parts two numbers
_TAG = re.compile(r"<(?:/?[a-z][^<>]{0,2000}|!--.{0,2000}?--)>", re.IGNORECASE | re.DOTALL)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_BETWEEN_DIGITS = re.compile(r"(?<=\d)(?:[^\w]|ー)+(?=\d)")
_NUMBER = re.compile(rf"\d[\d{_PARTED}]*")
_APART = re.compile(r"\d(?:\W|ー)+\d")
_RAISED = re.compile("[⁰¹²³⁴-⁹]")
_NOISE = re.compile(r"(?:[^\w%+#]|_)+")
_DIGITS = frozenset(f"0123456789{_PARTED}")
_SHORT = 300  # characters of a text whose key is kept
_CUT = re.compile(r"\s*(?:…|\.{3,}|・{3})\s*$")
_WORD_END = re.compile(r"[\s()\[\]{}<>【】「」『』、。,/|・:;!?]+")
_MAX_WORDS = 60
_LEAST_MASKED = 4
_LEAST_SKELETON = 4
_JAPANESE = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_HIRAGANA = re.compile("[\u3041-\u309f]+")
_LONG_END = re.compile("(?<=[\u30a1-\u30fc]{2})ー(?![\u30a1-\u30ff])")
_NUMERALS = str.maketrans("〇一二三四五六七八九", "0123456789")
_NUMERAL = re.compile("[〇一二三四五六七八九十](?=[選回つ個冊本枚章部巻話位件種人日月年階段点号])")
_LEAST_CUT = 6
# British and American spellings of common words: facts, not a language's rules
_SPELLINGS = (
    ("colour", "color"),
    ("flavour", "flavor"),
    ("favour", "favor"),
    ("honour", "honor"),
    ("labour", "labor"),
    ("neighbour", "neighbor"),
    ("humour", "humor"),
    ("harbour", "harbor"),
    ("behaviour", "behavior"),
    ("centre", "center"),
    ("theatre", "theater"),
    ("litre", "liter"),
    ("metre", "meter"),
    ("fibre", "fiber"),
    ("grey", "gray"),
    ("catalogue", "catalog"),
    ("dialogue", "dialog"),
    ("programme", "program"),
    ("jewellery", "jewelry"),
    ("aluminium", "aluminum"),
    ("licence", "license"),
    ("defence", "defense"),
    ("mould", "mold"),
    ("tyre", "tire"),
    ("cosy", "cozy"),
    ("pyjama", "pajama"),
    ("travell", "travel"),
    ("modell", "model"),
    ("organis", "organiz"),
    ("realis", "realiz"),
    ("recognis", "recogniz"),
    ("optimis", "optimiz"),
    ("customis", "customiz"),
    ("personalis", "personaliz"),
    ("specialis", "specializ"),
    ("analys", "analyz"),
)
_KANA = (("ヴァ", "バ"), ("ヴィ", "ビ"), ("ヴェ", "ベ"), ("ヴォ", "ボ"), ("ヴ", "ブ"))
_COUNTS = (
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("eleven", "11"),
    ("twelve", "12"),
)


class Likeness(IntEnum):
    """How much two texts agree; NUMBERS: equal but for a number, PART: one holds the other."""

    OTHER = 0
    NUMBERS = 1
    PART = 2
    SAME = 3


def key(text: str) -> str:
    """The text without notation; see above."""
    return _known_key(text) if len(text) <= _SHORT else _key(text)


def _key(text: str) -> str:
    if not text.isascii():
        if _RAISED.search(text):
            text = text.translate(SUPERSCRIPTS)
        text = unicodedata.normalize("NFKC", text)
    if "&" in text:
        text = unescape(text).replace("&", " and ")
    text = text.casefold()
    if "," in text:
        text = _THOUSANDS.sub("", text)
    if _APART.search(text):
        text = _BETWEEN_DIGITS.sub(_PARTED, text)
    return _NOISE.sub("", text)


_known_key = lru_cache(maxsize=4096)(_key)  # several checks go over the same lines


def masked(a_key: str) -> str:
    """A key with every number as one sign."""
    return _NUMBER.sub("0", a_key)


def plain(text: str) -> str:
    """A declared text without HTML (V13: that is a finding of its own), with references decoded."""
    text = text[:MAX_TEXT]
    if "<" in text or "&lt;" in text:
        text = _TAG.sub(" ", unescape(text) if "&lt;" in text else text)
    return unescape(text) if "&" in text else text


@lru_cache(maxsize=256)
def alike(declared: str, shown: str) -> Likeness:
    """How much a short declared text and a shown one agree."""
    one, other = key(declared), key(shown)
    if one == other:
        return Likeness.SAME if one else Likeness.OTHER
    if not one or not other or not _may_be_alike(one, other):
        return Likeness.OTHER
    if same(declared, shown) or _is_cut(declared, shown) or _is_cut(shown, declared):
        return Likeness.SAME
    if _respelled(one) == _respelled(other):
        return Likeness.SAME
    if (
        contains(shown, declared)
        or contains(declared, shown)
        or _words_in(declared, shown)
        or _words_in(shown, declared)
    ):
        return Likeness.PART
    return Likeness.NUMBERS if differs_in_number(one, other) else Likeness.OTHER


def _may_be_alike(one: str, other: str) -> bool:
    """Whether the shorter has hardly a letter that the longer lacks; nearly all lines of a page end here."""
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    lacking = set(short).difference(long)
    if len(lacking) <= 2 and len(long) - len(short) <= 6:  # another spelling
        return True
    return all(character in _DIGITS for character in lacking)


def differs_in_number(one: str, other: str) -> bool:
    """Whether of two keys one is the other, or a part of it, apart from its numbers."""
    if not _NUMBER.search(one) or not _NUMBER.search(other):
        return False
    short, long = sorted((masked(one), masked(other)), key=len)
    if "0" not in short or len(short) < _LEAST_MASKED or short not in long:
        return False
    numbers = _NUMBER.findall(one if len(masked(one)) == len(short) else other)
    rest = _NUMBER.findall(other if len(masked(one)) == len(short) else one)
    return any(rest.count(number) < numbers.count(number) for number in set(numbers))


def same_but_kana(one: str, other: str) -> bool:
    """Whether two Japanese texts have the same kanji, katakana, letters and digits: お問い合わせ and お問合せ."""
    first, second = (_HIRAGANA.sub("", key(text)) for text in (one, other))
    return first == second and len(first) >= _LEAST_SKELETON and not first.isascii()


def _respelled(text: str) -> str:
    """A key in one of its usual spellings: American, without accents, コンピュータ for コンピューター, 5選 for 五選."""
    if not _JAPANESE.search(text):
        if not text.isascii():
            text = "".join(mark for mark in unicodedata.normalize("NFD", text) if not unicodedata.combining(mark))
        for written, usual in _SPELLINGS + _COUNTS:
            text = text.replace(written, usual)
        return text
    text = one_form(text)
    for written, usual in _KANA:
        text = text.replace(written, usual)
    text = _LONG_END.sub("", text)
    return text.replace("十", "10").translate(_NUMERALS) if _NUMERAL.search(text) else text


def _is_cut(text: str, whole: str) -> bool:
    end = _CUT.search(text)
    beginning = key(text[: end.start()]) if end else ""
    return len(beginning) >= _LEAST_CUT and key(whole).startswith(beginning)


def _words_in(whole: str, part: str) -> bool:
    """Whether all words of a text are words of the other, in whatever order."""
    words, left = (
        [
            word
            for word in map(key, _WORD_END.split(unicodedata.normalize("NFKC", text.translate(SUPERSCRIPTS))))
            if word
        ][:_MAX_WORDS]
        for text in (part, whole)
    )
    if not words or len("".join(words)) < 3:
        return False
    for word in words:
        if word not in left:
            return False
        left.remove(word)
    return True
