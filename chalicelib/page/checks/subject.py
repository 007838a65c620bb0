"""Which of the things of a kind is the page's own: only that one is compared with what the page shows."""

from collections.abc import Callable, Iterable
from typing import Any

from chalicelib.page.checks.view import View
from chalicelib.page.gather import Thing
from chalicelib.page.names import absolute
from chalicelib.page.wording import folded

_MAX_THINGS = 200  # of a kind; 2000 headlines of 1000 characters with 600 parts of a title did not end
_MAX_TEXT = 1000
_WHOLE = ("mainEntity", "mainEntityOfPage", "mainContentOfPage", "@graph", "@included")  # lead to what a page is about


def text_of(value: Any) -> str:
    """A declared text, "" for anything else."""
    return value.strip()[:_MAX_TEXT] if isinstance(value, str) else ""


def texts_of(thing: Thing, name: str, most: int = 20) -> list[str]:
    """The texts of a property, those of the names of nodes too."""
    found = []
    for value in thing.properties.get(name, ())[:most]:
        text = text_of(value.first("name") if isinstance(value, Thing) else value)
        if text:
            found.append(text)
    return found


def leads(thing: Thing) -> bool:
    """Whether a thing stands at top level, or where a page names what it is about, not as a part of another thing."""
    for node in thing.nodes[:20]:
        way = node.path.replace("]", "").split(".")
        if node.outermost or all(step.partition("[")[0] in _WHOLE for step in way):
            return True
    return False


def own(
    view: View, things: Iterable[Thing], name: str, agrees: Callable[[str], bool], *, nested: bool = False
) -> tuple[list[Thing], bool]:
    """The things that are this page's, and whether that is certain. name: the property that titles them.

    The only one of its kind is, and those whose address is the page's, and those whose title the page shows.
    nested: whether parts of other things count too.
    """
    candidates = [thing for thing in things if text_of(thing.first(name)) and (nested or leads(thing))][:_MAX_THINGS]
    if len({folded(text_of(thing.first(name))) for thing in candidates}) < 2:
        return candidates, True
    here = {url.rstrip("/") for url in (view.document.url, view.document.canonical) if url}
    found = [thing for thing in candidates if addresses(thing, view.document.base) & here]
    if not found:
        found = [thing for thing in candidates if agrees(text_of(thing.first(name)))]
    return (found, True) if found else (candidates[:1], False)


def addresses(thing: Thing, base: str) -> set[str]:
    """Where a thing says that it is described: absolute, without fragment and closing slash."""
    found = [thing.identifier, *thing.properties.get("url", ())[:5]]
    for page in thing.properties.get("mainEntityOfPage", ())[:5]:
        if isinstance(page, Thing):
            found += [page.identifier, page.first("url")]
        else:
            found.append(page.get("@id") if isinstance(page, dict) else page)
    return {absolute(base, url).partition("#")[0].rstrip("/") for url in found if isinstance(url, str)}
