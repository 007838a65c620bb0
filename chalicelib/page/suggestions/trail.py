"""BreadcrumbList: the trail that visitors see."""

import re

from chalicelib.page.checks.trails import seen_trails
from chalicelib.page.compare.url import same_page
from chalicelib.page.suggestions.content import Content
from chalicelib.page.suggestions.found import Found, filled

_MARKS = (b"bread", b"crumb", b"topicpath", b"topic-path", b"topic_path", b"pankuzu")
_START = re.compile(r"ホーム|トップ(?:ページ)?|home|top(?: ?page)?|.*(?:トップ|top)", re.IGNORECASE)
_MOST = 10  # levels


def breadcrumb(content: Content) -> Found | None:
    """A trail by its name in the markup, that begins at the start page or whose levels are links."""
    if not any(mark in content.written for mark in _MARKS) or content.is_start:
        return None
    for trail in seen_trails(content.view):
        steps = [step for step in trail if step.name]
        linked = [step for step in steps[:-1] if step.url]
        if not 2 <= len(steps) <= _MOST or len(linked) < len(steps) - 1:
            continue
        first = steps[0]
        if not (_START.fullmatch(first.name) or same_page(first.url, content.start) or len(linked) > 1):
            continue
        items = [
            filled("ListItem", position=number, name=step.name, item=step.url) for number, step in enumerate(steps, 1)
        ]
        args: dict[str, str | int] = {"trail": " > ".join(step.name for step in steps)[:120], "count": len(steps)}
        return Found("BreadcrumbList", args, filled("BreadcrumbList", itemListElement=items))
    return None
