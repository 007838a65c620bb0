"""Sixty small pages, right and wrong, with the verdict that the documentation of schema.org and Google gives them.

`right`: nothing that Google requires is missing and nothing is invalid. `why`: where Adobe's validator (1.7.1, with
web-auto-extractor 2.2.1) says otherwise, the rule that decides.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

from tests.page.adobe import graphs

GOOGLE = "https://developers.google.com/search/docs/appearance/structured-data/"
JSON_LD = "https://www.w3.org/TR/json-ld11/"
_ONE_OR_MANY = f"a list of one is the value itself ({JSON_LD}#sets-and-lists)"
_MIME = (
    "parameters and case of the script's type do not matter (https://mimesniff.spec.whatwg.org/#parsing-a-mime-type)"
)
_REFERENCE = f"an @id in another script is the same thing ({JSON_LD}#node-identifiers)"
_PREFIX = f"a full IRI and a prefixed name are names as the short one is ({JSON_LD}#compact-iris)"
_TEMPLATE = (
    "what stands in a template is no part of the document (https://html.spec.whatwg.org/multipage/scripting.html)"
)
_LIST_PATH = "each element of a list is looked at, not the list as an object"
_ORGANIZATION = f"an Organization has no required property ({GOOGLE}organization)"
_PREFIXED_REVIEW = {
    "@type": "s:Review",
    "author": {"@type": "s:Person", "s:name": "山田 花子"},
    "reviewRating": {"@type": "s:Rating", "s:ratingValue": 5},
}


class Page(NamedTuple):
    """One page and the verdict on it."""

    name: str
    right: bool
    html: str
    why: str = ""


def script(*nodes: Any, kind: str = "application/ld+json") -> str:
    """A page with these nodes, each in a script; a text is put there as it is."""
    parts = [node if isinstance(node, str) else json.dumps(node, ensure_ascii=False) for node in nodes]
    return "<!doctype html><title>頁</title>" + "".join(f'<script type="{kind}">{part}</script>' for part in parts)


def but(node: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A node with other values: `offers__price="0"` changes an inner one, None removes."""
    changed = deepcopy(node)
    for path, value in changes.items():
        *above, last = path.split("__")
        at = changed
        for name in above:
            at = at[name]
        if value is None:
            del at[last]
        else:
            at[last] = value
    return changed


def pages() -> Iterator[Page]:
    """All of them."""
    yield from _products()
    yield from _offers()
    yield from _reviews()
    yield from _recipes()
    yield from _videos()
    yield from _breadcrumbs()
    yield from _jobs()
    yield from _organizations()


def _products() -> Iterator[Page]:
    product = graphs.PRODUCT
    yield Page("product", True, script(product))
    yield Page("product-without-name", False, script(but(product, name=None)))
    yield Page("product-with-empty-name", False, script(but(product, name="")))
    alone = but(product, offers=None, review=None, aggregateRating=None)
    yield Page("product-with-nothing-to-show", False, script(alone))
    yield Page("product-name-in-a-list-of-one", True, script(but(product, name=["やかん"])))
    yield Page("product-and-vehicle", True, script(but(product, **{"@type": ["Product", "Vehicle"]})))
    iri = but(product, **{"@type": "https://schema.org/Product"})
    yield Page("product-by-full-iri", True, script(iri))
    yield Page("product-by-full-iri-without-name", False, script(but(iri, name=None)), _PREFIX)
    prefixed = {"@context": {"s": "https://schema.org/"}, "@type": "s:Product", "s:name": "やかん", "s:review": {}}
    prefixed["s:review"] = {f"s:{name}" if name[0] != "@" else name: value for name, value in _PREFIXED_REVIEW.items()}
    yield Page("product-by-prefix", True, script(prefixed), _PREFIX)
    yield Page("product-in-lower-case", False, script(but(product, **{"@type": "product"})))
    wrong = but(product, name=None)
    yield Page(
        "product-in-a-script-with-charset", False, script(wrong, kind="application/ld+json; charset=utf-8"), _MIME
    )
    yield Page("product-with-trailing-comma", False, script(json.dumps(product)[:-1] + ",}"))
    yield Page("product-in-a-template", True, f"<!doctype html><template>{script(wrong)[26:]}</template>", _TEMPLATE)
    yield Page("product-in-microdata", True, graphs.MICRODATA_PRODUCT)
    yield Page("product-in-microdata-without-name", False, graphs.MICRODATA_PRODUCT.replace('itemprop="name"', ""))
    broken = script("{", but(product, name=None))
    yield Page("product-beside-a-broken-script", False, broken)


def _offers() -> Iterator[Page]:
    product = but(graphs.PRODUCT, review=None, aggregateRating=None)
    yield Page("offer", True, script(product))
    yield Page("offer-without-price", False, script(but(product, offers__price=None)))
    yield Page("offer-with-price-in-yen-sign", False, script(but(product, offers__price="￥1,980")))
    offers = but(product, offers=[product["offers"], but(product["offers"], price=None)])
    yield Page("second-offer-without-price", False, script(offers))
    specified = but(product, offers__price=None, offers__priceCurrency=None)
    specified["offers"]["priceSpecification"] = {
        "@type": "UnitPriceSpecification",
        "price": 1980,
        "priceCurrency": "JPY",
    }
    yield Page("offer-with-specified-price", True, script(specified))
    listed = deepcopy(specified)
    listed["offers"]["priceSpecification"] = [listed["offers"]["priceSpecification"]]
    yield Page("offer-with-specified-price-in-a-list", True, script(listed), _ONE_OR_MANY)
    yield Page("aggregate-offer", True, script(but(product, offers=graphs.AGGREGATE_OFFER)))
    cheap = but(product, offers=but(graphs.AGGREGATE_OFFER, lowPrice=None))
    yield Page("aggregate-offer-without-low-price", False, script(cheap))
    referring = but(product, offers={"@id": "#offer"})
    offer = {"@context": "https://schema.org", "@id": "#offer", **but(product["offers"], price=None)}
    yield Page("offer-in-another-script-without-price", False, script(referring, offer), _REFERENCE)


