"""Languages: `ja`, `ja-JP`, `Japanese` and 日本語 are one (BCP 47 names, and those that people write)."""

from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided

# names of languages as markup has them: facts (ISO 639, BCP 47)
_NAMES = {
    "ja": "japanese 日本語 jpn 和文 国語",
    "en": "english 英語 eng",
    "zh": "chinese 中国語 zho chi 中文",
    "ko": "korean 韓国語 kor 한국어",
    "fr": "french フランス語 fra fre français",
    "de": "german ドイツ語 deu ger deutsch",
    "es": "spanish スペイン語 spa español",
    "it": "italian イタリア語 ita italiano",
    "pt": "portuguese ポルトガル語 por português",
    "ru": "russian ロシア語 rus русский",
    "th": "thai タイ語 tha ไทย",
    "vi": "vietnamese ベトナム語 vie",
    "id": "indonesian インドネシア語 ind",
    "nl": "dutch オランダ語 nld dut nederlands",
    "ar": "arabic アラビア語 ara",
}
_TAG = {name: tag for tag, names in _NAMES.items() for name in names.split()}
_SCRIPTS = {"cn": "hans", "sg": "hans", "tw": "hant", "hk": "hant", "mo": "hant"}  # how Chinese is written where


def compare_language(declared: list[str], shown: str) -> Verdict:
    """declared: the values of `inLanguage`; shown: the page's `lang`. A page in one of several languages agrees."""
    page = _tag(shown)
    if not page or not declared:
        return undecided(shown)
    found = [_same(_tag(value), page) for value in declared]
    if True in found:
        return match(shown)
    return undecided(shown) if None in found else mismatch(shown)


def _tag(text: str) -> list[str]:
    tag = text.strip().casefold().replace("_", "-")
    tag = tag.partition("(")[0].strip() if tag.partition("(")[0].strip() in _TAG else tag
    parts = _TAG.get(tag, tag).split("-")
    if parts[0] in _TAG:
        parts[0] = _TAG[parts[0]]
    return [part for part in parts if part][:4]


def _same(one: list[str], other: list[str]) -> bool | None:
    if not one:
        return None
    if one[0] != other[0]:
        return False
    if len(one) == 1 or len(other) == 1 or one == other:
        return True
    if one[0] == "zh":
        return _SCRIPTS.get(one[1], one[1]) == _SCRIPTS.get(other[1], other[1])
    return None  # en-US and en-GB
