"""The way out of a newest state, a checkpoint or a newest record that is damaged: a restore, or a push."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.copies import Copy
from chalicelib.store.errors import JournalError
from chalicelib.store.journal import read_record, record_key
from chalicelib.store.restoring import pull, replace, restore, state_at
from chalicelib.store.settling import LEAP
from chalicelib.store.upkeep import keep_up
from tests.cloud.products import add, names
from tests.cloud.test_replacing import fill, harmed
from tests.fetch.clocks import StandingClock


def spoil(bucket: S3Bucket, folder: Path) -> None:
    """Zeros in place of the page where the numbers are that tables have given; the metadata as they were."""
    kept = bucket.read("schema.db")
    assert kept is not None
    bucket.write("schema.db", zeroed(kept.body, folder), metadata=kept.info.metadata)


def zeroed(body: bytes, folder: Path) -> bytes:
    (folder / "whole.db").write_bytes(body)
    with sqlite3.connect(folder / "whole.db") as connection:
        asked = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_sequence'"
        start = (int(connection.execute(asked).fetchone()[0]) - 1) * 4096
    return body[:start] + bytes(4096) + body[start + 4096 :]


def without_metadata(bucket: S3Bucket) -> None:
    bucket.write(record_key(6), b"garbage")


def test_a_malformed_checkpoint_is_refused_and_passed_over(bucket: S3Bucket, tmp_path: Path) -> None:
    """Also for the very commit it holds, from what the journal has below; numbers are far beyond what was given."""
    high = fill(bucket, tmp_path)["high"]
    keep_up(bucket, high._copy, StandingClock(), records=0)
    spoil(bucket, tmp_path)
    with pytest.raises(JournalError, match=r"commit 6 is damaged: .* restore --seq 5\)"):
        pull(bucket, tmp_path / "pulling", tmp_path / "pulled.db")
    assert not (tmp_path / "pulled.db").exists()
    assert restore(bucket, Copy(tmp_path / "restoring"), StandingClock(), 6, tmp_path / "state").seq == 7
    cold = BucketDatabase(bucket, tmp_path / "cold", StandingClock())
    assert names(cold) == ["n2", "n3", "n4", "n5", "n6"]
    assert add(cold, "n8") == 5 + LEAP + 1
    pull(bucket, tmp_path / "pulling", tmp_path / "pulled.db")


def test_a_push_takes_the_place_of_a_malformed_state(bucket: S3Bucket, tmp_path: Path) -> None:
    high = fill(bucket, tmp_path)["high"]
    file = state_at(bucket, 3, tmp_path / "state").rename(tmp_path / "good.db")
    keep_up(bucket, high._copy, StandingClock(), records=0)
    spoil(bucket, tmp_path)
    assert replace(bucket, Copy(tmp_path / "pushing"), StandingClock(), file).seq == 7
    assert names(BucketDatabase(bucket, tmp_path / "cold", StandingClock())) == ["n2", "n3"]
    file.write_bytes(zeroed(file.read_bytes(), tmp_path))
    with pytest.raises(JournalError, match="nothing was replaced"):
        replace(bucket, Copy(tmp_path / "pushing"), StandingClock(), file)
    assert read_record(bucket, 8) is None


@pytest.mark.parametrize("harm", [without_metadata, lambda bucket: bucket.delete(record_key(5))])
def test_a_restore_over_a_record_that_says_nothing(
    bucket: S3Bucket, tmp_path: Path, harm: Callable[[S3Bucket], None]
) -> None:
    """Everybody goes on, cold or warm, below or above it, and no number comes again that a lost commit gave."""
    databases = harmed(bucket, tmp_path, harm)
    assert restore(bucket, Copy(tmp_path / "restoring"), StandingClock(), 2, tmp_path / "state").seq == 7
    given = []
    for number, database in enumerate(databases, start=8):
        database._clock.sleep(2)
        given.append(add(database, f"n{number}"))
        assert names(database) == ["n2", *(f"n{n}" for n in range(8, number + 1))]
    assert given == list(range(given[0], given[0] + 3)) and given[0] > LEAP
    with sqlite3.connect(state_at(bucket, 10, tmp_path / "late")) as connection:
        numbers = dict(connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
    assert numbers["crawl_runs"] == LEAP  # none was known: some may have been made in what is lost
