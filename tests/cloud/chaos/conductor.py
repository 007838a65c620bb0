"""Starts the processes of the chaos, hands out the steps at which they crash, and starts them again on what they left.

    python -m tests.cloud.chaos.conductor ENDPOINT BUCKET FOLDER < program.json

It imports once and forks, so that a process costs little and a minute holds hundreds of crashes. A program is either a
chaos (`seconds` and the number of each role) or a `schedule`: a list of `["run", plan]`, `["start", plan]`,
`["await", name]` (until that process is held at its step), `["release", name]`.
"""

import gc
import json
import os
import random
import sys
import time
import traceback
from pathlib import Path
from typing import Any

from chalicelib.ports.s3_bucket import S3Bucket
from tests.cloud.chaos.happenings import Happenings, of
from tests.cloud.chaos.roles import STOP, Plan, Role
from tests.cloud.chaos.steps import BEGINNING, CRASHED, IN_VAIN, LOST_FOR, REPLACER, RESTORER, STEPS
from tests.cloud.servers import client

PATIENCE = 8.0
AT_ONCE = {"writer": 4, "reader": 4}  # steps that one process is given; there is one of each other role: all
SPARED = 0.25
ENOUGH = 5
HANGS_AFTER = 60.0
FEWER_FAULTS = {RESTORER: 0.2, REPLACER: 0.2}  # their work is so many requests that it would hardly ever be done


class Conductor:
    """The processes that run."""

    def __init__(self, bucket: S3Bucket, folder: Path) -> None:
        self._bucket = bucket  # its connections are made by whoever forked
        self._folder = folder
        self.happenings = Happenings(folder)
        self.running: dict[str, tuple[int, Plan]] = {}

    def start(self, plan: Plan) -> None:
        """Fork a process that does as planned."""
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                os.nice(5)  # the server goes before all who ask it
                Role(plan, self._bucket, self.happenings).run()
                code = 0
            except BaseException:
                self.happenings.note("fault", role=plan.role, text=traceback.format_exc()[-3000:])
            finally:
                os._exit(code)
        self.running[f"{plan.role}-{plan.number}"] = (pid, plan)

    def ended(self) -> list[tuple[Plan, int]]:
        """The processes that ended since it was asked last, and how."""
        gone = []
        for name, (pid, plan) in list(self.running.items()):
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                del self.running[name]
                gone.append((plan, os.waitstatus_to_exitcode(status)))
        return gone

    def wait(self, name: str) -> int:
        """How that process ended."""
        pid, _ = self.running.pop(name)
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    def stop(self) -> None:
        """Kill what hangs."""
        for name, (pid, _) in self.running.items():
            self.happenings.note("fault", role=name, text="it hangs")
            os.kill(pid, 9)
            os.waitpid(pid, 0)
        self.running.clear()


def begin(conductor: Conductor, folder: str, seed: int) -> None:
    """Crash at each step of the beginning of a bucket, one process after the other, and begin it."""
    order = sorted(BEGINNING, key=lambda step: ("PUT journal" in step, BEGINNING.index(step)))
    for step in order:
        lose = LOST_FOR.get(step)
        plan = Plan("writer", 0, folder, time.monotonic() + 10, seed, rate=0, crash_at=([step], 1), lose=lose)
        conductor.start(plan)
        if (code := conductor.wait("writer-0")) != CRASHED:
            conductor.happenings.note("fault", role="writer", text=f"did not come to {step}, ended with {code}")


