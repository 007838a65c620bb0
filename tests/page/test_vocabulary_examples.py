"""No false alarms: schema.org's own examples, the hard inputs and the notations, and what is really wrong in them."""

import importlib.util
import json
from pathlib import Path
from typing import Any

from chalicelib.page.read import read_page
from tests.page.pages import HTML, URL, told
from tests.shared import shared

SYNTAXES = ("jsonld", "microdata", "rdfa")
# Example, syntaxes, rule, property: all that is said about the 507, and why it is right to say it.
REALLY_WRONG = [
    ("eg-0006", "jsonld microdata rdfa", "invalid-date", "duration"),  # T0M15S has no P
    ("eg-0011", "jsonld", "invalid-url", "url"),  # two shops without https://
    ("eg-0217", "jsonld microdata rdfa", "invalid-enumeration", "bookFormat"),  # AudioBook, for AudiobookFormat
    ("eg-0232", "jsonld microdata rdfa", "invalid-url", "serviceUrl"),  # http://http://
    ("eg-0252", "jsonld", "invalid-date", "duration"),  # 1Y, for P1Y
    # The JSON-LD of these names a second type that has the property, the Microdata does not.
    ("eg-0255", "microdata", "property-not-of-type", "holdingArchive"),
    ("eg-0256", "microdata", "property-not-of-type", "holdingArchive"),
    ("eg-0262", "microdata", "wrong-value-type", "includesAttraction"),
    ("eg-0265", "microdata", "property-not-of-type", "itemListElement"),
    ("eg-0265", "microdata", "property-not-of-type", "numberOfItems"),
    ("eg-0281", "jsonld", "invalid-url", "url"),  # www.example.com
    ("eg-0291", "jsonld", "unknown-property", "type"),  # a text beside @type
    ("eg-0293", "jsonld", "unknown-property", "type"),
    ("eg-0318", "jsonld", "wrong-value-type", "name"),  # a language map, which no context of schema.org declares
    ("eg-0419", "jsonld", "invalid-url", "sameAs"),  # www.imdb.com
    ("eg-0437", "microdata", "property-not-of-type", "endDate"),  # as eg-0255: Event is missing
    ("eg-0437", "microdata", "property-not-of-type", "location"),
    ("eg-0437", "microdata", "property-not-of-type", "startDate"),
    ("eg-0439", "microdata", "property-not-of-type", "email"),  # LocalBusiness is missing
    ("eg-0439", "microdata", "property-not-of-type", "openingHours"),
    # Active, TaxCredit, NewPurchase, for IncentiveStatusActive and so on.
    *(
        (f"eg-{number:04}", "jsonld", "invalid-enumeration", name)
        for number in (490, 491, 492, 493)
        for name in ("incentiveStatus", "incentiveType", "purchaseType")
    ),
]


def test_what_is_said_about_the_examples_of_schema_org() -> None:
    found: dict[tuple[str, str, str], list[str]] = {}
    folder = shared("corpora", "schemaorg-examples-30.0")
    paths = [folder / entry["id"] / f"{s}.html" for entry in _index(folder) for s in SYNTAXES]
    for path in filter(Path.exists, paths):
        for row in _said(path.read_bytes(), bare=path.stem == "jsonld"):
            name = str(row["path"]).rpartition(".")[2].partition("[")[0]
            found.setdefault((path.parent.name, row["rule"], name), []).append(path.stem)
    got = [(example, " ".join(sorted(set(stems))), rule, name) for (example, rule, name), stems in found.items()]
    assert sorted(got) == sorted(REALLY_WRONG)


def _index(folder: Path) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads((folder / "INDEX.json").read_text(encoding="utf-8"))
    assert len(entries) == 507
    return entries


def _said(body: bytes, *, bare: bool = False, url: str = URL, headers: dict[str, str] = HTML) -> list[dict[str, Any]]:
    """bare: JSON-LD that may come without its script element."""
    if bare and b"<script" not in body:
        headers = {"content-type": "application/ld+json"}
    return told(read_page(body, url=url, headers=headers), "vocabulary")


def test_nothing_is_said_about_the_hard_inputs() -> None:
    for path in sorted(shared("cases").glob("*/expected.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        for name in (name for name in case["input"]["files"] if not name.endswith(".py")):
            body = path.with_name(name).read_bytes()
            rows = _said(body, url=case["input"]["url"], headers=case["input"].get("headers", {}))
            assert (path.parent.name, rows) == (path.parent.name, [])


def test_what_is_said_about_the_notations() -> None:
    """One of 302 pages has a property that its type lacks: an Offer has `valueAddedTaxIncluded`."""
    folder = shared("notations")
    spec = importlib.util.spec_from_file_location("shared_notations_check", folder / "check.py")
    assert spec is not None and spec.loader is not None
    check = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(check)
    said = []
    for item in json.loads((folder / "notations.json").read_text(encoding="utf-8")):
        script = json.dumps(check.node(item), ensure_ascii=False)
        page = f'<title>t</title><script type="application/ld+json">{script}</script>{item["page_html"]}'
        said += [(row["rule"], row["path"]) for row in _said(page.encode(), url="https://www.example.jp/")]
    assert said == [("property-not-of-type", "offers.valueAddedTaxIncluded")]
