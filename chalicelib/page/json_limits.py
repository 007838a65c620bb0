"""How much JSON of one page is read: its values, counted before the parse, and the names that contexts spell out.

Measured: a page of 10 MB may hold 5 million numbers or 3 million objects, 8 s and 800 MB before they are judged; one
prefix of 2000 characters and 400,000 properties with it are 800 MB of names.
"""

MAX_WEIGHT = 150_000  # 0.9 s and 90 MB when the page tries; real blocks weigh a few hundred
MAX_SPELLED_OUT = 4_000_000  # characters that prefixes, vocabularies and bases add to names and identifiers
MAX_IRI = 2000  # characters of a prefix, vocabulary or base
MAX_TERMS = 200  # of one context: each node may have one of its own, with all terms of those around it
MAX_DEFINITIONS = 60_000  # of terms on one page, each time a context is applied: 0.3 s; a scoped one is applied often
MAX_LOOKED_AT = 100_000  # values passed on the way to places of findings: 0.3 s; then the node's own place is told


def weight(text: str) -> int:
    """What reading `text` takes, in arrays and objects; members, strings and escapes count by what they take of that.

    References to HTML count too, since they may stand for brackets.
    """
    brackets = text.count("{") + text.count("[") + text.count("&#") + text.count("&l")
    return brackets + text.count(",") // 5 + text.count('"') // 10 + text.count("\\") // 20


class JsonRoom:
    """What is left of the limits for one page."""

    def __init__(self) -> None:
        self.weight = MAX_WEIGHT
        self.spelled_out = MAX_SPELLED_OUT
        self.definitions = MAX_DEFINITIONS
        self.looked_at = MAX_LOOKED_AT

    def takes(self, text: str) -> bool:
        """Whether a block fits; takes it off if so."""
        cost = weight(text)
        if cost > self.weight:
            return False
        self.weight -= cost
        return True

    def spells_out(self, declared: str, full: str) -> str:
        """`full`, or what was declared when the page has used up what may be added."""
        self.spelled_out -= max(0, len(full) - len(declared))
        return full if self.spelled_out >= 0 else declared

    def defines(self, terms: int, around: int) -> bool:
        """Whether a context of `terms` on top of `around` others may still be applied."""
        self.definitions -= terms + around // 20
        return self.definitions >= 0

    def looks_at(self, values: int) -> bool:
        """Whether as many values may still be passed on the way to a place."""
        self.looked_at -= values
        return self.looked_at >= 0
