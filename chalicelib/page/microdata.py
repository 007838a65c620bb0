"""Microdata from the lexbor tree (WHATWG HTML, https://html.spec.whatwg.org/multipage/microdata.html).

One rule is not the Standard's: a `content` attribute wins on any element, as in the W3C's drafts and as search engines
read it.
"""

from collections.abc import Iterator
from typing import Any

from selectolax.lexbor import LexborNode

from chalicelib.page.entities import MAX_NODE_DEPTH, Harvest, Untyped, put
from chalicelib.page.names import absolute, is_schema_context, one_or_list, short_name

SOURCE = "Microdata"
_MAX_VISITS = 200_000  # elements looked at for all items together; itemref can reach the same ones again and again
_URL_ATTRIBUTE = {
    "a": "href",
    "area": "href",
    "link": "href",
    "audio": "src",
    "embed": "src",
    "iframe": "src",
    "img": "src",
    "source": "src",
    "track": "src",
    "video": "src",
    "object": "data",
}
Attributes = dict[str, str | None]


def read_microdata(root: LexborNode, items: list[LexborNode], base: str, harvest: Harvest) -> None:
    """Read all items below `root`; `items` are the elements with `itemscope` in document order."""
    _Reader(root, base, harvest).read(items)


class _Reader:
    def __init__(self, root: LexborNode, base: str, harvest: Harvest) -> None:
        self.root = root
        self.base = base
        self.harvest = harvest
        self.visits = _MAX_VISITS
        self.reached: set[int] = set()
        self.in_item: set[int] = set()
        self.index = 0
        self._ids: dict[str, LexborNode] | None = None
        self._order: dict[int, int] | None = None
        self._twice: dict[str, list[LexborNode]] = {}
        self._reported: set[tuple[str, str]] = set()

    def read(self, items: list[LexborNode]) -> None:
        rows = self.harvest.structured["microdata"]
        for element in items:
            attributes = element.attributes
            if "itemprop" in attributes:
                continue
            self.index += 1
            if element.mem_id in self.in_item:
                kind = _first_type(attributes)
                self.harvest.findings.add("unconnected-item", source=SOURCE, index=self.index, type_name=kind)
            properties = self._item(element, attributes, (element.mem_id,))
            raw = (element.html or "") if self.harvest.raw_left else ""
            rows.append({"index": self.index, "raw": self.harvest.raw(raw), "data": properties})
            if "@type" in properties:
                self.harvest.add(SOURCE, properties, raw)
            elif set(properties) - {"@id"}:
                self.harvest.untyped.append(Untyped(SOURCE, self.index, None))
        self._report_orphans()

    def _item(self, element: LexborNode, attributes: Attributes, path: tuple[int, ...]) -> dict[str, Any]:
        out: dict[str, Any] = {}
        types = [self._type(token) for token in (attributes.get("itemtype") or "").split()]
        if types:
            out["@type"] = one_or_list(types)
        if attributes.get("itemid"):
            out["@id"] = absolute(self.base, attributes["itemid"] or "")
        for node, found in self._properties(element, attributes):
            names = (found["itemprop"] or "").split()
            if not names:
                continue
            self.reached.add(node.mem_id)
            value = self._value(node, found, path)
            for name in names:
                put(out, short_name(name), [value])
        return out

    def _type(self, token: str) -> str:
        if is_schema_context(token) and not token.lower().startswith(("http://schema.org/", "https://schema.org/")):
            self._report("context-unusual", variant="itemtype", context=token)
            return token.rstrip("/").rpartition("/")[2]
        return short_name(token)

    def _properties(self, element: LexborNode, attributes: Attributes) -> Iterator[tuple[LexborNode, Attributes]]:
        """The property elements of an item in tree order, each once ("associating names with items")."""
        roots = list(_children(element))
        references = (attributes.get("itemref") or "").split()
        if references:
            roots += self._referenced(element, references)
        pending = roots[::-1]
        seen = {element.mem_id}
        found: list[tuple[LexborNode, Attributes]] = []
        while pending:
            node = pending.pop()
            if not node.is_element_node or node.mem_id in seen:
                continue
            self.visits -= 1
            if self.visits < 0:
                self._report("too-much-markup", limit=_MAX_VISITS)
                break
            seen.add(node.mem_id)
            own = node.attributes
            self.in_item.add(node.mem_id)
            if "itemprop" in own:
                found.append((node, own))
            if "itemscope" not in own:
                pending.extend(list(_children(node))[::-1])
        if references:
            order = self._tree_order()
            found.sort(key=lambda pair: order.get(pair[0].mem_id, 0))
        return iter(found)

    def _referenced(self, element: LexborNode, references: list[str]) -> list[LexborNode]:
        ids = self._elements_by_id()
        found: list[LexborNode] = []
        for name in dict.fromkeys(references):
            if name not in ids:
                self._report("itemref-missing-id", name=name)
                continue
            if name in self._twice:
                self._report("duplicate-id", name=name)
            if ids[name].mem_id == element.mem_id:
                self._report("itemref-cycle", name=name)
                continue
            found.append(ids[name])
        return found

    def _value(self, node: LexborNode, attributes: Attributes, path: tuple[int, ...]) -> Any:
        if node.tag == "meta" and "content" not in attributes:
            self._report("invalid-html", name=attributes.get("itemprop") or "")
        if "itemscope" not in attributes:
            return self._text_value(node, attributes)
        if node.mem_id in path:
            self._report("itemref-cycle", name=attributes.get("id") or "")
        elif len(path) >= MAX_NODE_DEPTH:
            self._report("nesting-limit", variant="item")
        else:
            return self._item(node, attributes, (*path, node.mem_id))
        return {}

    def _text_value(self, node: LexborNode, attributes: Attributes) -> str:
        tag = node.tag or ""
        if attributes.get("content"):
            value = attributes["content"]
        elif tag == "meta":
            value = ""
        elif tag in _URL_ATTRIBUTE:
            url = attributes.get(_URL_ATTRIBUTE[tag], "")
            value = absolute(self.base, url or "") if _URL_ATTRIBUTE[tag] in attributes else ""
        elif tag in ("data", "meter"):
            value = attributes.get("value")
        elif tag == "time" and "datetime" in attributes:
            value = attributes["datetime"]
        else:
            value = self.harvest.text(node, SOURCE)
        return value or ""

    def _elements_by_id(self) -> dict[str, LexborNode]:
        if self._ids is None:
            self._ids = {}
            for node in self.root.css("[id]"):
                name = node.attributes.get("id") or ""
                if name in self._ids:
                    self._twice.setdefault(name, []).append(node)
                else:
                    self._ids[name] = node
        return self._ids

    def _tree_order(self) -> dict[int, int]:
        if self._order is None:
            self._order = {node.mem_id: number for number, node in enumerate(self.root.css("[itemprop]"))}
        return self._order

    def _report_orphans(self) -> None:
        """Properties no item takes. Those below a second element with a referenced id follow from `duplicate-id`."""
        excused = {
            node.mem_id
            for name in self._twice
            if ("duplicate-id", name) in self._reported
            for node in self._twice[name]
        }
        for node in self.root.css("[itemprop]"):
            if node.mem_id in self.reached or self.visits < 0:
                continue
            above: LexborNode | None = node
            while above is not None and above.mem_id not in excused:
                above = above.parent if excused else None
            if above is None and node.attributes.get("itemprop"):
                self.harvest.findings.add(
                    "orphan-itemprop", source=SOURCE, args={"name": node.attributes["itemprop"] or ""}
                )

    def _report(self, rule: str, *, variant: str = "", **args: str | int) -> None:
        """Once for each name on a page."""
        key = (rule, str(args.get("name", args.get("context", ""))))
        if key not in self._reported:
            self._reported.add(key)
            self.harvest.findings.add(rule, source=SOURCE, variant=variant, args=args)


def _children(element: LexborNode) -> Iterator[LexborNode]:
    child = element.first_child
    while child is not None:
        yield child
        child = child.next


def _first_type(attributes: Attributes) -> str | None:
    types = (attributes.get("itemtype") or "").split()
    return short_name(types[0]) if types else None
