"""JSON-LD contexts, as far as pages use them: the vocabulary, prefixes and terms, `@base`. Remote ones are not fetched.

Rules: JSON-LD 1.1 §3.1 and §4.1.5 (compact IRIs), without containers and type coercion, which change no name.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from chalicelib.page.json_limits import MAX_IRI, MAX_TERMS, JsonRoom
from chalicelib.page.names import absolute, is_schema_context, is_usual_context, short_name


class Context(NamedTuple):
    """schema: the vocabulary is schema.org. vocab: another one's IRI. terms: declared names and what they stand for.

    room: what the page may still spell out.
    """

    base: str
    room: JsonRoom
    schema: bool = False
    vocab: str = ""
    terms: Mapping[str, str] = {}

    def extended(self, declared: Any) -> "Context":
        """This context with a declared `@context` on top."""
        context = self
        for part in declared if isinstance(declared, list) else [declared]:
            context = context._with(part)
        return context

    def _with(self, part: Any) -> "Context":
        if part is None:
            return Context(self.base, self.room)
        if isinstance(part, str):
            return self._replace(schema=True, vocab="") if is_schema_context(part) else self
        if not isinstance(part, dict):
            return self
        context = self
        vocab = part.get("@vocab", "")
        if isinstance(vocab, str) and 0 < len(vocab) <= MAX_IRI:
            schema = is_schema_context(vocab)
            context = context._replace(schema=schema, vocab="" if schema else vocab)
        base = part.get("@base")
        if isinstance(base, str) and len(base) <= MAX_IRI:
            full = absolute(context.base, base)
            context = context._replace(base=full if len(full) <= 2 * MAX_IRI else base)
        declared = {name: iri for name, iri in map(_term, part.items()) if iri}
        if declared and len(context.terms) + len(declared) <= MAX_TERMS:
            context = context._replace(terms={**context.terms, **declared})
        return context

    def name(self, name: str) -> str:
        """A type or property as `properties` shows it; keywords keep their `@`."""
        if not self.terms and not self.vocab and ":" not in name:
            return name
        return self.room.spells_out(name, self._full(name))

    def _full(self, name: str) -> str:
        if not self.terms and ":" not in name:
            return self.vocab + name if self.vocab and not name.startswith("@") else name
        for _ in range(4):  # a term may stand for a compact IRI, whose prefix is a term
            if name in self.terms:
                name = self.terms[name]
            prefix, colon, rest = name.partition(":")
            if not colon or rest.startswith("//") or prefix not in self.terms:
                break
            name = self.terms[prefix] + rest
        if name.startswith("schema:"):
            return name[len("schema:") :]
        if ":" in name or name.startswith("@"):
            return short_name(name)
        return self.vocab + name if self.vocab else name

    def identifier(self, declared: str) -> str:
        """An `@id` as an absolute IRI; blank node labels stay."""
        if declared.startswith("_:"):
            return declared
        prefix, colon, rest = declared.partition(":")
        if colon and not rest.startswith("//") and prefix in self.terms:
            return self.room.spells_out(declared, self.terms[prefix] + rest)
        return self.room.spells_out(declared, absolute(self.base, declared))


def _term(item: tuple[str, Any]) -> tuple[str, str]:
    name, value = item
    if isinstance(value, dict):
        value = value.get("@id")
    usable = isinstance(value, str) and len(value) <= MAX_IRI and value != name and not (name.startswith("@"))
    return name, value if usable else ""


def unusual(declared: Any) -> str | None:
    """The `@context` that search engines may not take for schema.org, though it means it; "" when there is none."""
    if declared is None:
        return ""
    for part in declared if isinstance(declared, list) else [declared]:
        if isinstance(part, str) and is_schema_context(part) and not is_usual_context(part):
            return part
    return None
