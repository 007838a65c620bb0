"""Processes that crash at every step, pause, and lose messages: nothing lost, nothing doubled, no reader goes back."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from chalicelib.ports.clock import SystemClock
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.errors import JournalError
from chalicelib.store.restoring import pull
from tests.cloud.chaos.happenings import Happenings, of
from tests.cloud.chaos.steps import BEGINNING, STEPS
from tests.cloud.chaos.walking import Finding, Walk, judge, walk, whole
from tests.cloud.servers import ACCESS_KEY, SECRET_KEY, Server
from tests.local.processes import ROOT, kunugi

EVERYBODY = {"writer": 6, "reader": 2, "keeper": 1, "restorer": 1, "replacer": 1}
A_FEW = {"writer": 2, "reader": 1, "keeper": 1, "restorer": 1, "replacer": 1}


def conduct(
    server: Server, name: str, folder: Path, **program: Any
) -> tuple[Walk, list[Finding], list[dict[str, Any]]]:
    """Run a program (see the conductor) to its end. Gives the chain, what does not hold, and what happened."""
    happenings = Happenings(folder)
    command = [sys.executable, "-m", "tests.cloud.chaos.conductor", server.endpoint, name, str(folder)]
    done = subprocess.run(command, cwd=ROOT, input=json.dumps(program), text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    lines = happenings.all()
    walked = walk(S3Bucket(name, client=server.client()), happenings, folder / "walking")
    return walked, judge(walked, lines) + reached(server, name, folder, walked, lines), lines


def figures(walked: Walk, lines: list[dict[str, Any]]) -> dict[str, Any]:
    """What happened, counted."""
    crashes = [(line["role"], line["step"]) for line in of(lines, "crash")]
    return {
        "seconds": next(of(lines, "over"))["seconds"],
        "commits": walked.newest,
        "snapshots": sum(state.kind == "snapshot" for state in walked.states.values()),
        "retired": walked.retired,
        "acknowledged": sum(1 for _ in of(lines, "wrote")),
        "restores": sum(1 for _ in of(lines, "restored")),
        "replaced": sum(1 for _ in of(lines, "replaced")),
        "reads": sum(1 for _ in of(lines, "read")),
        "refused": dict(Counter(line["why"] for line in of(lines, "refused"))),
        "crashes": len(crashes),
        "steps": f"{len({step for _, step in crashes})} of {len(STEPS)}",
        "missed": sorted(set(STEPS) - {step for _, step in crashes}),
        "roles and steps": f"{len(set(crashes))} of {sum(map(len, STEPS.values()))}",
    }


def reached(server: Server, name: str, folder: Path, walked: Walk, lines: list[dict[str, Any]]) -> list[Finding]:
    """Hold the newest state, as a process that starts now has it and as a pulled file, against the chain."""
    bucket = S3Bucket(name, client=server.client())
    last = BucketDatabase(bucket, folder / "last", SystemClock())
    acknowledged = max((line["seq"] for line in lines if line["what"] in ("wrote", "restored", "replaced")), default=0)
    try:
        with last.read():
            pull(bucket, folder / "pulling", folder / "pulled.db")
    except JournalError as error:
        return [Finding("lost", f"{acknowledged} was acknowledged, and who starts now is refused: {error}")]
    if not acknowledged <= last.seq() == walked.newest:
        return [Finding("lost", f"{acknowledged} was acknowledged, and who starts now comes to {last.seq()}")]
    return whole(folder / "last" / "schema.db", walked) + whole(folder / "pulled.db", walked)


def test_a_little_chaos(server: Server, tmp_path: Path) -> None:
    name = server.new_bucket(versioned=True)
    walked, findings, lines = conduct(
        server, name, tmp_path, seconds=2, more_seconds=20, spared=0.5, seed=1, roles=A_FEW
    )
    assert findings == []
    done = figures(walked, lines)
    assert done["acknowledged"] > 3
    assert {line["step"] for line in of(lines, "crash")} >= set(BEGINNING)


@pytest.mark.prove
def test_a_minute_of_chaos_with_a_crash_at_every_step(server: Server, tmp_path: Path) -> None:
    name = server.new_bucket(versioned=True)
    walked, findings, lines = conduct(
        server, name, tmp_path, seconds=60, more_seconds=240, every_step=True, seed=2, roles=EVERYBODY
    )
    done = figures(walked, lines)
    print(json.dumps({"server": server.name, **done}))
    assert findings == []
    assert done["missed"] == []
    assert min(done[what] for what in ("retired", "snapshots", "restores", "replaced", "reads")) > 3
    cloud: dict[str, Any] = {
        "KUNUGI_BUCKET": name,
        "AWS_ENDPOINT_URL_S3": server.endpoint,
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    cloud |= {"AWS_ACCESS_KEY_ID": ACCESS_KEY, "AWS_SECRET_ACCESS_KEY": SECRET_KEY}
    assert kunugi(tmp_path, "db", "pull", str(tmp_path / "by-command.db"), **cloud).returncode == 0
    assert whole(tmp_path / "by-command.db", walked) == []
    passed = {step for line in of(lines, "passed") for step in line["steps"]}
    assert passed - set(STEPS) == set()
