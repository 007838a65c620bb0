"""The numbered steps of the protocol: before and after each call to the bucket, and inside the copy.

Nothing of this is in the product. A call to the bucket is named by the part of the protocol that makes it, which is
read off the stack, and by what it asks; what happens inside a copy by the methods of `Copy`, wrapped in the process
that is to crash there. So a step's name says where a process died: `catch-up: LIST journal, after`.
"""

import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

CRASHED, IN_VAIN = 77, 78

WRITER, READER, KEEPER, RESTORER, REPLACER = ROLES = ("writer", "reader", "keeper", "restorer", "replacer")

# Part of the protocol, what it asks of the bucket, and who comes there.
_CALLS: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("start", ("HEAD schema.db", "LIST journal", "PUT file snapshots", "GET journal", "PUT journal"), (WRITER,)),
    ("catch-up", ("GET journal", "LIST journal", "HEAD schema.db", "HEAD snapshots"), ROLES),
    ("catch-up", ("GET range schema.db", "GET range snapshots"), ROLES),
    ("commit", ("PUT journal", "GET journal"), (WRITER,)),
    ("snapshot commit", ("PUT file snapshots", "PUT journal", "GET journal"), (WRITER, RESTORER, REPLACER)),
    ("lease", ("GET lease", "PUT lease"), (WRITER,)),
    ("lease back", ("PUT lease",), (WRITER,)),
    ("checkpoint", ("HEAD schema.db", "HEAD journal", "PUT file schema.db"), (KEEPER, RESTORER, REPLACER)),
    ("retire", ("HEAD journal", "PUT journal"), (KEEPER,)),
    ("restore", ("HEAD schema.db", "HEAD journal", "GET journal"), (RESTORER,)),
    ("restore", ("HEAD snapshots", "GET range snapshots", "GET range schema.db"), (RESTORER,)),
    ("restore", ("VERSIONS schema.db", "VERSIONS journal"), (RESTORER,)),
)
_IN_COPY: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("copy: recording", (WRITER,)),
    ("copy: log recorded", (WRITER,)),
    ("copy: log dropped", (WRITER,)),
    ("copy: applying", ROLES),
    ("copy: log laid beside", ROLES),
    ("copy: brought into the file", ROLES),
    ("copy: applied", ROLES),
    ("copy: installing", ROLES),
    ("copy: put in place", ROLES),
    ("copy: installed", ROLES),
    ("acknowledged, not noted", (WRITER, RESTORER, REPLACER)),
)

# Each step, and the roles that come to it.
STEPS: dict[str, tuple[str, ...]] = {
    f"{part}: {call}, {when}": roles for part, calls, roles in _CALLS for call in calls for when in ("before", "after")
} | dict(_IN_COPY)
# The beginning of a bucket is crashed through step by step before anything else, as long as there is no beginning. The
# requests that are lost make the process look whether its record is there.
BEGINNING = [step for step in STEPS if step.startswith("start: ")]
LOST_FOR = {step: "start: PUT journal, before" for step in BEGINNING if "GET journal" in step}

# Which function of the product is which part of the protocol. What is not named here belongs to whoever called it.
_PARTS = {
    ("bucket_database", "_start_if_empty"): "start",
    ("chain", "catch_up"): "catch-up",
    ("commits", "put_record"): "commit",
    ("snapshots", "commit_file"): "snapshot commit",
    ("snapshots", "commit_content"): "snapshot commit",
    ("lease", "take"): "lease",
    ("lease", "release"): "lease back",
    ("upkeep", "keep_up"): "checkpoint",
    ("upkeep", "retire"): "retire",
    ("restoring", "state_at"): "restore",
}
_POOLS = {"history": "restore", "chain": "catch-up"}
_STORE = "chalicelib.store."
_VERBS = {"read": "GET", "info": "HEAD", "read_range": "GET range", "write": "PUT", "write_file": "PUT file"}
_VERBS |= {"keys": "LIST", "versions": "VERSIONS"}


def name_of_call(method: str, key: str) -> str:
    """The step of this call to the bucket, without its before or after."""
    what = "lease" if key == "schema.db.lease" else key.partition("/")[0]
    return f"{_part()}: {_VERBS.get(method, method)} {what}"


