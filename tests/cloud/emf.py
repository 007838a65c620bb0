"""Embedded metric format as CloudWatch documents it, and the lines of a process told apart."""

import json
from typing import Any, NamedTuple

UNITS = {
    "Seconds", "Microseconds", "Milliseconds", "Bytes", "Kilobytes", "Megabytes", "Gigabytes", "Terabytes", "Bits",
    "Percent", "Count", "Bytes/Second", "Bits/Second", "Count/Second", "None",
}  # fmt: skip


class Lines(NamedTuple):
    """What was written: log lines and metric lines, each as the object it is."""

    logs: list[dict[str, Any]]
    metrics: list[dict[str, Any]]


def lines_of(text: str) -> Lines:
    """The lines of an output in which each has to be a JSON object."""
    found = Lines([], [])
    for line in text.splitlines():
        read = json.loads(line)
        assert isinstance(read, dict)
        (found.metrics if "_aws" in read else found.logs).append(read)
    return found


def check(line: dict[str, Any]) -> None:
    """A metric line as the format's specification wants it."""
    told = line["_aws"]
    assert set(told) == {"Timestamp", "CloudWatchMetrics"}
    assert type(told["Timestamp"]) is int
    assert told["Timestamp"] > 10**12  # milliseconds
    assert len(json.dumps(line)) < 256 * 1024
    assert len(told["CloudWatchMetrics"]) >= 1
    for directive in told["CloudWatchMetrics"]:
        assert set(directive) == {"Namespace", "Dimensions", "Metrics"}
        assert 1 <= len(directive["Namespace"]) <= 256
        assert len(directive["Dimensions"]) >= 1
        for names in directive["Dimensions"]:
            assert len(names) <= 30
            assert all(isinstance(line[name], str) and 1 <= len(line[name]) <= 1024 for name in names)
        assert 1 <= len(directive["Metrics"]) <= 100
        for metric in directive["Metrics"]:
            assert set(metric) <= {"Name", "Unit", "StorageResolution"}
            assert 1 <= len(metric["Name"]) <= 1024
            assert metric["Unit"] in UNITS
            _check_value(line[metric["Name"]])


def _check_value(value: Any) -> None:
    values = value if isinstance(value, list) else [value]
    assert 1 <= len(values) <= 100
    assert all(type(number) in (int, float) for number in values)


def figures(metrics: list[dict[str, Any]]) -> list[tuple[dict[str, str], dict[str, tuple[str, list[float]]]]]:
    """Of each line its dimensions with their values, and its metrics: {name: (unit, values)}."""
    found = []
    for line in metrics:
        check(line)
        (directive,) = line["_aws"]["CloudWatchMetrics"]
        assert directive["Namespace"] == "Kunugi"
        (names,) = directive["Dimensions"]
        named = {metric["Name"]: (metric["Unit"], line[metric["Name"]]) for metric in directive["Metrics"]}
        assert set(line) == {"_aws", *names, *named}
        found.append(({name: line[name] for name in names}, named))
    return found
