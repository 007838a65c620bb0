"""What a bucket says when the network or the server fails (ports/bucket.py): each error proves just what it says."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from chalicelib.ports.bucket import ConflictError, MisconfiguredError, UnreachableError
from chalicelib.ports.objects import PreconditionFailedError
from chalicelib.ports.s3_bucket import S3Bucket
from tests.cloud.proxy import DROP_AFTER, DROP_BEFORE, PASS, TWICE, Answer, Fate, Proxy, Request, cut, delay, refuse
from tests.cloud.servers import Server, client


def _calls(bucket: S3Bucket, folder: Path) -> dict[str, Callable[[], object]]:
    """One of each kind; all ask something of the key `k`."""
    file = folder / "file"
    file.write_bytes(b"from a file")
    return {
        "read": lambda: bucket.read("k"),
        "info": lambda: bucket.info("k"),
        "range": lambda: bucket.read_range("k", 0, 1, etag='"0"'),
        "write": lambda: bucket.write("k", b"new", only_if_new=True),
        "file": lambda: bucket.write_file("k", file, metadata={}),
        "keys": lambda: list(bucket.keys("k")),
        "delete": lambda: bucket.delete("k"),
    }


@pytest.fixture(params=["closed", "silent", "garbage"])
def nowhere(request: pytest.FixtureRequest) -> Iterator[S3Bucket]:
    """A bucket at a port where nobody listens, or accepts and never answers, or answers what is no HTTP."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        if request.param != "closed":
            listening.listen(64)
        if request.param == "garbage":
            threading.Thread(target=_babble, args=(listening,), daemon=True).start()
        where = f"http://127.0.0.1:{listening.getsockname()[1]}"
        yield S3Bucket("any", client=client(where, connect_seconds=0.5, read_seconds=0.5))
        with suppress(OSError):
            listening.shutdown(socket.SHUT_RDWR)


def _babble(listening: socket.socket) -> None:
    with suppress(OSError):
        while True:
            connection, _ = listening.accept()
            with connection, suppress(OSError):
                connection.recv(65536)
                connection.sendall(b"SSH-2.0-OpenSSH\r\n" * 3)


@pytest.mark.parametrize("call", ["read", "info", "range", "write", "file", "keys", "delete"])
def test_an_unreachable_server(nowhere: S3Bucket, tmp_path: Path, call: str) -> None:
    began = time.monotonic()
    with pytest.raises(UnreachableError, match="any/"):
        _calls(nowhere, tmp_path)[call]()
    assert time.monotonic() - began < 3  # one attempt, not five


@pytest.mark.parametrize("fate", [DROP_BEFORE, DROP_AFTER, delay(after=3.0), delay(before=3.0)])
@pytest.mark.parametrize("call", ["read", "info", "range", "write", "file", "keys", "delete"])
def test_a_lost_request_or_answer_is_unknown_and_not_repeated(
    behind: S3Bucket, proxy: Proxy, tmp_path: Path, call: str, fate: Fate
) -> None:
    proxy.hook = lambda _request: fate
    with pytest.raises(UnreachableError):
        _calls(behind, tmp_path)[call]()
    assert len(proxy.asked()) == 1


def test_an_answer_lost_after_the_write_was_applied(behind: S3Bucket, bucket: S3Bucket, proxy: Proxy) -> None:
    """store.md, "Commit", step 5: the key tells that it was ours."""
    proxy.hook = lambda _request: DROP_AFTER
    with pytest.raises(UnreachableError):
        behind.write("journal/1", b"ours", metadata={"commit": "c"}, only_if_new=True)
    found = bucket.read("journal/1")
    assert found is not None and (found.body, found.info.metadata) == (b"ours", {"commit": "c"})


def test_a_request_lost_before(behind: S3Bucket, bucket: S3Bucket, proxy: Proxy) -> None:
    proxy.hook = lambda request: DROP_BEFORE if request.number == 1 else PASS
    with pytest.raises(UnreachableError):
        behind.write("journal/1", b"ours", only_if_new=True)
    assert bucket.read("journal/1") is None
    behind.write("journal/1", b"ours", only_if_new=True)


def test_a_retry_nobody_saw_turns_an_applied_write_into_412(behind: S3Bucket, bucket: S3Bucket, proxy: Proxy) -> None:
    proxy.hook = lambda _request: TWICE
    with pytest.raises(PreconditionFailedError):
        behind.write("journal/1", b"ours", only_if_new=True)
    found = bucket.read("journal/1")
    assert found is not None and found.body == b"ours"


def test_a_write_that_arrives_late(behind: S3Bucket, bucket: S3Bucket, proxy: Proxy) -> None:
    """Its writer gave up, found nothing, and somebody else wrote: the condition holds it off."""
    arrived = threading.Event()

    def late(request: Request) -> Fate:
        threading.Timer(2.5, arrived.set).start()
        return delay(before=2.0)

    proxy.hook = late
    with pytest.raises(UnreachableError):
        behind.write("journal/1", b"late", only_if_new=True)
    assert bucket.read("journal/1") is None
    bucket.write("journal/1", b"other", only_if_new=True)
    assert arrived.wait(10)
    found = bucket.read("journal/1")
    assert found is not None and found.body == b"other"


