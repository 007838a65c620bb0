"""What was left in texts: words that stand where the real ones should (`placeholder`), tags of HTML (`html-in-text`).

Such words stand in good texts too (サンプル請求, テスト駆動開発, ○○ハラスメント), so a whole value
counts, or a sign that nothing else bears: ○○ in the name of a company or in an address, the first words of Lorem ipsum.
"""

import re
from itertools import islice
from typing import Any

from chalicelib.page.entities import Harvest
from chalicelib.page.findings import shorten
from chalicelib.page.gather import Thing
from chalicelib.page.mistakes import report_mistake
from chalicelib.page.rules import Severity
from chalicelib.page.source import words
from chalicelib.page.vocabulary import is_one_of

_NAMES = frozenset(words("name legalName alternateName"))
_TITLES = frozenset(words("headline alternativeHeadline title caption"))
_LONG = frozenset(words("description text articleBody reviewBody abstract"))
_ADDRESS = frozenset(words("address streetAddress addressLocality addressRegion postalCode"))
_PHONES = frozenset(words("telephone faxNumber"))
_FIELDS = _ADDRESS | _PHONES
TEXTS = _NAMES | _TITLES | _LONG | _ADDRESS | _PHONES

_PROPER = ("Organization", "Person", "Place", "PostalAddress", "Brand", "ContactPoint")
# Whose names may be any word at all
_WORKS = (
    "Movie",
    "Book",
    "MusicRecording",
    "MusicAlbum",
    "TVSeries",
    "TVEpisode",
    "VideoGame",
    "CreativeWorkSeries",
    "Quiz",
    "Review",
    "Rating",
)
_CIRCLES = "○◯〇△▲□■●"
_MARKS = re.compile(r"([○◯△□●])\1|(?<![一二三四五六七八九十百千万])〇〇(?![一二三四五六七八九十年月日号番])")
_BARE = re.compile(rf"(?:[{_CIRCLES}×✕*＊?？ー\-‐−\s]|[XxＸｘ](?=[XxＸｘ\-‐ー\s]|\Z)){{2,60}}(?:さん|様|氏)?\Z")
_CROSSES = re.compile(r"(?<![A-Za-z0-9])(?:X{3,}|x{3,}|Ｘ{2,}|ｘ{2,})(?![A-Za-z0-9])")
_FORMS = r"(?:株式会社|有限会社|合同会社|㈱|\(株\)|（株）)?"
_LABEL = (
    r"(?:テキスト|タイトル|見出し|文章|本文|説明文?|商品名?|製品名?|記事|画像|会社名?|店舗名?|データ|ページタイトル"
    r"|キャッチコピー|コメント|文)"
)
_WHOLE = re.compile(
    rf"{_FORMS}(?:ほげ|ホゲ|hoge)+(?:テスト|商品|記事|太郎)?{_FORMS}"
    rf"|{_FORMS}ダミー(?:の?{_LABEL})?(?:です|が入ります|になります)?{_FORMS}"
    rf"|サンプルの?(?:テキスト|タイトル|見出し|文章|本文|説明文|商品名|会社名|店舗名)(?:です|が入ります)?|サンプル株式会社|株式会社サンプル"
    r"|テスト(?:投稿|商品|記事|タイトル|テキスト|データ)(?:です)?"
    rf"|(?:ここに|こちらに)?(?:は|、)?{_LABEL}(?:が入ります|を入力(?:してください)?|を入れてください|テキスト)"
    r"|(?:ただいま|只今|現在)?、?(?:(?:この)?ページは?|サイトは?)?、?(?:ただいま|只今|現在)?準備中(?:です)?"
    r"|hello world|just another wordpress (?:site|weblog|サイト)|lorem ipsum|sample text|dummy text|placeholder text"
    r"|test (?:post|product|page)|your (?:company|business|site|store|product) name(?: here)?"
    r"|insert (?:text|title|description) here"
    r"|x{3,}",
    re.IGNORECASE,
)
# What they begin with: `_WHOLE` and `_SINGLE`
_FIRST = frozenset(" \t\n\u3000株有合㈱(（ほホhHダサテこはタ見文本説商製記画会店デペキコ、た只現準jJlLsSdDpPtTyYiIxX")
_SINGLE = re.compile(r"サンプル|テスト(?:です)?|test|testing|sample", re.IGNORECASE)
_LOREM = re.compile(r"\s*lorem ipsum,? dolor", re.IGNORECASE)
_END = " \t\r\n\u3000。.．!！…・"
_ZEROS = re.compile(r"0{3}[-‐−ー]?0{4}")
_DIGITS = str.maketrans("０１２３４５６７８９−ー‐－（）", "0123456789----()")

