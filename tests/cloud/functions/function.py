"""One function's process, as Lambda keeps it warm: events in, results out, one at a time, a line each.

    python -m tests.cloud.functions.function

A line in is `{"handler", "event", "hours", "die"}`: the name in app.py, the event, by how many hours the clock
goes ahead, and at which call the process dies (`module:name:before` or `…:after`). A line out is `{"result"}` or
`{"error"}`.
Settings come from the environment, as in Lambda; KUNUGI_TEST_SLICE, _PATIENCE and _MERGE (seconds) make it quicker.
"""

import importlib
import json
import os
import sys
import traceback
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import app as front_door
from chalicelib.cloud import open_services
from chalicelib.crawl import events
from chalicelib.ports.clock import SystemClock
from chalicelib.services import Services

KILLED = 137


class AheadClock(SystemClock):
    """The system's clock, some hours ahead."""

    def __init__(self, hours: float) -> None:
        self._ahead = timedelta(hours=hours)

    def now(self) -> datetime:
        """The time."""
        return super().now() + self._ahead


def quick(services: Services) -> Services:
    """With the slices that the environment wishes."""
    return replace(
        services,
        slice_seconds=float(os.environ.get("KUNUGI_TEST_SLICE", services.slice_seconds)),
        patience_seconds=float(os.environ.get("KUNUGI_TEST_PATIENCE", services.patience_seconds)),
    )


def die_at(place: str) -> None:
    """End this process, as a kill does, before or after the named call."""
    module_name, name, when = place.split(":")
    module = importlib.import_module(module_name)
    original = getattr(module, name)

    def dying(*arguments: Any, **keywords: Any) -> Any:
        if when == "after":
            original(*arguments, **keywords)
        os._exit(KILLED)

    setattr(module, name, dying)


def answer(order: dict[str, Any], services: Services) -> dict[str, Any]:
    """Call the handler as Lambda does."""
    if order.get("die"):
        die_at(order["die"])
    front_door.use(replace(services, clock=AheadClock(order["hours"])) if order.get("hours") else services)
    try:
        return {"result": getattr(front_door, order["handler"])(order["event"], None)}
    except Exception:
        return {"error": traceback.format_exc()}


def main() -> None:
    """Serve until the input ends. What anybody prints goes to stderr: the output is for results."""
    out, sys.stdout = sys.stdout, sys.stderr
    events.MERGE_EVERY_SECONDS = float(os.environ.get("KUNUGI_TEST_MERGE", events.MERGE_EVERY_SECONDS))
    importlib.import_module("chalicelib.crawl.tick")  # what handlers import late
    services = quick(open_services())
    with services.database.read():  # a cold copy, too, is no part of a handler's time here
        pass
    print("ready", file=out, flush=True)
    for line in sys.stdin:
        out.write(json.dumps(answer(json.loads(line), services)) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