def _reviews() -> Iterator[Page]:
    review, product = graphs.REVIEW, graphs.PRODUCT
    yield Page("review", True, script(review))
    yield Page("review-of-nothing", False, script(but(review, itemReviewed=None)))
    yield Page("review-without-author", False, script(but(review, author=None)))
    yield Page("review-with-percentage", True, script(but(review, reviewRating__ratingValue="60%")))
    yield Page("review-with-fraction", True, script(but(review, reviewRating__ratingValue="6 / 10")))
    yield Page("review-with-comma", False, script(but(review, reviewRating__ratingValue="4,5")), _COMMA)
    yield Page("nested-review", True, script(but(product, offers=None)), _SNIPPET)
    nameless = but(review, itemReviewed__name=None)
    yield Page("review-of-something-without-name", False, script(nameless))
    listed = but(review, itemReviewed=[review["itemReviewed"]])
    yield Page("review-of-a-list-of-one", True, script(listed), _ONE_OR_MANY)
    uncounted = but(product, offers=None, aggregateRating__reviewCount=None)
    yield Page("rating-without-count", False, script(uncounted))


def _recipes() -> Iterator[Page]:
    recipe = graphs.RECIPE
    yield Page("recipe", True, script(recipe))
    yield Page("recipe-without-image", False, script(but(recipe, image=None)))
    yield Page("recipe-without-name", False, script(but(recipe, name=None)))
    picture = {"@type": "ImageObject", "url": "https://example.jp/1.jpg"}
    yield Page("recipe-with-an-image-object", True, script(but(recipe, image=picture)))
    yield Page("recipe-with-image-objects", True, script(but(recipe, image=[picture, picture])), _IMAGES)
    yield Page("recipe-with-calories-for-nobody", False, script(but(recipe, recipeYield=None)))


def _videos() -> Iterator[Page]:
    video = graphs.VIDEO
    yield Page("video", True, script(video))
    yield Page("video-without-thumbnail", False, script(but(video, thumbnailUrl=None)))
    yield Page("video-without-date", False, script(but(video, uploadDate=None)))
    yield Page("video-with-a-japanese-date", False, script(but(video, uploadDate="令和6年1月5日")))
    yield Page("video-with-an-american-date", False, script(but(video, uploadDate="Jan 5, 2024")), _DATE)
    yield Page("video-on-30-february", False, script(but(video, uploadDate="2024-02-30")), _DATE)
    yield Page("video-name-in-a-list-of-one", True, script(but(video, name=["湯を沸かす"])), _ONE_OR_MANY)


def _breadcrumbs() -> Iterator[Page]:
    trail = graphs.TRAIL
    yield Page("breadcrumb", True, script(trail))
    unlinked = deepcopy(trail)
    del unlinked["itemListElement"][0]["item"]
    yield Page("breadcrumb-without-link-in-the-middle", False, script(unlinked), _MIDDLE)
    nameless = deepcopy(trail)
    del nameless["itemListElement"][0]["name"]
    yield Page("breadcrumb-without-name", False, script(nameless))
    inside = deepcopy(nameless)
    inside["itemListElement"][0]["item"] = {"@id": "https://example.jp/", "name": "ホーム"}
    yield Page("breadcrumb-with-name-in-item", True, script(inside))
    unplaced = deepcopy(trail)
    del unplaced["itemListElement"][1]["position"]
    yield Page("breadcrumb-without-position", False, script(unplaced))


def _jobs() -> Iterator[Page]:
    job = graphs.JOB
    yield Page("job", True, script(job))
    yield Page("job-nowhere", False, script(but(job, jobLocation=None)))
    country = but(job)
    del country["jobLocation"]["address"]["addressCountry"]
    yield Page("job-in-no-country", False, script(country))
    places = but(job, jobLocation=[job["jobLocation"], job["jobLocation"]])
    yield Page("job-at-two-places", True, script(places), _LIST_PATH)
    remote = but(job, jobLocation=None, jobLocationType="TELECOMMUTE")
    yield Page("remote-job-for-no-country", False, script(remote))
    here = {"@type": "Country", "name": "JP"}
    yield Page("remote-job", True, script(but(remote, applicantLocationRequirements=here)))
    yield Page("job-partly-remote", True, script(but(job, jobLocationType="TELECOMMUTE")), _HYBRID)


def _organizations() -> Iterator[Page]:
    organization = graphs.ORGANIZATION
    yield Page("organization", True, script(organization))
    yield Page("organization-without-name", True, script(but(organization, name=None)), _ORGANIZATION)
    publisher = but(graphs.ARTICLE, publisher__name=None)
    yield Page("publisher-without-name", True, script(publisher), _ORGANIZATION)


_COMMA = f"ratingValue has a decimal point, not a comma ({GOOGLE}review-snippet)"
_SNIPPET = f"a product snippet needs one of review, aggregateRating and offers, not offers ({GOOGLE}product-snippet)"
_IMAGES = f"an image is a URL or an ImageObject, alone or in a list; the validator crashes ({GOOGLE}recipe)"
_DATE = f"dates are ISO 8601; what a JavaScript engine can guess does not count ({GOOGLE}video)"
_MIDDLE = f"only the last element may leave out item ({GOOGLE}breadcrumb)"
_HYBRID = f"applicantLocationRequirements is required where there is no jobLocation ({GOOGLE}job-posting)"
