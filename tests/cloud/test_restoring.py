"""Every recorded state can be brought back exactly, by number and by time, and the chain only goes forward."""

import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.checkpoints import read_checkpoint
from chalicelib.store.copies import Copy
from chalicelib.store.errors import JournalError
from chalicelib.store.journal import moment_text
from chalicelib.store.products import add_product
from chalicelib.store.restoring import pull, restore, seq_at, state_at
from chalicelib.store.upkeep import keep_up
from tests.fetch.clocks import StandingClock


def content(path: Path) -> list[str]:
    """Everything in the file but where it stands in the journal."""
    with sqlite3.connect(path) as connection:
        return [line for line in connection.iterdump() if "store_position" not in line]


@pytest.mark.parametrize("commits", [10, pytest.param(50, marks=pytest.mark.prove)])
def test_each_recorded_state_comes_back(bucket: S3Bucket, tmp_path: Path, commits: int) -> None:
    clock = StandingClock()
    database = BucketDatabase(bucket, tmp_path / "copy", clock)
    states: dict[int, tuple[str, list[str]]] = {}
    for number in range(commits):
        clock.sleep(60)
        database.write(lambda connection, number=number: add_product(connection, f"n{number}" * 20, "now"))  # type: ignore[misc] # bound now
        if number == commits // 2:
            keep_up(bucket, database._copy, clock, records=0)
        pulled = tmp_path / "pulled.db"
        pull(bucket, tmp_path / "pulling", pulled)
        states[database.seq()] = (moment_text(clock.now()), content(pulled))
    assert len(states) == commits
    for seq, (moment, wanted) in states.items():
        assert content(state_at(bucket, seq, tmp_path / "state")) == wanted
        assert seq_at(bucket, moment) == seq
    with pytest.raises(JournalError, match="no commit as early"):
        seq_at(bucket, "2000-01-01T00:00:00.000Z")


def test_a_restore_is_one_more_commit(bucket: S3Bucket, tmp_path: Path) -> None:
    clock = StandingClock()
    database, other = (BucketDatabase(bucket, tmp_path / name, clock) for name in ("one", "other"))
    for name in ("一", "二", "三"):
        database.write(lambda connection, name=name: add_product(connection, name, "now"))  # type: ignore[misc] # bound now
    with other.read() as connection:
        assert connection.execute("SELECT count(*) FROM products").fetchone()[0] == 3
    position = restore(bucket, Copy(tmp_path / "restoring"), clock, 2, tmp_path / "state")
    assert position.seq == 5
    clock.sleep(2)
    with other.read() as connection:
        assert [row[0] for row in connection.execute("SELECT name FROM products")] == ["一"]
    database.write(lambda connection: add_product(connection, "四", "now"))
    clock.sleep(2)
    with other.read() as connection:
        assert [row[0] for row in connection.execute("SELECT name FROM products")] == ["一", "四"]
    assert content(state_at(bucket, 4, tmp_path / "state")) != content(state_at(bucket, 5, tmp_path / "state"))


def test_what_is_retired_cannot_be_restored_and_says_so(bucket: S3Bucket, tmp_path: Path) -> None:
    clock = StandingClock()
    database = BucketDatabase(bucket, tmp_path / "copy", clock)
    for name in ("一", "二", "三"):
        database.write(lambda connection, name=name: add_product(connection, name, "now"))  # type: ignore[misc] # bound now
    keep_up(bucket, database._copy, clock, records=0)
    clock.sleep(timedelta(days=8).total_seconds())
    assert keep_up(bucket, database._copy, clock).retired == 4
    with pytest.raises(JournalError, match="commit 3 cannot be brought back"):
        state_at(bucket, 3, tmp_path / "state")
    checkpoint = read_checkpoint(bucket)
    assert checkpoint is not None
    assert content(state_at(bucket, 4, tmp_path / "state"))
