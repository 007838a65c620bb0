"""What a careful reader says of one declared value."""

from typing import Literal, NamedTuple

from chalicelib.page.seen import Line

Status = Literal["match", "mismatch", "missing", "skipped"]
Reason = Literal["not-registered", "cannot-decide", "page-says-less", "script-made", "not-on-page", "not-in-markup"]


class Verdict(NamedTuple):
    """reason: why it is `missing` or `skipped`, else None. shown: the page's own or closest value, "" for none.

    why: the key of a text `checks.why.…` that says in words what decided, "" when status and values say enough.
    line: where the shown value stands.
    """

    status: Status
    reason: Reason | None = None
    shown: str = ""
    why: str = ""
    line: Line | None = None


def match(shown: str, line: Line | None = None) -> Verdict:
    """The page shows the declared value."""
    return Verdict("match", None, shown, "", line)


def mismatch(shown: str, why: str = "", line: Line | None = None) -> Verdict:
    """The page shows another value in the same role."""
    return Verdict("mismatch", None, shown, why, line)


def missing(why: str = "") -> Verdict:
    """The page shows no such value."""
    return Verdict("missing", "not-on-page", "", why)


def undecided(shown: str = "", why: str = "", line: Line | None = None) -> Verdict:
    """Not comparable: a reader could say neither."""
    return Verdict("skipped", "cannot-decide", shown, why, line)


def unsaid(shown: str = "") -> Verdict:
    """The page shows nothing to compare with, and need not."""
    return Verdict("skipped", "page-says-less", shown, "not-said")
