"""Course and SoftwareApplication: what is taught for a fee, and what is installed."""

import re

from chalicelib.page.compare.amounts import amounts_of
from chalicelib.page.suggestions.content import Content, Field
from chalicelib.page.suggestions.found import Draft, Found, filled
from chalicelib.page.suggestions.product import rating_of
from chalicelib.page.suggestions.values import offer_of

COURSE_WORDS = ("受講料", "受講費", "カリキュラム", "講座", "研修", "course", "syllabus", "curriculum")
SYSTEM_WORDS = (
    "対応os",
    "動作環境",
    "システム要件",
    "必要システム",
    "operating system",
    "system requirements",
    "requires",
    "platform",
    "互換性",
)
INSTALL_WORDS = ("ダウンロード", "インストール", "download", "install", "app store", "google play")
_TITLE = re.compile(r"講座|コース|研修|スクール|セミナー|レッスン|course|class\b|bootcamp|training", re.IGNORECASE)
_FEE = re.compile(r"受講(?:料|費用?)(?:金)?|授業料|(?:course |tuition )?fees?|tuition", re.IGNORECASE)
_CONTENT = re.compile(
    r"カリキュラム|(?:講座|学習|研修|講義)内容|(?:受講|学習|標準学習)期間|受講(?:対象(?:者)?|資格|方法)|到達目標|講師"
    r"|curriculum|syllabus|duration|prerequisites?|what you(?:'|’)ll learn|instructor|level",
    re.IGNORECASE,
)
_SYSTEM = re.compile(
    r"対応os|動作環境|対応(?:環境|機種|端末)|システム要件|必要システム(?:構成)?|互換性"
    r"|operating systems?|os|system requirements|requires|platforms?|compatibility",
    re.IGNORECASE,
)
_OS = re.compile(r"windows|mac(?:os| os)?|ios|ipados|android|linux|iphone|chrome ?os", re.IGNORECASE)
_ABOUT_APP = re.compile(
    r"バージョン|version|ファイルサイズ|サイズ|file size|size"
    r"|ライセンス|licen[sc]e|カテゴリ(?:ー)?|category|開発(?:元|者)"
    r"|developer|価格|料金|price|最終更新(?:日)?",
    re.IGNORECASE,
)
_VERSION = re.compile(r"バージョン|version", re.IGNORECASE)
_PRICE = re.compile(r"価格|料金|price|利用料", re.IGNORECASE)
_FREE = re.compile(r"無料|無償|free\b", re.IGNORECASE)
_GET = re.compile(r".{0,20}(?:ダウンロード|インストール|download|install|app store|google play).{0,20}", re.IGNORECASE)
_NOT_ONE = re.compile(r"一覧|検索|ランキング|courses\b|all |list", re.IGNORECASE)


def course(content: Content) -> Found | None:
    """A fee for attending and a label of what is taught, on a page whose title names a course."""
    if content.is_start or not _TITLE.search(content.titles) or _NOT_ONE.search(content.name):
        return None
    fee, about = content.field(_FEE), content.field(_CONTENT)
    heading = next((line for line in content.lines if line.level and _CONTENT.fullmatch(line.text)), None)
    if fee is None or content.count(_FEE) > 2 or (about is None and heading is None):
        return None
    label = about.said if about is not None else heading.text if heading is not None else ""
    draft = filled(
        "Course",
        name=content.name,
        description=content.document.description or (about.value if about is not None else ""),
        provider=filled("Organization", name=content.site_name) if content.site_name else "",
        offers=_offer(content, fee),
    )
    return Found("Course", {"fee": fee.value.split("\n")[0][:60], "label": fee.said, "about": label[:40]}, draft)


def software(content: Content) -> Found | None:
    """The systems it runs on by their label, a link to get it, and another label of an application."""
    system = content.field(_SYSTEM)
    if content.is_start or system is None or content.count(_SYSTEM) > 2 or not _OS.search(system.value):
        return None
    get = next((line for line in content.lines if len(line.text) <= 60 and _GET.fullmatch(line.text)), None)
    about = content.field(_ABOUT_APP)
    if get is None or about is None or _NOT_ONE.search(content.name):
        return None
    version, price = content.field(_VERSION), content.field(_PRICE)
    rating = rating_of(content)
    draft = filled(
        "SoftwareApplication",
        name=content.name,
        operatingSystem=system.value.replace("\n", ", ")[:200],
        softwareVersion=version.value[:40] if version is not None else "",
        description=content.document.description or "",
        image=content.image,
        offers=_offer(content, price) if price is not None else "",
        aggregateRating=rating[1] if rating is not None else "",
    )
    return Found(
        "SoftwareApplication",
        {"system": system.value.split("\n")[0][:60], "label": system.said, "get": get.text[:40], "about": about.said},
        draft,
    )


def _offer(content: Content, field: Field) -> Draft:
    prices = [one for one in amounts_of(field.line, "料金") if one.single and one.currencies]
    if prices:
        best = next((one for one in prices if one.tax == "incl"), prices[0])
        return offer_of(best, japanese=content.japanese)
    if _FREE.search(field.value[:40]):
        return filled("Offer", price=0, priceCurrency="JPY" if content.japanese else "USD")
    return {}
