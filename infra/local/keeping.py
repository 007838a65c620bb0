"""`kunugi db` with the database in a bucket: pull, push, check, checkpoint, restore, stats (design: store.md)."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tqdm import tqdm

from chalicelib.ports.bucket import Bucket, MisconfiguredError
from chalicelib.ports.clock import SystemClock
from chalicelib.ports.objects import Objects
from chalicelib.settings import Settings, SettingsError
from chalicelib.store.chain import catch_up
from chalicelib.store.checkpoints import read_checkpoint
from chalicelib.store.copies import Copy
from chalicelib.store.days import JAPAN
from chalicelib.store.errors import JournalError
from chalicelib.store.importing import count_rows, find_problems
from chalicelib.store.journal import later_seqs, moment_text
from chalicelib.store.restoring import (
    demand_journal,
    logs_beside,
    made_at,
    newest_state,
    pull,
    replace,
    restore,
    seq_at,
)
from chalicelib.store.upkeep import keep_up
from infra.local.command import fail, language, tell
from infra.local.importing import forget_crawls, forget_objects, opened_copy
from infra.local.scratch import scratch_folder


class _Kept(NamedTuple):
    """A bucket and a folder for the time of a command. objects: what else lies in that bucket."""

    bucket: Bucket
    objects: Objects
    folder: Path


@contextmanager
def _opened(settings: Settings) -> Iterator[_Kept]:
    if settings.bucket is None:
        raise SettingsError(tell("needs-bucket"))
    from chalicelib.ports.s3_bucket import S3Bucket  # boto3 takes a while to import

    with scratch_folder() as folder:
        bucket = S3Bucket(settings.bucket)
        yield _Kept(bucket, bucket, folder)


@contextmanager
def _crawls_forgotten(settings: Settings, objects: Objects) -> Iterator[None]:
    """What is under way belongs to the state that goes: dropped before, so that nothing of it meets the new state
    however this ends, and after, for what a running server had in hand.

    What comes later still finds its run gone or its URL done: see store/settling.py.
    """

    def forget() -> None:
        if settings.data.exists():
            forget_crawls(settings.data)
        forget_objects(objects)

    forget()
    yield
    forget()


def pull_file(settings: Settings, file: str, *, force: bool) -> int:
    """The newest state as an ordinary file; one that is there already is only given up with `force`."""
    target = Path(file)
    there = [target] if target.exists() else logs_beside(target)
    if there and not force:
        return fail(tell("file-exists", file=there[0]))
    with _opened(settings) as kept:
        position = pull(kept.bucket, kept.folder / "copy", target)
    print(tell("pulled", file=file, seq=position.seq))
    return 0


def push_file(settings: Settings, file: str, *, replacing: bool) -> int:
    """The content of a file in place of the bucket's, as one more commit; only with `replacing`."""
    if not Path(file).is_file():
        return fail(tell("no-file", file=file))
    if not replacing:
        return fail(tell("would-push"))
    with _opened(settings) as kept, tempfile.TemporaryDirectory(dir=kept.folder) as scratch:
        opened_copy(Path(file), Path(scratch)).close()
        around = partial(_crawls_forgotten, settings, kept.objects)
        position = replace(kept.bucket, Copy(kept.folder / "copy"), SystemClock(), Path(scratch) / "schema.db", around)
    print(tell("pushed", seq=position.seq))
    return 0


def restore_state(settings: Settings, *, seq: int | None, at: str | None, sure: bool) -> int:
    """An earlier state as one more commit; nothing before it is lost."""
    moment = _moment(at or "") if seq is None else ""
    with _opened(settings) as kept:
        demand_journal(kept.bucket)
        if seq is None:
            seq = seq_at(kept.bucket, moment)
        if not sure:
            return fail(tell("would-restore", seq=seq, at=made_at(kept.bucket, seq)))
        around = partial(_crawls_forgotten, settings, kept.objects)
        copy = Copy(kept.folder / "copy")
        position = restore(kept.bucket, copy, SystemClock(), seq, kept.folder / "state", around)
    print(tell("restored", seq=seq, new=position.seq))
    return 0


def check_bucket(settings: Settings) -> int:
    """Whether the chain is whole from the last checkpoint on, and the newest state a sound database."""
    with _opened(settings) as kept:
        copy = Copy(kept.folder / "copy")
        position = catch_up(kept.bucket, copy, confirm=True)
        with copy.read() as connection:
            problems, counts = find_problems(connection), count_rows(connection)
        _warn_when_unversioned(kept.bucket)
    for problem in problems:
        fail(problem)
    if problems:
        return 1
    told = ", ".join(f"{table} {count:,}" for table, count in counts._asdict().items())
    print(tell("whole", path=f"s3://{settings.bucket} (seq {position.seq})", what=told))
    return 0


def make_checkpoint(settings: Settings) -> int:
    """A checkpoint now, and old records retired."""
    with _opened(settings) as kept:
        copy = Copy(kept.folder / "copy")
        newest_state(kept.bucket, copy)
        done = keep_up(kept.bucket, copy, SystemClock(), records=0)
    print(tell("checkpointed", seq=done.checkpoint, retired=done.retired))
    return 0


def show_stats(settings: Settings) -> int:
    """Where the chain stands, how long the journal since the last checkpoint is, how big the file; and whether all that
    is whole, for which it fetches it.
    """
    with _opened(settings) as kept:
        demand_journal(kept.bucket)
        checkpoint = read_checkpoint(kept.bucket)
        since = checkpoint.seq if checkpoint is not None else 0
        seqs = list(tqdm(later_seqs(kept.bucket, since), desc="journal", disable=None, leave=False))
        newest = seqs[-1] if seqs else since
        try:
            at = made_at(kept.bucket, newest)
        except JournalError:
            at = "?"  # what is wrong is said below
        size = checkpoint.info.size if checkpoint is not None else 0
        print(tell("stats", seq=newest, at=at, checkpoint=since, records=len(seqs), size=f"{size:,}"))
        _warn_when_unversioned(kept.bucket)
        try:
            newest_state(kept.bucket, Copy(kept.folder / "copy"))
        except JournalError as error:
            fail(error.text.say(language()))
            return 1
    return 0


def _warn_when_unversioned(bucket: Bucket) -> None:
    """Restoring reaches back 7 days only where what is overwritten is kept; the rest works without."""
    try:
        if not bucket.is_versioned():
            fail(tell("unversioned"))
    except MisconfiguredError as error:
        if error.reason != "access-denied":
            raise
        fail(tell("versioning-unknown"))


def _moment(text: str) -> str:
    """A time as people write it, in Japan when they name no zone."""
    try:
        moment = datetime.fromisoformat(text)
        return moment_text(moment if moment.tzinfo else moment.replace(tzinfo=JAPAN))
    except (ValueError, OverflowError) as error:  # the latter in the first and the last hours of the calendar
        raise SettingsError(tell("bad-time", at=text)) from error
