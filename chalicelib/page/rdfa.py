"""RDFa 1.1 into entities: a small tree of the elements that matter goes to `rdfa_engine`, its triples become nodes.

What pyRdfa gets wrong is put right in that tree, by https://www.w3.org/TR/html-rdfa/: `datetime` and `value` are
values, `rel` beside `property` counts only with a prefix, link types such as `nofollow` are no properties.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from selectolax.lexbor import LexborNode

from chalicelib.page.entities import MAX_NODE_DEPTH, Harvest, put
from chalicelib.page.names import SCHEMA, absolute, is_schema_context, one_or_list, parses, short_name
from chalicelib.page.rdfa_engine import Element, triples
from chalicelib.page.rdfa_limits import MAX_REFERENCE, Room
from chalicelib.page.source import words

HAS_RDFA = "[typeof],[vocab]"
SOURCE = "RDFa"
_CORE = words("about property resource typeof vocab prefix inlist datatype rel rev")
_SELECTOR = ",".join(f"[{name}]" for name in _CORE)
_URLS = ("about", "resource", "href", "src", "vocab")
_COPIED = (*_CORE, "href", "src", "content")
_NODE = "urn:kunugi:"  # names the nodes without IRI, so that they can be told apart afterwards
_TYPES_OF_LINK = frozenset(
    words(
        "alternate apple-touch-icon bookmark canonical dns-prefetch external icon manifest modulepreload next nofollow"
        " noopener noreferrer opener pingback preconnect prefetch preload prerender prev search shortcut sponsored"
        " stylesheet ugc"
    )
)
_PROCESSOR = "http://www.w3.org/ns/rdfa#"


class _Tree(NamedTuple):
    """values, names, kinds: where a value, a property's and a type's local name first stand, for a graph has no order.

    markup: the element of a subject. stands_alone: named subjects that are not marked up as the value
    of a property.
    """

    elements: list[Element]
    markup: dict[str, LexborNode]
    values: dict[str, int]
    names: dict[str, int]
    kinds: dict[str, int]
    stands_alone: set[str]


def read_rdfa(root: LexborNode, base: str, harvest: Harvest) -> None:
    """Read all RDFa below `root`. Raises what the engine raises; the caller reports it."""
    tree = _build(root, base, harvest)
    subjects = {
        subject["@id"]: subject
        for subject in triples(tree.elements, base)
        if not any(kind.startswith(_PROCESSOR) for kind in subject.get("@type", ()))
    }
    reader = _Nodes(subjects, tree)
    rows = harvest.structured["rdfa"]
    for identifier in reader.top_level():
        properties = reader.node(identifier, 0)
        element = tree.markup.get(identifier)
        raw = (element.html or "") if element is not None and harvest.raw_left else ""
        rows.append({"index": len(rows) + 1, "raw": harvest.raw(raw), "data": properties})
        harvest.add(SOURCE, properties, raw, len(rows))


def _build(root: LexborNode, base: str, harvest: Harvest) -> _Tree:
    """The tree for the engine: the elements with RDFa and those around them that say what they are about."""
    tree = _Tree([Element({}, None)], {}, {}, {}, {}, set())
    room = Room(SOURCE, harvest)
    depth = [0]
    nearest: dict[int, int] = {}  # of each page element met: the number of the tree's element it is, or stands in
    reported: set[str] = set()
    for node in root.css(_SELECTOR):  # in document order; one that matches twice is given twice
        if node.mem_id in nearest or not _is_core(node.attributes, room):
            continue
        way: list[LexborNode] = []
        above: LexborNode | None = node
        while above is not None and above.mem_id not in nearest:
            if not room.visit():
                return tree
            way.append(above)
            above = above.parent
        parent = nearest[above.mem_id] if above is not None else 0
        for element in reversed(way):
            if any(name in element.attributes for name in _COPIED[:-1]):
                while depth[parent] >= MAX_NODE_DEPTH:  # flattened, since pyRdfa recurses
                    parent = tree.elements[parent].parent or 0
                number = len(tree.elements)
                attributes = _attributes(element, number, harvest, room, reported)
                if not room.takes(attributes, parent):
                    return tree
                above_attributes = tree.elements[parent].attributes
                linked = "rel" in above_attributes or "rev" in above_attributes
                _note(tree, element, attributes, number, linked=linked, base=base)
                tree.elements.append(Element(attributes, parent))
                depth.append(depth[parent] + 1)
                parent = number
            nearest[element.mem_id] = parent
    return tree


def _is_core(attributes: dict[str, str | None], room: Room) -> bool:
    if any(name in attributes for name in _CORE[:-2]):
        return True
    return bool(_links(attributes.get("rel"), room) or _links(attributes.get("rev"), room))


def _harmless(reference: str) -> bool:
    """Whether pyRdfa can split it as a URL, and as a compact one."""
    return parses(reference) and parses("http:" + reference.partition(":")[2])


def _prefixes(value: str, room: Room) -> str:
    """The declared pairs `name: IRI` that can be used."""
    return " ".join(
        f"{name} {iri}"
        for name, iri in room.pairs(value)
        if name.endswith(":") and not iri.endswith(":") and _harmless(iri)
    )


def _links(value: str | None, room: Room) -> list[str]:
    return [token for token in room.tokens(value) if token.lower() not in _TYPES_OF_LINK]


def _attributes(node: LexborNode, number: int, harvest: Harvest, room: Room, reported: set[str]) -> dict[str, str]:
    """The element's attributes as the engine should see them; a literal value is always in `content`."""
    own = node.attributes
    out = {name: own[name] or "" for name in _COPIED if name in own}
    _drop_bad_references(out)
    prefixes = [f"{name[6:]}: {value}" for name, value in own.items() if name.startswith("xmlns:") and value]
    if prefixes:
        out["prefix"] = " ".join([out.get("prefix", ""), *prefixes]).strip()
    out["prefix"] = _prefixes(out.get("prefix", ""), room)
    for name in ("rel", "rev"):
        out[name] = " ".join(t for t in _links(own.get(name), room) if ":" in t or "property" not in own)
    for name in ("property", "typeof", "datatype", "rel", "rev"):
        if name in out:
            out[name] = " ".join(token for token in room.tokens(out[name]) if _harmless(token))
            if not out[name] and name in ("rel", "rev"):
                del out[name]
    if not out["prefix"]:
        del out["prefix"]
    if out.get("vocab"):
        out["vocab"] = _vocab(out["vocab"].strip(), harvest, reported)
    if "typeof" in out and not any(name in out for name in _URLS[:4]):
        out["resource"] = f"{_NODE}{number}"
    if "property" in out and "content" not in out and _is_literal(out):
        out["content"] = _text(node, own)
    if out.get("datatype", "").lower().rpartition(":")[2].rpartition("#")[2] in ("xmlliteral", "html"):
        del out["datatype"]  # the text is wanted, not the markup
    return out


