"""The services of one machine: everything in the data folder (settings.data), shared by serve, crawl and tick."""

import fcntl
import os
import secrets
import shutil
from dataclasses import replace
from pathlib import Path

from chalicelib.fetch.client import Client
from chalicelib.ports.clock import Clock, SystemClock
from chalicelib.services import Services
from chalicelib.settings import Settings, SettingsError
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.database import Database, EmbeddedDatabase
from chalicelib.store.proof import ProvingDatabase
from infra.local.eml_mailer import EmlMailer
from infra.local.folder_objects import FolderObjects
from infra.local.queue_db import QueueDb

# Handing in costs next to nothing here, so progress is shown often.
SLICE_SECONDS = 2.0
# What a dead process had is free at once (its lock), so this only has to be longer than any page takes: the same slice
# must not be given to a second thread of a process that lives.
VISIBILITY_SECONDS = 900.0
MAX_DEATHS = 5
SECRET_CHARACTERS = 32


def open_services(
    settings: Settings,
    *,
    clock: Clock | None = None,
    demo_urls: tuple[str, ...] = (),
    slice_seconds: float = SLICE_SECONDS,
) -> Services:
    """Open the data folder, making what is not there. Raises SettingsError, SchemaError, OSError."""
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
        database=open_database(settings, clock),
        objects=FolderObjects(folder / "objects"),
        crawl_queue=QueueDb(folder / "queue.db", "crawl", clock, VISIBILITY_SECONDS),
        merge_queue=QueueDb(folder / "queue.db", "merge", clock, VISIBILITY_SECONDS),
        mailer=EmlMailer(folder / "outbox", clock),
        clock=clock,
        client=client,
        slice_seconds=slice_seconds,
        max_deaths=MAX_DEATHS,
        demo_urls=demo_urls,
    )


def open_database(settings: Settings, clock: Clock) -> Database:
    """The file in the data folder or, when KUNUGI_BUCKET is set, the bucket's, on a private copy in that folder."""
    database = EmbeddedDatabase(settings.data / "schema.db") if settings.bucket is None else _in_bucket(settings, clock)
    return ProvingDatabase(database) if settings.check_writes else database


def _in_bucket(settings: Settings, clock: Clock) -> Database:
    from chalicelib.ports.s3_bucket import S3Bucket  # boto3 takes a while to import

    copies = settings.data / "copies"
    for folder in copies.glob("*"):
        if folder.name.isdecimal() and not _is_alive(int(folder.name)):
            shutil.rmtree(folder, ignore_errors=True)
    return BucketDatabase(S3Bucket(settings.bucket or ""), copies / str(os.getpid()), clock)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _own_secret(path: Path) -> str:
    """The key that signs cookies, made once; only the owner of the data folder reads it.

    A file that is empty or cut short (a full disk, a power cut) is made anew.
    """
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)  # of two processes that start at once, one makes it
        known = path.read_text("ascii", "replace").strip() if path.exists() else ""
        if len(known) >= SECRET_CHARACTERS and known.isascii() and known.isprintable():
            return known
        made, secret = path.with_suffix(".new"), secrets.token_hex(32)
        with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secret)
            file.flush()
            os.fsync(file.fileno())  # before it has its name, else a power cut leaves the name with nothing in it
        made.replace(path)
        os.fsync(folder)
        return secret
    finally:
        os.close(folder)
