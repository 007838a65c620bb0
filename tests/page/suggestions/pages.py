"""Pages whose content deserves a markup, and how what is suggested is read in the tests."""

import json
from typing import Any

from tests.page.pages import read

Row = dict[str, Any]
SENTENCE = "朝の市場には近くの畑でとれた野菜が並び、買い物に来た人たちが生産者と言葉を交わしています。"
SENTENCE_EN = (
    "The morning market fills with vegetables from the fields nearby, and people talk with those who grow them. "
)


def page(body: str, title: str = "", head: str = "", lang: str = "ja") -> str:
    """A page with a body, as a site sends it."""
    return f'<!DOCTYPE html><html lang="{lang}"><head><title>{title}</title>{head}</head><body>{body}</body></html>'


def rows(body: str, url: str = "https://shop.example/p/1", *, status: str = "", **options: Any) -> dict[str, Row]:
    """The rows of `suggestions` by their type; each type has one."""
    parts = {name: options.pop(name) for name in ("title", "head", "lang") if name in options}
    found: list[Row] = read(page(body, **parts), url=url, **options).result["suggestions"]
    assert len({row["type"] for row in found}) == len(found)
    return {row["type"]: row for row in found if row["status"] == status or not status}


def drafts(body: str, url: str = "https://shop.example/p/1", **options: Any) -> dict[str, Row]:
    """The drafts of what is missing, each held against our own reader: no fault, and what it lacks is told."""
    found = rows(body, url, status="missing", **options)
    for row in found.values():
        sound(row, url)
    return {name: row["draft"] for name, row in found.items()}


def sound(row: Row, url: str) -> None:
    """A draft pasted into a page has no error but that of what it is said to lack."""
    script = json.dumps(row["draft"], ensure_ascii=False).replace("</", "<\\/")
    result = read(
        f'<!DOCTYPE html><title>t</title><script type="application/ld+json">{script}</script>', url=url
    ).result
    assert len(result["entities"]) == 1
    faults = [one for one in result["validation"] if one["severity"] == "error"]
    assert [one for one in faults if one["rule"] not in ("google-required", "google-one-of")] == []
    if row["type"] in ("Course", "ItemList"):  # what search shows of them asks for more than one page has
        return
    active = [one for one in result["rich_results"] if one["status"] == "active" and one["type"] == row["type"]]
    assert (row["benefit"] == "search-feature") is bool(active)
    if active:
        assert any(
            one["missing_required"] == row["lacks"] and one["eligible"] is not bool(row["lacks"]) for one in active
        )


def names(*expected: str) -> set[str]:
    """The types, to compare with."""
    return set(expected)
