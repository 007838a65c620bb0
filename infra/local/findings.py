"""What `inspect` and `crawl` print: findings for people, or JSON for programs."""

import json
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from chalicelib.texts import say_again
from infra.local.command import language, tell

WIDTHS = (10, 34)


def exit_code(results: Iterable[Mapping[str, Any]]) -> int:
    """1 when any result has a finding of severity error, else 0."""
    return int(any(row.get("severity") == "error" for result in results for row in result.get("validation", [])))


def print_result(result: Mapping[str, Any], *, as_json: bool) -> None:
    """One result on stdout."""
    if as_json:
        print(json_text(result, indent=1))
        return
    entities = result.get("entities", [])
    print(tell("entities", count=len(entities)))
    for entity in entities:
        print(f"  {entity['source']:<9} {entity['type']}")
    rows = list(finding_rows(result))
    print(tell("findings", count=len(rows)))
    print_rows(rows)


def print_rows(rows: Iterable[Sequence[str]]) -> None:
    """What is wrong, a line each, and what to do about it in the next."""
    for *row, fix in rows:
        print("  " + "  ".join(row))
        if fix:
            print(" " * 6 + "→ " + fix)


def json_text(value: object, *, indent: int | None = None) -> str:
    """JSON that stdout takes: what it has no form for, such as half of a surrogate pair, is escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return json.dumps(value, indent=indent)
    return text


def finding_rows(result: Mapping[str, Any]) -> Iterable[Sequence[str]]:
    """What is wrong or missing: kind, where, words, and what to do, "" where that is not said."""
    for row in result.get("validation", []):
        place = " ".join(str(row[key]) for key in ("source", "type", "path") if row.get(key))
        if row.get("line"):
            place += f" L{row['line']}"
        fix = say_again(row, "fix", language()) if row.get("fix") else ""
        yield cell(tell("severity-" + row["severity"]), 0), cell(place, 1), say_again(row, "message", language()), fix
    for row in result.get("consistency_checks", []):
        if row["status"] in ("mismatch", "missing"):
            place = f"{row['source']} {row['type']}.{row['field']}"
            yield cell(tell("status-" + row["status"]), 0), cell(place, 1), say_again(row, "message", language()), ""
    for row in result.get("suggestions", []):
        if row["status"] in ("missing", "warning"):
            yield cell(tell("suggestion"), 0), cell(row["type"], 1), say_again(row, "reason", language()), ""


def cell(text: str, column: int) -> str:
    """Filled up to the column's width as a terminal counts it: Japanese characters take two places."""
    width = sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)
    return text + " " * max(0, WIDTHS[column] - width)
