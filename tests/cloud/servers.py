"""Two S3 servers on loopback: moto, and SeaweedFS, which shares no code with it or with botocore."""

import copy
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from werkzeug.serving import make_server

from chalicelib.ports.s3_bucket import s3_client

# They open nothing but the servers below, on loopback.
ACCESS_KEY, SECRET_KEY = "kunugi-test", "kunugi-test-secret"
# On SeaweedFS: signs rightly and may do nothing.
POWERLESS_KEY = "kunugi-powerless"


class Server(NamedTuple):
    """An S3 server. name: `moto` or `seaweed`; endpoint: its address."""

    name: str
    endpoint: str

    def client(self, endpoint: str | None = None, *, access_key: str = ACCESS_KEY, **seconds: float) -> Any:
        """A client with the test's account, for this server or, at `endpoint`, for a proxy before it."""
        return client(endpoint or self.endpoint, access_key=access_key, **seconds)

    def new_bucket(self, *, versioned: bool = False) -> str:
        """An empty bucket of its own; its name. versioned: it keeps what is overwritten, as a real one has to."""
        name = f"test-{secrets.token_hex(6)}"
        self.client().create_bucket(Bucket=name)
        if versioned:
            self.client().put_bucket_versioning(Bucket=name, VersioningConfiguration={"Status": "Enabled"})
        return name


def client(endpoint: str, *, access_key: str = ACCESS_KEY, **seconds: float) -> Any:
    """A client with the test's account. seconds: `connect_seconds`, `read_seconds`."""
    account = {"aws_access_key_id": access_key, "aws_secret_access_key": SECRET_KEY, "region_name": "us-east-1"}
    return s3_client(endpoint, account=account, **seconds)


@contextmanager
def moto() -> Iterator[Server]:
    """moto in this process. It compares and writes in two steps, so requests go through one at a time, as S3's do.

    It ignores If-Match on CompleteMultipartUpload and CopyObject without saying so.
    """
    from moto.moto_server.werkzeug_app import DomainDispatcherApplication, MotoRequestHandler, create_backend_app
    from moto.s3 import models

    class Quiet(MotoRequestHandler):
        def log(self, type: str, message: str, *args: object) -> None:  # noqa: A002 - werkzeug's name
            pass

    # It copies all that the bucket holds, bodies too, for each list of versions: a minute of them took 7 GB.
    vars(models)["copy"] = SimpleNamespace(copy=copy.copy, deepcopy=list)
    one_at_a_time = threading.Lock()
    application = DomainDispatcherApplication(create_backend_app)

    def locked(environ: Any, start_response: Any) -> Iterable[bytes]:
        with one_at_a_time:
            answer: Iterable[bytes] = application(environ, start_response)
            return answer

    server = make_server("127.0.0.1", 0, locked, threaded=True, request_handler=Quiet)
    serving = threading.Thread(target=server.serve_forever, daemon=True)
    serving.start()
    try:
        yield Server("moto", f"http://127.0.0.1:{server.server_port}")
    finally:
        server.shutdown()
        serving.join()
        server.server_close()


def weed() -> str | None:
    """The SeaweedFS program where it is installed: there is no wheel for every machine."""
    beside = Path(sys.executable).parent / "weed"
    return str(beside) if beside.exists() else shutil.which("weed")


@contextmanager
def seaweed() -> Iterator[Server]:
    """SeaweedFS as a process of its own, with its files in a temporary folder; both are gone afterwards."""
    program = weed()
    if program is None:
        raise FileNotFoundError("weed")
    with tempfile.TemporaryDirectory(prefix="kunugi-weed-", ignore_cleanup_errors=True) as name, ExitStack() as stack:
        folder = Path(name)
        for attempt in range(3):  # a free port may be taken before it is used
            ports = _free_ports(8)
            running = stack.enter_context(_process([program, *_arguments(folder, ports)], folder / f"{attempt}.log"))
            server = Server("seaweed", f"http://127.0.0.1:{ports[0]}")
            if _ready(server, running):
                break
        else:
            raise RuntimeError(f"SeaweedFS does not start:\n{(folder / '2.log').read_text()[-3000:]}")
        yield server


def _arguments(folder: Path, ports: list[int]) -> list[str]:
    identity = {
        "credentials": [{"accessKey": ACCESS_KEY, "secretKey": SECRET_KEY}],
        "name": "all",
        "actions": ["Admin"],
    }
    powerless = {"credentials": [{"accessKey": POWERLESS_KEY, "secretKey": SECRET_KEY}], "name": "none", "actions": []}
    # One volume a bucket instead of seven, found in the server's home: else a few hundred buckets fill it.
    (folder / ".seaweedfs").mkdir(exist_ok=True)
    (folder / ".seaweedfs" / "master.toml").write_text("[master.volume_growth]\ncopy_1 = 1\n")
    config = folder / "s3.json"
    config.write_text(json.dumps({"identities": [identity, powerless]}))
    names = ["s3.port", "s3.port.grpc", "master.port", "master.port.grpc"]
    names += ["volume.port", "volume.port.grpc", "filer.port", "filer.port.grpc"]
    return [
        "-logtostderr=true",
        "server",
        f"-dir={folder}",
        "-ip=127.0.0.1",
        "-ip.bind=127.0.0.1",
        *(f"-{name}={port}" for name, port in zip(names, ports, strict=True)),
        "-master.telemetry=false",
        "-master.telemetry.url=",
        "-master.volumeSizeLimitMB=256",
        "-volume.max=600",  # each bucket takes some of its own
        f"-filer.localSocket={folder}/filer.sock",
        "-s3",
        f"-s3.config={config}",
        "-s3.autoCreateBucket=false",
        "-s3.port.iceberg=0",
        "-s3.port.lance=0",
        f"-s3.localSocket={folder}/s3.sock",
    ]


# Runs a command until it ends or our end of the pipe closes, which it does however this process ends.
_LEASH = """
import os, subprocess, sys, threading
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL)
threading.Thread(target=lambda: (sys.stdin.read(), child.kill()), daemon=True).start()
os._exit(child.wait() & 255)
"""


@contextmanager
def _process(command: list[str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The command running; killed at the end, and when this process is."""
    with log.open("wb") as output:
        leash = subprocess.Popen(
            [sys.executable, "-c", _LEASH, *command],
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=output,
            env={"PATH": os.environ.get("PATH", ""), "HOME": str(log.parent)},
        )
    assert leash.stdin is not None
    try:
        yield leash
    finally:
        leash.stdin.close()
        leash.wait()


def _ready(server: Server, process: subprocess.Popen[bytes], seconds: float = 60.0) -> bool:
    """Whether it takes an object before the time is over and before it ends."""
    client = server.client(connect_seconds=1.0, read_seconds=5.0)
    over = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < over:
        try:
            bucket = server.new_bucket()
            client.put_object(Bucket=bucket, Key="ready", Body=b"ready")
            return True
        except Exception:  # whatever a server says that is starting
            time.sleep(0.1)
    return False


def _free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [int(each.getsockname()[1]) for each in sockets]
