"""What keeps the journal short: checkpoints, and records that are retired (design: checkpoint, retention)."""

import logging
import re
from datetime import timedelta
from itertools import islice
from typing import NamedTuple

from chalicelib.ports.bucket import Bucket, BucketObject
from chalicelib.ports.clock import Clock
from chalicelib.store.checkpoints import Checkpoint, read_checkpoint, upload
from chalicelib.store.copies import Copy
from chalicelib.store.errors import JournalError, StoreError
from chalicelib.store.journal import Record, as_record, later_seqs, metadata_of, moment_text, record_key

log = logging.getLogger(__name__)

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
    if not _is_retired(bucket, low + 1, high):
        return low
    while low < high:
        middle = (low + high + 1) // 2
        if _is_retired(bucket, middle, high):
            low = middle
        else:
            high = middle - 1
    return low


def _is_retired(bucket: Bucket, seq: int, upto: int) -> bool:
    """Whether retention went past `seq`. The next record tells it for one that is missing or cannot be read."""
    record = _told(bucket, seq)
    if record is None:
        later = iter(later_seqs(bucket, seq))
        while record is None and (number := next(later, upto + 1)) <= upto:
            record = _told(bucket, number)
    return record is not None and record.kind == "gone"


def _told(bucket: Bucket, seq: int) -> Record | None:
    """The record without its body; None when it is missing or does not say what it is."""
    info = bucket.info(record_key(seq))
    try:
        record = as_record(seq, BucketObject(b"", info)) if info is not None else None
    except JournalError:
        return None
    return record if record is not None and re.match(r"\d{4}-\d\d-\d\dT", record.at) else None


def retire(bucket: Bucket, clock: Clock, *, after: int, upto: int) -> int:
    """Overwrite the records that a checkpoint covers and that are old enough by `gone`; how many.

    Never deleted: the key stays taken, so a writer that wakes up late finds it so. The content stays for a while as an
    earlier version of the object. What is missing or cannot be read is passed over: the checkpoint covers it, nobody
    needs it, and it must not keep the rest for ever.
    """
    before = moment_text(clock.now() - KEEP)
    done = 0
    for seq in islice(later_seqs(bucket, after), RETIRE_AT_ONCE):
        if seq > upto:
            break
        record = _told(bucket, seq)
        if record is None:
            log.warning("%s cannot be read and is not retired; a checkpoint covers it", record_key(seq))
            continue
        if record.at >= before:
            break
        if record.kind == "gone":
            continue
        gone = Record(seq, "gone", record.commit, record.parent, record.at, b"")
        bucket.write(record_key(seq), gone.body, metadata=metadata_of(gone))
        done += 1
    return done
