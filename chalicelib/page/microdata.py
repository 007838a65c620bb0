"""Microdata from the lexbor tree (WHATWG HTML, https://html.spec.whatwg.org/multipage/microdata.html).

Values are in microdata_values.py.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from selectolax.lexbor import LexborNode

from chalicelib.page.entities import MAX_ENTITIES, MAX_NODE_DEPTH, MAX_TOKENS, Allowance, Harvest, Untyped, put
from chalicelib.page.microdata_paths import element_at
from chalicelib.page.microdata_values import Attributes, text_value
from chalicelib.page.names import absolute, is_schema_context, one_or_list, short_name
from chalicelib.page.source import Place

SOURCE = "Microdata"
_MAX_VISITS = 100_000  # elements looked at for all items together; itemref can reach the same ones again and again
_MAX_ELEMENTS = 60_000  # with itemprop, and with id, taken into account: 0.5 s
_MAX_ORPHANS = 1000  # looked at; each may take a way up through the page


def read_microdata(root: LexborNode, items: list[LexborNode], base: str, harvest: Harvest) -> None:
    """Read all items below `root`; `items` are the elements with `itemscope` in document order."""
    _Reader(root, items, base, harvest).read(items)


class _Reader:
    def __init__(self, root: LexborNode, items: list[LexborNode], base: str, harvest: Harvest) -> None:
        self.root = root
        self.base = base
        self.harvest = harvest
        self.visits = _MAX_VISITS
        self.looked_at = _MAX_VISITS
        self.allowance = Allowance(SOURCE, harvest)
        self.reached: set[int] = set()
        self.index = 0
        self._ids: dict[str, LexborNode] | None = None
        self._order: dict[int, int] | None = None
        self._twice: dict[str, list[LexborNode]] = {}
        self._reported: set[tuple[str, str]] = set()
        # For each element met so far, the item it stands in (0: none); for each item, what stands directly in it.
        self._inside: dict[int, int] = {}
        self._items = items
        self._scopes = {item.mem_id for item in items}
        self._own: dict[int, list[LexborNode]] = {}
        self._linked: dict[int, list[LexborNode]] = {}
        self._all = root.css("[itemprop]")
        if len(self._all) > _MAX_ELEMENTS:
            harvest.too_much(SOURCE, _MAX_ELEMENTS)
            del self._all[_MAX_ELEMENTS:]
        for node in self._all:
            self._own.setdefault(self._item_around(node), []).append(node)

    def read(self, items: list[LexborNode]) -> None:
        for element in items:
            attributes = element.attributes
            if "itemprop" not in attributes and not self._read_item(element, attributes):
                break
        # An item that says it is a property, but of no item: the Standard does not list it, the page means one.
        for element in items[: _MAX_ORPHANS if self._own.get(0) else 0]:
            attributes = element.attributes
            stray = "itemprop" in attributes and "itemtype" in attributes and not self._item_around(element)
            if stray and element.mem_id not in self.reached and not self._read_item(element, attributes):
                break
        self._report_orphans()

    def _read_item(self, element: LexborNode, attributes: Attributes) -> bool:
        """Read one item at top level; False when there is no room for more."""
        if self.index >= MAX_ENTITIES:
            self.harvest.too_much(SOURCE, MAX_ENTITIES)
            return False
        self.index += 1
        if self._item_around(element):
            self.harvest.findings.add(
                "unconnected-item",
                source=SOURCE,
                index=self.index,
                block=self.index,
                type_name=_first_type(attributes),
                place=self.harvest.element_place(element),
            )
        properties = self._item(element, attributes, (element.mem_id,))
        raw = (element.html or "") if self.harvest.raw_left else ""
        row = {"index": self.index, "raw": self.harvest.raw(raw), "data": properties}
        self.harvest.structured["microdata"].append(row)
        where = partial(self._place, element)
        if "@type" in properties:
            self.harvest.add(SOURCE, properties, raw, self.index, where)
        elif set(properties) - {"@id"}:
            self.harvest.untyped.append(Untyped(SOURCE, self.index, properties.get("@id"), where, properties))
        return True

    def _place(self, element: LexborNode, path: str) -> Place | None:
        found = element_at(element, path, self._passed, MAX_TOKENS)
        return self.harvest.element_place(found)

    def _passed(self, item: LexborNode) -> list[LexborNode]:
        """The properties of an item on the way to a place, as long as it may be looked for."""
        found = self._properties(item, item.attributes) if self.looked_at > 0 else []
        self.looked_at -= len(found)
        return found

    def _item_around(self, node: LexborNode) -> int:
        """The nearest item above an element, by its number; each element on the way is looked at once."""
        inside, way = self._inside, []
        above = node.parent
        found = 0
        while above is not None:
            number = above.mem_id
            if number in self._scopes:
                found = number
                break
            if number in inside:
                found = inside[number]
                break
            way.append(number)
            above = above.parent
        for number in way:
            inside[number] = found
        return found

    def _item(self, element: LexborNode, attributes: Attributes, path: tuple[int, ...]) -> dict[str, Any]:
        out: dict[str, Any] = {}
        inner = len(path) > 1  # one at top level is there once
        if inner and not self.allowance.take(
            0, len((attributes.get("itemtype") or "") + (attributes.get("itemid") or ""))
        ):
            return out
        types = [self._type(token, element) for token in self.allowance.tokens(attributes.get("itemtype"))]
        if types:
            out["@type"] = one_or_list(types)
        if attributes.get("itemid"):
            out["@id"] = absolute(self.base, attributes["itemid"] or "")
        for node in self._properties(element, attributes):
            own = node.attributes
            names = self.allowance.tokens(own["itemprop"])
            if not names:
                continue
            before = self.allowance.values, self.allowance.characters
            if not self.allowance.take(1, len(names[0])):
                break
            value = self._value(node, own, path)
            if value is None:
                break
            cost = before[0] - self.allowance.values, before[1] - self.allowance.characters
            for number, token in enumerate(names):
                if number and not self.allowance.take(cost[0], cost[1] + len(token)):  # it stands there once more
                    break
                name = short_name(token) if ":" in token else token
                if name in out:
                    put(out, name, [value])
                else:
                    out[name] = value
        return out

    def _type(self, token: str, element: LexborNode) -> str:
        if is_schema_context(token) and not token.lower().startswith(("http://schema.org/", "https://schema.org/")):
            self._report("context-unusual", element, variant="itemtype", context=token)
            return token.rstrip("/").rpartition("/")[2]
        if ":" not in token:  # taken for schema.org's, though the Standard wants an absolute URL
            self._report("context-unusual", element, variant="itemtype", context=token)
        return short_name(token)

    def _properties(self, element: LexborNode, attributes: Attributes) -> list[LexborNode]:
        """The property elements of an item in tree order, each once ("associating names with items")."""
        own = self._own.get(element.mem_id, [])
        if "itemref" not in attributes:
            return own
        if element.mem_id not in self._linked:
            self._linked[element.mem_id] = self._with_referenced(element, own, attributes["itemref"])
        return self._linked[element.mem_id]

    def _with_referenced(self, element: LexborNode, own: list[LexborNode], itemref: str | None) -> list[LexborNode]:
        references = self.allowance.tokens(itemref)
        found = {node.mem_id: node for node in own}
        pending = self._referenced(element, references)
        while pending:
            node = pending.pop()
            self.visits -= 1
            if self.visits < 0:
                self.harvest.too_much(SOURCE, _MAX_VISITS)
                break
            if not node.is_element_node or node.mem_id in found or node.mem_id == element.mem_id:
                continue
            own_attributes = node.attributes
            if "itemprop" in own_attributes:
                found[node.mem_id] = node
                self.reached.add(node.mem_id)
            if "itemscope" not in own_attributes:
                pending.extend(_children(node))
        order = self._tree_order()
        return sorted(found.values(), key=lambda node: order.get(node.mem_id, 0))

    def _referenced(self, element: LexborNode, references: list[str]) -> list[LexborNode]:
        ids = self._elements_by_id()
        found: list[LexborNode] = []
        for name in dict.fromkeys(references):
            if name not in ids:
                self._report("itemref-missing-id", element, name=name)
                continue
            if name in self._twice:
                self._report("duplicate-id", self._twice[name][0], name=name)
            if ids[name].mem_id == element.mem_id:
                self._report("itemref-cycle", element, name=name)
                continue
            found.append(ids[name])
        return found

    def _value(self, node: LexborNode, attributes: Attributes, path: tuple[int, ...]) -> Any:
        """The value of a property; None when there is no room for it."""
        if node.tag == "meta" and "content" not in attributes:
            variant = "item" if "itemscope" in attributes else ""
            self._report("invalid-html", node, variant=variant, name=attributes.get("itemprop") or "")
        if "itemscope" not in attributes:
            return text_value(node, attributes, self.base, self.allowance)
        if node.mem_id in path:
            self._report("itemref-cycle", node, name=attributes.get("id") or "")
        elif len(path) >= MAX_NODE_DEPTH:
            self._report("nesting-limit", node, variant="item")
        else:
            return self._item(node, attributes, (*path, node.mem_id))
        return {}

    def _elements_by_id(self) -> dict[str, LexborNode]:
        if self._ids is None:
            self._ids = {}
            wanted = {name for item in self._items for name in self.allowance.tokens(item.attributes.get("itemref"))}
            for node in self.root.css("[id]")[:_MAX_ELEMENTS]:
                name = node.attributes.get("id") or ""
                if name not in wanted:
                    continue
                if name in self._ids:
                    self._twice.setdefault(name, []).append(node)
                else:
                    self._ids[name] = node
        return self._ids

    def _tree_order(self) -> dict[int, int]:
        if self._order is None:
            self._order = {node.mem_id: number for number, node in enumerate(self._all)}
        return self._order

    def _report_orphans(self) -> None:
        """Properties no item takes. Those below a second element with a referenced id follow from `duplicate-id`."""
        excused = {
            node.mem_id
            for name in self._twice
            if ("duplicate-id", name) in self._reported
            for node in self._twice[name]
        }
        for node in self._own.get(0, [])[:_MAX_ORPHANS]:
            if node.mem_id in self.reached or self.visits < 0:
                continue
            above: LexborNode | None = node
            while above is not None and above.mem_id not in excused:
                above = above.parent if excused else None
            if above is None and node.attributes.get("itemprop"):
                self.harvest.findings.add(
                    "orphan-itemprop",
                    source=SOURCE,
                    args={"name": node.attributes["itemprop"] or ""},
                    place=self.harvest.element_place(node),
                )

    def _report(self, rule: str, element: LexborNode, *, variant: str = "", **args: str | int) -> None:
        """Once for each name on a page, at the place of `element`."""
        key = (rule, str(args.get("name", args.get("context", ""))))
        if key not in self._reported:
            self._reported.add(key)
            place = self.harvest.element_place(element)
            self.harvest.findings.add(rule, source=SOURCE, variant=variant, args=args, place=place)


def _children(element: LexborNode) -> Iterator[LexborNode]:
    child = element.first_child
    while child is not None:
        yield child
        child = child.next


def _first_type(attributes: Attributes) -> str | None:
    types = (attributes.get("itemtype") or "").split(None, 1)
    return short_name(types[0]) if types else None
