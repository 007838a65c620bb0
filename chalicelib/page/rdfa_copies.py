"""Property copying (HTML+RDFa 1.1 §3.5): what `rdfa:Pattern` nodes say is said of the nodes that `rdfa:copy` them."""

from chalicelib.page.rdfa_context import RDFA
from chalicelib.page.rdfa_graph import TYPE, Triple
from chalicelib.page.rdfa_limits import Room

_PATTERN = RDFA + "Pattern"
_COPY = RDFA + "copy"


def copied(triples: list[Triple], room: Room) -> list[Triple]:
    """The triples with those of the patterns copied; patterns that were copied are gone, others stay."""
    patterns = {triple.subject for triple in triples if triple.predicate == TYPE and triple.object == _PATTERN}
    if not patterns:
        return triples
    copies: dict[str, list[str]] = {}
    said: dict[str, list[Triple]] = {}
    for triple in triples:
        wanted = triple.object
        if triple.predicate == _COPY and isinstance(wanted, str) and wanted in patterns:
            copies.setdefault(triple.subject, []).append(wanted)
        elif triple.subject in patterns and wanted != _PATTERN:
            said.setdefault(triple.subject, []).append(triple)
    gone = {pattern for wanted in copies.values() for pattern in wanted}
    out = [
        triple
        for triple in triples
        if triple.subject not in gone and not (triple.predicate == _COPY and triple.object in patterns)
    ]
    for subject in copies:
        if subject in gone:
            continue
        seen: set[str] = set()
        pending = copies[subject][::-1]
        while pending:
            pattern = pending.pop()
            if pattern in seen:
                continue
            seen.add(pattern)
            if not room.triple():  # to look at a pattern costs too, though it may say nothing
                return out
            for triple in said.get(pattern, ()):
                if not room.triple():
                    return out
                out.append(triple._replace(subject=subject))
            pending += copies.get(pattern, ())[::-1]
    return out
