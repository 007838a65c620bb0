"""Objects by key, as S3 keeps them: a folder in the embedded default."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol


class StoredObject(NamedTuple):
    """An object as read: its bytes and the tag that changes whenever the bytes do."""

    body: bytes
    etag: str


class PreconditionFailedError(Exception):
    """The key exists already (`only_if_new`) or holds something else by now (`if_match`)."""


class Objects(Protocol):
    """Keys are relative paths of the characters A-Z a-z 0-9 . _ - and /, no part empty, `.` or `..`."""

    def get(self, key: str) -> StoredObject | None:
        """The object, or None when there is none."""

    def put(self, key: str, body: bytes, *, only_if_new: bool = False, if_match: str | None = None) -> str:
        """Write the whole object at once (a reader sees the old or the new) and give its etag.

        Raises PreconditionFailedError, and then nothing was written. Of several writers with the same condition
        exactly one succeeds.
        """

    def delete(self, key: str) -> None:
        """Remove the object; nothing happens when there is none."""

    def list(self, prefix: str, after: str = "") -> Iterator[str]:
        """The keys that start with `prefix` and come after `after`, in the order of their UTF-8 bytes."""
