"""The founding of a company (V1): 設立 is not 創業, and neither is the day of a merger or a new name."""

from chalicelib.page.compare.date import Shown
from chalicelib.page.compare.day import Declared, agrees
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided


def compare_founding(declared: Declared, shown: Shown) -> Verdict | None:
    """Against 設立, 創立, founded; 創業 and since where the page says nothing else. None: it shows no such fact."""
    founded = []
    since = []
    for dated in shown:
        if dated.role == "founded":
            founded.append(dated)
            if agrees(declared, dated.date, japanese=shown.japanese):
                return match(dated.date.shown, dated.line)
        elif dated.role == "since":
            since.append(dated)
    if founded:
        return mismatch(founded[0].date.shown, "", founded[0].line)
    for dated in since:
        if agrees(declared, dated.date, japanese=shown.japanese):
            return match(dated.date.shown, dated.line)
    return undecided(since[0].date.shown, "since", since[0].line) if since else None
