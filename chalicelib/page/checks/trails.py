"""Breadcrumbs: a BreadcrumbList against the trail that visitors see (K-031, K-066)."""

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from selectolax.lexbor import LexborNode

from chalicelib.page.checks.row import Row, row
from chalicelib.page.checks.shown import is_hidden, is_itself_hidden, seen_text
from chalicelib.page.checks.subject import text_of
from chalicelib.page.checks.view import View
from chalicelib.page.compare.text import key
from chalicelib.page.compare.trail import SIGNS, Step, bare, compare_trail
from chalicelib.page.compare.verdict import Verdict, match, undecided
from chalicelib.page.gather import Thing
from chalicelib.page.names import absolute

_USUAL = (
    "[class*='breadcrumb' i]",
    "[aria-label*='breadcrumb' i],[aria-label*='パンくず']",
    "[id*='breadcrumb' i]",
    "[class*='topicpath' i],[id*='topicpath' i],[class*='topic-path' i],[class*='topic_path' i]",
    "[class*='pankuzu' i],[id*='pankuzu' i]",
    "[itemtype*='schema.org/BreadcrumbList'],[typeof*='BreadcrumbList']",
    ".crumbs,.crumb,#crumbs,.bread,#bread,.breadcrumb-list",
)
_MAX_SELECTORS = 20
_MAX_TRAILS = 5
_MAX_LISTS = 10
_MAX_STEPS = 30
_MAX_NAME = 300
_WHOLE = frozenset(("html", "body", "main"))  # that only say that there is a trail somewhere
_APART = re.compile(r"\s*[>＞›»→▶▸►/／|｜]\s*|\s+[:：\-–—]\s+")


def check_breadcrumb(view: View) -> Iterator[Row]:
    """`itemListElement` of each BreadcrumbList; the trail that agrees best counts."""
    lists = view.by_kind.get("BreadcrumbList", [])[:_MAX_LISTS]
    if not lists:
        return
    registered = _selectors(view.expectations)
    trails, hides = _trails(view, registered or list(_USUAL), first_only=bool(registered))
    start = str(view.expectations.get("url") or "") or _start(view.document.url)
    verdicts = []
    for thing in lists:
        declared = _declared(thing, view)
        if declared:
            verdict = _best(declared, trails, start)
            if verdict is None:
                verdict = view.absent() if registered or hides else _in_lines(declared, view)
            verdicts.append((thing, declared, verdict))
    one_fits = any(verdict.status == "match" for _, _, verdict in verdicts)
    for thing, declared, verdict in verdicts:
        if one_fits and verdict.status == "mismatch":  # a page may declare more trails than it shows
            verdict = undecided(verdict.shown)  # noqa: PLW2901
        yield row(view, thing, "itemListElement", " > ".join(step.name for step in declared), verdict)


def seen_trails(view: View) -> list[list[Step]]:
    """The trails that visitors see: by the registered selectors, else by the names that trails usually have."""
    registered = _selectors(view.expectations)
    return _trails(view, registered or list(_USUAL), first_only=bool(registered))[0]


def _best(declared: list[Step], trails: list[list[Step]], start: str) -> Verdict | None:
    verdicts = [compare_trail(declared, trail, start) for trail in trails]
    order = ("match", "skipped", "mismatch")
    return min(verdicts, key=lambda verdict: order.index(verdict.status)) if verdicts else None


