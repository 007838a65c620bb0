"""K-032: a type that is switched off has no findings, where it stands inside another thing too."""

import json
from typing import Any

import pytest

from tests.page.pages import read, told

SCHEMA = "https://schema.org"
WRONG = {"nmae": "x", "foundingDate": "昭和", "email": "{{ mail }}", "birthDate": "昭和"}


def found(value: dict[str, Any], off: str) -> list[tuple[str, str | None]]:
    script = f'<script type="application/ld+json">{json.dumps({"@context": SCHEMA, **value})}</script>'
    rows = told(read(script, disabled_types=[off]), "vocabulary") + told(read(script, disabled_types=[off]))
    return [(row["rule"], row["path"]) for row in rows]


@pytest.mark.parametrize("kind", ["Organization", "Person", "Review", "VideoObject", "Service"])
def test_nothing_is_said_of_a_nested_thing_that_is_switched_off(kind: str) -> None:
    nested = {"@type": kind, **WRONG}
    for value in (nested, [nested, nested], {"@type": "CreativeWork", "about": nested}):
        assert found({"@type": "Article", "headline": "h", "about": value}, kind) == []
        assert found({"@type": "Article", "headline": "h", "about": value}, "Recipe") != []
    below = {"@type": kind, "subjectOf": {"@type": "Thing", **WRONG}}
    assert found({"@type": "Article", "headline": "h", "about": below}, kind) == []


def test_what_is_not_switched_off_still_speaks() -> None:
    article = {"@type": "Article", "headlin": "h", "author": {"@type": "Organization", "nmae": "x"}}
    assert found(article, "Organization") == [("unknown-property", "headlin")]
    assert found(article, "NewsMediaOrganization") == [
        ("unknown-property", "headlin"),
        ("unknown-property", "author.nmae"),
    ]
    assert found(article, "Article") == []
    faulty = {"@type": "Article", "author": "x", "publisher": [{"@type": "Person"}, {"@type": "Brand", "nmae": "x"}]}
    assert found(faulty, "Recipe") == [("wrong-value-type", "publisher[1]"), ("unknown-property", "publisher[1].nmae")]
    assert found(faulty, "Brand") == [("wrong-value-type", "publisher[1]")]
