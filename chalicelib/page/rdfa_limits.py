"""How much RDFa of one page is read. A page can multiply it: each name in a `rel` meets each child.

What goes beyond a limit is left out and told once. The worst of thirty hostile pages of up to 10 MB took 1 s of CPU and
28 MB for its RDFa.
"""

from itertools import pairwise

from chalicelib.page.entities import Allowance, Harvest

MAX_ELEMENTS = 20_000  # with RDFa, or saying something of those with RDFa: 0.5 s
MAX_TRIPLES = 20_000
MAX_NAMES = 50  # in one attribute; real ones hold one to three
MAX_ALL_NAMES = 60_000  # on a page; those that name nothing, or the same again, make no triple and cost the same
MAX_PREFIXES = 300  # declared on a page; each element that declares some has a table of all that hold for it
MAX_REFERENCE = 2000  # characters of a name or an identifier: it stands in every triple it takes part in
MAX_VISITS = 200_000  # elements looked at, those without RDFa around it too


class Room:
    """What is left of the limits. full: something was left out, and reading stops there."""

    def __init__(self, source: str, harvest: Harvest) -> None:
        self._harvest = harvest
        self._source = source
        self._names = MAX_ALL_NAMES
        self._prefixes = MAX_PREFIXES
        self._triples = MAX_TRIPLES
        self._visits = MAX_VISITS
        self._elements = MAX_ELEMENTS
        self.allowance = Allowance(source, harvest)
        self.full = False

    def tokens(self, value: str | None) -> list[str]:
        """The names in an attribute, as many as are read of it."""
        if not value:
            return []
        found = value.split(None, MAX_NAMES)
        if len(found) > MAX_NAMES:
            self._tell(MAX_NAMES)
            found = found[:MAX_NAMES]
        self._names -= len(found)
        if self._names < 0:
            self._end(MAX_ALL_NAMES)
            return []
        return [token for token in found if len(token) <= MAX_REFERENCE] if len(value) > MAX_REFERENCE else found

    def pairs(self, value: str) -> list[tuple[str, str]]:
        """The pairs `name: IRI` of a `prefix` attribute."""
        found = value.split(None, 2 * self._prefixes)
        if len(found) > 2 * self._prefixes:
            self._tell(MAX_PREFIXES)
            found = found[: 2 * self._prefixes]
        self._prefixes -= len(found) // 2
        return [(name, iri) for name, iri in pairwise(found) if len(name + iri) <= MAX_REFERENCE]

    def visit(self) -> bool:
        """Whether one more element may be looked at."""
        self._visits -= 1
        return self._visits >= 0 or self._end(MAX_VISITS)

    def element(self) -> bool:
        """Whether one more element that says something may be read."""
        self._elements -= 1
        return self._elements >= 0 or self._end(MAX_ELEMENTS)

    def triple(self) -> bool:
        """Whether one more triple may be made."""
        self._triples -= 1
        return self._triples >= 0 or self._end(MAX_TRIPLES)

    def literal(self, characters: int, times: int) -> bool:
        """Whether a text of so many characters may stand so many times."""
        if self.allowance.take(0, characters * times):
            return True
        self.full = True
        return False

    def _end(self, limit: int) -> bool:
        self.full = True
        self._tell(limit)
        return False

    def _tell(self, limit: int) -> None:
        self._harvest.too_much(self._source, limit)