def chaos(conductor: Conductor, program: dict[str, Any], folder: str) -> None:
    """All roles until the time is over and enough was done: a crash at every step, or (not `every_step`) some rows
    acknowledged; on a slow machine `more_seconds` longer at most. spared: the share of processes that crash nowhere.
    """
    chance = random.Random(program["seed"])
    control = program.get("control", "")
    if not control:
        begin(conductor, folder, program["seed"])
    began = time.monotonic()
    ends_at = began + program["seconds"]
    latest = ends_at + program.get("more_seconds", 0)
    slots = [(role, n) for role, count in program["roles"].items() for n in range(count)]
    every_step, share_spared = program.get("every_step", False), program.get("spared", SPARED)
    hit, wrote, place = set(BEGINNING), 0, 0
    stop = Path(folder) / STOP
    while conductor.running or not stop.exists():
        now = time.monotonic()
        enough = len(hit) == len(STEPS) if every_step else wrote >= ENOUGH
        if now > latest or (now > ends_at and enough):
            stop.touch()
        for _, code in conductor.ended():
            if code not in (0, CRASHED, IN_VAIN):
                time.sleep(0.2)  # its fault is noted; not again and again at full speed
        lines, place = conductor.happenings.since(place)
        hit |= {line["step"] for line in of(lines, "crash")}
        wrote += sum(1 for _ in of(lines, "wrote"))
        wanted = {role for step, roles in STEPS.items() if step not in hit for role in roles}
        for role, number in slots:
            if now > ends_at and number > 0 and role not in wanted:
                continue  # what comes after the time is for the steps that nobody came to yet
            if f"{role}-{number}" not in conductor.running and not stop.exists():
                spared = bool(control) or (now < ends_at and chance.random() < share_spared)
                conductor.start(
                    Plan(
                        role,
                        number,
                        folder,
                        latest,
                        seed=chance.randrange(1 << 30),
                        rate=FEWER_FAULTS.get(role, program.get("rate", 1.0)),
                        times=3 if spared and not control else 1_000_000,
                        crash_at=None if spared else _next(role, hit, conductor, chance),
                        patience=PATIENCE,
                        lose=program.get("lose"),
                        control=control,
                    )
                )
        if now > latest + HANGS_AFTER:
            conductor.stop()
        time.sleep(0.01)
    conductor.happenings.note("over", seconds=round(time.monotonic() - began))


def _next(role: str, hit: set[str], conductor: Conductor, chance: random.Random) -> tuple[list[str], int]:
    """Where the next process of this role dies: at the first it comes to of some steps that nobody died at yet and
    nobody else was given; when there are none, anywhere.
    """
    given = {step for _, plan in conductor.running.values() if plan.crash_at is not None for step in plan.crash_at[0]}
    own = [step for step, roles in STEPS.items() if role in roles and step not in BEGINNING]
    left = [step for step in own if step not in hit]
    free = [step for step in left if step not in given] or left
    if free:
        return chance.sample(free, min(AT_ONCE.get(role, len(free)), len(free))), 1
    return own, chance.randint(1, 150)


def follow(conductor: Conductor, schedule: list[list[Any]], folder: str) -> None:
    """The steps of a schedule, one after the other; what is still running at the end is waited for."""
    for action, told in schedule:
        if action in ("run", "start"):
            asked = {**told, "crash_at": (told["crash_at"][0], told["crash_at"][1])} if "crash_at" in told else told
            plan = Plan(**{"folder": folder, "ends_at": time.monotonic() + 30, "seed": 1, "rate": 0, "big": 0, **asked})
            conductor.start(plan)
            if action == "run":
                conductor.wait(f"{plan.role}-{plan.number}")
        elif action == "await":
            until = time.monotonic() + 30
            while not (Path(folder) / f"held-{told}").exists() and time.monotonic() < until:
                time.sleep(0.01)
        elif action == "release":
            (Path(folder) / f"go-{told}").touch()
            conductor.wait(told)
    for name in list(conductor.running):
        conductor.wait(name)


def main() -> None:
    """Do what the program says."""
    endpoint, name, folder = sys.argv[1:]
    program = json.load(sys.stdin)
    gc.collect()
    gc.freeze()  # what was imported is not looked through, and so not copied, by each fork
    conductor = Conductor(S3Bucket(name, client=client(endpoint, read_seconds=10.0)), Path(folder))
    try:
        if "schedule" in program:
            follow(conductor, program["schedule"], folder)
        else:
            chaos(conductor, program, folder)
    finally:
        conductor.stop()


if __name__ == "__main__":
    main()
