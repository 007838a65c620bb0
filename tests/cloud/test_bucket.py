"""The contract of the Bucket protocol (ports/bucket.py), on both servers."""

import itertools
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chalicelib.ports import s3_upload
from chalicelib.ports.bucket import Bucket, MisconfiguredError
from chalicelib.ports.objects import PreconditionFailedError
from chalicelib.ports.s3_bucket import S3Bucket
from tests.cloud.servers import POWERLESS_KEY, Server

METADATA = {
    "kind": "wal",
    "commit": "0e6ad65c-4d3e-4a55-8f6f-37a2c5d1a111",
    "at": "2026-01-02T03:04:05.678Z",
    "x-1": "a b=~!",
}


def test_what_was_written_is_read(bucket: Bucket) -> None:
    body = bytes(range(256)) * 400
    etag = bucket.write("journal/00000000000000000001", body, metadata=METADATA)
    found = bucket.read("journal/00000000000000000001")
    assert found is not None
    assert (found.body, found.info.key, found.info.size) == (body, "journal/00000000000000000001", 102_400)
    assert (found.info.etag, found.info.metadata) == (etag, METADATA)
    info = bucket.info("journal/00000000000000000001")
    assert info is not None
    assert info._replace(served_at=found.info.served_at) == found.info


def test_an_overwritten_object_has_nothing_of_the_old(bucket: Bucket) -> None:
    first = bucket.write("k", b"old body", metadata=METADATA)
    second = bucket.write("k", b"", metadata={"kind": "gone"})
    found = bucket.read("k")
    assert found is not None
    assert (found.body, found.info.size, found.info.metadata) == (b"", 0, {"kind": "gone"})
    assert first != second == found.info.etag


def test_times_are_the_servers_and_aware(bucket: Bucket) -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    bucket.write("k", b"")
    info = bucket.info("k")
    after = datetime.now(UTC)
    assert info is not None
    assert (info.modified.tzinfo, info.served_at.tzinfo) == (UTC, UTC)
    assert before <= info.modified <= after + timedelta(seconds=1)
    assert info.modified <= info.served_at <= after + timedelta(seconds=1)


@pytest.mark.parametrize(
    "metadata", [{"Kind": "x"}, {"k_k": "x"}, {"": "x"}, {"k": ""}, {"k": " x"}, {"k": "x "}, {"k": "商"}, {"k": "x\n"}]
)
def test_metadata_that_would_not_come_back_is_refused(bucket: Bucket, metadata: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="would not come back"):
        bucket.write("k", b"", metadata=metadata)
    with pytest.raises(ValueError, match="2048 bytes"):
        bucket.write("k", b"", metadata={"k": "x" * 2048})
    assert bucket.info("k") is None


def test_conditions(bucket: Bucket) -> None:
    with pytest.raises(PreconditionFailedError):
        bucket.write("k", b"x", if_match='"00000000000000000000000000000000"')
    assert bucket.read("k") is None
    first = bucket.write("k", b"1", only_if_new=True)
    with pytest.raises(PreconditionFailedError):
        bucket.write("k", b"2", only_if_new=True)
    second = bucket.write("k", b"3", if_match=first)
    with pytest.raises(PreconditionFailedError):
        bucket.write("k", b"4", if_match=first)
    with pytest.raises(ValueError, match="exclude each other"):
        bucket.write("k", b"5", if_match=second, only_if_new=True)
    found = bucket.read("k")
    assert found is not None and (found.body, found.info.etag) == (b"3", second)


def _race(write: Callable[[int], object]) -> list[int]:
    """Which of eight threads that begin together were told that they wrote."""
    together = threading.Barrier(8)

    def one(number: int) -> int | None:
        together.wait()
        try:
            write(number)
        except PreconditionFailedError:
            return None
        return number

    with ThreadPoolExecutor(8) as pool:
        return [number for number in pool.map(one, range(8)) if number is not None]


def _turns(server: Server) -> range:
    """SeaweedFS's waiting writers ask for its lock once a second."""
    return range(25 if server.name == "moto" else 4)


def test_one_of_eight_writers_creates(server: Server, bucket: Bucket) -> None:
    """store.md, "Why it is safe": the object store lets exactly one writer create a key."""
    for turn in _turns(server):
        key = f"journal/{turn:020}"
        won = _race(partial(_write, bucket, key, only_if_new=True))
        found = bucket.read(key)
        assert found is not None and [found.body] == [b"%d" % number for number in won]


def test_one_of_eight_writers_replaces(server: Server, bucket: Bucket) -> None:
    etag = bucket.write("lease", b"first")
    for _ in _turns(server):
        won = _race(partial(_write, bucket, "lease", if_match=etag))
        found = bucket.read("lease")
        assert found is not None and [found.body] == [b"%d" % number for number in won]
        etag = bucket.write("lease", b"between", if_match=found.info.etag)


def _write(bucket: Bucket, key: str, number: int, *, only_if_new: bool = False, if_match: str | None = None) -> None:
    bucket.write(key, b"%d" % number, only_if_new=only_if_new, if_match=if_match)


