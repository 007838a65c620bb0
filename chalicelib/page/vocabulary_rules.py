"""The rules of schema.org's vocabulary: names it lacks, properties of other types, values that are surely wrong.

Every node is judged where it stands, by the types that all nodes of its thing have together. What belongs to another
vocabulary is not judged: IRIs, prefixed names, blocks with contexts of others (vocabulary_scope.py). Of one wrong name
there is one row for each type and syntax, of wrong values one each.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from chalicelib.page.entities import Harvest
from chalicelib.page.findings import MAX_SAME_RULE, shorten
from chalicelib.page.gather import Node, Thing
from chalicelib.page.jsonld import SOURCE as JSON_LD
from chalicelib.page.paths import joined
from chalicelib.page.vocabulary import is_data_type, is_property, is_subtype, is_type, superseded_by
from chalicelib.page.vocabulary_names import (
    belongs,
    not_of_type,
    slipped_type,
    superseded,
    unknown_property,
    unknown_type,
)
from chalicelib.page.vocabulary_scope import Scope
from chalicelib.page.vocabulary_values import MAX_TYPES, Expected, Problem, expected

_OTHER = re.compile(r"[:/#.@]")  # a name of another vocabulary, a path, an old-style extension (Person/Minister)
_ANNOTATION = ("-input", "-output")  # schema.org/docs/actions.html: `query-input`
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?\Z")
_BY_LANGUAGE = '[{"@value": "花", "@language": "ja"}, {"@value": "Flower", "@language": "en"}]'
_KINDS = 3  # types that a property expects, named for a node without any
_MAX_VALUES = 30_000  # judged on one page: 0.3 s when all are wrong; the rest is passed over
_KEYWORDS = {name: Expected(name, (), None) for name in ("@type", "@id")}  # nothing to be said


class _Kind(NamedTuple):
    """What is known of nodes with certain types. right: properties met so far that are right, with what they expect.

    judged: all types are schema.org's, so that other properties are wrong. any_property: a Role, which repeats the
    property it qualifies. current: nothing is to be said about the types themselves.
    """

    right: dict[str, Expected]
    judged: bool
    any_property: bool
    current: bool


@lru_cache(maxsize=1024)
def _kind(names: tuple[str, ...]) -> _Kind:
    """names: of known types only, since they are kept."""
    role = any(is_subtype(name, "Role") for name in names)
    return _Kind(dict(_KEYWORDS), judged=True, any_property=role, current=not any(map(superseded_by, names)))


_UNSURE = _Kind(dict(_KEYWORDS), judged=False, any_property=True, current=False)


def check_vocabulary(harvest: Harvest) -> None:
    """Report what the entities say against schema.org."""
    _Judge(harvest).judge()


class _Judge:
    def __init__(self, harvest: Harvest) -> None:
        self.harvest = harvest
        self.things = harvest.things()
        self.left = _MAX_VALUES
        self._counts: Counter[str] = Counter()
        self._told: set[tuple[str, ...]] = set()
        # What was worked out for types and for values with types; both hold the page's own names.
        self._kinds: dict[str | tuple[str, ...], _Kind | None] = {}
        self._fits: dict[tuple[Any, ...], Problem | None] = {}

    def judge(self) -> None:
        for thing in self.things.things:
            if not thing.types:
                self._untyped(thing)
                continue
            kind = self._kind_of(thing)
            nodes = thing.nodes
            if len(nodes) > 1:  # one value of several properties is one object
                nodes = list({id(node.properties): node for node in reversed(nodes)}.values())[::-1]
            for node in nodes:
                scope = self.harvest.scope(self._block(node)) if node.source == JSON_LD else Scope.ALL
                if scope is Scope.NOTHING or not self.left:
                    continue
                if scope is Scope.ALL and (kind is None or not kind.current):
                    self._types(thing, node)
                if kind is not None:
                    self._node(thing, node, kind, scope)

    def _untyped(self, thing: Thing) -> None:
        """A nested node without type is one of those that its property expects; what none can have is told."""
        for node in thing.nodes:
            scope = self.harvest.scope(self._block(node)) if node.source == JSON_LD else Scope.ALL
            if node.outermost or not is_property(node.name) or scope is Scope.NOTHING:
                continue
            wanted = expected(node.name)
            kinds = tuple(kind for kind in wanted.ranges if not is_data_type(kind))
            texts = [name for name in node.properties if name[:1] != "@"]
            if not kinds or ("Text" in wanted.ranges and texts and all(map(_LANGUAGE.match, texts))):
                if wanted.ranges and scope is Scope.ALL and "@id" not in node.properties:
                    args = {"name": node.name, "expected": wanted.expected, "example": _BY_LANGUAGE}
                    self._tell(thing, node, "@type", Problem("wrong-value-type", "untyped", args))
                continue
            for name in texts[: self._take(len(texts))]:
                if is_property(name):
                    values = node.properties[name]
                    several = isinstance(values, list) and len(values) > 1
                    for number, value in enumerate(values if isinstance(values, list) else [values]):
                        if self._take(1):
                            self._value(thing, node, expected(name), value, number if several else None)
                elif scope is Scope.ALL:
                    self._unknown_property(thing, node, name, kinds[:_KINDS])

    def _take(self, count: int) -> int:
        """How many of so many values are judged; they are taken off what is left."""
        taken = min(count, self.left)
        self.left -= taken
        return taken

    def _block(self, node: Node) -> int:
        if node.number < 0:
            return self.harvest.untyped[-1 - node.number].index
        return self.harvest.blocks[node.number]

    def _kind_of(self, thing: Thing) -> _Kind | None:
        """None: nothing is said about the properties."""
        key = thing.types[0] if len(thing.types) == 1 else tuple(thing.types[: MAX_TYPES + 1])
        if key in self._kinds:
            return self._kinds[key]
        names = tuple(thing.types[: MAX_TYPES + 1])
        kind = None
        if len(names) <= MAX_TYPES and not any(map(is_data_type, names)):
            known = sum(map(is_type, names))
            kind = _kind(names) if known == len(names) else _UNSURE if known else None
        self._kinds[key] = kind
        return kind

    def _types(self, thing: Thing, node: Node) -> None:
        declared = node.properties.get("@type")
        for name in declared if isinstance(declared, list) else [declared]:
            if not isinstance(name, str):
                continue
            if _OTHER.search(name, 0, 200):
                slip = slipped_type(name)
                if slip is not None and self._is_new(node, "unknown-type", name):
                    self._tell(thing, node, "@type", slip)
                continue
            if not is_type(name):
                if self._is_new(node, "unknown-type", name):
                    self._tell(thing, node, "@type", unknown_type(name))
            elif superseded_by(name) is not None and self._is_new(node, "superseded", name):
                self._tell(thing, node, "@type", superseded(name, "type"))

    def _node(self, thing: Thing, node: Node, kind: _Kind, scope: Scope) -> None:
        right = kind.right
        for name, declared in islice(node.properties.items(), self._take(len(node.properties))):
            wanted = right.get(name)
            if wanted is None:
                if name[:1] == "@":
                    if name == "@reverse" and isinstance(declared, dict) and scope is Scope.ALL:
                        self._reverse(thing, node, declared)
                    continue
                wanted = self._name(thing, node, name, kind, scope)
                if wanted is None:
                    continue
            if type(declared) is str:
                if wanted.text is not None and (problem := wanted.text(declared)) is not None:
                    self._tell(thing, node, name, problem)
            elif type(declared) is list:
                several = len(declared) > 1
                for number, value in enumerate(islice(declared, self._take(len(declared)))):
                    self._value(thing, node, wanted, value, number if several else None)
            else:
                self._value(thing, node, wanted, declared, None)

    def _name(self, thing: Thing, node: Node, name: str, kind: _Kind, scope: Scope) -> Expected | None:
        """Judge a name that is not simply right; what it expects, None where its values are not judged."""
        if not is_property(name):
            if kind.judged and scope is Scope.ALL:
                self._unknown_property(thing, node, name, thing.types)
            return None
        if kind.judged and not belongs(name, thing.types):
            rule = "property-not-of-type"
            if not kind.any_property and scope is Scope.ALL and self._is_new(node, rule, *thing.types, name):
                self._tell(thing, node, name, not_of_type(name, thing.types))
        elif superseded_by(name) is not None:
            if self._is_new(node, "superseded", *thing.types[:MAX_TYPES], name):
                self._tell(thing, node, name, superseded(name))
        elif kind.judged:
            kind.right[name] = expected(name)
        return expected(name)

    def _unknown_property(
        self, thing: Thing, node: Node, name: str, kinds: Sequence[str], path: str | None = None
    ) -> None:
        """kinds: the types it should be a property of. path: where it stands, when not under its own name."""
        if not name or name.endswith(_ANNOTATION) or _OTHER.search(name, 0, 200):
            return
        if self._is_new(node, "unknown-property", *kinds, name):
            self._tell(thing, node, path or name, unknown_property(name, kinds))

    def _reverse(self, thing: Thing, node: Node, reverse: dict[str, Any]) -> None:
        """Properties of other nodes that lead here: judged from their side (JSON-LD 1.1 §4.8)."""
        for name in islice(reverse, self._take(len(reverse))):
            if not is_property(name):
                self._unknown_property(thing, node, name, (), f"@reverse.{name}")
            elif len(thing.types) <= MAX_TYPES:
                problem = expected(name).node(tuple(thing.types), named=thing.identifier is not None)
                if problem is not None:
                    self._tell(thing, node, f"@reverse.{name}", problem)

    def _value(self, thing: Thing, node: Node, wanted: Expected, value: Any, number: int | None) -> None:
        if type(value) is dict:
            if "@value" not in value:
                problem = self._node_value(wanted, value)
                if problem is not None:
                    self._tell(thing, node, joined("", wanted.name, number), problem)
                return
            value = value["@value"]
        problem = None
        if isinstance(value, str):
            problem = wanted.text(value) if wanted.text is not None else None
        elif isinstance(value, bool):
            problem = wanted.boolean(value=value)
        elif isinstance(value, int | float):
            problem = wanted.number(value)
        if problem is not None:
            self._tell(thing, node, joined("", wanted.name, number), problem)

    def _node_value(self, wanted: Expected, value: dict[str, Any]) -> Problem | None:
        """A node, or a reference: to a node of the page, to a member of an enumeration, or to nothing."""
        found = self.things.resolve(value)
        if found is not None and found.types:
            named = "@id" in value
            names = found.types
            key = (wanted.name, named, names[0] if len(names) == 1 else tuple(names[: MAX_TYPES + 1]))
            if key not in self._fits:
                self._fits[key] = wanted.node(tuple(names[: MAX_TYPES + 1]), named=named)
            return self._fits[key]
        identifier = value.get("@id")
        if isinstance(identifier, str) and len(value) == 1 and "schema.org/" in identifier and wanted.text is not None:
            return wanted.text(identifier)
        return None

    def _is_new(self, node: Node, rule: str, *names: str) -> bool:
        """Whether this is to be said: not yet of this syntax, and while rows of the rule are taken."""
        key = (node.source, rule, *names)
        if key in self._told:
            return False
        self._told.add(key)
        return not self._is_full(rule)

    def _is_full(self, rule: str) -> bool:
        """Whether findings of a rule are only counted by now; counts one."""
        if self._counts[rule] < MAX_SAME_RULE:
            return False
        self.harvest.findings.add(rule)
        return True

    def _tell(self, thing: Thing, node: Node, name: str, problem: Problem) -> None:
        """Add a row; the place is looked for only while rows are taken."""
        if self._is_full(problem.rule):
            return
        self._counts[problem.rule] += 1
        if problem.later is not None:
            problem = problem.later()
        path = node.path if name == "@type" else joined(node.path, name)
        entity = self.harvest.entities[node.number] if node.number >= 0 else thing.entity
        block = self._block(node)
        self.harvest.findings.add(
            problem.rule,
            source=node.source,
            index=entity["index"] if node.number >= 0 else block,
            block=block,
            type_name=entity["type"],
            path=path,
            place=self.harvest.place(node.number, path),
            variant=problem.variant,
            args={**problem.args, "path": shorten(path)},
        )
