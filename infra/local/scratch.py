"""A folder for the time of a command, with copies of the database in it, that also goes when the command was killed."""

import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_NAME = re.compile(r"kunugi-([0-9]{1,9})-[^-]+")


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """An empty folder of this process, gone at the end. Those that killed processes of this user left go first."""
    _drop_left_behind(Path(tempfile.gettempdir()))
    folder = Path(tempfile.mkdtemp(prefix=f"kunugi-{os.getpid()}-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _drop_left_behind(parent: Path) -> None:
    with suppress(OSError):  # no command fails for want of tidiness
        for path in parent.iterdir():
            named = _NAME.fullmatch(path.name)
            if named is not None and _is_own_folder(path) and not _is_alive(int(named[1])):
                shutil.rmtree(path, ignore_errors=True)


def _is_own_folder(path: Path) -> bool:
    """A link is none: it may lead anywhere."""
    found = path.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True  # another user has the number by now, or it is none
    return True
