"""Which of Google's search features each thing on a page could get, and what it lacks for them (`rich_results`).

A thing is judged for a feature when it is what the page is about: an entity, or nested through the properties of
`Feature.via` only. So the logo, the author and the publisher of an article are judged as part of it and not by
themselves. A feature that a page plainly does not aim at is not spoken of: each has its conditions in features.json.
"""

from collections.abc import Collection, Iterator
from typing import Any

from chalicelib.page.entities import Harvest
from chalicelib.page.features_judge import judge
from chalicelib.page.features_paths import TooManyValuesError
from chalicelib.page.features_report import Verdict, report, report_retired
from chalicelib.page.features_rows import row
from chalicelib.page.features_table import Feature, may_get
from chalicelib.page.features_when import Page, Spot, hold, ways
from chalicelib.page.kinds import is_disabled
from chalicelib.page.things import Thing

MAX_ROWS = 300  # of `rich_results` on one page; what is beyond is not judged


def find_features(harvest: Harvest, url: str, disabled_types: Collection[str] = ()) -> list[dict[str, Any]]:
    """Rows of `rich_results`, in the order of the page; what they lack is reported as findings too.

    url: the page's own. disabled_types: representative types that are switched off (K-032).
    """
    if not harvest.entities:
        return []
    page = Page(harvest.things(), url)
    rows: list[dict[str, Any]] = []
    verdicts: list[Verdict] = []
    retired: set[str] = set()
    try:
        for thing in page.things:
            for feature, type_name in _could_get(thing, page):
                if is_disabled(type_name, disabled_types) or feature.id in retired:
                    continue
                if len(rows) == MAX_ROWS:
                    raise TooManyValuesError
                problems = judge(feature, thing, page, disabled_types)
                rows.append(row(feature, thing, type_name, problems, harvest))
                if feature.status == "retired":  # one row a page tells it
                    retired.add(feature.id)
                    report_retired(feature, thing, type_name, harvest)
                elif problems:
                    verdicts.append(Verdict(feature, thing, type_name, problems))
    except TooManyValuesError:
        harvest.too_much(None, MAX_ROWS)
    report(verdicts, harvest)
    return rows


def _could_get(thing: Thing, page: Page) -> Iterator[tuple[Feature, str]]:
    """The features a thing could get, each once, with the type that makes it so."""
    told: list[str] = []
    reached: list[list[str]] | None = None
    for type_name in thing.types[:_MAX_TYPES]:
        for feature, main in may_get(type_name):
            if feature.id in told:
                continue
            if not _is_outermost(thing) and "*" not in feature.via:
                reached = ways(thing) if reached is None else reached
                if not any(feature.via.issuperset(way) for way in reached):
                    continue
            if not main.conditions or hold(main.conditions, Spot(thing, thing, True, page)):
                told.append(feature.id)
                yield feature, type_name


_MAX_TYPES = 10  # of one thing


def _is_outermost(thing: Thing) -> bool:
    node = thing.nodes[0]
    return node.outermost and node.number >= 0
