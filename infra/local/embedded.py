"""The services of one machine: everything in the data folder (settings.data), shared by serve, crawl and tick."""

import contextlib
import os
import secrets
from dataclasses import replace
from pathlib import Path

from chalicelib.fetch.client import Client
from chalicelib.ports.clock import Clock, SystemClock
from chalicelib.services import Services
from chalicelib.settings import Settings, SettingsError
from chalicelib.store.database import EmbeddedDatabase
from infra.local.eml_mailer import EmlMailer
from infra.local.folder_objects import FolderObjects
from infra.local.queue_db import QueueDb

# Handing in costs next to nothing here, so progress is shown often.
SLICE_SECONDS = 2.0


def open_services(
    settings: Settings,
    *,
    clock: Clock | None = None,
    demo_urls: tuple[str, ...] = (),
    slice_seconds: float = SLICE_SECONDS,
) -> Services:
    """Open the data folder, making what is not there. Raises SettingsError, SchemaError, OSError."""
    if settings.bucket:
        raise SettingsError("KUNUGI_BUCKET is set, but this version keeps its database in KUNUGI_DATA alone: unset it")
    clock = clock or SystemClock()
    folder = settings.data
    folder.mkdir(parents=True, exist_ok=True)
    try:
        client = Client(settings.allow_networks, settings.contact_url or settings.base_url)
    except ValueError as error:
        raise SettingsError(str(error)) from error
    if not settings.secret_key:
        settings = replace(settings, secret_key=_own_secret(folder / "secret.key"))
    return Services(
        settings=settings,
        database=EmbeddedDatabase(folder / "schema.db"),
        objects=FolderObjects(folder / "objects"),
        crawl_queue=QueueDb(folder / "queue.db", "crawl", clock),
        merge_queue=QueueDb(folder / "queue.db", "merge", clock),
        mailer=EmlMailer(folder / "outbox", clock),
        clock=clock,
        client=client,
        slice_seconds=slice_seconds,
        demo_urls=demo_urls,
    )


def _own_secret(path: Path) -> str:
    """The key that signs cookies, made once; only the owner of the data folder reads it."""
    if not path.exists():
        made = path.with_suffix(f".{os.getpid()}")
        with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_hex(32))
        with contextlib.suppress(FileExistsError):  # of two processes that start at once, one wins
            os.link(made, path)
        made.unlink()
    return path.read_text("ascii")
