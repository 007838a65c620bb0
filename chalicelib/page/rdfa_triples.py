"""The triples of a page: RDFa Core 1.1 §7.5 with what HTML+RDFa 1.1 §3.1 adds, on the lexbor tree.

Of the whole tree only the elements that can say something, and those around them, are looked at; they are taken in
document order with the scope of the nearest one above, so that no depth of nesting costs stack. Not done: vocabulary
entailment (§10), which would fetch, and the processor graph (§7.6), whose part `validation` has.

Ours beside the specifications: HTML's link types (`nofollow`, `stylesheet`) are no properties even where a vocabulary
holds, and a `data:` URL too long for an identifier is a text value.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from chalicelib.page.rdfa_context import PREFIXES
from chalicelib.page.rdfa_graph import TYPE, USES_VOCABULARY, Graph, Items, Literal, Triple, Typed, Value
from chalicelib.page.rdfa_limits import MAX_REFERENCE, Room
from chalicelib.page.rdfa_scope import Incomplete, Lists, Said, Scope
from chalicelib.page.rdfa_terms import Names, Prefixes, names_itself
from chalicelib.page.rdfa_values import Attributes, literal
from chalicelib.page.source import words

_SAYS = "[property],[typeof],[rel],[rev],[vocab]"
_COMPLETES = _SAYS + ",[about],[resource],[href],[src]"  # what can stand below a `rel` without object
_HANGS = "[rel]:not([href]):not([src]),[rev]:not([href]):not([src])"
_SUBJECT = ("about",)
_OBJECT = ("resource", "href", "src")
_URLS = ("href", "src")
_PARTS = ("head", "body")  # they are about what the page is about, unless they say otherwise
_ACTIVE = frozenset(words("about property typeof rel rev vocab prefix lang xml:lang resource href src"))
_LINK_TYPES = frozenset(
    words(
        "alternate apple-touch-icon bookmark canonical dns-prefetch external icon manifest modulepreload next nofollow"
        " noopener noreferrer opener pingback preconnect prefetch preload prerender prev search shortcut sponsored"
        " stylesheet ugc"
    )
)


Vocabulary = Callable[[str, LexborNode], str]  # an attribute's value and its element


class _Roles(NamedTuple):
    """What an element is about, what it leads to, and what its `typeof` is said of."""

    subject: str
    target: str | None
    typed: str | None


def read_triples(root: LexborNode, base: str, room: Room, vocabulary: Vocabulary | None = None) -> Graph:
    """The triples below `root`, the element `html`. `vocabulary` says what a value of `vocab` means."""
    return _Walk(root, base, room, vocabulary).run()


class _Walk:
    def __init__(self, root: LexborNode, base: str, room: Room, vocabulary: Vocabulary | None) -> None:
        self.root = root
        self.room = room
        self.names = Names(base, room)
        self.vocabulary = vocabulary
        self.graph = Graph()
        self.lists: list[Lists] = []
        self.blanks = 0
        start = Scope("", "", (), Lists(""), "", "", PREFIXES)
        self.nearest = {root.mem_id: self._element(root, root.attributes, start)}

    def run(self) -> Graph:
        selector = _COMPLETES if self.root.css_matches(_HANGS) else _SAYS
        for node in self.root.css(selector):  # in document order; one that matches twice is given twice
            if node.mem_id not in self.nearest and not self._down_to(node):
                break
        for lists in self.lists:
            for predicate, (items, place) in lists.items.items():
                self.graph.triples.append(Triple(lists.subject, predicate, items, place))
        return self.graph

    def _down_to(self, node: LexborNode) -> bool:
        """Read the elements from the nearest one known down to this one; False when there is no room for more."""
        nearest, way = self.nearest, [node]
        above = node.parent
        while above is not None and above.mem_id not in nearest:
            if not self.room.visit():
                return False
            way.append(above)
            above = above.parent
        scope = nearest[self.root.mem_id if above is None else above.mem_id]
        for element in reversed(way):
            own = element.attributes
            if (own and (not _ACTIVE.isdisjoint(own) or _declares(own))) or (
                scope.incomplete and element.tag in _PARTS
            ):
                scope = self._element(element, own, scope)
            nearest[element.mem_id] = scope
            if self.room.full:
                return False
        return True

    def _element(self, node: LexborNode, own: Attributes, outer: Scope) -> Scope:
        """Steps 1 to 13 for one element; the scope of its children."""
        if not self.room.element():
            return outer
        place = len(self.graph.elements)
        self.graph.elements.append(node)
        vocab, prefixes, language = outer.vocab, outer.prefixes, outer.language
        if "vocab" in own:
            vocab = self._vocab(own["vocab"] or "", vocab, place)
        if "prefix" in own or _declares(own):
            prefixes = self.names.prefixes(prefixes, own)
        if "lang" in own or "xml:lang" in own:
            language = own.get("xml:lang", own.get("lang")) or ""
        links = self._links(own) if "rel" in own or "rev" in own else {}
        roles = self._roles(node, own, bool(links), outer, prefixes)
        if roles is None:
            return outer._replace(language=language, vocab=vocab, prefixes=prefixes)
        subject, target, typed = roles
        lists = outer.lists if subject == outer.object else Lists(subject)
        said = Said(subject, lists, language, vocab, prefixes, place)
        if typed is not None:
            self._types(own, typed, said)
        incomplete: list[Incomplete] = []
        as_value = typed == subject and any(not entry.reverse for entry in outer.incomplete)
        if links:
            leads = self._predicates(links, said, "inlist" in own)
            as_value = as_value or (typed == target and any(not entry.reverse for entry in leads))
            if target is not None:
                self._complete(leads, subject, target)
            elif leads and all(self.room.triple() for _ in leads):
                incomplete, target = leads, self._blank()
        if "property" in own:
            value = self._value(node, own, bool(links), typed, said)
            as_value = (self._properties(own, value, said) and value == typed) or as_value
        self._complete(outer.incomplete, outer.subject, subject)
        if typed is not None:
            self.graph.typed.append(Typed(typed, place, as_value and "about" not in own))
        inner = subject if target is None else target
        return Scope(subject, inner, incomplete, lists if inner == subject else Lists(inner), language, vocab, prefixes)

    def _types(self, own: Attributes, typed: str, said: Said) -> None:
        """Step 7: the triples of `typeof`."""
        for token in self.room.tokens(own["typeof"]):
            kind = self.names.name(token, said.vocab, said.prefixes)
            if kind is not None:
                self._add(typed, TYPE, kind, said.place)

    def _vocab(self, declared: str, outer: str, place: int) -> str:
        """Step 2: the vocabulary in force; one that cannot be used changes nothing, an empty one ends it."""
        if not declared.strip():
            return ""
        declared = declared.strip()
        if self.vocabulary is not None:
            declared = self.vocabulary(declared, self.graph.elements[place])
        vocab = self.names.reference(declared)
        if vocab is None or not names_itself(vocab):
            return outer
        self._add(self.names.base, USES_VOCABULARY, vocab, place)
        return vocab

    def _links(self, own: Attributes) -> dict[str, list[str]]:
        """The names in `rel` and `rev`, where these count as present.

        Beside `property` only names with a colon count (HTML+RDFa §3.1); HTML's link types never do.
        """
        links = {}
        for name in ("rel", "rev"):
            if name in own:
                tokens = self.room.tokens(own[name])
                if "property" in own:
                    kept = [token for token in tokens if ":" in token]
                else:
                    kept = [token for token in tokens if token.lower() not in _LINK_TYPES]
                if kept or not (tokens or "property" in own):
                    links[name] = kept
        return links

    def _roles(
        self, node: LexborNode, own: Attributes, linked: bool, outer: Scope, prefixes: Prefixes
    ) -> _Roles | None:
        """Steps 5 and 6; None for an element that only passes on what is around it."""
        root = node.mem_id == self.root.mem_id
        typeof = "typeof" in own
        about = self._named(own, _SUBJECT, prefixes)
        around = self.names.base if root else outer.object
        if linked or ("property" in own and "content" not in own and "datatype" not in own):
            target = None
            if linked or (typeof and about is None):
                target = self.names.base if root and not linked else self._named(own, _OBJECT, prefixes)
                if target is None and typeof and about is None:
                    target = self._blank()
            typed = target if about is None else about
            return _Roles(around if about is None else about, target, typed if typeof else None)
        subject = self._named(own, _OBJECT, prefixes) if about is None else about
        if subject is None:
            if root or node.tag in _PARTS:
                subject = around
            elif typeof:
                subject = self._blank()
            elif "property" in own:
                subject = around
            else:
                return None
        return _Roles(subject, None, subject if typeof else None)

    def _predicates(self, links: dict[str, list[str]], said: Said, inlist: bool) -> list[Incomplete]:
        """Steps 9 and 10: the predicates of `rel` and `rev`."""
        found = []
        for predicate in self.names.predicates(links.get("rel", []), said.vocab, said.prefixes):
            items = self._list(said, predicate) if inlist else None
            if self.room.full:
                return []
            found.append(Incomplete(predicate, False, items, said.place))
        for predicate in self.names.predicates(links.get("rev", []), said.vocab, said.prefixes):
            found.append(Incomplete(predicate, True, None, said.place))
        return found

    def _complete(self, entries: Sequence[Incomplete], holder: str, found: str) -> None:
        """Steps 9 and 12: the triples between the resource that has the `rel` and the one it leads to."""
        for predicate, reverse, items, place in entries:
            if items is not None:
                if self.room.triple():
                    items.values.append(found)
            elif reverse:
                self._add(found, predicate, holder, place)
            else:
                self._add(holder, predicate, found, place)

    def _properties(self, own: Attributes, value: Value | None, said: Said) -> bool:
        """Step 11: the value, once for each name of `property`; whether there was a name and room for it."""
        predicates = self.names.predicates(self.room.tokens(own["property"]), said.vocab, said.prefixes)
        if value is None or (
            isinstance(value, Literal)
            and not self.room.literal(len(value.value) + len(value.shown or ""), len(predicates))
        ):
            return False
        for predicate in predicates:
            if "inlist" not in own:
                self._add(said.subject, predicate, value, said.place)
            elif (items := self._list(said, predicate)) is not None and self.room.triple():
                items.values.append(value)
        return bool(predicates)

    def _value(self, node: LexborNode, own: Attributes, linked: bool, typed: str | None, said: Said) -> Value:
        """Step 11: a resource where the element leads to one, else a text."""
        datatype = ""
        if "datatype" in own:
            tokens = self.room.tokens(own["datatype"])
            datatype = (self.names.name(tokens[0], said.vocab, said.prefixes) or "") if tokens else ""
        elif "content" not in own and not linked:
            target = self._named(own, _OBJECT, said.prefixes)
            if target is None and "about" not in own:
                target = typed
            if target is not None:
                return target
            for name in ("href", "src"):
                url = own.get(name) or ""
                if len(url) > MAX_REFERENCE and url.startswith("data:"):
                    return Literal(url)
        return literal(node, own, datatype, said.language)

    def _named(self, own: Attributes, names: Iterable[str], prefixes: Prefixes) -> str | None:
        """The resource of the first of these attributes that names one."""
        for name in names:
            if name in own:
                value = own[name] or ""
                found = self.names.reference(value) if name in _URLS else self.names.resource(value, prefixes)
                if found is not None:
                    return found
        return None

    def _list(self, said: Said, predicate: str) -> Items | None:
        """The list of a property of the subject; None when there is no room for a new one."""
        found = said.lists.items.get(predicate)
        if found is None:
            if not self.room.triple():
                return None
            if not said.lists.items:
                self.lists.append(said.lists)
            found = said.lists.items[predicate] = Items(), said.place
        return found[0]

    def _blank(self) -> str:
        self.blanks += 1
        return f"_:{self.blanks}"

    def _add(self, subject: str, predicate: str, value: Value, place: int) -> None:
        if self.room.triple():
            self.graph.triples.append(Triple(subject, predicate, value, place))


def _declares(own: Attributes) -> bool:
    return "xmlns:" in " ".join(own)
