"""The parsed page and the facts every page has: title, description, canonical, headings, language, Open Graph."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from chalicelib.page.jsonld import is_json_ld
from chalicelib.page.names import absolute, parses
from chalicelib.page.visible import LEVELS, Sight, text_length, visible_text

_MAX_HEADINGS = 100
_MAX_HEADING = 300
_MAX_OG = 50
_MAX_FIELD = 2000
_MAX_BASE = 2000  # characters; it stands in every URL of the page: one of 4 MB with 50,000 links did not end
_SCRIPT_MADE_TEXT = 60  # characters; with less, the body of a page with scripts waits for them
_WANTED = "title,meta,base,link,h1,h2,h3,h4,h5,h6,script,noscript,style,textarea"
_UNSEEN = frozenset(("script", "noscript", "style", "textarea"))
_HEADINGS = "h1,h2,h3,h4,h5,h6"
_SCRIPT_TYPE = re.compile(r"(?:|module|(?:text|application)/(?:x-)?(?:java|ecma)script)", re.IGNORECASE)
_TAG_MANAGER = re.compile(
    r"googletagmanager\.com/gtm\.js|s\.yjtag\.jp/tag\.js|assets\.adobedtm\.com/|tags\.tiqcdn\.com/", re.IGNORECASE
)


@dataclass
class Document:
    """What one walk over a page's elements gives. Texts are on one line; URLs are absolute.

    text: all text of the body, that of its scripts too; text_length: characters of what of it is seen.
    """

    tree: LexborHTMLParser
    url: str
    base: str
    title: str | None = None
    description: str | None = None
    canonical: str | None = None
    previous: bool = False
    lang: str | None = None
    noindex: bool = False
    headings: list[tuple[int, str]] = field(default_factory=list)
    og: dict[str, str] = field(default_factory=dict)
    json_ld: list[LexborNode] = field(default_factory=list)
    items: list[LexborNode] = field(default_factory=list)
    sight: Sight = field(default_factory=Sight)
    text: str = ""
    text_length: int = 0
    has_script: bool = False
    adds_markup: bool = False

    @property
    def primary_heading(self) -> str | None:
        """The first h1 (K-060)."""
        return next((text for level, text in self.headings if level == 1), None)

    def script_made(self, has_markup: bool) -> bool:
        """K-067: scripts make the markup or the text, and they are not run here."""
        return (self.adds_markup and not has_markup) or (self.has_script and self.text_length < _SCRIPT_MADE_TEXT)

    def page(self) -> dict[str, Any]:
        """The row `page` of spec/result_json.md."""
        return {
            "lang": self.lang,
            "headings": [{"level": level, "text": text} for level, text in self.headings],
            "og": self.og,
            "canonical": self.canonical,
            "text_length": self.text_length,
            "noindex": self.noindex,
        }


def parse_document(text: str, url: str, headers: Mapping[str, str]) -> Document:
    """Parse a guarded text (guard.py) and collect its facts."""
    # Without events lexbor does not copy options about, which is quadratic.
    tree = LexborHTMLParser(text, options=LexborDocumentOptions.WO_EVENTS.value)
    url = url if parses(url) else ""
    document = Document(tree, url, url)
    document.noindex = _forbids(headers.get("x-robots-tag", ""))
    links: list[LexborNode] = []
    unseen: list[LexborNode] = []
    not_headings: set[int] = set()
    for node in tree.css(_WANTED):
        tag = node.tag or ""
        if tag in _UNSEEN and not _in_head(node):
            unseen.append(node)
        if tag == "meta":
            _meta(document, node.attributes)
        elif tag == "script":
            _script(document, node)
        elif tag == "title":
            _title(document, node)
        elif tag == "link":
            links.append(node)
        elif tag == "base" and document.base == url:
            document.base = _base(url, node.attributes.get("href") or "")
        elif tag == "noscript":
            not_headings.update(heading.mem_id for heading in node.css(_HEADINGS))
        elif tag in LEVELS and node.mem_id not in not_headings:
            _heading(document, node, LEVELS[tag])
    _links(document, links)
    document.items = tree.css("[itemscope]")
    if tree.root is not None:
        document.lang = _field((tree.root.attributes.get("lang") or "").strip())
    if tree.body is not None:
        document.text = tree.body.text(deep=True)
        document.text_length = text_length(document.text, unseen)
    return document


def _base(url: str, href: str) -> str:
    base = absolute(url, href)
    usable = len(base) <= _MAX_BASE and base.startswith(("http://", "https://")) and parses(base)
    return base if usable else url


def _meta(document: Document, attributes: dict[str, str | None]) -> None:
    name = (attributes.get("name") or "").strip().lower()
    shared = (attributes.get("property") or name).strip().lower()
    content = (attributes.get("content") or "").strip()
    if name == "description":
        document.description = document.description or _field(_collapse(content))
    elif name in ("robots", "googlebot"):
        document.noindex = document.noindex or _forbids(content)
    elif shared.startswith("og:") and len(document.og) < _MAX_OG:
        document.og.setdefault(shared[:80], content[:_MAX_FIELD])


def _title(document: Document, node: LexborNode) -> None:
    if document.title is None and not _in_svg(node):
        document.title = _field(_collapse(node.text(deep=True)))


def _script(document: Document, node: LexborNode) -> None:
    attributes = node.attributes
    kind = attributes.get("type")
    if is_json_ld(kind):
        document.json_ld.append(node)
    elif _SCRIPT_TYPE.fullmatch((kind or "").strip()):
        document.has_script = True
        if not document.adds_markup:
            source = attributes.get("src") or node.text(deep=True)
            document.adds_markup = "ld+json" in source or _TAG_MANAGER.search(source) is not None


def _heading(document: Document, node: LexborNode, level: int) -> None:
    if len(document.headings) < _MAX_HEADINGS:
        text = visible_text(node, document.sight)
        if text:
            document.headings.append((level, text[:_MAX_HEADING]))


def _links(document: Document, links: list[LexborNode]) -> None:
    """After the walk, since `base` may stand below a link."""
    for node in links:
        attributes = node.attributes
        kinds = (attributes.get("rel") or "").lower().split()
        href = (attributes.get("href") or "").strip()
        if "canonical" in kinds and href and document.canonical is None:
            document.canonical = _field(absolute(document.base, href))
        document.previous = document.previous or "prev" in kinds


def _in_head(node: LexborNode) -> bool:
    above = node.parent
    if above is not None and above.tag == "noscript":
        above = above.parent
    return above is not None and above.tag == "head"


def _in_svg(node: LexborNode) -> bool:
    above = node.parent
    while above is not None and above.tag not in ("svg", "head", "body"):
        above = above.parent
    return above is not None and above.tag == "svg"


def _forbids(robots: str) -> bool:
    return re.search(r"\b(?:noindex|none)\b", robots, re.IGNORECASE) is not None


def _collapse(text: str) -> str:
    """As browsers show a title: ASCII white space stripped and collapsed, full-width spaces kept."""
    return re.sub(r"[ \t\n\f\r]+", " ", text).strip(" ")


def _field(text: str) -> str | None:
    return text[:_MAX_FIELD] or None
