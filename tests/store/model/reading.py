"""Cold start and catch-up: store.md, Commit 1, Copies, and the cold start of Checkpoint/retention."""

from collections.abc import Iterator

from tests.store.model.rules import Rules, Scene
from tests.store.model.states import (
    NO_FILE,
    TORN,
    Copy,
    Process,
    Record,
    State,
    Step,
    any_hole,
    is_hole,
    key,
    open_holes,
    violated,
    with_process,
)

Moves = Iterator[tuple[str, State]]


def copy_at(record: Record) -> Copy:
    """The file as the record leaves it on the right parent."""
    return Copy(record.commit.seq, record.commit, record.content)


def moved(state: State, number: int, copy: Copy, *, warm: bool) -> State:
    """The process holds another file and catches up further. A person who was answered here must not be taken back."""
    process = state.processes[number]
    served = max(process.served, copy.seq) if warm else process.served
    state = with_process(state, number, process._replace(step="catch", copy=copy, warm=warm, served=served))
    return violated(state, "a reader went back") if warm and copy.seq < process.served else state


def at(state: State, number: int, process: Process, step: Step) -> State:
    """The same process at another step."""
    return with_process(state, number, process._replace(step=step))


def read(state: State, number: int, rules: Rules, scene: Scene) -> Moves:
    """The steps of any process up to `ready`."""
    process = state.processes[number]
    copy = process.copy
    if process.step == "cold":
        yield from _cold(state, number, process, rules)
    elif process.step == "halted" and not open_holes(state):
        yield "asked again, now that schema.db covers the hole", at(state, number, process, "cold")
    elif copy is None:
        return
    elif process.step == "half":  # the second of two ranged GETs
        if copy == state.base:
            yield "GET schema.db, second range", at(state, number, process, "catch")
        else:
            torn = Copy(copy.seq, copy.commit, TORN)
            yield "GET schema.db, second range of another", moved(state, number, torn, warm=False)
    elif process.step == "catch":
        yield from _next_record(state, number, process, copy, rules, number >= len(scene.programs))
    elif process.step in ("fetch", "refetch"):
        yield from _whole_file(state, number, process, copy)
    elif process.step == "confirm":
        yield from _list(state, number, process, copy, rules)
    elif process.step == "alarm":
        yield from _alarm(state, number, process, copy, rules)


def _alarm(state: State, number: int, process: Process, copy: Copy, rules: Rules) -> Moves:
    """Commit 1: a LIST is no snapshot of the bucket, so what came while it ran is no hole."""
    if rules.reads_again and key(state, copy.seq + 1) is not None:
        yield "GET again: it is there", at(state, number, process, "catch")
    elif state.base is not None and state.base.seq > copy.seq:
        yield "a hole that schema.db covers", at(state, number, process, "refetch")
    else:
        yield "a hole: serve and write nothing", _halt(state, number, process)


def _whole_file(state: State, number: int, process: Process, copy: Copy) -> Moves:
    """Commit 1: `snapshot` and `gone` records are followed by fetching the file that holds a later state."""
    if process.step == "fetch":
        slot = key(state, copy.seq + 1)
        if slot is not None and slot.status == "here" and slot.record.commit in state.files:
            yield "GET the snapshot's file", moved(state, number, copy_at(slot.record), warm=process.warm)
        else:
            yield "the snapshot's file is away: read the record again", at(state, number, process, "catch")
    elif state.base is not None and state.base.seq > copy.seq:
        yield "GET schema.db for a gone record", moved(state, number, state.base, warm=process.warm)
    else:
        yield "no schema.db covers a gone record", violated(state, "the newest commit cannot be reached")


def _cold(state: State, number: int, process: Process, rules: Rules) -> Moves:
    """Cold start: schema.db, then the journal from there on."""
    if state.base is not None:
        if rules.pins_ranges:
            yield "cold: GET schema.db", moved(state, number, state.base, warm=False)
        else:
            yield "cold: GET schema.db, first range", at(state, number, process._replace(copy=state.base), "half")
    elif state.journal and not rules.finishes_start:
        yield "cold: a journal without schema.db is refused", _halt(state, number, process)
    else:
        yield "cold: no schema.db", moved(state, number, NO_FILE, warm=False)


def _next_record(state: State, number: int, process: Process, copy: Copy, rules: Rules, reader: bool) -> Moves:
    """Commit 1: apply `journal/<seq+1>`; 404 is the end, if a LIST agrees."""
    slot = key(state, copy.seq + 1)
    if not rules.stays_cold and reader and not process.warm:
        yield "an error on the way; the next read takes the copy as it is", ready(state, number)
    if slot is None:
        if not any_hole(state) and copy.seq < max((commit.seq for commit in state.told), default=0):
            yield "GET: 404", violated(state, "caught up, and behind an acknowledged commit")
        elif rules.lists and not (reader and process.warm):
            yield "GET: 404", at(state, number, process, "confirm")
        elif not reader or not process.warm:
            yield "GET: 404, taken as the end", ready(state, number)
    elif slot.status == "gone":
        yield "GET: gone", at(state, number, process, "refetch")
    elif slot.record.kind == "snapshot":
        yield "GET: a snapshot", at(state, number, process, "fetch")
    elif slot.record.parent == copy.commit:
        yield "GET: apply", moved(state, number, copy_at(slot.record), warm=process.warm)
    else:  # a fork: each record names its parent, so it is seen before a WAL is laid beside another file
        yield "GET: its parent is another commit", _halt(state, number, process)


def _list(state: State, number: int, process: Process, copy: Copy, rules: Rules) -> Moves:
    """Commit 1: one LIST confirms the 404. It may miss a key that was created while it ran."""
    later = any(key(state, seq) for seq in range(copy.seq + 2, len(state.journal) + 1))
    covered = copy.seq if state.base is None else state.base.seq
    below = any(key(state, seq) is None for seq in range(covered + 1, copy.seq + 1))
    if rules.lists_from_checkpoint and below:
        yield "LIST: a key below the copy is missing", _halt(state, number, process)
    elif rules.lists_versions and is_hole(state, copy.seq + 1):
        yield "LIST: the next key was deleted", _halt(state, number, process)
    elif later:
        yield "LIST: a later key", at(state, number, process, "alarm")
    elif key(state, copy.seq + 1) is not None:
        yield "LIST: the next key has come", at(state, number, process, "catch")
    else:
        yield "LIST: nothing later", ready(state, number)


def ready(state: State, number: int) -> State:
    """Caught up and confirmed: reads may be answered, a writer may begin. Whoever calls leaves the step at once."""
    copy = state.processes[number].copy
    assert copy is not None
    covered = copy.seq if state.base is None else state.base.seq
    state = moved(state, number, copy, warm=True)
    if is_hole(state, copy.seq + 1) or any(is_hole(state, seq) for seq in range(covered + 1, copy.seq + 1)):
        return violated(state, "a hole was passed over")
    return at(state, number, state.processes[number], "ready")


def _halt(state: State, number: int, process: Process) -> State:
    """An error that says what is missing. Without an accident nothing may ever be missing."""
    state = at(state, number, process._replace(copy=None, warm=False), "halted")
    return state if any_hole(state) else violated(state, "a healthy bucket is refused")
