"""A full disk under the private copy, at every step: told clearly, nothing half done, and well again with room."""

import errno
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from chalicelib.ports.clock import SystemClock
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.store import snapshots
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.copies import Copy
from chalicelib.store.errors import NoRoomError
from chalicelib.store.restoring import restore
from chalicelib.store.upkeep import keep_up
from tests.fetch.clocks import StandingClock

MB = 1024 * 1024


class Disk(NamedTuple):
    """A small disk of its own. room: leave that many bytes free."""

    folder: Path

    def room(self, size: int | None = None) -> None:
        """None: all of it."""
        ballast = self.folder / "ballast"
        ballast.unlink(missing_ok=True)
        if size is not None:
            free = os.statvfs(self.folder).f_bavail * os.statvfs(self.folder).f_frsize
            with ballast.open("wb") as file:
                os.posix_fallocate(file.fileno(), 0, max(free - size, 1))


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", folder], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip(f"no disk can be mounted here: {mounted.stderr.decode().strip()}")
    try:
        yield Disk(folder)
    finally:
        subprocess.run(["umount", folder], check=True)


def much(connection: sqlite3.Connection, name: str) -> None:
    """A change of some 100 KB."""
    connection.executemany(
        "INSERT INTO products (name, created_at) VALUES (?, '')", ((f"{name} {n}" * 20,) for n in range(250))
    )


def add(database: BucketDatabase, name: str) -> None:
    database.write(lambda connection: much(connection, name))


def names(database: BucketDatabase) -> list[str]:
    """The first words of all names, once each."""
    database._clock.sleep(2)
    with database.read() as connection:
        return [row[0] for row in connection.execute("SELECT DISTINCT substr(name, 1, 2) FROM products ORDER BY id")]


class Scene(NamedTuple):
    """A database on the disk that is about to do something, and what everybody sees before and after it."""

    act: Callable[[], object]
    before: list[str]
    after: list[str]


def scene(kind: str, bucket: S3Bucket, disk: Disk, folder: Path, patch: pytest.MonkeyPatch) -> Scene:
    clock = StandingClock()
    other = BucketDatabase(bucket, folder / "other", clock)
    here = BucketDatabase(bucket, disk.folder / "copy", clock)
    if kind == "begin":
        return Scene(lambda: names(here), [], [])
    add(other, "n1")
    if kind == "start cold":
        keep_up(bucket, other._copy, clock, records=0)
        add(other, "n2")
        return Scene(lambda: names(here), ["n1", "n2"], ["n1", "n2"])
    names(here)
    if kind.startswith("write"):
        if kind == "write a snapshot":
            patch.setattr("chalicelib.store.bucket_database.SNAPSHOT_BYTES", 1000)
        return Scene(lambda: add(here, "n2"), ["n1"], ["n1", "n2"])
    with patch.context() as small:
        if kind == "follow a snapshot":
            small.setattr("chalicelib.store.bucket_database.SNAPSHOT_BYTES", 1000)
        add(other, "n2")
    if kind == "restore":
        copy = Copy(disk.folder / "restoring")
        return Scene(lambda: restore(bucket, copy, clock, 2, disk.folder / "state"), ["n1", "n2"], ["n1"])
    act: Callable[[], object] = here.keep_up if kind == "checkpoint" else lambda: names(here)
    return Scene(act, ["n1", "n2"], ["n1", "n2"])


KINDS = ["begin", "start cold", "catch up", "follow a snapshot", "checkpoint", "restore", "write", "write a snapshot"]


@pytest.mark.parametrize("kind", KINDS)
def test_with_ever_more_room_each_step_fails_once_and_the_last_succeeds(
    bucket: S3Bucket, disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """The room grows until all goes well, so that every write of the step has been the one that found the disk full."""
    disk.room()
    tried = scene(kind, bucket, disk, tmp_path, monkeypatch)
    looking = BucketDatabase(bucket, tmp_path / "looking", StandingClock())
    failed, size, said = 0, 0, ""
    while True:
        disk.room(size)
        try:
            tried.act()
            break
        except NoRoomError as error:
            said = str(error)
        failed += 1
        if kind != "begin":
            assert names(looking) == tried.before, f"with {size} bytes"
        size += 32 * 1024
        assert size < 3 * MB
    assert names(looking) == tried.after
    assert failed >= 1 and "no room for the private copy of the database" in said
    print(f"{kind}: {failed} times too little room, enough with {size // 1024} KB")


@pytest.mark.parametrize("kind", ["write", "catch up", "write a snapshot", "follow a snapshot"])
def test_with_room_again_the_next_request_goes_well(
    bucket: S3Bucket, disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    tried = scene(kind, bucket, disk, tmp_path, monkeypatch)
    disk.room(0)
    with pytest.raises(NoRoomError):
        tried.act()
    assert names(BucketDatabase(bucket, tmp_path / "looking", StandingClock())) == tried.before
    disk.room()
    tried.act()
    assert names(BucketDatabase(bucket, tmp_path / "again", StandingClock())) == tried.after


def test_a_commit_that_does_not_fit_into_the_copy_is_acknowledged(
    bucket: S3Bucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is durable; the copy is fetched anew by whoever reads next."""
    database = BucketDatabase(bucket, tmp_path / "copy", StandingClock())
    add(database, "n1")
    write = Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        if path.name.endswith("-wal"):
            write(path, data[: len(data) // 2])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(path, data)

    with monkeypatch.context() as faulty:
        faulty.setattr(Path, "write_bytes", full)
        add(database, "n2")
        with pytest.raises(NoRoomError):
            names(database)
    assert names(database) == ["n1", "n2"]
    assert sorted(path.name for path in (tmp_path / "copy").iterdir()) == ["schema.db"]


def _full(*_arguments: Any, **_keywords: Any) -> Any:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _half(source: Path, target: Path) -> None:
    target.write_bytes(source.read_bytes()[:50_000])
    _full()


@pytest.mark.parametrize(
    ("kind", "where", "what"),
    [
        ("start cold", ThreadPoolExecutor, "map"),
        ("write a snapshot", shutil, "copyfile"),
        ("write a snapshot", Path, "write_bytes"),
        ("restore", shutil, "copyfile"),
        ("begin", snapshots, "connect"),
    ],
)
def test_a_fault_at_a_write(
    bucket: S3Bucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, where: Any, what: str
) -> None:
    """Also where no disk can be mounted."""
    (tmp_path / "disk").mkdir()
    tried = scene(kind, bucket, Disk(tmp_path / "disk"), tmp_path, monkeypatch)
    with monkeypatch.context() as faulty:
        faulty.setattr(where, what, _half if what == "copyfile" else _full)
        with pytest.raises(NoRoomError, match="No space left"):
            tried.act()
    assert [path for path in (tmp_path / "disk").rglob("*") if "incoming" in path.name] == []
    tried.act()
    assert names(BucketDatabase(bucket, tmp_path / "again", SystemClock())) == tried.after
