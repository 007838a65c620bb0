"""Declared counts against the counts that a page shows: reviews, ratings, views, employees (V1, V3)."""

import re
from collections.abc import Iterable
from decimal import Decimal
from itertools import islice
from typing import NamedTuple

from chalicelib.page.compare.figures import FIGURE, Figure, by_ten, figure, plain_line, rounds_to
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided
from chalicelib.page.seen import Line

_MAX_LINES = 3000
_MAX_COUNTS = 100
_MAX_READ = 150_000  # characters of lines
_MAX_FIGURES = 30  # of a line
_UNIT = r"\s?(?:件|人|名|個|つ|本|回|票|点)?"


class Kind(NamedTuple):
    """What is counted. before, after: the words around its number; hint: found in every line that has such words."""

    before: re.Pattern[str]
    after: re.Pattern[str]


def _kind(before: str, after: str) -> Kind:
    return Kind(
        re.compile(
            (
                rf"(?:{before})(?:\s?(?:総?数|件数|合計))?\s?(?:\((?:全)?|[:：は]|全|計)?\s?(?:約|およそ"
                rf"|about |over |全)?\s?$"
            ),
            re.IGNORECASE,
        ),
        re.compile(rf"\s?(?:\+|以上|超)?{_UNIT}\s?\+?\s?(?:以上|超|を超え)?(?:{after})", re.IGNORECASE),
    )


