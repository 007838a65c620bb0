"""Who is writing now: a courtesy after a lost race, so that writers do not lose against each other for ever.

It is never what makes a commit safe: that is the journal key, which the bucket lets one writer create.
"""

import json
import uuid
from contextlib import suppress
from datetime import timedelta

from chalicelib.ports.bucket import Bucket, BucketError, ConflictError, ObjectInfo, UnreachableError
from chalicelib.ports.objects import PreconditionFailedError

KEY = "schema.db.lease"
LASTS = timedelta(seconds=10)
MAX_BYTES = 1000


class Lease:
    """The lease as one writer sees it."""

    def __init__(self, bucket: Bucket) -> None:
        self._bucket = bucket
        self._me = str(uuid.uuid4())
        self._etag: str | None = None

    def take(self) -> bool:
        """Take it when it is free or over (by the server's own clock); whether it is ours now."""
        found = self._bucket.info(KEY)
        try:
            if found is not None and self._is_held(found):
                return False
            body = json.dumps({"holder": self._me}).encode()
            etag = found.etag if found is not None else None
            self._etag = self._bucket.write(KEY, body, only_if_new=etag is None, if_match=etag)
        except (PreconditionFailedError, ConflictError, UnreachableError):
            return False
        return True

    def _is_held(self, found: ObjectInfo) -> bool:
        """Whether another has it now. Raises PreconditionFailedError when it changed since `found`."""
        if found.served_at - found.modified > LASTS or not 0 < found.size <= MAX_BYTES:
            return False
        return _holder(self._bucket.read_range(KEY, 0, MAX_BYTES, etag=found.etag)) not in (None, self._me)

    def release(self) -> None:
        """Give it back by overwriting it; whoever has it by now keeps it."""
        if self._etag is None:
            return
        with suppress(PreconditionFailedError, BucketError):  # it runs out by itself, and the commit stands
            self._bucket.write(KEY, json.dumps({"holder": None}).encode(), if_match=self._etag)
        self._etag = None


def _holder(body: bytes) -> str | None:
    """Who is named; nobody when it cannot be read: the lease is a courtesy."""
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        return None
    holder = told.get("holder") if isinstance(told, dict) else None
    return holder if isinstance(holder, str) else None
