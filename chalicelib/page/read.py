"""What one page says: bytes and headers in, a `Reading` out. Pure: no network, no database, no clock."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from chalicelib.page.checks.run import check
from chalicelib.page.checks.view import View
from chalicelib.page.decode import LARGE_BYTES, MAX_BYTES, Decoded, decode, decode_json
from chalicelib.page.document import Document, parse_document
from chalicelib.page.element_places import MAX_TEMPLATES, ElementPlaces
from chalicelib.page.entities import Harvest
from chalicelib.page.features import find_features
from chalicelib.page.findings import Findings
from chalicelib.page.guard import MAX_ALL_ATTRIBUTES, MAX_DEPTH, MAX_TAGS, first_tags, guard
from chalicelib.page.jsonld import MAX_BLOCKS, Block, is_json_ld, read_block
from chalicelib.page.jsonld import SOURCE as JSON_LD
from chalicelib.page.microdata import SOURCE as MICRODATA
from chalicelib.page.microdata import read_microdata
from chalicelib.page.mistakes import check_mistakes
from chalicelib.page.mistakes_left import check_left
from chalicelib.page.mistakes_prices import check_price_forms
from chalicelib.page.mistakes_twice import check_twice
from chalicelib.page.places import BlockPlaces
from chalicelib.page.rdfa import HAS_RDFA, RDFA_MARKS, read_rdfa
from chalicelib.page.rdfa import SOURCE as RDFA
from chalicelib.page.source import BlockPlace, Lines, Place
from chalicelib.page.suggestions.run import suggest
from chalicelib.page.switched_off import still_said
from chalicelib.page.values import check_values
from chalicelib.page.vocabulary_rules import check_vocabulary

_HTML = re.compile(r"\s*(?:text/html|application/xhtml\+xml)\s*(?:[;,].*)?", re.IGNORECASE | re.DOTALL)
_XML = re.compile(r"\s*(?:text|application)/xml\s*(?:[;,].*)?", re.IGNORECASE | re.DOTALL)
_BINARY = (b"%PDF-", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"PK\x03\x04", b"\x1f\x8b", b"\0\0\x01\0")
_MAX_CONTENT_TYPE = 255


@dataclass(frozen=True)
class Reading:
    """The columns of `crawl_results` that come from the page (K-060), and its `result_json` (K-061).

    content_type is the header as it came; detected_charset None where there is no text; result as in
    spec/result_json.md, without `fetch`.
    """

    content_type: str | None
    detected_charset: str | None
    title: str | None
    meta_description: str | None
    canonical_url: str | None
    primary_heading: str | None
    result: dict[str, Any]


def read_page(
    body: bytes,
    *,
    url: str,
    headers: Mapping[str, str],
    disabled_types: Collection[str] = (),
    expectations: Mapping[str, Any] | None = None,
) -> Reading:
    """Read a page fetched from `url` (the final one) with `headers` (lower-case names); `body` is already inflated.

    disabled_types: representative types switched off (K-032). expectations: a row of `product_website_expectations`
    (K-030; its two JSON columns may be lists, and without `_json` in their name). Never raises: what a reader cannot
    cope with is a finding, the others go on.
    """
    reading = _Page(url, headers, disabled_types, expectations)
    content_type = headers.get("content-type")
    if is_json_ld(content_type):
        reading.attempt("json-ld", partial(reading.read_json, body))
    elif _is_html(content_type, body):
        reading.attempt("html", partial(reading.read_html, body))
    return reading.finish()


def _is_html(content_type: str | None, body: bytes) -> bool:
    """A page without content type is taken for HTML unless its first bytes say otherwise."""
    if content_type is None or not content_type.strip():
        return not body.startswith(_BINARY)
    if _XML.fullmatch(content_type):
        return b"<html" in body[:2000].lower()
    return _HTML.fullmatch(content_type) is not None


def _ascii(body: bytes, decoded: Decoded) -> bytes:
    """The page in lower case, to look for names in: quicker than a query of the tree where there is none."""
    return (decoded.text.encode() if decoded.charset.startswith("utf-16") else body).lower()


class _Page:
    """One page on its way through the readers."""

    def __init__(
        self,
        url: str,
        headers: Mapping[str, str],
        disabled_types: Collection[str],
        expectations: Mapping[str, Any] | None,
    ) -> None:
        self.url = url
        self.headers = headers
        self.disabled_types = disabled_types
        self.expectations = expectations
        self.findings = Findings()
        self.harvest = Harvest(self.findings)
        self.charset: str | None = None
        self.document: Document | None = None
        self.suggestions: list[dict[str, Any]] = []
        self.checks: list[dict[str, Any]] = []
        self.features: list[dict[str, Any]] = []

    def attempt(self, name: str, step: Callable[[], None]) -> None:
        """Run one step; one that fails is reported and hides none of the others."""
        try:
            step()
        except Exception as error:  # the contract: whatever the page holds, there is a result
            self.findings.add("reader-failure", args={"part": name, "error": type(error).__name__})

    def read_json(self, body: bytes) -> None:
        """A JSON-LD document (K-060)."""
        decoded = decode_json(body)
        self._accept(decoded)
        lines = Lines(decoded.text)
        read_block(Block(decoded.text, decoded.text, lines.place), self.url, self.harvest)
        self._judge()

    def read_html(self, body: bytes) -> None:
        """An HTML page in the three syntaxes."""
        decoded = decode(body, self.headers.get("content-type"))
        self._accept(decoded)
        if "\0" in decoded.text:
            place = Lines(decoded.text).place(decoded.text.index("\0"))
            self.findings.add("nul-in-html", place=place)
        text = first_tags(decoded.text)
        if len(text) < len(decoded.text):
            self.harvest.too_much(None, MAX_TAGS)
        guarded = guard(text)
        if guarded.attributes_cut:
            self.harvest.too_much(None, MAX_ALL_ATTRIBUTES)
        if guarded.too_deep:
            self.findings.add("nesting-limit", variant="html", args={"limit": MAX_DEPTH, "count": guarded.too_deep})
        document = self.document = parse_document(guarded.text, self.url, self.headers)
        written = _ascii(body, decoded)
        self.harvest.elements = ElementPlaces(text, document.tree.root)
        self.attempt(JSON_LD, partial(self._json_ld, document, text, guarded.blocks))
        self.attempt(MICRODATA, partial(self._microdata, document))
        if any(name in written for name in RDFA_MARKS):
            self.attempt(RDFA, partial(self._rdfa, document))
        if b"<template" in written:
            self.attempt("template", partial(self._inert, document))
        self._judge()
        view = View(document, self.harvest, self.disabled_types, self.expectations)
        self.attempt("suggestions", partial(self._suggest, view, written))
        self.attempt("consistency", partial(self._compare, view))

    def finish(self) -> Reading:
        """The reading of what the steps found."""
        document = self.document
        content_type = self.headers.get("content-type", "").strip()[:_MAX_CONTENT_TYPE] or None
        rows = still_said(self.findings.rows(), self.harvest, self.disabled_types)
        page: dict[str, Any] = {"lang": None, "headings": [], "og": {}, "canonical": None, "text_length": 0}
        if document is not None:
            page = document.page()
            page["script_made"] = document.script_made(bool(self.harvest.entities))
        return Reading(
            content_type=content_type,
            detected_charset=self.charset,
            title=document.title if document else None,
            meta_description=document.description if document else None,
            canonical_url=document.canonical if document else None,
            primary_heading=document.primary_heading if document else None,
            result={
                "entities": self.harvest.entities,
                "structured_data": self.harvest.structured,
                "suggestions": self.suggestions,
                "consistency_checks": self.checks,
                "validation": rows,
                "rich_results": self.features,
                "page": page,
            },
        )

    def _accept(self, decoded: Decoded) -> None:
        self.charset = decoded.charset
        if decoded.conflict is not None:
            self.findings.add("charset-conflict", args=decoded.conflict)
        if decoded.cut:
            self.findings.add("body-too-large", args={"size": decoded.size, "limit": MAX_BYTES})
        elif decoded.size > LARGE_BYTES:
            self.findings.add("large-page", args={"size": decoded.size, "limit": LARGE_BYTES})

    def _json_ld(self, document: Document, source: str, known: list[BlockPlace] | None) -> None:
        scripts = document.json_ld[:MAX_BLOCKS]
        texts = [node.text(deep=True) for node in scripts]
        places = BlockPlaces(source, texts, known)
        for number, (node, text) in enumerate(zip(scripts, texts, strict=True)):
            read_block(Block(node.html or "", text, partial(places.place, number)), document.base, self.harvest)

    def _microdata(self, document: Document) -> None:
        root = document.tree.root
        if root is not None and (document.items or root.css_matches("[itemprop]")):
            read_microdata(root, document.items, document.base, self.harvest)

    def _rdfa(self, document: Document) -> None:
        root = document.tree.root
        if root is not None and root.css_matches(HAS_RDFA):
            read_rdfa(root, document.base, self.harvest)

    def _inert(self, document: Document) -> None:
        fragments = document.tree.template_fragments()
        if len(fragments) > MAX_TEMPLATES:
            self.harvest.too_much(None, MAX_TEMPLATES)
        for fragment in fragments[:MAX_TEMPLATES]:
            if any(is_json_ld(script.attributes.get("type")) for script in fragment.css("script")):
                self.findings.add("inert-markup", source=JSON_LD, place=self._inert_place("script"))
            if fragment.css_first("[itemscope]") is not None:
                self.findings.add("inert-markup", source=MICRODATA, place=self._inert_place("itemscope"))

    def _inert_place(self, mark: str) -> Place | None:
        if self.harvest.elements is None or not self.findings.takes("inert-markup"):
            return None
        return self.harvest.elements.inert_place(mark)

    def _judge(self) -> None:
        self.attempt("types", self.harvest.report_untyped)
        self.attempt("values", partial(check_values, self.harvest))
        self.attempt("vocabulary", partial(check_vocabulary, self.harvest))
        self.attempt("mistakes", partial(check_mistakes, self.harvest, self.headers))
        self.attempt("left", partial(check_left, self.harvest, self.url))
        self.attempt("twice", partial(check_twice, self.harvest, self.url))
        self.attempt("features", self._features)
        self.attempt("prices", partial(check_price_forms, self.harvest))

    def _features(self) -> None:
        self.features = find_features(self.harvest, self.url, self.disabled_types)

    def _suggest(self, view: View, written: bytes) -> None:
        self.suggestions = suggest(view, self.features, written)

    def _compare(self, view: View) -> None:
        self.checks = check(view, self.attempt)
