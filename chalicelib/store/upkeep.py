"""What keeps the journal short: checkpoints, and records that are retired (design: checkpoint, retention)."""

from datetime import timedelta
from typing import NamedTuple

from chalicelib.ports.bucket import Bucket
from chalicelib.ports.clock import Clock
from chalicelib.store.checkpoints import read_checkpoint, upload
from chalicelib.store.copies import Copy
from chalicelib.store.errors import StoreError
from chalicelib.store.journal import Record, metadata_of, moment_text, read_record, record_key

RECORDS = 200
RECORDS_AFTER_RUN = 20
EVERY = timedelta(days=1)
KEEP = timedelta(days=7)
RETIRE_AT_ONCE = 500


class Upkeep(NamedTuple):
    """What was done: the commit of the checkpoint that is there now, whether it is new, how many records went."""

    checkpoint: int
    uploaded: bool
    retired: int


def keep_up(bucket: Bucket, copy: Copy, clock: Clock, *, records: int = RECORDS) -> Upkeep:
    """Upload a checkpoint when more than `records` came since the last, or a day passed; then retire old records.

    The copy is caught up. Losing against another checkpoint costs only the work.
    """
    here = copy.position
    if here is None:
        raise StoreError("there is no copy of the database to make a checkpoint of")
    last = read_checkpoint(bucket)
    due = last is None or here.seq - last.seq > records
    if last is not None and here.seq > last.seq and last.info.served_at - last.info.modified > EVERY:
        due = True
    if due:
        etag, retired = (last.info.etag, last.retired) if last is not None else (None, 0)
        with copy.held() as path:
            held = copy.position or here
            uploaded = upload(bucket, path, seq=held.seq, commit=held.commit, retired=retired, etag=etag)
        last = read_checkpoint(bucket)
    else:
        uploaded = False
    if last is None:
        return Upkeep(0, uploaded, 0)
    return Upkeep(last.seq, uploaded, retire(bucket, clock, after=last.retired, upto=last.seq))


def retire(bucket: Bucket, clock: Clock, *, after: int, upto: int) -> int:
    """Overwrite the records that a checkpoint covers and that are old enough by `gone`; how many.

    Never deleted: the key stays taken, so a writer that wakes up late finds it so. The content stays for a while as an
    earlier version of the object.
    """
    before = moment_text(clock.now() - KEEP)
    done = 0
    for seq in range(after + 1, upto + 1):
        record = read_record(bucket, seq)
        if record is None or record.at >= before or done >= RETIRE_AT_ONCE:
            break
        if record.kind == "gone":
            continue
        gone = Record(seq, "gone", record.commit, record.parent, record.at, b"")
        bucket.write(record_key(seq), gone.body, metadata=metadata_of(gone))
        done += 1
    return done
