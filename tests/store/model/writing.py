"""A writer: store.md, Commit 2 to 6, and Big changes. Also the crash, which ends any process."""

from collections.abc import Iterator

from tests.store.model.reading import Moves, at, copy_at, moved, read
from tests.store.model.rules import KEYED, Rules, Scene, UnitKind
from tests.store.model.states import (
    BEGINNING,
    EVERYBODY,
    TORN,
    Commit,
    Content,
    Copy,
    Holder,
    Process,
    Record,
    Request,
    Slot,
    State,
    Step,
    Unit,
    key,
    violated,
    with_process,
)


def write(state: State, number: int, rules: Rules, scene: Scene) -> Moves:
    """Every step the process can take: catch up, begin, send, judge, acknowledge."""
    process = state.processes[number]
    program = scene.programs[number] if number < len(scene.programs) else ()
    for label, after in read(state, number, rules, scene):
        if after.processes[number].step != "ready" or after.wrong is not None:
            yield label, after
        elif number >= len(scene.programs):
            yield label, at(after, number, after.processes[number], "catch")
        else:
            yield from ((f"{label}; {what}", begun) for what, begun in _begin(after, number, program, rules))
    if process.step == "halted" and "mend" in program[process.unit : process.unit + 1]:
        yield from _mend(state, number, process)
    if process.pending is None:
        return
    if process.step == "upload":  # Big changes: the complete new file first
        stored = state._replace(files=state.files | {process.pending.commit})
        after_file: Step = "send" if rules.file_before_record else "won"
        yield "PUT the snapshot's file", at(stored, number, process, after_file)
    elif process.step == "send":
        yield from _send(state, number, process, process.pending, rules, scene)
    elif process.step == "unsure":
        yield from _judge(state, number, process, process.pending, program, rules, scene)
    elif process.step == "won":
        yield from _finish(state, number, process, process.pending, program, rules, scene)


def _begin(state: State, number: int, program: tuple[UnitKind, ...], rules: Rules) -> Moves:
    """Commit 2: the work and the new `(seq, commit)` on the copy, which is dirty from here on."""
    process = state.processes[number]
    copy = process.copy
    assert copy is not None
    kind = program[process.unit]
    unit = Unit(EVERYBODY if kind == "shared" else number, process.unit)
    if rules.lease and state.lease not in (None, Holder(number)):
        return  # Commit 6: somebody else's turn
    if copy.seq and kind in KEYED and rules.looks_for_key and unit in copy.content:
        told = state._replace(told=state.told | {copy.commit}) if copy.commit else state
        yield "the work is there: acknowledge", _next_unit(told, number, process, program)
        return
    if copy.seq == 0:  # an empty bucket is started by a snapshot record 1
        record = Record("snapshot", Commit(number, BEGINNING, 1, process.life), None, ())
    else:
        commit = Commit(number, process.unit, copy.seq + 1, process.life)
        content = changed(state, copy, unit, kind)
        record = Record(
            "snapshot" if kind in ("big", "restore", "replace", "mend") else "wal", commit, copy.commit, content
        )
    step: Step = "upload" if record.kind == "snapshot" and rules.file_before_record else "send"
    if rules.lease:
        state = state._replace(lease=Holder(number))
    yield "BEGIN, work, COMMIT", with_process(state, number, process._replace(step=step, pending=record))


def _mend(state: State, number: int, process: Process) -> Moves:
    """Big changes: what is missing cannot be caught up with, so the newest record is continued as it is."""
    holes = [slot.record.commit.seq for slot in state.journal if slot.status == "hole"]
    if not holes or holes[-1] == len(state.journal):
        return
    before = state.journal[holes[0] - 2].record.content if holes[0] > 1 else ()
    commit = Commit(number, process.unit, len(state.journal) + 1, process.life)
    record = Record("snapshot", commit, state.journal[-1].record.commit, before)
    yield "restore over the hole", with_process(state, number, process._replace(step="upload", pending=record))


def changed(state: State, copy: Copy, unit: Unit, kind: UnitKind) -> Content:
    """What the unit makes of the copy's content. A restore rebuilds the state of the commit before the newest."""
    if kind in ("restore", "mend"):
        return state.journal[max(copy.seq - 2, 0)].record.content
    return (unit,) if kind == "replace" else tuple(sorted((*copy.content, unit)))


def create(state: State, record: Record, rules: Rules) -> tuple[State, bool]:
    """Commit 3 at the server: `PUT journal/<seq>` with `If-None-Match: *`. True when it was written."""
    seq = record.commit.seq
    if rules.conditional and key(state, seq) is not None:
        return state, False
    skipped = tuple(Slot(record, "never") for _ in range(len(state.journal), seq - 1))
    before = state.journal[: seq - 1] + skipped
    hole = seq <= len(state.journal) and state.journal[seq - 1].status == "hole"
    own = hole and state.journal[seq - 1].record == record
    state = state._replace(journal=(*before, Slot(record, "here"), *state.journal[seq:]))
    return (violated(state, "a hole was written over") if hole and not own else state), True


