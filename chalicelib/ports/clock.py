"""The time, as a port, so that tests can live through a month."""

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time and waits."""

    def now(self) -> datetime:
        """The time, aware, in UTC."""

    def sleep(self, seconds: float) -> None:
        """Wait; nothing when `seconds` is not above 0."""


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        """The time, aware, in UTC."""
        return datetime.now(UTC)

    def sleep(self, seconds: float) -> None:
        """Wait; nothing when `seconds` is not above 0."""
        if seconds > 0:
            time.sleep(seconds)
