"""Before the parse: a page that would take lexbor quadratic time is rewritten so that it does not.

Measured with selectolax 1.0.2: 200,000 nested `<div>` take 276 s, 30,000 attributes on a tag 1.5 s, and n unclosed
formatting elements before m paragraphs make n·m nodes. A page where that cannot happen, by three cheap bounds that no
page can fool, is handed on as it is. Any other is written anew from its tags, properly nested, so that lexbor's stack
of open elements is the one counted here: beyond `MAX_DEPTH` a tag is left out, its content stays. When that shows that
the page was properly nested already and within the limits, it too is handed on as it is.
"""

import re
from itertools import islice
from typing import NamedTuple

from chalicelib.page.source import ATTRIBUTE, ATTRIBUTES, RAW_TEXT, VOID, BlockPlace, Token, block_place, tokens, words

MAX_DEPTH = 512
MAX_ATTRIBUTES = 256
MAX_FORMATTING = 8
_LOOK_UP = 32  # open elements looked at for one that a start tag ends; real pages need three or four

MAX_TAGS = 420_000  # a page of 10 MB may hold 3 million `<td>`: 9 s to look at, 600 MB as a tree
MAX_ALL_ATTRIBUTES = 300_000  # on one page, after `_ATTRIBUTE_TEXT`; each takes 225 bytes in the tree
_ATTRIBUTE_TEXT = 1_500_000  # characters of attributes that are not counted one by one
_MUCH_TEXT = 500_000  # characters; in a page that long the tags shorter than `_LONG_TAG` can matter too
_SEARCH_COST = 50_000_000  # tags × possible depth: below it the parse takes less than 0.1 s
_CLONES = 500_000  # formatting elements × tags: as many nodes lexbor may have to make again
_LONG_TAG = 16_000  # characters; a tag shorter than 2 × this holds too few attributes to matter
_ROOTS = frozenset(("html", "head", "body"))
_FORMATTING = frozenset(words("a b big code em font i nobr s small strike strong tt u"))
# Tells them by two letters, since it reads every page: some others (form, body) count too, none is missed.
_FORMATTING_TAG = re.compile(r"<(?:[bBcCeEfFsStTuU][\s/>mMoOtT]|[bBiI][\s/>iI])")
_IN_DOUBLE_QUOTES, _IN_SINGLE_QUOTES = re.compile(r'[^"]*+"'), re.compile(r"[^']*+'")
_REST_OF_TAG = re.compile(ATTRIBUTES)
_LATE_BLOCKS = 1000  # looked for; each brings tags of its own
_LATE_BLOCK = re.compile(
    r"<script\s[^<>]{0,200}?application/ld\+json[^<>]{0,200}>.*?(?=</script|\Z)", re.IGNORECASE | re.DOTALL
)
_DATA_BLOCK = re.compile(r"ld\+json", re.IGNORECASE)

# A start tag on the left ends the open elements on the right, up to the nearest border (HTML: optional end tags).
_ENDS: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
for _starts, _ended, _border in (
    ("li", "li", "ul ol menu"),
    ("dt dd", "dt dd", "dl"),
    ("option optgroup", "option", "select"),
    ("rt rp", "rt rp", "ruby"),
    ("td th", "td th", "tr table"),
    ("tr", "td th tr", "table"),
    ("tbody thead tfoot", "td th tr tbody thead tfoot", "table"),
    (
        "address article aside blockquote details div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main"
        " menu nav ol p pre section table ul",
        "p",
        "table td th button object",
    ),
):
    for _name in _starts.split():
        _ENDS[_name] = (frozenset(_ended.split()), frozenset(_border.split()))
_END_TAG_OPTIONAL = frozenset(words("dd dt li optgroup option p rp rt tbody td tfoot th thead tr"))


class Guarded(NamedTuple):
    """The text to parse, whether it was written anew, how many tags were left out for their depth.

    attributes_cut: whether attributes were left out since the page has more than `MAX_ALL_ATTRIBUTES`.
    blocks: where the JSON-LD of the page as it came lies, None when it was not scanned.
    """

    text: str
    rewritten: bool
    too_deep: int
    blocks: list[BlockPlace] | None
    attributes_cut: bool = False


def first_tags(text: str) -> str:
    """A page as far as it has no more than `MAX_TAGS` tags, and the JSON-LD after that in its own lines and columns."""
    if text.count("<") <= MAX_TAGS:
        return text
    last = next(islice(re.finditer("<", text), MAX_TAGS, None))
    parts = [text[: last.start()]]
    position = last.start()
    for block in islice(_LATE_BLOCK.finditer(text, position), _LATE_BLOCKS):
        parts += [_blank(text, position, block.start()), block[0], "</script>"]
        position = block.end()
    return "".join(parts)


def _blank(text: str, start: int, end: int) -> str:
    """As many lines as there are in this part of the text, and then as many columns."""
    lines = text.count("\n", start, end)
    return "\n" * lines + " " * (end - max(start, text.rfind("\n", start, end) + 1))


def guard(text: str) -> Guarded:
    """Hand `text` on, or a version of it that lexbor parses in linear time."""
    if not _may_be_slow(text):
        return Guarded(text, False, 0, None)
    return _Rewriting(text).run()