def _part() -> str:
    """Where in the protocol the process stands. Threads that fetch for a pool stand where the main thread waits."""
    found: list[str] = []
    frame: FrameType | None = sys._current_frames()[threading.main_thread().ident or 0]
    while frame is not None:
        module = str(frame.f_globals.get("__name__", ""))
        part = _PARTS.get((module.removeprefix(_STORE), frame.f_code.co_name)) if module.startswith(_STORE) else None
        if part is not None:
            found.append(part)
        frame = frame.f_back
    if found[:1] == ["commit"]:  # the record of a big change, and the first of all, are put by the same function
        return next((part for part in found if part in ("start", "snapshot commit")), "commit")
    return found[0] if found else _left_over()


def _left_over() -> str:
    """The part for which a pool still fetches after the main thread has left it with an error."""
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        module = str(frame.f_globals.get("__name__", "")).removeprefix(_STORE)
        if module in _POOLS:
            return _POOLS[module]
        frame = frame.f_back
    return "elsewhere"


class Steps:
    """Where this process dies, and where it waits to be let go on.

    crash_at: some steps, and at the how-manieth of them that it comes to it dies; patience: seconds after which that is
    given up.
    hold_at: the step before which it waits, once, for the file `go`, having made the file `held`.
    """

    def __init__(
        self, crash_at: tuple[list[str], int] | None, patience: float, hold_at: str | None, folder: Path, name: str
    ) -> None:
        self.passed: set[str] = set()
        self._crash, self._left = crash_at if crash_at is not None else ([], 0)
        self._over = time.monotonic() + patience
        self._hold_at = hold_at
        self._held, self._go = folder / f"held-{name}", folder / f"go-{name}"
        self._lock = threading.Lock()
        self.dying: Callable[[str], None] = lambda step: None

    def at(self, step: str) -> None:
        """Come to a step. Dies as a killed process does: nothing is closed, no block is left."""
        with self._lock:
            self.passed.add(step)
            if step in self._crash:
                self._left -= 1
                if self._left == 0:
                    self.dying(step)
                    os._exit(CRASHED)
            if self._crash and time.monotonic() > self._over:
                self.dying("")
                os._exit(IN_VAIN)
        if step == self._hold_at:
            self._hold_at = None
            self._held.touch()
            while not self._go.exists():
                time.sleep(0.01)


def watch_copies(steps: Steps, patch: Any) -> None:
    """Make what happens inside every copy of this process a step. patch: a pytest.MonkeyPatch."""
    from chalicelib.store import copies

    doing: list[str] = []  # which of the copy's methods is under way: the main thread alone changes copies
    copy = copies.Copy

    def around(name: str, before: str, after: str) -> None:
        method = getattr(copy, name)

        def stepping(self: copies.Copy, *arguments: Any, **keywords: Any) -> Any:
            if before:
                steps.at(before)
            doing.append(name)
            try:
                answer = method(self, *arguments, **keywords)
            finally:
                doing.pop()
            if after:
                steps.at(after)
            return answer

        patch.setattr(copy, name, stepping)

    def inside(owner: Any, name: str, before: dict[str, str], after: dict[str, str]) -> None:
        function = getattr(owner, name)

        def stepping(*arguments: Any, **keywords: Any) -> Any:
            within = doing[-1] if doing else ""
            if within in before:
                steps.at(before[within])
            answer = function(*arguments, **keywords)
            if within in after:
                steps.at(after[within])
            return answer

        patch.setattr(owner, name, stepping)

    inside(copy, "_transaction", {}, {"record": "copy: log recorded"})
    inside(copy, "_drop_log", {}, {"record": "copy: log dropped"})
    inside(copies, "_connect", {"apply": "copy: log laid beside"}, {})
    look = {"apply": "copy: brought into the file", "install": "copy: put in place"}
    original = copy._look

    def looking(self: copies.Copy) -> Any:
        within = doing[-1] if doing else ""
        if within in look:
            steps.at(look[within])
        doing.append("look")  # its own connection is no step
        try:
            return original(self)
        finally:
            doing.pop()

    patch.setattr(copy, "_look", looking)
    around("record", "copy: recording", "")
    around("apply", "copy: applying", "copy: applied")
    around("install", "copy: installing", "copy: installed")
