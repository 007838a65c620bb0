"""A declared rating against the ratings that a page shows: 4.5/5, ★4.5, ★★★★☆, 90点／100点満点 (V1, V3, V6)."""

import re
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from itertools import islice
from typing import NamedTuple

from chalicelib.page.compare.figures import Figure, plain
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided
from chalicelib.page.seen import Line

_MAX_LINES = 3000
_MAX_RATINGS = 60
_MAX_READ = 60_000  # characters of lines that may hold one
_AHEAD = 3
_NUMBER = r"(?P<value>\d{1,3}(?:[.,]\d{1,3})?)"
_BEST = r"(?P<best>\d{1,3}(?:\.0)?)"
_HINT = re.compile(
    (
        r"[★☆⭐✬✭✩]|評価|評点|評分|点|星|満足|スコア|レビュー|口コミ|クチコミ|平均|rat(?:ing|ed)|stars?\b"
        r"|score|out of|/\s?(?:5|10|100)\b|／\s?(?:５|5|10|100)|average|overall|satisf|recommend"
        r"|positive|おすすめ度|^\s?\d\.\d{1,2}\s?[(（]"
    ),
    re.IGNORECASE,
)
# With the scale beside it, or with a sign or word that only a rating has
_WITH_SCALE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        (
            rf"{_BEST}(?:\.0)?\s?(?:点満点中|段階中|つ星のうち|点満点で|点満点のうち|段階評価(?:中|で)?"
            rf"|点中)\s?[:、]?\s?(?:★|☆)?{_NUMBER}"
        ),
        (
            rf"(?<![\d./-]){_NUMBER}\s?(?:点|stars?|★|つ星)?\s?(?:/|／|out of|of a possible"
            rf"|of)\s?{_BEST}(?![\d/.-]|\s?(?:月|日|年|件|ページ|人|名|個|reviews?|ratings?|customers?"
            rf"|results?))(?P<mark>\s?(?:点満点|点|満点|stars?|★)?)"
        ),
        rf"(?<![\d./-]){_NUMBER}\s?点?\s?[(（\[]?\s?{_BEST}\s?(?:点満点|段階(?:評価)?|点中)",
    )
)
_PLAIN_RATING = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"[★⭐☆]\ufe0f?\s?[(（]?\s?{_NUMBER}(?![\d,]|\s?(?:件|人|名|つ|reviews?|ratings?|\)?\s?件))",
        (
            rf"(?:評価(?:点数?|値)?|点数|評点|星|平均(?:点|評価)?|総合(?:評価|点)?|スコア|満足度"
            rf"|\brat(?:ing|ed)|\bscore"
            rf"|\baverage|\boverall)(?:は|\s?[:：]|\s(?:of|is))?\s?[(（]?{_NUMBER}(?P<unit>\s?(?:点"
            rf"|%))?(?![\d,]|\s?(?:件|人|名|年|段階|つ星の|点満点|reviews?|ratings?|円|pt))"
        ),
        rf"(?<![\d.,]){_NUMBER}\s?(?:★|⭐|☆(?!☆)|[- ]?stars?\b(?! (?:hotel|inn)))",
        rf"^{_NUMBER}(?=\s?[(（]\s?\d[\d,]*\s?(?:件|人|reviews?|ratings?)?\s?[)）]$)",
        r"(?<![\d.,])(?P<value>\d\.\d{1,2})(?=\s?(?:点|[·・|(（]?\s?\d[\d,]*\s?(?:件|reviews?|ratings?)|[(（]\d))",
    )
)
_DRAWN = re.compile(r"[★☆⭐✬✭✩✮½⯪⯨🌟]{1,12}(?:\ufe0f)?")
_PERCENT = re.compile(r"\d{1,3}(?:\.\d+)?\s?[%％]")
_MEASURE = re.compile(r"満足度|おすすめ度|リピート率|合格率|recommend|satisf|positive|tomatometer|fresh", re.IGNORECASE)
_AVERAGE = re.compile(
    r"平均|総合|合計|全体|average|overall|based on|\bavg\b|カスタマーレビュー|みんなの", re.IGNORECASE
)
_COUNTED = re.compile(r"\d\s?(?:件|人)|\(\d[\d,.]*[KkM]?\+?\)|(?:reviews?|ratings?)\b", re.IGNORECASE)
_FILTER = re.compile(
    r"^(?:星|★)?\s?[1-5]\s?(?:つ星?|stars?|★)?\s?(?:以上)?\s?(?:\(?\d+\s?(?:件|%)|$)|(?<=[★星点つ\d])\s?以上",
    re.IGNORECASE,
)
_ASPECT = re.compile(
    (
        r"コスパ|味|接客|雰囲気|サービス|清潔|立地|部屋|風呂|食事|デザイン|使いやすさ|着心地|サイズ感|品質"
        r"|quality|value for|comfort|location|service|food"
    ),
    re.IGNORECASE,
)


