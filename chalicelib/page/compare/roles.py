"""What an amount is for, told by the words around it (V1): the price, or shipping, points, an old price and the like.

The words are facts of Japanese and English shops, for texts that `figures.plain` has folded.
"""

import re
from typing import Literal

Role = Literal["price", "list", "shipping", "instalment", "points", "discount", "unit", "condition", "salary", "other"]
Tax = Literal["", "incl", "excl"]

_NO_FEE = r"(?!\s?(?:や手数料|・手数料)?\s?(?:は?無料|込|別|サービス|当社負担|0円))"
_LIST = (
    r"(?:当店|メーカー)?通常(?:販売)?(?:価格|料金|売価|時)?|定価|(?:メーカー)?希望小売価格"
    r"|参考(?:小売)?(?:価格|上代)|標準(?:小売)?価格|上代"
    r"|旧価格|元値|元の価格|値下げ前|割引前|セール前|市場価格|市価|他店|一般価格|発売時"
    r"|\b(?:was|were|regular(?:ly)?(?: price)?|reg\.|list(?: price)?|rrp|msrp|srp|(?:old|retail|full"
    r"|normal|standard|usual) price|original(?:ly)?(?: price)?|compare(?:d)? at"
    r"|retail(?: price)?|old price|before|previously|uvp|statt|typical price)\b\.?"
)
_SHIPPING = (
    rf"(?:配?送料|配送(?:料|費)?|運賃|発送(?:料)?|代引(?:き?手数)?料?|決済手数料|手数料){_NO_FEE}"
    r"|(?<!free )\b(?:shipping|delivery|postage|p&p|freight|handling)\b(?! ?(?:included|free|in ))"
)
_INSTALMENT = (
    r"月々|分割|\d+回払い?|ローン|頭金|初回(?:のみ|限定|特別)?(?:価格|支払)?|均等払い"
    r"|\b(?:instal?lments?|financing|payments? of|"
    r"down payment|as low as \d+ ?x|pay in \d)\b"
)
_POINTS = r"ポイント|\bp(?:oin)?ts?\b|マイル|\bpoints?\b|\brewards?\b|\bmiles\b|キャッシュバック|還元"
_DISCOUNT = (
    r"割引額?|値引き?額?|クーポン|お値引|OFF額|\b(?:sav(?:e|ing|ings)|discount|coupon|voucher|you save"
    r"|rebate|gift card)\b"
    r"|-\s?(?=[¥$€£]?$)"
)
_UNIT = (
    r"(?:\d[\d.]*\s?(?:g|kg|mg|ml|l|cc|oz|lb|m|cm|㎡|m2|枚|本|個|粒|杯|回|錠|袋|食|包|日)"
    r"|単位)\s?(?:あたり|当たり|当り|につき)|\bper (?:100 ?)?(?:g|kg|ml|l|oz|lb|unit)\b"
)
_OTHER = (
    r"消費税額?|内税|税額|合計|小計|総額表示|カート(?:内|の中)|買取(?:価格|上限)?|下取り?|敷金|礼金"
    r"|管理費|共益費|保証金|手付金?|年会費|入会金|入学金"
    r"|初期費用|登録料|工事費|設置(?:料|費)|延長(?:保証|料金)|キャンセル料|延滞料|資本金|売上高?|予算"
    r"|送金|モデル年収|(?:年収|月収)(?:例|実績)|入社\d|手当|交通費|通勤費|賞与|ボーナス|昇給|残業代?"
    r"|試用|研修|深夜|祝い?金|保証料|修理|印紙"
    r"|レンタル(?:料金)?|オプション|ギフト(?:包装|ラッピング)|ラッピング|包装|会員(?:様)?(?:限定)?価格"
    r"|会員(?:様)?|プライム|学割|学生|シニア"
    r"|\b(?:(?:sub)?total|cart|bag|vat|gst|sales tax|deposit|trade-in|budget|setup fee|warranty|gift wrap(?:ping)?"
    r"|bonus|allowance|sign-on|members?(?: price)?|student|senior|insurance|minimum order)\b"
)
_SALARY = r"時給|日給|日当|週給|月給|月収|年収|年俸|年棒|給与|給料|賃金|報酬|\b(?:salary|wage|pay|compensation)\b"
_PRICE = (
    r"(?:(?:通常|税込|税抜|本体|販売|特別|セール|割引後の?|現在の?|会員|お試し|商品|ネット|WEB|今回の?"
    r"|今だけ)*)(?:価格|特価|売価|単価|お値段|値段|代金)"
    r"|(?:参加|受講|入場|利用|入館|受験|購読|視聴|宿泊|基本|鑑賞|観覧|拝観|乗車"
    r"|月額)?料金?(?=[\s:(（はが]|$)|参加費|会費|費用|チケット代?|前売り?券?|当日券?|月額|年額|セール"
    r"|タイムセール|アウトレット"
    r"|\b(?:now|sale|special|our|today(?:'s)?|current|final|new|deal|offer)?\s?(?:price|cost|fee"
    r"|tickets?|admission)\b|\b(?:now|sale|only|just|today)\b|値下げ後|→|⇒|➡|=>"
)
# Which stands last before an amount tells its role. The longer names are first: 通常価格 is no 価格.
_BEFORE = re.compile(
    "|".join(
        f"(?P<{role}>{words})"
        for role, words in (
            ("list", _LIST),
            ("unit", _UNIT),
            ("shipping", _SHIPPING),
            ("instalment", _INSTALMENT),
            ("discount", _DISCOUNT),
            ("points", _POINTS),
            ("other", _OTHER),
            ("salary", _SALARY),
            ("price", _PRICE),
        )
    ),
    re.IGNORECASE,
)
_AFTER = re.compile(
    "|".join(
        f"(?P<{role}>{words})"
        for role, words in (
            (
                "discount",
                (
                    r"\s?(?:分の)?(?:お?値?引き?|割引|OFF|オフ|お得|おトク|安い|クーポン|\b(?:off|discount"
                    r"|savings?|coupon|less)\b)"
                ),
            ),
            (
                "points",
                r"\s?(?:分|相当)(?:の)?(?:\w*ポイント|還元|プレゼント)?|\s?(?:ポイント|還元|pt\b|points?\b|マイル)",
            ),
            (
                "condition",
                (
                    r"\s?(?:\((?:税込|税抜)\))?\s?(?:以上|超|を?超える|未満|以下)(?:で|の|お買|ご購入"
                    r"|ご注文|なら|は|、|送料)|\s?(?:以上)?(?:で|ごとに)(?:送料|ポイント|1\s?ポイント)"
                    r"|(?:\+|\s?(?:or more|and up|minimum)\b)?[^.]{0,12}\b(?:orders?|purchases?|qualif)"
                ),
            ),
            ("instalment", r"\s?[x×✕]\s?\d+|\s?\(?\d+回|から分割"),
            (
                "unit",
                (
                    r"\s?[/÷(]\s?(?:1\s?)?(?:100\s?)?(?:g|kg|ml|l|oz|fl ?oz|lb|m2?|㎡)\b|\s?(?:per"
                    r"|each) (?:100 ?)?(?:g|kg|ml|l|oz|lb|unit|count)\b|\s?/\s?\d+\s?(?:g|ml|粒|枚)"
                ),
            ),
            (
                "list",
                (
                    r"\s?(?:\((?:税込|税抜)\))?\s?のところ|\s?(?:→|⇒|➡|=>|を\s?(?=[\d¥]))|\s?value\b"
                    r"|\s?(?:RRP|MSRP|list price)\b|\s?相当の"
                ),
            ),
            ("shipping", r"\s?(?:の|\()?(?:送料|配送料|手数料)(?!\s?(?:無料|込|別))|\s(?:shipping|delivery|postage)\b"),
        )
    ),
    re.IGNORECASE,
)
_THRESHOLD = re.compile(r"\b(?:over|above|orders? of|spend|minimum(?: order)?(?: of)?|at least)\s?$", re.IGNORECASE)
_NOT_THE_PAY = re.compile("試用期間|研修(?:期間)?中|深夜|モデル")
_SECTION = re.compile(
    (
        r"送料|配送|お届け|発送|お支払い?(?:方法|について)|決済方法|ポイント|返品|ラッピング|ギフト"
        r"|キャンセル|\b(?:shipping|delivery|returns?|payment|rewards?)\b"
    ),
    re.IGNORECASE,
)
_INCL = (
    r"税込み?|内税|消費税込み?|税・?サ(?:ービス料)?込み?|\b(?:incl(?:\.|uding|usive(?: of)?)?"
    r"|with)\s?(?:\d+%\s?)?(?:tax|vat|gst)\b|\b(?:tax|vat|gst)[ -]?(?:incl(?:\.|uded|usive)?)"
    r"|\binc\.? (?:vat|gst|tax)\b|\bttc\b"
)
_EXCL = (
    r"税抜き?|税別|外税|税ぬき|本体(?:価格)?|[+＋]\s?(?:消費)?税|別途消費税|消費税別|\b(?:excl(?:\.|uding"
    r"|usive(?: of)?)?|before|plus|without|ex\.?)\s?(?:tax|vat|gst)\b|\+\s?(?:tax|vat|gst)\b|\b(?:tax|vat"
    r"|gst)[ -]?(?:excl(?:\.|uded|usive)?)|\bht\b"
)
TAX = re.compile(f"(?P<incl>{_INCL})|(?P<excl>{_EXCL})", re.IGNORECASE)
# In place of an amount
ASK = re.compile(
    r"オープン価格|オープンプライス|(?:お?問い?合わ?せ|ご相談)(?:ください|下さい)?$"
    r"|価格(?:は)?(?:応相談|未定)|要(?:お)?見積|お?見積り?|時価|ASK\b|"
    r"\b(?:call|contact us|contact|ask|request|inquire|enquire) (?:us )?for (?:a )?(?:price|pricing"
    r"|quote)|\bprice (?:on|upon) (?:request|application)|\bPOA\b|\bget a quote\b",
    re.IGNORECASE,
)
FREE = re.compile(
    r"^(?:(?:料金|価格|参加費?|入場料?|費用|受講料|会費|利用料?|視聴|観覧料?|入館料?|ダウンロード"
    r"|基本(?:プレイ)?|登録|price|admission|entry|cost)\s?[:は]?\s?)?"
    r"(?:無料|フリー|free)(?:\s?(?:です|！|!|で(?:ご)?(?:利用|ダウンロード|参加).*|ダウンロード"
    r"|download.*|entry|admission|of charge|to (?:download|use|play).*|\(.*\)))?$"
    r"|参加(?:費)?無料|入場(?:料)?無料|観覧無料|受講(?:料)?無料|利用(?:料)?無料|無料(?:ダウンロード"
    r"|で(?:ご利用|使え|ダウンロード|遊べ|参加))|\bfree (?:download|admission|entry|of charge)\b"
    r"|\bfor free\b",
    re.IGNORECASE,
)


def role_before(text: str) -> Role | None:
    """The role that the text before an amount gives it, None when it says none."""
    if _THRESHOLD.search(text[-30:]):
        return "condition"
    last = None
    for match in _BEFORE.finditer(text[-80:]):
        last = match
    if last is not None and last.lastgroup == "salary" and _NOT_THE_PAY.search(text[-20:]):
        return "other"
    return last.lastgroup if last is not None else None  # type: ignore[return-value]


def role_after(text: str) -> Role | None:
    """The role that what follows an amount gives it."""
    match = _AFTER.match(text[:40])
    return match.lastgroup if match is not None else None  # type: ignore[return-value]


def section_role(heading: str) -> Role | None:
    """Amounts under such a heading are no prices."""
    return "shipping" if len(heading) <= 40 and _SECTION.search(heading) else None
