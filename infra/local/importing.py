"""`kunugi db`: taking in a file of the PHP version (K-006), and looking whether ours is whole."""

import sqlite3
import tempfile
from dataclasses import asdict
from pathlib import Path

from tqdm import tqdm

from chalicelib.page.summary import summarise
from chalicelib.ports.clock import SystemClock
from chalicelib.ports.objects import Objects
from chalicelib.settings import Settings
from chalicelib.store.database import EmbeddedDatabase
from chalicelib.store.importing import Counts, count_rows, find_problems, open_copy, replace_content
from infra.local.command import fail, tell
from infra.local.folder_objects import FolderObjects
from infra.local.queue_db import QueueDb


def import_file(settings: Settings, file: str, *, replace: bool) -> int:
    """Take in a database with the log that lies beside it. What is here already is only given up with `replace`."""
    if settings.bucket is not None:
        return fail(tell("use-push"))
    if not Path(file).is_file():
        return fail(tell("no-file", file=file))
    database = EmbeddedDatabase(settings.data / "schema.db")
    with database.read() as connection:
        here = count_rows(connection)
    database.close()
    if any(here) and not replace:
        return fail(tell("would-replace", what=_told(here)))
    with (
        tempfile.TemporaryDirectory(dir=settings.data, prefix="import-") as scratch,
        tqdm(desc=tell("importing"), unit="page", disable=None, leave=False) as bar,
    ):

        def progress(done: int, total: int) -> None:
            bar.n, bar.total = done, total
            bar.refresh()

        source = opened_copy(Path(file), Path(scratch))
        try:
            taken = count_rows(source)
            forget_crawls(settings.data)  # before, so that nothing old meets the new database, however this ends
            replace_content(source, settings.data / "schema.db", progress)
            forget_crawls(settings.data)  # after, for what a running server had in hand
        finally:
            source.close()
    print(tell("imported", what=_told(taken)))
    return 0


def forget_crawls(folder: Path) -> None:
    """Drop what is under way for the database of this data folder: runs of another one have the same numbers.

    When each host was last asked stays: its delay holds whoever asks (K-054).
    """
    clock = SystemClock()
    for name in ("crawl", "merge"):
        queue = QueueDb(folder / "queue.db", name, clock)
        queue.clear()
        queue.close()
    forget_objects(FolderObjects(folder / "objects"))


def forget_objects(objects: Objects) -> None:
    """The part of it that lies among the objects."""
    for prefix in ("inbox/", "cancel/", "batches/", "hosts/"):
        for key in list(objects.list(prefix)):
            if prefix != "hosts/" or "/delays/" in key:
                objects.delete(key)


def opened_copy(file: Path, folder: Path) -> sqlite3.Connection:
    """A copy of another version's file, brought up to date. Raises SchemaError."""
    return open_copy(file, folder, lambda result: asdict(summarise(result)))


def check(settings: Settings) -> int:
    """Make an empty database where there is none; say whether the file is whole, and what it holds."""
    path = settings.data / "schema.db"
    new = not path.exists()
    database = EmbeddedDatabase(path)
    with database.read() as connection:
        problems, counts = find_problems(connection), count_rows(connection)
    database.close()
    for problem in problems:
        fail(f"{path}: {problem}")
    if problems:
        return 1
    print(tell("made-empty" if new else "whole", path=path, what=_told(counts)))
    return 0


def _told(counts: Counts) -> str:
    return ", ".join(f"{table} {count:,}" for table, count in counts._asdict().items())