def test_a_bucket_of_another_region(behind: S3Bucket, proxy: Proxy) -> None:
    """botocore asks for the region and follows once; nothing was written where the server sent it away."""
    sent_away = refuse(301, "PermanentRedirect")
    proxy.hook = lambda request: PASS if request.method == "HEAD" else sent_away
    with pytest.raises(MisconfiguredError, match="set AWS_REGION") as caught:
        behind.write("k", b"x", only_if_new=True)
    assert caught.value.reason == "request"
    assert len(proxy.asked()) <= 3


def _always(fate: Fate, _request: Request) -> Fate:
    return fate


@pytest.mark.parametrize("size", [0, 1, 70_000])
def test_half_an_answer_is_no_object(behind: S3Bucket, bucket: S3Bucket, proxy: Proxy, size: int) -> None:
    etag = bucket.write("k", b"x" * 100_000)
    proxy.hook = lambda _request: cut(size)
    with pytest.raises(UnreachableError):
        behind.read("k")
    with pytest.raises(UnreachableError):
        behind.read_range("k", 0, 99_000, etag=etag)


def test_a_range_is_pinned_by_the_request_and_by_its_answer(behind: S3Bucket, bucket: S3Bucket, proxy: Proxy) -> None:
    etag = bucket.write("k", b"0123456789")
    assert behind.read_range("k", 2, 3, etag=etag) == b"234"
    assert (proxy.seen[0].headers["if-match"], proxy.seen[0].headers["range"]) == (etag, "bytes=2-4")
    another = Answer(206, [("ETag", '"another"'), ("Content-Range", "bytes 2-4/10")], b"abc")
    proxy.hook = lambda _request: Fate(times=0, instead=another)
    with pytest.raises(PreconditionFailedError):
        behind.read_range("k", 2, 3, etag=etag)
    for headers in ([], [("Content-Range", "bytes 0-2/10")]):
        proxy.hook = partial(_always, Fate(times=0, instead=Answer(206, [("ETag", etag), *headers], b"012")))
        with pytest.raises(MisconfiguredError, match="does not serve ranges"):
            behind.read_range("k", 2, 3, etag=etag)


def test_half_a_list_is_no_list(behind: S3Bucket, bucket: S3Bucket, proxy: Proxy) -> None:
    for number in range(20):
        bucket.write(f"journal/{number:020}", b"")
    proxy.hook = lambda _request: cut(700)
    with pytest.raises(UnreachableError):
        list(behind.keys("journal/"))


@pytest.mark.parametrize(
    ("status", "code", "error"),
    [
        (412, "PreconditionFailed", PreconditionFailedError),
        (409, "ConditionalRequestConflict", ConflictError),
        (409, "OperationAborted", ConflictError),
        (500, "InternalError", UnreachableError),
        (503, "SlowDown", UnreachableError),
        (503, "ServiceUnavailable", UnreachableError),
        (400, "RequestTimeout", UnreachableError),
        (502, "", UnreachableError),
        (599, "Unheard", UnreachableError),
        (400, "BadDigest", UnreachableError),
        (403, "AccessDenied", MisconfiguredError),
        (403, "InvalidAccessKeyId", MisconfiguredError),
        (403, "SignatureDoesNotMatch", MisconfiguredError),
        (400, "ExpiredToken", MisconfiguredError),
        (403, "RequestTimeTooSkewed", MisconfiguredError),
        (404, "NoSuchBucket", MisconfiguredError),
        (400, "InvalidArgument", MisconfiguredError),
        (501, "NotImplemented", MisconfiguredError),
    ],
)
def test_errors_by_their_code(behind: S3Bucket, proxy: Proxy, status: int, code: str, error: type[Exception]) -> None:
    proxy.hook = lambda _request: refuse(status, code)
    calls: list[Callable[[], object]] = [
        lambda: behind.read("k"),
        lambda: behind.read_range("k", 0, 1, etag='"0"'),
        lambda: behind.write("k", b"x", only_if_new=True),
        lambda: list(behind.keys("k")),
    ]
    for call in calls:
        with pytest.raises(error) as caught:
            call()
        assert type(caught.value) is error


def test_only_a_missing_key_reads_as_none(behind: S3Bucket, proxy: Proxy) -> None:
    """404 alone is not enough: a gateway or a missing bucket say it too."""
    proxy.hook = lambda _request: refuse(404, "NoSuchKey")
    assert (behind.read("k"), behind.info("k")) == (None, None)
    for code in ("", "NotFound", "NoSuchBucket", "NoSuchVersion"):
        proxy.hook = partial(_always, refuse(404, code))
        for call in (behind.read, behind.info):
            with pytest.raises(MisconfiguredError):
                call("k")


def test_a_head_that_fails_asks_why(behind: S3Bucket, proxy: Proxy) -> None:
    """A HEAD has no body, and so no Code."""
    proxy.hook = lambda _request: refuse(403, "InvalidAccessKeyId")
    with pytest.raises(MisconfiguredError) as caught:
        behind.info("k")
    assert (caught.value.reason, [method for method, _ in proxy.asked()]) == ("credentials", ["HEAD", "GET"])


def test_what_the_proxy_counts(server: Server, behind: S3Bucket, proxy: Proxy) -> None:
    behind.write("a/b", b"12345")
    behind.read("a/b")
    list(behind.keys("a/"))
    assert proxy.asked() == [("PUT", "a/b"), ("GET", "a/b"), ("GET", "")]
    assert proxy.received == 5
    assert proxy.sent > 5
    assert proxy.seen[2].query["prefix"] == "a/"
