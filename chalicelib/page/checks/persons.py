"""The author's name against the by-line (K-066; V1 role, V8)."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from chalicelib.page.checks.row import Row, row
from chalicelib.page.checks.subject import leads, text_of
from chalicelib.page.checks.view import View
from chalicelib.page.compare.person import compare_person, shows_person
from chalicelib.page.compare.text import key
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided
from chalicelib.page.gather import Thing
from chalicelib.page.kept import Kept
from chalicelib.page.seen import Line
from chalicelib.page.source import words

_WRITTEN = ("Article", "Recipe", "HowTo", "Book")
_MAX_LINES = 3000
_MAX_AUTHORS = 20  # of a page
_MAX_NAMED = 100
_WRITER = (
    "この記事を書いた人|この記事の(?:著者|ライター)|記事を書いた人|書いた人|記事執筆者?|執筆者?|著者|筆者|著|文責"
    "|取材・文|文・写真|文|ライター|記者|投稿者|作成者|レシピ(?:制|作)作?成?者|料理家|作者"
)
_OTHER = (
    "この記事の監修者?|記事監修者?|監修者?|監修医師?|編集者?|校閲|校正|翻訳者?|訳者?|撮影|写真|イラスト|取材協力|協力"
    "|構成|企画|聞き手|インタビュアー"
)
_ROLE = re.compile(
    rf"(?P<writer>{_WRITER})名?(?:\s*[:：/／=＝|｜・]\s*|\s+|$)|(?P<other>{_OTHER})名?(?:\s*[:：/／=＝|｜・]\s*|\s+|$)"
    r"|(?P<by>\b(?:(?:written|words|text|story|article|posted|recipe|published|authored)\s+by|author:?|writer:?|by)\b[\s:]*)"
    r"|(?P<notby>\b(?:(?:\w+ly\s+)?(?:reviewed|edited|fact[- ]checked|checked|translated|illustrated|photographed"
    r"|photos?|photography|images?|illustrations?|updated|produced|sponsored|approved|verified)\s+by"
    r"|(?:editor|reviewer|photographer|translator)s?:)[\s:]*)",
    re.IGNORECASE,
)
_END = re.compile(
    r"[／/｜|。;；\n]|(?<=[a-z]{2})\.\s|\s[-–—·•]\s|(?:19|20)\d\d|公開日?|更新日?|掲載|プロフィール"
    r"|\b(?:on|in|updated|published)\b"
)
_BEHIND = re.compile(
    r"[(（]?(?P<name>[^\s()（）:：。、]{1,20}(?:[ 　][^\s()（）:：。、]{1,10})?)(?:[ 　]*[＝=／/・(（]|[ 　])[ 　]*"
    r"(?:(?P<writer>著|文|執筆|筆|記)|監修|編集?|訳|写真|撮影|絵)[)）]?"
)
_BEFORE = re.compile(r"(?:^|[\s／/（(【\[|｜。、・,.])$")
_LABEL_WRITER = re.compile(rf"(?:{_WRITER}|author|writer|by|written by)(?:名|について|紹介|情報)?", re.IGNORECASE)
_LABEL_OTHER = re.compile(rf"(?:{_OTHER}|editor|reviewer|reviewed by|edited by)(?:名|について|紹介)?", re.IGNORECASE)
_MARKED = re.compile(r"(?:^|[\s_-])(?:author|byline|writer)(?:$|[\s_-]|name)", re.IGNORECASE)
_MAX_NAME = 60
_HINTS = tuple(
    words(
        "著 執筆 書いた 文 ライター 筆者 記者 投稿 作成者 作者 レシピ 料理家"
        " 監修 編集 校 訳 撮影 写真 イラスト 協力 構成 企画 聞き手 インタビュ"
        " by By BY uthor UTHOR riter RITER ditor eviewer hotographer ranslator"
    )
)


class Named(NamedTuple):
    """Whom a line names. writer: in the role of the author, else in another one."""

    name: str
    writer: bool
    line: Line


class Bylines(Kept[tuple[Line, list[Named]]]):
    """The lines of a page with those whom each names in a role, found as far as asked for."""

    def __init__(self, view: View) -> None:
        super().__init__(_find(view))


def _find(view: View) -> Iterator[tuple[Line, list[Named]]]:
    before: bool | None = None  # the line above is a role alone
    left = _MAX_NAMED
    for line in islice(view.seen, _MAX_LINES):
        text = line.text
        if len(text) > 400 or line.area in ("nav", "footer"):
            before = None
            continue
        if left < 0:
            yield line, []
            continue
        found = list(_named(line))
        if not found and before is not None and len(text) <= _MAX_NAME:
            found = [Named(text, before, line)]
        left -= len(found)
        yield line, found
        before = None
        if not found and len(text) < 40 and _has_hint(text):
            bare = text.strip("：: 　")
            if _LABEL_WRITER.fullmatch(bare):
                before = True
            elif _LABEL_OTHER.fullmatch(bare):
                before = False


def _is_alone(line: Line) -> bool:
    """Whether a line may be a name and little else, of the page itself."""
    return len(line.text) <= _MAX_NAME and line.area in ("", "header")


def _has_hint(text: str) -> bool:
    return any(hint in text for hint in _HINTS)


def _named(line: Line) -> Iterator[Named]:
    if line.label:
        label = line.label.strip("：: 　")
        for pattern, writer in ((_LABEL_WRITER, True), (_LABEL_OTHER, False)):
            if pattern.fullmatch(label):
                yield Named(line.text[:200], writer, line)
                return
    roles = [found for found in _ROLE.finditer(line.text) if _is_role(found, line.text)] if _has_hint(line.text) else []
    for number, found in enumerate(roles):
        upto = roles[number + 1].start() if number + 1 < len(roles) else len(line.text)
        text = line.text[found.end() : upto]
        end = _END.search(text, 1)
        name = (text[: end.start()] if end else text).strip(" 　:：()（）[]【】「」・")
        if name and len(name) <= _MAX_NAME:
            yield Named(name, bool(found["writer"] or found["by"]), line)
    behind = _BEHIND.fullmatch(line.text) if not roles and len(line.text) <= _MAX_NAME else None
    if behind:
        yield Named(behind["name"], bool(behind["writer"]), line)
    elif not roles and len(line.text) <= _MAX_NAME and _is_marked(line):
        yield Named(line.text, True, line)


def _is_role(found: re.Match[str], text: str) -> bool:
    if found["by"]:
        rest = text[found.end() : found.end() + 1]
        alone = found["by"].strip(": ").lower() == "by"
        return (
            bool(rest) and (not alone or (rest.isupper() or not rest.isascii())) and (not alone or found.start() < 40)
        )
    if found["notby"]:
        return True
    return _BEFORE.search(text[: found.start()]) is not None and found.end() < len(text)


def _is_marked(line: Line) -> bool:
    attributes = line.node.attributes
    name = f"{attributes.get('class') or ''} {attributes.get('itemprop') or ''} {attributes.get('rel') or ''}"
    return len(name) < 300 and _MARKED.search(name) is not None


def check_author(view: View) -> Iterator[Row]:
    """`author.name` of what is written. A page without by-line gives `missing`, for the page's own article alone."""
    left = _MAX_AUTHORS
    for kind, thing in view.of(*_WRITTEN):
        authors = [text for text in map(_name, thing.properties.get("author", ())[:left]) if text[0]]
        if not authors or not leads(thing):
            continue
        left -= len(authors)
        bylines = view.made(Bylines)
        verdicts = [(name, _author(name, is_person, bylines, view)) for name, is_person in authors]
        one_fits = any(verdict is not None and verdict.status == "match" for _, verdict in verdicts)
        for name, verdict in verdicts:
            if verdict is None:
                continue
            if one_fits and verdict.status in ("mismatch", "missing") and verdict.why != "other-role":
                verdict = Verdict("skipped", "page-says-less", verdict.shown)  # noqa: PLW2901
            if kind == "Book" and verdict.status == "missing":
                continue
            yield row(view, thing, "author.name", name, verdict)


