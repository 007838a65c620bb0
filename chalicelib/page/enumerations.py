"""Values of schema.org's enumerations: which are right, and which was meant.

A member stands by its name, with `schema:`, or as a URL with http or https. IRIs of other vocabularies, such as
GoodRelations, are theirs to judge.
"""

import re
from functools import cache

from chalicelib.page.spelling import folded, nearest
from chalicelib.page.vocabulary import (
    enumeration_of,
    is_one_of,
    is_subtype,
    members_of,
    subtypes,
    superseded_by,
)

_PREFIX = re.compile(r"(?:https?://(?:www\.)?schema\.org/#?|schema:)", re.IGNORECASE)
_SEVERAL = re.compile(r"[\s,;、，/]+")
_OPEN = frozenset(("DeliveryMethod",))  # carriers are named too, as in GoodRelations
_SHOWN = 12  # members named in a message
_LONGEST = 200  # characters of a value that are looked at
# What pages write in place of a member.
_MEANT = {
    wrong: right
    for right, wrongs in (
        ("InStock", "在庫あり 在庫有り 在庫有 販売中 available"),
        ("OutOfStock", "在庫なし 在庫無し 在庫切れ 品切れ 売り切れ unavailable"),
        ("SoldOut", "完売"),
        ("PreOrder", "予約受付中 予約"),
        ("BackOrder", "取り寄せ お取り寄せ"),
        ("NewCondition", "new 新品"),
        ("UsedCondition", "used 中古 中古品"),
        ("RefurbishedCondition", "refurbished 再生品 整備済み"),
        ("DamagedCondition", "damaged"),
        ("OnlineEventAttendanceMode", "online オンライン"),
        ("OfflineEventAttendanceMode", "offline オフライン"),
        ("MixedEventAttendanceMode", "mixed hybrid ハイブリッド"),
        ("EventScheduled", "scheduled 予定通り"),
        ("EventCancelled", "cancelled canceled eventcanceled 中止"),
        ("EventPostponed", "postponed 延期"),
        ("Monday", "mo mon 月 月曜 月曜日"),
        ("Tuesday", "tu tue 火 火曜 火曜日"),
        ("Wednesday", "we wed 水 水曜 水曜日"),
        ("Thursday", "th thu 木 木曜 木曜日"),
        ("Friday", "fr fri 金 金曜 金曜日"),
        ("Saturday", "sa sat 土 土曜 土曜日"),
        ("Sunday", "su sun 日 日曜 日曜日"),
        ("PublicHolidays", "ph 祝 祝日"),
    )
    for wrong in wrongs.split()
}


@cache
def is_closed(type_name: str) -> bool:
    """Whether only the members that schema.org lists may stand for it.

    Not those without own members (`QualitativeValue`, `BusinessFunction`), nor those that are other things.
    """
    return (
        type_name not in _OPEN
        and is_subtype(type_name, "Enumeration")
        and bool(members_of(type_name))
        and not is_one_of(type_name, ("MedicalProcedure", "MedicalTest", "Person", "Organization"))
    )


@cache
def allowed(kinds: tuple[str, ...]) -> frozenset[str]:
    """The members of these enumerations and of those below them; a type below one stands for a member too."""
    below = [name for kind in kinds for name in subtypes(kind)]
    found = {member for name in below for member in members_of(name)}
    return frozenset(found | {name for name in below if name not in kinds})


@cache
def spelled(kinds: tuple[str, ...]) -> frozenset[str]:
    """The members that may stand there as pages write them, so that nearly every value is known at a look."""
    current = [name for name in allowed(kinds) if superseded_by(name) is None]
    return frozenset(
        f"{start}{name}" for name in current for start in ("", "https://schema.org/", "http://schema.org/")
    )


def member_name(text: str) -> str | None:
    """The name of schema.org that a value stands for; None for an empty one and for an IRI of another vocabulary."""
    text = text[:_LONGEST].strip()
    prefix = _PREFIX.match(text)
    name = text[prefix.end() :] if prefix else text
    return None if not name or (prefix is None and ":" in name) else name


def meant_member(text: str, kinds: tuple[str, ...]) -> tuple[str, str]:
    """The text of `invalid-enumeration` that fits a wrong value, "near", "several" or "", and the member meant."""
    right = allowed(kinds)
    near = _meant(member_name(text) or "", right)
    parts = [_PREFIX.sub("", part) for part in _SEVERAL.split(text[:_LONGEST]) if part]
    if len(parts) > 1 and all(part in right for part in parts):
        return "several", ""
    return ("near", near) if near else ("", "")


def _meant(name: str, right: frozenset[str]) -> str:
    """The member that a wrong name was meant to be: a near one, a known word, or the only one it is an end of."""
    for known in (nearest(name, right), _MEANT.get(name.lower()), _MEANT.get(folded(name))):
        if known in right:
            return known or ""
    plain = folded(name)
    ends = [member for member in right if len(plain) > 3 and folded(member).startswith(plain)]
    ends += [member for member in right if len(plain) > 3 and folded(member).endswith(plain)]
    return ends[0] if len(ends) == 1 else ""


@cache
def shown(kinds: tuple[str, ...]) -> str:
    """The members that may stand there, as many as a message can hold."""
    names = sorted(name for name in allowed(kinds) if enumeration_of(name))
    return ", ".join(names[:_SHOWN]) + (" …" if len(names) > _SHOWN else "")
