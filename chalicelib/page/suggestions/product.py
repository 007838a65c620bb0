"""Product and AggregateRating: something that is sold on this page, and what its buyers say of it."""

import re
from typing import Any

from selectolax.lexbor import LexborNode

from chalicelib.page.compare.number import find_counts
from chalicelib.page.compare.prices_shown import find_prices
from chalicelib.page.compare.rating import Rating, find_ratings
from chalicelib.page.suggestions.content import Content
from chalicelib.page.suggestions.found import Draft, Found, filled
from chalicelib.page.suggestions.values import number, offer_of, price_of
from chalicelib.page.visible import Sight

CART_WORDS = (
    "カートに",
    "カートへ",
    "カゴに",
    "かごに",
    "購入する",
    "今すぐ購入",
    "購入手続",
    "注文する",
    "add to cart",
    "add to bag",
    "add to basket",
    "buy now",
)
CODE_WORDS = ("型番", "品番", "商品コード", "商品番号", "jan", "sku", "model", "item no", "part no")
RATING_WORDS = ("★", "⭐", "レビュー", "評価", "口コミ", "クチコミ", "review", "rating")
_CONTROLS = (
    "button,input[type='submit'],input[type='button'],input[type='image'],[role='button'],"
    "a[class*='cart' i],a[class*='buy' i],a[class*='btn' i],a[class*='button' i],a[href*='cart' i]"
)
_CART = re.compile(
    r"(?:買い物)?(?:カート|カゴ|かご|バッグ|バスケット)(?:に|へ)(?:入れ|追加|いれ)?|(?:今すぐ)?(?:購入|注文)(?:する|手続)"
    r"|今すぐ(?:買う|購入)|\badd to (?:cart|bag|basket)\b|\bbuy (?:it )?now\b",
    re.IGNORECASE,
)
_NOT_CART = re.compile(r"を見る|確認|一覧|履歴|方法|ガイド|view|checkout|go to", re.IGNORECASE)
_MONEY_WORDS = ("円", "¥", "￥", "$", "€", "£")
_CART_MARKS = (b"cart", "カートに".encode(), "購入".encode())  # in attributes too
_MAX_CONTROLS = 400
_MAX_SAID = 200_000  # characters
_MOST_CARTS = 3  # more are a list: one stands above, one below, one is fixed to the screen
_MOST_PRICED = 12  # cards with a price
_CODE = re.compile(
    r"(?:メーカー)?(?:型番|品番|商品コード|商品番号"
    r"|sku|model(?: no\.?| number)?|item (?:no\.?|number)|part (?:no\.?|number))",
    re.IGNORECASE,
)
_GTIN = re.compile(r"jan(?:コード)?|gtin|ean|upc|バーコード", re.IGNORECASE)
_BRAND = re.compile(r"ブランド(?:名)?|メーカー(?:名)?|brand|manufacturer", re.IGNORECASE)
_IN_STOCK = re.compile(r"在庫(?:状況)?\s*[:：]?\s*(?:あり|有り?|◎|○|〇)|in stock", re.IGNORECASE)
_SOLD_OUT = re.compile(
    r"在庫(?:状況)?\s*[:：]?\s*(?:なし|無し|切れ|×)|売り切れ|売切れ|完売|sold out|out of stock", re.IGNORECASE
)
_NOT_ONE = re.compile(
    r"一覧|ランキング|カート|買い物かご|お会計|検索結果|料金|プラン"
    r"|shopping cart|your cart|checkout|search results|all products|pricing",
    re.IGNORECASE,
)


