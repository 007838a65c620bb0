"""What happened, one JSON object a line, appended by all processes of the chaos; and every record that was tried.

The lines, by `what`: `wrote` (id, seq, began, ended), `restoring` (to), `restored` (to, seq), `replacing` (id, digest),
`replaced` (id, seq), `read` (reader, seq, digest, at_least), `refused` (why), `crash` (role, step), `passed` (steps),
`fault` (text), `over` (seconds). began and ended are seconds of the one monotonic clock of all processes.
"""

import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple


class Tried(NamedTuple):
    """A record as a process tried to put it. Kind, parent, body as in `journal.Record`."""

    kind: str
    parent: str
    body: bytes


def digest(names: Iterable[str]) -> str:
    """One short text for a set of names."""
    return sha256("\n".join(sorted(names)).encode()).hexdigest()[:16]


class Happenings:
    """The folder that all processes write to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lines = folder / "happenings.jsonl"
        for kept in ("records", "snapshots"):
            (folder / kept).mkdir(parents=True, exist_ok=True)

    def note(self, what: str, **more: Any) -> None:
        """One line, written at once, so that lines of several processes do not mix and a crash leaves it whole."""
        line = (json.dumps({"what": what, **more}) + "\n").encode()
        file = os.open(self._lines, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        try:
            os.write(file, line)
        finally:
            os.close(file)

    def all(self) -> list[dict[str, Any]]:
        """Every line."""
        return self.since(0)[0]

    def since(self, place: int) -> tuple[list[dict[str, Any]], int]:
        """The lines from byte `place` on, and where to go on."""
        if not self._lines.exists():
            return [], place
        with self._lines.open("rb") as file:
            file.seek(place)
            lines = file.read()
        whole = lines[: lines.rfind(b"\n") + 1]
        return [json.loads(line) for line in whole.splitlines()], place + len(whole)

    def keep_record(self, seq: int, body: bytes, metadata: Mapping[str, str]) -> None:
        """Before a record is tried: what retention or a lost race takes away can then still be looked at."""
        path = self.folder / "records" / f"{seq}-{metadata['commit']}"
        path.with_suffix(".json").write_text(json.dumps(dict(metadata)))
        path.write_bytes(body)

    def keep_snapshot(self, key: str, path: Path) -> None:
        """Before a complete file is uploaded."""
        shutil.copyfile(path, self.folder / key)

    def tried(self, seq: int, commit: str) -> Tried | None:
        """The record of that number and commit, when any process tried it."""
        path = self.folder / "records" / f"{seq}-{commit}"
        if not path.exists():
            return None
        told = json.loads(path.with_suffix(".json").read_text())
        return Tried(told["kind"], told["parent"], path.read_bytes())

    def snapshot(self, body: bytes) -> Path:
        """The file that a record of kind `snapshot` names."""
        return self.folder / body.decode()


def of(lines: list[dict[str, Any]], what: str) -> Iterator[dict[str, Any]]:
    """The lines of one sort."""
    return (line for line in lines if line["what"] == what)
