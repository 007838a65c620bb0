"""What a date or a time of day is for, told by the words around it (V1): published, updated, start, doors, deadline."""

import re
from typing import Literal

Role = Literal["", "published", "modified", "start", "end", "doors", "deadline", "founded", "since", "other"]
_WORDS: tuple[tuple[str, str], ...] = (
    ("other", (
        r"最終確認日?|監修日|レビュー日|発売日?|発売予定|販売開始日?|(?:先行|一般|チケット)(?:発売|販売)|生年月日|誕生日|放送日?|公開予定日?|封切|販売期間|予約期間|受付期間|申込期間"
        r"|受付開始日?|予約開始日?|制定日?|施行日?|発行日|改称|移転|合併|上場|商号変更|届出日?|許可日?|取得日?|到着|発送|お届け|入荷|撮影日?|取材日?|前回|次回|アップデート配信"
        r"|旧|登録日|休業|休館|定休|抽選日?|当選発表|結果発表|振込|支払(?:期限|日)"
        r"|\b(?:(?:last |medically |expert )?reviewed|fact[- ]checked|released?|release date|on sale"
        r"|tickets on sale|born|birthday"
        r"|(?:early[- ]bird|registration opens|sales? (?:start|end)s?)|as of|shot on|previously|delivery"
        r"|ships?|joined|copyright|rsvp)\b"
    )),
    ("deadline", (
        r"締め?切り?日?|〆切り?|応募(?:期限|期間|受付)|募集(?:期限|期間)|申込(?:期限|み?締切)|エントリー期限|掲載(?:期間|終了日?|期限)|有効期限|有効期間|期限|受付終了日?|必着"
        r"|\b(?:apply (?:by|before)|application deadline|deadline|closing date|closes(?: on)?|valid (?:until"
        r"|through|thru|till|to)|expir(?:es|y)(?: date)?|applications? (?:close|due)|offer ends)\b"
    )),
    ("doors", r"開場(?:時間)?|受付(?:時間)?|入場開始|\b(?:doors?(?: open)?|check-?in|registration)\b"),
    ("modified", (
        r"(?:最終)?(?:更新|改訂|改定|修正|編集)(?:日時?|年月日)?"
        r"|\b(?:(?:last |page )?(?:updated?|modified|revised|edited"
        r"|changed)(?: on)?(?: date)?)\b"
    )),
    ("since", r"創業(?:年月?日?)?|\bsince\b"),
    ("founded", (
        r"(?:会社|法人)?(?:設立|創立|創設)(?:年月日|年月|日|年)?|\b(?:founded|established|est\.?|incorporated|foundation"
        r"|founding)(?: (?:in|date|on))?(?=[\s:,]|$)"
    )),
    ("end", r"終了日?時?(?:予定)?|終演|閉会|閉幕|閉演|終映|千[秋穐]楽"
        r"|\b(?:ends?|until|finish(?:es)?|concludes?|end (?:date|time))\b"),
    ("start", (
        r"開催(?:日時?|期間|日程|予定日?)?|実施(?:期間|日時?|日)|会期|公演(?:日時?|期間)|開演(?:時間)?|開始(?:日時?|時間|時刻)?|開会|開幕|日時|日程|開講日?|スタート|期間|とき"
        r"|\b(?:starts?|begins?|start (?:date|time)|when|dates?(?: ?(?:&|and) ?time)?|show ?time|event date"
        r"|from|kick-?off|commences)\b"
    )),
    ("published", (
        r"(?:初回?)?(?:公開|掲載|投稿|配信|発表|作成|記事作成|初出|リリース|登校)(?:日時?|年月日)?"
        r"|アップ日|募集開始日?|\b(?:(?:first "
        r"|originally )?(?:published|posted|publication date|written|created)(?: on)?|date (?:posted"
        r"|published)|posting date)\b"
    )),
)  # fmt: skip
_ROLE = re.compile("|".join(f"(?P<r{n}>{words})" for n, (_, words) in enumerate(_WORDS)), re.IGNORECASE)
_AFTER = re.compile(
    r"\s?(?:に|の|から|より|付け?(?:で|の)?|\(?)?\s?(?:新規)?(?:"
    r"(?P<modified>(?:最終)?更新|改訂|改定|updated?\b)|(?P<published>公開|掲載|投稿|配信|作成|発表(?!会)|published\b|posted\b)"
    r"|(?P<other>発売|オープン|放送|生まれ|封切|上場|改称|移転|入社|撮影|取材|現在|時点)"
    r"|(?P<since>創業)|(?P<founded>設立|創立|創設)|(?P<start>開演|開始|スタート|開会|開催|start\b)|(?P<end>終了|終演|閉会)"
    r"|(?P<deadline>締め?切り?|〆切|必着|消印))",
    re.IGNORECASE,
)
_UNTIL = re.compile(r"\s?(?:\d{1,2}[:時]\d{0,2}分?)?\s?(?:まで|迄)")
_GLUED = re.compile(r"^[\s:/|,.・>」】)\]\-は〉◆■●]*(?:日|on\b|in\b|at\b|:)?[\s:/|,.・>」】)\]\-は]*$", re.IGNORECASE)


def role_before(text: str, *, near: bool = False) -> Role:
    """The role that the words before a date give it: the last of them. near: nothing else stands between."""
    last = None
    for match in _ROLE.finditer(text[-60:]):
        last = match
    if last is None or (near and not _GLUED.match(text[-60:][last.end() :])):
        return ""
    return _named(last)


def role_after(text: str) -> tuple[Role, int]:
    """The role that the words right after a date give it, and where they end: 2026年5月25日 更新. 開場 is a time's."""
    until = _UNTIL.match(text)
    if until is not None:
        return "deadline", until.end()
    match = _AFTER.match(text)
    return (match.lastgroup, match.end()) if match is not None else ("", 0)  # type: ignore[return-value]


def label_role(label: str) -> Role:
    """The role that a label as a whole gives: of a `dt`, a `th`, or a short line above."""
    if not label or len(label) > 30:
        return ""
    found = _ROLE.search(label)
    return _named(found) if found is not None else ""


def _named(match: re.Match[str]) -> Role:
    return _WORDS[int((match.lastgroup or "r0")[1:])][0]  # type: ignore[return-value]
