"""`kunugi` as its own process, and a site that writes down when it was asked."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests import stores

ROOT = Path(__file__).resolve().parents[2]
KUNUGI = [sys.executable, "-m", "infra.local.command"]


def environment(data: Path, **more: str) -> dict[str, str]:
    """The environment of a process on this data folder, in which loopback may be crawled."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("KUNUGI_")}
    return {
        **kept,
        "KUNUGI_DATA": str(data),
        "KUNUGI_ALLOW_NETWORKS": "127.0.0.0/8",
        "LANG": "ja_JP.UTF-8",
        **stores.environment(data),
        **more,
    }


def kunugi(
    data: Path, *arguments: str, text_in: str | None = None, seconds: float = 120, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    return subprocess.run(
        [*KUNUGI, *arguments],
        cwd=ROOT,
        env=environment(data, **more),
        input=text_in,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )


def free_port() -> int:
    """A port whose neighbour, for the demo site, is free too."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port = int(first.getsockname()[1])
            try:
                second.bind(("127.0.0.1", port + 1))
            except (OSError, OverflowError):
                continue
            return port


@contextmanager
def process(data: Path, *arguments: str, **more: str) -> Iterator[subprocess.Popen[str]]:
    """The command running; killed at the end."""
    running = subprocess.Popen(
        [*KUNUGI, *arguments],
        cwd=ROOT,
        env=environment(data, **more),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield running
    finally:
        running.kill()
        running.wait()
        if running.stdout:
            running.stdout.close()


@contextmanager
def server(data: Path, port: int, **more: str) -> Iterator[subprocess.Popen[str]]:
    """`kunugi serve`, answering."""
    with process(data, "serve", KUNUGI_PORT=str(port), **more) as running:
        ends = time.monotonic() + 30
        while time.monotonic() < ends:
            try:
                httpx.get(f"http://127.0.0.1:{port}/api/session", trust_env=False)
            except httpx.TransportError:
                assert running.poll() is None, running.stdout and running.stdout.read()
                time.sleep(0.05)
                continue
            break
        yield running


def pages(count: int) -> Mapping[str, str]:
    """Pages with markup that names them."""
    return {
        f"/{n}": f'<title>{n}</title><script type="application/ld+json">'
        f'{{"@context":"https://schema.org","@type":"Article","headline":"{n}"}}</script><h1>{n}</h1>'
        for n in range(count)
    }
