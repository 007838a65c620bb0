"""Which store the tests of the rooms above it run on: the embedded file, or (KUNUGI_TEST_STORE=bucket) moto's S3."""

import atexit
import os
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

from chalicelib.settings import Settings

PROVED = os.environ.get("KUNUGI_CHECK_WRITES") == "1"  # every write runs twice; takes several times as long
IN_BUCKET = os.environ.get("KUNUGI_TEST_STORE") == "bucket"


def settings(data: Path, **more: Any) -> Settings:
    """Settings on a folder of the test and, in bucket mode, a bucket of its own."""
    if IN_BUCKET:
        more["bucket"] = _server().new_bucket()
    return Settings(data=data, check_writes=PROVED, **more)


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
