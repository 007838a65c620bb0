"""The rows of `validation`: one rule, one severity, one text for people (spec/result_json.md, names of rules)."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from chalicelib.page.rules import RULES, Severity
from chalicelib.page.source import Place
from chalicelib.texts import say

Arguments = Mapping[str, str | int | list[str]]  # a list names texts (texts.say)
_NONE: Arguments = {}
MAX_SAME_RULE = 50  # rows of one rule on one page; the rest is counted in a row `more-findings`
_ARGUMENT = 200  # characters of a page's own text in a message


class Findings:
    """Collects the rows of one page. A page cannot make more than `MAX_SAME_RULE` rows of any rule."""

    def __init__(self) -> None:
        self._rows: list[dict[str, Any]] = []
        self._seen: Counter[str] = Counter()
        self._said: dict[object, dict[str, Any]] = {}  # texts that several rows share

    def takes(self, rule: str) -> bool:
        """Whether one more row of the rule is kept; of others only the number is, and their places need no search."""
        return self._seen[rule] < MAX_SAME_RULE

    def add(  # the parts of a row, all of them named by the caller
        self,
        rule: str,
        *,
        source: str | None = None,
        index: int | None = None,
        block: int | None = None,
        type_name: str | None = None,
        path: str | None = None,
        place: Place | None = None,
        variant: str = "",
        args: Arguments = _NONE,
        reference: str | None = None,
        severity: Severity | None = None,
    ) -> None:
        """Add a row. `index` counts entities where `type_name` is given, else the blocks of `structured_data`.
        `block` is always the number of the block, that is of the row of `structured_data`, where the row has one.

        `variant` chooses one of the rule's texts; `args` fill in its names. `reference`: where the rule is published,
        when that is not the same for all its findings; `severity`: how grave, likewise.
        """
        self._seen[rule] += 1
        if self._seen[rule] > MAX_SAME_RULE:
            return
        values = {name: shorten(value) if isinstance(value, str) else value for name, value in args.items()}
        self._rows.append(
            {
                "severity": severity or RULES[rule].severity,
                "source": source,
                "index": index,
                "block": block,
                "type": type_name,
                "path": path,
                "rule": rule,
                **self._texts(f"{RULES[rule].room}.{rule}{'.' if variant else ''}{variant}", values),
                "line": place.line if place else None,
                "column": place.column if place else None,
                "reference": reference or RULES[rule].reference,
            }
        )

    def _texts(self, key: str, values: Arguments) -> dict[str, Any]:
        known = (key, *[tuple(value) if isinstance(value, list) else value for value in values.values()])
        found = self._said.get(known)
        if found is None:
            found = self._said[known] = texts_of(key, values)
        return found

    def rows(self) -> list[dict[str, Any]]:
        """All rows, and one for each rule that had more than fit."""
        more = [(rule, count - MAX_SAME_RULE) for rule, count in self._seen.items() if count > MAX_SAME_RULE]
        extra = Findings()
        for rule, count in more:
            extra.add("more-findings", args={"left": count, "name": rule})
        return self._rows + extra._rows


def texts_of(key: str, values: Arguments) -> dict[str, Any]:
    """The message and the fix of a row, with what it takes to say them again (texts.say_again)."""
    return {
        "message": say(key, "ja", **values),
        "message_key": key,
        "message_args": values,
        "fix": say(f"{key}.fix", "ja", **values),
        "fix_key": f"{key}.fix",
    }


def shorten(text: str, limit: int = _ARGUMENT) -> str:
    """`text` on one line, cut to `limit` characters with an ellipsis."""
    line = " ".join(text[: 4 * limit].split())
    return line if len(line) <= limit else line[: limit - 1] + "…"