def _start(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/" if parts.netloc else ""


def _selectors(expectations: Any) -> list[str]:
    given = expectations.get("breadcrumb_selectors") or expectations.get("breadcrumb_selectors_json") or []
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except ValueError:
            return []
    return [text for text in given if isinstance(text, str)][:_MAX_SELECTORS] if isinstance(given, list) else []


def _declared(thing: Thing, view: View) -> list[Step]:
    steps: list[tuple[float, Step]] = []
    for number, item in enumerate(thing.properties.get("itemListElement", ())[:_MAX_STEPS], 1):
        if not isinstance(item, Thing):
            continue
        target = item.first("item")
        name, url = text_of(item.first("name")), target
        if isinstance(target, Thing):
            name = name or text_of(target.first("name"))
            url = target.identifier or target.first("url")
        elif isinstance(target, dict):
            url = target.get("@id")
        url = url or item.first("url")
        url = absolute(view.document.base, url) if isinstance(url, str) and url else ""
        try:
            position = float(item.first("position"))
        except (TypeError, ValueError):
            position = number
        if name:
            steps.append((position, Step(name[:_MAX_NAME], url)))
    return [step for _, step in sorted(steps, key=lambda one: one[0])]


def _trails(view: View, selectors: list[str], *, first_only: bool) -> tuple[list[list[Step]], bool]:
    """The trails that are seen, by the first selector that finds one; and whether one is hidden."""
    hides = False
    for selector in selectors:
        try:
            nodes = view.document.tree.css(selector)[:_MAX_TRAILS]
        except Exception:  # noqa: S112 lexbor's parser of selectors raises nothing more exact
            continue
        trails = []
        for node in nodes:
            if node.tag in _WHOLE:
                continue
            if is_hidden(node, view):
                hides = True
                continue
            steps = _steps(node, view)
            if len(steps) > 1 or (steps and first_only):
                trails.append(steps)
        if trails or (hides and nodes and first_only):
            return trails, hides
    return [], hides


def _steps(trail: LexborNode, view: View) -> list[Step]:
    """Text of `li`, else `a` with the text behind the last, else `span`."""
    items = trail.css("li")[:_MAX_STEPS]
    links = trail.css("a")[:_MAX_STEPS]
    if items:
        steps = [_step(item, view, within="li") for item in items]
    elif links:
        steps = [_step(link, view) for link in links]
        behind = bare(seen_text(trail, view, after=links[-1]))
        rest = [part for part in _APART.split(behind) if part.strip(SIGNS)]
        steps += [Step(part.strip(SIGNS)[:_MAX_NAME], "") for part in rest[:1]]
    else:
        steps = [_step(span, view) for span in trail.css("span")[:_MAX_STEPS]]
        if len(steps) < 2:
            parts = [part.strip(SIGNS) for part in _APART.split(bare(seen_text(trail, view)))]
            steps = [Step(part[:_MAX_NAME], "") for part in parts[:_MAX_STEPS] if part]
    return [step for number, step in enumerate(steps) if step.name or (step.url and number == 0)]  # a house alone


def _step(node: LexborNode, view: View, within: str = "") -> Step:
    if node.attributes.get("aria-hidden") == "true" or is_itself_hidden(node, view):
        return Step("", "")
    name = bare(seen_text(node, view, stop=within))
    if not any(character.isalnum() for character in name):
        name = bare(_label(node))
    link = node if node.tag == "a" else node.css_first("a[href]")
    href = (link.attributes.get("href") or "").strip() if link is not None else ""
    usable = bool(href) and not href.startswith(("#", "javascript:"))
    return Step(name[:_MAX_NAME], absolute(view.document.base, href) if usable else "")


def _label(node: LexborNode) -> str:
    for found in (node, *node.css("[aria-label],img[alt],svg title,[title]")[:5]):
        attributes = found.attributes
        text = attributes.get("aria-label") or attributes.get("alt") or attributes.get("title")
        if not text and found.tag == "title":
            text = found.text(deep=True)
        if text and text.strip():
            return text.strip()
    return ""


def _in_lines(declared: list[Step], view: View) -> Verdict:
    """Without registered selectors and a usual trail: whether the names stand one after another near the page's top."""
    wanted = [key(bare(step.name)) for step in declared]
    found = 0
    lines = list(islice(view.seen, 300))
    for line in lines:
        text = key(line.text)
        if found < len(wanted) and text == wanted[found]:
            found += 1
        if found == len(wanted) or ("".join(wanted) in text and len(wanted) > 1):
            return match(" > ".join(step.name for step in declared), line)
    return view.absent()._replace(status="skipped", reason="cannot-decide", why="no-trail")
