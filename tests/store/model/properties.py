"""What must hold in every reachable state. Each answer is a sentence that says what is wrong."""

from tests.store.model.rules import Rules
from tests.store.model.states import EVERYBODY, NO_FILE, TORN, Copy, Request, Slot, State, Unit, any_hole


def judge(state: State, rules: Rules) -> str | None:
    """The first property that does not hold, or None.

    That no reader goes back, that nobody who caught up is behind an acknowledged commit, that no hole is passed over or
    written over, and that a healthy bucket is never refused, is noted in `wrong` by the transition that would do it.
    """
    return (
        state.wrong
        or _chain(state.journal)
        or _acknowledged(state)
        or _copies(state, rules)
        or _refused(state)
        or _reachable(state, rules)
    )


def _chain(journal: tuple[Slot, ...]) -> str | None:
    """Every commit continues the one before it, and no unit of work is in a content twice."""
    for before, slot in zip((None, *journal), journal, strict=False):
        if slot.status == "never":
            continue
        record = slot.record
        if record.content == TORN:
            return "a torn file was committed"
        if len(set(record.content)) < len(record.content):
            return "a unit of work was done twice"
        if record.kind == "wal" and before is not None:
            if before.status == "never" or record.parent != before.record.commit:
                return "a commit does not continue the commit before it"
            own = [Unit(writer, record.commit.work) for writer in (record.commit.writer, EVERYBODY)]
            if all(record.content != tuple(sorted((*before.record.content, unit))) for unit in own):
                return "a commit holds more or less than the commit before it and its own work"
    return None


def _acknowledged(state: State) -> str | None:
    """No acknowledged commit is lost: the chain, which only grows, has it at its place."""
    for commit in state.told:
        if commit.seq > len(state.journal) or state.journal[commit.seq - 1].record.commit != commit:
            return "an acknowledged commit is lost"
    return None


def _copies(state: State, rules: Rules) -> str | None:
    """Whatever a copy holds, and schema.db, is the chain's state at its seq; so is whatever a read sees."""
    for process in state.processes:
        if process.copy is not None and process.step != "half" and not _is_state_of_chain(state, process.copy):
            return "a copy is not the chain's state at its seq"
        if process.pending is not None and not rules.reads_share_lock:
            pending = process.pending
            if not _is_state_of_chain(state, Copy(pending.commit.seq, pending.commit, pending.content)):
                return "a read saw a commit that is not in the chain"
    if state.base is not None and not _is_state_of_chain(state, state.base):
        return "schema.db is not the chain's state at its seq"
    return None


def _is_state_of_chain(state: State, copy: Copy) -> bool:
    if copy.seq == 0:
        return copy == NO_FILE
    if copy.seq > len(state.journal):
        return False
    slot = state.journal[copy.seq - 1]
    return slot.status != "never" and slot.record.commit == copy.commit and slot.record.content == copy.content


def _refused(state: State) -> str | None:
    """What was answered with 503 was not done by that request and never will be.

    A request that repeats another with the same idempotency key says nothing about the first: that one may be done.
    """
    if state.refused:
        for slot in state.journal:
            commit = slot.record.commit
            if Request(commit.writer, commit.work, commit.life) in state.refused:
                return "refused work was done"
    return None


def _reachable(state: State, rules: Rules) -> str | None:
    """Acknowledged is durable: who starts cold reaches the newest commit. An accident may stop him, but not unseen."""
    at = state.base or NO_FILE
    for slot in state.journal[at.seq :]:
        record = slot.record
        if slot.status == "hole":
            if record.commit.seq < len(state.journal) or rules.lists_versions:
                return None  # a later key, or its own older version, shows it
            return "an acknowledged commit is lost unseen" if record.commit in state.told else None
        if slot.status != "here":
            return "the newest commit cannot be reached"
        if record.kind == "snapshot" and record.commit not in state.files:
            return "the file of a snapshot is missing"
        if record.kind == "wal" and record.parent != at.commit and not any_hole(state):
            return "the newest commit cannot be reached"
        at = Copy(record.commit.seq, record.commit, record.content)
    return None
