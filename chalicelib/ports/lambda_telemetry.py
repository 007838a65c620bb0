"""The Telemetry protocol in Lambda: log lines as JSON, and CloudWatch metrics in embedded metric format.

By aws-lambda-powertools; its import time beside an emitter of our own is in docs/decisions.md.
"""

import logging
import sys
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from aws_lambda_powertools.logging.formatter import LambdaPowertoolsFormatter
from aws_lambda_powertools.metrics import EphemeralMetrics

from chalicelib.ports.telemetry import (
    Checkpointed,
    Committed,
    DeadLetter,
    Delivered,
    Event,
    HourStarted,
    Merged,
    NotCommitted,
    PartSetAside,
    SliceWorked,
    WentBack,
)

log = logging.getLogger(__name__)

NAMESPACE = "Kunugi"
SERVICE = "kunugi"
# Set the function's log level to DEBUG, and they write headers, cookies and what is sent to AWS.
TALKATIVE = ("httpx", "httpcore", "urllib3", "botocore", "boto3")


Metrics = Mapping[str, tuple[str, Iterable[float]]]


class Figures(NamedTuple):
    """Metrics of one set of dimensions: {name: (unit, values)}. Never the host: each value of a dimension is paid."""

    metrics: Metrics
    dimensions: Mapping[str, str] = {}


class LambdaTelemetry:
    """Writes to stdout, from where Lambda takes both; `log_as_json` gives the lines their form."""

    def tell(self, event: Event) -> None:
        """See Telemetry.tell."""
        try:
            log.log(event.level, event.name, extra=event.fields())
            for figures in figures_of(event):
                _emit(figures)
        except Exception:  # the work is done; that it cannot be told must not make it come again
            log.exception("an event could not be told")


def log_as_json() -> None:
    """Have every log line of this process be one JSON object."""
    formatter = LambdaPowertoolsFormatter(utc=True, use_rfc3339=True, location="%(name)s:%(lineno)d", service=SERVICE)
    root = logging.getLogger()
    if not root.handlers:
        root.addHandler(logging.StreamHandler(sys.stdout))
    for handler in root.handlers:
        handler.setFormatter(formatter)
    logging.getLogger("chalicelib").setLevel(logging.INFO)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)


def figures_of(event: Event) -> list[Figures]:
    """What of an event is counted."""
    match event:
        case Delivered():
            return [Figures({"QueueAge": ("Seconds", [event.age_seconds])}, {"queue": event.queue})]
        case SliceWorked():
            kinds = [Figures({"Errors": ("Count", [count])}, {"kind": kind}) for kind, count in event.errors.items()]
            return [Figures(_plain(event)), *kinds]
    plain = _plain(event)
    return [Figures(plain)] if plain else []


def _plain(event: Event) -> Metrics:
    """The metrics of an event that have no dimension but the service."""
    made: Metrics = {}
    match event:
        case SliceWorked():
            made = {
                "UrlsCrawled": ("Count", [event.urls]),
                "Errors": ("Count", [sum(event.errors.values())]),
                "BytesFetched": ("Bytes", [event.bytes]),
                "SliceTime": ("Milliseconds", [event.ms]),
                "FetchTime": ("Milliseconds", event.fetches_ms),
            }
        case WentBack():
            made = {"WentBack": ("Count", [1])}
        case DeadLetter():
            made = {"DeadLetters": ("Count", [1])}
        case Merged():
            made = {"ResultsMerged": ("Count", [event.results])}
            if event.results:
                made = {**made, "MergeLag": ("Seconds", [event.lag_seconds])}
        case PartSetAside():
            made = {"PartsSetAside": ("Count", [1])}
        case HourStarted():
            made = {"UrlsPlanned": ("Count", [event.urls]), "RunsClosed": ("Count", [event.closed_runs])}
        case Committed():
            made = {
                "CommitTime": ("Milliseconds", [event.ms]),
                "CommitBytes": ("Bytes", [event.bytes]),
                "Conflicts": ("Count", [event.conflicts]),
            }
        case NotCommitted():
            made = {"CommitsRefused": ("Count", [1]), "Conflicts": ("Count", [event.conflicts])}
        case Checkpointed():
            made = {"CheckpointTime": ("Milliseconds", [event.ms]), "CheckpointBytes": ("Bytes", [event.bytes])}
    return made


def _emit(figures: Figures) -> None:
    metrics = EphemeralMetrics(namespace=NAMESPACE, service=SERVICE)
    for name, value in figures.dimensions.items():
        metrics.add_dimension(name=name, value=value)
    for name, (unit, values) in figures.metrics.items():
        for number in values:  # a hundred values of a metric are a line
            metrics.add_metric(name=name, unit=unit, value=number)
    if metrics.metric_set:
        metrics.flush_metrics()
