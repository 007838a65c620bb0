"""JSON-LD contexts: the vocabulary, prefixes, terms with their coercions and containers, `@base`, scoped contexts.

Rules: JSON-LD 1.1 §4.1 and the API's §4 and §5.2 (context processing, IRI expansion). Remote contexts are not fetched;
schema.org's is built in. What is an error there (a cycle of terms, a redefined protected term) is passed over here.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from chalicelib.page.json_limits import MAX_IRI, MAX_TERMS, JsonRoom
from chalicelib.page.names import absolute, is_misspelt_context, is_schema_context, is_usual_context, short_name
from chalicelib.page.source import words

KEYWORDS = frozenset(
    words(
        "@base @container @context @direction @graph @id @import @included @index @json @language @list @nest @none"
        " @prefix @propagate @protected @reverse @set @type @value @version @vocab"
    )
)
_SCHEMA = "http://schema.org/"  # the @vocab of schema.org's own context
_ALIASES = {"type": "@type", "id": "@id"}  # of the same
_MAX_CHAIN = 8  # terms that stand for terms
_DELIMITERS = tuple(":/?#[]@")  # the last character of an IRI that is a prefix (RFC 3986 gen-delims)
_NO_CONTEXT: Any = object()


class Term(NamedTuple):
    """iri: what it stands for, None when it was set to null. name: the same as `properties` shows it.

    coercion: `@id`, `@vocab` or `@json`; datatypes are not kept, their values stay as declared. context: scoped to
    the term, `_NO_CONTEXT` when there is none.
    """

    iri: str | None
    name: str
    coercion: str = ""
    containers: frozenset[str] = frozenset()
    reverse: bool = False
    context: Any = _NO_CONTEXT
    protected: bool = False
    prefix: bool = False

    @property
    def scoped(self) -> bool:
        """Whether it has a context of its own."""
        return self.context is not _NO_CONTEXT


class Context(NamedTuple):
    """schema: the vocabulary is schema.org. vocab: another one's IRI. terms: declared names. closed: names that no term
    and no vocabulary explains mean nothing, for the page said so by null.

    page: the base of the page. outer: the context of nested nodes, where this one does not reach them. scoped: some
    term has a context of its own. aliases: of keywords. room: what the page may still spell out and define.
    """

    base: str
    room: JsonRoom
    schema: bool = False
    vocab: str = ""
    terms: Mapping[str, Term] = {}
    closed: bool = False
    page: str | None = None
    outer: Any = None
    scoped: bool = False
    aliases: Mapping[str, tuple[str, ...]] = {}

    def extended(self, declared: Any, *, reaches_in: bool = True, over_protected: bool = False) -> "Context":
        """This context with a declared `@context` on top. reaches_in: nested nodes have it too (`@propagate`)."""
        context = self
        for part in declared if isinstance(declared, list) else [declared]:
            if not self.room.defines(1, 0 if isinstance(part, str) else len(context.terms)):
                break
            context = context._with(part, over_protected)
            if isinstance(part, dict) and isinstance(part.get("@propagate"), bool):
                reaches_in = part["@propagate"]
        outer = self.outer if reaches_in or self.outer is not None else self
        return context if context.outer is outer else context._replace(outer=outer)

    def _with(self, part: Any, over_protected: bool) -> "Context":
        if part is None:
            kept = {} if over_protected else {name: term for name, term in self.terms.items() if term.protected}
            page = self.base if self.page is None else self.page
            scoped = any(term.scoped for term in kept.values())
            return Context(page, self.room, False, "", kept, True, page, self.outer, scoped, _aliases(kept))
        if isinstance(part, str):
            if is_schema_context(part):
                return self._replace(schema=True, vocab="", closed=False)
            return self._replace(closed=False) if self.closed else self
        if not isinstance(part, dict):
            return self
        context = self._with(part["@import"], over_protected) if isinstance(part.get("@import"), str) else self
        if "@base" in part:
            context = context._with_base(part["@base"])
        if "@vocab" in part:
            context = context._with_vocab(part["@vocab"])
        return context._with_terms(part, over_protected)

    def _with_base(self, base: Any) -> "Context":
        page = self.base if self.page is None else self.page
        if base is None:
            return self._replace(base="", page=page)
        if not isinstance(base, str) or len(base) > MAX_IRI:
            return self
        full = absolute(self.base, base)
        return self._replace(base=full if len(full) <= 2 * MAX_IRI else base, page=page)

    def _with_vocab(self, vocab: Any) -> "Context":
        if vocab is None:
            return self._replace(schema=False, vocab="", closed=True)
        if not isinstance(vocab, str) or len(vocab) > MAX_IRI:
            return self
        if is_schema_context(vocab):
            return self._replace(schema=True, vocab="", closed=False)
        full = self.iri(vocab) if ":" in vocab else (_SCHEMA if self.schema else self.vocab or self.base) + vocab
        if is_schema_context(full):
            return self._replace(schema=True, vocab="", closed=False)
        return self._replace(schema=False, vocab=full[: 2 * MAX_IRI], closed=False) if full else self

    def _with_terms(self, part: dict[str, Any], over_protected: bool) -> "Context":
        names = [name for name in part if name[:1] != "@"]
        if not names or len(self.terms) + len(names) > MAX_TERMS or not self.room.defines(len(names), len(self.terms)):
            return self
        terms = dict(self.terms)
        protected = part.get("@protected") is True
        for name in names:
            before = terms.get(name)
            if before is None or not before.protected or over_protected:
                term = self._term(name, part, protected)
                if term is not None:
                    terms[name] = term
        scoped = self.scoped or any(terms[name].scoped for name in names if name in terms)
        return self._replace(terms=terms, scoped=scoped, aliases=_aliases(terms))

    def _term(self, name: str, local: dict[str, Any], protected: bool) -> Term | None:
        declared = local[name]
        if declared is None:
            return Term(None, name, protected=protected)
        if isinstance(declared, str):
            iri = self._defined(declared, name, local, 0)
            return None if iri is None else Term(iri, short_name(iri), protected=protected, prefix=_is_prefix(iri))
        if not isinstance(declared, dict):
            return None
        protected = bool(declared.get("@protected", protected))
        reverse = declared.get("@reverse")
        identifier = reverse if isinstance(reverse, str) else declared.get("@id", name)
        if identifier is None:
            return Term(None, name, protected=protected)
        iri = self._defined(identifier, name, local, 0) if isinstance(identifier, str) else None
        if iri is None:
            return None
        coercion, containers = declared.get("@type"), declared.get("@container")
        containers = [containers] if isinstance(containers, str) else containers
        return Term(
            iri,
            short_name(iri),
            coercion if coercion in ("@id", "@vocab", "@json") else "",
            frozenset(kind for kind in containers if isinstance(kind, str))
            if isinstance(containers, list)
            else frozenset(),
            isinstance(reverse, str),
            declared.get("@context", _NO_CONTEXT),
            protected,
            _is_prefix(iri) or declared.get("@prefix") is True,
        )

    def _defined(self, value: str, name: str, local: dict[str, Any], depth: int) -> str | None:
        """The IRI of a value in a context that is being defined, where `local` comes before what was there."""
        if len(value) > MAX_IRI or depth > _MAX_CHAIN:
            return None
        if value[:1] == "@":
            return value if value in KEYWORDS else None
        if value != name and value in local:
            return self._defined(_identifier(local[value], value), value, local, depth + 1)
        prefix, colon, rest = value.partition(":")
        if colon and prefix != "_" and rest[:2] != "//" and prefix in local and prefix != name:
            stem = self._defined(_identifier(local[prefix], prefix), prefix, local, depth + 1)
            return value if stem is None or stem[:1] == "@" else (stem + rest)[: 2 * MAX_IRI]
        if value == name and not colon:  # a definition that only adds a coercion or a container
            return self.vocab + name if self.vocab else _SCHEMA + name if self.schema else name
        return self.iri(value)

    def iri(self, value: str) -> str:
        """A name as an IRI: a term, a compact IRI, or a word of the vocabulary."""
        term = self.terms.get(value)
        if term is not None and term.iri is not None:
            return term.iri
        prefix, colon, rest = value.partition(":")
        if colon:
            term = self.terms.get(prefix)
            if term is not None and term.prefix and term.iri is not None and rest[:2] != "//":
                return term.iri + rest
            return _SCHEMA + rest if prefix == "schema" and term is None else value  # pages forget to declare it
        return self.vocab + value if self.vocab else _SCHEMA + value if self.schema else value

    def key(self, key: str, node: Mapping[str, Any]) -> tuple[str | None, Term | None]:
        """A key of `node`: the name as `properties` shows it, or a keyword; None for one that means nothing."""
        if key[:1] == "@":
            return (key if key in KEYWORDS else None), None
        term = self.terms.get(key)
        if term is not None:
            return (None if term.iri is None else self.room.spells_out(key, term.name)), term
        if self.schema and key in _ALIASES:
            return (_ALIASES[key] if _ALIASES[key] not in node else key), None
        return self.name(key), None

    def keyword(self, name: str, node: Mapping[str, Any]) -> str | None:
        """The key of a node that stands for a keyword: itself or an alias; None where it has none."""
        if name in node:
            return name
        for key in self.aliases.get(name, ()):
            if key in node:
                return key
        short = name[1:]
        return short if self.schema and short in _ALIASES and short in node and short not in self.terms else None

    def name(self, name: str) -> str | None:
        """A property that is no term, as `properties` shows it."""
        if ":" in name:
            return self.room.spells_out(name, short_name(self.iri(name)))
        if self.vocab:
            return self.room.spells_out(name, self.vocab + name)
        return None if self.closed else name

    def type(self, name: str) -> str:
        """A type as `properties` shows it. Without vocabulary it is a URL against the base (API §5.2, step 8)."""
        term = self.terms.get(name)
        if term is not None and term.iri is not None:
            return self.room.spells_out(name, term.name)
        return self.name(name) or self.identifier(name)

    def identifier(self, declared: str) -> str:
        """An `@id` as an absolute IRI; blank node labels stay."""
        prefix, colon, rest = declared.partition(":")
        if colon:
            if prefix == "_":
                return declared
            term = self.terms.get(prefix)
            if term is not None and term.prefix and term.iri is not None and rest[:2] != "//":
                return self.room.spells_out(declared, term.iri + rest)
        return self.room.spells_out(declared, absolute(self.base, declared))

    def word(self, declared: str) -> str:
        """A value coerced to `@vocab`: a term or a word of the vocabulary, else a URL against the base."""
        known = declared in self.terms or self.vocab or self.schema
        return self.room.spells_out(declared, self.iri(declared)) if known else self.identifier(declared)


def _aliases(terms: Mapping[str, Term]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, term in terms.items():
        if term.iri is not None and term.iri[:1] == "@":
            found[term.iri] = (*found.get(term.iri, ()), name)
    return found


def _is_prefix(iri: str) -> bool:
    return iri.endswith(_DELIMITERS)


def _identifier(declared: Any, name: str) -> str:
    if isinstance(declared, dict):
        declared = declared.get("@id", name)
    return declared if isinstance(declared, str) else name


class Unusual(NamedTuple):
    """An `@context` to be told. variant: of the texts of `context-unusual`; context: as the page has it."""

    variant: str
    context: str


def unusual(declared: Any) -> Unusual | None:
    """The `@context` that search engines may not take for schema.org, though it means it.

    `none`: there is none. `misspelt`, `invalid`: no reader knows what is meant, and nothing is judged.
    """
    if declared is None:
        return Unusual("none", "")
    for part in declared if isinstance(declared, list) else [declared]:
        if isinstance(part, str):
            if is_schema_context(part):
                if not is_usual_context(part):
                    return Unusual("", part)
            elif not part.strip():
                return Unusual("invalid", part)
            elif is_misspelt_context(part):
                return Unusual("misspelt", part)
        elif part is not None and not isinstance(part, dict):
            return Unusual("invalid", str(part))
    return None
