"""Who is writing now: a courtesy after a lost race, so that writers do not lose against each other for ever.

It is never what makes a commit safe: that is the journal key, which the bucket lets one writer create.
"""

import json
import uuid
from contextlib import suppress
from datetime import timedelta

from chalicelib.ports.bucket import Bucket, BucketError, ConflictError, UnreachableError
from chalicelib.ports.objects import PreconditionFailedError

KEY = "schema.db.lease"
LASTS = timedelta(seconds=10)


class Lease:
    """The lease as one writer sees it."""

    def __init__(self, bucket: Bucket) -> None:
        self._bucket = bucket
        self._me = str(uuid.uuid4())
        self._etag: str | None = None

    def take(self) -> bool:
        """Take it when it is free or over (by the server's own clock); whether it is ours now."""
        found = self._bucket.read(KEY)
        if found is not None:
            holder = _holder(found.body)
            over = found.info.served_at - found.info.modified > LASTS
            if holder is not None and holder != self._me and not over:
                return False
        try:
            body = json.dumps({"holder": self._me}).encode()
            etag = found.info.etag if found is not None else None
            self._etag = self._bucket.write(KEY, body, only_if_new=etag is None, if_match=etag)
        except (PreconditionFailedError, ConflictError, UnreachableError):
            return False
        return True

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
    except ValueError:
        return None
    return told.get("holder") if isinstance(told, dict) else None
