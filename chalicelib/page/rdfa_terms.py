"""Names and references of RDFa made IRIs (RDFa Core 1.1 §7.4): terms, compact IRIs, safe ones, references.

A resource is an IRI, or a blank node: `_:u` and the label the page gave it, or `_:` and a number for those without one.
"""

import re
from collections.abc import Mapping
from urllib.parse import urldefrag

from chalicelib.page.names import absolute, parses
from chalicelib.page.rdfa_context import TERMS
from chalicelib.page.rdfa_limits import MAX_REFERENCE, Room

_TERM = re.compile(r"[^\W\d][\w.\-/·]*")
_NAME = re.compile(r"[^\W\d][\w.\-·]*")
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.\-]*:")
Prefixes = Mapping[str, str]


class Names:
    """Spells out what one page names. base: what its references are relative to, without fragment."""

    def __init__(self, base: str, room: Room) -> None:
        self.base = urldefrag(base)[0]
        self._room = room
        self._declared: dict[tuple[int, str], tuple[Prefixes, Prefixes]] = {}

    def name(self, token: str, vocab: str, prefixes: Prefixes) -> str | None:
        """TERMorCURIEorAbsIRI, as in `property`, `typeof`, `datatype`; None for what names nothing."""
        if ":" not in token:
            if _TERM.fullmatch(token) is None:
                return None
            return vocab + token if vocab else TERMS.get(token.lower())
        iri = _compact(token, prefixes)
        if iri is None and names_itself(token):
            iri = token
        return iri if iri is not None and usable(iri) else None

    def predicates(self, tokens: list[str], vocab: str, prefixes: Prefixes) -> list[str]:
        """The names that can stand between subject and object: no blank nodes, each once."""
        found = [self.name(token, vocab, prefixes) for token in tokens]
        return list(dict.fromkeys(iri for iri in found if iri is not None and not iri.startswith("_:")))

    def resource(self, value: str, prefixes: Prefixes) -> str | None:
        """SafeCURIEorCURIEorIRI, as in `about` and `resource`; None for a safe one that names nothing, such as `[]`."""
        value = value.strip()
        if value.startswith("[") and value.endswith("]"):
            iri = _compact(value[1:-1], prefixes)
            return iri if iri is not None and usable(iri) else None
        iri = _compact(value, prefixes) if ":" in value else None
        if iri is None:
            return self.reference(value)
        return iri if usable(iri) else None

    def reference(self, value: str) -> str | None:
        """A URL, as in `href` and `src`, absolute; None for one that cannot be used."""
        value = value.strip()
        if not usable(value):
            return None
        if not value or value[0] == "#":
            return self.base + value
        found = absolute(self.base, value)
        return found + "#" if value[-1] == "#" and found[-1:] != "#" else found  # urljoin drops an empty fragment

    def prefixes(self, outer: Prefixes, attributes: Mapping[str, str | None]) -> Prefixes:
        """The prefixes in force on an element: those around it, those of `xmlns:`, and over them those of `prefix`.

        Elements that declare the same in the same place share one table.
        """
        text = " ".join(
            [f"{name[6:]}: {iri}" for name, iri in attributes.items() if name[:6] == "xmlns:" and iri]
            + [attributes.get("prefix") or ""]
        )
        key = (id(outer), text)  # the table itself is kept, so that no other gets its number
        if key not in self._declared:
            inner = dict(outer)
            for name, iri in self._room.pairs(text):
                prefix = name[:-1].lower()
                if name.endswith(":") and _NAME.fullmatch(prefix) and usable(iri):
                    inner[prefix] = iri
            self._declared[key] = (outer, inner)
        return self._declared[key][1]


def _compact(value: str, prefixes: Prefixes) -> str | None:
    prefix, colon, rest = value.partition(":")
    if not colon or rest.startswith("//"):
        return None
    if prefix == "_":
        return "_:u" + rest
    start = prefixes.get(prefix.lower())
    return None if start is None else start + rest


def usable(reference: str) -> bool:
    """Whether it is short enough to be an identifier, and its host can be read; `http://[x` is no reference."""
    if len(reference) > MAX_REFERENCE:
        return False
    return (reference.isascii() and "[" not in reference and "]" not in reference) or parses(reference)


def names_itself(token: str) -> bool:
    """Whether it is an absolute IRI, by its form."""
    return _SCHEME.match(token) is not None
