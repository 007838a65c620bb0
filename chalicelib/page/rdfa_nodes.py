"""Nested nodes in the form of `properties` (spec/result_json.md) out of the triples of a page."""

from collections.abc import Iterator
from operator import itemgetter
from typing import Any

from chalicelib.page.entities import MAX_NODE_DEPTH, Allowance, put
from chalicelib.page.names import one_or_list, short_name
from chalicelib.page.paths import first_step
from chalicelib.page.rdfa_context import RDFA
from chalicelib.page.rdfa_graph import TYPE, Items, Literal, Triple, Typed, Value


class _Subject:
    """What is said of a resource, each thing once, with the number of the element that says it first."""

    def __init__(self) -> None:
        self.kinds: dict[str, int] = {}
        self.properties: dict[str, dict[Value, int]] = {}
        self.places: dict[str, int] = {}

    def add(self, triple: Triple) -> None:
        predicate, value, place = triple.predicate, triple.object, triple.place
        if predicate == TYPE and isinstance(value, str):
            self.kinds.setdefault(value, place)
        elif not predicate.startswith(RDFA):
            self.properties.setdefault(predicate, {}).setdefault(value, place)
            self.places[predicate] = min(place, self.places.get(predicate, place))

    def named(self) -> list[str]:
        """The properties in the order of the page: a list, or what a hanging `rel` leads to, is known only later."""
        return sorted(self.properties, key=self.places.__getitem__)

    def values(self, predicate: str) -> list[tuple[Value, int]]:
        """The values of a property in the order of the page, with the numbers of their elements."""
        return sorted(self.properties[predicate].items(), key=itemgetter(1))


class Nodes:
    """Makes nested nodes of flat triples.

    A named one is written out once and then referred to. A blank one has no name to refer to it by: it is written out
    wherever it is a value, as far as the allowance goes.
    """

    def __init__(self, triples: list[Triple], typed: list[Typed], allowance: Allowance) -> None:
        self.subjects: dict[str, _Subject] = {}
        for triple in triples:
            self.subjects.setdefault(triple.subject, _Subject()).add(triple)
        self.subjects = {name: subject for name, subject in self.subjects.items() if _says_something(subject)}
        self.allowance = allowance
        self.full = False
        self.written: set[str] = set()
        self.path: set[str] = set()
        self.first: dict[str, int] = {}
        self._shown: dict[str, dict[str, list[tuple[str | Literal, int]]]] = {}
        self.stands_alone: set[str] = set()
        for resource, place, as_value in typed:
            self.first.setdefault(resource, place)
            if not as_value and not resource.startswith("_:"):
                self.stands_alone.add(resource)

    def top_level(self) -> Iterator[tuple[str, int | None]]:
        """The typed subjects that stand on their own in document order, with the number of their element."""
        typed = [name for name, subject in self.subjects.items() if subject.kinds]
        typed.sort(key=lambda name: self.first.get(name, min(self.subjects[name].kinds.values())))
        values = self._values(self.subjects)
        # What nobody sees holds nothing: a subject without type that is no value of any other.
        referred = self._values({name for name, subject in self.subjects.items() if subject.kinds or name in values})
        alone = [name for name in typed if name in self.stands_alone or name not in referred]
        self.written.update(alone)  # elsewhere they are referred to
        for name in alone:
            yield name, self.first.get(name)
        for name in typed:  # nodes that only refer to each other
            if name not in self.written:
                yield name, self.first.get(name)

    def _values(self, holders: Any) -> set[str]:
        return {
            value
            for name in holders
            for values in self.subjects[name].properties.values()
            for value in _flat(values)
            if isinstance(value, str) and value != name
        }

    def node(self, name: str) -> dict[str, Any]:
        """A subject in the form of `properties`."""
        self.written.add(name)
        self.path.add(name)
        subject = self.subjects[name]
        out: dict[str, Any] = {}
        if subject.kinds:
            out["@type"] = one_or_list([short_name(kind) for kind in subject.kinds])
        if not name.startswith("_:"):
            out["@id"] = name
        if self._take(sum(map(len, subject.kinds)) + len(name)):
            for predicate in subject.named():
                short = short_name(predicate)
                if not short.startswith("@") and self._take(len(short)):
                    put(out, short, [self._value(value, name) for value in self._that_fit(subject, predicate)])
        self.path.remove(name)
        return out

    def place(self, name: str, path: str) -> int | None:
        """The number of the element that says what stands at a path of a node, or else of the last on the way to it."""
        place = self.first.get(name)
        while path and name in self.subjects:
            if name not in self._shown:
                self._shown[name] = _as_shown(self.subjects[name])
            step = first_step(path, self._shown[name])
            if step is None:
                break
            short, number, path = step
            values = self._shown[name][short]
            if number >= len(values):
                break
            value, place = values[number]
            name = value if isinstance(value, str) else ""
        return place

    def _that_fit(self, subject: _Subject, predicate: str) -> Iterator[str | Literal]:
        for value in _flat(value for value, _ in subject.values(predicate)):
            if self._take(len(value.text) if isinstance(value, Literal) else len(value), 1):
                yield value

    def _value(self, value: str | Literal, holder: str) -> Any:
        if isinstance(value, Literal):
            return value.text
        blank = value.startswith("_:")
        if value not in self.subjects or value == holder:  # any other IRI, the node's own too, is a URL
            return {} if blank else value
        deep = value in self.path or len(self.path) >= MAX_NODE_DEPTH
        if deep or (value in self.written and not blank):
            return {} if blank else {"@id": value}
        return self.node(value)

    def _take(self, characters: int, values: int = 0) -> bool:
        """Whether there is room; once there is none, none comes any more."""
        self.full = self.full or not self.allowance.take(values, characters)
        return not self.full


def _as_shown(subject: _Subject) -> dict[str, list[tuple[str | Literal, int]]]:
    """The values with the numbers of their elements, under the names and in the order that `properties` has."""
    out: dict[str, list[tuple[str | Literal, int]]] = {}
    for predicate in subject.named():
        for value, place in subject.values(predicate):
            out.setdefault(short_name(predicate), []).extend((inner, place) for inner in _flat([value]))
    return out


def _flat(values: Any) -> Iterator[str | Literal]:
    for value in values:
        if isinstance(value, Items):
            yield from _flat(value.values)
        else:
            yield value


def _says_something(subject: _Subject) -> bool:
    """Not what only tells the processor something: which vocabulary the page uses, or a pattern."""
    if any(kind.startswith(RDFA) for kind in subject.kinds):
        return False
    return bool(subject.kinds or subject.properties)
