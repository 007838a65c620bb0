"""A declared availability against the page's words: 在庫あり, 売り切れ, SOLD OUT, 予約受付中, Only 3 left (V1).

The members are schema.org's ItemAvailability; Google's own texts (`in stock`, `in_stock`) mean the same.
"""

import re
from collections.abc import Iterable
from itertools import islice
from typing import Literal, NamedTuple

from chalicelib.page.compare.figures import plain
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided, unsaid
from chalicelib.page.seen import Line

State = Literal["here", "gone", "pre", "order", "ended"]
_MAX_LINES = 3000
_MAX_STATES = 40
_LONGEST = 80  # characters of a line that says so; in longer ones it is a sentence about something
_STATE_OF: dict[str, State] = {
    "instock": "here",
    "limitedavailability": "here",
    "onlineonly": "here",
    "instoreonly": "here",
    "outofstock": "gone",
    "soldout": "gone",
    "preorder": "pre",
    "presale": "pre",
    "backorder": "order",
    "madetoorder": "order",
    "discontinued": "ended",
}
_IF = (
    r"(?:の?(?:場合|際|とき|時は?|おそれ|恐れ|可能性|こと)|次第|たら|ても|ことが|になる|となり(?:ます"
    r"|次第)|の商品|商品(?:を|は)|もあり|を除|表示|通知|お知らせ(?:設定|を受け)?(?!を受け取る)|について"
    r"|しだい|前に|も表示)"
)
_WORDS: tuple[tuple[State, str], ...] = (
    (
        "ended",
        (
            r"(?:販売|生産|製造|取り?扱い?)(?:は|を)?(?:を)?終了|廃番|廃盤|生産完了|\bdiscontinued\b"
            r"|\bno longer (?:available|sold|made)\b|\bend of life\b"
        ),
    ),
    (
        "gone",
        r"在庫\s?[:：]?\s?(?:は|が|状況[:：]?)?\s?(?:数\s?[:：]?\s?)?(?:なし|無し|無|切れ|ぎれ"
        r"|ありません|ございません|ゼロ|0(?!\d)|[×✕])(?:[点個])?|(?:品|欠)切れ?|欠品"
        r"|売り?切れ(?:ました|中|御免|です)?|完売(?:御礼|しました|いたしました|済み?)?"
        r"|入荷待ち|入荷未定|品薄につき販売停止|(?:一時)?販売(?:を)?(?:休止|停止)|現在(?:お取り?扱い"
        r"|ご購入|ご注文)(?:いただけ|でき)ません|SOLD\s?OUT|満席|満室|満員|定員に達し|受付(?:は"
        r"|を)?終了|募集(?:は|を)?終了|(?:申込|予約|販売)受付(?:は)?終了|キャンセル待ち"
        r"|\b(?:out of stock|sold[ -]?out|not in stock|no stock|(?:currently "
        r"|temporarily )?(?:unavailable|not available)|back in stock soon|notify me when available"
        r"|fully booked|0 in stock|waitlist)\b",
    ),
    (
        "pre",
        (
            r"予約(?:受付|販売|注文)(?:中|開始|商品|を?受け?付け)|予約(?:する|商品)|ご予約受付|先行(?:予約"
            r"|販売)|発売前|\bpre[- ]?orders?\b|\bavailable for pre[- ]?order\b|\bcoming soon\b|\bpre-?sale\b"
            r"|近日発売|発売予定"
        ),
    ),
    (
        "order",
        (
            r"入荷次第(?:発送|出荷)|\d+(?:[~-]\d+)?(?:週間|か月|ヶ月|カ月)(?:以内|程度)?(?:に|で)?(?:発送"
            r"|出荷)|(?:お)?取り?寄せ(?:商品|品|可(?:能)?|対応)?|受注(?:生産|発注|販売)|メーカー(?:直送"
            r"|在庫)|\bback-?orders?(?:ed)?\b|\bmade to order\b|\bspecial order\b|\bships? (?:in"
            r"|within) \d+(?:-\d+)? (?:weeks|months)\b"
        ),
    ),
    (
        "here",
        r"在庫\s?[:：]?\s?(?:は|が|状況[:：]?)?\s?(?:あり|有り?|ございます|十分|豊富|僅少|残り?わずか"
        r"|わずか|残少|[○◯◎△]|(?:残り?|数)?\s?[:：]?\s?[1-9]\d*\s?[点個台本枚冊]?)|(?:残り?|あと"
        r"|のこり|最後の)(?:わずか|僅か)?\s?[1-9]\d*\s?[点個台本枚冊席名着足](?!月)|(?:残り?|残席|残数"
        r"|残部|在庫)\s?(?:わずか|僅か|僅少|少々|少なめ)"
        r"|\d+時間以内に?(?:発送|出荷)|\d+(?:[~-]\d+)?(?:営業)?日(?:以内)?(?:に|で)(?:発送|出荷)|即納"
        r"|即日(?:発送|出荷)|当日(?:発送|出荷)|(?:空席|空室|空き)(?:あり|有)|(?:申込|申し込み|予約"
        r"|参加)?(?:受付|募集)中|販売中|入荷(?:しました|済み?)|購入可能|あす楽|お急ぎ便"
        r"|\b(?:in[ -]?stock|available now|available (?:online|in store|to ship)|only \d+ (?:left"
        r"|remaining)|\d+ (?:left|available|in stock|remaining)|low stock|few left|limited (?:stock"
        r"|availability|quantity)|ready to ship|ships (?:today|now|immediately|within 24 hours)"
        r"|almost gone|selling fast|tickets available|on sale now)\b",
    ),
)
_STATE = re.compile("|".join(f"(?P<{state}>(?:{words}))" for state, words in _WORDS), re.IGNORECASE)
_SENTENCE = re.compile(rf"^\s?[」』)]?\s?(?:{_IF}|soon\b)", re.IGNORECASE)
_NOT_BEFORE = re.compile(
    (
        r"(?:\b(?:if|when|until|before|once|may be|sells?|will be|be notified when"
        r"|notify me when(?: it'?s)?|get notified when|not)\s?(?:it'?s |they'?re |this (?:item )?is "
        r"|back )?|再|もし|万一|万が一|すでに|店舗[^。]{0,6})$"
    ),
    re.IGNORECASE,
)
_HINT = re.compile(
    (
        r"在庫|庫|切れ|完売|品|予約|寄せ|受注|残|入荷|販売|席|室|満|受付|募集|定員|即|当日|発売|あと|最後"
        r"|発送|廃|あす楽|キャンセル|お急ぎ|stock|sold|avail|order|left|ship|discontinued|longer|soon"
        r"|booked|wait|ticket|sale|remaining|gone|fast"
    ),
    re.IGNORECASE,
)
_CART = re.compile(
    (
        r"カートに(?:入れる|追加)|(?:買い物)?かごに(?:入れる|追加)|バッグに(?:入れる|追加)|今すぐ(?:購入"
        r"|買う)|購入する|購入手続き|\badd to (?:cart|bag|basket)\b|\bbuy (?:it )?now\b"
    ),
    re.IGNORECASE,
)
_FILTERS = re.compile(
    (
        r"のみ|以外|含む|除く|絞|検索|状況一覧|記号|凡例|目安|ご了承|\bfilter\b|\bonly show\b|\bhide\b"
        r"|店舗(?:の)?在庫|店頭在庫|\bin-?store availability\b"
    ),
    re.IGNORECASE,
)


