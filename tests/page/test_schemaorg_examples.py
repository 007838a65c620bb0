"""schema.org's own examples (release 30.0): what is said in three syntaxes is read as the same.

Compared are the entities of the three syntaxes after these steps, and no others: the order of names, of entities and
of the values of one property does not count (the examples write them in different orders); runs of white space are one
space (HTML breaks lines inside of texts); numbers and booleans are their text (Microdata and RDFa have text only); a
reference `{"@id": …}` is the URL, and a URL below the page's own address is relative (JSON-LD gives the text of a URL
as declared, the two others make it absolute: spec/result_json.md).
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from chalicelib.page.read import Reading, read_page
from tests.page.pages import rules
from tests.shared import shared

CORPUS = "schemaorg-examples-30.0"
URL = "https://page.example/"
SYNTAXES = ("jsonld", "microdata", "rdfa")
# Nothing typed to be found: `class="itemscope"` for the attribute, and RDFa without a vocabulary.
WITHOUT_TYPES = {
    ("eg-3475", "microdata"),
    ("eg-0029", "rdfa"),
    ("eg-0030", "rdfa"),
    ("eg-0031", "rdfa"),
    ("eg-0224", "rdfa"),
}
# JSON-LD gives its products an `@id`; the Microdata and the RDFa beside it do not.
NAMED_IN_ONE_SYNTAX = {"noid-400"}


@cache
def index() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(shared("corpora", CORPUS, "INDEX.json").read_text(encoding="utf-8"))
    return found


def read(path: Path) -> Reading:
    """An example; JSON that stands there without its script element is read as a document of its own."""
    body = path.read_bytes()
    bare = path.name == "jsonld.html" and b"<script" not in body
    return read_page(
        body, url=URL, headers={"content-type": "application/ld+json" if bare else "text/html; charset=utf-8"}
    )


def normal(value: Any, *, named: bool = True) -> Any:
    if isinstance(value, dict):
        if set(value) == {"@id"}:
            return normal(value["@id"])
        kept = {name: part for name, part in value.items() if named or name != "@id"}
        return {
            name: sorted((normal(one, named=named) for one in (part if isinstance(part, list) else [part])), key=repr)
            for name, part in sorted(kept.items())
        }
    if isinstance(value, bool):
        return str(value).lower()
    return " ".join(str(value).split()).removeprefix(URL)


def entities(path: Path, *, named: bool) -> list[Any]:
    found = [normal(entity["properties"], named=named) for entity in read(path).result["entities"]]
    return sorted(found, key=repr)


def test_the_examples_that_agree_are_read_as_the_same() -> None:
    agreeing = [row["id"] for row in index() if len(row["has"]) == 3 and all(row["agree"].values())]
    assert len(agreeing) == 49
    differing = set()
    for example in agreeing:
        folder = shared("corpora", CORPUS, example)
        by_syntax = [entities(folder / f"{name}.html", named=True) for name in SYNTAXES]
        assert by_syntax[0], example
        if not by_syntax[0] == by_syntax[1] == by_syntax[2]:
            differing.add(example)
            by_syntax = [entities(folder / f"{name}.html", named=False) for name in SYNTAXES]
            assert by_syntax[0] == by_syntax[1] == by_syntax[2], example
    assert differing == NAMED_IN_ONE_SYNTAX


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_types_are_found_in_every_syntax_of_every_example(syntax: str) -> None:
    assert len(index()) == 507
    without = set()
    for row in index():
        path = shared("corpora", CORPUS, row["id"]) / f"{syntax}.html"
        if syntax not in row["has"] or not path.exists():
            continue
        reading = read(path)
        assert "reader-failure" not in rules(reading), row["id"]
        if not any(entity["type"] for entity in reading.result["entities"]):
            without.add((row["id"], syntax))
        if syntax == "jsonld" and row["json_valid"]:
            expected = json.loads((path.parent / "expected.json").read_text(encoding="utf-8"))
            rows = [block["data"] for block in reading.result["structured_data"]["json_ld"]]
            assert expected in (rows, rows[0]), row["id"]
    assert without == {pair for pair in WITHOUT_TYPES if pair[1] == syntax}
