"""Names of companies (V7): the legal form may be shortened or left out; another one, or on the other side, is not."""

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from chalicelib.page.compare.kanji import JAPANESE, one_form
from chalicelib.page.compare.text import key
from chalicelib.page.source import words

# the legal forms and how they are shortened: facts
_JAPANESE = {
    "株式会社": ("株式会社", "(株)", "株式會社"),
    "有限会社": ("有限会社", "(有)"),
    "合同会社": ("合同会社", "(同)", "(合)"),
    "合名会社": ("合名会社", "(名)"),
    "合資会社": ("合資会社", "(資)"),
    "一般社団法人": ("一般社団法人", "(一社)"),
    "公益社団法人": ("公益社団法人", "(公社)"),
    "一般財団法人": ("一般財団法人", "(一財)"),
    "公益財団法人": ("公益財団法人", "(公財)"),
    "社団法人": ("社団法人", "(社)"),
    "財団法人": ("財団法人", "(財)"),
    "医療法人社団": ("医療法人社団", "(医社)"),
    "医療法人財団": ("医療法人財団",),
    "医療法人": ("医療法人", "(医)"),
    "学校法人": ("学校法人", "(学)"),
    "社会福祉法人": ("社会福祉法人", "(福)", "(社福)"),
    "宗教法人": ("宗教法人", "(宗)"),
    "特定非営利活動法人": ("特定非営利活動法人", "npo法人", "(特非)", "(npo)"),
    "税理士法人": ("税理士法人", "(税)"),
    "弁護士法人": ("弁護士法人", "(弁)"),
    "協同組合": ("協同組合", "(協)"),
    "独立行政法人": ("独立行政法人", "(独)"),
}
_LATIN = {
    "ltd": "co ltd|co limited|company limited|ltd|limited",
    "inc": "incorporated|inc",
    "corp": "corporation|corp",
    "llc": "llc|l l c|limited liability company",
    "llp": "llp",
    "plc": "plc|public limited company",
    "kk": "k k|kk|kabushiki kaisha",
    "gk": "g k|gk|godo kaisha",
    "gmbh": "gmbh",
    "ag": "ag",
    "sa": "s a|sa",
    "bv": "b v|bv",
    "pty": "pty ltd|pty limited|pty",
    "co": "co|company",
}
_FORMS = sorted(((short, form) for form, shorts in _JAPANESE.items() for short in shorts), key=lambda one: -len(one[0]))
_LATIN_FORMS = sorted(
    ((s, form) for form, shorts in _LATIN.items() for s in shorts.split("|")), key=lambda one: -len(one[0])
)
_FORM = re.compile("|".join(re.escape(short) for short, _ in _FORMS))
_FORM_OF = dict(_FORMS)
_LATIN_END = re.compile(rf"(?<= )(?:{'|'.join(short for short, _ in _LATIN_FORMS)})$")
_LATIN_FORM_OF = dict(_LATIN_FORMS)
# forms that a Japanese 株式会社 also has in English, and that are not told apart there
_ENGLISH_OF_KK = frozenset(words("ltd inc corp kk co"))
_NATION = re.compile(
    r"\b(?:japan|uk|usa|us|america|europe|asia|china|korea|taiwan|india|france|germany|deutschland|canada|australia|singapore"
    r"|international|global|holdings?|group)\b|日本|ジャパン|アメリカ|ヨーロッパ|アジア|チャイナ|ホールディングス|グループ"
)
_FORMER = re.compile(
    r"[(（\[【〔]\s*(?:旧|元)(?:社名|商号|会社名|名称|名)?\s*[:：／/]?"
    r"[^()（）\[\]【】〔〕]{0,80}(?:[(（][^()（）]{0,10}[)）][^()（）]{0,40})?[)）\]】〕]"
    r"|(?:旧社名|旧商号|旧会社名|旧名称|旧称)\s*[:：／/]?.*$|\(?\b(?:formerly|previously)\b.*$",
    re.IGNORECASE,
)
_ADDED = re.compile(r"\s*[(（][^()（）]{3,80}(?:[(（][^()（）]{0,20}[)）][^()（）]{0,40})?[)）]\s*$")


class Company(NamedTuple):
    """core: the name without its legal form, as a key; words: with spaces; form: "" for none; side: where it stands.

    latin: whether nothing of it is Japanese.
    """

    core: str
    form: str
    side: str
    latin: bool
    words: str


@lru_cache(maxsize=256)
def company(text: str) -> Company:
    """A company's name taken apart."""
    text = unicodedata.normalize("NFKC", text[:300]).casefold().replace("&", " and ")
    text = " ".join(text.split()).strip(" .,、。")
    found = _FORM.search(text)
    if found and len(found.group()) < len(text):
        before, after = text[: found.start()].strip(), text[found.end() :].strip()
        side = "before" if not before else "behind" if not after else "inside"
        return _company(before + " " + after, _FORM_OF[found.group()], side)
    spaced = re.sub(r"[.,]+", " ", text)
    spaced = " ".join(spaced.split()).removeprefix("the ")
    end = _LATIN_END.search(spaced)
    if end:
        return _company(spaced[: end.start()], _LATIN_FORM_OF[end.group()], "behind")
    return _company(spaced, "", "")


def _company(core: str, form: str, side: str) -> Company:
    return Company(one_form(key(core)), form, side, JAPANESE.search(core) is None, f" {' '.join(core.split())} ")


def without_former(text: str) -> str:
    """Without the former name, and what a bracket behind the name adds: a reading, an English name, a place."""
    return _ADDED.sub("", _FORMER.sub("", text)).strip(" 　,")


def holds_company(text: str, name: str) -> bool:
    """Whether a text that says more, such as 「株式会社○○ 東京支店」, holds the declared name as words of its own."""
    whole, part = (" ".join(unicodedata.normalize("NFKC", one).casefold().split()) for one in (text, name))
    start = whole.find(part)
    if start < 0 or len(part) < 5 or not company(name).form:
        return False
    around = whole[:start][-1:] + whole[start + len(part) :][:1]
    return not any(character.isalnum() for character in around)


def same_company(declared: str, shown: str) -> bool | None:
    """True, False, or None where a page alone does not tell: another script, a brand and a company's name."""
    one, other = company(declared), company(shown)
    if not one.core or not other.core:
        return None
    if one.core == other.core:
        return _same_form(one, other)
    if one.latin != other.latin:
        return None
    if one.core in other.core or other.core in one.core:  # a brand, a branch, a company of the same group
        short, long = sorted((one, other), key=lambda name: len(name.core))
        rest = long.words.replace(short.words.strip(), " ")
        both = bool(one.form and other.form)
        if both and (_NATION.search(rest) or (not one.latin and 0 < len(long.core) - len(short.core) <= _ENDING)):
            return False
        return None
    return False


_ENDING = 2  # characters: デザイン and デザインズ, 製作 and 製作所 are two names


def _same_form(one: Company, other: Company) -> bool | None:
    if not one.form or not other.form:
        return True
    if one.form == other.form:
        return one.side == other.side or "inside" in (one.side, other.side)
    if one.form in _LATIN and other.form in _LATIN:
        return None if {one.form, other.form} <= _ENGLISH_OF_KK and "co" in (one.form, other.form) else False
    if one.form in _LATIN or other.form in _LATIN:  # HOSHINOWA Inc. and 株式会社HOSHINOWA
        japanese, english = (other, one) if one.form in _LATIN else (one, other)
        return True if japanese.form == "株式会社" and english.form in _ENGLISH_OF_KK else None
    return False


def has_form(text: str) -> bool:
    """Whether a text is written as a company's name."""
    return bool(company(text).form)
