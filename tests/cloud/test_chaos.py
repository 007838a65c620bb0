"""Writers that crash at any step, pause, and lose messages: nothing lost, nothing doubled, no reader goes back."""

import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from chalicelib.ports.clock import SystemClock
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.importing import find_problems
from tests.cloud.conftest import Servers
from tests.cloud.servers import Server
from tests.local.processes import ROOT

CRASHED = 77


def start(
    server: Server, name: str, folder: Path, role: str, number: int, seconds: float, seed: int
) -> subprocess.Popen[str]:
    arguments = [server.endpoint, name, str(folder / f"{role}-{number}"), str(folder / "acknowledged")]
    command = [sys.executable, "-m", "tests.cloud.chaos_worker", *arguments, str(seconds), str(seed), role]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def chaos(server: Server, name: str, folder: Path, seconds: float, writers: int, readers: int) -> dict[str, int]:
    """Run it; a process that crashed starts anew on the folder it left. Gives what happened, after checking it."""
    (folder / "acknowledged").touch()
    bucket = S3Bucket(name, client=server.client())
    BucketDatabase(bucket, folder / "first", SystemClock()).keep_up()
    roles = [("writer", n) for n in range(writers)] + [("reader", n) for n in range(readers)] + [("keeper", 0)]
    ends_at, seed, crashes, faults = time.time() + seconds, 0, 0, []
    running: dict[tuple[str, int], subprocess.Popen[str]] = {}
    while time.time() < ends_at or running:
        for role, number in roles:
            process = running.get((role, number))
            if process is not None and process.poll() is not None:
                said = process.stdout.read() if process.stdout else ""
                crashes += process.returncode == CRASHED
                if process.returncode not in (0, CRASHED):
                    faults.append(f"{role} {number}: {process.returncode} {said[-2000:]}")
                del running[role, number]
            if (role, number) not in running and time.time() < ends_at - 1:
                seed += 1
                left = ends_at - time.time()
                running[role, number] = start(server, name, folder, role, number, left, seed)
        time.sleep(0.05)
        if time.time() > ends_at + 60:
            faults.extend(f"{role} hangs" for role in running)
            for process in running.values():
                process.kill()
            break
    assert faults == []
    acknowledged = (folder / "acknowledged").read_text().split()
    last = BucketDatabase(bucket, folder / "last", SystemClock())
    with last.read() as connection:
        counts = Counter(row[0] for row in connection.execute("SELECT name FROM products"))
        assert find_problems(connection) == []
    assert [name for name in acknowledged if counts[name] != 1] == []
    assert [name for name, count in counts.items() if count > 1] == []
    return {"acknowledged": len(acknowledged), "rows": len(counts), "commits": last.seq(), "crashes": crashes}


def test_a_little_chaos(server: Server, name: str, tmp_path: Path) -> None:
    done = chaos(server, name, tmp_path, 8, writers=2, readers=1)
    assert done["acknowledged"] > 3


@pytest.mark.prove
def test_a_minute_of_chaos(server: Server, name: str, tmp_path: Path) -> None:
    done = chaos(server, name, tmp_path, 60, writers=6, readers=2)
    print(json.dumps({"server": server.name, **done}))
    assert done["crashes"] > 10


@pytest.mark.prove
@pytest.mark.parametrize("control", ["no-condition", "no-commit-id"])
def test_the_chaos_finds_what_is_taken_away(
    servers: Servers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, control: str
) -> None:
    """Without the condition acknowledged rows are lost; without the commit's id a lost answer doubles them."""
    server = servers.get("moto")
    monkeypatch.setenv("KUNUGI_CHAOS_CONTROL", control)
    with pytest.raises(AssertionError):
        chaos(server, server.new_bucket(), tmp_path, 15, writers=4, readers=0)
