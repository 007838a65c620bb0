"""The name of the page's own organization, where the page shows such a fact (K-066; "Silence before noise")."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from chalicelib.page.checks.row import Row, row
from chalicelib.page.checks.subject import own, text_of, texts_of
from chalicelib.page.checks.view import View
from chalicelib.page.compare.company import has_form, holds_company, same_company, without_former
from chalicelib.page.compare.text import key
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided
from chalicelib.page.gather import Thing
from chalicelib.page.seen import Line

_MAX_LINES = 3000
_MAX_THINGS = 3
_MAX_RIGHTS = 30  # lines with a ©
_MAX_NAME = 120
_FEW_LINES = 6  # a page that says little else than a name says whose page it is
_LABEL = (
    "社名|会社名|商号|正式社名|正式名称|名称|法人名|企業名|団体名|組織名"
    "|運営(?:会社|元|者|団体|主体)?"
    "|販売業者|販売元|発行[元者]|事業者名?|サイト運営者"
    "|company(?: name)?|legal name|name of company|operated by|operator|publisher|registered name"
)
_WHOLE_LABEL = re.compile(rf"(?:{_LABEL})(?:\s*[(（][^()（）]{{0,20}}[)）])?", re.IGNORECASE)
_LABELLED = re.compile(rf"^[■●・◆▼\s]*(?:{_LABEL})\s*[:：／/｜|]\s*(?P<name>.+)$", re.IGNORECASE)
_RIGHTS = re.compile(
    r"(?:copyright\s*)?(?:©|\(c\)|&copy;)(?:\s*copyright)?[\s,.]*"
    r"(?:(?:19|20)\d\d\s*+(?:年|[-–—~〜～]\s*+(?:(?:19|20)?\d\d)?)?[\s,.]*+)*+"
    r"(?:by\s+)?(?P<name>[^|｜]{1,120}?)\s*(?:[,.]?\s*(?:19|20)\d\d[-–—\d\s]*)?"
    r"(?:[,.]?\s*(?:all\s+rights?\s+reserved.*|無断.*|全著作権.*))?$",
    re.IGNORECASE,
)
_LOGO = re.compile(
    r"\s*(?:の?(?:公式)?(?:ロゴ(?:マーク)?|社章|シンボルマーク)|'s\s+logo|(?:company\s+|corporate\s+)?logo(?:\s*mark)?)\s*$",
    re.IGNORECASE,
)
_COMPANY_PAGE = re.compile(
    r"会社(?:概要|案内|情報|紹介)|企業(?:情報|概要)|運営会社|特定商取引|法人概要|団体概要"
    r"|\babout(?: us)?\b|\bcompany\b|\bcorporate\b",
    re.IGNORECASE,
)


class Shown(NamedTuple):
    """A company's name on a page. sure: the page says that it is whose page it is."""

    name: str
    sure: bool
    line: Line


def _shown(view: View) -> Iterator[Shown]:
    """The names that a page gives to who runs it: labelled, in the © line, of the logo."""
    rights = 0
    for line in islice(view.seen, _MAX_LINES):
        text = line.text
        if len(text) > 300:
            continue
        if line.label and _WHOLE_LABEL.fullmatch(line.label.strip("：: 　■●")):
            yield Shown(text, True, line)
        elif "©" in text or "(c)" in text or "(C)" in text or "opyright" in text or "COPYRIGHT" in text:
            rights += 1
            found = _RIGHTS.search(text.replace("Copyright ©", "©")) if rights <= _MAX_RIGHTS else None
            if found:
                yield Shown(found["name"], False, line)
        elif len(text) <= _MAX_NAME:
            labelled = _LABELLED.match(text) if ":" in text or "：" in text or "／" in text else None
            if labelled:
                yield Shown(labelled["name"], True, line)
            elif _LOGO.search(text):
                name = _LOGO.sub("", text)
                if name:
                    yield Shown(name, False, line)


def check_organization_name(view: View) -> Iterator[Row]:
    """`name` of the one organization that the page speaks for. A page that shows no such name gives no row."""
    things = [thing for _, thing in view.of("Organization", "LocalBusiness")]
    if not things:
        return
    chosen, certain = own(view, things, "name", lambda name: False)
    if not certain:
        return
    for thing in chosen[:_MAX_THINGS]:
        verdict = _name(thing, view)
        if verdict is not None:
            yield row(view, thing, "name", text_of(thing.first("name")), verdict)


def _name(thing: Thing, view: View) -> Verdict | None:
    names = [name for field in ("name", "legalName", "alternateName") for name in texts_of(thing, field, 5)]
    wrong: Shown | None = None
    doubt: Shown | None = None
    for shown in _shown(view):
        today = without_former(shown.name)
        said = {same_company(name, today) for name in names}
        if True in said or any(holds_company(today, name) for name in names):
            return match(shown.name, shown.line)
        if None not in said and (shown.sure or _is_like(names, today)):
            wrong = wrong or shown
        else:
            doubt = doubt or shown
    if wrong is not None:
        former = any(key(name) in key(wrong.name) for name in names)
        return mismatch(wrong.name, "former-name" if former else "", wrong.line)
    if doubt is not None:
        return undecided(doubt.name, line=doubt.line)
    return _whole_lines(names, view)


def _is_like(names: list[str], shown: str) -> bool:
    """Whether a name in a © line is written as fully as the declared one, so that the two can be told apart."""
    return has_form(shown) and any(has_form(name) for name in names)


def _whole_lines(names: list[str], view: View) -> Verdict | None:
    """On a page about the company: lines that are a company's name and nothing else."""
    lines = list(islice(view.seen, _MAX_LINES))
    titles = f"{view.document.title or ''} {view.document.primary_heading or ''}"
    about = len(lines) <= _FEW_LINES or _COMPANY_PAGE.search(titles) is not None
    found = []
    for line in lines:
        text = without_former(line.text) if len(line.text) <= _MAX_NAME and ":" not in line.text else ""
        if text and any(key(name) == key(text) for name in names):
            return match(line.text, line)
        if has_form(text) and not ("：" in text or line.label):
            if any(same_company(name, text) is True or holds_company(text, name) for name in names):
                return match(line.text, line)
            found.append(line)
    if not about or len({key(line.text) for line in found}) != 1:
        return None
    said = [same_company(name, without_former(found[0].text)) for name in names]
    return undecided(found[0].text, line=found[0]) if None in said else mismatch(found[0].text, line=found[0])
