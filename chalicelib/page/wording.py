"""Whether two short texts say the same to a careful reader (comparing.md, V10 to V13 and the paragraph on Unicode)."""

import re
import unicodedata
from functools import lru_cache
from html import unescape

SUPERSCRIPTS = str.maketrans({digit: f"^{number}" for number, digit in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")})
_UNSEEN = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_DASHES = re.compile("[‐‑‒–—―−－﹣ｰ─━]")
_TILDES = re.compile("[〜～∼˜]")
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "‚": "'", "`": "'"})
_CJK = "\u3000-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_SPACE_AT_CJK = re.compile(rf"\s+(?=[{_CJK}])|(?<=[{_CJK}])\s+")
_AND = re.compile(r"(?<=\s)&(?=\s)")
_DECORATION = re.compile(r"^(?:【[^【】]*】|\[[^\[\]]*\])\s*|\s*(?:【[^【】]*】|\[[^\[\]]*\])$")
_CUT = re.compile(r"\s*(?:…|\.\.\.)$")
_WORD = re.compile(r"[a-z0-9]")
_SEPARATOR = re.compile(r"\s*[|｜│»≫«]\s*|\s+[-–—―:：・/／]\s+|\s*[–—―]\s*")
_MAX_PARTS = 10  # of a title, from its end; real ones have two to five
_LEAST_CUT = 10  # characters that must agree before an ellipsis, or in a part of a longer text


@lru_cache(maxsize=1024)
def folded(text: str) -> str:
    """`text` without what is only notation: width, case, dashes, quotes, spaces beside Japanese, `&amp;` for `&`.

    Meant for short texts: callers cut what a page declares.
    """
    text = unescape(text).translate(SUPERSCRIPTS)
    text = unicodedata.normalize("NFKC", text).casefold().translate(_QUOTES)
    text = _TILDES.sub("~", _DASHES.sub("-", _UNSEEN.sub("", text)))
    text = _AND.sub("and", " ".join(text.split()))
    return _SPACE_AT_CJK.sub("", text)


def same(one: str, other: str) -> bool:
    """Equal but for notation, punctuation, decoration on one side (V12), or a cut at a length limit."""
    one, other = folded(one), folded(other)
    if not one or not other:
        return False
    if one == other or _words(one) == _words(other) != "":
        return True
    bare_one, bare_other = _undecorated(one), _undecorated(other)
    if bare_one and bare_other and (bare_one == other or bare_other == one):  # on both sides it is part of the text
        return True
    return _is_cut(one, other) or _is_cut(other, one)


def contains(whole: str, part: str) -> bool:
    """Whether `part` stands in `whole` as words of its own (V11), long enough not to be there by chance."""
    whole, part = folded(whole), folded(part)
    least = _LEAST_CUT if part.isascii() else _LEAST_CUT // 2
    if len(part) < least:
        return False
    start = whole.find(part)
    if start < 0:
        return False
    before, after = whole[:start][-1:], whole[start + len(part) :][:1]
    return not (_glued(before, part[0]) or _glued(part[-1], after))


@lru_cache(maxsize=16)
def title_candidates(title: str, site_names: tuple[str, ...]) -> list[str]:
    """What a title may say of its page: all of it, and without the site's name behind (or, if known, before) it."""
    parts = [part for part in _SEPARATOR.split(title) if part.strip()]
    candidates = [title]
    if len(parts) > 1:
        known = {folded(name) for name in site_names}
        ends = [match.start() for match in _SEPARATOR.finditer(title)]
        candidates += [title[:end] for end in ends[: -_MAX_PARTS - 1 : -1] if title[:end].strip()]
        if folded(parts[0]) in known:
            first = _SEPARATOR.search(title)
            candidates.append(title[first.end() :] if first else title)
        candidates = [candidate for candidate in candidates if folded(candidate) not in known]
    return candidates


@lru_cache(maxsize=1024)
def _words(text: str) -> str:
    """Without punctuation, except what stands between digits: 1.5 is not 15."""
    kept = []
    for index, character in enumerate(text):
        mark = unicodedata.category(character).startswith("P")
        inside_number = text[index - 1 : index].isdigit() and text[index + 1 : index + 2].isdigit()
        kept.append(" " if mark and not inside_number else character)
    return _SPACE_AT_CJK.sub("", " ".join("".join(kept).split()))


def _undecorated(text: str) -> str:
    bare = _DECORATION.sub("", text).strip()
    return bare if bare != text else text


def _is_cut(text: str, whole: str) -> bool:
    match = _CUT.search(text)
    beginning = text[: match.start()] if match else ""
    return len(beginning) >= _LEAST_CUT and whole.startswith(beginning)


def _glued(one: str, other: str) -> bool:
    return bool(one and other) and _WORD.match(one) is not None and _WORD.match(other) is not None