_REVIEW = r"(?:カスタマー|お客様|商品|ユーザー|みんなの)?(?:レビュー|クチコミ|口コミ|くちこみ|感想)"
KINDS: dict[str, Kind] = {
    "review": _kind(
        rf"{_REVIEW}(?:を見る|一覧)?|\breviews?",
        rf"の?{_REVIEW}|\s?(?:(?:verified|customer|global|user|guest|google|product|total|written)\s){{0,2}}reviews?\b",
    ),
    "rating": _kind(
        r"(?:総合)?評価(?:者|人)?(?:総?数|件数)|採点数|投票(?:総?数)|\bratings?|\bvotes?",
        (
            r"の(?:グローバル)?(?:評価|採点|投票)|が(?:評価|採点|投票)|\s?(?:(?:global|customer|user|total"
            r"|star)\s){0,2}(?:ratings?|votes?)\b"
        ),
    ),
    "view": _kind(
        r"(?:総)?(?:再生|視聴|閲覧|表示|アクセス)(?:回数|数)?|\bviews?|\bplays?|\bwatched|PV",
        (
            r"\s?(?:回)?の?(?:再生|視聴|閲覧|表示|アクセス)|\s?(?:total )?(?:views?|plays?|watches|streams"
            r"|pv)\b|\s?times? (?:viewed|watched|played)"
        ),
    ),
    "like": _kind(
        r"いいね!?(?:の?数)?|高評価|お気に入り(?:登録)?|♥|❤|♡|👍|\blikes?|\bfavou?rites?",
        r"の?(?:いいね|高評価|お気に入り)|\s?(?:likes?|favou?rites?|upvotes?)\b",
    ),
    "comment": _kind(
        r"コメント|返信|回答|💬|\bcomments?|\brepl(?:y|ies)|\banswers?",
        r"の?(?:コメント|返信|回答)|\s?(?:comments?|repl(?:y|ies)|answers?)\b",
    ),
    "share": _kind(
        r"シェア|共有|リポスト|\bshares?|\breposts?",
        r"の?(?:シェア|共有|リポスト)|\s?(?:shares?|reposts?)\b",
    ),
    "follow": _kind(
        r"フォロワー|(?:チャンネル)?登録者|\bfollowers?|\bsubscribers?",
        r"の?(?:フォロワー|(?:チャンネル)?登録者)|\s?(?:followers?|subscribers?)\b",
    ),
    "download": _kind(
        r"ダウンロード|インストール|DL|\bdownloads?|\binstalls?",
        r"の?(?:ダウンロード|インストール|DL)|\s?(?:downloads?|installs?)\b",
    ),
    "post": _kind(r"投稿|記事|\bposts?", r"の?(?:投稿|記事)|\s?(?:posts?|articles?)\b"),
    "employee": _kind(
        (
            r"(?:従業員|社員|職員|スタッフ|人員)(?:数|総数|合計)?(?:\s?\((?:連結|単体|単独|正社員"
            r"|グループ)\))?[^\d]{0,12}?|(?:連結|単体|単独|グループ全体)|\bemployees|\bstaff|\bheadcount"
            r"|\bcompany size|\bteam (?:size|of)"
        ),
        r"の?(?:従業員|社員|職員|スタッフ)|\s?(?:[a-z-]+\s)?(?:employees|people|staff|team members|workers)\b",
    ),
}
_HINTS: dict[str, re.Pattern[str]] = {
    name: re.compile(words, re.IGNORECASE)
    for name, words in {
        "review": r"レビュー|口コミ|クチコミ|くちこみ|感想|review|★|☆|⭐|評価|rating|^\s?\d\.\d{1,2}\s?[(（]",
        "rating": "評価|採点|投票|rating|vote|★|☆|⭐|レビュー|review|口コミ|クチコミ",
        "view": "再生|視聴|閲覧|表示|アクセス|view|play|watch|stream|PV",
        "like": "いいね|評価|お気に入り|[♥❤♡👍]|like|favo|upvote",
        "comment": "コメント|返信|回答|💬|comment|repl|answer",
        "share": "シェア|共有|リポスト|share|repost",
        "follow": "フォロワー|登録者|follower|subscriber",
        "download": "ダウンロード|インストール|DL|download|install",
        "post": "投稿|記事|post|article",
        "employee": "従業員|社員|職員|スタッフ|人員|連結|単体|単独|employee|people|staff|headcount|team|worker",
    }.items()
}
_ABOUT = re.compile(
    r"(?:約|およそ|おおよそ|ほぼ|\b(?:about|approx(?:\.|imately)?|around|some|nearly|almost))\s?$|~$", re.IGNORECASE
)
_OVER = re.compile(r"(?:\b(?:over|more than)|累計)\s?$", re.IGNORECASE)
_OVER_AFTER = re.compile(r"\s?(?:\+|(?:件|人|名|回|本)?\s?\+|(?:件|人|名|回|本)?\s?(?:以上|超|を?突破|を超え|余り?))")
_NEAR_STARS = re.compile(
    (
        r"(?:[★☆⭐½✬]|[0-5]\.\d{1,2}|\b5つ星のうち\s?[\d.]+|点満点|/\s?\d+|stars?|点)\s?\)?\s?(?:["
        r"|・·/,]\s?)?\(\s?(?:全|約)?$"
    ),
    re.IGNORECASE,
)
_CLOSED = re.compile(r"\s?\+?\s?(?:件|人|名)?\s?\)")
_PIECES = re.compile(r"\s?(?:件|人|票)(?!当|目|あ|前)")
_PERSONS = re.compile(r"\s?(?:名|人)(?!以下|目|部屋|がけ)|\s?(?:employees|people)\b", re.IGNORECASE)
_NO_COUNT = re.compile(r"\s?(?:年|月|日|時|分|秒|円|点(?!の|が)|%|位|歳|期|つ星|stars?\b|out\b|/|／)", re.IGNORECASE)
_FILTER = re.compile(
    r"星\s?\d\s?つ?[:の(]?\s?$|\d\s?stars?\s?[:(]?\s?$|(?:ページ|page|表示|中|/|~|-)\s?$", re.IGNORECASE
)


class Count(NamedTuple):
    """A count on the page. kind: of what, "" when it stands beside stars without a word. over: at least so many."""

    figure: Figure
    kind: str
    about: bool
    over: bool
    shown: str
    line: Line


