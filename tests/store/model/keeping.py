"""The rest of the world: checkpoint, retention, requests that arrive late, accidents."""

from collections.abc import Iterator

from tests.store.model.reading import Moves, copy_at
from tests.store.model.rules import Rules, Scene
from tests.store.model.states import Copy, Record, Slot, State, Upload, key
from tests.store.model.writing import create


def keep(state: State, rules: Rules, scene: Scene) -> Moves:
    """All that may happen beside the processes' own steps."""
    for request in state.wire:
        if isinstance(request, Record):
            yield f"the unheard PUT of w{request.commit.writer} arrives", create(state, request, rules)[0]
        else:
            yield "the unheard checkpoint arrives", uploaded(state, request, rules)
    if scene.checkpoints:
        yield from _checkpoint(state, rules, scene)
    if scene.retention and state.base is not None:
        yield from _retire(state, rules)
    if scene.collection or not rules.keeps_unnamed_files:
        yield from _collect(state, rules)
    if state.holes:
        yield from _accident(state, scene)


def _checkpoint(state: State, rules: Rules, scene: Scene) -> Moves:
    """Checkpoint: some process looks at schema.db and later uploads its copy over what it saw.

    Its copy may be at any commit: that clean copies are states of the chain is checked wherever there is one.
    """
    if state.keeper is not None:
        yield "PUT schema.db", uploaded(state._replace(keeper=None), state.keeper, rules)
        if scene.unheard:
            yield "PUT schema.db unheard", state._replace(keeper=None, wire=state.wire | {state.keeper})
        return
    for copy in _uploadable(state, rules):
        if state.base is None:
            yield "HEAD schema.db: 404", state._replace(keeper=Upload(None, copy))
        elif copy.seq > state.base.seq or not rules.checkpoint_forward:
            yield "HEAD schema.db", state._replace(keeper=Upload(state.base.commit, copy))


def _uploadable(state: State, rules: Rules) -> Iterator[Copy]:
    yield from (copy_at(slot.record) for slot in state.journal if slot.status != "never")
    if not rules.checkpoint_clean:
        yield from (copy_at(process.pending) for process in state.processes if process.pending is not None)


def uploaded(state: State, upload: Upload, rules: Rules) -> State:
    """Checkpoint at the server: `If-Match` the ETag seen, or `If-None-Match: *` where nothing was."""
    there = None if state.base is None else state.base.commit
    return state if rules.checkpoint_conditional and there != upload.seen else state._replace(base=upload.copy)


def _retire(state: State, rules: Rules) -> Moves:
    """Retention: a record the checkpoint covers is overwritten by `gone`. Late is like later: it stays covered."""
    covered = 0 if state.base is None else state.base.seq
    for index, slot in enumerate(state.journal):
        if slot.status == "here" and (index < covered or not rules.retires_covered):
            yield f"retire journal/{index + 1}", _with_status(state, index, Slot(slot.record, rules.retires_by))


def _collect(state: State, rules: Rules) -> Moves:
    """Retention: the file of a snapshot whose record is gone."""
    named = {slot.record.commit for slot in state.journal if slot.status == "here"}
    retired = {slot.record.commit for slot in state.journal if slot.status == "gone"}
    for commit in state.files - named:
        if commit in retired or not rules.keeps_unnamed_files:
            yield "delete a snapshot's file", state._replace(files=state.files - {commit})


def _accident(state: State, scene: Scene) -> Moves:
    """A hole: a journal key is missing, by somebody's hand."""
    aimed = {process.pending.commit.seq for process in state.processes if process.pending is not None}
    aimed |= {request.commit.seq for request in state.wire if isinstance(request, Record)}
    newest = len(state.journal)
    for index, slot in enumerate(state.journal):
        seq = index + 1
        if scene.hole_at != "anywhere" and (seq in aimed or (seq == newest) != (scene.hole_at == "newest")):
            continue
        if key(state, seq) is not None:
            lost = _with_status(state, index, Slot(slot.record, "hole"))
            yield f"journal/{seq} is lost by accident", lost._replace(holes=state.holes - 1)


def _with_status(state: State, index: int, slot: Slot) -> State:
    return state._replace(journal=(*state.journal[:index], slot, *state.journal[index + 1 :]))


def without_dead_requests(state: State, rules: Rules, scene: Scene) -> State:
    """Drops what can change nothing on arrival: its key is taken for good, or the ETag it names never comes back."""
    if not state.wire or scene.hole_at == "anywhere":
        return state
    if not (
        rules.conditional and rules.retires_by == "gone" and rules.checkpoint_conditional and rules.checkpoint_forward
    ):
        return state
    there = None if state.base is None else state.base.commit
    alive = frozenset(
        request
        for request in state.wire
        if (key(state, request.commit.seq) is None if isinstance(request, Record) else request.seen == there)
    )
    return state if len(alive) == len(state.wire) else state._replace(wire=alive)
