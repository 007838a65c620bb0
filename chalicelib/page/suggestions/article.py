"""Article: a date, who wrote it, and a long text under one heading."""

import re
from itertools import islice

from chalicelib.page.checks.persons import Bylines
from chalicelib.page.compare.company import has_form
from chalicelib.page.suggestions.content import Content
from chalicelib.page.suggestions.found import Draft, Found, filled
from chalicelib.page.suggestions.values import days_in, iso_day

_LEAST_TEXT = 500  # characters of paragraphs; twice as many of letters that make words
_LEAST_PARAGRAPH = 40
_MOST_DATES = 4  # lines that hold a date and little else: more are a list of news
_NEAR = 15  # lines after the h1
_MAX_LOOKED = 500_000
_SHORT = 60
_BYLINE_WORDS = (
    "著",
    "執筆",
    "書いた",
    "文：",
    "文:",
    "ライター",
    "筆者",
    "記者",
    "投稿者",
    "作成者",
    "文責",
    "by ",
    "author",
)
_YEAR = re.compile(r"20\d\d|19\d\d|令和")
_CHANGED = re.compile(r"更新|改訂|修正|updated|modified|revised", re.IGNORECASE)
_OTHER_DATE = re.compile(r"開催|日時|会期|期間|締切|まで|発売|から|held|deadline|until", re.IGNORECASE)
_NO_ARTICLE = re.compile(
    r"会社概要|企業情報|利用規約|プライバシー|個人情報|特定商取引|お問い?合わ?せ|採用|一覧|サイトマップ|よくある"
    r"|terms|privacy|contact|about us|careers|sitemap|\bfaq\b",
    re.IGNORECASE,
)
_GROUP = re.compile(r"編集部|広報|事務局|スタッフ|チーム|team|staff|editors", re.IGNORECASE)


def article(content: Content) -> Found | None:
    """The page's own text with its date, and a by-line or og:type article."""
    document = content.document
    heading = document.primary_heading
    if not heading or not _may_be(content):
        return None
    lines = content.lines
    paragraphs = [line for line in lines if len(line.text) >= _LEAST_PARAGRAPH and not line.label and line.tag != "li"]
    written = sum(len(line.text) for line in paragraphs)
    end = paragraphs[-1].number if paragraphs else 0  # below stand related articles
    dates = [line for line in lines if line.number < end and len(line.text) <= _SHORT and days_in(line.text)]
    if written < _LEAST_TEXT * (1 if content.japanese else 2) or len(dates) > _MOST_DATES:
        return None
    published, modified = _dates(content)
    author = _author(content) if published else None
    if not published or (author is None and not _marked(content)):
        return None
    draft = filled(
        "Article",
        headline=heading,
        image=content.image,
        datePublished=published,
        dateModified=modified,
        author=author,
        publisher=filled("Organization", name=content.site_name) if content.site_name else "",
        mainEntityOfPage=content.url,
    )
    args: dict[str, str | int] = {"date": published, "length": written}
    if author is None:
        return Found("Article", args, draft, "unsigned")
    return Found("Article", {**args, "author": author["name"]}, draft)


def _may_be(content: Content) -> bool:
    """What can be told without going through the lines."""
    document = content.document
    if document.text_length < _LEAST_TEXT or _NO_ARTICLE.search(content.titles):
        return False
    if sum(level == 1 for level, _ in document.headings) > 1 or not _YEAR.search(document.text, 0, _MAX_LOOKED):
        return False
    return _marked(content) or content.says(_BYLINE_WORDS)


def _marked(content: Content) -> bool:
    return content.document.og.get("og:type", "").lower() == "article"


def _dates(content: Content) -> tuple[str, str]:
    """The days of publishing and of the last change, near the h1; a date elsewhere may be of anything."""
    heading = content.document.primary_heading or ""
    lines = content.lines
    at = next((number for number, line in enumerate(lines) if line.level == 1 and line.text == heading[:300]), 0)
    published, modified = "", ""
    above = ""
    for line in lines[max(0, at - 4) : at + _NEAR]:
        if len(line.text) > _SHORT * 2 or _OTHER_DATE.search(f"{above}{line.label}"):
            above = line.text if len(line.text) <= 10 and not line.level else ""
            continue
        for day in days_in(line.text):
            before = f"{above} {line.label} {line.text[: day.start][-12:]}"
            if _OTHER_DATE.search(line.text[: day.start][-8:]) or day.part:
                continue
            if _CHANGED.search(before):
                modified = modified or iso_day(day)
            else:
                published = published or iso_day(day)
        above = line.text if len(line.text) <= 10 and not line.level else ""
    return published or modified, modified if published else ""


def _author(content: Content) -> Draft | None:
    for _, named in islice(content.view.made(Bylines), 400):
        for one in named:
            if one.writer and one.line.area != "aside":
                group = has_form(one.name) or _GROUP.search(one.name)
                return filled("Organization" if group else "Person", name=one.name)
    return None
