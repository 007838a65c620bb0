"""Names of people (V8): spaces, readings, honorifics and titles are dropped, forms of one character are equal."""

import re
import unicodedata

from chalicelib.page.compare.kanji import JAPANESE, one_form, unsure_form
from chalicelib.page.compare.text import key
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided
from chalicelib.page.source import words

_BRACKETS = re.compile(r"[(（\[【〔][^()（）\[\]【】〔〕]{0,60}[)）\]】〕]")
_HONORIFIC = re.compile(
    r"(?:さん|氏|様|さま|先生|君|くん|ちゃん|殿|医師|弁護士|税理士|教授|准教授|記者|編集長|編集部員)$"
)
_LATIN_TITLE = frozenset(words("mr mrs ms miss mx dr prof professor sir dame phd md mba rd cpa esq jr sr dds rn by"))
_LATIN = re.compile(r"[a-z][a-z']*")
_KANA = re.compile("[\u3040-\u30ff]+")
_LOGIN = re.compile(r"(?:admin\w*|root|user\d*|editor\d*|staff|info|webmaster|wp\w*|test\w*|[a-z]+[_\d.][a-z_\d.]*)")
# names of one person in daily use and in full: facts
_PET = (
    "robert rob bob bobby|william will bill billy liam|richard rick dick rich|james jim jimmy jamie|john jack "
    "johnny|michael mike mick|thomas tom tommy|edward ed eddie ted ned|charles charlie chuck|joseph joe "
    "joey|david dave|daniel dan danny|matthew matt|anthony tony|christopher chris|nicholas nick|benjamin "
    "ben|samuel sam|andrew andy drew|alexander alex sandy|steven stephen steve|gregory greg|jeffrey "
    "jeff|kenneth ken|ronald ron|donald don|patrick pat|timothy tim|peter pete|henry harry hank|elizabeth liz "
    "beth betty eliza lisa|katherine catherine kate katie kathy|margaret maggie meg peggy|jennifer jen "
    "jenny|rebecca becky|susan sue susie|patricia pat patty tricia|deborah debbie|barbara barb|victoria vicky "
    "tori|jessica jess jessie|samantha sam|alexandra alex|abigail abby|amanda mandy|jacqueline "
    "jackie|christine christina chris tina|pamela pam|philip phil|raymond ray|lawrence larry|nathaniel nate"
)
_PETS = [set(group.split()) for group in _PET.split("|")]


def compare_person(declared: str, writers: list[str], others: list[str]) -> Verdict | None:
    """writers: whom the page names in the role; others: in another role (監修). None when the page names nobody.

    A verdict of `undecided` where the writings of a name cannot be told apart: another script, a pet name, 斉 and 斎.
    """
    doubt: str | None = None
    for shown in writers:
        said = _same(declared, shown)
        if said:
            return match(shown)
        doubt = shown if said is None and doubt is None else doubt
    if doubt is not None:
        return undecided(doubt, "other-writing")
    for shown in others:
        if _same(declared, shown):
            return mismatch(writers[0] if writers else shown, "other-role")
    return mismatch(writers[0]) if writers else None


def shows_person(name: str, text: str) -> bool:
    """Whether a text holds the name."""
    if JAPANESE.search(name):
        bare = _japanese(name)
        return len(bare) >= 2 and bare in one_form(key(text))
    wanted = _latin(name)
    return len(wanted) > 1 and f" {' '.join(wanted)} " in f" {' '.join(_latin(text))} "


def _same(declared: str, shown: str) -> bool | None:
    """True, False, or None where a reader could say neither."""
    japanese, other = JAPANESE.search(declared) is not None, JAPANESE.search(shown) is not None
    if japanese != other:
        if key(declared) and key(declared) in key(shown):  # Hana（花）, or Hana 著
            return True
        login = (shown if japanese else declared).strip()
        return False if _LOGIN.fullmatch(login) else None
    return _same_japanese(declared, shown) if japanese else _same_latin(declared, shown)


def _same_japanese(declared: str, shown: str) -> bool | None:
    one, other = _japanese(declared), _japanese(shown)
    if not one or not other:
        return None
    if one == other or one in other or (other in one and len(other) > 2):
        return True
    if unsure_form(one) == unsure_form(other) or unsure_form(one) in unsure_form(other):
        return None
    reading = key("".join(_readings(declared + shown)))
    kana = [_KANA.fullmatch(_without_common_start(one, other)), _KANA.fullmatch(_without_common_start(other, one))]
    if any(kana) and not all(kana):
        return True if reading and (one in reading or other in reading) else None
    return False


def _without_common_start(text: str, other: str) -> str:
    length = 0
    while length < min(len(text), len(other)) and text[length] == other[length]:
        length += 1
    return text[length:] or text[-1:]


def _same_latin(declared: str, shown: str) -> bool | None:
    """「Jane Smith, Staff Writer」 is taken as a whole and up to the comma."""
    found = [_same_latin_name(declared, text) for text in dict.fromkeys((shown, shown.partition(",")[0]))]
    return True if True in found else None if None in found else False


def _same_latin_name(declared: str, shown: str) -> bool | None:
    one, other = _latin(declared), _latin(shown)
    if not one or not other:
        return None
    if sorted(one) == sorted(other) or "".join(one) == "".join(other) or f" {' '.join(one)} " in f" {' '.join(other)} ":
        return True
    if len(one) < 2 or len(other) < 2:
        return None if one[0] in other or other[0] in one else False
    return _same_given(one, other) if one[-1] == other[-1] else False


def _same_given(one: list[str], other: list[str]) -> bool | None:
    """Of two names with one family name."""
    first, second = one[0], other[0]
    if first == second:  # a middle name more or less, or another one
        return True if not one[1:-1] or not other[1:-1] else None
    return None if _short(first, second) or any({first, second} <= group for group in _PETS) else False


def _short(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return long == short or (len(short) == 1 and long.startswith(short))


def _japanese(name: str) -> str:
    """Without readings, honorific, spaces; in today's forms."""
    bare = _BRACKETS.sub("", name) or name
    bare = one_form(key(bare))
    for _ in range(2):
        shorter = _HONORIFIC.sub("", bare)
        if len(shorter) >= 2:
            bare = shorter
    return bare


def _readings(name: str) -> list[str]:
    return _BRACKETS.findall(name)


def _latin(name: str) -> list[str]:
    bare = unicodedata.normalize("NFKD", _BRACKETS.sub(" ", name).replace("’", "'").replace("‘", "'"))
    bare = "".join(mark for mark in bare if not unicodedata.combining(mark)).casefold()
    bare = bare.replace("ø", "o").replace("ł", "l").replace("æ", "ae").replace("œ", "oe").replace("ð", "d")
    bare = bare.replace("ue", "u").replace("oe", "o").replace("ae", "a")  # Müller and Mueller
    return [word for word in _LATIN.findall(bare.replace(".", "")) if word not in _LATIN_TITLE][:20]
