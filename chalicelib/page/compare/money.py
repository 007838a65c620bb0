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
_ONLY_PRICE = re.compile(r"[:\s(]*$")
_BARE_AFTER = re.compile(r"\s?(?:\(?(?:税込|税抜|税別)|[+]税|-$|$)")


class Money(NamedTuple):
    """An amount: where it stands with its sign, and the currencies that the sign may stand for."""

    start: int  # with the sign
    end: int
    figure: Figure
    currencies: frozenset[str]


def find_money(text: str, *, bare: bool) -> list[Money]:
    """The amounts of a text folded by `plain`. bare: a number without a sign counts where nothing stands before it."""
    found: list[Money] = []
    spans = list(islice(FIGURE.finditer(text), _MAX_FIGURES))
    for number, match in enumerate(spans):
        value = figure(match[0])
        if value is None:
            continue
        start, end = match.start(), match.start() + len(match[0].rstrip())
        floor = found[-1].end if found else 0
        before = _BEFORE.search(text, max(floor, start - 8), start)
        after = _AFTER.match(text, end)
        currencies: frozenset[str] = frozenset()
        if after is not None:
            currencies = _SIGNS.get(after[0].strip().lower(), currencies)
            end = after.end()
        if before is not None:
            sign = before[0].strip().rstrip(":. ").lower()
            currencies = (
                _SIGNS.get(sign, currencies)
                if not currencies or currencies & _SIGNS.get(sign, currencies)
                else currencies
            )
            start = before.start()
        if not currencies and not (
            (
                number + 1 < len(spans)
                and RANGE.match(text[end : spans[number + 1].start()].rstrip("¥$€£ ") or "x") is not None
            )
            or _is_price(text, start, end, bare=bare)
        ):
            continue
        found.append(Money(start, end, value, currencies))
    # the beginning of a range counts only when its end is money
    return [
        one
        for number, one in enumerate(found)
        if one.currencies
        or _is_price(text, one.start, one.end, bare=bare)
        or (
            number + 1 < len(found)
            and bool(found[number + 1].currencies)
            and RANGE.match(text[one.end : found[number + 1].start])
        )
    ]


def _is_price(text: str, start: int, end: int, *, bare: bool) -> bool:
    """Whether a number without a sign is an amount: it says so, or its label does."""
    if TAX.match(text[end : end + 12].lstrip(" (")):
        return True
    if not bare:
        return role_before(text[max(0, start - 12) : start]) == "price" and _BARE_AFTER.match(text, end) is not None
    return _ONLY_PRICE.search(text[:start]) is not None and _BARE_AFTER.match(text, end) is not None


def agree(declared: frozenset[str] | set[str], shown: frozenset[str]) -> bool:
    """Whether a declared currency may be the shown one; no sign says nothing."""
    return not declared or not shown or bool(declared & shown)


def currencies_named(text: str) -> frozenset[str]:
    """The currencies that a declared `priceCurrency` may stand for: a code, or in its place a sign or a word (V13)."""
    name = plain(text).strip()
    if len(name) == 3 and name.isascii() and name.isalpha() and name.lower() not in ("yen", "rmb"):
        return frozenset((name.upper(),))
    return _SIGNS.get(name.lower(), frozenset())
