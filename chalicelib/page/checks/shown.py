"""The text that is seen of one element, with what the page hides known (V10, V14)."""

from selectolax.lexbor import LexborNode

from chalicelib.page.checks.view import View
from chalicelib.page.hidden import HIDDEN
from chalicelib.page.visible import join

_UNSEEN = frozenset(("script", "style", "template", "noscript", "head", "title", "rt", "rp"))
_MAX_NODES = 300
_MAX_TEXT = 2000  # characters


def is_hidden(node: LexborNode | None, view: View) -> bool:
    """Whether an element or one around it is hidden and no control opens it."""
    while node is not None:
        if is_itself_hidden(node, view) or node.tag in _UNSEEN:
            return True
        node = node.parent
    return False


def is_itself_hidden(node: LexborNode, view: View) -> bool:
    """The same of the element alone."""
    special = view.hiding.of(node)
    return special is not None and special.state == HIDDEN


def seen_text(node: LexborNode, view: View, *, stop: str = "", after: LexborNode | None = None) -> str:
    """The text that is seen of an element. stop: a tag whose elements inside are not; after: only what follows it."""
    parts: list[str] = []
    pending: list[LexborNode | str] = [node]
    left, room = _MAX_NODES, _MAX_TEXT
    while pending and left and room > 0:
        left -= 1
        one = pending.pop()
        if isinstance(one, str):
            parts.append(one)
        elif after is not None and one.mem_id == after.mem_id:
            after = None
        elif one.is_text_node:
            if after is None:
                parts.append((one.text_content or "")[:_MAX_TEXT])
                room -= len(parts[-1])
        elif one.is_element_node:
            pending.extend(_inside(one, view, stop, is_top=one.mem_id == node.mem_id))
    return join("".join(parts))


def _inside(node: LexborNode, view: View, stop: str, *, is_top: bool) -> list[LexborNode | str]:
    """What stands in an element, last first; nothing where it is not seen."""
    if node.tag in _UNSEEN or (not is_top and (node.tag == stop or node.attributes.get("aria-hidden") == "true")):
        return []
    special = view.hiding.of(node)
    if special is not None and special.state == HIDDEN and not is_top:
        return []
    inside: list[LexborNode | str] = [special.after] if special is not None and special.after else []
    child = node.last_child
    while child is not None and len(inside) < _MAX_NODES:
        inside.append(child)
        child = child.prev
    if special is not None and special.before:
        inside.append(special.before)
    return inside
