"""WebSite and SearchAction on a start page, and ItemList on a page that ranks or lists other pages."""

import re
from urllib.parse import urlencode, urlsplit

from chalicelib.page.names import absolute, parses
from chalicelib.page.suggestions.content import TITLE_SIGNS, Content
from chalicelib.page.suggestions.found import Draft, Found, filled
from chalicelib.page.wording import folded

_FIELD = re.compile(
    r"q|s|query|keywords?|kw|search(?:_?(?:term|word|query|key))?|word|words|text|freeword|p", re.IGNORECASE
)
_RANKED = re.compile(
    r"ランキング|\d+\s?選|ベスト\s?\d+|人気順|\btop \d+|\b\d+ best\b|\bbest \d+|ranking", re.IGNORECASE
)
_PLACE = re.compile(
    r"(?:第?\s?(?P<ja>\d{1,2})\s?位|(?:no\.?|#)\s?(?P<en>\d{1,2}))[\s.:：、]*(?P<name>.{0,100})", re.IGNORECASE
)
_NUMBERED = re.compile(r"(?P<ja>\d{1,2})\s?[.．、:：)）]\s*(?P<en>)(?P<name>.{2,100})")
_LEAST = 3
_MAX_ITEMS = 50
_MAX_FORMS = 20


def website(content: Content) -> Found | None:
    """A start page whose site's name stands in two places."""
    document = content.document
    titled = [part.strip() for part in TITLE_SIGNS.split((document.title or "")[:200]) if part.strip()]
    signed = folded(f"{document.og.get('og:site_name', '')} {_copyright(content)}"[:300])
    heading = folded((document.primary_heading or "")[:300])
    # The first of several parts of a title may be the title of a text: that it is the h1 too says nothing.
    name = next((one for one in (content.site_name, *titled[:5]) if 2 <= len(one) <= 60 and folded(one) in signed), "")
    if not name and titled and len(titled[-1]) <= 60 and folded(titled[-1]) == heading:
        name = titled[-1]
    if not name or not content.start:
        return None
    search = search_target(content)
    draft = filled(
        "WebSite", **{"@id": f"{content.start}#website"}, name=name, url=content.start, potentialAction=_action(search)
    )
    return Found("WebSite", {"name": name, "url": content.start}, draft)


def search_action(content: Content) -> Found | None:
    """The start page's own form to search the site."""
    target = search_target(content)
    if not target:
        return None
    draft = filled("WebSite", **{"@id": f"{content.start}#website"}, url=content.start, potentialAction=_action(target))
    return Found("SearchAction", {"target": target[:200]}, draft)


def search_target(content: Content) -> str:
    """The URL template of the page's own search form, "" for none."""
    if b"<form" not in content.written:
        return ""
    for form in content.document.tree.css("form")[:_MAX_FORMS]:
        attributes = form.attributes
        if (attributes.get("method") or "get").strip().lower() != "get":
            continue
        role = (attributes.get("role") or "").lower() == "search"
        boxes = form.css("input[type='search'],input[type='text'],input:not([type])")
        named = [box for box in boxes if (box.attributes.get("name") or "").strip()]
        boxes = [
            box
            for box in named
            if role or box.attributes.get("type") == "search" or _FIELD.fullmatch(box.attributes["name"] or "")
        ]
        if len(boxes) != 1 or len(named) != 1:
            continue
        action = absolute(content.document.base, (attributes.get("action") or "").strip() or content.document.url)
        if not parses(action):
            continue
        parts = urlsplit(action)
        if parts.netloc != urlsplit(content.document.url).netloc:
            continue
        kept = {
            field.attributes.get("name") or "": field.attributes.get("value") or ""
            for field in form.css("input[type='hidden'][name]")[:10]
        }
        name = (boxes[0].attributes.get("name") or "").strip()
        query = "&".join(part for part in (urlencode(kept), f"{name}={{search_term_string}}") if part)
        return f"{parts.scheme}://{parts.netloc}{parts.path}?{query}"
    return ""


def _action(target: str) -> Draft:
    if not target:
        return {}
    entry = filled("EntryPoint", urlTemplate=target)
    return filled("SearchAction", target=entry, **{"query-input": "required name=search_term_string"})


def _copyright(content: Content) -> str:
    at = max(content.document.text.rfind("©"), content.document.text.rfind("Copyright"))
    return content.document.text[at : at + 120] if at >= 0 else ""


def item_list(content: Content) -> Found | None:
    """A title that says ranking or so many best, and places counted from 1 that lead to pages of their own."""
    if content.is_start or not _RANKED.search(content.titles):
        return None
    items: list[tuple[str, str]] = []
    lines = content.lines
    for number, line in enumerate(lines):
        said = _PLACE.fullmatch(line.text) or (_NUMBERED.fullmatch(line.text) if line.level else None)
        if said is None or int(said["ja"] or said["en"] or 0) != len(items) + 1:
            continue
        near = lines[number : number + 4]
        name = said["name"].strip() or (near[1].text[:100] if len(near) > 1 else "")
        link = next((a for one in near for a in [_link(one, content)] if a), "")
        items.append((name, link))
        if len(items) >= _MAX_ITEMS:
            break
    if len(items) < _LEAST or len({link for _, link in items if link}) < len(items):
        return None
    rows = [filled("ListItem", position=n, name=name, url=link) for n, (name, link) in enumerate(items, 1)]
    return Found("ItemList", {"count": len(items), "first": items[0][0][:60]}, filled("ItemList", itemListElement=rows))


def _link(line: object, content: Content) -> str:
    node = getattr(line, "node", None)
    link = node.css_first("a[href]") if node is not None else None
    if link is None and node is not None and node.parent is not None and node.parent.tag == "a":
        link = node.parent
    href = (link.attributes.get("href") or "").strip() if link is not None else ""
    return absolute(content.document.base, href) if href and not href.startswith(("#", "javascript:")) else ""
