"""Telephone and fax of an organisation or business against those the page shows (K-066)."""

from collections.abc import Iterator
from itertools import islice

from chalicelib.page.checks.row import Row, row
from chalicelib.page.checks.scope import lines_of
from chalicelib.page.checks.subject import text_of
from chalicelib.page.checks.view import View
from chalicelib.page.compare.phone import compare_phone
from chalicelib.page.gather import Thing

_MAX_NUMBERS = 10
_MAX_LINES = 3000
_MAX_LINKS = 50


class PhoneLinks(list[str]):
    """The numbers of the page's `tel:` links."""

    def __init__(self, view: View) -> None:
        root = view.document.tree.root
        found = root.css('a[href^="tel:"]')[:_MAX_LINKS] if root is not None else []
        super().__init__(dict.fromkeys((node.attributes.get("href") or "")[4:60].strip() for node in found))


def check_phone(view: View) -> Iterator[Row]:
    """`telephone` and `faxNumber`, also of contact points; a page that shows no number gives no row."""
    for kind, thing in view.of("LocalBusiness", "Organization"):
        if not any(thing.properties.get(name) for name in ("telephone", "faxNumber", "contactPoint")):
            continue
        lines = lines_of(view, kind, thing)
        if lines is None:
            continue
        own = list(islice(lines, _MAX_LINES))
        for name, owner, prefix in _numbers(thing):
            rows = []
            for value in owner.properties.get(name, [])[:_MAX_NUMBERS]:
                number = text_of(value)
                verdict = compare_phone(number, own, view.made(PhoneLinks), fax=name == "faxNumber")
                if verdict is not None:
                    rows.append((number, verdict))
            one_fits = any(verdict.status == "match" for _, verdict in rows)
            for number, verdict in rows:
                if verdict.status == "match" or not (one_fits or prefix):
                    yield row(view, thing, f"{prefix}{name}", number, verdict)


def _numbers(thing: Thing) -> Iterator[tuple[str, Thing, str]]:
    yield "telephone", thing, ""
    yield "faxNumber", thing, ""
    for point in thing.properties.get("contactPoint", [])[:_MAX_NUMBERS]:
        if isinstance(point, Thing):
            yield "telephone", point, "contactPoint."
