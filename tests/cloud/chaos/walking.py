"""What the chain must hold, worked out record by record, and what the processes saw held against it.

The chain is followed back from the newest record by the commit each one names as its parent, in the records as they
were tried; so retention, which takes contents away, hides nothing. Then it is walked forward with SQLite alone: none
of the product's code says what the content after a commit is.
"""

import shutil
import sqlite3
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from chalicelib.ports.bucket import Bucket, ObjectInfo
from chalicelib.store.journal import later_seqs, record_key
from tests.cloud.chaos.happenings import Happenings, Tried, digest, of


class Finding(NamedTuple):
    """What does not hold. check: which of the checks says so."""

    check: str
    text: str


class State(NamedTuple):
    """The content after a commit: all of it in short, and how it differs from the commit before."""

    kind: str
    digest: str
    added: frozenset[str]
    removed: frozenset[str]


class Walk(NamedTuple):
    """states[n]: after commit n. file: the last one. retired: how many records say `gone` by now.

    findings: what is wrong with the chain itself.
    """

    states: dict[int, State]
    file: Path
    retired: int
    findings: list[Finding]

    @property
    def newest(self) -> int:
        return max(self.states, default=0)


def walk(bucket: Bucket, happenings: Happenings, scratch: Path) -> Walk:
    """Follow the chain and play it."""
    findings: list[Finding] = []
    infos = _infos(bucket)
    chain = _chain(infos, happenings, findings)
    scratch.mkdir(parents=True)
    file = scratch / "played.db"
    states: dict[int, State] = {}
    before: frozenset[str] = frozenset()
    for seq in sorted(chain):
        commit, tried = chain[seq]
        _play(file, tried, happenings)
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            place = connection.execute("SELECT seq, commit_id FROM store_position").fetchone()
            listed = [row[0] for row in connection.execute("SELECT name FROM products")]
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if place != (seq, commit):
            findings.append(Finding("chain", f"after commit {seq} ({commit}) the file stands at {place}"))
        if len(set(listed)) != len(listed):
            findings.append(Finding("doubled", f"commit {seq} holds one row twice"))
        names = frozenset(listed)
        states[seq] = State(tried.kind, digest(names), names - before, before - names)
        before = names
    retired = sum(info is not None and info.metadata["kind"] == "gone" for info in infos.values())
    return Walk(states, file, retired, findings)


def _infos(bucket: Bucket) -> dict[int, ObjectInfo | None]:
    """Every record in the bucket, without its body."""
    with ThreadPoolExecutor(4) as pool:
        seqs = list(later_seqs(bucket, 0))
        return dict(zip(seqs, pool.map(lambda seq: bucket.info(record_key(seq)), seqs), strict=True))


def _chain(
    infos: dict[int, ObjectInfo | None], happenings: Happenings, findings: list[Finding]
) -> dict[int, tuple[str, Tried]]:
    """The commits from the newest back to the first, each with what was tried; a gap ends it."""
    chain: dict[int, tuple[str, Tried]] = {}
    seq = max(infos, default=0)
    newest = infos.get(seq)
    commit = newest.metadata["commit"] if newest is not None else ""
    while seq > 0:
        info, tried = infos.get(seq), happenings.tried(seq, commit)
        if info is None:
            findings.append(Finding("hole", f"record {seq} is not in the bucket, and {max(infos)} is"))
        elif info.metadata["commit"] != commit:
            findings.append(Finding("overwritten", f"record {seq} is not the one that {seq + 1} follows on"))
        if tried is None:
            findings.append(Finding("hole", f"nobody ever tried commit {seq} ({commit}), and {max(infos)} is there"))
            break
        chain[seq] = (commit, tried)
        seq, commit = seq - 1, tried.parent
    return chain


def _play(file: Path, tried: Tried, happenings: Happenings) -> None:
    import zlib

    if tried.kind == "snapshot":
        shutil.copyfile(happenings.snapshot(tried.body), file)
    else:
        file.with_name(file.name + "-wal").write_bytes(zlib.decompress(tried.body))


def judge(walked: Walk, lines: list[dict[str, Any]]) -> list[Finding]:
    """Hold what the processes say they did and saw against the chain."""
    return [
        *walked.findings,
        *_commits(walked, lines),
        *_acknowledged(walked, lines),
        *_order(lines),
        *_reads(walked, lines),
        *(Finding("fault", f"{line['role']}: {line['text']}") for line in of(lines, "fault")),
    ]


