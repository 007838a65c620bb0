"""What the families look at: the page's own lines, its labelled fields, its name, image and site."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import NamedTuple
from urllib.parse import urlsplit

from selectolax.lexbor import LexborNode

from chalicelib.page.checks.scope import page_lines
from chalicelib.page.checks.shown import is_hidden
from chalicelib.page.checks.view import View
from chalicelib.page.names import absolute
from chalicelib.page.seen import Line
from chalicelib.page.visible import upward
from chalicelib.page.wording import folded, title_candidates

_MAX_LINES = 2000
_MAX_FIELDS = 600
_MAX_LABEL = 24  # characters
_MAX_VALUE = 1000
_MAX_PICTURES = 30
_MAX_ABOVE = 60
_AREAS = frozenset(("nav", "header", "footer", "aside"))
_ONE_LINE = re.compile(r"([^：:。、\s][^：:。、]{0,23}?)\s*[：:]\s*(?!//)(\S.*)")
_IN_BRACKETS = re.compile(r"【([^】]{1,24})】\s*(\S.*)")
_START = re.compile(r"/(?:(?:index|default|home|top)\.[a-z]{2,5})?", re.IGNORECASE)
_NO_PICTURE = re.compile(r"logo|icon|sprite|spacer|blank|banner|pixel|btn|button|avatar|^data:|\.svg", re.IGNORECASE)
TITLE_SIGNS = re.compile(r"\s*[|｜│»≫«]\s*|\s+[-–—―:：・/／]\s+")


class Field(NamedTuple):
    """A value that the page labels: by `dt`, `th`, the cell before, a colon, or a line of its own."""

    label: str
    value: str
    line: Line
    said: str  # the label as the page has it


class Content:
    """One page for the families. written: its source in lower case, to look for ASCII names in."""

    def __init__(self, view: View, written: bytes) -> None:
        self.view = view
        self.document = view.document
        self.written = written

    @cached_property
    def lower(self) -> str:
        """All text of the body in lower case, that of its scripts too: to look for words before lines are made."""
        return self.document.text.lower()

    def says(self, *groups: tuple[str, ...]) -> bool:
        """Whether a word of each group stands in the text of the page."""
        return all(any(word in self.lower for word in group) for group in groups)

    @cached_property
    def lines(self) -> list[Line]:
        """The lines of the page's subject: no navigation, footer, aside, related pages or comments."""
        return list(islice((line for line in page_lines(self.view) if line.area != "footer"), _MAX_LINES))

    @cached_property
    def fields(self) -> list[Field]:
        """The labelled values, in document order; several lines of one value are joined."""
        return list(islice(_fields(self.lines), _MAX_FIELDS))

    def field(self, label: re.Pattern[str]) -> Field | None:
        """The first value with such a label."""
        return next((one for one in self.fields if label.fullmatch(one.label)), None)

    def count(self, label: re.Pattern[str]) -> int:
        """How many values have such a label."""
        return sum(label.fullmatch(one.label) is not None for one in self.fields)

    @cached_property
    def name(self) -> str:
        """What the page is called: its h1, else its title without the site's name."""
        heading = self.document.primary_heading or ""
        if heading and folded(heading) != folded(self.site_name):
            return heading[:200]
        titles = title_candidates(self.document.title or "", (self.site_name,) if self.site_name else ())
        return (titles[-1] if titles else heading)[:200]

    @cached_property
    def site_name(self) -> str:
        """og:site_name, else the last part of a title that has several."""
        given = self.document.og.get("og:site_name", "").strip()
        if given:
            return given[:100]
        parts = [part.strip() for part in TITLE_SIGNS.split(self.document.title or "") if part.strip()]
        return parts[-1][:100] if len(parts) > 1 else ""

    @cached_property
    def titles(self) -> str:
        """Title and h1 in one text."""
        return f"{self.document.title or ''} {self.document.primary_heading or ''}"

    @property
    def url(self) -> str:
        """The canonical address, else the page's own."""
        return self.document.canonical or self.document.url

    @cached_property
    def start(self) -> str:
        """The address of the site's start page."""
        parts = urlsplit(self.document.url)
        return f"{parts.scheme}://{parts.netloc}/" if parts.netloc else ""

    @cached_property
    def is_start(self) -> bool:
        """Whether this is the start page."""
        parts = urlsplit(self.document.url)
        return bool(parts.netloc) and not parts.query and _START.fullmatch(parts.path or "/") is not None

    @cached_property
    def japanese(self) -> bool:
        """Whether the page is in Japanese: by its lang, else by kana in its title."""
        lang = (self.document.lang or "").lower()
        return lang.startswith("ja") if lang else re.search(r"[ぁ-ゖァ-ヺ]", self.document.text[:5000]) is not None

    @cached_property
    def image(self) -> str:
        """The page's picture: og:image, else the first that stands in the content and is no decoration."""
        given = self.document.og.get("og:image", "").strip()
        if given:
            return absolute(self.document.base, given)
        for selector in ("main img[src],article img[src]", "img[src]"):
            for node in self.document.tree.css(selector)[:_MAX_PICTURES]:
                source = (node.attributes.get("src") or "").strip()
                if source and not _NO_PICTURE.search(source[:300]) and self.is_content(node):
                    return absolute(self.document.base, source)
        return ""

    def is_content(self, node: LexborNode) -> bool:
        """Whether an element is seen and stands in no navigation, header, footer or aside."""
        for above in upward(node, _MAX_ABOVE):
            if above.tag == "body":
                break
            if above.tag in _AREAS:
                return False
        return not is_hidden(node, self.view)

    def section(self, start: int, ends: re.Pattern[str], most: int = 80) -> list[Line]:
        """The lines under `lines[start]`, up to the next heading of its level or a line that `ends` it."""
        level = self.lines[start].level or 6
        found: list[Line] = []
        for line in self.lines[start + 1 : start + 1 + most]:
            if (line.level and line.level <= level) or (len(line.text) <= 40 and ends.match(line.text)):
                break
            found.append(line)
        return found