_TAG = re.compile(
    r"<(b|strong|em|i|u|span|p|div|a|font|small|big|sup|sub|h[1-6]|li|ul|ol|ruby|rt|center|del|s|mark|br|wbr|hr|img)"
    r"(?:\s[^<>]{0,500})?/?>",
    re.IGNORECASE,
)
_VOID = ("br", "wbr", "hr", "img")
_ABOUT_TAGS = re.compile(r"\s*(?:[」』\"'”’)）]|タグ|要素|属性|とは|tags?\b|elements?\b)", re.IGNORECASE)
_QUOTING = "「『\"'“‘`(（"
_NO_HTML = _NAMES | _TITLES | _ADDRESS
_HTML_TAKEN = (
    "JobPosting",
    "Answer",
    "Question",
    "Comment",
    "HowToStep",
    "HowToTip",
    "HowToDirection",
    "SoftwareSourceCode",
)
_LONGEST = 60  # characters of a placeholder; longer texts are written by someone
_MAX_VALUES = 20
_MAX_TAGS = 20  # of one text
_LOOKED_AT = 5000  # characters of a text in which tags are looked for


def check_text(harvest: Harvest, thing: Thing, name: str, values: list[Any]) -> None:
    """Judge the texts of one property of `TEXTS`."""
    for which, value in enumerate(values[:_MAX_VALUES]):
        if not isinstance(value, str):
            continue
        number = which if len(values) > 1 else None
        if len(value) <= _LONGEST:
            if (name in _FIELDS or _may_be_placeholder(value)) and is_placeholder(thing.types, name, value):
                _placeholder(harvest, thing, name, value, number)
                continue
        elif name in _LONG and _LOREM.match(value):
            _placeholder(harvest, thing, name, value, number)
            continue
        if "<" in value and _holds_html(thing, name, value):
            tag = _tag(value)
            if tag:
                severe: Severity | None = None if name in _NO_HTML else "info"
                args = {"field": name, "tag": tag, "value": value}
                variant = "" if name in _NO_HTML else "description"
                report_mistake(
                    harvest, thing, "html-in-text", name, args, variant=variant, which=number, severity=severe
                )


def _may_be_placeholder(value: str) -> bool:
    """A look at it that settles most texts."""
    return value[:1] in _FIRST or (not value.isascii() and _MARKS.search(value) is not None)


def _placeholder(harvest: Harvest, thing: Thing, name: str, value: str, which: int | None) -> None:
    report_mistake(harvest, thing, "placeholder", name, {"path": name, "value": value}, variant="words", which=which)


def is_placeholder(types: list[str], name: str, value: str) -> bool:  # noqa: PLR0911 -- one return a kind of property
    """Whether a short text stands where the real one should."""
    text = value.strip(_END)
    if not text:
        return False
    if name in _PHONES:
        return _is_zeros(text) or _CROSSES.search(text) is not None or _MARKS.search(text) is not None
    if name in _ADDRESS:
        if name == "postalCode" and _ZEROS.fullmatch(text.translate(_DIGITS).lstrip("〒 ")):
            return True
        return (
            _MARKS.search(text) is not None or _CROSSES.search(text) is not None or _WHOLE.fullmatch(text) is not None
        )
    kinds = types[:5]
    if name in _NAMES and _MARKS.search(text) is not None and any(is_one_of(kind, _PROPER) for kind in kinds):
        return True
    if any(is_one_of(kind, _WORKS) for kind in kinds):
        return False
    if (_MARKS.search(text) and _BARE.match(text)) or _WHOLE.fullmatch(text):
        return True
    return _SINGLE.fullmatch(text) is not None and (name in _TITLES or name == "description")


def _is_zeros(text: str) -> bool:
    """`03-0000-0000`, `000-000-0000`, `+81-3-0000-0000`: nothing but zeros behind the area code."""
    number = text.translate(_DIGITS)
    groups = [group for group in re.split(r"[^\d]+", number.removeprefix("+81").lstrip("-( ")) if group]
    if len(groups) >= 2:
        last = groups[1:]
        return len(groups[0]) <= 5 and sum(map(len, last)) >= 6 and not "".join(last).strip("0")
    return bool(groups) and len(groups[0]) <= 12 and groups[0].endswith("0" * 8)


def _holds_html(thing: Thing, name: str, value: str) -> bool:
    if name in _NO_HTML:
        return True
    # That of a nested thing (an offer, a post of a blog) is seldom shown
    return (
        name == "description"
        and any(node.outermost for node in thing.nodes)
        and not any(is_one_of(kind, _HTML_TAKEN) for kind in thing.types[:5])
    )


def _tag(value: str) -> str:
    """The first tag that formats the text; one that the text is about ("<br>タグ") is none."""
    text = value[:_LOOKED_AT]
    lower = text.lower()
    for found in islice(_TAG.finditer(text), _MAX_TAGS):
        name = found[1].lower()
        close = found.end() if name in _VOID else lower.find(f"</{name}", found.end())
        before = text[: found.start()].rstrip()[-1:]
        about = _ABOUT_TAGS.match(text, found.end()) or (before and before in _QUOTING)
        if (
            close >= 0
            and not about
            and not _ABOUT_TAGS.match(text, text.find(">", close) + 1 if name not in _VOID else close)
        ):
            return shorten(found[0], 80)
    return ""
