"""Every rule that `validation` can name: how grave it is, who made it, and where its texts stand.

`docs/rules/` is written from this table (infra/facts/rules.py); the reasons stand in `chalicelib.texts.rules`. Findings
about search features name the feature's own page as their reference.
"""

from typing import Literal, NamedTuple

Severity = Literal["error", "warning", "info"]


class Rule(NamedTuple):
    """reference: the published rule it follows, None for our own. room: the module of its texts."""

    severity: Severity
    reference: str | None
    room: str = "page"


_JSON = "https://www.rfc-editor.org/rfc/rfc8259"
_JSON_LD = "https://www.w3.org/TR/json-ld11/"
_HTML = "https://html.spec.whatwg.org/multipage/"
_MICRODATA = _HTML + "microdata.html"
_RDFA = "https://www.w3.org/TR/rdfa-core/"
_SCHEMA = "https://schema.org/docs/"
_MODEL = _SCHEMA + "datamodel.html"
_GOOGLE = "https://developers.google.com/search/docs/"

RULES: dict[str, Rule] = {
    # Reading
    "json-syntax-error": Rule("error", _JSON + "#section-2"),
    "recovered": Rule("warning", _JSON + "#section-9"),
    "empty-block": Rule("warning", _JSON_LD + "#embedding-json-ld-in-html-documents"),
    "not-a-node": Rule("warning", _JSON_LD + "#node-objects"),
    "bom-in-json": Rule("warning", _JSON + "#section-8.1"),
    "duplicate-key": Rule("warning", _JSON + "#section-4"),
    "lone-surrogate": Rule("warning", _JSON + "#section-8.2"),
    "number-out-of-range": Rule("warning", _JSON + "#section-6"),
    "nesting-limit": Rule("warning", _JSON + "#section-9"),
    "inert-markup": Rule("info", _HTML + "scripting.html#the-template-element"),
    "nul-in-html": Rule("warning", _HTML + "parsing.html#parse-error-unexpected-null-character"),
    "invalid-html": Rule("info", _MICRODATA + "#values"),
    "large-page": Rule("info", _GOOGLE + "crawling-indexing/googlebot"),
    "charset-conflict": Rule("warning", _HTML + "parsing.html#determining-the-character-encoding"),
    "body-too-large": Rule("warning", _GOOGLE + "crawling-indexing/googlebot"),
    "too-much-markup": Rule("warning", _JSON + "#section-9"),
    "reader-failure": Rule("error", None),
    "more-findings": Rule("info", None),
    # Markup
    "missing-type": Rule("error", _SCHEMA + "gs.html"),
    "context-unusual": Rule("warning", _SCHEMA + "jsonldcontext.html"),
    "duplicate-id": Rule("warning", _HTML + "dom.html#the-id-attribute"),
    "itemref-cycle": Rule("error", _MICRODATA + "#associating-names-with-items"),
    "itemref-missing-id": Rule("warning", _MICRODATA + "#attr-itemref"),
    "orphan-itemprop": Rule("warning", _MICRODATA + "#names:-the-itemprop-attribute"),
    "unconnected-item": Rule("info", _MICRODATA + "#top-level-microdata-items"),
    "rdfa-vocab-no-slash": Rule("error", _RDFA + "#A-vocab"),
    "placeholder": Rule("error", _SCHEMA + "gs.html"),
    "html-entity-in-value": Rule("warning", _HTML + "parsing.html#script-data-state"),
    "empty-value": Rule("warning", _SCHEMA + "gs.html"),
    # Vocabulary
    "unknown-type": Rule("error", _SCHEMA + "full.html", "vocabulary"),
    "unknown-property": Rule("warning", _MODEL, "vocabulary"),
    "property-not-of-type": Rule("warning", _MODEL, "vocabulary"),
    "wrong-value-type": Rule("warning", _MODEL, "vocabulary"),
    "invalid-enumeration": Rule("warning", _SCHEMA + "gs.html#advanced_enum", "vocabulary"),
    "invalid-date": Rule("warning", _SCHEMA + "gs.html#advanced_dates", "vocabulary"),
    "invalid-url": Rule("warning", "https://url.spec.whatwg.org/#url-writing", "vocabulary"),
    "superseded": Rule("info", "https://schema.org/supersededBy", "vocabulary"),
    # Mistakes that teams make
    "date-zone-doubt": Rule("warning", _GOOGLE + "appearance/publication-dates", "mistakes"),
    "date-without-zone": Rule("info", _GOOGLE + "appearance/publication-dates", "mistakes"),
    "date-in-future": Rule("warning", _GOOGLE + "appearance/publication-dates", "mistakes"),
    "date-order": Rule("warning", _SCHEMA + "gs.html#advanced_dates", "mistakes"),
    "phone-format": Rule("warning", "https://www.itu.int/rec/T-REC-E.123", "mistakes"),
    "address-split": Rule("warning", "https://schema.org/PostalAddress", "mistakes"),
    "price-format": Rule("warning", "https://schema.org/price", "mistakes"),
    "currency-missing": Rule("warning", "https://schema.org/priceCurrency", "mistakes"),
    "duplicate-entity": Rule("warning", _GOOGLE + "appearance/structured-data/sd-policies", "mistakes"),
    "conflicting-values": Rule("warning", _MODEL, "mistakes"),
    "id-type-conflict": Rule("warning", _JSON_LD + "#node-identifiers", "mistakes"),
    "foreign-host": Rule("warning", _GOOGLE + "crawling-indexing/url-structure", "mistakes"),
    "relative-url": Rule("info", _GOOGLE + "appearance/structured-data/sd-policies", "mistakes"),
    "breadcrumb-same-url": Rule("warning", _GOOGLE + "appearance/structured-data/breadcrumb", "mistakes"),
    "html-in-text": Rule("warning", "https://schema.org/Text", "mistakes"),
    # Google's search features; the reference of a finding is the page of its feature
    "google-required": Rule("error", _GOOGLE + "appearance/structured-data/search-gallery", "features"),
    "google-one-of": Rule("error", _GOOGLE + "appearance/structured-data/search-gallery", "features"),
    "google-recommended": Rule("info", _GOOGLE + "appearance/structured-data/search-gallery", "features"),
    "google-value": Rule("warning", _GOOGLE + "appearance/structured-data/search-gallery", "features"),
    "google-retired": Rule("info", "https://developers.google.com/search/updates", "features"),
}
