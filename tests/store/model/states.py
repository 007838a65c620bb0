"""What exists: the bucket, the requests under way, the processes with their copies, and what people were told."""

from typing import Literal, NamedTuple


class Unit(NamedTuple):
    """One piece of work: number `work` of a writer. A content is the sorted tuple of the units in it."""

    writer: int
    work: int


class Commit(NamedTuple):
    """Stands for the UUID of a commit: new for each run of the work, in each life of the process."""

    writer: int
    work: int
    seq: int
    life: int


Content = tuple[Unit, ...]
EVERYBODY = -3
"""The `writer` of a unit that was handed to all writers at once, as a message that is delivered twice."""
TORN: Content = (Unit(-1, 0),)
BEGINNING = -2
"""The `work` of a commit that starts an empty bucket; it does no unit of work."""

RecordKind = Literal["wal", "snapshot"]
Status = Literal["here", "gone", "hole", "deleted", "never"]


class Record(NamedTuple):
    """`journal/<commit.seq>` as it was sent.

    `content` is what the sender's copy held; a WAL carries it only onto `parent`.
    """

    kind: RecordKind
    commit: Commit
    parent: Commit | None
    content: Content


class Slot(NamedTuple):
    """A journal key: the record created there last, and whether the key still holds it.

    `gone`: overwritten by retention. `hole`: lost by accident. `deleted`: by a retention that deletes. `never`: skipped
    over by a writer.
    """

    record: Record
    status: Status


class Copy(NamedTuple):
    """A database file at a place of the chain: a process's copy, or `schema.db` itself. Seq 0 is no file yet."""

    seq: int
    commit: Commit | None
    content: Content


NO_FILE = Copy(0, None, ())


class Upload(NamedTuple):
    """`PUT schema.db`, conditional on what was `seen` there (the commit: an ETag follows the content)."""

    seen: Commit | None
    copy: Copy


class Request(NamedTuple):
    """What a process was asked in one of its lives: all commits that try it share these three."""

    writer: int
    work: int
    life: int


class Holder(NamedTuple):
    """Who holds the lease."""

    writer: int


Step = Literal[
    "cold",  # no copy
    "half",  # one of two ranges of schema.db read
    "catch",  # next: GET journal/<seq+1>
    "fetch",  # that is a snapshot: GET its file
    "refetch",  # that is gone: GET schema.db
    "confirm",  # that is a 404: LIST
    "alarm",  # the LIST has a later key: GET again
    "ready",  # caught up; left at once
    "upload",  # next: PUT snapshots/<uuid>.db
    "send",  # next: PUT journal/<seq+1>
    "unsure",  # next: read that key
    "won",  # the record is ours: next checkpoint into the copy, acknowledge
    "halted",  # an error was reported
    "done",  # no work left
]


class Process(NamedTuple):
    """A process and its private copy.

    `warm`: caught up once since the copy was fetched, so reads may be answered from it. `pending`: the transaction that
    is committed on the copy and not yet known to be in the chain (the copy is dirty). `unit`: the work it is at.
    `life`: its restarts. `served`: the newest seq a person may have seen here, which outlives the process.
    """

    step: Step
    copy: Copy | None
    warm: bool
    pending: Record | None
    unit: int
    life: int
    served: int


class State(NamedTuple):
    """Everything. The second half are the watchers' notes, which no process can see."""

    journal: tuple[Slot, ...]
    base: Copy | None
    files: frozenset[Commit]
    wire: frozenset[Record | Upload]
    lease: Holder | None
    keeper: Upload | None
    processes: tuple[Process, ...]
    crashes: int
    holes: int
    told: frozenset[Commit]
    refused: frozenset[Request]
    wrong: str | None


def key(state: State, seq: int) -> Slot | None:
    """What `GET journal/<seq>` answers; None is 404."""
    if 1 <= seq <= len(state.journal) and state.journal[seq - 1].status in ("here", "gone"):
        return state.journal[seq - 1]
    return None


def is_hole(state: State, seq: int) -> bool:
    """Whether a record was there and was lost by accident."""
    return 1 <= seq <= len(state.journal) and state.journal[seq - 1].status == "hole"


def any_hole(state: State) -> bool:
    """Whether an accident happened to any key."""
    return any(slot.status == "hole" for slot in state.journal)


def open_holes(state: State) -> bool:
    """Whether an accident happened to a key that schema.db does not cover, so that nobody can go on."""
    covered = 0 if state.base is None else state.base.seq
    return any(slot.status == "hole" for slot in state.journal[covered:])


def with_process(state: State, number: int, process: Process) -> State:
    """The state with one process changed."""
    processes = state.processes
    return state._replace(processes=(*processes[:number], process, *processes[number + 1 :]))


def violated(state: State, what: str) -> State:
    """The state with a violation noted; exploration ends there."""
    return state._replace(wrong=what)
