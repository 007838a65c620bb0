"""What holds at a place of the page while its RDFa is read (RDFa Core 1.1 §7.2, the evaluation context)."""

from collections.abc import Sequence
from typing import NamedTuple

from chalicelib.page.rdfa_graph import Items
from chalicelib.page.rdfa_terms import Prefixes


class Lists:
    """The list mapping of a subject: one list for each property, however many elements add to it."""

    def __init__(self, subject: str) -> None:
        self.subject = subject
        self.items: dict[str, tuple[Items, int]] = {}


class Incomplete(NamedTuple):
    """A predicate that waits for its object (or, reverse, for its subject). items: the list the object goes to."""

    predicate: str
    reverse: bool
    items: Items | None
    place: int


class Scope(NamedTuple):
    """The evaluation context of an element's children (§7.2). subject and object: "parent subject", "parent object"."""

    subject: str
    object: str
    incomplete: Sequence[Incomplete]
    lists: Lists
    language: str
    vocab: str
    prefixes: Prefixes


class Said(NamedTuple):
    """What holds for the names of one element."""

    subject: str
    lists: Lists
    language: str
    vocab: str
    prefixes: Prefixes
    place: int
