"""A sign of life that the system itself takes back: a locked file for as long as its owner lives, even past kill -9."""

import fcntl
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class Owner:
    """Holds a lock on a file of its own in `folder`, named by its `name`. Files of the dead are cleared away."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        for left in folder.iterdir():
            with self.inherit(left.name):
                pass
        self.name, self._file = _new_owner(folder)
        # A forked child has the lock too and would keep it alive beyond the parent.
        os.register_at_fork(after_in_child=self._let_go)

    @contextmanager
    def inherit(self, name: str) -> Iterator[bool]:
        """Whether the owner called `name` is dead; then nobody else inherits from it within the block."""
        path = self._folder / name
        try:
            file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        except FileNotFoundError:
            yield True  # it left in good order, or somebody inherited between looking and opening
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            yield False
            return
        try:
            yield True
            path.unlink(missing_ok=True)
        finally:
            os.close(file)

    def close(self) -> None:
        """Leave in good order."""
        if self._file >= 0:
            (self._folder / self.name).unlink(missing_ok=True)
            self._let_go()

    def _let_go(self) -> None:
        if self._file >= 0:
            with suppress(OSError):
                os.close(self._file)
            self._file = -1


def _new_owner(folder: Path) -> tuple[str, int]:
    while True:
        name = uuid.uuid4().hex
        path = folder / name
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Somebody clearing the folder may have taken the file for a dead one's before it was locked.
            if path.stat().st_ino == os.fstat(file).st_ino:
                return name, file
        os.close(file)
