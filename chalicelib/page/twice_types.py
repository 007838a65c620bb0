"""Which types one thing cannot have: a company is no page. What schema.org or search engines let stand together may."""

from collections.abc import Sequence
from functools import lru_cache

from chalicelib.page.vocabulary import is_subtype

# Families in the order they are looked for; LocalBusiness is an Organization and a Place, which may be one thing
_FAMILIES = {
    "page": ("WebPage", "WebSite"),
    "article": ("Article",),
    "picture": ("ImageObject", "VideoObject", "AudioObject"),
    "organization": ("Organization",),
    "person": ("Person",),
    "place": ("Place",),
    "event": ("Event",),
    "product": ("Product",),
    "list": ("BreadcrumbList", "ListItem"),
    "offer": ("Offer", "Rating", "PostalAddress", "Review"),
}
_TOGETHER = frozenset(
    frozenset(pair)
    for pair in (
        ("page", "article"),
        ("organization", "place"),
        ("organization", "product"),  # a hotel, a school that is offered: unusual, not impossible
        ("place", "product"),
        ("event", "product"),
        ("picture", "product"),
        ("article", "product"),
        ("picture", "article"),
        ("organization", "event"),
    )
)


def cannot_be_one(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether every type of one node is of another family than every type of the other, such that no thing is both."""
    first, second = {_family(name) for name in one[:5]}, {_family(name) for name in other[:5]}
    if not first or not second or "" in first | second:
        return False
    return all(a != b and frozenset((a, b)) not in _TOGETHER for a in first for b in second)


@lru_cache(maxsize=1024)
def _family(name: str) -> str:
    for family, kinds in _FAMILIES.items():
        if any(is_subtype(name, kind) for kind in kinds):
            return family
    return ""
