"""A clock that stands still until somebody sleeps."""

from datetime import UTC, datetime, timedelta

START = datetime(2026, 4, 1, 0, 0, 0, tzinfo=UTC)


class StandingClock:
    """Sleeping takes no time and moves it."""

    def __init__(self) -> None:
        self.time = START
        self.slept: list[float] = []

    def now(self) -> datetime:
        """The time."""
        return self.time

    def sleep(self, seconds: float) -> None:
        """Move the time."""
        self.slept.append(seconds)
        self.time += timedelta(seconds=max(seconds, 0))
