"""The Objects protocol in a folder, safe between threads and processes."""

import fcntl
import hashlib
import os
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from chalicelib.ports.objects import PreconditionFailedError, StoredObject

# "~" is no character of a key, so what ends or begins with it cannot be taken for a part of one. An object's file ends
# with it because S3 knows no folders: there may be an object "a" beside "a/b".
_MARK = "~"
_KEY = re.compile(r"[A-Za-z0-9._-]+(?:/[A-Za-z0-9._-]+)*")
_PREFIX = re.compile(r"[A-Za-z0-9._/-]*")
_MAX_KEY = 1024  # as S3
_MAX_PART = 200  # file systems take 255 bytes
_OLD_SECONDS = 3600.0


class FolderObjects:
    """Objects as files below `folder`. Keys that the protocol does not allow raise ValueError."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._temporary = folder / "~temporary"
        self._temporary.mkdir(parents=True, exist_ok=True)
        _clear(self._temporary)

    def get(self, key: str) -> StoredObject | None:
        """The object, or None when there is none."""
        path = self._path(key)
        try:
            body = path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        return StoredObject(body, _etag(body))

    def put(self, key: str, body: bytes, *, only_if_new: bool = False, if_match: str | None = None) -> str:
        """Write the whole object at once and give its etag. Raises PreconditionFailedError."""
        path = self._path(key)
        written = self._written(body)
        try:
            with self._changing():
                if if_match is not None and not _holds(path, if_match):
                    raise PreconditionFailedError(key)
                path.parent.mkdir(parents=True, exist_ok=True)
                if only_if_new:
                    _link(written, path, key)
                else:
                    written.replace(path)
                _sync_folder(path.parent)
        finally:
            written.unlink(missing_ok=True)
        return _etag(body)

    def delete(self, key: str) -> None:
        """Remove the object, and the folders that are empty then."""
        path = self._path(key)
        with self._changing():
            with suppress(FileNotFoundError, NotADirectoryError):
                path.unlink()
            self._drop_empty(path.parent)

    def list(self, prefix: str, after: str = "") -> Iterator[str]:
        """The keys that start with `prefix` and come after `after`, in byte order, without reading any object."""
        if not _PREFIX.fullmatch(prefix):
            raise ValueError(f"{prefix!r} is no prefix of a key")
        return self._below(self._folder, "", prefix, after)

    def _below(self, folder: Path, base: str, prefix: str, after: str) -> Iterator[str]:
        """Keys below `folder`, whose keys begin with `base`. Folders that cannot hold what is asked are not read."""
        for name in _names(folder):
            start = base + name
            if name.endswith("/"):
                wanted = start.startswith(prefix) or prefix.startswith(start)
                if wanted and (start > after or after.startswith(start)):
                    yield from self._below(folder / name[:-1], start, prefix, after)
            elif start.startswith(prefix) and start > after:
                yield start

    def _path(self, key: str) -> Path:
        parts = key.split("/")
        long = len(key) > _MAX_KEY or any(len(part) > _MAX_PART for part in parts)
        if long or not _KEY.fullmatch(key) or not {".", ".."}.isdisjoint(parts):
            raise ValueError(f"{key[:100]!r} is no key of an object")
        return self._folder / (key + _MARK)

    def _written(self, body: bytes) -> Path:
        """The bytes in a file of their own, on the disk."""
        with tempfile.NamedTemporaryFile(dir=self._temporary, delete=False) as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        return Path(file.name)

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """One change at a time, also between processes: comparing and replacing must be one."""
        with (self._folder / "~lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _drop_empty(self, folder: Path) -> None:
        while folder != self._folder:
            try:
                folder.rmdir()
            except FileNotFoundError:
                pass
            except OSError:
                return  # not empty
            folder = folder.parent


def _etag(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def _holds(path: Path, etag: str) -> bool:
    try:
        return _etag(path.read_bytes()) == etag
    except (FileNotFoundError, NotADirectoryError):
        return False


def _link(written: Path, path: Path, key: str) -> None:
    try:
        os.link(written, path)
    except FileExistsError as error:
        raise PreconditionFailedError(key) from error


def _sync_folder(folder: Path) -> None:
    """Names are on the disk only when their folder is."""
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _names(folder: Path) -> list[str]:
    """What is in a folder, in the byte order of the keys: object names, and folder names with their slash."""
    try:
        with os.scandir(folder) as entries:
            names = [
                entry.name + "/" if entry.is_dir() else entry.name.removesuffix(_MARK)
                for entry in entries
                if not entry.name.startswith(_MARK)
            ]
    except FileNotFoundError:
        return []  # emptied meanwhile
    return sorted(names)


def _clear(folder: Path) -> None:
    """Remove what writers left that were killed; a live one takes no hour."""
    old = time.time() - _OLD_SECONDS
    for left in folder.iterdir():
        with suppress(FileNotFoundError):
            if left.stat().st_mtime < old:
                left.unlink()
