"""Sitemaps in XML: urlset and sitemapindex (sitemaps.org 0.9), and feeds (RSS 2.0, Atom 1.0), which may serve as one.

expat and not lxml: it reads piece by piece in little memory, six times as fast, and knows line and column wherever it
stands. It asks for no other file; entities of the file's own are refused, so that nothing grows.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from chalicelib.fetch.errors import SitemapError
from chalicelib.texts import Text

if TYPE_CHECKING:
    from xml.parsers.expat import ExpatError, XMLParserType

MAX_ENTRIES = 50_000
# Elements that say something take 50 bytes and more; those of a file with more only take time.
MAX_ELEMENTS = 1_000_000
MAX_DEPTH = 100
# Bytes of one tag or comment: expat looks at it whole, and of one with millions of attributes it makes 1 GB.
MAX_TOKEN = 1 << 20
# What is kept of an entry: more than a URL may have, so that it is refused as too long and not shortened to another.
MAX_KEPT = 10_000

Kind = Literal["urls", "index"]


class Entry(NamedTuple):
    """A URL as it stands in a file, without the blanks around it, and its line."""

    text: str
    line: int


class Sitemap(NamedTuple):
    """What a file lists: pages (`urls`), or other sitemaps (`index`)."""

    kind: Kind
    entries: list[Entry]


class _Form(NamedTuple):
    """A kind of file: the elements that lead from its root to a URL. attribute: which holds it, None for the text."""

    kind: Kind
    path: tuple[str, ...]
    attribute: str | None = None


_FORMS = {
    "urlset": _Form("urls", ("url", "loc")),
    "sitemapindex": _Form("index", ("sitemap", "loc")),
    "rss": _Form("urls", ("channel", "item", "link")),
    "feed": _Form("urls", ("entry", "link"), "href"),
}

# By the number of expat's error; what is not here is told in expat's own English.
_FAULTS = {
    3: "cut",
    4: "invalid-token",
    5: "cut",
    7: "mismatched-tag",
    8: "duplicate-attribute",
    9: "junk-after-end",
    11: "undefined-entity",
    17: "late-declaration",
}


def read_xml(pieces: Iterable[str]) -> Sitemap:
    """The entries of an XML file, in its order; `pieces` are its text. Raises SitemapError.

    Only the names of elements count, not which namespace they are declared in: many sitemaps have a wrong one or none.
    """
    # Late: a process that reads no sitemap does without.
    from xml.parsers import expat

    parser = expat.ParserCreate("utf-8")  # whatever the declaration says: the text is decoded already
    reader = _Reader(parser)
    given = 0
    try:
        for piece in pieces:
            data = piece.encode()
            parser.Parse(data, False)
            given += len(data)
            if given - max(parser.CurrentByteIndex, 0) > MAX_TOKEN:
                raise SitemapError("too-long", parser.CurrentLineNumber, most=MAX_TOKEN)
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise _fault(error) from error
    return reader.sitemap()


def _fault(error: "ExpatError") -> SitemapError:
    key = _FAULTS.get(error.code)
    why = Text(f"fetch.xml.{key}", {}) if key else str(error).rpartition(": line ")[0]
    return SitemapError("xml", error.lineno, error.offset + 1, why=why)


class _Reader:
    """What has been read so far; `_path` are the open elements below the root, and other prefixes never match."""

    def __init__(self, parser: "XMLParserType") -> None:
        self._parser = parser
        self._form: _Form | None = None
        self._prefix = ""
        self._path: list[str] = []
        self._elements = 0
        self._entries: list[Entry] = []
        self._kept: list[str] = []
        self._room = 0
        self._line = 0
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.EntityDeclHandler = self._declared
        parser.SkippedEntityHandler = self._skipped

    def sitemap(self) -> Sitemap:
        """What was read, after the end of a file that expat took."""
        assert self._form is not None  # noqa: S101 - no file without a root ends well
        return Sitemap(self._form.kind, self._entries)

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        self._elements += 1
        if self._elements > MAX_ELEMENTS:
            raise self._refused("too-many-elements", most=MAX_ELEMENTS)
        if self._form is None:
            self._root(name)
            return
        self._path.append(name)
        if len(self._path) > MAX_DEPTH:
            raise self._refused("too-deep", most=MAX_DEPTH)
        if not self._at_entry():
            return
        self._line = self._parser.CurrentLineNumber
        if self._form.attribute is None:
            self._kept, self._room = [], MAX_KEPT
            self._parser.CharacterDataHandler = self._text
        elif attributes.get("rel", "alternate") == "alternate":
            self._add(attributes.get(self._form.attribute, ""))

    def _end(self, name: str) -> None:
        if not self._path:
            return
        if self._parser.CharacterDataHandler is not None and self._at_entry():
            self._parser.CharacterDataHandler = None
            self._add("".join(self._kept))
        self._path.pop()

    def _text(self, text: str) -> None:
        if self._room > 0 and self._at_entry():
            self._kept.append(text[: self._room])
            self._room -= len(text)

    def _root(self, name: str) -> None:
        prefix, _, local = name.rpartition(":")
        form = _FORMS.get(local)
        if form is None:
            raise self._refused("html" if local.lower() == "html" else "other-root", name=name[:80])
        self._prefix = f"{prefix}:" if prefix else ""
        self._form = form._replace(path=tuple(self._prefix + step for step in form.path))

    def _at_entry(self) -> bool:
        return self._form is not None and tuple(self._path) == self._form.path

    def _add(self, text: str) -> None:
        if len(self._entries) == MAX_ENTRIES:
            raise SitemapError("too-many-entries", self._line, most=MAX_ENTRIES)
        self._entries.append(Entry(text.strip(), self._line))

    def _declared(self, *_: object) -> None:
        raise self._refused("entities")

    def _skipped(self, *_: object) -> None:
        raise self._refused("xml", why=Text("fetch.xml.undefined-entity", {}))

    def _refused(self, reason_code: str, **values: object) -> SitemapError:
        return SitemapError(reason_code, self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1, **values)
