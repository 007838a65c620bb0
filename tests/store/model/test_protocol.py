"""The protocol is safe in every interleaving of these scenes, and from every state all work can still be finished.

One reader is enough: readers change nothing, and every property is about one of them. The numbers of states are pinned,
so that a change of the model that quietly walks less is noticed.
"""

import time

import pytest

from tests.store.model.explore import explore
from tests.store.model.rules import PROTOCOL, Rules, Scene

VERSIONS = Rules(lists_versions=True)
LEASE = Rules(lease=True)

Tried = tuple[Rules, Scene, int]

SHORT: dict[str, Tried] = {
    "two writers, two units each, a crash": (PROTOCOL, Scene((("once", "keyed"),) * 2, crashes=1), 5790),
    "two writers, two crashes, a reader": (PROTOCOL, Scene((("keyed",),) * 2, readers=1, crashes=2), 32004),
    "one message to both, full disks": (
        PROTOCOL,
        Scene((("shared", "once"),) * 2, crashes=1, full_disk=True),
        2488,
    ),
    "given up with 503": (PROTOCOL, Scene((("once", "keyed"),) * 2, crashes=1, refusals=True), 8167),
    "three writers, a crash": (PROTOCOL, Scene((("keyed",),) * 3, crashes=1), 9211),
    "three writers with a lease": (LEASE, Scene((("once",),) * 3), 1903),
    "checkpoint and retention": (
        PROTOCOL,
        Scene((("once",),) * 2, readers=1, checkpoints=True, retention=True),
        23392,
    ),
    "checkpoint, retention, a crash": (
        PROTOCOL,
        Scene((("keyed",),) * 2, crashes=1, checkpoints=True, retention=True),
        20446,
    ),
    "restore against a writer": (PROTOCOL, Scene((("once", "once"), ("restore",)), crashes=1, refusals=True), 5001),
    "replace against a big change, files collected": (
        PROTOCOL,
        Scene((("replace",), ("big",)), checkpoints=True, retention=True, collection=True),
        18051,
    ),
    "an empty bucket, started by both": (PROTOCOL, Scene((("once",),) * 2, crashes=1, empty=True), 3931),
    "an empty bucket and its first checkpoint": (
        PROTOCOL,
        Scene((("once",),), readers=1, empty=True, checkpoints=True),
        1604,
    ),
    "a hole": (PROTOCOL, Scene((("once",), ("once", "once")), readers=1, holes=1), 10036),
    "a hole that a checkpoint covers": (
        PROTOCOL,
        Scene((("once",),) * 2, readers=1, crashes=1, holes=1, checkpoints=True, unheard=False),
        12676,
    ),
    "a restore over a hole, a reader": (
        PROTOCOL,
        Scene((("mend",), ("once",)), readers=1, holes=1, checkpoints=True, unheard=False),
        5138,
    ),
    "a restore over a hole, a crash": (
        PROTOCOL,
        Scene((("mend",), ("once",)), crashes=1, holes=1, checkpoints=True),
        16208,
    ),
    "the newest key lost, versions listed": (
        VERSIONS,
        Scene((("once",),) * 2, readers=1, crashes=1, holes=1, hole_at="newest"),
        9571,
    ),
}

LONG: dict[str, Tried] = {
    "two writers, two units each, two crashes, a reader": (
        PROTOCOL,
        Scene((("once", "keyed"),) * 2, readers=1, crashes=2),
        680266,
    ),
    "three writers, two units each, a crash": (PROTOCOL, Scene((("keyed", "once"),) * 3, crashes=1), 270906),
    "three writers, a crash, a reader": (PROTOCOL, Scene((("keyed",),) * 3, readers=1, crashes=1), 108386),
    "three writers, a crash, checkpoint, retention": (
        PROTOCOL,
        Scene((("once",),) * 3, crashes=1, checkpoints=True, retention=True),
        322364,
    ),
    "replace against a big change, with a reader": (
        PROTOCOL,
        Scene((("replace",), ("big",)), readers=1, checkpoints=True, retention=True, collection=True),
        265212,
    ),
    "restore against two units, a reader": (
        PROTOCOL,
        Scene((("once", "once"), ("restore",)), readers=1, crashes=1, refusals=True),
        76105,
    ),
    "restore against a writer, everything at once": (
        PROTOCOL,
        Scene(
            (("keyed",), ("restore",)),
            readers=1,
            crashes=1,
            checkpoints=True,
            retention=True,
            collection=True,
            full_disk=True,
        ),
        1752492,
    ),
    "an empty bucket, a crash, checkpoint, retention": (
        PROTOCOL,
        Scene((("once",), ("keyed",)), empty=True, crashes=1, checkpoints=True, retention=True),
        445551,
    ),
    "three writers, a hole, a crash, a reader": (
        PROTOCOL,
        Scene((("once",),) * 3, readers=1, holes=1, crashes=1),
        149110,
    ),
    "a hole, a crash, checkpoint, retention, a reader": (
        PROTOCOL,
        Scene((("once",),) * 2, readers=1, holes=1, crashes=1, checkpoints=True, retention=True),
        245488,
    ),
    "the newest key lost, a big change, versions listed": (
        VERSIONS,
        Scene((("keyed",), ("big",)), readers=1, holes=1, crashes=1, hole_at="newest"),
        62659,
    ),
    "two holes": (
        PROTOCOL,
        Scene((("once",), ("once", "once")), readers=1, holes=2, crashes=1),
        121214,
    ),
}


def _walk(tried: Tried) -> str:
    rules, scene, states = tried
    started = time.perf_counter()
    found = explore(rules, scene)
    assert found.violation is None, found.way
    assert found.states == states
    return f"{found.states:>8} states, {time.perf_counter() - started:5.1f} s"


@pytest.mark.parametrize("name", SHORT)
def test_every_interleaving_is_safe(name: str) -> None:
    _walk(SHORT[name])


@pytest.mark.prove
@pytest.mark.parametrize("name", LONG)
def test_every_interleaving_is_safe_at_length(name: str) -> None:
    print(f"{name}: {_walk(LONG[name])}")
