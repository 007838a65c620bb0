"""Telephone numbers of a line with their roles, and whether one of them is the declared one (V1, V6, V13).

phonenumbers would add 48 MB to the package and 40 to 100 ms to a cold start, and what fails is the role (comparing.md):
the digits are a matter of country code and the 0 before a national number.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal, NamedTuple

from chalicelib.page.compare.figures import plain
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided
from chalicelib.page.seen import Line

Role = Literal["", "phone", "fax", "other"]
_MAX_LINE = 600
_MAX_NUMBERS = 40
_MANY = 4  # numbers on a page that lists branches
_RUN = re.compile(
    r"(?<![A-Za-z0-9_./-])(?:\+\s?\d{1,3}|\(\+?\d{1,5}\)"
    r"|\d{1,5})(?:[\s.\-/()・の]{0,3}\d{1,5}){1,6}(?![\d]|-\d|[A-Za-z]\w)"
)
_GROUPS = re.compile(r"\d+")
_DATE = re.compile(r"(?:19|20)\d\d[./\-](?:0?[1-9]|1[0-2])[./\-]\d{1,2}")
_ROLES = re.compile(
    r"(?P<fax>\bfa(?:x|csimile)\b|ファ(?:ック|ツク)?ス|FAX|(?<![A-Za-z])F(?=\s?[:.]))"
    r"|(?P<other>注文番号|受注番号|会員番号|伝票|追跡|問い?合わせ番号|商品番号|品番|型番|登録番号"
    r"|許可|免許|認可|届出|証番号|法人番号|口座|郵便番号|〒|JAN|ISBN|ISSN|EAN|UPC|SKU|コード|管理番号"
    r"|整理番号|受付番号|物件番号|求人番号|旧(?:電話)?番号|緊急|警察|消防"
    r"|\b(?:order|item|part|model|tracking|invoice|account|member(?:ship)?|serial|license|licence"
    r"|reg(?:istration)?|vat|company|charity|case|ref(?:erence)?|zip)\s?(?:no\.?|number|#|id|code)?\b)"
    r"|(?P<phone>℡|☎|📞|✆|TEL(?:EPHONE)?|(?<![A-Za-z])(?:T|P|M|Ph)(?=\s?[:.])|電話|でんわ|携帯"
    r"|フリー(?:ダイヤル|コール|アクセス)|ナビダイヤル|代表|直通|お?問い?合わ?せ|連絡先|ご予約"
    r"|コールセンター|窓口|\b(?:tele)?phone\b|\bcall\b|\bmobile\b|\bcell\b|\btoll[- ]free\b|\bcontact\b)",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"\s?[(（]?\s?(?P<fax>FAX|ファックス|ファクス)"
    r"|\s?[(（]\s?(?P<phone>代表?|直通|携帯|フリー)",
    re.IGNORECASE,
)
_BOTH = re.compile(r"TEL\s?[/・&・&]\s?FAX|電話\s?[/・]\s?FAX|TEL\s?\(?FAX(?:兼|共通)|(?:兼|共通)", re.IGNORECASE)
_EXTENSION = re.compile(r"(?:ext(?:ension)?\.?|内線|x)\s?\d+.*$", re.IGNORECASE)
# Country codes of one and two digits (ITU-T E.164); the others have three.
_SHORT_CODES = frozenset(
    [
        "1",
        "7",
        "20",
        "27",
        "30",
        "31",
        "32",
        "33",
        "34",
        "36",
        "39",
        "40",
        "41",
        "43",
        "44",
        "45",
        "46",
        "47",
        "48",
        "49",
        "51",
        "52",
        "53",
        "54",
        "55",
        "56",
        "57",
        "58",
        "60",
        "61",
        "62",
        "63",
        "64",
        "65",
        "66",
        "81",
        "82",
        "84",
        "86",
        "90",
        "91",
        "92",
        "93",
        "94",
        "95",
        "98",
    ]
)


class Number(NamedTuple):
    """country: its code where one is shown, else "". national: the digits without a leading 0."""

    country: str
    national: str


class ShownNumber(NamedTuple):
    """A number of the page."""

    number: Number
    role: Role
    shown: str
    line: Line


def number_of(text: str) -> Number | None:
    """`+81-3-1234-5678`, `03-1234-5678`, `+81 (0)3 …` and `+81-03-…` give the same; None where it is no number."""
    text = plain(text[:100]).strip()
    text = re.sub(r"^[^+(\d]{0,20}(?=[+(\d])", "", text, count=1)
    text = _EXTENSION.sub("", text)
    abroad = text.startswith(("+", "(+")) or re.match(r"(?:010|00)[\s-]?81\D", text) is not None
    text = re.sub(r"^(?:010|00)[\s-]?(?=81\D)", "", text).replace("(0)", "")
    digits = "".join(_GROUPS.findall(text))
    if not 6 <= len(digits) <= 15:
        return None
    country = ""
    if abroad:
        size = next((size for size in (1, 2) if digits[:size] in _SHORT_CODES), 3)
        country, digits = digits[:size], digits[size:]
    elif re.fullmatch(r"1\d{10}", digits):  # the national prefix of North America
        digits = digits[1:]
    elif re.fullmatch(r"81[1-9]\d{8,9}", digits) and not text.startswith("0"):
        country, digits = "81", digits[2:]
    national = digits[1:] if digits.startswith("0") and country != "39" else digits
    return Number(country, national)


def is_same(one: Number, other: Number) -> bool:
    """Whether two numbers reach the same line."""
    if one.national != other.national:
        return False
    return not one.country or not other.country or one.country == other.country


def numbers_in(line: Line, above: str = "") -> Iterator[ShownNumber]:
    """The numbers of a line in order, each with its role."""
    text = plain(line.text[:_MAX_LINE])
    if sum(map(str.isdigit, text)) < 6:
        return
    label = line.label or (above if len(above) <= 20 else "")
    given = _role(label) if label else ""
    both = _BOTH.search(label) is not None if label else False
    upto = 0
    for start, end in _found(text):
        number = number_of(text[start:end])
        before = text[upto:start]
        if number is None or not _is_phone(text[start:end], number, before[-40:] or label):
            continue
        role = _role(before[-40:]) or (given if not before.strip() or not upto else "")
        behind = _BEHIND.match(text, end)
        if behind is not None and not _role(before[-40:]):
            role = "fax" if behind["fax"] else "phone"
        if _BOTH.search(before[-20:]) or (both and not before.strip()):
            role = "phone"
        yield ShownNumber(number, role, text[start:end].strip(" ()") if text[start] != "(" else text[start:end], line)
        upto = end


def _found(text: str) -> Iterator[tuple[int, int]]:
    """Where numbers stand: groups of digits, cut where one number ends and another begins."""
    for run in islice(_RUN.finditer(text), _MAX_NUMBERS):
        start = run.start()
        digits = 0
        end = start
        first = True
        for group in _GROUPS.finditer(text, run.start(), run.end()):
            between = text[end : group.start()]
            most = 13 if text[start] == "+" or text[start : start + 2] == "(+" else 11
            new = not first and (
                digits + len(group[0]) > most or (digits >= most - 2 and group[0].startswith("0") and " " in between)
            )
            if new:
                yield start, end
                start, digits = group.start(), 0
            digits += len(group[0])
            end = group.end()
            first = False
        yield start, end


def _is_phone(text: str, number: Number, before: str) -> bool:
    if _DATE.match(text):
        return False
    digits = "".join(_GROUPS.findall(text))
    if number.country:
        return 7 <= len(number.national) <= 12
    if digits.startswith("0"):
        return len(digits) in (10, 11) and bool(re.search(r"[\s\-.()・の]", text.strip()) or _role(before) == "phone")
    american = re.fullmatch(r"(?:1[\s.-])?\(?\d{3}\)?[\s.-]{1,2}\d{3}[\s.-]\d{4}", text.strip())
    return american is not None or (_role(before) == "phone" and 7 <= len(digits) <= 11)


def _role(text: str) -> Role:
    last = None
    for match_ in _ROLES.finditer(text):
        last = match_
    return last.lastgroup if last is not None else ""  # type: ignore[return-value]


def compare_phone(
    declared: str, lines: Iterable[Line], links: Sequence[str] = (), *, fax: bool = False
) -> Verdict | None:
    """A declared number against those of the page; None where it shows none in that role.

    links: the numbers of `tel:` links, which count where no number is seen (V6).
    """
    wanted = number_of(declared)
    if wanted is None:
        return None
    own: list[ShownNumber] = []
    elsewhere: ShownNumber | None = None
    above = ""
    for line in lines:
        for shown in numbers_in(line, above):
            same = is_same(wanted, shown.number)
            if shown.role == "other":
                elsewhere = elsewhere or (shown if same else None)
            elif (shown.role == "fax") == fax:
                if same:
                    return match(shown.shown, shown.line)
                own.append(shown)
            elif same and not (fax and shown.role == ""):
                elsewhere = elsewhere or shown
        above = line.text if len(line.text) <= 20 else ""
    return _unlike(wanted, own, elsewhere, links, fax=fax)


def _unlike(  # noqa: PLR0911 -- one return a verdict
    wanted: Number, own: list[ShownNumber], elsewhere: ShownNumber | None, links: Sequence[str], *, fax: bool
) -> Verdict | None:
    named = [shown for shown in own if shown.role] or own
    if elsewhere is not None:
        if named:
            return mismatch(named[0].shown, "phone-role", named[0].line)
        return mismatch(elsewhere.shown, "phone-role", elsewhere.line) if elsewhere.role != "other" or not fax else None
    if named:
        if len({shown.number for shown in named}) >= _MANY:
            return undecided(named[0].shown, "phone-several", named[0].line)
        if (
            any(is_near(wanted, shown.number) for shown in named)
            or any(shown.role for shown in named)
            or len(named) == 1
        ):
            closest = next((shown for shown in named if is_near(wanted, shown.number)), named[0])
            return mismatch(closest.shown, "", closest.line)
        return undecided(named[0].shown, "", named[0].line)
    if fax:
        return None
    linked = [number for number in map(number_of, links) if number is not None]
    if any(is_same(wanted, number) for number in linked):
        return match(links[0])
    return mismatch(links[0], "phone-link") if len(set(linked)) == 1 else None


def is_near(one: Number, other: Number) -> bool:
    """Whether two numbers differ in a digit or two, as after a slip."""
    if len(one.national) != len(other.national):
        return False
    return sum(a != b for a, b in zip(one.national, other.national, strict=True)) <= 2
