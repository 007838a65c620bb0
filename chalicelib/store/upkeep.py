"""What keeps the journal short: checkpoints, and records that are retired (design: checkpoint, retention)."""

from datetime import timedelta
from typing import NamedTuple

from chalicelib.ports.bucket import Bucket, BucketObject
from chalicelib.ports.clock import Clock
from chalicelib.store.checkpoints import Checkpoint, read_checkpoint, upload
from chalicelib.store.copies import Copy
from chalicelib.store.errors import StoreError
from chalicelib.store.journal import Record, as_record, metadata_of, moment_text, record_key

RECORDS = 200
RECORDS_AFTER_RUN = 20
FILE_SHARE = 4  # the journal is long when it is more than the file divided by this
EVERY = timedelta(days=1)
KEEP = timedelta(days=7)
RETIRE_AT_ONCE = 500


class Upkeep(NamedTuple):
    """What was done: the commit of the checkpoint that is there now, whether it is new, how many records went."""

    checkpoint: int
    uploaded: bool
    retired: int


def keep_up(bucket: Bucket, copy: Copy, clock: Clock, *, records: int = RECORDS) -> Upkeep:
    """Upload a checkpoint when the journal since the last is long or a day old; then retire old records.

    Long: more than `records`, or more bytes than a quarter of the file. The copy is caught up. Losing against another
    checkpoint costs only the work.
    """
    here = copy.position
    if here is None:
        raise StoreError("no-copy")
    last = read_checkpoint(bucket)
    if last is not None and last.seq <= here.seq:
        copy.start_at(max(copy.base, last.seq))
    retired = _count_retired(bucket, last) if last is not None else 0
    uploaded = False
    if _is_due(copy, here.seq, last, records):
        with copy.held() as path:
            held = copy.position or here
            etag = last.info.etag if last is not None else None
            uploaded = upload(bucket, path, seq=held.seq, commit=held.commit, retired=retired, etag=etag)
        if uploaded:
            copy.start_at(held.seq)
        last = read_checkpoint(bucket)
    if last is None:
        return Upkeep(0, uploaded, 0)
    return Upkeep(last.seq, uploaded, retire(bucket, clock, after=retired, upto=last.seq))


def may_be_long(copy: Copy, *, records: int = RECORDS) -> bool:
    """Whether the journal may be long by what this process has fetched and made itself: no request is needed to say no.

    What it knows starts at its own base, which others may have left behind by a checkpoint: then it errs on the side of
    yes, once. A snapshot counts with the file it names, since that is what has to be fetched.
    """
    here = copy.position
    if here is None:
        return False
    return here.seq - copy.base > records or sum(tuple(copy.fetched.values())) * FILE_SHARE > copy.path.stat().st_size


def _is_due(copy: Copy, seq: int, last: Checkpoint | None, records: int) -> bool:
    if last is None:
        return True
    if seq <= last.seq:
        return False
    return may_be_long(copy, records=records) or last.info.served_at - last.info.modified > EVERY


def _count_retired(bucket: Bucket, last: Checkpoint) -> int:
    """The last record that was retired, in order as they are: one HEAD, or as many as a search by halves takes.

    The checkpoint says how far they were when it was made, so that this does not grow with the age of the journal.
    """
    low, high = last.retired, last.seq
    if not _is_gone(bucket, low + 1):
        return low
    while low < high:
        middle = (low + high + 1) // 2
        if _is_gone(bucket, middle):
            low = middle
        else:
            high = middle - 1
    return low


def _is_gone(bucket: Bucket, seq: int) -> bool:
    info = bucket.info(record_key(seq))
    return info is not None and info.metadata.get("kind") == "gone"


def retire(bucket: Bucket, clock: Clock, *, after: int, upto: int) -> int:
    """Overwrite the records that a checkpoint covers and that are old enough by `gone`; how many.

    Never deleted: the key stays taken, so a writer that wakes up late finds it so. The content stays for a while as an
    earlier version of the object.
    """
    before = moment_text(clock.now() - KEEP)
    done = 0
    for seq in range(after + 1, min(upto, after + RETIRE_AT_ONCE) + 1):
        info = bucket.info(record_key(seq))
        record = as_record(seq, BucketObject(b"", info)) if info is not None else None
        if record is None or record.at >= before:
            break
        if record.kind == "gone":
            continue
        gone = Record(seq, "gone", record.commit, record.parent, record.at, b"")
        bucket.write(record_key(seq), gone.body, metadata=metadata_of(gone))
        done += 1
    return done
