"""Files to the bucket (ports/s3_upload.py): whole, in parts, with progress, and taken back when they fail."""

import hashlib
import threading
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from chalicelib.ports import s3_upload
from chalicelib.ports.bucket import UnreachableError
from chalicelib.ports.objects import PreconditionFailedError
from chalicelib.ports.s3_bucket import S3Bucket
from tests.cloud.proxy import DROP_AFTER, DROP_BEFORE, PASS, Fate, Proxy, Request, refuse
from tests.cloud.servers import Server

PART = 5 * 1024 * 1024  # the least S3 takes
SIZE = 3 * PART + 12_345


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(s3_upload, "PARTS_ABOVE", 1_000_000)
    monkeypatch.setattr(s3_upload, "PART_SIZE", PART)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Of four parts, no two alike."""
    path = tmp_path / "schema.db"
    with path.open("wb") as out:
        for number in range(4):
            out.write(hashlib.shake_256(b"%d" % number).digest(PART if number < 3 else 12_345))
    return path


@pytest.fixture
def behind(server: Server, name: str, proxy: Proxy) -> S3Bucket:
    """Through the proxy, with time for a busy machine: a part is big."""
    return S3Bucket(name, client=server.client(proxy.endpoint))


def _uploads(server: Server, name: str) -> list[Any]:
    """What was begun and neither completed nor taken back."""
    found: list[Any] = server.client().list_multipart_uploads(Bucket=name).get("Uploads", [])
    return found


def test_a_small_file_is_one_request(behind: S3Bucket, proxy: Proxy, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"content")
    seen: list[tuple[int, int]] = []
    etag = behind.write_file("k", path, metadata={"seq": "5"}, progress=lambda sent, total: seen.append((sent, total)))
    assert proxy.asked() == [("PUT", "k")]
    assert seen == [(7, 7)]
    found = behind.read("k")
    assert found is not None and (found.body, found.info.etag, found.info.metadata) == (b"content", etag, {"seq": "5"})


def test_an_empty_file(bucket: S3Bucket, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    bucket.write_file("k", tmp_path / "file", metadata={})
    found = bucket.read("k")
    assert found is not None and found.body == b""


def test_a_file_that_is_not_there(bucket: S3Bucket, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        bucket.write_file("k", tmp_path / "missing", metadata={})


@pytest.mark.usefixtures("small_parts")
def test_a_big_file_goes_in_parts(behind: S3Bucket, proxy: Proxy, file: Path) -> None:
    seen: list[tuple[int, int]] = []
    one = threading.Lock()

    def progress(sent: int, total: int) -> None:
        assert one.acquire(blocking=False)  # never two at once
        seen.append((sent, total))
        one.release()

    etag = behind.write_file("schema.db", file, metadata={"seq": "9"}, progress=progress)
    kinds = [(request.method, *sorted(request.query.keys() & {"uploads", "partNumber"})) for request in proxy.seen]
    assert sorted(kinds) == [("POST",), ("POST", "uploads"), *[("PUT", "partNumber")] * 4]
    assert (kinds[0], kinds[-1]) == (("POST", "uploads"), ("POST",))
    assert [sent for sent, _ in seen] == sorted({sent for sent, _ in seen})
    assert (len(seen), seen[-1]) == (4, (SIZE, SIZE))
    found = behind.read("schema.db")
    assert found is not None and found.body == file.read_bytes()
    assert (found.info.etag, found.info.metadata, found.info.size) == (etag, {"seq": "9"}, SIZE)


@pytest.mark.usefixtures("small_parts")
def test_the_condition_is_on_the_completion(server: Server, name: str, bucket: S3Bucket, file: Path) -> None:
    first = bucket.write_file("k", file, metadata={}, only_if_new=True)
    with pytest.raises(PreconditionFailedError):
        bucket.write_file("k", file, metadata={}, only_if_new=True)
    assert _uploads(server, name) == []
    if server.name == "moto":
        pytest.skip("moto ignores If-Match on CompleteMultipartUpload without saying so")
    second = bucket.write("k", b"small", if_match=first)
    with pytest.raises(PreconditionFailedError):
        bucket.write_file("k", file, metadata={}, if_match=first)
    with pytest.raises(PreconditionFailedError):
        bucket.write_file("missing", file, metadata={}, if_match=first)
    found = bucket.read("k")
    assert found is not None and (found.body, bucket.read("missing")) == (b"small", None)
    bucket.write_file("k", file, metadata={}, if_match=second)
    assert _uploads(server, name) == []


def _at(step: str, fate: Fate) -> Any:
    """That fate for one request of an upload."""

    def hook(request: Request) -> Fate:
        if step == "part" and request.query.get("partNumber") == "3":
            return fate
        if step == "begin" and "uploads" in request.query:
            return fate
        if step == "complete" and request.method == "POST" and "uploadId" in request.query:
            return fate
        return PASS

    return hook


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("step", ["begin", "part", "complete"])
@pytest.mark.parametrize("fate", [DROP_BEFORE, DROP_AFTER, refuse(503, "SlowDown")])
def test_a_failed_upload_is_taken_back(
    server: Server, name: str, behind: S3Bucket, bucket: S3Bucket, proxy: Proxy, file: Path, step: str, fate: Fate
) -> None:
    proxy.hook = _at(step, fate)
    with pytest.raises(UnreachableError):
        behind.write_file("k", file, metadata={}, only_if_new=True)
    applied = step == "complete" and fate is DROP_AFTER
    assert (bucket.info("k") is not None) == applied
    # Begun and never told its name: only the bucket's lifecycle rule can clear that away.
    assert len(_uploads(server, name)) == int(step == "begin" and fate is DROP_AFTER)
    proxy.hook = lambda _request: PASS
    if not applied:
        behind.write_file("k", file, metadata={}, only_if_new=True)


@pytest.mark.usefixtures("small_parts")
def test_an_error_inside_a_200_is_an_error(behind: S3Bucket, bucket: S3Bucket, proxy: Proxy, file: Path) -> None:
    """CompleteMultipartUpload answers 200 before it knows, and says in the body what went wrong."""
    proxy.hook = _at("complete", refuse(200, "InternalError"))
    with pytest.raises(UnreachableError, match="InternalError"):
        behind.write_file("k", file, metadata={})
    assert bucket.info("k") is None


@pytest.mark.usefixtures("small_parts")
def test_a_file_that_shrinks_is_not_written(
    server: Server, name: str, behind: S3Bucket, proxy: Proxy, file: Path
) -> None:
    def shrink(request: Request) -> Fate:
        if "uploads" in request.query:
            file.write_bytes(file.read_bytes()[:PART])
        return PASS

    proxy.hook = shrink
    with pytest.raises(ValueError, match=r"schema\.db shrank"):
        behind.write_file("k", file, metadata={})
    assert (behind.info("k"), _uploads(server, name)) == (None, [])


def test_memory_does_not_grow_with_the_file(
    server: Server, bucket: S3Bucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if server.name == "moto":
        pytest.skip("moto keeps objects in this process's memory")
    monkeypatch.setattr(s3_upload, "PARTS_ABOVE", 1_000_000)
    path = tmp_path / "big"
    with path.open("wb") as out:
        out.truncate(120_000_000)
    tracemalloc.start()
    try:
        bucket.write_file("k", path, metadata={})
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    info = bucket.info("k")
    assert info is not None and info.size == 120_000_000
    assert peak < 2 * s3_upload.PARALLEL * s3_upload.PART_SIZE
