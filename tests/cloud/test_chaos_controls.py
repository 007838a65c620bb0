"""Each safety of the protocol taken away alone: the checks of the chaos must say what is lost or doubled, and nothing
when it is there. Schedules make the moment happen that chance would only now and then."""

from pathlib import Path
from typing import Any

import pytest

from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.store.journal import read_record
from tests.cloud.chaos.happenings import of
from tests.cloud.conftest import Servers
from tests.cloud.servers import Server
from tests.cloud.test_chaos import conduct

PUT = "commit: PUT journal, before"
Schedule = list[list[Any]]


def writes(number: int, **more: Any) -> dict[str, Any]:
    """A writer of one row."""
    return {"role": "writer", "number": number, "times": 1, **more}


# Two writers have prepared the same number; one puts its record, then the other.
ONE_AFTER_THE_OTHER: Schedule = [
    ["run", writes(0)],
    ["start", writes(1, hold_at=PUT)],
    ["start", writes(2, hold_at=PUT)],
    ["await", "writer-1"],
    ["await", "writer-2"],
    ["release", "writer-1"],
    ["release", "writer-2"],
]
# The record is in the bucket, and its writer does not hear of it.
AN_ANSWER_LOST: Schedule = [["run", writes(0)], ["run", writes(1, lose="commit: PUT journal, after")]]
# A writer falls asleep before its PUT; meanwhile others write on, and what they wrote is retired; then it wakes up.
A_LATE_RISER: Schedule = [
    ["run", writes(0)],
    ["start", writes(1, hold_at=PUT)],
    ["await", "writer-1"],
    ["run", writes(0, times=9)],
    ["run", {"role": "keeper", "number": 0, "times": 1, "keep_seconds": 0}],
    ["run", writes(0, times=2)],
    ["release", "writer-1"],
    ["run", {"role": "reader", "number": 0, "times": 3}],
]


def back_from(step: str) -> Schedule:
    """A writer dies at a step of its commit; the process after it finds its folder, looks, and writes."""
    return [
        ["run", writes(0, times=2)],
        ["run", writes(1, crash_at=([step], 1))],
        ["run", writes(1)],
        ["run", {"role": "reader", "number": 0, "times": 1}],
    ]


# What is taken away, when, and which check has to say so.
#
# A surviving copy: the design page's own control is a copy that has run a transaction before its PUT and survives. Here
# a copy never holds what is not durable, so surviving alone would leave it a commit of the chain, and nothing to find.
# The counterparts are the two ways in which something not durable can lie in its folder after all: a log beside the
# file, where the process died before it was dropped; and, when commits were applied first, the file itself.
CONTROLS: dict[str, tuple[str, Schedule, set[str]]] = {
    "no condition": ("no-condition", ONE_AFTER_THE_OTHER, {"lost"}),
    "no commit id": ("no-commit-id", AN_ANSWER_LOST, {"doubled"}),
    "delete instead of gone": ("deletes", A_LATE_RISER, {"lost", "hole"}),
    "a surviving log": ("survives", back_from("copy: log recorded"), {"phantom", "lost"}),
    "a surviving copy of what was not put": ("survives+applies-first", back_from(PUT), {"hole", "lost"}),
}


@pytest.mark.prove
@pytest.mark.parametrize("control", CONTROLS)
def test_a_control_is_found(server: Server, name: str, tmp_path: Path, control: str) -> None:
    taken, schedule, expected = CONTROLS[control]
    told = [[action, {**plan, "control": taken} if isinstance(plan, dict) else plan] for action, plan in schedule]
    _, findings, _ = conduct(server, name, tmp_path, schedule=told)
    print([f"{finding.check}: {finding.text}" for finding in findings])
    assert {finding.check for finding in findings} >= expected


@pytest.mark.prove
@pytest.mark.parametrize("control", CONTROLS)
def test_the_same_is_safe_with_the_protocol(server: Server, name: str, tmp_path: Path, control: str) -> None:
    _, schedule, _ = CONTROLS[control]
    _, findings, lines = conduct(server, name, tmp_path, schedule=schedule)
    assert findings == []
    assert len(list(of(lines, "wrote"))) >= 2
    if schedule is A_LATE_RISER:
        record = read_record(S3Bucket(name, client=server.client()), 3)
        assert record is not None
        assert record.kind == "gone"  # what the late riser came to
    assert sum(1 for _ in of(lines, "crash")) == sum("crash_at" in str(step) for step in schedule)


@pytest.mark.prove
@pytest.mark.parametrize(("control", "check"), [("no-condition", "lost"), ("no-commit-id", "doubled")])
def test_chance_finds_it_too(servers: Servers, tmp_path: Path, control: str, check: str) -> None:
    """Without any schedule: the chaos itself, with one safety less. Each writer misses one answer for certain."""
    server = servers.get("moto")
    program = {
        "roles": {"writer": 4},
        "seconds": 15,
        "lose": "commit: PUT journal, after",
        "seed": 3,
        "control": control,
    }
    _, findings, _ = conduct(server, server.new_bucket(), tmp_path, **program)
    assert check in {finding.check for finding in findings}
