"""The protocol, each of its safeties a switch that can be taken away, and the scenes it is tried in."""

from dataclasses import dataclass
from typing import Literal

UnitKind = Literal["once", "keyed", "shared", "big", "restore", "replace", "mend"]
"""once: a request without an idempotency key, not repeated by anyone after a crash. keyed: its key is written with it
and looked for before it, and whoever asked asks again. shared: keyed, and every writer has it. big: keyed, as a
snapshot. restore: the content of the commit before the newest. replace: another file. mend: a restore, by which
a person goes over a hole with the content of the commit before it."""
KEYED = ("keyed", "shared", "big")


@dataclass(frozen=True)
class Rules:
    """The defaults are the protocol. What store.md says in other words, or not at all, is marked (silent)."""

    conditional: bool = True
    """Commit 3: `If-None-Match: *`."""
    judge: Literal["read", "another's", "ours"] = "read"
    """Commit 5: anything but a clean 200 is judged by reading whose commit the key holds."""
    lists: bool = True
    """Commit 1: one LIST before a commit and on a cold start."""
    lists_from_checkpoint: bool = True
    """(silent) The LIST begins after the checkpoint, not after the copy, so a hole below a warm copy is seen too."""
    lists_versions: bool = False
    """(silent) LIST versions instead, which shows that a key was deleted even when it was the newest."""
    reads_again: bool = True
    """(silent) A key the LIST did not show is read once more before it is called a hole."""
    stays_cold: bool = True
    """(silent) A cold start that ends in an error is still a cold start for the next read."""
    empties_folder: bool = True
    """Copies: a surviving copy is not used again."""
    refetches_dirty: bool = True
    """Copies: a copy whose checkpoint failed is fetched anew."""
    reads_share_lock: bool = True
    """Copies: no read between the local COMMIT and the outcome."""
    looks_for_key: bool = True
    """The work looks for its own idempotency key first."""
    pins_ranges: bool = True
    """Checkpoint: ranged GETs pinned with `If-Match`."""
    retires_by: Literal["gone", "deleted"] = "gone"
    """Retention: overwritten, never deleted."""
    retires_covered: bool = True
    """Retention: only what a checkpoint covers."""
    gone_keeps_commit: bool = True
    """(silent) A `gone` record keeps the metadata `commit` of what it replaced."""
    checkpoint_conditional: bool = True
    """Checkpoint: conditional on the ETag seen."""
    checkpoint_forward: bool = True
    """(silent) Uploaded only when the copy is ahead of the `seq` seen with that ETag."""
    checkpoint_clean: bool = True
    """(silent) Never from a dirty copy."""
    finishes_start: bool = True
    """(silent) A journal from a snapshot 1 on, without `schema.db`, is a start that crashed: usable, not refused."""
    file_before_record: bool = True
    """Big changes: the file is in `snapshots/` before the record that names it."""
    keeps_unnamed_files: bool = True
    """(silent) A file in `snapshots/` that no record names yet is not collected."""
    refuses_only_lost: bool = True
    """(silent) `503` only after the key was seen to hold another's commit, never after a mere 404."""
    lease: bool = False
    """Commit 6: only who holds it writes. Off, since a courtesy only removes interleavings."""


PROTOCOL = Rules()


@dataclass(frozen=True)
class Scene:
    """What happens: the work of each writer, the readers, and which events come.

    Requests may go unheard without limit: lost, or applied at any later time, once or more often. `crashes` and `holes`
    are how many of them, at a key no writer is sending to: `below` is not the newest, `newest` only that; `anywhere`:
    even under the hand of a writer.
    """

    programs: tuple[tuple[UnitKind, ...], ...]
    readers: int = 0
    crashes: int = 0
    checkpoints: bool = False
    retention: bool = False
    collection: bool = False
    full_disk: bool = False
    refusals: bool = False
    unheard: bool = True
    empty: bool = False
    holes: int = 0
    hole_at: Literal["below", "newest", "anywhere"] = "below"