def _drop_bad_references(attributes: dict[str, str]) -> None:
    for name in _URLS:
        value = attributes.get(name)
        if value is not None and (len(value) > MAX_REFERENCE or not _harmless(value.strip())):
            del attributes[name]
            if name in ("href", "src") and value.startswith("data:") and "property" in attributes:
                attributes.setdefault("content", value)  # a picture in the page: a value, but no name for a node


def _is_literal(attributes: dict[str, str]) -> bool:
    """RDFa Core §7.5, step 11: whether the value of `property` is text."""
    if "datatype" in attributes:
        return True
    if "rel" in attributes or "rev" in attributes:
        return True
    if "typeof" in attributes and "about" not in attributes:
        return False
    return not any(name in attributes for name in ("resource", "href", "src"))


def _text(node: LexborNode, attributes: dict[str, str | None]) -> str:
    if "datetime" in attributes:
        return attributes["datetime"] or ""
    if node.tag in ("data", "meter") and "value" in attributes:
        return attributes["value"] or ""
    return node.text(deep=True)


def _vocab(vocab: str, harvest: Harvest, reported: set[str]) -> str:
    if not is_schema_context(vocab) or vocab.lower() in ("https://schema.org/", "http://schema.org/"):
        return vocab
    if vocab not in reported:
        reported.add(vocab)
        if SCHEMA.fullmatch(vocab + "/"):
            harvest.findings.add("rdfa-vocab-no-slash", source=SOURCE, args={"vocab": vocab})
        else:
            harvest.findings.add("context-unusual", source=SOURCE, variant="vocab", args={"context": vocab})
    return "https://schema.org/"


