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
from chalicelib.store.journal import moment_text, read_record, record_key
from chalicelib.store.products import add_product
from chalicelib.store.restoring import pull, restore, seq_at, state_at
from chalicelib.store.upkeep import keep_up
from tests.cloud.servers import Server
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


def filled(
    bucket: S3Bucket, folder: Path, commits: int = 12, hours: int = 24, every: int = 5
) -> tuple[dict[int, tuple[str, list[str]]], StandingClock]:
    """Commits some hours apart, now and then followed by a checkpoint and by what retention does then.

    Gives for each commit its moment and its content, and the clock as it stands after the last.
    """
    clock = StandingClock()
    database = BucketDatabase(bucket, folder, clock)
    states: dict[int, tuple[str, list[str]]] = {}
    for number in range(commits):
        clock.sleep(timedelta(hours=hours).total_seconds())
        database.write(lambda connection, number=number: add_product(connection, f"n{number}" * 20, "now"))  # type: ignore[misc] # bound now
        with database.read() as connection:
            dump = [line for line in connection.iterdump() if "store_position" not in line]
        states[database.seq()] = (moment_text(clock.now()), dump)
        if number % every == every - 1:
            keep_up(bucket, database._copy, clock, records=0)
    return states, clock


@pytest.mark.parametrize(("commits", "hours", "every"), [(12, 24, 5), pytest.param(50, 5, 7, marks=pytest.mark.prove)])
def test_the_last_seven_days_come_back_after_checkpoints_and_retention(
    versioned: S3Bucket, tmp_path: Path, commits: int, hours: int, every: int
) -> None:
    states, clock = filled(versioned, tmp_path / "copy", commits, hours, every)
    checkpoint = read_checkpoint(versioned)
    retired = [seq for seq in states if _kind(versioned, seq) == "gone"]
    assert checkpoint is not None and retired
    oldest = moment_text(clock.now() - timedelta(days=7))
    wanted = [seq for seq, (moment, _) in states.items() if moment >= oldest]
    assert len(wanted) == 7 * 24 // hours + 1
    for seq in wanted + retired:
        assert content(state_at(versioned, seq, tmp_path / "state")) == states[seq][1], seq
    for seq in wanted:
        assert seq_at(versioned, states[seq][0]) == seq
    before_the_last = moment_text(clock.now() - timedelta(minutes=1))
    assert seq_at(versioned, before_the_last) == max(states) - 1
    print(f"{len(wanted)} + {len(retired)} retired states of {commits} commits, checkpoint at {checkpoint.seq}")


def _kind(bucket: S3Bucket, seq: int) -> str:
    record = read_record(bucket, seq)
    assert record is not None
    return record.kind


def test_a_restore_to_what_only_earlier_versions_hold(versioned: S3Bucket, tmp_path: Path) -> None:
    """Below the present checkpoint, and the records retired: as one more commit, which others then follow."""
    states, clock = filled(versioned, tmp_path / "copy")
    seq = max(seq for seq in states if _kind(versioned, seq) == "gone")
    position = restore(versioned, Copy(tmp_path / "restoring"), clock, seq, tmp_path / "state")
    assert position.seq == max(states) + 1
    pull(versioned, tmp_path / "pulling", tmp_path / "pulled.db")
    # Numbers go on above all that were given (store/settling.py); everything else is as it was.
    pulled = [line for line in content(tmp_path / "pulled.db") if "sqlite_sequence" not in line]
    assert pulled == [line for line in states[seq][1] if "sqlite_sequence" not in line]
    assert content(state_at(versioned, max(states), tmp_path / "state")) == states[max(states)][1]


def test_what_earlier_versions_no_longer_hold_is_said(server: Server, tmp_path: Path) -> None:
    name = server.new_bucket(versioned=True)
    bucket, client = S3Bucket(name, client=server.client()), server.client()
    states, _ = filled(bucket, tmp_path / "copy")
    retired = max(seq for seq in states if _kind(bucket, seq) == "gone")
    assert _kind(bucket, retired + 1) == "wal"
    for entry in client.list_object_versions(Bucket=name, Prefix=record_key(retired))["Versions"]:
        if not entry["IsLatest"]:  # as the lifecycle rule does
            client.delete_object(Bucket=name, Key=record_key(retired), VersionId=entry["VersionId"])
    with pytest.raises(JournalError, match=rf"record {retired} is retired, and its earlier versions are no longer"):
        state_at(bucket, retired + 1, tmp_path / "state")
    assert content(state_at(bucket, retired - 1, tmp_path / "state")) == states[retired - 1][1]
    for entry in client.list_object_versions(Bucket=name, Prefix="schema.db")["Versions"]:
        if entry["Key"] == "schema.db" and not entry["IsLatest"]:
            client.delete_object(Bucket=name, Key="schema.db", VersionId=entry["VersionId"])
    current = read_checkpoint(bucket)
    assert current is not None
    with pytest.raises(JournalError, match=rf"no longer kept; they reach back to commit {current.seq}\."):
        state_at(bucket, retired + 1, tmp_path / "state")


def test_without_versions_what_is_retired_cannot_be_restored_and_says_so(bucket: S3Bucket, tmp_path: Path) -> None:
    clock = StandingClock()
    database = BucketDatabase(bucket, tmp_path / "copy", clock)
    for name in ("一", "二", "三"):
        database.write(lambda connection, name=name: add_product(connection, name, "now"))  # type: ignore[misc] # bound now
    keep_up(bucket, database._copy, clock, records=0)
    clock.sleep(timedelta(days=8).total_seconds())
    assert keep_up(bucket, database._copy, clock).retired == 4
    with pytest.raises(JournalError, match=r"commit 3 cannot be brought back: .* Switch on its versioning"):
        state_at(bucket, 3, tmp_path / "state")
    assert content(state_at(bucket, 4, tmp_path / "state"))
    with pytest.raises(JournalError, match="there is no commit 5"):
        state_at(bucket, 5, tmp_path / "state")