def counts_of(line: Line, kinds: tuple[str, ...], above: str = "") -> list[Count]:
    """The counts of these kinds in a line. above: the line before, which may be its label."""
    label = line.label or (above if len(above) <= 24 else "")
    whole = f"{label} {line.text}" if label else line.text
    if not any(_HINTS[kind].search(whole) for kind in kinds):
        return []
    text, _ = plain_line(line)
    prefix = f"{label} " if label else ""
    found: list[Count] = []
    for match_ in islice(FIGURE.finditer(text), _MAX_FIGURES):
        number = figure(match_[0])
        start, end = match_.start(), match_.start() + len(match_[0].rstrip())
        if number is None or number.value != number.value.to_integral_value() or _NO_COUNT.match(text, end):
            continue
        before = (prefix + text[max(0, start - 40) : start]) if start < 40 else text[start - 40 : start]
        if _FILTER.search(before):
            continue
        kind = _kind_of(before, text[end : end + 40], kinds)
        if kind is None:
            continue
        about, over = bool(_ABOUT.search(before)), bool(_OVER.search(before) or _OVER_AFTER.match(text, end))
        found.append(Count(number, kind, about, over, _shown(text, start, end), line))
    return found


def _kind_of(before: str, after: str, kinds: tuple[str, ...]) -> str | None:
    for kind in kinds:
        if KINDS[kind].after.match(after):
            return kind
    for kind in kinds:
        if KINDS[kind].before.search(before) and not any(
            KINDS[other].after.match(after) for other in KINDS if other not in kinds
        ):
            return kind
    if (("review" in kinds or "rating" in kinds) and (_NEAR_STARS.search(before) and _CLOSED.match(after))) or (
        re.search("[★☆⭐]|評価|点|レビュー|口コミ|クチコミ", before) and _PIECES.match(after)
    ):
        return ""
    if "employee" in kinds and _HINTS["employee"].search(before) and _PERSONS.match(after):
        return "employee"
    return None


def _shown(text: str, start: int, end: int) -> str:
    unit = re.compile(
        r"\s?(?:[+]|以上|件|人|名|回(?:再生|視聴)?|reviews?|ratings?|views?|employees)+", re.IGNORECASE
    ).match(text, end)
    return text[start : unit.end() if unit else end].strip()


def find_counts(lines: Iterable[Line], kinds: tuple[str, ...], wanted: Decimal | None = None) -> list[Count]:
    """The counts of these kinds on the page, up to the first that is the wanted one."""
    found: list[Count] = []
    above, room = "", _MAX_READ
    for line in islice(lines, _MAX_LINES):
        room -= min(len(line.text), 1000)
        here = counts_of(line, kinds, above)
        found += here
        if wanted is not None and any(one.figure.value == wanted and one.kind == kinds[0] for one in here):
            break
        if len(found) > _MAX_COUNTS or room < 0:
            break
        above = line.text
    return found


def agrees(count: Count, declared: Decimal) -> bool:
    """Whether the shown count is the declared one, rounded or not (V3)."""
    shown = count.figure
    if shown.value == declared:
        return True
    if shown.scaled and rounds_to(declared, shown.value, shown.step):
        return True
    if not (count.about or count.over):
        return False
    step = shown.step
    while shown.value and shown.value % (step * 10) == 0:
        step *= 10
    if count.over:
        return shown.value <= declared < shown.value + step
    return abs(declared - shown.value) <= step


def compare_count(declared: Decimal, kind: str, counts: list[Count], *, absent: Verdict) -> Verdict:
    """The verdict on one count. Those of `kind` count; those beside stars without a word may be of any."""
    own = [count for count in counts if count.kind == kind] or [count for count in counts if not count.kind]
    for count in own:
        if agrees(count, declared):
            return match(count.shown, count.line)
    others = [count for count in counts if count.kind != kind]
    if not own:
        return undecided(others[0].shown, "", others[0].line) if others else absent
    best = own[0]
    if any(count.over and declared > count.figure.value and not by_ten(declared, count.figure.value) for count in own):
        return undecided(best.shown, "", best.line)
    if any(agrees(count, declared) for count in others if count.kind):
        return mismatch(best.shown, "count-other", best.line)
    if len({count.figure.value for count in own}) > 1 and not _main(own):
        return undecided(best.shown, "", best.line)
    return mismatch(best.shown, "number-unit" if by_ten(best.figure.value, declared) else "", best.line)


def _main(counts: list[Count]) -> bool:
    """Whether the first count is the page's: the others stand in cards, as those of other products do."""
    return not counts[0].line.card and all(count.line.card for count in counts[1:] if count.figure != counts[0].figure)