def _note(tree: _Tree, node: LexborNode, attributes: dict[str, str], number: int, *, linked: bool, base: str) -> None:
    """Remember what the graph will not tell of an element. linked: its parent has a `rel` that may lead to it."""
    for name in ("property", "rel", "rev"):
        for token in attributes.get(name, "").split():
            tree.names.setdefault(_local(token), number)
    for name in ("content", "about", "resource", "href", "src"):
        if name in attributes:
            value = attributes[name] if name == "content" else _identifier(attributes[name], base)
            tree.values.setdefault(value, number)
    for token in attributes.get("typeof", "").split():
        tree.kinds.setdefault(_local(token), len(tree.kinds))
    if "typeof" in attributes:
        used = next((name for name in ("about", "resource", "href", "src") if name in attributes), None)
        if used is not None:
            identifier = _identifier(attributes[used], base)
            tree.markup.setdefault(identifier, node)
            if used == "about" or not (linked or any(name in attributes for name in ("property", "rel", "rev"))):
                tree.stands_alone.add(identifier)


def _identifier(reference: str, base: str) -> str:
    return reference if reference.startswith(_NODE) else absolute(base, reference)


def _local(name: str) -> str:
    return re.split(r"[:/#]", name)[-1]


class _Nodes:
    """Makes nested nodes of flat subjects; each subject is written out once, then only referred to."""

    def __init__(self, subjects: dict[str, dict[str, Any]], tree: _Tree) -> None:
        self.subjects = subjects
        self.tree = tree
        self.written: set[str] = set()

    def top_level(self) -> Iterator[str]:
        """The typed subjects that stand on their own, in document order."""
        typed = sorted(
            (identifier for identifier, subject in self.subjects.items() if subject.get("@type")),
            key=lambda identifier: self.tree.values.get(identifier, 0),
        )
        referred = {
            value["@id"]
            for identifier, subject in self.subjects.items()
            for values in subject.values()
            if isinstance(values, list)
            for value in _flat(values)
            if isinstance(value, dict) and value.get("@id") not in (None, identifier)
        }
        alone = [name for name in typed if name in self.tree.stands_alone or name not in referred]
        self.written.update(alone)  # elsewhere they are referred to
        yield from alone
        for identifier in typed:  # nodes that only refer to each other
            if identifier not in self.written:
                self.written.add(identifier)
                yield identifier

    def node(self, identifier: str, depth: int) -> dict[str, Any]:
        """A subject in the form of `properties`."""
        subject = self.subjects[identifier]
        out: dict[str, Any] = {}
        if subject.get("@type"):
            kinds = sorted(subject["@type"], key=lambda kind: self.tree.kinds.get(_local(kind), 0))
            out["@type"] = one_or_list([short_name(kind) for kind in kinds])
        if not identifier.startswith((_NODE, "_:")):
            out["@id"] = identifier
        for name in sorted((n for n in subject if not n.startswith("@")), key=self._name_order):
            values = sorted(_flat(subject[name]), key=self._value_order)
            if not name.startswith(_PROCESSOR):
                put(out, short_name(name), [self._value(value, identifier, depth) for value in values])
        return out

    def _value(self, value: Any, holder: str, depth: int) -> Any:
        if not isinstance(value, dict):
            return str(value)
        if "@value" in value:
            return value["@value"] if isinstance(value["@value"], str) else str(value["@value"])
        identifier = value.get("@id", "")
        if identifier not in self.subjects or identifier in self.written or depth >= MAX_NODE_DEPTH:
            if identifier.startswith((_NODE, "_:")):
                return {}
            # A reference to another node; any other IRI, the node's own too, is a URL.
            return {"@id": identifier} if identifier in self.subjects and identifier != holder else identifier
        self.written.add(identifier)
        return self.node(identifier, depth + 1)

    def _name_order(self, name: str) -> tuple[int, str]:
        return self.tree.names.get(_local(name), 0), name

    def _value_order(self, value: Any) -> int:
        if not isinstance(value, dict):
            return 0
        return self.tree.values.get(str(value.get("@value", value.get("@id", ""))), 0)


def _flat(values: list[Any]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, dict) and isinstance(value.get("@list"), list):
            yield from value["@list"]
        else:
            yield value
