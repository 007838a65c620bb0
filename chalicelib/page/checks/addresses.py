"""The address of an organisation, a business, an event's place or a job's against the page (K-066; V9)."""

import re
from collections.abc import Iterator
from itertools import islice

from chalicelib.page.checks.row import Row, row
from chalicelib.page.checks.scope import lines_of
from chalicelib.page.checks.subject import text_of
from chalicelib.page.checks.view import View
from chalicelib.page.compare.address import compare_address, is_japanese_address
from chalicelib.page.compare.address_west import compare_west, read_west
from chalicelib.page.compare.kanji import one_form
from chalicelib.page.compare.place import PREFECTURE, Place, fold_address, read_place, region_of
from chalicelib.page.compare.verdict import Verdict, match, undecided
from chalicelib.page.gather import Thing
from chalicelib.page.seen import Line

_MAX_ADDRESSES = 5
_MAX_LINES = 3000
_SHORT_PAGE = 40  # lines of a page that speaks of how to reach somebody and of little else
_CONTACT = re.compile(
    r"お?問い?合わ?せ|会社(?:概要|情報|案内)|企業情報|アクセス|所在地|店舗(?:情報|案内)|\b(?:contact"
    r"|about us|find us|visit us|our (?:office|location)|directions)\b",
    re.IGNORECASE,
)


def check_address(view: View) -> Iterator[Row]:
    """`address`, and that of an event's or a job's place."""
    for kind, thing in view.of("LocalBusiness", "Organization", "Event", "JobPosting"):
        found = list(islice(_addresses(kind, thing), _MAX_ADDRESSES))
        if not found:
            continue
        lines = lines_of(view, kind, thing, "title" if kind == "JobPosting" else "name")
        if lines is None:
            continue
        own = list(islice(lines, _MAX_LINES))
        told = []
        for field, address in found:
            said, verdict = _compare(address, own)
            if verdict is None and kind in ("LocalBusiness", "Organization") and _is_contact_page(view, own):
                verdict = view.absent()
            if said and verdict is not None:
                told.append((field, said, verdict))
        one_fits = any(verdict.status == "match" for _, _, verdict in told)
        for field, said, verdict in told:
            if verdict.status == "match" or not one_fits:
                yield row(view, thing, field, said, verdict)


def _addresses(kind: str, thing: Thing) -> Iterator[tuple[str, Thing | str]]:
    name = {"Event": "location", "JobPosting": "jobLocation"}.get(kind, "")
    if not name:
        yield from (
            ("address", value) for value in thing.properties.get("address", []) if isinstance(value, Thing | str)
        )
        return
    for place in thing.properties.get(name, [])[:_MAX_ADDRESSES]:
        if isinstance(place, Thing):
            for value in place.properties.get("address", []):
                if isinstance(value, Thing | str):
                    yield f"{name}.address", value


def _compare(address: Thing | str, lines: list[Line]) -> tuple[str, Verdict | None]:
    """What is declared, in a line, and the verdict."""
    if isinstance(address, str):
        said = text_of(address)
        parts = ("", "", "", said)
    else:
        names = ("postalCode", "addressRegion", "addressLocality", "streetAddress")
        parts = tuple(_text(address, name) for name in names)  # type: ignore[assignment]
        said = " ".join(part for part in parts if part)
    if not said:
        return "", None
    if is_japanese_address(parts[2] + parts[3]):
        place = _declared(*parts)
        return said, compare_address(place, lines) if place.name else None
    west = read_west(parts[3], parts[2], parts[0])
    verdict = compare_west(west, lines)
    if verdict is None and (shown := next((line for line in lines if _is_japans(line)), None)) is not None:
        return said, undecided(shown.text[:200], "address-letters", shown)
    if verdict is None and isinstance(address, str):
        whole = next((line for line in lines if said.casefold() in line.text.casefold()), None)
        verdict = match(whole.text[:200], whole) if whole is not None else None
    return said, verdict


def _text(address: Thing, name: str) -> str:
    value = address.first(name)
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else text_of(value)


def _is_japans(line: Line) -> bool:
    return (
        len(line.text) <= 200 and PREFECTURE.search(line.text) is not None and re.search(r"\d", line.text) is not None
    )


def _declared(postal: str, region: str, locality: str, street: str) -> Place:
    """One address of its fields. A field may hold what belongs into another (`address-split`)."""
    place = read_place(
        _joined(fold_address(region) if not region_of(region) else "", fold_address(locality), fold_address(street)),
        folded=True,
    )
    known = region_of(region) or place.region
    digits = re.sub(r"\D", "", fold_address(postal))
    return place._replace(region=known, postal=digits if len(digits) == 7 else place.postal)


def _joined(region: str, locality: str, street: str) -> str:
    whole = region + locality
    bare = PREFECTURE.sub("", locality, count=1)
    street_bare = PREFECTURE.sub("", street, count=1)
    if bare and one_form(street_bare).startswith(bare):
        return street if PREFECTURE.search(street) else whole.removesuffix(locality) + street
    return whole + street_bare if PREFECTURE.match(street) and locality else whole + street


def _is_contact_page(view: View, lines: list[Line]) -> bool:
    """Whether the page is short and about how to reach this very organisation."""
    main = [line for line in lines if not line.area]
    if not main or len(main) > _SHORT_PAGE or sum(len(line.text) for line in main) > 1500:
        return False
    kinds = set(view.by_kind) - {
        "Organization",
        "LocalBusiness",
        "WebSite",
        "WebPage",
        "BreadcrumbList",
        "ImageObject",
        "SearchAction",
        "",
        "Person",
    }
    if any(leading for kind in kinds for leading in view.by_kind[kind] if not leading.path):
        return False
    return any(len(line.text) <= 60 and _CONTACT.search(line.text) for line in main)
