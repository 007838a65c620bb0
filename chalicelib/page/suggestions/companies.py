"""Organization and LocalBusiness: a table of what a company is, or where and when a shop is open."""

import re
from urllib.parse import urlsplit

from chalicelib.page.suggestions.content import Content, Field
from chalicelib.page.suggestions.found import Found, filled
from chalicelib.page.suggestions.values import address_of, days_in, hours_of, is_address, iso_day, phone_of, tells_hours

COMPANY_WORDS = (
    "資本金",
    "設立",
    "代表取締役",
    "会社名",
    "社名",
    "商号",
    "法人名",
    "名称",
    "company name",
    "legal name",
    "organization name",
    "company",
    "headquarters",
)
HOURS_WORDS = ("営業時間", "診療時間", "受付時間", "開館時間", "opening hours", "business hours", "hours")
ADDRESS_WORDS = ("東京都", "北海道", "府", "県", "住所", "所在地", "本社", "〒", "address", "headquarters", "location")
_NAME = re.compile(
    r"(?:会社|企業|法人|団体)名(?:称)?|社名|商号|名称"
    r"|company(?: name)?|(?:legal|organi[sz]ation) name|name",
    re.IGNORECASE,
)
_SHOP = re.compile(r"店(?:舗)?名|施設名|院名|名称|(?:shop|store|restaurant|business) name|name", re.IGNORECASE)
_ADDRESS = re.compile(
    r"(?:店舗)?(?:住所|所在地)|(?:本社|本店)(?:所在地|住所)?"
    r"|(?:head ?office |street )?address|head ?office|headquarters|location",
    re.IGNORECASE,
)
_PHONE = re.compile(
    r"電話(?:番号)?|(?:代表|お?問い?合わ?せ)?(?:電話|tel)(?:番号)?|tel(?:ephone)?(?:/fax)?|phone(?: number)?",
    re.IGNORECASE,
)
_HOURS = re.compile(
    r"営業(?:日|時間)(?:・?定休日)?|診療(?:時間|受付)|開館時間|営業日時|(?:opening |business |store )?hours|open",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"定休日?|休業日|休診日?|休館日|closed", re.IGNORECASE)
_OTHERS = re.compile(
    r"代表(?:者|取締役.*)?|設立(?:年月日?)?|創業|創立|資本金|従業員数|社員数|事業内容|役員|取引銀行|主要取引先|売上高"
    r"|founded|established|ceo|president|(?:number of )?employees|capital|industry|business",
    re.IGNORECASE,
)
_FOUNDED = re.compile(r"設立(?:年月日?)?|創立|founded|established", re.IGNORECASE)
_ABOUT = re.compile(
    r"会社(?:概要|案内|情報|紹介)|企業(?:概要|情報|案内)|法人概要|団体概要|組織概要|運営会社|会社について"
    r"|about(?: us)?\b|company|corporate|profile|overview",
    re.IGNORECASE,
)
_ABOUT_PATH = re.compile(r"/(?:company|about(?:[-_]?us)?|corporate|profile|outline|gaiyo)(?:[/._-]|$)", re.IGNORECASE)
_NOT_SHOP = re.compile(
    r"お?問い?合わ?せ|特定商取引|利用規約|プライバシー|個人情報|送料|配送|一覧|求人|採用"
    r"|contact|terms|privacy|shipping|store locator|careers",
    re.IGNORECASE,
)
_LEAST = 2  # labels that only a company has
_NEAR = 25  # lines


def local_business(content: Content) -> Found | None:
    """Hours that can be read, an address and a number beside each other in the content, each once."""
    hours, address, phone = content.field(_HOURS), _address(content), content.field(_PHONE)
    if hours is None or address is None or content.is_start or _NOT_SHOP.search(content.titles):
        return None
    if not tells_hours(hours.value) or max(map(content.count, (_HOURS, _ADDRESS, _PHONE))) > 1:
        return None
    number = phone_of(phone.line, phone.value) if phone is not None else ""
    if not number or phone is None or max(_away(hours, address), _away(hours, phone)) > _NEAR:
        return None
    name = _named(content, _SHOP) or _named(content, _NAME) or content.name
    closed = content.field(_CLOSED)
    said = hours.value if closed is None else f"{hours.value}\n定休日 {closed.value}"
    draft = filled(
        "LocalBusiness",
        name=name,
        image=content.image,
        address=address_of(address.value.replace("\n", " ")),
        telephone=number,
        url=content.url,
        openingHoursSpecification=hours_of(said),
    )
    args: dict[str, str | int] = {
        "hours": hours.value.split("\n")[0][:60],
        "address": address.value.replace("\n", " ")[:60],
        "phone": phone.value[:30],
        "label": hours.said,
    }
    return Found("LocalBusiness", args, draft)


def organization(content: Content) -> Found | None:
    """A company's table with its name, its address and two more of its own labels, on a page about it."""
    name, address = content.field(_NAME), _address(content)
    if name is None or address is None or len(name.value) > 120 or content.is_start:
        return None
    others = list(dict.fromkeys(one.said for one in content.fields if _OTHERS.fullmatch(one.label)))
    # Not by the heading of the table: a press release ends with one.
    about = _ABOUT.search(content.titles) or _ABOUT_PATH.search(urlsplit(content.document.url).path)
    if len(others) < _LEAST or content.count(_NAME) > 2 or not about:
        return None
    phone, founded = content.field(_PHONE), content.field(_FOUNDED)
    days = days_in(founded.value) if founded is not None else []
    draft = filled(
        "Organization",
        name=name.value.split("\n")[0],
        url=content.start,
        address=address_of(
            address.value.split("\n")[0]
            if is_address(address.value.split("\n")[0])
            else address.value.replace("\n", " ")
        ),
        telephone=phone_of(phone.line, phone.value) if phone is not None else "",
        foundingDate=iso_day(days[0]) if days else "",
        description=content.document.description or "",
    )
    comma = "、" if content.japanese else ", "
    labels = comma.join([name.said, address.said, *others[:4]])
    return Found("Organization", {"name": name.value.split("\n")[0][:80], "labels": labels}, draft)


def _address(content: Content) -> Field | None:
    return next((one for one in content.fields if _ADDRESS.fullmatch(one.label) and is_address(one.value)), None)


def _named(content: Content, label: re.Pattern[str]) -> str:
    field = content.field(label)
    return field.value.split("\n")[0] if field is not None and len(field.value) <= 100 else ""


def _away(one: Field, other: Field) -> int:
    return abs(one.line.number - other.line.number)
