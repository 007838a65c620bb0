"""Names of types and properties: schema.org's stand without prefix, all others as a full IRI (spec/result_json.md)."""

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urljoin, urlsplit

from chalicelib.page.spelling import folded, nearest

SCHEMA = re.compile(r"https?://(?:www\.)?schema\.org/?", re.IGNORECASE)
_PLAIN = re.compile(r"(?:https?://[^\s/?#\[\]\\]+)?/(?!/)[!-~]*\Z")
_ORIGIN = re.compile(r"https?://[^\s/?#\[\]\\]+(?=/)")
_ANY_CONTEXT = re.compile(r"\s*(?:https?:)?(?://)?(?:www\.)?schema\.org(?:[/#].*)?\s*\Z", re.IGNORECASE)
# A host alone, whatever stands before it for a scheme; a context of others has a path.
_NEAR_CONTEXT = re.compile(r"\s*(?:[a-z]{2,8}(?=[:/;.]))?[:/;.\\]*(?:www\.)?([a-z0-9.,_ -]+)/?\s*\Z", re.IGNORECASE)
_HOST = frozenset(("schema.org",))
_LONGEST_SLIP = 40  # characters; a longer text would be gone through again and again
_USUAL_CONTEXT = re.compile(r"https?://schema\.org/?(?:docs/jsonldcontext\.jsonl?d?)?", re.IGNORECASE)


def short_name(iri: str) -> str:
    """`https://schema.org/Product` → `Product`; another IRI stays as it is."""
    match = SCHEMA.match(iri)
    if match is None or not iri[match.end() :]:
        return iri
    return iri[match.end() :] if match[0].endswith("/") or iri[match.end()] in "#" else iri


def is_schema_context(context: str) -> bool:
    """Whether a reader takes this `@context` for schema.org, however oddly written."""
    return _ANY_CONTEXT.match(context, 0, 200) is not None


def is_misspelt_context(context: str) -> bool:
    """Whether it is no context of others, but schema.org with a slip: `https://shema.org`, `http:/schema.org`."""
    context = context.strip()
    found = _NEAR_CONTEXT.match(context) if len(context) <= _LONGEST_SLIP else None
    if found is None:
        return False
    return folded(found[1]) == "schema" or nearest(found[1], _HOST) is not None


def is_usual_context(context: str) -> bool:
    """Whether it is one of the spellings schema.org documents."""
    return _USUAL_CONTEXT.fullmatch(context) is not None


def absolute(base: str, reference: str) -> str:
    """`reference` against `base`; what is no URL stays as declared."""
    reference = reference.strip()
    if "/." not in reference and _PLAIN.match(reference):  # what urljoin would give, ten times as fast
        if reference[0] != "/":
            return reference
        origin = _ORIGIN.match(base)
        if origin:
            return origin[0] + reference
    try:
        return urljoin(base, reference)
    except ValueError:  # such as an unclosed [ in the host
        return reference


def parses(reference: str) -> bool:
    """Whether Python's URL functions take it; `http://[x` they refuse."""
    try:
        urlsplit(reference)
    except ValueError:
        return False
    return True


def one_or_list(values: Sequence[object]) -> object:
    """One value stands alone, several as a list."""
    return values[0] if len(values) == 1 else list(values)


def listed(value: Any) -> list[Any]:
    """A value as a list, as it is where it is one."""
    return value if isinstance(value, list) else [value]
