"""Event: a day and a place that the page labels, and something that belongs to an event."""

import re

from chalicelib.page.compare.amounts import amounts_of
from chalicelib.page.seen import Line
from chalicelib.page.suggestions.content import Content
from chalicelib.page.suggestions.found import Draft, Found, filled
from chalicelib.page.suggestions.values import address_of, days_in, first_clock, is_address, iso_time, offer_of

DATE_WORDS = ("日時", "開催日", "開催期間", "会期", "開演", "公演日", "date", "when", "doors")
PLACE_WORDS = ("会場", "開催場所", "場所", "venue", "where", "location", "place")
_DATE = re.compile(
    r"(?:開催)?日時|(?:開催|公演|実施|開講)日(?:時|程)?|日程|(?:開催)?期間|会期|dates?(?: (?:and|&) time)?|when",
    re.IGNORECASE,
)
_PLACE = re.compile(r"(?:開催)?(?:会場|場所)(?:名)?|開催地|venue|where|location|place", re.IGNORECASE)
_ADDRESS = re.compile(r"(?:会場)?(?:住所|所在地)|address", re.IGNORECASE)
_THIRD = re.compile(
    r"開場|開演|定員|参加費|入場料|料金|チケット(?:料金|代)?|出演(?:者)?|登壇者?|講師|主催(?:者)?|対象(?:者)?|申込(?:方法|締切|み方法)?"
    r"|doors(?: open)?|tickets?|admission|price|organi[sz]er|host|speakers?|performers?|capacity|fee|starts?",
    re.IGNORECASE,
)
_DOORS = re.compile(r"開演|start(?:s)?|begins", re.IGNORECASE)
_FEE = re.compile(r"参加費|入場料|料金|チケット(?:料金|代)?|tickets?|admission|price|fee", re.IGNORECASE)
_HOST = re.compile(r"主催(?:者)?|organi[sz]er|hosted by|host", re.IGNORECASE)
_CAST = re.compile(r"出演(?:者)?|performers?", re.IGNORECASE)
_ONLINE = re.compile(r"オンライン|zoom|ウェビナー|webinar|online|virtual", re.IGNORECASE)
_FREE = re.compile(r"無料|free", re.IGNORECASE)
_NOT_ONE = re.compile(
    r"一覧|スケジュール|カレンダー|開催報告|レポート|募集要項|calendar|schedule|recap|events$", re.IGNORECASE
)
_MOST = 2  # labels of one kind: more are a list of events


def event(content: Content) -> Found | None:
    """One labelled day with its year, one labelled place, and a third sign such as 開演, 定員 or tickets."""
    if content.is_start or _NOT_ONE.search(content.titles):
        return None
    when, where, third = content.field(_DATE), content.field(_PLACE), content.field(_THIRD)
    if when is None or where is None or third is None or len(where.value) > 200:
        return None
    if content.count(_DATE) > _MOST or content.count(_PLACE) > _MOST or abs(when.line.number - where.line.number) > 30:
        return None
    if _ONLINE.search(where.value) and not is_address(where.value):  # search shows events at a place alone
        return None
    days = days_in(when.value)
    if not days or len({(day.year, day.month, day.day) for day in days}) > 4:
        return None
    doors = content.field(_DOORS)
    minutes = first_clock(doors.value) if doors is not None else _minutes(when.value)
    japanese = content.japanese
    end = next((day for day in days if day.part == "end"), None)
    fee = content.field(_FEE)
    host, cast = content.field(_HOST), content.field(_CAST)
    draft = filled(
        "Event",
        name=content.name,
        startDate=iso_time(days[0], japanese=japanese, minutes=minutes),
        endDate=iso_time(end, japanese=japanese) if end is not None else "",
        location=_place(content, where.value),
        image=content.image,
        description=content.document.description or "",
        offers=_offer(content, fee.value, fee.line) if fee is not None else "",
        performer=filled("PerformingGroup", name=cast.value[:100])
        if cast is not None and "\n" not in cast.value
        else "",
        organizer=filled("Organization", name=host.value[:100]) if host is not None and "\n" not in host.value else "",
    )
    return Found(
        "Event",
        {
            "when": when.value.split("\n")[0][:60],
            "where": where.value.split("\n")[0][:60],
            "label": when.said,
            "place": where.said,
            "third": third.said,
        },
        draft,
    )


def _minutes(text: str) -> int | None:
    """The time of an event in its date's field: 開演 where 開場 stands before it."""
    later = re.search(r"開演|start", text, re.IGNORECASE)
    if later is None:
        return None
    return first_clock(text[later.end() :]) or first_clock(text[max(0, later.start() - 8) : later.start()])


def _place(content: Content, text: str) -> Draft:
    name = text.partition("\n")[0]
    own = content.field(_ADDRESS)
    inside = re.search(r"[（(]([^（()）]{6,100})[)）]", text)
    told = own.value if own is not None else inside[1] if inside is not None and is_address(inside[1]) else ""
    if not told:
        told = next((line for line in text.split("\n")[1:] if is_address(line)), "")
    if not told and is_address(name):
        told = name
    shown = (
        name[: name.index(inside[0])].strip()
        if inside is not None and told == inside[1] and inside[0] in name
        else name
    )
    return filled("Place", name=shown, address=address_of(told) if told else "")


def _offer(content: Content, text: str, line: Line) -> Draft:
    prices = [one for one in amounts_of(line, "料金") if one.single and one.currencies]
    if prices:
        return offer_of(prices[0], japanese=content.japanese, url=content.url)
    if _FREE.search(text[:40]) and content.japanese:
        return filled("Offer", price=0, priceCurrency="JPY", url=content.url)
    return {}
