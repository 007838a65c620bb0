"""The text a visitor sees of an element (comparing.md V10), and the length of a whole page's text."""

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborNode

from chalicelib.page.source import words

LEVELS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}  # of headings
_MAX_NODES = 2000  # of one element; a heading has a dozen
_MAX_CHARACTERS = 20_000
_PAGE = 3_000_000  # characters looked at on one page: headings in headings hold the same text again and again
_NODE = 10  # characters that take as long as a node
_UNSEEN = frozenset(words("head iframe noscript object rp rt script style svg template textarea title"))
_BLOCKS = frozenset(
    words(
        "address article aside blockquote dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6"
    )
    + words("header hr li main nav ol option p pre section summary table td th tr ul")
)
_FOR_SCREEN_READERS = re.compile(r"(?:^|\s)(?:sr-only|visually-hidden|visuallyhidden|screen-reader-text)(?:\s|$)")
_BREAK = "\u2028"  # a line break: joins Japanese without a space, Latin words with one
_CJK = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_BETWEEN_CJK = re.compile(rf"(?<=[{_CJK}])\s*{_BREAK}[\s{_BREAK}]*(?=[{_CJK}])")
_SPACES = " \n\t\r\f\u00a0\u3000"
_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Sight:
    """How much of a page is still looked at, in characters."""

    def __init__(self, left: int = _PAGE) -> None:
        self.left = left

    def text(self, node: LexborNode) -> str:
        """All text of an element, "" when there is nothing left."""
        if self.left <= 0:
            return ""
        text = node.text(deep=True)
        self.left -= len(text) + _NODE
        return text


def visible_text(element: LexborNode, sight: Sight) -> str:
    """The text of `element` on one line; where there is none, the alt of its images (V6)."""
    only = element.first_child
    if only is not None and only.is_text_node and only.next is None:  # as in most headings
        text = only.text_content or ""
        sight.left -= len(text) + _NODE
        return join(text[:_MAX_CHARACTERS])
    parts: list[str] = []
    alternatives: list[str] = []
    pending: list[LexborNode | str] = [element]
    left, room = _MAX_NODES, _MAX_CHARACTERS
    while pending and left > 0 and room > 0 and sight.left > 0:
        left -= 1
        sight.left -= _NODE
        node = pending.pop()
        if isinstance(node, str):
            parts.append(node)
        elif node.is_text_node:
            text = _text(node)
            parts.append(text[:_MAX_CHARACTERS])
            room -= len(text)
            sight.left -= len(text)
        elif node.is_element_node:
            inside = _inside(node, node.mem_id == element.mem_id, alternatives)
            sight.left -= len(inside)
            pending.extend(inside)
    return join("".join(parts)) or join(" ".join(alternatives))


def upward(node: LexborNode, most: int) -> Iterator[LexborNode]:
    """An element and those around it, the nearest first, `most` of them: pages nest deep."""
    above: LexborNode | None = node
    for _ in range(most):
        if above is None:
            return
        yield above
        above = above.parent


def join(text: str) -> str:
    """White space to single spaces; a line break between Japanese characters to nothing."""
    if "\n" in text or _BREAK in text:
        text = _BETWEEN_CJK.sub("", text.replace("\n", _BREAK)).replace(_BREAK, " ")
    return " ".join(text.split())


def text_length(text: str, unseen: list[LexborNode]) -> int:
    """Characters of visible text, white space not counted. text: all of a body; unseen: what of it nobody sees."""
    length = _solid(text)
    for node in unseen:
        if length <= 0:  # as when `noscript` stands in `noscript` and the same text is taken off again
            break
        length -= _solid(node.text(deep=True))
    return max(0, length)


def _solid(text: str) -> int:
    return len(text) - sum(map(text.count, _SPACES))


def _text(node: LexborNode) -> str:
    text = node.text_content or ""
    parent = node.parent
    if parent is not None and parent.tag == "sup" and text.strip().isascii():
        return text.strip().translate(_SUPERSCRIPT)  # 10<sup>2</sup> is no 102
    return text


def _inside(node: LexborNode, is_top: bool, alternatives: list[str]) -> list[LexborNode | str]:
    """What of `node` is still to be read, last first."""
    tag = node.tag or ""
    if tag in ("br", "wbr"):
        return [_BREAK] if tag == "br" else []
    if tag in _UNSEEN and not is_top:
        return []
    attributes = node.attributes
    if tag == "img":
        alternatives.append(attributes.get("alt") or "")
        return []
    if not is_top and ("hidden" in attributes or _FOR_SCREEN_READERS.search(attributes.get("class") or "")):
        return []
    inside: list[LexborNode | str] = []
    child = node.first_child
    edge = [_BREAK] if tag in _BLOCKS and not is_top else []
    inside.extend(edge)
    while child is not None and len(inside) < _MAX_NODES:
        inside.append(child)
        child = child.next
    inside.extend(edge)
    inside.reverse()
    return inside