class Rating(NamedTuple):
    """A rating on the page. best: its scale, None when it is not said. drawn: by stars, so that it is rounded.

    average: words or a count beside it say that it is of all.
    """

    value: Decimal
    best: Decimal | None
    decimals: int
    drawn: bool
    sure: bool
    average: bool
    shown: str
    line: Line | None


class Found(NamedTuple):
    """What a page shows of ratings. measure: the line of another measure, such as 満足度98%."""

    ratings: list[Rating]
    measure: Line | None


def find_ratings(lines: Iterable[Line], wanted: Figure | None = None) -> Found:
    """The ratings of the lines, up to a few lines after the wanted one was seen."""
    ratings: list[Rating] = []
    measure = None
    left, room = -1, _MAX_READ
    above = ""
    for line in islice(lines, _MAX_LINES):
        label = line.label or (above if len(above) <= 16 else "")
        if _HINT.search(line.text) or (label and line.text[:1].isdigit() and _HINT.search(label)):
            room -= min(len(line.text), 500)
            here = ratings_of(line.text, line, label)
            ratings += here
            if measure is None and _PERCENT.search(line.text) and _MEASURE.search(f"{label}{line.text}"):
                measure = line
            if wanted is not None and any(one.sure and not one.drawn and one.value == wanted.value for one in here):
                left = _AHEAD if left < 0 else left
        above = line.text
        if len(ratings) > _MAX_RATINGS or room < 0:
            break
        if left >= 0:
            left -= 1
            if left < 0:
                break
    return Found(ratings, measure)


def ratings_of(raw: str, line: Line | None = None, label: str = "") -> list[Rating]:
    """The ratings in a text, each place once: the number beside drawn stars counts, not the stars."""
    text = plain(raw[:500])
    if label and not _FILTER.search(text):
        text = f"{plain(label)}: {text}"
    if _FILTER.search(text):
        return []
    average = bool(_AVERAGE.search(text) or _COUNTED.search(text)) and not _ASPECT.search(text)
    found: list[Rating] = []
    for patterns, sure in ((_WITH_SCALE, True), (_PLAIN_RATING, True)):
        for pattern in patterns:
            for match_ in islice(pattern.finditer(text), 10):
                rating = _rating(match_, average, sure, line)
                if rating is not None:
                    found.append(rating)
            if found:
                return found
    spoken = _spoken(line) if line is not None else ""
    if spoken and spoken != raw:
        found = ratings_of(spoken)
        if found:
            return [rating._replace(line=line, average=rating.average or average) for rating in found]
    drawn = _DRAWN.search(text)
    if drawn is None or _DRAWN.search(text, drawn.end()) is not None:
        return []
    rating = _drawn(drawn[0], average, line)
    return [rating] if rating is not None else []


