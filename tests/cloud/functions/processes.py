"""A process that stands for a function's instance: kept warm, killed with its time-out, and started again."""

import json
import os
import select
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from tests.local.processes import ROOT


class DiedError(Exception):
    """The instance was killed or took longer than its time-out."""


class FailedError(Exception):
    """The handler raised; the text is its traceback."""


class Instance:
    """One instance, used by one thread; whoever wants may `kill` it."""

    def __init__(self, environment: Mapping[str, str], timeout_seconds: float) -> None:
        self._environment = {**os.environ, **environment}
        self._timeout = timeout_seconds
        self._process: subprocess.Popen[str] | None = None
        self.busy = self.ready = False

    def get_ready(self) -> None:
        """Start the process where there is none; Lambda's time-out does not count that."""
        if self._process is not None and self._process.poll() is None:
            return
        self.kill()
        command = [sys.executable, "-m", "tests.cloud.functions.function"]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=self._environment, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
        )
        with suppress(DiedError):
            self.ready = self._line(60) != ""

    def invoke(self, handler: str, event: Any, *, hours: float = 0.0, die: str = "") -> Any:
        """Call a handler and give its result; see `function.py`. Raises DiedError, FailedError."""
        self.get_ready()
        self.busy = True
        try:
            answer = self._ask({"handler": handler, "event": event, "hours": hours, "die": die})
        except DiedError:
            self.kill()
            raise
        finally:
            self.busy = False
        if die:
            self.kill()  # what was patched in it must not stay
        if "error" in answer:
            raise FailedError(answer["error"])
        return answer["result"]

    def kill(self) -> None:
        """End the process at once."""
        process = self._process
        if process is not None:
            process.kill()
            process.wait()

    def _ask(self, order: Any) -> Any:
        process = self._process
        try:
            if process is None or process.stdin is None:
                raise DiedError
            process.stdin.write(json.dumps(order) + "\n")
            process.stdin.flush()
        except OSError as error:
            raise DiedError from error
        return json.loads(self._line(self._timeout))

    def _line(self, seconds: float) -> str:
        process = self._process
        if process is None or process.stdout is None:
            raise DiedError
        ready, _, _ = select.select([process.stdout], [], [], seconds)
        line = process.stdout.readline() if ready else ""
        if not line:
            raise DiedError
        return line
