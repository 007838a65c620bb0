"""The rules of schema.org's vocabulary: names it lacks, properties of other types, values that are surely wrong.

Every node is judged where it stands, by the types that all nodes of its thing have together. What belongs to another
vocabulary is not judged: IRIs, prefixed names, blocks with contexts of others (vocabulary_scope.py). Of one wrong name
there is one row for each type and syntax, of wrong values one each.
"""

import re
from collections import Counter
from functools import lru_cache
from typing import Any, NamedTuple

from chalicelib.page.entities import Harvest
from chalicelib.page.findings import MAX_SAME_RULE, shorten
from chalicelib.page.gather import Node, Thing
from chalicelib.page.jsonld import SOURCE as JSON_LD
from chalicelib.page.paths import joined
from chalicelib.page.vocabulary import (
    domains,
    enumeration_of,
    is_data_type,
    is_property,
    is_subtype,
    is_type,
    nearest,
    properties,
    properties_of,
    superseded_by,
    types,
)
from chalicelib.page.vocabulary_scope import Scope, scope_of
from chalicelib.page.vocabulary_values import MAX_TYPES, Expected, Problem, expected

_OTHER = re.compile(r"[:/#.@]")  # a name of another vocabulary, a path, an old-style extension (Person/Minister)
_ANNOTATION = ("-input", "-output")  # schema.org/docs/actions.html: `query-input`
_MAX_VALUES = 60_000
_OWNERS = 5  # types named in a message


class _Kind(NamedTuple):
    """What is known of nodes with certain types. right: the properties to be used, with what they expect.

    judged: all types are schema.org's, so that other properties are wrong. any_property: a Role, which repeats the
    property it qualifies.
    """

    right: dict[str, Expected]
    judged: bool
    any_property: bool


@lru_cache(maxsize=256)
def _kind(names: tuple[str, ...]) -> _Kind:
    """names: of known types only, since they are kept."""
    own = frozenset().union(*map(properties_of, names))
    right = {name: expected(name) for name in own if superseded_by(name) is None}
    return _Kind(right, judged=True, any_property=any(is_subtype(name, "Role") for name in names))


