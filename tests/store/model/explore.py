"""All interleavings of a scene, breadth first, so that a violation comes with a shortest way to it."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple, TypeVar

from tests.store.model.keeping import keep, without_dead_requests
from tests.store.model.properties import judge
from tests.store.model.rules import Rules, Scene
from tests.store.model.states import Commit, Copy, Holder, Process, Record, Request, Slot, State, Unit, open_holes
from tests.store.model.writing import crash, write

T = TypeVar("T")
START = Copy(1, Commit(-1, -1, 1, 0), ())


class Outcome(NamedTuple):
    """`states`: how many distinct ones were reached. `violation`: what is wrong, or None, and the `way` there."""

    states: int
    violation: str | None
    way: tuple[str, ...]


def beginning(scene: Scene) -> State:
    """A bucket with record 1 and its checkpoint, or an empty one; every process cold."""
    record = Record("snapshot", Commit(-1, -1, 1, 0), None, ())
    process = Process("cold", None, False, None, 0, 0, 0)
    return State(
        journal=() if scene.empty else (Slot(record, "here"),),
        base=None if scene.empty else START,
        files=frozenset() if scene.empty else frozenset({record.commit}),
        wire=frozenset(),
        lease=None,
        keeper=None,
        processes=(process,) * (len(scene.programs) + scene.readers),
        crashes=scene.crashes,
        holes=scene.holes,
        told=frozenset(),
        refused=frozenset(),
        wrong=None,
    )


def successors(state: State, rules: Rules, scene: Scene) -> Iterator[tuple[str, State]]:
    """Every event that may come next. There is no clock: a pause is that all others go first."""
    for number in range(len(state.processes)):
        for label, after in write(state, number, rules, scene):
            yield f"p{number} {label}", after
        if state.crashes:
            for label, after in crash(state, number, rules, scene):
                yield f"p{number} {label}", after
    yield from keep(state, rules, scene)
    if state.lease is not None:
        yield "the lease is seen as expired", state._replace(lease=None)


def explore(rules: Rules, scene: Scene, limit: int = 5_000_000) -> Outcome:
    """Walks every state of the scene up to renaming of equal writers. Raises RuntimeError above `limit` states."""
    found = _walk(rules, scene, limit, _namings(scene))
    return found if found.violation is None else _walk(rules, scene, limit, ())  # so that names stay on the way


def _walk(rules: Rules, scene: Scene, limit: int, namings: tuple[tuple[int, ...], ...]) -> Outcome:
    first = beginning(scene)
    number_of = {first: 0}
    states = [first]
    came_from: list[tuple[int, str]] = [(0, "")]
    before: list[list[int]] = [[]]
    for number, state in enumerate(states):  # grows while it is walked: breadth first
        for label, successor in successors(state, rules, scene):
            after = _canonical(without_dead_requests(successor, rules, scene), scene, namings)
            known = number_of.get(after)
            if known is not None:
                before[known].append(number)
                continue
            number_of[after] = len(states)
            states.append(after)
            came_from.append((number, label))
            before.append([number])
            wrong = judge(after, rules)
            if wrong is not None:
                return Outcome(len(states), wrong, _way(len(states) - 1, came_from))
        if len(states) > limit:
            raise RuntimeError(f"more than {limit} states")
    stuck = _stuck(states, before, len(scene.programs))
    if stuck is not None:
        return Outcome(len(states), "the work can never be finished", _way(stuck, came_from))
    return Outcome(len(states), None, ())


def _stuck(states: list[State], before: list[list[int]], writers: int) -> int | None:
    """A state without an accident from which no way leads to all work being done, or None.

    That a way exists is all that can be asked for: a network that loses everything for ever leaves no protocol more.
    """
    ends = [
        number
        for number, state in enumerate(states)
        if open_holes(state) or all(process.step == "done" for process in state.processes[:writers])
    ]
    finishing = set(ends)
    while ends:
        for number in before[ends.pop()]:
            if number not in finishing:
                finishing.add(number)
                ends.append(number)
    return next((number for number in range(len(states)) if number not in finishing), None)


def _way(number: int, came_from: list[tuple[int, str]]) -> tuple[str, ...]:
    """The labels from the beginning."""
    labels: list[str] = []
    while number:
        number, label = came_from[number]
        labels.append(label)
    return tuple(reversed(labels))


def _namings(scene: Scene) -> tuple[tuple[int, ...], ...]:
    """The permutations of writers that leave the scene as it is; none to try when all programs differ."""
    writers = range(len(scene.programs))
    same = [p for p in permutations(writers) if all(scene.programs[p[i]] == scene.programs[i] for i in writers)]
    return tuple(same) if len(same) > 1 else ()


def _canonical(state: State, scene: Scene, namings: tuple[tuple[int, ...], ...]) -> State:
    """Equal writers are put in the order of how far they are. Ties stay as they are: that only costs some states."""
    if not namings:
        return state
    count = len(scene.programs)
    order = sorted(
        range(count),
        key=lambda number: (scene.programs.index(scene.programs[number]), _progress(state.processes[number])),
    )
    naming = [0] * count
    for place, number in enumerate(order):
        naming[number] = place
    fixed = tuple(naming)
    if fixed not in namings or fixed == tuple(range(count)):
        return state
    processes = tuple(state.processes[number] for number in order) + state.processes[count:]
    return State(
        _renamed(state.journal, fixed),
        _renamed(state.base, fixed),
        _renamed(state.files, fixed),
        _renamed(state.wire, fixed),
        _renamed(state.lease, fixed),
        _renamed(state.keeper, fixed),
        tuple(_renamed(process, fixed) for process in processes),
        state.crashes,
        state.holes,
        _renamed(state.told, fixed),
        _renamed(state.refused, fixed),
        state.wrong,
    )


def _progress(process: Process) -> tuple[int, str, int, int, bool, int]:
    place = 0 if process.copy is None else process.copy.seq
    return process.unit, process.step, place, process.life, process.warm, process.served


def _renamed(value: T, naming: tuple[int, ...]) -> T:
    return _rename(value, naming)  # type: ignore[return-value]  # a renamed value is of the same shape


@lru_cache(maxsize=200_000)
def _rename(value: object, naming: tuple[int, ...]) -> object:
    """The value with every writer's number in it replaced; numbers below 0 are nobody's."""
    if isinstance(value, Unit | Commit | Request | Holder):
        return value if value.writer < 0 else value._replace(writer=naming[value.writer])
    if isinstance(value, Record):
        content = tuple(sorted(_renamed(unit, naming) for unit in value.content))
        return Record(value.kind, _renamed(value.commit, naming), _renamed(value.parent, naming), content)
    if isinstance(value, Copy):
        content = tuple(sorted(_renamed(unit, naming) for unit in value.content))
        return Copy(value.seq, _renamed(value.commit, naming), content)
    if isinstance(value, frozenset):
        return frozenset(_renamed(part, naming) for part in value)
    if isinstance(value, tuple):
        parts = [_renamed(part, naming) for part in value]
        return value._make(parts) if hasattr(value, "_make") else tuple(parts)
    return value
