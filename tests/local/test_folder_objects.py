"""What is particular to objects in a folder: nothing is left behind, nothing gets out."""

import multiprocessing
import os
import signal
import time
from pathlib import Path

import pytest

from chalicelib.ports.objects import PreconditionFailedError
from infra.local.folder_objects import FolderObjects

_SPAWN = multiprocessing.get_context("spawn")


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_no_folder_or_file_is_left(tmp_path: Path) -> None:
    objects = FolderObjects(tmp_path)
    objects.put("inbox/batch/1", b"x")
    objects.put("inbox/batch/1", b"y")
    for refused in ({"only_if_new": True}, {"if_match": "no"}):
        with pytest.raises(PreconditionFailedError):
            objects.put("inbox/batch/1", b"z", **refused)
    assert files(tmp_path) == ["inbox/batch/1~", "~lock"]
    objects.delete("inbox/batch/1")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["~lock", "~temporary"]


def test_what_killed_writers_left_is_cleared_away(tmp_path: Path) -> None:
    FolderObjects(tmp_path)
    old, new = tmp_path / "~temporary" / "old", tmp_path / "~temporary" / "new"
    for left in (old, new):
        left.write_bytes(b"half")
    os.utime(old, (time.time() - 7_200, time.time() - 7_200))
    assert list(FolderObjects(tmp_path).list("")) == []
    assert files(tmp_path) == ["~temporary/new"]


def _count_up(folder: Path, times: int) -> None:
    objects = FolderObjects(folder)
    for _ in range(times):
        while True:
            stored = objects.get("count")
            assert stored is not None
            try:
                objects.put("count", str(int(stored.body) + 1).encode(), if_match=stored.etag)
                break
            except PreconditionFailedError:
                continue


def test_processes_count_together(tmp_path: Path) -> None:
    """Comparing and replacing is one step between processes too: no count is lost."""
    objects = FolderObjects(tmp_path)
    objects.put("count", b"0")
    counting = [_SPAWN.Process(target=_count_up, args=(tmp_path, 50)) for _ in range(3)]
    for process in counting:
        process.start()
    for process in counting:
        process.join(60)
    assert [process.exitcode for process in counting] == [0] * 3
    stored = objects.get("count")
    assert stored is not None and stored.body == b"150"


def _write_for_ever(folder: Path) -> None:
    objects = FolderObjects(folder)
    while True:
        for letter in (b"a", b"b"):
            objects.put("k", letter * 1_000_000)


def test_a_writer_that_is_killed_leaves_a_whole_object(tmp_path: Path) -> None:
    objects = FolderObjects(tmp_path)
    for _ in range(3):
        writer = _SPAWN.Process(target=_write_for_ever, args=(tmp_path,))
        writer.start()
        end = time.monotonic() + 20
        while objects.get("k") is None and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(0.05)
        assert writer.pid is not None
        os.kill(writer.pid, signal.SIGKILL)
        writer.join()
        stored = objects.get("k")
        assert stored is not None and stored.body in (b"a" * 1_000_000, b"b" * 1_000_000)
        objects.put("k", b"c", if_match=stored.etag)
        objects.delete("k")
