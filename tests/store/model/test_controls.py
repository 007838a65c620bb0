"""Each safety taken away alone: the model must find what goes wrong, in a scene that is safe with it."""

from dataclasses import replace

import pytest

from tests.store.model.explore import explore
from tests.store.model.rules import PROTOCOL, Rules, Scene

ONCE = Scene((("once",),) * 2)
TWICE = Scene((("once", "once"),) * 2)
KEPT = replace(ONCE, checkpoints=True, retention=True)
BEHIND = Scene((("once",), ("once", "once")), readers=1, holes=1)

CONTROLS: dict[str, tuple[Rules, Scene, str]] = {
    # the four of store.md
    "no condition on PUT": (Rules(conditional=False), ONCE, "an acknowledged commit is lost"),
    "no commit id, 412 taken for another's": (Rules(judge="another's"), ONCE, "a unit of work was done twice"),
    "no commit id, 412 taken for ours": (Rules(judge="ours"), ONCE, "an acknowledged commit is lost"),
    "delete instead of gone": (
        Rules(retires_by="deleted"),
        KEPT,
        "caught up, and behind an acknowledged commit",
    ),
    "a surviving copy": (
        Rules(empties_folder=False),
        replace(TWICE, crashes=1),
        "a copy is not the chain's state at its seq",
    ),
    # the rest of what it says
    "lease instead of condition": (Rules(conditional=False, lease=True), ONCE, "an acknowledged commit is lost"),
    "no LIST": (Rules(lists=False), BEHIND, "a hole was passed over"),
    "dirty copy mended": (
        Rules(refetches_dirty=False),
        replace(TWICE, full_disk=True),
        "a copy is not the chain's state at its seq",
    ),
    "reads during a commit": (Rules(reads_share_lock=False), ONCE, "a read saw a commit that is not in the chain"),
    "no idempotency key, a crash": (
        Rules(looks_for_key=False),
        Scene((("keyed",),) * 2, crashes=1),
        "a unit of work was done twice",
    ),
    "no idempotency key, one message to both": (
        Rules(looks_for_key=False),
        Scene((("shared",),) * 2),
        "a unit of work was done twice",
    ),
    "ranges not pinned": (
        Rules(pins_ranges=False),
        Scene((("once",),), readers=1, checkpoints=True),
        "a copy is not the chain's state at its seq",
    ),
    "retention before the checkpoint": (
        Rules(retires_covered=False),
        KEPT,
        "the newest commit cannot be reached",
    ),
    "checkpoint without a condition": (
        Rules(checkpoint_conditional=False),
        KEPT,
        "the newest commit cannot be reached",
    ),
    "record before its file": (
        Rules(file_before_record=False),
        Scene((("big",),) * 2),
        "the file of a snapshot is missing",
    ),
    # where it is silent
    "a cold start that failed counts as one, a hole": (Rules(stays_cold=False), BEHIND, "a hole was passed over"),
    "a cold start that failed counts as one": (
        Rules(stays_cold=False),
        Scene((("once",),), readers=1, crashes=1),
        "a reader went back",
    ),
    "LIST from the copy on": (
        Rules(lists_from_checkpoint=False),
        replace(BEHIND, readers=0),
        "a hole was passed over",
    ),
    "a later key is a hole": (Rules(reads_again=False), TWICE, "a healthy bucket is refused"),
    "gone forgets the commit": (Rules(gone_keeps_commit=False), KEPT, "a unit of work was done twice"),
    "checkpoint from an older copy": (Rules(checkpoint_forward=False), KEPT, "the newest commit cannot be reached"),
    "checkpoint from a dirty copy": (
        Rules(checkpoint_clean=False),
        KEPT,
        "schema.db is not the chain's state at its seq",
    ),
    "half a start refused": (
        Rules(finishes_start=False),
        replace(ONCE, empty=True),
        "a healthy bucket is refused",
    ),
    "unnamed files collected": (
        Rules(keeps_unnamed_files=False),
        Scene((("big",),) * 2),
        "the file of a snapshot is missing",
    ),
    "503 while the PUT is under way": (
        Rules(refuses_only_lost=False),
        replace(ONCE, refusals=True),
        "refused work was done",
    ),
}


@pytest.mark.parametrize("name", CONTROLS)
def test_a_control_finds_its_violation(name: str) -> None:
    rules, scene, expected = CONTROLS[name]
    found = explore(rules, scene)
    assert found.violation == expected, found.way
    assert found.way


SCENES = list(dict.fromkeys(scene for _, scene, _ in CONTROLS.values()))


@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_the_scenes_of_the_controls_are_safe_with_the_protocol(scene: Scene) -> None:
    found = explore(PROTOCOL, scene)
    assert found.violation is None, found.way


LIMITS: dict[str, tuple[Rules, Scene, str]] = {
    "the newest key deleted leaves no trace among the keys": (
        PROTOCOL,
        replace(ONCE, holes=1, hole_at="newest"),
        "an acknowledged commit is lost unseen",
    ),
    "a key deleted between a writer's LIST and its PUT": (
        Rules(lists_versions=True),
        replace(TWICE, holes=1, hole_at="anywhere"),
        "a hole was written over",
    ),
}


@pytest.mark.parametrize("name", LIMITS)
def test_what_the_protocol_cannot_see(name: str) -> None:
    """Only withholding `s3:DeleteObject` on the journal helps here; if a change ends a limit, this tells."""
    rules, scene, expected = LIMITS[name]
    assert explore(rules, scene).violation == expected


def test_a_way_reads_as_the_steps_of_the_protocol() -> None:
    found = explore(Rules(judge="another's"), Scene((("once",),)))
    assert found.way == (
        "p0 cold: GET schema.db",
        "p0 GET: 404",
        "p0 LIST: nothing later; BEGIN, work, COMMIT",
        "p0 PUT unheard, taken for lost",
        "the unheard PUT of w0 arrives",
        "p0 GET: apply",
        "p0 GET: 404",
        "p0 LIST: nothing later; BEGIN, work, COMMIT",
        "p0 PUT: 200",
    )
