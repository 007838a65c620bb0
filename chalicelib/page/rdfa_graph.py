"""What a page says in RDFa: triples, and which elements they came from."""

from dataclasses import dataclass, field
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from chalicelib.page.rdfa_context import RDF, RDFA

TYPE = RDF + "type"
USES_VOCABULARY = RDFA + "usesVocabulary"


class Literal(NamedTuple):
    """A text. value: its lexical form. datatype, language: "" where it has none.

    shown: of markup (XMLLiteral, HTML) the text that a visitor reads.
    """

    value: str
    datatype: str = ""
    language: str = ""
    shown: str | None = None

    @property
    def text(self) -> str:
        return self.value if self.shown is None else self.shown


class Items:
    """The values of an `inlist` property, in order; more may come while the page is read."""

    def __init__(self) -> None:
        self.values: list[Value] = []


# A string is a resource: an IRI; `_:u` and a label, a blank node the page named; `_:` and a number, one it did not.
Value = str | Literal | Items


class Triple(NamedTuple):
    """place: the number of the element that names the predicate, in `Graph.elements`."""

    subject: str
    predicate: str
    object: Value
    place: int


class Typed(NamedTuple):
    """An element with `typeof`. as_value: it is marked up as the value of a property, and not under `about`."""

    resource: str
    place: int
    as_value: bool


@dataclass
class Graph:
    """Triples in document order, repeated ones too. elements: those that were read, by their numbers."""

    triples: list[Triple] = field(default_factory=list)
    typed: list[Typed] = field(default_factory=list)
    elements: list[LexborNode] = field(default_factory=list)
