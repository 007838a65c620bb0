"""The folder of a command: gone when it ends, and by the next command when it was killed."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from infra.local.scratch import scratch_folder

HOLD = """
from infra.local.scratch import scratch_folder
with scratch_folder() as folder:
    (folder / "schema.db").write_text("secret")
    print(folder, flush=True)
    input()
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of temporary files, for this process and those it starts."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_what_a_killed_command_left_goes_with_the_next(temporary: Path) -> None:
    started = [
        subprocess.Popen([sys.executable, "-c", HOLD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    running, killed = started
    try:
        folders = [Path(each.stdout.readline().strip()) for each in started if each.stdout is not None]
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        assert [(folder / "schema.db").exists() for folder in folders] == [True, True]
        with scratch_folder() as own:
            assert sorted(temporary.iterdir()) == sorted([own, folders[0]])
        assert list(temporary.iterdir()) == [folders[0]]
        running.communicate("\n")
        assert list(temporary.iterdir()) == []
    finally:
        for each in started:
            each.kill()
            each.communicate()


def test_nothing_else_goes(temporary: Path) -> None:
    """Names that only look like it, files, and links, with the number of a process that is dead."""
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    (temporary / "kept").mkdir()
    (temporary / "kept" / "schema.db").touch()
    for name in ("kunugi-abcdefgh", f"kunugi-{dead.pid}", f"kunugi-{dead.pid}-a-b", f"other-{dead.pid}-abcd"):
        (temporary / name).mkdir()
    (temporary / f"kunugi-{dead.pid}-file").touch()
    (temporary / f"kunugi-{dead.pid}-link").symlink_to(temporary / "kept")
    (temporary / f"kunugi-{os.getppid()}-alive").mkdir()
    before = sorted(temporary.rglob("*"))
    (temporary / f"kunugi-{dead.pid}-gone").mkdir()
    with scratch_folder():
        pass
    assert sorted(temporary.rglob("*")) == before