def product(content: Content) -> Found | None:
    """A price and a button to buy, or a price and a code of the goods, under one name."""
    named = content.name and not _NOT_ONE.search(content.titles) and _may_be_sold(content)
    carts = _carts(content) if named else []
    if not named or len(carts) > _MOST_CARTS:
        return None
    code = content.field(_CODE) if carts or content.says(CODE_WORDS, _MONEY_WORDS) else None
    coded = code is not None and content.count(_CODE) == 1 and len(code.value) <= 40
    if not (carts or coded):
        return None
    shown = find_prices(content.lines)
    price = price_of(shown)
    if price is None:
        return None
    priced = {
        one.line.card
        for one in shown.amounts
        if one.role == "price" and one.line.card and one.line.tag not in ("td", "th")
    }
    if len(priced) > (_MOST_PRICED if carts else 2):
        return None
    gtin = content.field(_GTIN)
    digits = re.sub(r"\D", "", gtin.value[:40]) if gtin is not None else ""
    brand = content.field(_BRAND)
    rating = rating_of(content)
    draft = filled(
        "Product",
        name=content.name,
        image=content.image,
        description=content.document.description or "",
        sku=code.value.strip() if code is not None and len(code.value) <= 40 else "",
        gtin13=digits if len(digits) == 13 and _is_gtin(digits) else "",
        brand=filled("Brand", name=brand.value.split("\n")[0]) if brand is not None and len(brand.value) <= 60 else "",
        offers=offer_of(price, japanese=content.japanese, availability=_availability(content), url=content.url),
        aggregateRating=rating[1] if rating is not None else "",
    )
    args: dict[str, str | int] = {"price": price.shown, "name": content.name[:80]}
    if carts:
        return Found("Product", {**args, "button": carts[0][:40]}, draft)
    return Found("Product", {**args, "code": code.value[:40] if code is not None else ""}, draft, "coded")


def _may_be_sold(content: Content) -> bool:
    """What can be told without going through the page."""
    return any(mark in content.written for mark in _CART_MARKS) or content.says((*CART_WORDS, *CODE_WORDS))


def aggregate_rating(content: Content, kind: str, name: str) -> Found | None:
    """An average with a count, of the thing that the markup already names."""
    rating = rating_of(content)
    if rating is None or not name:
        return None
    shown, draft = rating
    whole = {**draft, "itemReviewed": filled(kind, name=name)}
    return Found(
        "AggregateRating", {"rating": shown.shown[:60], "count": str(draft["reviewCount"]), "kind": kind}, whole
    )


def rating_of(content: Content) -> tuple[Rating, Draft] | None:
    """The average of the page's subject, where it and the count of reviews are shown beside each other."""
    if not content.says(RATING_WORDS):
        return None
    averages = [
        one
        for one in find_ratings(content.lines).ratings
        if one.average and one.sure and not one.drawn and one.line is not None
    ]
    if len({one.value for one in averages}) != 1 or averages[0].line is None:
        return None
    rating, at = averages[0], averages[0].line
    near = [line for line in content.lines if abs(line.number - at.number) <= 2]
    counts = [one for one in find_counts(near, ("review", "rating")) if not one.about and not one.over]
    if len({one.figure.value for one in counts}) != 1 or not counts[0].figure.value:
        return None
    node = filled(
        "AggregateRating",
        ratingValue=number(rating.value),
        bestRating=number(rating.best) if rating.best is not None else "",
        reviewCount=number(counts[0].figure.value),
    )
    return rating, node


def _carts(content: Content) -> list[str]:
    """What the controls to buy say, those in the content alone."""
    found: list[str] = []
    sight = Sight(_MAX_SAID)  # controls in controls hold the same text again and again
    for node in content.document.tree.css(_CONTROLS)[:_MAX_CONTROLS]:
        text = _said(node, sight)
        if len(text) <= 40 and _CART.search(text) and not _NOT_CART.search(text) and content.is_content(node):
            found.append(text)
            if len(found) > _MOST_CARTS:
                break
    return found


def _said(node: LexborNode, sight: Sight) -> str:
    attributes: dict[str, Any] = node.attributes
    text = " ".join(sight.text(node)[:200].split())
    return text or str(attributes.get("value") or attributes.get("alt") or attributes.get("aria-label") or "").strip()


def _availability(content: Content) -> str:
    for line in content.lines:
        said = f"{line.label} {line.text}"
        if len(said) <= 40:
            if _SOLD_OUT.search(said):
                return "https://schema.org/OutOfStock"
            if _IN_STOCK.search(said):
                return "https://schema.org/InStock"
    return ""


def _is_gtin(digits: str) -> bool:
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits[:12]))
    return (10 - total % 10) % 10 == int(digits[12])