def _rating(match_: re.Match[str], average: bool, sure: bool, line: Line | None) -> Rating | None:
    told = match_.groupdict()
    value, best = _decimal(told["value"]), _decimal(told.get("best"))
    if (told.get("unit") or "").strip() == "%":
        return None
    if value is None or (best is not None and (best not in (3, 4, 5, 6, 7, 10, 20, 100) or value > best)):
        return None
    if best is None and value > (100 if (told.get("unit") or "").strip() == "点" else 10):
        return None
    decimals = len(told["value"].replace(",", ".").partition(".")[2])
    return Rating(value, best, decimals, False, sure, average, match_[0].strip(), line)


def _drawn(stars: str, average: bool, line: Line | None) -> Rating | None:
    full = sum(stars.count(star) for star in "★⭐🌟")
    half = sum(stars.count(star) for star in "½⯪⯨✬✮✭")
    empty = sum(stars.count(star) for star in "☆✩")
    if full + half + empty > 5 or full + half == 0 or half > 1:
        return None  # two rows, one laid over the other by style rules, or a pattern that rules fill
    sure = bool(empty or half) or full < 5
    return Rating(full + Decimal(half) / 2, Decimal(5), 0, True, sure, average, stars, line)


def _spoken(line: Line) -> str:
    """What is read out instead of drawn stars."""
    for node in [line.node, *line.node.css("[aria-label],[title]")[:5]]:
        attributes = node.attributes
        told = attributes.get("aria-label") or attributes.get("title") or ""
        if told and any(map(str.isdigit, told)):
            return told[:100]
    return ""


def _decimal(text: str | None) -> Decimal | None:
    try:
        return Decimal(text.replace(",", ".")) if text else None
    except InvalidOperation:
        return None


def compare_rating(
    declared: Figure, best: Decimal | None, found: Found, *, absent: Verdict, of_all: bool = True
) -> Verdict:
    """The verdict on a rating. best: the declared end of the scale, 5 when none is declared.

    of_all: an average, not one reviewer's; ratings of single reviews then say nothing against it.
    """
    scale = best or (Decimal(5) if declared.value <= 5 else Decimal(10) if declared.value <= 10 else Decimal(100))
    close: Rating | None = None
    against: list[Rating] = []
    for rating in found.ratings:
        said = _agrees(declared, scale, rating)
        if said is True:
            return match(rating.shown, rating.line)
        if said is None:
            close = close or rating
        else:
            against.append(rating)
    if close is not None:
        return undecided(close.shown, "", close.line)
    if not against:
        return undecided(found.measure.text, "", found.measure) if found.measure is not None else absent
    averages = [rating for rating in against if rating.average]
    chosen = averages or (
        [rating for rating in against if rating.line is None or not rating.line.card] if of_all else against
    )
    if not chosen and len({rating.value for rating in against}) == 1:
        chosen = against
    if chosen and (len({rating.value for rating in chosen}) == 1 or (averages and not averages[0].drawn)):
        return mismatch(chosen[0].shown, "", chosen[0].line)
    return undecided(against[0].shown, "", against[0].line)


def _agrees(declared: Figure, scale: Decimal, rating: Rating) -> bool | None:
    """Whether a shown rating is the declared one; None when it may be."""
    value = declared.value
    shown = rating.best or (scale if rating.value <= scale else Decimal(100))
    if shown != scale:
        same = value * shown == rating.value * scale
        return True if same else None
    difference = abs(value - rating.value)
    if rating.drawn:
        half = Decimal("0.25") if rating.value % 1 else Decimal("0.5")
        if difference < half:
            return True
        return None if difference < 1 or not rating.sure else False
    coarser = Decimal(1).scaleb(-min(rating.decimals, _decimals(declared)))
    # 4.48 is shown as 4.5, 4.25 as 4.3 or 4.2
    return difference == 0 or (difference <= coarser / 2 and rating.decimals != _decimals(declared))


def _decimals(number: Figure) -> int:
    exponent = number.step.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0
