"""Addresses: url, `@id` and mainEntityOfPage against the page's own, and canonical against og:url (K-066)."""

from collections.abc import Iterator
from typing import Any

from chalicelib.page.checks.row import Row, row
from chalicelib.page.checks.subject import leads, own, text_of
from chalicelib.page.checks.titles import Titles
from chalicelib.page.checks.view import View
from chalicelib.page.compare.url import compare_url
from chalicelib.page.compare.verdict import match
from chalicelib.page.gather import Thing
from chalicelib.page.names import absolute

_PAGES = ("WebPage", "Article", "FAQPage", "QAPage", "ProfilePage", "DiscussionForumPosting")
_SUBJECTS = (
    "Product",
    "Service",
    "Recipe",
    "Event",
    "JobPosting",
    "Course",
    "SoftwareApplication",
    "VideoObject",
    "HowTo",
)
_PARTS = ("http://", "https://", "/", "./", "../", "?")


def check_url(view: View) -> Iterator[Row]:
    """`url`, `@id` and `mainEntityOfPage` of what is the page or what the page is about."""
    document = view.document
    pages = [url for url in (document.canonical, document.url) if url]
    if not pages or not view.things:
        return
    shared = absolute(document.base, document.og.get("og:url", ""))
    pages += [shared] if shared and shared not in pages else []
    for kinds, strict in ((_PAGES, True), (_SUBJECTS, False)):
        for kind in kinds:
            things = view.by_kind.get(kind)
            for thing in _single(view, things) if things else ():
                for field, value in _values(thing, is_page=strict):
                    declared = absolute(document.base, value)
                    yield row(
                        view,
                        thing,
                        field,
                        value,
                        compare_url(declared, pages, strict=strict and _is_page(field, value)),
                    )


def _single(view: View, things: list[Thing]) -> list[Thing]:
    """The one thing of its kind, or those that the page is titled by: an address must not choose who is judged."""
    leading = [thing for thing in things if leads(thing) and not _is_named_as_page(thing)]
    if len(leading) < 2:
        return leading
    titles = view.made(Titles)
    named = [
        thing for thing in leading if any(titles.agrees(text_of(thing.first(name))) for name in ("headline", "name"))
    ]
    if named:
        return named[:20]
    return own(view, leading, "name", titles.agrees)[0] if all(text_of(one.first("name")) for one in leading) else []


def _values(thing: Thing, *, is_page: bool) -> Iterator[tuple[str, str]]:
    for value in thing.properties.get("url", ())[:3]:
        if isinstance(value, str) and (value.strip().startswith(_PARTS) or "." in value):
            yield "url", value.strip()
        elif isinstance(value, dict) and isinstance(value.get("@id"), str):
            yield "url", value["@id"]
    if is_page and thing.identifier and thing.identifier.startswith(("http://", "https://")):
        yield "@id", thing.identifier
    for page in thing.properties.get("mainEntityOfPage", ())[:3]:
        address = _of_page(page)
        if address and (not isinstance(page, Thing) or _is_named_as_page(page)):
            yield "mainEntityOfPage", address


def _is_page(field: str, value: str) -> bool:
    """An `@id` with a fragment is a name, which need not be the page's address."""
    return field != "@id" or "#" not in value


def _is_named_as_page(thing: Thing) -> bool:
    """Whether it stands only as the `mainEntityOfPage` of another thing, where its address is judged."""
    return all(node.path.rpartition(".")[2].startswith("mainEntityOfPage") for node in thing.nodes[:20])


def _of_page(page: Any) -> str:
    if isinstance(page, Thing):
        page = page.identifier or text_of(page.first("url"))
    elif isinstance(page, dict):
        page = page.get("@id")
    address = page.strip() if isinstance(page, str) else ""
    return address if address.startswith(_PARTS) else ""


def check_shared_url(view: View) -> Iterator[Row]:
    """The canonical address against `og:url`, both of the page's head: a row without markup."""
    document = view.document
    shared = document.og.get("og:url")
    if not document.canonical or not shared:
        return
    declared = absolute(document.base, shared)
    verdict = compare_url(document.canonical, [declared])
    page = Thing({"source": "HTML", "index": 1, "type": "canonical"}, -1, [], 0)
    yield row(view, page, "canonical", document.canonical, match(declared) if verdict.status == "skipped" else verdict)
