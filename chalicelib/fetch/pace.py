"""The delay between two requests to one host (K-054)."""

from datetime import datetime, timedelta

from chalicelib.ports.clock import Clock


class Pace:
    """Keeps requests to one host apart by `delay` seconds, measured at the server.

    asked_at: when the host was last asked, as known from elsewhere. hold_until: not before, as the host wished.
    Both aware, in UTC; both may be read to hand the pace on.
    """

    def __init__(
        self, clock: Clock, delay: float, asked_at: datetime | None = None, hold_until: datetime | None = None
    ) -> None:
        self._clock = clock
        self.delay = delay
        self.asked_at = asked_at
        self.hold_until = hold_until

    @property
    def ready_at(self) -> datetime:
        """When the host may be asked: now, where it never was and wishes nothing."""
        times = [self.hold_until] if self.hold_until else []
        if self.asked_at:
            times.append(self.asked_at + timedelta(seconds=self.delay))
        return max(times) if times else self._clock.now()

    def wait(self) -> None:
        """Sleep until `ready_at`."""
        ready = self.ready_at
        # A sleep may end early, by a signal or a clock that was set.
        while (left := (ready - self._clock.now()).total_seconds()) > 0:
            self._clock.sleep(left)

    def asked(self) -> None:
        """Mark that the host was asked. Called when its answer or the failure came: the request reached the server
        before that, so the next one reaches it a full delay later."""
        self.asked_at = self._clock.now()

    def hold(self, seconds: float) -> None:
        """Ask nothing for `seconds` from now (Retry-After); a longer hold stays."""
        until = self._clock.now() + timedelta(seconds=seconds)
        self.hold_until = max(self.hold_until, until) if self.hold_until else until
