"""Each event as it is told: exact lines, and metrics in the documented form."""

import logging
import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from chalicelib.ports import telemetry as events
from chalicelib.ports.lambda_telemetry import LambdaTelemetry
from chalicelib.ports.telemetry import Event, LogTelemetry
from tests.cloud.emf import figures, lines_of
from tests.cloud.handlers import as_in_lambda

__all__ = ["as_in_lambda"]

SERVICE = {"service": "kunugi"}
BATCH = "0b5f3a52-5b0e-5b0c-9d6e-0a8f6f3c2d11"
HOST = "https://shop.example"

SLICE = events.SliceWorked(3, BATCH, HOST, 2, 5, {"dns": 1, "http-4xx": 2}, 81_234, 12_000, (120, 80, 250))
# Each event: level and fields of its log line, and its metrics: dimensions beside the service, {name: (unit, values)}.
TOLD: list[tuple[Event, str, dict[str, Any], list[tuple[dict[str, str], dict[str, Any]]]]] = [
    (
        SLICE,
        "INFO",
        {
            "run": 3,
            "batch": BATCH,
            "host": HOST,
            "part": 2,
            "urls": 5,
            "errors": {"dns": 1, "http-4xx": 2},
            "bytes": 81_234,
            "ms": 12_000,
            "fetch_ms": 450,
            "slowest_ms": 250,
        },
        [
            (
                {},
                {
                    "UrlsCrawled": ("Count", [5]),
                    "Errors": ("Count", [3]),
                    "BytesFetched": ("Bytes", [81_234]),
                    "SliceTime": ("Milliseconds", [12_000]),
                    "FetchTime": ("Milliseconds", [120, 80, 250]),
                },
            ),
            ({"kind": "dns"}, {"Errors": ("Count", [1])}),
            ({"kind": "http-4xx"}, {"Errors": ("Count", [2])}),
        ],
    ),
    (
        events.Delivered("crawl", 12.5, 3),
        "INFO",
        {"queue": "crawl", "age_seconds": 12.5, "receives": 3},
        [({"queue": "crawl"}, {"QueueAge": ("Seconds", [12.5])})],
    ),
    (
        events.WentBack(3, BATCH, HOST, 2, 41.25),
        "INFO",
        {"run": 3, "batch": BATCH, "host": HOST, "part": 2, "seconds": 41.25},
        [({}, {"WentBack": ("Count", [1])})],
    ),
    (
        events.DeadLetter(3, BATCH, HOST, 2, 17),
        "ERROR",
        {"run": 3, "batch": BATCH, "host": HOST, "part": 2, "urls": 17},
        [({}, {"DeadLetters": ("Count", [1])})],
    ),
    (
        events.Merged(4, 90, 1, 350, 33.5),
        "INFO",
        {"parts": 4, "results": 90, "runs_ended": 1, "commit_ms": 350, "lag_seconds": 33.5},
        [({}, {"ResultsMerged": ("Count", [90]), "MergeLag": ("Seconds", [33.5])})],
    ),
    (
        events.Merged(1, 0, 0, 20, 0.0),
        "INFO",
        {"parts": 1, "results": 0, "runs_ended": 0, "commit_ms": 20, "lag_seconds": 0.0},
        [({}, {"ResultsMerged": ("Count", [0])})],
    ),
    (
        events.PartSetAside(f"inbox/{BATCH}/000002", "KeyError: 'run'"),
        "ERROR",
        {"key": f"inbox/{BATCH}/000002", "why": "KeyError: 'run'"},
        [({}, {"PartsSetAside": ("Count", [1])})],
    ),
    (
        events.HourStarted(2, 340, 1, 900),
        "INFO",
        {"products": 2, "urls": 340, "closed_runs": 1, "ms": 900},
        [({}, {"UrlsPlanned": ("Count", [340]), "RunsClosed": ("Count", [1])})],
    ),
    (
        events.Committed(77, 40_960, 2, 180),
        "INFO",
        {"seq": 77, "bytes": 40_960, "conflicts": 2, "ms": 180},
        [
            (
                {},
                {
                    "CommitTime": ("Milliseconds", [180]),
                    "CommitBytes": ("Bytes", [40_960]),
                    "Conflicts": ("Count", [2]),
                },
            )
        ],
    ),
    (
        events.NotCommitted(9, 15_000),
        "INFO",
        {"conflicts": 9, "ms": 15_000},
        [({}, {"CommitsRefused": ("Count", [1]), "Conflicts": ("Count", [9])})],
    ),
    (
        events.Checkpointed(80, 5_000_000, 700),
        "INFO",
        {"seq": 80, "bytes": 5_000_000, "ms": 700},
        [({}, {"CheckpointTime": ("Milliseconds", [700]), "CheckpointBytes": ("Bytes", [5_000_000])})],
    ),
]
NAMES = [event.name for event, *_ in TOLD]


