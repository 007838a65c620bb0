"""The right name that a wrong one was meant to be. Bounded: a wrong name comes from the page."""

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from chalicelib.page.source import words

_LONGEST = 60  # schema.org's longest name has 42 letters
_NOT_LETTERS = re.compile(r"[^0-9a-z]+")

# Wrong names seen on pages, without case, spaces and signs, and what they mean. The first that is a candidate counts.
_KNOWN = {
    "address1": words("streetAddress"),
    "addressline": words("streetAddress"),
    "adr": words("address"),
    "app": words("SoftwareApplication"),
    "blogpost": words("BlogPosting"),
    "breadcrumb": words("BreadcrumbList breadcrumb"),
    "breadcrumbs": words("BreadcrumbList breadcrumb"),
    "bredcrumblist": words("BreadcrumbList"),
    "cellphone": words("telephone"),
    "city": words("addressLocality"),
    "company": words("Organization worksFor"),
    "condition": words("itemCondition"),
    "contact": words("contactPoint"),
    "coordinates": words("geo"),
    "country": words("addressCountry"),
    "created": words("dateCreated"),
    "creationdate": words("dateCreated"),
    "currency": words("priceCurrency"),
    "date": words("datePublished startDate"),
    "desc": words("description"),
    "facebook": words("sameAs"),
    "faq": words("FAQPage"),
    "faqs": words("FAQPage"),
    "fax": words("faxNumber"),
    "geolocation": words("geo"),
    "homepage": words("url WebPage"),
    "hours": words("openingHours"),
    "imageurl": words("image"),
    "img": words("image"),
    "instagram": words("sameAs"),
    "job": words("JobPosting"),
    "jobtype": words("employmentType"),
    "lang": words("inLanguage"),
    "language": words("inLanguage"),
    "lat": words("latitude"),
    "link": words("url"),
    "linkedin": words("sameAs"),
    "lng": words("longitude"),
    "lon": words("longitude"),
    "long": words("longitude"),
    "mail": words("email"),
    "map": words("hasMap"),
    "menu": words("hasMenu"),
    "mobile": words("telephone"),
    "modified": words("dateModified"),
    "news": words("NewsArticle"),
    "openhours": words("openingHours"),
    "phone": words("telephone"),
    "phonenumber": words("telephone"),
    "photo": words("image ImageObject"),
    "picture": words("image ImageObject"),
    "pictures": words("image"),
    "post": words("BlogPosting"),
    "postcode": words("postalCode"),
    "pref": words("addressRegion"),
    "prefecture": words("addressRegion"),
    "pubdate": words("datePublished"),
    "publicationdate": words("datePublished"),
    "publishdate": words("datePublished"),
    "published": words("datePublished"),
    "publisheddate": words("datePublished"),
    "qa": words("QAPage"),
    "question": words("Question mainEntity"),
    "rating": words("aggregateRating reviewRating ratingValue"),
    "region": words("addressRegion"),
    "salary": words("baseSalary"),
    "shop": words("Store LocalBusiness"),
    "site": words("WebSite"),
    "social": words("sameAs"),
    "state": words("addressRegion"),
    "stock": words("availability"),
    "street": words("streetAddress"),
    "summary": words("description abstract"),
    "tags": words("keywords"),
    "tel": words("telephone"),
    "telefon": words("telephone"),
    "telefone": words("telephone"),
    "title": words("name headline"),
    "town": words("addressLocality"),
    "twitter": words("sameAs"),
    "updated": words("dateModified"),
    "updateddate": words("dateModified"),
    "uri": words("url"),
    "video": words("VideoObject video"),
    "web": words("url"),
    "website": words("url WebSite"),
    "zip": words("postalCode"),
    "zipcode": words("postalCode"),
}


def nearest(name: str, candidates: Collection[str]) -> str | None:
    """The candidate that `name` was meant to be, None when none is near.

    In this order: another case or other signs between the words (`date_published`); singular for plural and the other
    way; a wrong name that is known (`telefone`); one letter wrong in names of 4 to 7 letters, two in longer ones, where
    letters that changed places count as one. Of equally near ones the one with the same beginning, then the first in
    the alphabet. Pass a frozenset: what is worked out of it is kept.
    """
    if not name or len(name) > _LONGEST:
        return None
    return _nearest(name, candidates if isinstance(candidates, frozenset) else frozenset(candidates))


@lru_cache(maxsize=512)
def _nearest(name: str, candidates: frozenset[str]) -> str | None:
    index = _index(candidates)
    plain = folded(name)
    for form in (plain, *_numbers(plain)):
        if form in index:
            return index[form][0]
    for right in _KNOWN.get(plain, ()):
        if right in candidates:
            return right
    allowed = 0 if len(plain) < 4 else 1 if len(plain) < 8 else 2
    return _by_distance(plain, index, allowed) if allowed else None


def folded(name: str) -> str:
    """A name without case and without what is no letter or digit: `Date-Published` → `datepublished`."""
    return _NOT_LETTERS.sub("", name.lower())


def _numbers(plain: str) -> Iterator[str]:
    """The plural of a singular, the singular of a plural."""
    if plain.endswith("ies"):
        yield plain[:-3] + "y"
    if plain.endswith("es"):
        yield plain[:-2]
    if plain.endswith("s"):
        yield plain[:-1]
    if plain.endswith("y"):
        yield plain[:-1] + "ies"
    yield plain + "s"
    yield plain + "es"


@lru_cache(maxsize=256)
def _index(candidates: frozenset[str]) -> dict[str, tuple[str, int]]:
    """The candidates by their plain form, each with a bit for every letter it has."""
    return {folded(name): (name, _letters(folded(name))) for name in sorted(candidates, reverse=True)}


def _letters(plain: str) -> int:
    bits = 0
    for letter in plain:
        bits |= 1 << (ord(letter) & 63)
    return bits


def _by_distance(plain: str, index: dict[str, tuple[str, int]], allowed: int) -> str | None:
    own = _letters(plain)
    best: tuple[int, bool, str] | None = None
    for form, (name, letters) in index.items():
        # A wrong letter changes two bits at most; hardly any candidate is left after this.
        if abs(len(form) - len(plain)) > allowed or (letters ^ own).bit_count() > 2 * allowed:
            continue
        distance = _distance(plain, form)
        if distance <= allowed:
            found = (distance, form[:2] != plain[:2], name)
            best = found if best is None or found < best else best
    return best[2] if best else None


def _distance(left: str, right: str) -> int:
    """Letters to put in, take out, replace, or swap with the next one (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        previous, before, row = row, row if i == 1 else before, [i]
        for j, b in enumerate(right, 1):
            cost = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = previous
    return row[-1]
