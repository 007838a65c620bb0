"""The bucket (`ports/bucket.py`) and the objects (`ports/objects.py`) in S3. One attempt per call, nothing retried."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import botocore.exceptions as aws
from urllib3.exceptions import HTTPError

from chalicelib.ports.bucket import BucketObject, MisconfiguredError, ObjectInfo, UnreachableError
from chalicelib.ports.objects import PreconditionFailedError, StoredObject
from chalicelib.ports.s3_errors import code_of, plain_errors, status_of, told
from chalicelib.ports.s3_upload import send

_KEY = re.compile(r"[A-Za-z0-9._-]+(?:/[A-Za-z0-9._-]+)*")
_PREFIX = re.compile(r"[A-Za-z0-9._/-]*")
_MAX_KEY = 1024
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
_VALUE = re.compile(r"[!-~](?:[ -~]*[!-~])?")  # what a header carries unchanged: no blank at its ends, not empty
_MAX_METADATA = 2048
_NO_KEY = frozenset({"NoSuchKey"})
_NO_VERSION = _NO_KEY | {"NoSuchVersion"}


def s3_client(
    endpoint_url: str | None = None,
    *,
    connect_seconds: float = 3.0,
    read_seconds: float = 20.0,
    account: Mapping[str, str] = {},
) -> Any:
    """A client that tries once. account: what boto3.Session takes (region_name, aws_access_key_id, …) instead of
    finding it. Raises MisconfiguredError when the endpoint is no URL.

    botocore's own retries would turn an applied PUT into a 412 and hide that its first answer was lost. What remains is
    that it follows a bucket to its region, once, when the server sent the request away.
    """
    import boto3
    from botocore.config import Config

    config = Config(
        retries={"total_max_attempts": 1, "mode": "standard"},
        connect_timeout=connect_seconds,
        read_timeout=read_seconds,
        max_pool_connections=32,
    )
    session = boto3.Session(**account)
    try:
        return session.client("s3", endpoint_url=endpoint_url, config=config)
    except ValueError as error:
        endpoint = str(error).removeprefix("Invalid endpoint: ")
        raise MisconfiguredError("request", told("no-endpoint", "", endpoint=endpoint)) from error


class S3Bucket:
    """A Bucket and Objects in one, for many threads. Keys the protocol does not allow raise ValueError."""

    def __init__(self, bucket: str, *, client: Any = None, endpoint_url: str | None = None) -> None:
        self._bucket = bucket
        self._client = s3_client(endpoint_url) if client is None else client

    def read(self, key: str, *, version: str | None = None) -> BucketObject | None:
        """The whole object, or None when the server says that there is no such key (or version), and only then."""
        place = self._place(key, version)
        with plain_errors(self._bucket, key):
            try:
                answer = self._client.get_object(**place)
            except aws.ClientError as error:
                if code_of(error) in _missing(version):
                    return None
                raise
            return BucketObject(_body(answer, key), _info(answer, key, version))

    def info(self, key: str) -> ObjectInfo | None:
        """What `read` would tell beside the body."""
        return self._info_of(key, None)

    def _info_of(self, key: str, version: str | None) -> ObjectInfo | None:
        place = self._place(key, version)
        with plain_errors(self._bucket, key):
            try:
                return _info(self._client.head_object(**place), key, version)
            except aws.ClientError as error:
                if not 300 <= status_of(error) < 500:
                    raise
            # A HEAD has no body to say what is wrong: the key, the bucket, the credentials or the permission.
            try:
                answer = self._client.get_object(**place)
            except aws.ClientError as error:
                if code_of(error) in _missing(version):
                    return None
                raise
            answer["Body"].close()  # written between the two
            return _info(answer, key, version)

    def read_range(self, key: str, start: int, length: int, *, etag: str, version: str | None = None) -> bytes:
        """`length` bytes from byte `start` of the object (or version) with that etag; fewer only where it ends."""
        if start < 0 or length < 1:
            raise ValueError(f"no range: {length} bytes from {start}")
        place = self._place(key, version)
        with plain_errors(self._bucket, key):
            try:
                wanted = f"bytes={start}-{start + length - 1}"
                answer = self._client.get_object(**place, Range=wanted, IfMatch=etag)
            except aws.ClientError as error:
                if code_of(error) in _missing(version):
                    raise PreconditionFailedError(key) from error
                if code_of(error) == "InvalidRange":
                    return b""  # the object ends before
                raise
            # Trusting neither condition nor range: a server may ignore what it does not know.
            if answer["ETag"] != etag:
                answer["Body"].close()
                raise PreconditionFailedError(key)
            if not str(answer.get("ContentRange", "")).startswith(f"bytes {start}-"):
                answer["Body"].close()
                raise MisconfiguredError("request", told("no-ranges", self._bucket))
            return _body(answer, key)

    def write(
        self,
        key: str,
        body: bytes,
        *,
        metadata: Mapping[str, str] = {},
        only_if_new: bool = False,
        if_match: str | None = None,
    ) -> str:
        """Write the whole object and give its etag; see `ports/bucket.py`."""
        target = {**self._place(key), "Metadata": _checked(metadata), **_condition(only_if_new, if_match)}
        with plain_errors(self._bucket, key), _nothing_to_match(key, if_match):
            return str(self._client.put_object(**target, Body=body)["ETag"])

    def write_file(
        self,
        key: str,
        path: Path,
        *,
        metadata: Mapping[str, str] = {},
        only_if_new: bool = False,
        if_match: str | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> str:
        """`write` of a file, streamed; see `ports/bucket.py`. Raises OSError when the file cannot be read."""
        target = {**self._place(key), "Metadata": _checked(metadata)}
        condition = _condition(only_if_new, if_match)
        with plain_errors(self._bucket, key), _nothing_to_match(key, if_match):
            return send(self._client, target, condition, path, progress)

    def keys(self, prefix: str, after: str = "") -> Iterator[str]:
        """The keys that start with `prefix` and come after `after`, in the order of their UTF-8 bytes."""
        if not _PREFIX.fullmatch(prefix):
            raise ValueError(f"{prefix!r} is no prefix of a key")
        return self._pages(prefix, after)

    def _pages(self, prefix: str, after: str) -> Iterator[str]:
        while True:
            with plain_errors(self._bucket, ""):
                start = {"StartAfter": after} if after else {}
                answer = self._client.list_objects_v2(Bucket=self._bucket, Prefix=prefix, **start)
            found = [str(entry["Key"]) for entry in answer.get("Contents", [])]
            # A page ends where the next begins: one out of order would hide keys, and with them a hole in the journal.
            if any(left >= right for left, right in zip([after, *found], found, strict=False)):
                raise MisconfiguredError("request", told("order", self._bucket))
            yield from found
            if not answer["IsTruncated"] or not found:
                return
            after = found[-1]

    def versions(self, key: str) -> Iterator[ObjectInfo]:
        """The object as it is and as it was, newest first; see `ports/bucket.py`."""
        place = self._place(key)
        return self._versions(key, {"Bucket": place["Bucket"], "Prefix": key})

    def _versions(self, key: str, asked: dict[str, str]) -> Iterator[ObjectInfo]:
        while True:
            with plain_errors(self._bucket, key):
                answer = self._client.list_object_versions(**asked)
            for entry in answer.get("Versions", []):
                if entry["Key"] != key:
                    return  # keys come in order, and this one is the first that begins with itself
                info = self._info_of(key, str(entry["VersionId"]))
                if info is not None:  # else it expired after the LIST
                    yield info
            if not answer["IsTruncated"]:
                return
            asked |= {"KeyMarker": answer["NextKeyMarker"], "VersionIdMarker": answer["NextVersionIdMarker"]}

    def is_versioned(self) -> bool:
        """Whether what is overwritten from now on stays readable as an earlier version."""
        with plain_errors(self._bucket, ""):
            return bool(self._client.get_bucket_versioning(Bucket=self._bucket).get("Status") == "Enabled")

    # Objects

    def get(self, key: str) -> StoredObject | None:
        """The object, or None when there is none."""
        found = self.read(key)
        return None if found is None else StoredObject(found.body, found.info.etag)

    def put(self, key: str, body: bytes, *, only_if_new: bool = False, if_match: str | None = None) -> str:
        """Write the whole object at once and give its etag. Raises PreconditionFailedError."""
        return self.write(key, body, only_if_new=only_if_new, if_match=if_match)

    def delete(self, key: str) -> None:
        """Remove the object; nothing happens when there is none."""
        place = self._place(key)
        with plain_errors(self._bucket, key):
            self._client.delete_object(**place)

    def list(self, prefix: str, after: str = "") -> Iterator[str]:
        """The same as `keys`."""
        return self.keys(prefix, after)

    def _place(self, key: str, version: str | None = None) -> dict[str, str]:
        if len(key) > _MAX_KEY or not _KEY.fullmatch(key) or not {".", ".."}.isdisjoint(key.split("/")):
            raise ValueError(f"{key[:100]!r} is no key of an object")
        return {"Bucket": self._bucket, "Key": key, **({"VersionId": version} if version is not None else {})}


@contextmanager
def _nothing_to_match(key: str, if_match: str | None) -> Iterator[None]:
    """A condition on what a key holds, when it holds nothing: S3 answers 404 NoSuchKey, which is a failed condition."""
    try:
        yield
    except aws.ClientError as error:
        if if_match is not None and code_of(error) in _NO_KEY:
            raise PreconditionFailedError(key) from error
        raise


def _missing(version: str | None) -> frozenset[str]:
    """The codes that say that there is nothing of that key, or of that version of it."""
    return _NO_KEY if version is None else _NO_VERSION


def _condition(only_if_new: bool, if_match: str | None) -> dict[str, str]:
    if only_if_new and if_match is not None:
        raise ValueError("only_if_new and if_match exclude each other")
    if only_if_new:
        return {"IfNoneMatch": "*"}
    return {} if if_match is None else {"IfMatch": if_match}


def _checked(metadata: Mapping[str, str]) -> dict[str, str]:
    for name, value in metadata.items():
        if not _NAME.fullmatch(name) or not _VALUE.fullmatch(value):
            raise ValueError(f"metadata {name!r}: {value[:100]!r} would not come back as it is")
    if sum(len(name) + len(value) for name, value in metadata.items()) > _MAX_METADATA:
        raise ValueError(f"metadata is limited to {_MAX_METADATA} bytes")
    return dict(metadata)


def _body(answer: Mapping[str, Any], key: str) -> bytes:
    """The whole body. botocore compares its length, and its checksum where there is one, with the headers."""
    try:
        with closing(answer["Body"]) as stream:
            return bytes(stream.read())
    except (HTTPError, OSError) as error:  # what botocore lets through
        raise UnreachableError(f"{key}: the answer broke off: {error}") from error


def _info(answer: Mapping[str, Any], key: str, version: str | None) -> ObjectInfo:
    modified, date = answer.get("LastModified"), answer["ResponseMetadata"]["HTTPHeaders"].get("date")
    if not isinstance(modified, datetime) or date is None:
        raise MisconfiguredError("request", told("no-dates", ""))
    return ObjectInfo(
        key=key,
        size=int(answer["ContentLength"]),
        etag=str(answer["ETag"]),
        metadata=dict(answer.get("Metadata", {})),
        modified=modified.astimezone(UTC),
        served_at=parsedate_to_datetime(date).astimezone(UTC),
        version=version,
    )
