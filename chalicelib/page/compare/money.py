"""Money in a text: which numbers are amounts, by the signs and words of currencies beside them."""

import re
from itertools import islice
from typing import NamedTuple

from chalicelib.page.compare.figures import FIGURE, Figure, figure, plain
from chalicelib.page.compare.roles import TAX, role_before
from chalicelib.page.source import words

_MAX_FIGURES = 60  # of a line
_CODES = words(
    "JPY USD EUR GBP CNY KRW TWD HKD SGD AUD CAD NZD CHF SEK NOK DKK INR THB VND PHP MYR IDR BRL MXN RUB TRY PLN CZK"
    " HUF ZAR AED SAR ILS"
)
_DOLLARS = frozenset(words("USD AUD CAD SGD HKD TWD NZD MXN"))
_SIGNS: dict[str, frozenset[str]] = {
    sign: frozenset(codes.split("/"))
    for sign, _, codes in (
        pair.partition("=")
        for pair in words(
            "¥=JPY/CNY 円=JPY 圓=JPY/TWD yen=JPY €=EUR euro=EUR euros=EUR ユーロ=EUR £=GBP ポンド=GBP ₹=INR rs=INR"
            " rs.=INR ₩=KRW ウォン=KRW 元=CNY/TWD 人民元=CNY rmb=CNY ฿=THB バーツ=THB ₫=VND ₱=PHP ₽=RUB ₺=TRY ₪=ILS"
            " zł=PLN kč=CZK ft=HUF rm=MYR r$=BRL rp=IDR kr=SEK/NOK/DKK us$=USD 米ドル=USD nt$=TWD hk$=HKD a$=AUD"
            " au$=AUD c$=CAD ca$=CAD s$=SGD nz$=NZD mx$=MXN"
        )
    )
}
_SIGNS |= dict.fromkeys(("$", "ドル", "dollar", "dollars"), _DOLLARS)
_SIGNS |= {code.lower(): frozenset((code,)) for code in _CODES}
_WORDS = "|".join(_CODES)
_BEFORE = re.compile(
    (
        rf"(?:(?<![A-Za-z])(?:{_WORDS}|RMB|US\$|NT\$|HK\$|AU?\$|CA?\$|S\$|NZ\$|R\$|MX\$|Rs\.?|RM|Rp|kr\.?)"
        rf"|[¥€£₹₩฿₫₱₽₺₪$])\s?[:.]?\s?$"
    ),
    re.IGNORECASE,
)
_AFTER = re.compile(
    (
        rf"\s?(?:米ドル|人民元|ドル|ユーロ|ポンド|ウォン|バーツ|円|圓|元(?!日)|[€£¥$₹₩฿₫₱₽₺₪](?!\s?\d)"
        rf"|(?:{_WORDS}|yen|dollars?|euros?|kr|zł|Kč|Ft)(?![A-Za-z]))"
    ),
    re.IGNORECASE,
)
RANGE = re.compile(r"^\s?(?:~|-|\bto\b|から|より|/~|・・・)\s?$")
_BARE_AFTER = re.compile(r"\s?(?:\(?(?:税|内税|外税|本体|tax|vat|incl|excl|inc\.|ex\.)|[+]\s?税|-$|$)", re.IGNORECASE)


class Money(NamedTuple):
    """An amount: where it stands with its sign, and the currencies that the sign may stand for."""

    start: int  # with the sign
    end: int
    figure: Figure
    currencies: frozenset[str]


def find_money(text: str, *, bare: bool) -> list[Money]:
    """The amounts of a text folded by `plain`. bare: a number without a sign counts where nothing stands before it."""
    found: list[tuple[Money, bool]] = []  # and whether it is surely money
    floor = 0
    for match in islice(FIGURE.finditer(text), _MAX_FIGURES):
        value = figure(match[0])
        if value is None:
            continue
        start, end = match.start(), match.start() + len(match[0].rstrip())
        before = _BEFORE.search(text, max(floor, start - 8), start)
        after = _AFTER.match(text, end)
        floor = end = after.end() if after is not None else end
        start = before.start() if before is not None else start
        currencies = _currencies(before, after)
        money = Money(start, end, value, currencies)
        found.append((money, bool(currencies) or _is_price(text, start, end, bare=bare)))
    told = []
    for number, (money, sure) in enumerate(found):
        following = found[number + 1] if number + 1 < len(found) else None
        # the beginning of a range is money when its end is
        if sure or (following is not None and following[1] and RANGE.match(text[money.end : following[0].start])):
            told.append(money)
    return told


def _currencies(before: re.Match[str] | None, after: re.Match[str] | None) -> frozenset[str]:
    """What the sign before a number and the word after it say together: `$20 CAD`."""
    one = _SIGNS.get(before[0].strip().rstrip(":. ").lower(), frozenset()) if before is not None else frozenset()
    other = _SIGNS.get(after[0].strip().lower(), frozenset()) if after is not None else frozenset()
    return (one & other) or other or one


def _is_price(text: str, start: int, end: int, *, bare: bool) -> bool:
    """Whether a number without a sign is an amount: it says so, or its label does."""
    if _BARE_AFTER.match(text, end) is None:
        return False
    if TAX.match(text[end : end + 12].lstrip(" (")):
        return True
    before = text[:start]
    return not before.strip(" :(") if bare else role_before(before[-12:]) == "price"


def agree(declared: frozenset[str] | set[str], shown: frozenset[str]) -> bool:
    """Whether a declared currency may be the shown one; no sign says nothing."""
    return not declared or not shown or bool(declared & shown)


def currencies_named(text: str) -> frozenset[str]:
    """The currencies that a declared `priceCurrency` may stand for: a code, or in its place a sign or a word (V13)."""
    name = plain(text).strip()
    if len(name) == 3 and name.isascii() and name.isalpha() and name.lower() not in ("yen", "rmb"):
        return frozenset((name.upper(),))
    return _SIGNS.get(name.lower(), frozenset())
