"""The hard inputs of ../shared/cases, judged by their own check, and schema.org's examples."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from chalicelib.page.kinds import types_of
from chalicelib.page.read import read_page
from tests.page.pages import HTML, SHARED, properties, read, rules

CASES = SHARED / "cases"
EXAMPLES = SHARED / "corpora" / "schemaorg-examples-30.0"
# Its body does not match its Content-Encoding, which is the fetch room's to find.
NOT_OURS = {"57-content-encoding-lies"}
# What the example's JSON-LD has at top level and its other syntax nests, leaves out, or marks up wrongly.
DIFFERENT = {
    "microdata": "0399 0400 0401 0427 0428 0429 0437 0438 0439 0172 0395 0217 3475",
    "rdfa": "0399 0400 0401 0029 0030 0031 0172 0395 0224",
}


def cases() -> list[Path]:
    return sorted(path.parent for path in CASES.glob("*/expected.json") if path.parent.name not in NOT_OURS)


@pytest.fixture(scope="module")
def judge() -> ModuleType:
    spec = importlib.util.spec_from_file_location("shared_cases_check", CASES / "check.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(not CASES.exists(), reason="the shared cases are not beside this project")
@pytest.mark.parametrize("folder", cases(), ids=lambda path: path.name)
def test_hard_input(folder: Path, judge: ModuleType, tmp_path: Path) -> None:
    case = json.loads((folder / "expected.json").read_text())
    for name in case["input"]["files"]:
        path = folder / name
        if name == "make_input.py":
            subprocess.run([sys.executable, str(path)], cwd=tmp_path, check=True)
            path = next(tmp_path.iterdir())
        reading = read_page(path.read_bytes(), url=case["input"]["url"], headers=case["input"].get("headers", {}))
        assert judge.judge(case, json.loads(json.dumps(reading.result))) == []
        assert "reader-failure" not in rules(reading)


@pytest.mark.skipif(not EXAMPLES.exists(), reason="schema.org's examples are not beside this project")
@pytest.mark.parametrize("syntax", ["jsonld", "microdata", "rdfa"])
def test_every_example_gives_its_top_types(syntax: str) -> None:
    failed = []
    for entry in json.loads((EXAMPLES / "INDEX.json").read_text()):
        path = EXAMPLES / entry["id"] / f"{syntax}.html"
        if not path.exists():
            continue
        body = path.read_bytes()
        # Some JSON-LD examples come without their script element: as documents.
        bare = syntax == "jsonld" and b"<script" not in body
        reading = read(body, headers={"content-type": "application/ld+json"} if bare else HTML)
        expected = path.parent / "expected.json"
        if not expected.exists() or entry["id"].removeprefix("eg-") in DIFFERENT.get(syntax, "").split():
            continue
        found = {kind for entity in properties(reading) for kind in types_of(entity)}
        wanted = {kind.removeprefix("schema:").removeprefix("https://schema.org/") for kind in top_types(expected)}
        if not wanted <= found:
            failed.append((entry["id"], sorted(wanted - found), sorted(found)))
    assert failed == []


def top_types(expected: Path) -> list[str]:
    types: list[str] = []
    pending: list[Any] = [json.loads(expected.read_text())]
    while pending:
        value = pending.pop()
        if isinstance(value, list):
            pending += value
        elif isinstance(value, dict):
            pending += value.get("@graph", [])
            declared = value.get("@type")
            types += [declared] if isinstance(declared, str) else (declared or [])[:1]
    return types


@pytest.mark.skipif(not EXAMPLES.exists(), reason="schema.org's examples are not beside this project")
def test_an_example_reads_the_same_in_three_syntaxes() -> None:
    """eg-0383 says the same three times; only Microdata and RDFa name the café, and give URLs absolute."""
    folder = EXAMPLES / "eg-0383"
    jsonld, microdata, rdfa = (
        properties(read((folder / f"{name}.html").read_bytes()))[0] for name in ("jsonld", "microdata", "rdfa")
    )
    assert microdata == {
        "@type": "Restaurant",
        "@id": "https://shop.example/p/1#thecafe",
        "mainEntityOfPage": "http://cathscafe.example.com/",
        "name": "Cath's Cafe",
        "openingHours": "Mo,Tu,We,Th,Fr,Sa,Su 11:00-20:00",
        "telephone": "+155501003344",
        "hasMenu": "https://shop.example/menu",
    }
    assert rdfa == microdata
    assert {**microdata, "hasMenu": "/menu"} == {"@id": microdata["@id"], **jsonld}