def _commits(walked: Walk, lines: list[dict[str, Any]]) -> list[Finding]:
    """Each commit is one thing somebody did: a row made in it, a restore that was asked for, or a pushed file.

    It need not have been acknowledged: a process may have died between. But nothing is done twice.
    """
    findings, done = [], Counter[str]()
    asked = {line["to"] for line in of(lines, "restoring")}
    pushed = {line["digest"]: line["id"] for line in of(lines, "replacing")}
    restorable: set[str] = set()
    for seq, state in sorted(walked.states.items()):
        if len(state.added) == 1 and not state.removed and next(iter(state.added)).endswith(f"@{seq}"):
            done[next(iter(state.added)).partition("@")[0]] += 1
        elif state.digest in pushed and (state.digest not in restorable or not done[pushed[state.digest]]):
            done[pushed[state.digest]] += 1
        elif state.digest not in restorable and not (seq == 1 and not state.added):
            rows = ", ".join(sorted(state.added))[:300]
            findings.append(Finding("phantom", f"nobody did what commit {seq} is: + {rows} - {len(state.removed)}"))
        if seq in asked:
            restorable.add(state.digest)
    return findings + [
        Finding("doubled", f"{mark} was done {times} times") for mark, times in done.items() if times > 1
    ]


def _acknowledged(walked: Walk, lines: list[dict[str, Any]]) -> list[Finding]:
    """What was acknowledged is the commit it was said to be. What a later restore took away is in the chain still."""
    states, findings = walked.states, []
    for line in of(lines, "wrote"):
        seq, row = line["seq"], f"{line['id']}@{line['seq']}"
        if seq not in states or row not in states[seq].added:
            findings.append(
                Finding("lost", f"{row} was acknowledged and is not in commit {seq} (newest: {walked.newest})")
            )
    for line in of(lines, "restored"):
        seq, to = line["seq"], line["to"]
        if seq not in states or to not in states or states[seq].digest != states[to].digest:
            findings.append(Finding("lost", f"commit {seq} was acknowledged as the content of {to}, and is not"))
    digests = {line["id"]: line["digest"] for line in of(lines, "replacing")}
    for line in of(lines, "replaced"):
        seq = line["seq"]
        if seq not in states or states[seq].digest != digests[line["id"]]:
            findings.append(Finding("lost", f"commit {seq} was acknowledged as a pushed file, and is not"))
    seqs = Counter(line["seq"] for what in ("wrote", "restored", "replaced") for line in of(lines, what))
    findings += [Finding("lost", f"commit {seq} was acknowledged {n} times") for seq, n in seqs.items() if n > 1]
    return findings


def _order(lines: list[dict[str, Any]]) -> list[Finding]:
    """What began after something was acknowledged has a higher number."""
    findings = []
    wrote = list(of(lines, "wrote"))
    ended = sorted((line["ended"], line["seq"]) for line in wrote)
    highest, place = 0, 0
    for line in sorted(wrote, key=lambda line: line["began"]):
        while place < len(ended) and ended[place][0] < line["began"]:
            highest = max(highest, ended[place][1])
            place += 1
        if line["seq"] <= highest:
            findings.append(Finding("order", f"commit {line['seq']} began after {highest} was acknowledged"))
    return findings


def _reads(walked: Walk, lines: list[dict[str, Any]]) -> list[Finding]:
    """A reader saw exactly the content of the commit it stood at, one it had asked for, and never an earlier one, also
    after a crash."""
    findings, last = [], Counter[int]()
    for line in of(lines, "read"):
        reader, seq = line["reader"], line["seq"]
        state = walked.states.get(seq)
        if state is None or state.digest != line["digest"]:
            findings.append(Finding("phantom read", f"reader {reader} saw at {seq} what is not commit {seq}"))
        if seq < line["at_least"]:
            findings.append(Finding("went back", f"reader {reader} asked for {line['at_least']} and saw {seq}"))
        if seq < last[reader]:
            findings.append(Finding("went back", f"reader {reader} saw {last[reader]} and then {seq}"))
        last[reader] = max(last[reader], seq)
    return findings


def whole(file: Path, walked: Walk) -> list[Finding]:
    """Whether a complete file of the newest state is sound and is, in every row of every table, what was played."""
    findings = []
    with closing(sqlite3.connect(file)) as given, closing(sqlite3.connect(walked.file)) as played:
        sound = [row[0] for row in given.execute("PRAGMA integrity_check")]
        strays = given.execute("PRAGMA foreign_key_check").fetchall()
        if sound != ["ok"] or strays:
            findings.append(Finding("unsound", f"{sound[:3]} {strays[:3]}"))
        if list(given.iterdump()) != list(played.iterdump()):
            findings.append(Finding("content", f"{file.name} is not what the chain comes to at {walked.newest}"))
    return findings