def _fields(lines: list[Line]) -> Iterator[Field]:
    held: Field | None = None
    above: Line | None = None
    for line in lines:
        label = _label(line, above)
        if (
            label
            and held is not None
            and held.label == label
            and line.tag in ("dd", "td")
            and held.line.card == line.card
        ):
            if len(held.value) < _MAX_VALUE:
                held = held._replace(value=f"{held.value}\n{line.text}"[:_MAX_VALUE])
        else:
            if held is not None:
                yield held
            held = None
            if label:
                held = Field(
                    label, line.text[:_MAX_VALUE], line, line.label or (above.text if above is not None else "")
                )
            elif len(line.text) <= _MAX_VALUE:
                said = _ONE_LINE.fullmatch(line.text) or _IN_BRACKETS.fullmatch(line.text)
                if said is not None:
                    held = Field(plain_label(said[1]), said[2], line, said[1])
                elif above is not None and len(above.text) <= _MAX_LABEL and above.tag not in ("dt", "th", "td"):
                    yield Field(plain_label(above.text), line.text, line, above.text)
        above = line
    if held is not None:
        yield held


def _label(line: Line, above: Line | None) -> str:
    if line.tag not in ("dd", "td"):
        return ""
    if line.label:
        return plain_label(line.label) if len(line.label) <= _MAX_LABEL else ""
    first = above is not None and above.tag == "td" and above.card == line.card != 0
    return plain_label(above.text) if first and above is not None and len(above.text) <= _MAX_LABEL else ""


def plain_label(text: str) -> str:
    """A label in one notation: `【 住 所 】` is 住所."""
    text = unicodedata.normalize("NFKC", text).strip().lower()
    text = text.strip("■□●○◆◇▼▶・*※【】[]<>〈〉《》:").strip()
    return re.sub(r"(?<=[^\x00-\x7f])\s+(?=[^\x00-\x7f])", "", text)
