"""The delay between two requests to a host (K-054)."""

from datetime import timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from chalicelib.fetch.pace import Pace
from tests.fetch.clocks import START, StandingClock


def test_the_first_request_waits_for_nothing() -> None:
    clock = StandingClock()
    pace = Pace(clock, 5.0)
    pace.wait()
    assert (clock.slept, pace.ready_at) == ([], START)


def test_the_second_waits_from_when_the_first_was_answered() -> None:
    clock = StandingClock()
    pace = Pace(clock, 5.0)
    pace.asked()
    clock.sleep(2.0)
    pace.wait()
    assert clock.now() == START + timedelta(seconds=5)


def test_it_goes_on_from_what_another_process_knew() -> None:
    clock = StandingClock()
    pace = Pace(clock, 5.0, asked_at=START - timedelta(seconds=2), hold_until=START + timedelta(seconds=1))
    assert pace.ready_at == START + timedelta(seconds=3)
    pace.hold(60)
    pace.hold(10)
    assert (pace.ready_at, pace.hold_until) == (START + timedelta(seconds=60), START + timedelta(seconds=60))
    pace.wait()
    assert clock.now() == START + timedelta(seconds=60)


def test_a_sleep_that_ends_early_is_gone_on_with() -> None:
    class LightSleeper(StandingClock):
        """Wakes after a second at the latest."""

        def sleep(self, seconds: float) -> None:
            super().sleep(min(seconds, 1.0))

    clock = LightSleeper()
    pace = Pace(clock, 2.5, asked_at=START)
    pace.wait()
    assert clock.slept == [1.0, 1.0, 0.5]


@given(st.floats(0, 60), st.lists(st.tuples(st.floats(0, 30), st.floats(0, 30), st.floats(0, 30)), min_size=2))
def test_no_two_requests_are_closer_than_the_delay(delay: float, steps: list[tuple[float, float, float]]) -> None:
    """Whatever answering, working and Retry-After take: seen at the server, which is asked before it answers."""
    clock = StandingClock()
    pace = Pace(clock, delay)
    arrivals = []
    for answering, working, held in steps:
        pace.wait()
        arrivals.append(clock.now())
        clock.sleep(answering)
        pace.asked()
        pace.hold(held)
        clock.sleep(working)
    gaps = [(later - earlier).total_seconds() for earlier, later in pairwise(arrivals)]
    least = zip(gaps, steps, strict=False)
    assert all(gap >= step[0] + max(delay, step[2]) - 0.00001 for gap, step in least)
