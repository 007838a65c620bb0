"""Japanese addresses in parts (V9): 丁目, 番, 号, dashes and kanji numbers give one sequence of numbers."""

import re
from typing import NamedTuple

from chalicelib.page.compare.clock import KANJI_NUMBER, kanji_number
from chalicelib.page.compare.figures import plain
from chalicelib.page.compare.kanji import one_form

_MAX_TEXT = 400
_STEMS = [
    "北海",
    "青森",
    "岩手",
    "宮城",
    "秋田",
    "山形",
    "福島",
    "茨城",
    "栃木",
    "群馬",
    "埼玉",
    "千葉",
    "東京",
    "神奈川",
    "新潟",
    "富山",
    "石川",
    "福井",
    "山梨",
    "長野",
    "岐阜",
    "静岡",
    "愛知",
    "三重",
    "滋賀",
    "京都",
    "大阪",
    "兵庫",
    "奈良",
    "和歌山",
    "鳥取",
    "島根",
    "岡山",
    "広島",
    "山口",
    "徳島",
    "香川",
    "愛媛",
    "高知",
    "福岡",
    "佐賀",
    "長崎",
    "熊本",
    "大分",
    "宮崎",
    "鹿児島",
    "沖縄",
]
_ENDS = {"北海": "道", "東京": "都", "京都": "府", "大阪": "府"}
PREFECTURES = tuple(stem + _ENDS.get(stem, "県") for stem in _STEMS)
_FULL = "|".join(map(one_form, PREFECTURES))
PREFECTURE = re.compile(_FULL)
_ROMAN = {
    name: number
    for number, name in enumerate(
        [
            "hokkaido",
            "aomori",
            "iwate",
            "miyagi",
            "akita",
            "yamagata",
            "fukushima",
            "ibaraki",
            "tochigi",
            "gunma",
            "saitama",
            "chiba",
            "tokyo",
            "kanagawa",
            "niigata",
            "toyama",
            "ishikawa",
            "fukui",
            "yamanashi",
            "nagano",
            "gifu",
            "shizuoka",
            "aichi",
            "mie",
            "shiga",
            "kyoto",
            "osaka",
            "hyogo",
            "nara",
            "wakayama",
            "tottori",
            "shimane",
            "okayama",
            "hiroshima",
            "yamaguchi",
            "tokushima",
            "kagawa",
            "ehime",
            "kochi",
            "fukuoka",
            "saga",
            "nagasaki",
            "kumamoto",
            "oita",
            "miyazaki",
            "kagoshima",
            "okinawa",
        ]
    )
}
_POSTAL = re.compile(r"(?:〒\s?|(?<![\d-]))(\d{3})\s?-\s?(\d{4})(?![\d-])|〒\s?(\d{3})(\d{4})(?!\d)")
_KANJI = re.compile(
    rf"{KANJI_NUMBER}(?=\s?(?:丁目|番地|番(?![町丁])|号|条|線|階|-\s?[\d一-九]"
    rf"|の[\d一二三四五六七八九十]))"
)
_AFTER_DASH = re.compile(rf"(?<=[\d地番][-の])({KANJI_NUMBER})(?![^\s\d\-])")
_AZA = re.compile(r"(?:大字|小字|(?<=[町村市区])字)")
_GA = re.compile(r"(?<=[一-鿿])[ヶケがガヵ](?=[一-鿿])")
_NO = re.compile(r"(?<=[一-鿿])[ノ之乃](?=[一-鿿])")
_LINK = r"(?:丁目|丁(?=\d)|番地の?|番(?![町丁])|号(?!室|棟|館)|地割|-|の(?=\s?\d)|/)"
_SEQUENCE = re.compile(rf"\d+(?:\s?{_LINK}+\s?-?\s?(?:\d+|(?=\D|$)))*")
_NAME_NUMBER = re.compile(r"\d+(?=条|線|区|町|の宮|番町|丁(?!目))")
_FLOOR = re.compile(
    r"(?P<below>地下"
    r"|(?<![A-Za-z])B)?(?P<floor>\d{1,3})\s?(?:F(?![A-Za-z])|階|Ｆ)(?:建て?)?",
    re.IGNORECASE,
)
_ROOM = re.compile(r"(?P<room>[A-Z]?-?\d{2,5})\s?(?:号室|号|室)?$", re.IGNORECASE)
_STOP = re.compile(
    r"TEL|FAX|電話|℡|☎|営業|定休|アクセス|地図|MAP|Google|最寄|徒歩|E-?mail|メール|https?:|URL"
    r"|担当|代表|受付|[|。、,【〒]|\s/\s|[(\[](?!株|有)|※|駐車|設立|\s(?=\S*(?:駅|本社|支店|支社|営業所))",
    re.IGNORECASE,
)
_NOISE = re.compile(r"[\s　・:,.。、()「」\-]")