def _may_be_slow(text: str) -> bool:
    tags = text.count("<")
    if len(text) > _MUCH_TEXT and tags:
        return True
    starts = tags - text.count("</")  # at least as many as there are start tags, and so no smaller than the depth
    if starts * tags > _SEARCH_COST:
        return True
    if starts * starts > _CLONES and len(_FORMATTING_TAG.findall(text)) * starts > _CLONES:
        return True
    # A longer tag contains one of these positions, at least _LONG_TAG from its end, in one of three states.
    for position in range(0, len(text) - _LONG_TAG, _LONG_TAG):
        for quoted in (None, _IN_DOUBLE_QUOTES, _IN_SINGLE_QUOTES):
            inside = quoted.match(text, position) if quoted else None
            if quoted and inside is None:
                continue  # a quote that is never closed: the tag is dropped with its attributes
            start = inside.end() if inside else position
            rest = _REST_OF_TAG.match(text, start)
            if rest is not None and rest.end() - start > _LONG_TAG:
                return True
    return False


class _Rewriting:
    """The page written anew: comments and the content of scripts that hold no data are left out.

    `safe` is False as soon as lexbor, given the page as it is, might see other tags or another nesting than here.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.out: list[str] = []
        self.open: list[str] = []
        self.counts: dict[str, int] = {}
        self.dropped: dict[str, int] = {}
        self.formatting = 0
        self.attribute_text = 0
        self.attributes_left = MAX_ALL_ATTRIBUTES
        self.too_deep = 0
        self.safe = True
        self.blocks: list[BlockPlace] = []
        self.roots: set[str] = set()

    def run(self) -> Guarded:
        position = 0
        for token in tokens(self.text):
            if token.start > position:
                self.out.append(self.text[position : token.start])
            position = token.end
            if token.closing:
                self._end(token.name)
            elif token.name:
                self._start(token)
            else:
                self._comment(token)
        self.out.append(self.text[position:])
        if self.safe:
            return Guarded(self.text, False, 0, self.blocks)
        return Guarded("".join(self.out), True, self.too_deep, self.blocks, self.attributes_left < 0)

    def _comment(self, token: Token) -> None:
        written = self.text[token.start : token.tag_end]
        if written[:9].lower() == "<!doctype":  # decides between quirks and standards mode
            self.out.append(written)
        elif written.startswith("<![CDATA["):  # within svg or math it ends elsewhere
            self.safe = False

    def _start(self, token: Token) -> None:
        name = token.name
        if name in _ROOTS:  # lexbor merges the attributes of a second one into the first
            if name not in self.roots:
                self.roots.add(name)
                self.out.append(self._tag(token))
            else:
                self.safe = False
            return
        if name in _ENDS:
            self._end_implied(*_ENDS[name])
        if name in RAW_TEXT:
            place = block_place(token)
            if place is not None:
                self.blocks.append(place)
            self.out.append(self._tag(token) + self._raw_text(token) + f"</{name}>")
            self.counts.setdefault(name, 0)
            self.dropped[name] = self.dropped.get(name, 0) + 1  # its end tag is written already
            return
        if name in VOID:
            self.out.append(self._tag(token))
            return
        formatting = name in _FORMATTING
        if len(self.open) >= MAX_DEPTH or (formatting and self.formatting >= MAX_FORMATTING):
            self.too_deep += len(self.open) >= MAX_DEPTH
            self.dropped[name] = self.dropped.get(name, 0) + 1
            self.safe = False
            return
        self.out.append(self._tag(token))
        self.open.append(name)
        self.counts[name] = self.counts.get(name, 0) + 1
        self.formatting += formatting

    def _end(self, name: str) -> None:
        if self.dropped.get(name):
            self.dropped[name] -= 1
        elif self.counts.get(name):
            while (closed := self._close()) != name:
                self.safe = self.safe and closed in _END_TAG_OPTIONAL and name not in _FORMATTING

    def _end_implied(self, ended: frozenset[str], border: frozenset[str]) -> None:
        """Close the outermost element of `ended` that no `border` encloses."""
        if not any(map(self.counts.get, ended)):
            return
        outermost = len(self.open)
        for index in range(len(self.open) - 1, max(-1, len(self.open) - _LOOK_UP), -1):
            if self.open[index] in border:
                break
            if self.open[index] in ended:
                outermost = index
        while len(self.open) > outermost:
            self.safe = self._close() in _END_TAG_OPTIONAL and self.safe

    def _close(self) -> str:
        name = self.open.pop()
        self.counts[name] -= 1
        self.formatting -= name in _FORMATTING
        self.out.append(f"</{name}>")
        return name

    def _tag(self, token: Token) -> str:
        written = self.text[token.start : token.tag_end]
        self.attribute_text += len(token.attributes)
        counted = self.attribute_text > _ATTRIBUTE_TEXT
        if len(token.attributes) > 2 * MAX_ATTRIBUTES or (counted and token.attributes):
            found = [match[0] for match in ATTRIBUTE.finditer(token.attributes)]
            self.attributes_left -= len(found) if counted else 0
            if len(found) > MAX_ATTRIBUTES or self.attributes_left < 0:
                self.safe = False
                written = f"<{token.name} " + " ".join(found[:MAX_ATTRIBUTES] if self.attributes_left >= 0 else ())
        return written if written.endswith(">") else written + ">"

    def _raw_text(self, token: Token) -> str:
        """What may be kept whatever lexbor takes the element for: within svg or math it reads tags there."""
        content = self.text[token.tag_end : token.end]
        if "<" in content and (self.counts.get("svg") or self.counts.get("math")):
            self.safe = False
        if token.name == "script":
            return content.replace("<", "\\u003c") if _DATA_BLOCK.search(token.attributes) else ""
        return content.replace("<", "&lt;") if token.name in ("title", "textarea") else ""
