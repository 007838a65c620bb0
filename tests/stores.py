"""Which store the tests of the rooms above it run on: the embedded file, or (KUNUGI_TEST_STORE=bucket) moto's S3."""

import atexit
import os
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from chalicelib.settings import Settings

PROVED = os.environ.get("KUNUGI_CHECK_WRITES") == "1"  # every write runs twice; takes several times as long
IN_BUCKET = os.environ.get("KUNUGI_TEST_STORE") == "bucket"


# For tests of what only the embedded store has: a file that others open, and that `db import` replaces (a bucket has
# `db push`, see tests/cloud/test_keeping.py).
of_the_file = pytest.mark.skipif(IN_BUCKET, reason="is about the file of the embedded store")


def settings(data: Path, **more: Any) -> Settings:
    """Settings on a folder of the test and, in bucket mode, the bucket that belongs to the folder."""
    if IN_BUCKET:
        more["bucket"] = _bucket(data.resolve())
    return Settings(data=data, check_writes=PROVED, **more)


def environment(data: Path) -> dict[str, str]:
    """What a process on this folder is told beside it."""
    if not IN_BUCKET:
        return {}
    return {"KUNUGI_BUCKET": _bucket(data.resolve()), **{k: v for k, v in os.environ.items() if k.startswith("AWS_")}}


@cache
def _bucket(data: Path) -> str:
    name: str = _server().new_bucket()
    return name


@cache
def _server() -> Any:
    """moto, started once, with the environment that leads boto3 to it."""
    from tests.cloud.servers import ACCESS_KEY, SECRET_KEY, moto

    stack = ExitStack()
    server = stack.enter_context(moto())
    atexit.register(stack.close)
    os.environ.update(
        AWS_ENDPOINT_URL_S3=server.endpoint,
        AWS_ACCESS_KEY_ID=ACCESS_KEY,
        AWS_SECRET_ACCESS_KEY=SECRET_KEY,
        AWS_DEFAULT_REGION="us-east-1",
    )
    return server