class Place(NamedTuple):
    """An address. region: a prefecture or "". name: municipality and town, folded. numbers: 1丁目2番3号 is (1, 2, 3).

    building: its name, folded; floor: negative below ground; room: as written, "" for none; shown: the text.
    """

    postal: str
    region: str
    name: str
    numbers: tuple[int, ...]
    building: str
    floor: int | None
    room: str
    shown: str


def fold_address(text: str) -> str:
    """An address in one notation: kanji numbers before 丁目 and the like as digits, one form of each character."""
    text = one_form(plain(text[:_MAX_TEXT]))
    text = re.sub(r"(?<=\d)ー(?=\d)|(?<=\d)ー(?=[一-九])", "-", text)
    text = re.sub(r"(?<=[一二三四五六七八九十\d])[ーｰ](?=[一二三四五六七八九十\d])", "-", text)
    text = _KANJI.sub(lambda match: str(kanji_number(match[0])), text)
    text = _AFTER_DASH.sub(lambda match: str(kanji_number(match[1])), text)
    text = _NO.sub("の", _GA.sub("ヶ", text))
    return _AZA.sub("", text)


def region_of(text: str) -> str:
    """`東京`, `東京都`, `JP-13`, `Tokyo`: 東京都; "" for what is no prefecture."""
    text = plain(text[:40]).strip()
    code = re.fullmatch(r"(?:JP-?)?(\d{1,2})", text, re.IGNORECASE)
    if code is not None:
        return PREFECTURES[int(code[1]) - 1] if 1 <= int(code[1]) <= 47 else ""
    bare = text.removesuffix("都").removesuffix("府").removesuffix("県") if text not in ("京都", "東京都"[:2]) else text
    for number, stem in enumerate(_STEMS):
        if text == PREFECTURES[number] or bare == stem or text == "北海道" == PREFECTURES[number]:
            return PREFECTURES[number]
    roman = re.sub(r"[-\s](?:to|fu|ken|prefecture|pref\.?)$", "", text.lower()).replace("ō", "o").replace("ū", "u")
    return PREFECTURES[_ROMAN[roman]] if roman in _ROMAN else ""


def read_place(text: str, *, folded: bool = False) -> Place:
    """The parts of a text that is an address."""
    shown = text
    if not folded:
        text = fold_address(text)
    postal = ""
    code = _POSTAL.search(text)
    if code is not None and code.start() < 30:
        postal = (code[1] or code[3]) + (code[2] or code[4])
        text = text[code.end() :] if len(text[: code.start()]) < 12 else text[: code.start()] + text[code.end() :]
    region = ""
    found = PREFECTURE.search(text)
    if found is not None and found.start() < 20:
        region = next(name for name in PREFECTURES if one_form(name) == found[0])
        text = text[found.end() :]
    name, numbers, rest = _numbers(text)
    floor_after = re.match(r"\s?(?:F(?![A-Za-z])|階)", rest, re.IGNORECASE)
    floor: int | None = None
    if floor_after is not None and len(numbers) > 1:
        floor, numbers, rest = numbers[-1], numbers[:-1], rest[floor_after.end() :]
    building, own_floor, room = _building(rest)
    return Place(
        postal,
        region,
        _NOISE.sub("", name),
        numbers,
        building,
        own_floor if own_floor is not None else floor,
        room,
        shown.strip(),
    )


def _numbers(text: str) -> tuple[str, tuple[int, ...], str]:
    """The name before the numbers, the numbers, and what follows them."""
    position = 0
    while True:
        found = re.search(r"\d", text[position:])
        if found is None:
            return text, (), ""
        start = position + found.start()
        part = _NAME_NUMBER.match(text, start)
        if part is None:
            break
        position = part.end()
    sequence = _SEQUENCE.match(text, start)
    if sequence is None:
        return text, (), ""
    numbers = tuple(int(number) for number in re.findall(r"\d{1,9}", sequence[0])[:6])
    return text[:start], numbers, text[sequence.end() :]


def _building(rest: str) -> tuple[str, int | None, str]:
    rest = rest.lstrip(" (　「")
    stop = _STOP.search(rest)
    if stop is not None:
        rest = rest[: stop.start()]
    floor = None
    level = _FLOOR.search(rest)
    if level is not None:
        floor = int(level["floor"]) * (-1 if level["below"] else 1)
        rest = rest[: level.start()] + " " + rest[level.end() :]
    rest = rest.strip(" )　」-")
    number = _ROOM.search(rest)
    room = ""
    if number is not None and (number.start() > 0 or "号" in number[0] or "室" in number[0]):
        room = number["room"].lstrip("-")
        rest = rest[: number.start()]
    return _NOISE.sub("", rest).casefold(), floor, room