def _name(author: object) -> tuple[str, bool]:
    """The name of an author, and whether that is a person."""
    if isinstance(author, Thing):
        name = text_of(author.first("name"))
        return name, bool(author.types) and not any(kind.endswith("Organization") for kind in author.types)
    name = text_of(author)
    return ("" if name.startswith(("http://", "https://", "/")) else name), True


def _author(name: str, is_person: bool, bylines: Bylines, view: View) -> Verdict | None:
    if not is_person:
        return _organization(name, bylines, view)
    writers: list[str] = []
    others: list[Named] = []
    for line, found in bylines:
        for named in found:
            verdict = compare_person(name, [named.name], []) if named.writer else None
            if verdict is not None and verdict.status == "match":
                return verdict._replace(line=line)
        writers += [named.name for named in found if named.writer]
        others += [named for named in found if not named.writer]
        if not (writers or found) and _is_alone(line) and shows_person(name, line.text):
            return match(line.text, line)
    elsewhere = next((line for line in islice(view.seen, _MAX_LINES) if shows_person(name, line.text)), None)
    if elsewhere is not None:
        if any(named.line is elsewhere for named in others):
            return mismatch(writers[0] if writers else elsewhere.text, "other-role", elsewhere)
        return undecided(writers[0]) if writers else match(elsewhere.text, elsewhere)
    return compare_person(name, writers, [named.name for named in others]) or view.absent()


def _organization(name: str, bylines: Bylines, view: View) -> Verdict | None:
    shown = next((line for line in islice(view.seen, _MAX_LINES) if key(name) in key(line.text)), None)
    if shown:
        return match(shown.text, shown)
    named = next((named for _, found in bylines for named in found if named.writer), None)
    return undecided(named.name, "organization", named.line) if named else None