def _send(state: State, number: int, process: Process, record: Record, rules: Rules, scene: Scene) -> Moves:
    """Commit 3: the one PUT. Unheard stands for a lost request, a lost answer, a 5xx and a late arrival alike."""
    after, created = create(state, record, rules)
    if created:
        yield "PUT: 200", at(after, number, process, "won")
    elif rules.judge == "read":
        yield "PUT: 412", at(after, number, process, "unsure")
    elif rules.judge == "ours":
        yield "PUT: 412, taken for our own", at(after, number, process, "won")
    else:
        yield "PUT: 412, taken for another's", _drop(after, number, process)
    if scene.unheard:
        sent = state._replace(wire=state.wire | {record})
        if rules.judge == "another's":
            yield "PUT unheard, taken for lost", _drop(sent, number, process)
        else:
            yield "PUT unheard", at(sent, number, process, "unsure")


def _judge(
    state: State,
    number: int,
    process: Process,
    record: Record,
    program: tuple[UnitKind, ...],
    rules: Rules,
    scene: Scene,
) -> Moves:
    """Commit 5: read the key. Ours: done. Another's: drop the WAL, catch up, run again. Not there: PUT again."""
    slot = key(state, record.commit.seq)
    refusing = scene.refusals and record.commit.work != BEGINNING
    if slot is None:
        yield "read the key: 404", at(state, number, process, "send")
        if refusing and not rules.refuses_only_lost:
            yield "read the key: 404, 503", _refuse(state, number, process, program)
    elif slot.record.commit == record.commit and (slot.status == "here" or rules.gone_keeps_commit):
        yield "read the key: ours", at(state, number, process, "won")
    else:
        yield "read the key: another's", _drop(state, number, process)
        if refusing:  # Commit 6: the limit of waiting is over
            yield "read the key: another's, 503", _refuse(state, number, process, program)


def _drop(state: State, number: int, process: Process) -> State:
    """The WAL is dropped before any checkpoint began, so the copy is clean again."""
    return at(state, number, process._replace(pending=None), "catch" if process.copy is not None else "cold")


def _refuse(state: State, number: int, process: Process, program: tuple[UnitKind, ...]) -> State:
    state = state._replace(refused=state.refused | {Request(number, process.unit, process.life)})
    return _next_unit(state, number, process, program)


def _finish(
    state: State,
    number: int,
    process: Process,
    record: Record,
    program: tuple[UnitKind, ...],
    rules: Rules,
    scene: Scene,
) -> Moves:
    """Commit 4: checkpoint into the copy; acknowledge."""
    work = record.commit.work != BEGINNING
    told = state._replace(told=state.told | {record.commit}) if work else state
    if rules.lease and work:
        told = told._replace(lease=None)
    folded = moved(told, number, copy_at(record), warm=True)
    if record.kind == "snapshot" and not rules.file_before_record and record.commit not in state.files:
        yield "the file after the record", at(state, number, process, "upload")
        return
    settled = folded.processes[number]._replace(pending=None)
    if work:
        yield "checkpoint, acknowledge", _next_unit(folded, number, settled, program)
    else:
        yield "checkpoint", at(folded, number, settled, "catch")
    if scene.full_disk:
        mended = None if rules.refetches_dirty else Copy(record.commit.seq, record.commit, TORN)
        dirty = process._replace(copy=mended, warm=mended is not None, pending=None, step="catch" if mended else "cold")
        yield (
            "disk full in the checkpoint",
            (_next_unit(told, number, dirty, program) if work else with_process(told, number, dirty)),
        )


def _next_unit(state: State, number: int, process: Process, program: tuple[UnitKind, ...]) -> State:
    """On to the next unit of work; a finished writer is forgotten, since readers watch the chain."""
    process = process._replace(unit=process.unit + 1, pending=None)
    if process.unit == len(program):
        process = process._replace(copy=None, warm=False, step="done", served=0, life=0)
    elif process.copy is not None:
        process = process._replace(step="catch")
    return with_process(state, number, process)


def crash(state: State, number: int, rules: Rules, scene: Scene) -> Iterator[tuple[str, State]]:
    """The process dies between two steps; its successor empties the folder. Keyed work is asked for again."""
    process = state.processes[number]
    if process.step in ("cold", "done"):
        return
    state = state._replace(crashes=state.crashes - 1)
    again = process._replace(copy=None, warm=False, pending=None, step="cold", life=process.life + 1)
    if not rules.empties_folder and process.copy is not None:
        survivor = copy_at(process.pending) if process.pending is not None else process.copy
        again = again._replace(copy=survivor, step="catch")
    if number >= len(scene.programs):
        yield "crash", with_process(state, number, again._replace(life=0))
        return
    program = scene.programs[number]
    if process.pending is not None and process.pending.commit.work >= 0 and program[process.unit] not in KEYED:
        yield "crash; nobody asks again", _next_unit(state, number, again, program)
    else:
        yield "crash", with_process(state, number, again)
