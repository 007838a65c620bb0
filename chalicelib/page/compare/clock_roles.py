"""Times of day with their roles: 開場 17:30 開演 18:00, 18:00〜20:00 (V1)."""

import re
from collections.abc import Iterator

from chalicelib.page.compare.clock import Clock, clocks_in
from chalicelib.page.compare.date_roles import Role, label_role, role_before
from chalicelib.page.compare.dates_shown import dates_in
from chalicelib.page.seen import Line

_UP_TO = re.compile(r"\s?(?:~|-|から|to|until)\s?", re.IGNORECASE)
_BEHIND = re.compile(
    r"\s?\(?(?:に|より|から|頃)?(?:(?P<doors>開場|受付|集合|open\b|doors\b)|(?P<start>開演|開始|スタート|開会|start\b)"
    r"|(?P<end>終了|終演|閉会|解散|まで))(?!\s?:?\s?\d)",
    re.IGNORECASE,
)
_BEHIND_ROLES: dict[str, Role] = {"doors": "doors", "start": "start", "end": "end"}


def clocks_with_roles(line: Line) -> Iterator[tuple[Clock, Role, str]]:
    """The times of a line and what they are for: 開場 17:30 / 開演 18:00, 18:00〜20:00."""
    text = dates_in(line.text).text
    label = label_role(line.label)
    clocks = clocks_in(text)
    role: Role = ""
    upto = 0
    for number, clock in enumerate(clocks):
        before = text[upto : clock.start]
        after = text[clock.end : clocks[number + 1].start if number + 1 < len(clocks) else clock.end + 12]
        upto = clock.end
        if number and _UP_TO.fullmatch(before):
            role = "end" if role in ("", "start") else role
        else:
            role = role_before(before, near=True)
            if not role:
                behind = _BEHIND.match(after)
                role = _BEHIND_ROLES[behind.lastgroup or ""] if behind else label or role_before(before)
                upto += behind.end() if behind else 0
        yield clock, role, text[clock.start : clock.end]
