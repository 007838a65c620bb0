"""Making one commit durable: a conditional PUT of its record (design: commit, steps 3 to 5)."""

from chalicelib.ports.bucket import Bucket, BucketError, ConflictError, UnreachableError
from chalicelib.ports.clock import Clock
from chalicelib.ports.objects import PreconditionFailedError
from chalicelib.store.errors import BusyError
from chalicelib.store.journal import Record, metadata_of, read_record, record_key

TRIES = 6
PAUSE_SECONDS = 0.2


def put_record(bucket: Bucket, record: Record, clock: Clock) -> bool:
    """Create the record. True: it is in the journal; False: another commit has its number.

    Whatever the bucket answers but success, only what lies at the key tells what happened: a lost answer may have been
    a success, a 412 our own earlier attempt, a 409 nothing at all. Raises BusyError when that cannot be found out:
    then the commit may still come to be, and whoever asked must look before he tries again.
    """
    for attempt in range(TRIES):
        clock.sleep(PAUSE_SECONDS * attempt)
        try:
            bucket.write(record_key(record.seq), record.body, metadata=metadata_of(record), only_if_new=True)
        except (PreconditionFailedError, ConflictError, UnreachableError):
            try:
                there = read_record(bucket, record.seq)
            except BucketError:  # a denied look proves as little as a lost one
                continue
            if there is not None:
                return there.commit == record.commit
        else:
            return True
    raise BusyError("busy-unclear", seq=record.seq, tries=TRIES)
