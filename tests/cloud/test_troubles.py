"""The database while its bucket is in trouble: it says so, acknowledges nothing, and goes on afterwards."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from chalicelib.ports.bucket import MisconfiguredError, UnreachableError
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.copies import Copy
from chalicelib.store.errors import BusyError, JournalError
from chalicelib.store.journal import read_record, record_key
from chalicelib.store.lease import Lease
from chalicelib.store.restoring import replace
from chalicelib.store.upkeep import keep_up
from tests.cloud.products import add
from tests.cloud.proxy import DROP_AFTER, DROP_BEFORE, PASS, Fate, Proxy, Request, refuse
from tests.cloud.servers import Server
from tests.fetch.clocks import START, StandingClock

DENIED = refuse(403, "AccessDenied")


@pytest.fixture
def warm(behind: S3Bucket, tmp_path: Path) -> BucketDatabase:
    """Through the proxy, with one product: its copy stands at commit 2."""
    database = BucketDatabase(behind, tmp_path / "warm", StandingClock())
    add(database, "一")
    return database


@pytest.fixture
def cold(behind: S3Bucket, tmp_path: Path) -> BucketDatabase:
    return BucketDatabase(behind, tmp_path / "cold", StandingClock())


def names(database: BucketDatabase) -> list[str]:
    database._clock.sleep(2)
    with database.read() as connection:
        return [row[0] for row in connection.execute("SELECT name FROM products ORDER BY id")]


def on(method: str, key: str, fate: Fate) -> Callable[[Request], Fate]:
    """That fate for requests of that method whose key begins so."""
    return lambda request: fate if request.method in method.split() and request.key.startswith(key) else PASS


def test_a_403_is_never_taken_for_a_key_that_is_not_there(
    warm: BucketDatabase, cold: BucketDatabase, bucket: S3Bucket, proxy: Proxy
) -> None:
    """Without s3:ListBucket the next record answers 403: taken for the end, a writer would go on below others."""
    proxy.hook = on("GET HEAD", "", DENIED)
    for act in (
        lambda: names(warm),
        lambda: names(cold),
        lambda: add(warm, "二"),
        lambda: add(cold, "二"),
        warm.keep_up,
    ):
        with pytest.raises(MisconfiguredError, match="Grant s3:ListBucket") as caught:
            act()
        assert caught.value.reason == "access-denied"
    assert read_record(bucket, 3) is None
    proxy.hook = lambda _request: PASS
    assert (add(warm, "二"), names(cold)) == (2, ["一", "二"])


def test_a_denied_commit_is_not_made(warm: BucketDatabase, bucket: S3Bucket, proxy: Proxy) -> None:
    proxy.hook = on("PUT", "journal/", DENIED)
    with pytest.raises(MisconfiguredError, match="s3:PutObject"):
        add(warm, "二")
    assert (read_record(bucket, 3), names(warm)) == (None, ["一"])
    proxy.hook = lambda _request: PASS
    assert add(warm, "二") == 2


def test_a_commit_whose_answer_is_lost_and_whose_key_is_denied_may_have_been_made(
    warm: BucketDatabase, bucket: S3Bucket, proxy: Proxy
) -> None:
    """That nothing was written must not be said: it was."""
    proxy.hook = lambda request: (
        DROP_AFTER
        if request.method == "PUT"
        else DENIED
        if request.key == record_key(3) and read_record(bucket, 3)
        else PASS
    )
    with pytest.raises(BusyError, match="may or may not have been made"):
        add(warm, "二")
    proxy.hook = lambda _request: PASS
    assert names(warm) == ["一", "二"]


def test_a_lease_that_cannot_be_read_is_over(bucket: S3Bucket) -> None:
    for spoilt in (b"\xff no JSON", b"[" * 200_000, b"[" * 1000, b'{"holder": [1]}', b"[]", b""):
        bucket.write("schema.db.lease", spoilt)
        assert Lease(bucket).take()
        assert not Lease(bucket).take()


def test_a_lease_that_is_denied_or_spoilt_takes_nothing_back(
    warm: BucketDatabase, cold: BucketDatabase, bucket: S3Bucket, proxy: Proxy
) -> None:
    """It is a courtesy after a lost race; giving it back comes after the commit."""
    names(cold)
    bucket.write("schema.db.lease", b"[" * 200_000)
    raced: list[int] = []

    def race(request: Request) -> Fate:
        if request.method == "PUT" and request.key == record_key(3) and not raced:
            raced.append(1)
            other = BucketDatabase(bucket, warm._copy.path.parent.parent / "other", StandingClock())
            add(other, "二")
        if request.key == "schema.db.lease" and b'"holder": null' in request.body:
            return DENIED
        return PASS

    proxy.hook = race
    assert add(warm, "三") == 3
    assert warm._clock.time == START  # type: ignore[attr-defined] # nobody was waited for
    proxy.hook = lambda _request: PASS
    assert names(cold) == ["一", "二", "三"]


def test_an_unreachable_bucket(warm: BucketDatabase, cold: BucketDatabase, bucket: S3Bucket, proxy: Proxy) -> None:
    """Who has a copy reads on; nobody writes; and with the bucket back all goes on."""
    assert names(warm) == ["一"]
    proxy.hook = lambda _request: DROP_BEFORE
    assert names(warm) == ["一"]
    for act in (lambda: names(cold), lambda: add(warm, "二"), lambda: add(cold, "二"), warm.keep_up):
        with pytest.raises(UnreachableError):
            act()
    assert read_record(bucket, 3) is None
    proxy.hook = lambda _request: PASS
    assert (add(warm, "二"), names(cold)) == (2, ["一", "二"])


def test_a_snapshot_without_its_file(
    warm: BucketDatabase, cold: BucketDatabase, bucket: S3Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    names(cold)
    monkeypatch.setattr("chalicelib.store.bucket_database.SNAPSHOT_BYTES", 100)
    add(warm, "二")
    record = read_record(bucket, 3)
    assert record is not None and record.kind == "snapshot"
    kept = bucket.read(record.body.decode())
    assert kept is not None
    bucket.delete(record.body.decode())
    for act in (lambda: names(cold), lambda: add(cold, "三")):
        with pytest.raises(JournalError, match=rf"record 3 .*{record.body.decode()}\) is not there.* --seq 2"):
            act()
    assert read_record(bucket, 4) is None
    bucket.write(record.body.decode(), kept.body)
    assert (add(cold, "三"), names(cold)) == (3, ["一", "二", "三"])


@pytest.mark.parametrize("lost", ["all", "own record"])
def test_a_copy_at_its_checkpoint_wants_that_record_as_a_cold_start_does(
    warm: BucketDatabase, cold: BucketDatabase, bucket: S3Bucket, lost: str
) -> None:
    for name in ("二", "三", "四"):
        add(warm, name)
    keep_up(bucket, warm._copy, StandingClock(), records=0)
    assert names(cold) == ["一", "二", "三", "四"]
    assert (warm._copy.base, cold._copy.base, cold.seq()) == (5, 5, 5)
    for key in [record_key(5)] if lost == "own record" else list(bucket.keys("")):
        bucket.delete(key)
    for each in (warm, cold):
        with pytest.raises(JournalError, match=r"schema.db holds commit 5, but the journal has no such record"):
            add(each, "五")
    assert read_record(bucket, 6) is None


def test_a_warm_keeper_brings_schema_db_back(warm: BucketDatabase, cold: BucketDatabase, bucket: S3Bucket) -> None:
    warm.keep_up()
    add(warm, "二")
    bucket.delete("schema.db")
    first = read_record(bucket, 1)
    assert first is not None
    bucket.delete(first.body.decode())
    with pytest.raises(JournalError, match=r"record 1 .* is not there"):
        names(cold)
    warm.keep_up()
    assert (add(cold, "三"), names(cold), cold._copy.base) == (3, ["一", "二", "三"], 3)


def test_a_schema_db_of_another_database(
    warm: BucketDatabase, cold: BucketDatabase, bucket: S3Bucket, server: Server, tmp_path: Path
) -> None:
    """Its metadata fit it, and so do its number and its content: only the journal knows that it is not ours."""
    other = S3Bucket(server.new_bucket(), client=server.client())
    theirs = BucketDatabase(other, tmp_path / "theirs", StandingClock())
    for name in ("甲", "乙"):
        add(theirs, name)
    theirs.keep_up()
    found = other.read("schema.db")
    assert found is not None
    add(warm, "二")
    warm.keep_up()
    ours = bucket.read("schema.db")
    assert ours is not None and ours.info.metadata["seq"] == "3"
    bucket.write("schema.db", found.body, metadata=found.info.metadata)
    for act in (lambda: names(cold), lambda: add(cold, "三")):
        with pytest.raises(JournalError, match=r"commit 3 is .*, while journal record 3 is .* of another"):
            act()
    assert read_record(bucket, 4) is None
    assert (add(warm, "三"), names(warm)) == (3, ["一", "二", "三"])
    bucket.write("schema.db", ours.body, metadata=ours.info.metadata)
    assert names(cold) == ["一", "二", "三"]


def test_a_push_replaces_the_schema_db_of_another_database(
    warm: BucketDatabase, cold: BucketDatabase, bucket: S3Bucket, tmp_path: Path
) -> None:
    warm.keep_up()
    ours = bucket.read("schema.db")
    assert ours is not None
    (tmp_path / "kept.db").write_bytes(ours.body)
    bucket.write("schema.db", ours.body, metadata={**ours.info.metadata, "commit": "theirs"})
    assert replace(bucket, Copy(tmp_path / "pushing"), StandingClock(), tmp_path / "kept.db").seq == 3
    assert names(cold) == names(warm) == ["一"]
    add(warm, "二")
    assert names(cold) == ["一", "二"]


def test_what_a_covered_record_says_is_not_needed(warm: BucketDatabase, cold: BucketDatabase, bucket: S3Bucket) -> None:
    warm.keep_up()
    bucket.write(record_key(2), b"garbage")
    assert (names(cold), add(cold, "二"), names(warm)) == (["一"], 2, ["一", "二"])


def test_a_clock_that_is_set_back_keeps_no_reader_behind(
    warm: BucketDatabase, cold: BucketDatabase, bucket: S3Bucket
) -> None:
    assert names(cold) == ["一"]
    add(warm, "二")
    cold._clock.time -= timedelta(hours=1)  # type: ignore[attr-defined] # a standing clock
    assert names(cold) == ["一", "二"]


def test_a_bucket_without_its_first_file(warm: BucketDatabase, cold: BucketDatabase, bucket: S3Bucket) -> None:
    first = read_record(bucket, 1)
    assert first is not None
    bucket.delete(first.body.decode())
    with pytest.raises(JournalError, match=r"record 1 .* is not there.*kunugi db push FILE --replace"):
        names(cold)


def test_a_file_that_somebody_put_there(cold: BucketDatabase, bucket: S3Bucket) -> None:
    bucket.write("schema.db", b"SQLite format 3")
    for act in (lambda: names(cold), lambda: add(cold, "一")):
        with pytest.raises(JournalError, match="put there by hand"):
            act()
    bucket.delete("schema.db")
    bucket.write("journal/notes.txt", b"")
    with pytest.raises(JournalError, match=r"journal/notes\.txt is no record"):
        names(cold)
    bucket.delete("journal/notes.txt")
    assert add(cold, "一") == 1
