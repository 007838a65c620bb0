"""A file to S3: in one request, or in parts, several at once, with the condition on the completion."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO

import botocore.exceptions as aws

PARTS_ABOVE = 100_000_000  # bytes
PART_SIZE = 8 * 1024 * 1024  # S3 takes 5 MiB and up, 10,000 parts: 80 GB, and at once PARALLEL of them are in memory
PARALLEL = 4

Progress = Callable[[int, int], None]


class Count:
    """Tells `progress` how much was sent, from one thread at a time and never less than before."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self.total, self._progress, self._lock, self._sent = total, progress, Lock(), 0

    def add(self, size: int) -> None:
        """`size` bytes more were sent."""
        with self._lock:
            self._tell(self._sent + size)

    def reach(self, position: int) -> None:
        """The first `position` bytes were sent."""
        with self._lock:
            self._tell(max(position, self._sent))

    def _tell(self, sent: int) -> None:
        if sent != self._sent and self._progress is not None:
            self._progress(sent, self.total)
        self._sent = sent


class _Counted:
    """A file whose reading is the progress. botocore reads it once over TLS; over HTTP it reads it beforehand too, to
    sign it, and the progress comes early."""

    def __init__(self, file: BinaryIO, count: Count) -> None:
        self._file, self._count = file, count

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self._count.reach(self._file.tell())
        return data

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()


def send(
    client: Any, target: Mapping[str, Any], condition: Mapping[str, str], path: Path, progress: Progress | None
) -> str:
    """The file to the key; `target` has Bucket, Key and Metadata. Gives the etag.

    Raises what boto3 raises, OSError when the file cannot be read, ValueError when it shrinks while it is sent.
    """
    count = Count(path.stat().st_size, progress)
    if count.total > PARTS_ABOVE:
        return _send_in_parts(client, target, condition, path, count)
    with path.open("rb") as file:
        answer = client.put_object(**target, **condition, Body=_Counted(file, count), ContentLength=count.total)
    return str(answer["ETag"])


def _send_in_parts(
    client: Any, target: Mapping[str, Any], condition: Mapping[str, str], path: Path, count: Count
) -> str:
    """As a multipart upload.

    Whatever fails, the upload is taken back: then the object is there or never will be, though the answer was lost.
    """
    metadata = target.get("Metadata", {})
    place = {name: value for name, value in target.items() if name != "Metadata"}
    upload = {**place, "UploadId": client.create_multipart_upload(**place, Metadata=metadata)["UploadId"]}
    try:
        parts = _send_parts(client, upload, path, count)
        answer = client.complete_multipart_upload(**upload, **condition, MultipartUpload={"Parts": parts})
        return str(answer["ETag"])
    except BaseException:
        # A part upload still under way is waited for (the pool's end), so none arrives after this. When this fails
        # too, the bucket's lifecycle rule for incomplete uploads clears it away.
        with suppress(aws.BotoCoreError, aws.ClientError):
            client.abort_multipart_upload(**upload)
        raise


def _send_parts(client: Any, upload: Mapping[str, Any], path: Path, count: Count) -> list[dict[str, str | int]]:
    size = count.total

    def one(start: int) -> dict[str, str | int]:
        number, length = start // PART_SIZE + 1, min(PART_SIZE, size - start)
        with path.open("rb") as file:
            file.seek(start)
            body = file.read(length)
        if len(body) != length:
            raise ValueError(f"{path.name} shrank while it was sent")
        answer = client.upload_part(**upload, PartNumber=number, Body=body)
        count.add(length)
        return {"PartNumber": number, "ETag": str(answer["ETag"])}

    with ThreadPoolExecutor(PARALLEL) as pool:
        sent = [pool.submit(one, start) for start in range(0, size, PART_SIZE)]
        try:
            return [part.result() for part in sent]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)  # what has not begun need not
            raise
