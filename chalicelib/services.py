"""What a process works with, put together once at its start: by `infra/local` when embedded, by `app.py` in Lambda."""

from dataclasses import dataclass

from chalicelib.fetch.client import Client
from chalicelib.ports.clock import Clock
from chalicelib.ports.mailer import Mailer
from chalicelib.ports.objects import Objects
from chalicelib.ports.queue import Queue
from chalicelib.ports.telemetry import LogTelemetry, Telemetry
from chalicelib.settings import Settings
from chalicelib.store.database import Database


@dataclass(frozen=True)
class Services:
    """The ports and the database of one process.

    slice_seconds: how long a worker keeps a batch before it hands in what it has (30 in the cloud; shorter embedded,
    where handing in costs next to nothing, so that progress is seen).
    patience_seconds: how long a worker waits for its host; for longer the message goes back and the worker is free
    (long in the cloud, where going back counts as a delivery).
    max_deaths: how many workers may die with one URL alone before it is given up. Each costs a visibility time-out in
    the cloud; embedded it costs nothing, and people kill the process for reasons of their own.
    demo_urls: the pages of the demo site, none where there is no demo site.
    telemetry: where is told what goes on (log lines that nobody sees unasked; in Lambda, metrics too).
    """

    settings: Settings
    database: Database
    objects: Objects
    crawl_queue: Queue
    merge_queue: Queue
    mailer: Mailer
    clock: Clock
    client: Client
    slice_seconds: float = 30.0
    patience_seconds: float = 0.25
    max_deaths: int = 2
    demo_urls: tuple[str, ...] = ()
    telemetry: Telemetry = LogTelemetry()  # noqa: RUF009 - it keeps nothing
