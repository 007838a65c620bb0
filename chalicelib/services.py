"""What a process works with, put together once at its start: by `infra/local` when embedded, by `app.py` in Lambda."""

from dataclasses import dataclass

from chalicelib.fetch.client import Client
from chalicelib.ports.clock import Clock
from chalicelib.ports.mailer import Mailer
from chalicelib.ports.objects import Objects
from chalicelib.ports.queue import Queue
from chalicelib.settings import Settings
from chalicelib.store.database import Database


@dataclass(frozen=True)
class Services:
    """The ports and the database of one process.

    slice_seconds: how long a worker keeps a batch before it hands in what it has (30 in the cloud; shorter embedded,
    where handing in costs next to nothing, so that progress is seen).
    demo_urls: the pages of the demo site, none where there is no demo site.
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
    demo_urls: tuple[str, ...] = ()