class Said(NamedTuple):
    """What a line says of availability."""

    state: State
    shown: str
    line: Line


class Stock(NamedTuple):
    """What a page says of availability. cart: the line that offers to buy."""

    said: list[Said]
    cart: Line | None


def state_of(declared: str) -> State | None:
    """What a declared member means, None for `Reserved`, an empty or an unknown one, and for the page's own words."""
    name = plain(declared).strip().rstrip("/").rpartition("/")[2].rpartition("#")[2].rpartition(":")[2]
    state = _STATE_OF.get(re.sub(r"[\s_-]", "", name).lower())
    if state is not None:
        return state
    found = _STATE.search(plain(declared)[:_LONGEST])
    return found.lastgroup if found is not None and not declared.startswith("http") else None  # type: ignore[return-value]


def find_stock(lines: Iterable[Line], wanted: State | None = None, *, bookable: bool = False) -> Stock:
    """What the lines say, up to the first that says the wanted. bookable: seats; 予約受付中 is then no pre-order."""
    said: list[Said] = []
    cart = None
    above = ""
    for line in islice(lines, _MAX_LINES):
        text = line.text
        if (
            cart is None
            and len(text) <= _LONGEST
            and (
                "カート" in text
                or "かご" in text
                or "バッグ" in text
                or "購入" in text
                or "買う" in text
                or "add to" in text.lower()
                or "buy" in text.lower()
            )
        ):
            cart = line if _CART.search(plain(text)) else None
        label = line.label or above
        above = text if len(text) <= 12 else ""
        label = label if "在庫" in label and len(label) <= 12 else ""
        if len(text) > 2 * _LONGEST or not (label or _HINT.search(text)):
            continue
        here = states_of(line, label, bookable=bookable)
        said += here
        if len(said) > _MAX_STATES or (wanted is not None and any(one.state == wanted for one in here)):
            break
    return Stock(said, cart)


def states_of(line: Line, label: str = "", *, bookable: bool = False) -> list[Said]:
    """What one line says: each state once. label: a label of it that speaks of the stock."""
    text = plain(line.text)
    if label and "在庫" not in text and len(text) <= 12:
        text = f"在庫: {text}"
    if _FILTERS.search(text) or (len(text) > 40 and "。" in text and not text.startswith(("在庫", "現在"))):
        return []
    found: list[Said] = []
    for match_ in islice(_STATE.finditer(text), 6):
        state: State = match_.lastgroup  # type: ignore[assignment]
        if _SENTENCE.match(text[match_.end() : match_.end() + 12]) or _NOT_BEFORE.search(text[: match_.start()][-30:]):
            continue
        if bookable and state == "pre" and ("予約" in match_[0]) and "先行" not in match_[0]:
            state = "here"
        if not any(one.state == state for one in found):
            found.append(Said(state, match_[0], line))
    return found


def compare_availability(declared: State, stock: Stock) -> Verdict:
    """The verdict. A page that says nothing of it is not accused: most sell without a word about the stock."""
    said = stock.said
    if not said:
        if stock.cart is not None and declared == "here":
            return match(stock.cart.text[:40], stock.cart)
        return unsaid()
    states = {one.state for one in said}
    one = next((one for one in said if one.state == declared), said[0])
    if declared in states and not (declared == "gone" and "here" in states):
        return match(one.shown, one.line)
    # Sizes and colours: some are sold out. What is declared as gone must be gone altogether.
    if declared not in states and all(_contradicts(declared, state) for state in states):
        return mismatch(one.shown, "", one.line)
    return undecided(one.shown, "", one.line)


def _contradicts(declared: State, shown: State) -> bool:
    """Whether one excludes the other. What is out of stock may be ordered, or be made no more."""
    may_be_both = ({"gone", "order"}, {"gone", "ended"}, {"pre", "order"})
    return {declared, shown} not in may_be_both
