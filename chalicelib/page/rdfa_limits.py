"""How much RDFa of one page goes to the engine. A page can multiply it: each name in a `rel` meets each child.

Measured with pyRdfa 3.6 and rdflib 7: 0.2 ms for an element, 0.05 ms for a triple. 500 names in a `rel` over 500
children (19 KB of HTML) took 10 s, 10,000 declared prefixes 8 s. What goes beyond a limit is left out and told once.
"""

from itertools import pairwise

from chalicelib.page.entities import Allowance, Harvest

MAX_ELEMENTS = 3000
MAX_TRIPLES = 10_000  # 0.5 s
MAX_NAMES = 50  # in one attribute; real ones hold one to three
MAX_PREFIXES = 300  # declared on a page, repeated ones too: each is bound in the graph, which searches those there are
MAX_REFERENCE = 2000  # characters of a name or an identifier: it stands in every triple it takes part in
MAX_VISITS = 200_000  # elements looked at, those without RDFa around it too
_LIST_ITEM = 3  # triples: a property's value in a list has a cell with two more
_ACTIVE = ("about", "href", "prefix", "property", "rel", "resource", "rev", "src", "typeof", "vocab")


class Room:
    """What is left of the limits. pending: for each element of the tree, the triples each child of it will add."""

    def __init__(self, source: str, harvest: Harvest) -> None:
        self._harvest = harvest
        self._source = source
        self._allowance = Allowance(source, harvest)
        self._prefixes = MAX_PREFIXES
        self._triples = MAX_TRIPLES
        self._visits = MAX_VISITS
        self.pending: list[int] = [0]

    def tokens(self, value: str | None) -> list[str]:
        """The names in an attribute, as many as are read of it."""
        if not value:
            return []
        found = value.split(None, MAX_NAMES)
        if len(found) > MAX_NAMES:
            self.exceeded(MAX_NAMES)
            found = found[:MAX_NAMES]
        return [token for token in found if len(token) <= MAX_REFERENCE]

    def pairs(self, value: str) -> list[tuple[str, str]]:
        """The pairs `name: IRI` of a `prefix` attribute."""
        if not value:
            return []
        found = value.split(None, 2 * self._prefixes)
        if len(found) > 2 * self._prefixes:
            self.exceeded(MAX_PREFIXES)
            found = found[: 2 * self._prefixes]
        self._prefixes -= len(found) // 2
        return [(name, iri) for name, iri in pairwise(found) if len(name + iri) <= MAX_REFERENCE]

    def visit(self) -> bool:
        """Whether one more element may be looked at."""
        self._visits -= 1
        return self._visits >= 0 or self.exceeded(MAX_VISITS)

    def takes(self, attributes: dict[str, str], parent: int) -> bool:
        """Whether one more element of the tree fits; notes it if so."""
        count = {name: len(attributes.get(name, "").split()) for name in ("typeof", "property", "rel", "rev")}
        each = _LIST_ITEM if "inlist" in attributes else 1
        links = (count["rel"] + count["rev"]) * each
        inherited = self.pending[parent]
        self._triples -= count["typeof"] + count["property"] * each + links + inherited + ("vocab" in attributes)
        characters = len(attributes.get("content", "")) * max(1, count["property"])
        if len(self.pending) > MAX_ELEMENTS:
            return self.exceeded(MAX_ELEMENTS)
        if self._triples < 0:
            return self.exceeded(MAX_TRIPLES)
        if not self._allowance.take(0, characters):
            return False
        # The engine passes by an element that says nothing; what its parent wants of children falls to those below.
        self.pending.append(links if any(name in attributes for name in _ACTIVE) else inherited)
        return True

    def exceeded(self, limit: int) -> bool:
        """Report that more than `limit` was there; always False."""
        self._harvest.too_much(self._source, limit)
        return False
