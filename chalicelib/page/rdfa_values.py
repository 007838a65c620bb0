"""The text value of a property of RDFa (RDFa Core 1.1 §7.5 step 11, HTML+RDFa 1.1 §3.1)."""

import re
from collections.abc import Mapping

from selectolax.lexbor import LexborNode

from chalicelib.page.rdfa_context import RDF, XSD
from chalicelib.page.rdfa_graph import Literal

_ZONE = r"(?:Z|[+-]\d\d:\d\d)?"
_DATE, _TIME = r"-?\d{4,}-\d\d-\d\d", r"\d\d:\d\d:\d\d(?:\.\d+)?"
# The lexical forms of XML Schema that HTML+RDFa looks for in a `time`.
_TIMES = tuple(
    (XSD + name, re.compile(form, re.ASCII))
    for name, form in (
        (
            "duration",
            r"-?P(?=[\dT])(?:\d+Y)?(?:\d+M)?(?:\d+D)?"
            r"(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?",
        ),
        ("dateTime", f"{_DATE}T{_TIME}{_ZONE}"),
        ("date", _DATE + _ZONE),
        ("time", _TIME + _ZONE),
        ("gYearMonth", rf"-?\d{{4,}}-\d\d{_ZONE}"),
        ("gYear", rf"-?\d{{4,}}{_ZONE}"),
    )
)
_MARKUP = frozenset((RDF + "XMLLiteral", RDF + "HTML"))
_WITH_VALUE = frozenset(("data", "meter"))
_LONGEST_TIME = 100  # characters
Attributes = Mapping[str, str | None]


def literal(node: LexborNode, own: Attributes, datatype: str, language: str) -> Literal:
    """The text value of an element.

    Ours beside the specifications' rules: `data` and `meter` have their value in `value`, as in HTML.
    """
    if datatype in _MARKUP:
        return Literal(_inner(node), datatype, "", node.text(deep=True))
    timed = "datatype" not in own
    if "content" in own:
        value, timed = own["content"] or "", False
    elif "datetime" in own:
        value = own["datetime"] or ""
    elif "value" in own and node.tag in _WITH_VALUE:
        value, timed = own["value"] or "", False
    else:
        value, timed = node.text(deep=True), timed and node.tag == "time"
    if timed and len(value) <= _LONGEST_TIME:
        datatype = next((kind for kind, form in _TIMES if form.fullmatch(value)), "")
    return Literal(value, datatype, "" if datatype else language)


def _inner(node: LexborNode) -> str:
    """The element's content as HTML writes it."""
    parts = []
    child = node.first_child
    while child is not None:
        parts.append(child.html or "")
        child = child.next
    return "".join(parts)
