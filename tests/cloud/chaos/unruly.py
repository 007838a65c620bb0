"""A bucket whose every call is a step at which the process may die, wait, never be heard or never hear the answer."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, TypeVar

from chalicelib.ports.bucket import BucketError, ObjectInfo, UnreachableError
from chalicelib.ports.objects import PreconditionFailedError
from chalicelib.ports.s3_bucket import S3Bucket
from tests.cloud.chaos.happenings import Happenings
from tests.cloud.chaos.steps import Steps, name_of_call

Listed = TypeVar("Listed")

LOST, LATE, PAUSED = 0.01, 0.01, 0.01
LONGEST = 0.5  # seconds of a pause, and until a late request arrives


class Unruly:
    """Stands before an S3Bucket and does as it does. rate: how many of the faults above there are; 0 none, 1 as they
    stand. lose: the call (`… , before`: its request, `…, after`: its answer) that is lost once for certain.
    """

    def __init__(
        self,
        bucket: S3Bucket,
        steps: Steps,
        happenings: Happenings,
        chance: random.Random,
        rate: float,
        lose: str | None,
    ) -> None:
        self._bucket, self._steps, self._happenings = bucket, steps, happenings
        self._chance, self._rate, self._lose = chance, rate, lose
        self._lock = threading.Lock()

    def __getattr__(self, method: str) -> Any:
        call: Callable[..., Any] = getattr(self._bucket, method)

        def stepping(*arguments: Any, **keywords: Any) -> Any:
            name = name_of_call(method, arguments[0] if arguments else "")
            self._keep(method, arguments, keywords)
            self._before(name, call, arguments, keywords)
            answer = call(*arguments, **keywords)
            self._after(name)
            return answer

        return stepping

    def keys(self, prefix: str, after: str = "") -> Iterator[str]:
        """See `ports/bucket.py`."""
        return self._listed(name_of_call("keys", prefix), self._bucket.keys(prefix, after))

    def versions(self, key: str) -> Iterator[ObjectInfo]:
        """See `ports/bucket.py`."""
        return self._listed(name_of_call("versions", key), self._bucket.versions(key))

    def _listed(self, name: str, found: Iterator[Listed]) -> Iterator[Listed]:
        """The step is the request for the first page, which is made when the first is asked for."""
        self._before(name, None, (), {})
        first = next(found, None)
        self._after(name)
        if first is not None:
            yield first
            yield from found

    def _before(
        self, name: str, call: Callable[..., Any] | None, arguments: tuple[Any, ...], keywords: dict[str, Any]
    ) -> None:
        self._steps.at(f"{name}, before")
        if self._happens(PAUSED):
            time.sleep(self._chance.uniform(0, LONGEST))
        if self._wanted(f"{name}, before") or self._happens(LOST):
            raise UnreachableError(f"{name}: the request was lost")
        if call is not None and ": PUT " in name and "PUT file" not in name and self._happens(LATE):
            _later(self._chance.uniform(0, LONGEST), call, arguments, keywords)
            raise UnreachableError(f"{name}: the request is late")

    def _after(self, name: str) -> None:
        self._steps.at(f"{name}, after")
        if self._wanted(f"{name}, after") or self._happens(LOST):
            raise UnreachableError(f"{name}: the answer was lost")

    def _happens(self, share: float) -> bool:
        with self._lock:
            return self._chance.random() < share * self._rate

    def _wanted(self, what: str) -> bool:
        with self._lock:
            if self._lose != what:
                return False
            self._lose = None
            return True

    def _keep(self, method: str, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        if method == "write" and arguments[0].startswith("journal/") and keywords["metadata"]["kind"] != "gone":
            self._happenings.keep_record(int(arguments[0].removeprefix("journal/")), arguments[1], keywords["metadata"])
        elif method == "write_file" and arguments[0].startswith("snapshots/"):
            self._happenings.keep_snapshot(*arguments[:2])


def _later(seconds: float, call: Callable[..., Any], arguments: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    """The request arrives though its sender has given it up; when its process dies before that, never."""

    def arrive() -> None:
        time.sleep(seconds)
        with suppress(BucketError, PreconditionFailedError):
            call(*arguments, **keywords)

    threading.Thread(target=arrive, daemon=True).start()