_UNSURE = _Kind({}, judged=False, any_property=True)


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
        self._scopes: dict[int, Scope] = {}

    def judge(self) -> None:
        for thing in self.things.things:
            if not thing.types:
                continue
            kind: _Kind | None = None
            done: set[int] = set()
            for node in thing.nodes:
                if id(node.properties) in done or self.left < 0:
                    continue
                done.add(id(node.properties))
                scope = Scope.ALL if node.source != JSON_LD else self._scope(node)
                if scope is Scope.NOTHING:
                    continue
                if kind is None:
                    kind = self._kind_of(thing)
                if scope is Scope.ALL:
                    self._types(thing, node)
                if kind is not None:
                    self._node(thing, node, kind, scope)

    def _scope(self, node: Node) -> Scope:
        block = self._block(node)
        if block not in self._scopes:
            rows = self.harvest.structured["json_ld"]
            self._scopes[block] = scope_of(rows[block - 1]) if 0 < block <= len(rows) else Scope.VALUES
        return self._scopes[block]

    def _block(self, node: Node) -> int:
        if node.number < 0:
            return self.harvest.untyped[-1 - node.number].index
        return self.harvest.blocks[node.number]

    def _kind_of(self, thing: Thing) -> _Kind | None:
        """None: nothing is said about the properties."""
        names = tuple(thing.types[: MAX_TYPES + 1])
        if len(names) > MAX_TYPES:
            return None
        if not all(map(is_type, names)):
            return _UNSURE if any(map(is_type, names)) else None
        return None if any(map(is_data_type, names)) else _kind(names)

    def _types(self, thing: Thing, node: Node) -> None:
        declared = node.properties.get("@type")
        for name in declared if isinstance(declared, list) else [declared]:
            if not isinstance(name, str) or _OTHER.search(name, 0, 200):
                continue
            if not is_type(name):
                self._unknown_type(thing, node, name)
            elif superseded_by(name):
                args = {"name": name, "instead": superseded_by(name) or ""}
                self._tell_once(thing, node, "@type", Problem("superseded", "type", args))

    def _unknown_type(self, thing: Thing, node: Node, name: str) -> None:
        if self._is_told(node, "unknown-type", name) or self._is_full("unknown-type"):
            return
        near = nearest(name, types())
        args = {"name": name}
        variant = ""
        if enumeration_of(name):
            variant, args["enumeration"] = "member", " / ".join(enumeration_of(name))
        elif near is not None:
            variant, args["near"] = "near", near
        self._tell(thing, node, "@type", Problem("unknown-type", variant, args))

    def _node(self, thing: Thing, node: Node, kind: _Kind, scope: Scope) -> None:
        right = kind.right
        for name, declared in node.properties.items():
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
                self.left -= 1
                problem = wanted.text(declared) if wanted.text is not None else None
                if problem is not None:
                    self._tell(thing, node, name, problem)
            elif isinstance(declared, list):
                several = len(declared) > 1
                for number, value in enumerate(declared):
                    self._value(thing, node, wanted, value, number if several else None)
            else:
                self._value(thing, node, wanted, declared, None)

    def _name(self, thing: Thing, node: Node, name: str, kind: _Kind, scope: Scope) -> Expected | None:
        """Judge a name that is not simply right; what it expects, None where its values are not judged."""
        if not is_property(name):
            if kind.judged and scope is Scope.ALL and name and not _OTHER.search(name, 0, 200):
                self._unknown_property(thing, node, name)
            return None
        instead = superseded_by(name)
        if kind.judged and not kind.any_property and scope is Scope.ALL and not self._belongs(thing, name):
            self._not_of_type(thing, node, name)
        elif instead is not None:
            args = {"name": name, "instead": instead}
            self._tell_once(thing, node, name, Problem("superseded", "", args))
        return expected(name)

    def _belongs(self, thing: Thing, name: str) -> bool:
        """A superseded property without domains belongs anywhere."""
        return not domains(name) or any(name in properties_of(kind) for kind in thing.types)

    def _unknown_property(self, thing: Thing, node: Node, name: str) -> None:
        if name.endswith(_ANNOTATION):
            return
        if self._is_told(node, "unknown-property", *thing.types, name) or self._is_full("unknown-property"):
            return
        near = next((near for kind in thing.types if (near := nearest(name, properties_of(kind)))), None)
        near = near or nearest(name, properties())
        args = {"name": name, "type": "/".join(thing.types)}
        if near is not None:
            args["near"] = near
        self._tell(thing, node, name, Problem("unknown-property", "near" if near else "", args))

    def _not_of_type(self, thing: Thing, node: Node, name: str) -> None:
        if self._is_told(node, "property-not-of-type", *thing.types, name) or self._is_full("property-not-of-type"):
            return
        owners = domains(name)
        shown = " / ".join(owners[:_OWNERS]) + (" …" if len(owners) > _OWNERS else "")
        args = {"name": name, "type": "/".join(thing.types), "owners": shown}
        self._tell(thing, node, name, Problem("property-not-of-type", "", args))

    def _reverse(self, thing: Thing, node: Node, reverse: dict[str, Any]) -> None:
        """Properties of other nodes that lead here: judged from their side (JSON-LD 1.1 §4.8)."""
        for name in reverse:
            self.left -= 1
            if name[:1] == "@" or not name or _OTHER.search(name, 0, 200):
                continue
            if not is_property(name):
                near = nearest(name, properties()) if not self._is_full("unknown-property") else None
                args = {"name": name, "type": "@reverse"}
                if near is not None:
                    args["near"] = near
                found = Problem("unknown-property", "near" if near else "", args)
                self._tell_once(thing, node, f"@reverse.{name}", found)
                continue
            if len(thing.types) <= MAX_TYPES:
                problem = expected(name).node(tuple(thing.types), named=thing.identifier is not None)
                if problem is not None:
                    self._tell(thing, node, f"@reverse.{name}", problem)

    def _value(self, thing: Thing, node: Node, wanted: Expected, value: Any, number: int | None) -> None:
        self.left -= 1
        if isinstance(value, dict):
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
            return wanted.node(tuple(found.types[: MAX_TYPES + 1]), named="@id" in value)
        identifier = value.get("@id")
        if isinstance(identifier, str) and len(value) == 1 and "schema.org/" in identifier and wanted.text is not None:
            return wanted.text(identifier)
        return None

    def _is_told(self, node: Node, *names: str) -> bool:
        """Whether this was said of the syntax already; it is from now on."""
        key = (node.source, *names)
        if key in self._told:
            return True
        self._told.add(key)
        return False

    def _is_full(self, rule: str) -> bool:
        """Whether findings of a rule are only counted by now; counts one."""
        if self._counts[rule] < MAX_SAME_RULE:
            return False
        self.harvest.findings.add(rule)
        return True

    def _tell_once(self, thing: Thing, node: Node, path: str, problem: Problem) -> None:
        if not self._is_told(node, problem.rule, problem.variant, *thing.types, str(problem.args["name"])):
            self._tell(thing, node, path, problem)

    def _tell(self, thing: Thing, node: Node, name: str, problem: Problem) -> None:
        """Add a row; the place is looked for only while rows are taken."""
        if self._is_full(problem.rule):
            return
        self._counts[problem.rule] += 1
        path = joined(node.path, name) if name != "@type" else node.path
        entity = thing.entity
        index, type_name = entity["index"], entity["type"]
        if node.number >= 0:
            entity = self.harvest.entities[node.number]
            index, type_name = entity["index"], entity["type"]
        else:
            index = self._block(node)
        self.harvest.findings.add(
            problem.rule,
            source=node.source,
            index=index,
            block=self._block(node),
            type_name=type_name,
            path=path,
            place=self.harvest.place(node.number, path),
            variant=problem.variant,
            args={**problem.args, "path": shorten(path)},
        )