@pytest.mark.parametrize(("event", "level", "fields", "metrics"), TOLD, ids=NAMES)
def test_each_event_is_one_log_line_and_its_metrics(
    event: Event,
    level: str,
    fields: dict[str, Any],
    metrics: list[tuple[dict[str, str], dict[str, Any]]],
    as_in_lambda: None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    LambdaTelemetry().tell(event)
    lines = lines_of(capsys.readouterr().out)
    (line,) = lines.logs
    at, where = line.pop("timestamp"), line.pop("location")
    assert abs((datetime.fromisoformat(at) - datetime.now(UTC)).total_seconds()) < 60
    assert re.fullmatch(r"chalicelib\.ports\.lambda_telemetry:\d+", where)
    assert line == {"level": level, "message": event.name, "service": "kunugi", **fields}
    assert figures(lines.metrics) == [({**dimensions, **SERVICE}, named) for dimensions, named in metrics]


def test_no_event_was_forgotten() -> None:
    assert {type(event) for event, *_ in TOLD} == set(Event.__subclasses__())


def test_of_more_fetches_than_a_line_may_hold_none_is_lost(
    as_in_lambda: None, capsys: pytest.CaptureFixture[str]
) -> None:
    LambdaTelemetry().tell(replace(SLICE, errors={}, fetches_ms=tuple(range(250))))
    found = figures(lines_of(capsys.readouterr().out).metrics)
    assert [len(named["FetchTime"][1]) for _, named in found] == [100, 100, 50]
    assert [time for _, named in found for time in named["FetchTime"][1]] == list(range(250))
    assert [named["UrlsCrawled"] for _, named in found if "UrlsCrawled" in named] == [("Count", [5])]


def test_what_cannot_be_told_stops_nobody(as_in_lambda: None, capsys: pytest.CaptureFixture[str]) -> None:
    LambdaTelemetry().tell(events.Delivered("crawl", "soon", 1))  # type: ignore[arg-type]
    (first, second) = lines_of(capsys.readouterr().out).logs
    assert (first["message"], second["message"]) == ("delivered", "an event could not be told")


def test_elsewhere_they_are_quiet_log_lines(caplog: pytest.LogCaptureFixture) -> None:
    for event, *_ in TOLD:
        LogTelemetry().tell(event)
    assert caplog.messages == [
        f"dead letter: run=3 batch={BATCH} host={HOST} part=2 urls=17",
        f"part set aside: key=inbox/{BATCH}/000002 why=KeyError: 'run'",
    ]
    caplog.clear()
    caplog.set_level(logging.INFO)
    LogTelemetry().tell(SLICE)
    assert caplog.messages == [
        f"slice worked: run=3 batch={BATCH} host={HOST} part=2 urls=5 errors={{'dns': 1, 'http-4xx': 2}} bytes=81234"
        " ms=12000 fetch_ms=450 slowest_ms=250"
    ]
