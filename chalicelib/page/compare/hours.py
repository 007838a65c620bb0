"""Opening hours of a page against those declared (V1, K-066)."""

import re
from collections.abc import Iterable, Iterator

from chalicelib.page.compare.figures import plain
from chalicelib.page.compare.hours_shown import ALWAYS, EVERY, Hours, read_hours
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided
from chalicelib.page.compare.week import ALL_DAYS, DAYS, Spans, Week
from chalicelib.page.seen import Line

_LABEL = re.compile(
    r"(?:通常)?営業(?:時間|日時?|案内)|開(?:館|店|園|場|所|院)時間|診療(?:時間|日)|利用時間|店舗時間"
    r"|営業中|\b(?:opening |business |store |shop |office |trading |our )?hours\b|\bopen(?:ing times)?\b|^open$",
    re.IGNORECASE,
)
_CLOSED_LABEL = re.compile(r"定休日?|休業日?|休館日?|休診日?|休園日?|お?休み|\bclosed\b", re.IGNORECASE)
_OTHER = re.compile(
    r"(?:電話|お?問い?合わ?せ|サポート|カスタマー|フリーダイヤル|ご?予約|申込"
    r"|注文)[^ 0-9]{0,10}(?:受付|対応)|受付時間|受付|電話|TEL|フリーダイヤル|開催|公演|配送|お届け"
    r"|時間指定|試合|上映|放送|面接|勤務|始業|就業|シフト"
    r"|チェックイン|アクセス|駐車場|イベント|講座|授業|セミナー|所要|送迎|集合|日時|タイムセール|ハッピーアワー"
    r"|\b(?:call(?:s| us)?|phone|support|lines?|delivery|check-?in|event|shift|show"
    r"|happy hour|class|webinar|parking)\b",
    re.IGNORECASE,
)
_MAX_LINES = 3000
_MAX_BELOW = 10
_REST = 16  # characters beside hours in a line that has no label
_TIMES = re.compile(
    r"\d\s?(?:[:時]\s?\d{0,2}分?|[ap]\.?m\.?)?\s?(?:~|-|から|to|until)\s?(?:翌日?"
    r"|午後|正午|noon|midnight|\d)",
    re.IGNORECASE,
)


class Block:
    """Lines of the page that speak of hours together. sure: labelled so, or saying nothing else."""

    def __init__(self, lines: list[Line], text: str, *, labelled: bool) -> None:
        self.line = lines[0]
        self.shown = " ".join(line.text for line in lines)[:300]
        self.hours = read_hours(text)
        self.labelled = labelled


def blocks(lines: Iterable[Line]) -> Iterator[Block]:
    """The parts of a page that say opening hours."""
    part: list[Line] = []
    texts: list[str] = []
    labelled = False
    above = ""
    for number, line in enumerate(lines):
        if number > _MAX_LINES:
            break
        text = line.text
        name = line.label or (above if not part else "")
        about = _is_about_hours(text, line.label) if len(text) <= 300 else False
        is_label = len(text) <= 20 and _LABEL.search(text) is not None and not any(map(str.isdigit, text))
        if is_label and part and labelled:
            yield from _made(part, texts, labelled=labelled)
            part, texts, labelled = [], [], False
        if about and not _OTHER.search(text if not line.label else f"{line.label} {text}") and not _OTHER.search(name):
            again = bool(part) and (_LABEL.search(line.label or text) is not None) and labelled and _has_span(texts)
            if again:
                yield from _made(part, texts, labelled=labelled)
                part, texts, labelled = [], [], False
            labelled = labelled or _LABEL.search(text) is not None or _LABEL.search(name) is not None
            part.append(line)
            texts.append(f"{line.label} {text}" if _tells(line.label) else text)
        elif part and (not is_label or len(part) > _MAX_BELOW) and not _is_short_label(text):
            yield from _made(part, texts, labelled=labelled)
            part, texts, labelled = [], [], False
        above = text if len(text) <= 20 else ""
    if part:
        yield from _made(part, texts, labelled=labelled)


def _has_span(texts: list[str]) -> bool:
    return any(read_hours(text).told for text in texts)


def _is_short_label(text: str) -> bool:
    return len(text) <= 12 and (
        _CLOSED_LABEL.search(text) is not None or re.fullmatch(DAYS, plain(text), re.IGNORECASE) is not None
    )


def _tells(label: str) -> bool:
    return (
        bool(label)
        and len(label) <= 20
        and (
            _CLOSED_LABEL.search(label) is not None
            or re.fullmatch(DAYS, plain(label).strip(), re.IGNORECASE) is not None
        )
    )


def _is_about_hours(text: str, label: str) -> bool:
    if any(map(str.isdigit, text)):
        folded = plain(text)
        if ALWAYS.search(folded):
            return True
        if _TIMES.search(folded):
            return True
    return _CLOSED_LABEL.search(text) is not None or EVERY.search(text) is not None or _tells(label)


def _made(part: list[Line], texts: list[str], *, labelled: bool) -> Iterator[Block]:
    block = Block(part, "\n".join(texts), labelled=labelled)
    if block.hours.told and (labelled or block.hours.rest <= _REST * len(part)):
        yield block


def compare_hours(declared: Week, lines: Iterable[Line]) -> Verdict | None:
    """The declared week against the page; None where it shows no hours."""
    first: Verdict | None = None
    count = 0
    for block in blocks(lines):
        verdict = _compare(declared, block)
        if verdict.status == "match":
            return verdict
        count += 1
        first = first or verdict
        if count > 5:
            break
    if count > 1 and first is not None:
        return undecided(first.shown, "hours-several", first.line)
    return first


def _compare(declared: Week, block: Block) -> Verdict:
    hours = block.hours
    conflict = False
    agreed = False
    for day in range(7):
        said = declared.get(day, frozenset())
        shown, sure = _shown(hours, day)
        if said == shown:
            agreed = agreed or bool(said)
        elif (said and not shown) or said or sure:
            conflict = True
    if conflict:
        return (undecided if hours.vague else mismatch)(block.shown, "hours-vague" if hours.vague else "", block.line)
    return match(block.shown, block.line) if agreed else undecided(block.shown, "", block.line)


def _shown(hours: Hours, day: int) -> tuple[Spans, bool]:
    """The spans of a day, and whether the page says that it is open then."""
    if day in hours.listed:
        return frozenset(hours.listed[day]), True
    if day in hours.closed:
        return frozenset(), True
    if hours.listed and not hours.general:
        return frozenset(), not hours.closed
    return frozenset(hours.general), hours.every or bool(hours.closed and hours.closed != ALL_DAYS)
