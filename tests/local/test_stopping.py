"""`kunugi serve` told to stop."""

import signal
import socket
import time
from pathlib import Path

import pytest

from chalicelib.crawl.plan import start_manual_run
from chalicelib.ports.clock import SystemClock
from infra.local.embedded import open_services
from tests import stores
from tests.crawl.conftest import register
from tests.crawl.site import Page, serve
from tests.local.processes import free_port, server


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_serve_ends_soon_whatever_is_under_way(tmp_path: Path, number: signal.Signals) -> None:
    port, data = free_port(), tmp_path / "data"

    def slow(visit: int) -> Page:
        time.sleep(20)
        return Page()

    with serve(SystemClock(), {"/robots.txt": slow}) as site, server(data, port) as running:
        services = open_services(stores.settings(data, allow_networks=("127.0.0.0/8",)))
        start_manual_run(services, register(services, "店", [site.url("/")]), mode="all", delay_seconds=0)
        ends = time.monotonic() + 10
        while not site.visits:
            assert time.monotonic() < ends
            time.sleep(0.05)
        with socket.create_connection(("127.0.0.1", port)) as half:  # a request that never comes to its end
            half.sendall(b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
            started = time.monotonic()
            running.send_signal(number)
            assert running.wait(15) == 0
        assert time.monotonic() - started < 7
        assert running.stdout is not None
        assert "終了しています" in running.stdout.read()