def test_of_eight_files_one_is_created(
    server: Server, bucket: Bucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In parts, where the condition is on the completion. moto knows If-None-Match there, and ignores If-Match."""
    if server.name == "seaweed":
        pytest.skip("SeaweedFS compares and completes in two steps: on a busy machine two of eight uploads won")
    monkeypatch.setattr(s3_upload, "PARTS_ABOVE", 10)
    for number in range(8):
        (tmp_path / str(number)).write_bytes(b"%d" % number * 1000)
    won = _race(lambda number: bucket.write_file("schema.db", tmp_path / str(number), metadata={}, only_if_new=True))
    found = bucket.read("schema.db")
    assert found is not None and [found.body] == [b"%d" % number * 1000 for number in won]


def test_ranges(bucket: Bucket) -> None:
    body = bytes(range(250))
    etag = bucket.write("k", body)
    assert bucket.read_range("k", 0, 1, etag=etag) == b"\x00"
    assert bucket.read_range("k", 100, 50, etag=etag) == body[100:150]
    assert bucket.read_range("k", 240, 50, etag=etag) == body[240:]
    assert bucket.read_range("k", 250, 1, etag=etag) == b""
    assert bucket.read_range("k", 999, 1, etag=etag) == b""
    for start, length in ((-1, 1), (0, 0), (5, -5)):
        with pytest.raises(ValueError, match="no range"):
            bucket.read_range("k", start, length, etag=etag)


def test_ranges_are_pinned(bucket: Bucket) -> None:
    """Cold start (store.md): pieces of two versions must not make one file."""
    old = bucket.write("schema.db", b"a" * 1000)
    assert bucket.read_range("schema.db", 0, 500, etag=old) == b"a" * 500
    new = bucket.write("schema.db", b"b" * 1000)
    with pytest.raises(PreconditionFailedError):
        bucket.read_range("schema.db", 500, 500, etag=old)
    assert bucket.read_range("schema.db", 500, 500, etag=new) == b"b" * 500
    with pytest.raises(PreconditionFailedError):
        bucket.read_range("missing", 0, 1, etag=new)


@pytest.mark.prove  # long
def test_more_than_a_thousand_keys(bucket: Bucket) -> None:
    """S3 gives at most 1,000 a page; the order is that of the bytes, so numbers are padded."""
    keys = [f"journal/{number:020}" for number in range(1, 1_101)]
    keys.insert(1000, keys[999] + "-")  # what comes next where the first page ends
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda key: bucket.write(key, b""), reversed(keys)))
    bucket.write("schema.db", b"")
    bucket.write("snapshots/0.db", b"")
    assert list(bucket.keys("journal/")) == keys
    assert list(bucket.keys("journal/", after=keys[998])) == keys[999:]
    assert list(bucket.keys("journal/", after=keys[0] + "x")) == keys[1:]
    assert list(bucket.keys("journal/", after=keys[-1])) == []
    assert list(bucket.keys("", after=keys[-2])) == [keys[-1], "schema.db", "snapshots/0.db"]
    assert list(itertools.islice(bucket.keys("journal/"), 2)) == keys[:2]


_NUMBERS = itertools.count()


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sets(st.from_regex(r"[a-cA-C0-2._-]{1,4}", fullmatch=True), max_size=8),
    st.from_regex(r"[a-c0-2]{0,1}", fullmatch=True),
    st.from_regex(r"[a-cA-C0-2._-]{0,3}", fullmatch=True),
)
def test_listing_is_what_sorting_and_filtering_gives(bucket: Bucket, names: set[str], prefix: str, after: str) -> None:
    """In one folder, as the journal is."""
    base = f"example-{next(_NUMBERS)}/"
    taken = names - {".", ".."}
    for name in taken:
        bucket.write(base + name, b"")
    wanted = sorted(name for name in taken if name.startswith(prefix) and name > after)
    assert list(bucket.keys(base + prefix, base + after)) == [base + name for name in wanted]


def test_a_list_out_of_order_is_refused(server: Server, bucket: Bucket) -> None:
    """A page out of order would hide keys at its end. SeaweedFS goes folder by folder, unlike S3; moto is right."""
    for key in ("a/b", "a-b"):
        bucket.write(key, b"")
    if server.name == "moto":
        assert list(bucket.keys("a")) == ["a-b", "a/b"]
        return
    with pytest.raises(MisconfiguredError, match="out of order"):
        list(bucket.keys("a"))


def test_what_was_overwritten_is_read_as_it_was(server: Server, versioned: S3Bucket) -> None:
    """Newest first, whole and by range, pinned to the version; what lies at other keys does not come in between."""
    for number in range(1, 6):
        versioned.write("schema.db", b"%d" % number * number, metadata={"seq": str(number)})
        versioned.write("schema.db.lease", b"%d" % number)
        versioned.write("schema", b"%d" % number)
    found = list(versioned.versions("schema.db"))
    assert [(info.key, info.size, info.metadata) for info in found] == [
        ("schema.db", number, {"seq": str(number)}) for number in (5, 4, 3, 2, 1)
    ]
    assert len({info.version for info in found}) == 5
    for info in found:
        kept = versioned.read("schema.db", version=info.version)
        assert kept is not None
        assert (kept.body, kept.info.etag, kept.info.version) == (
            b"%d" % info.size * info.size,
            info.etag,
            info.version,
        )
    three = found[2]
    assert versioned.read_range("schema.db", 1, 5, etag=three.etag, version=three.version) == b"33"
    with pytest.raises(PreconditionFailedError):
        versioned.read_range("schema.db", 1, 5, etag=found[0].etag, version=three.version)
    with pytest.raises(PreconditionFailedError):  # the current one is another
        versioned.read_range("schema.db", 1, 5, etag=three.etag)


def test_what_was_removed_is_read_as_it_was(versioned: S3Bucket) -> None:
    versioned.write("k", b"1")
    versioned.delete("k")
    assert versioned.read("k") is None
    (info,) = versioned.versions("k")
    kept = versioned.read("k", version=info.version)
    assert kept is not None and kept.body == b"1"


def test_versions_that_are_not_there(server: Server, versioned: S3Bucket, name: str) -> None:
    versioned.write("k", b"1")
    assert list(versioned.versions("missing")) == []
    assert versioned.read("k", version="00000000000000000000000000000000") is None
    with pytest.raises(PreconditionFailedError):
        versioned.read_range("k", 0, 1, etag='"0"', version="00000000000000000000000000000000")
    unversioned = S3Bucket(name, client=server.client())
    unversioned.write("k", b"1")
    unversioned.write("k", b"2")
    (info,) = unversioned.versions("k")
    kept = unversioned.read("k", version=info.version)
    assert kept is not None and kept.body == b"2"
    assert (versioned.is_versioned(), unversioned.is_versioned()) == (True, False)


def test_more_versions_than_a_page_holds(server: Server, versioned: S3Bucket, monkeypatch: pytest.MonkeyPatch) -> None:
    if server.name == "seaweed":
        pytest.skip("SeaweedFS loses the rest of a key's versions where a page ends between them")
    for number in range(7):
        versioned.write("k", b"%d" % number)
    versioned.write("k-2", b"")
    ask = versioned._client.list_object_versions
    monkeypatch.setattr(versioned._client, "list_object_versions", lambda **asked: ask(**asked, MaxKeys=3))
    found = [versioned.read("k", version=info.version) for info in versioned.versions("k")]
    assert [kept.body for kept in found if kept is not None] == [b"%d" % number for number in (6, 5, 4, 3, 2, 1, 0)]


def test_a_missing_key_and_a_missing_bucket(server: Server, bucket: Bucket) -> None:
    assert (bucket.read("missing"), bucket.info("missing"), list(bucket.keys("missing"))) == (None, None, [])
    # SeaweedFS looks at a condition before it looks for the bucket: no key there either.
    pinned = server.name == "moto"
    _refused(S3Bucket("no-such-bucket", client=server.client()), "no-bucket", "no bucket no-such-bucket", pinned=pinned)


def test_no_permission(server: Server, name: str) -> None:
    """Without s3:ListBucket a missing key answers 403: never taken for a key that is not there."""
    if server.name == "moto":
        pytest.skip("moto checks no permissions")
    powerless = S3Bucket(name, client=server.client(access_key=POWERLESS_KEY))
    _refused(powerless, "access-denied", rf"Grant s3:ListBucket on arn:aws:s3:::{name} .* s3:PutObject")


def test_a_wrong_account(server: Server, name: str) -> None:
    if server.name == "moto":
        pytest.skip("moto checks no accounts")
    _refused(S3Bucket(name, client=server.client(access_key="nobody")), "credentials", "are refused")


def test_no_account(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for variable in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        monkeypatch.delenv(variable, raising=False)
    for variable in ("AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"):
        monkeypatch.setenv(variable, str(tmp_path / "missing"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    _refused(S3Bucket("any", endpoint_url="http://127.0.0.1:9"), "credentials", "No usable credentials")


def _refused(bucket: S3Bucket, reason: str, text: str, *, pinned: bool = True) -> None:
    """Each call says the same; `pinned`: those on an etag too."""
    calls: list[Callable[[], object]] = [
        lambda: bucket.read("k"),
        lambda: bucket.info("k"),
        lambda: bucket.write("k", b"x"),
        lambda: bucket.write("k", b"x", only_if_new=True),
        lambda: list(bucket.keys("k")),
        lambda: bucket.delete("k"),
    ]
    if pinned:
        calls += [lambda: bucket.read_range("k", 0, 1, etag='"0"'), lambda: bucket.write("k", b"x", if_match='"0"')]
    for call in calls:
        with pytest.raises(MisconfiguredError, match=text) as caught:
            call()
        assert caught.value.reason == reason
