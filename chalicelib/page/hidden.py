"""What of a page is hidden, what of that a control opens (comparing.md V14), and what simple style rules add.

Style sheets of other files are not read. A `style` element is, for rules with simple selectors alone: `display: none`,
`visibility: hidden`, and the text of `::before` and `::after`.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

SHOWN, ON_DEMAND, HIDDEN = range(3)
_MAX_STYLE = 200_000  # characters of all style elements
_MAX_RULES = 200  # that hide or add something
_MAX_MATCHES = 5000  # elements of one rule
_BY_MARKUP = (
    "[hidden],[style*='display'],[style*='visibility'],dialog,details,.sr-only,.visually-hidden,.visuallyhidden,"
    ".screen-reader-text,.screen-reader-only,.u-visually-hidden"
)
_BY_STRIKING = "[style*='line-through']"
_FOR_SCREEN_READERS = frozenset(
    ("sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "screen-reader-only", "u-visually-hidden")
)
_STYLE_HIDES = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}@;]+)\{([^{}]*)\}")
_SIMPLE = re.compile(
    r"(?:[a-z][a-z0-9]*)?(?:[.#][\w-]+)*(?:\s*[\s>]\s*(?:[a-z][a-z0-9]*)?(?:[.#][\w-]+)*){0,2}", re.ASCII
)
_CONTENT = re.compile(r"""(?:^|;)\s*content\s*:\s*(?:"([^"\\]*)"|'([^'\\]*)')\s*(?:;|$)""")
_PSEUDO = re.compile(r"::?(before|after)$")
_OPENERS = "[aria-controls],[aria-expanded],[data-target],[data-bs-target],label[for],a[href^='#'],[role='tab'],summary"


class Special(NamedTuple):
    """An element that is hidden, struck through, or that a style rule adds text to: before and after what is in it."""

    state: int = SHOWN
    before: str = ""
    after: str = ""
    struck: bool = False


class Hiding:
    """What is known of a page's hidden elements. Made once for a page; `of` is then a look-up."""

    def __init__(self, tree: LexborHTMLParser) -> None:
        self._tree = tree
        self._special: dict[int, Special] = {}
        self._opened: set[str] | None = None
        hidden = {node.mem_id: node for node in tree.css(_BY_MARKUP) if _is_hidden(node)}
        sheet = "\n".join(style.text(deep=True) for style in tree.css("style"))[:_MAX_STYLE]
        if sheet and ("none" in sheet or "hidden" in sheet or "content" in sheet or "line-through" in sheet):
            hidden.update(self._by_rules(sheet))
        for node in tree.css(_BY_STRIKING):
            self._strike(node)
        for number, node in hidden.items():
            state = ON_DEMAND if self._is_opened(node) else HIDDEN
            self._special[number] = self._special.get(number, Special())._replace(state=state)

    @property
    def any(self) -> bool:
        """Whether the page hides or adds anything."""
        return bool(self._special)

    def of(self, node: LexborNode) -> Special | None:
        """What is special about the element itself, None for nearly all; what it stands in is the caller's to know."""
        return self._special.get(node.mem_id)

    def _by_rules(self, sheet: str) -> Iterator[tuple[int, LexborNode]]:
        for selector, pseudo, declared in list(_rules(_COMMENT.sub(" ", sheet)))[:_MAX_RULES]:
            hides = not pseudo and _STYLE_HIDES.search(declared) is not None
            content = _CONTENT.search(declared) if pseudo else None
            strikes = not pseudo and "line-through" in declared
            if not (hides or content or strikes):
                continue
            for node in self._tree.css(selector)[:_MAX_MATCHES]:
                if strikes:
                    self._strike(node)
                if hides:
                    yield node.mem_id, node
                elif content:
                    text = content[1] or content[2] or ""
                    known = self._special.get(node.mem_id, Special())
                    self._special[node.mem_id] = (
                        known._replace(before=text) if pseudo == "before" else known._replace(after=text)
                    )

    def _strike(self, node: LexborNode) -> None:
        self._special[node.mem_id] = self._special.get(node.mem_id, Special())._replace(struck=True)

    def _is_opened(self, node: LexborNode) -> bool:
        """V14: a control names it, or a button, heading, term or label that can be pressed stands before it."""
        attributes = node.attributes
        if node.tag == "details":
            return True
        if _FOR_SCREEN_READERS.intersection((attributes.get("class") or "").split()):
            return False
        if self._opened is None:
            self._opened = set(_named_by_controls(self._tree))
        if (attributes.get("id") or "") in self._opened or attributes.get("role") == "tabpanel":
            return True
        before = node.prev
        while before is not None and not before.is_element_node:
            before = before.prev
        return before is not None and _can_be_pressed(before)


def _can_be_pressed(node: LexborNode) -> bool:
    if node.tag == "input":  # a check box that its label ticks
        return node.attributes.get("type") in ("checkbox", "radio")
    if node.tag in ("button", "dt", "label", "summary"):
        return True
    return node.css_first(_PRESSED if node.tag in _HEADINGS else _BUTTONS) is not None


_BUTTONS = "button,[role='button'],[aria-expanded]"
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_PRESSED = _BUTTONS + ",a,label"


def _named_by_controls(tree: LexborHTMLParser) -> Iterator[str]:
    for control in tree.css(_OPENERS):
        attributes = control.attributes
        for name in ("aria-controls", "data-target", "data-bs-target", "href"):
            for token in (attributes.get(name) or "").split():
                yield token.removeprefix("#")


def _is_hidden(node: LexborNode) -> bool:
    attributes = node.attributes
    if node.tag in ("dialog", "details"):
        return "open" not in attributes
    if "hidden" in attributes or _STYLE_HIDES.search(attributes.get("style") or ""):
        return True
    return not _FOR_SCREEN_READERS.isdisjoint((attributes.get("class") or "").split())


def _rules(sheet: str) -> Iterator[tuple[str, str, str]]:
    """Selector, "before", "after" or "", and declarations of each rule with a simple selector, in `@media` too."""
    for match in _RULE.finditer(sheet):
        declared = match[2]
        for part in match[1].split(",", 20)[:20]:
            selector = part.strip()
            pseudo = _PSEUDO.search(selector)
            name = pseudo[1] if pseudo else ""
            selector = selector[: pseudo.start()] if pseudo else selector
            if selector and _SIMPLE.fullmatch(selector):
                yield selector, name, declared
