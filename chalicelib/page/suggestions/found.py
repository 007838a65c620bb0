"""What a family hands over."""

from typing import Any, NamedTuple

Draft = dict[str, Any]


class Found(NamedTuple):
    """A type that the content deserves. args: the evidence, for the text of the reason; draft: without `@context`.

    variant: which text, when a type has several; key: the whole key, where the text stands elsewhere.
    """

    type_name: str
    args: dict[str, str | int]
    draft: Draft
    variant: str = ""
    key: str = ""


def filled(type_name: str, **properties: Any) -> Draft:
    """A node with the properties that have a value."""
    return {
        "@type": type_name,
        **{name: value for name, value in properties.items() if value not in ("", None, [], {})},
    }
