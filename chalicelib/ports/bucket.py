"""What the store needs of S3 beyond `ports/objects.py`: metadata, the server's clock, pinned ranges, honest errors.

Every call is one attempt: whoever calls must know that a write may have been applied (store.md, "Commit", step 5),
so nothing below is retried behind his back. Beside the errors here, conditional writes and pinned reads raise
`PreconditionFailedError` of `ports/objects.py` (412): the object was not written, or is no longer the one pinned.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, Protocol

from chalicelib.texts import Text


class BucketError(Exception):
    """The bucket gave no plain answer. Which of the three below says what is known."""


class ConflictError(BucketError):
    """409 ConditionalRequestConflict: another write to the key was under way. Proves nothing about who won."""


class UnreachableError(BucketError):
    """A time-out, a lost answer, a refused connection or a 5xx: whether a write was applied is unknown."""


class MisconfiguredError(BucketError):
    """The bucket cannot be used as it is set up; the text says what to grant or set. Nothing was written.

    reason: `access-denied`, `no-bucket`, `credentials` or `request` (the server refuses what was asked, for good).
    """

    def __init__(self, reason: str, text: str | Text) -> None:
        super().__init__(text.say("en") if isinstance(text, Text) else text)
        self.reason = reason
        self.text = text


class ObjectInfo(NamedTuple):
    """An object without its body.

    size in bytes; etag as S3 gives it, quotes included; metadata's names in lower case; modified: the server's
    Last-Modified; served_at: the server's Date of this answer, so that an age is judged by one clock. Both are aware,
    UTC, in whole seconds. version: the id of the one version that was asked for; None: whatever is current.
    """

    key: str
    size: int
    etag: str
    metadata: Mapping[str, str]
    modified: datetime
    served_at: datetime
    version: str | None = None


class BucketObject(NamedTuple):
    """An object as read."""

    body: bytes
    info: ObjectInfo


class Bucket(Protocol):
    """One bucket, for many threads. Keys as in `ports/objects.py`; every method may raise a BucketError."""

    def read(self, key: str, *, version: str | None = None) -> BucketObject | None:
        """The whole object, or None when the server says that there is no such key (or version), and only then."""

    def info(self, key: str) -> ObjectInfo | None:
        """What `read` would tell beside the body."""

    def read_range(self, key: str, start: int, length: int, *, etag: str, version: str | None = None) -> bytes:
        """`length` bytes from byte `start` of the object (or version) with that etag; fewer only where it ends.

        Raises PreconditionFailedError when the key holds something else by now, or nothing.
        """

    def write(
        self,
        key: str,
        body: bytes,
        *,
        metadata: Mapping[str, str] = {},
        only_if_new: bool = False,
        if_match: str | None = None,
    ) -> str:
        """Write the whole object and give its etag. Metadata is printable ASCII, no value empty,
        names of a-z 0-9 and -.

        Raises PreconditionFailedError, and then this attempt wrote nothing; of several writers with one condition
        exactly one succeeds. A condition on a key that holds nothing fails too.
        """

    def write_file(
        self,
        key: str,
        path: Path,
        *,
        metadata: Mapping[str, str] = {},
        only_if_new: bool = False,
        if_match: str | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> str:
        """`write` of a file, streamed: in parts, several at once, above 100 MB; the condition is on the completion.

        progress: called with the bytes sent so far and the bytes in all, from several threads, never at once.
        """

    def keys(self, prefix: str, after: str = "") -> Iterator[str]:
        """The keys that start with `prefix` and come after `after`, in the order of their UTF-8 bytes."""

    def versions(self, key: str) -> Iterator[ObjectInfo]:
        """The object as it is and as it was, newest first, each with its `version`; also where it was removed since.

        Costs one LIST and, for each that is taken from the iterator, one HEAD. A bucket that is not versioned has one.
        """

    def is_versioned(self) -> bool:
        """Whether what is overwritten from now on stays readable as an earlier version."""
