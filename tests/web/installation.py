"""A real `kunugi serve` in a folder of its own, and its API as a script uses it."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests import stores

EMAIL = "admin@example.jp"
PASSWORD = "kunugi-no-ki-2025"
COMMAND = Path(sys.executable).parent / "kunugi"
PATIENCE_SECONDS = 30.0


@dataclass
class Installation:
    """`url` is the address that people open; `code` the set-up code that was printed."""

    url: str
    code: str
    process: subprocess.Popen[str]

    def api(self) -> httpx.Client:
        """A client with the header that changes need; signs nobody in."""
        return httpx.Client(base_url=f"{self.url}api/", headers={"Kunugi-Request": "1"}, timeout=PATIENCE_SECONDS)

    @contextmanager
    def administrator(self) -> Iterator[httpx.Client]:
        """A client that made the first administrator, or signed in as him."""
        form = {"email": EMAIL, "password": PASSWORD}
        with self.api() as client:
            if client.get("session").json()["setup_needed"]:
                client.post("setup", json={**form, "code": self.code}).raise_for_status()
            else:
                client.post("login", json=form).raise_for_status()
            yield client

    def set_up(self) -> None:
        """Make the first administrator."""
        with self.administrator():
            pass

    def stop(self) -> None:
        """End the server, as Ctrl+C would."""
        self.process.terminate()
        self.process.wait(timeout=PATIENCE_SECONDS)


@contextmanager
def installed(folder: Path, *, port: int | None = None, prefix: str = "/") -> Iterator[Installation]:
    """A server with its data in `folder`, below a path prefix."""
    port = port or free_port()
    url = f"http://127.0.0.1:{port}{prefix}"
    environment = {
        **os.environ,
        "KUNUGI_DATA": str(folder / "data"),
        "KUNUGI_PORT": str(port),
        "KUNUGI_BASE_URL": url,
        "KUNUGI_ALLOW_NETWORKS": "127.0.0.0/8",
        "PYTHONUNBUFFERED": "1",
        **stores.environment(folder / "data"),
    }
    with (folder / "serve.log").open("w") as log:
        process = subprocess.Popen([COMMAND, "serve"], env=environment, cwd=folder, stdout=log, stderr=log, text=True)
    try:
        yield Installation(url, _printed_code(process, folder / "serve.log"), process)
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE_SECONDS)


def free_port() -> int:
    """A port that is free, and so is the one after it, where the demo site stands."""
    for _ in range(100):
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port = int(first.getsockname()[1])
            try:
                second.bind(("127.0.0.1", port + 1))
            except (OSError, OverflowError):
                continue
            return port
    raise AssertionError("no two free ports side by side")


def crawl(client: httpx.Client, product: int, *, delay: float = 0) -> dict[str, Any]:
    """Start a crawl of every URL and wait until it is done; gives the run."""
    run: dict[str, Any] = client.post(f"products/{product}/runs", json={"mode": "all", "delay_seconds": delay}).json()[
        "run"
    ]
    end = time.monotonic() + PATIENCE_SECONDS
    while run["state"] in ("queued", "running"):
        assert time.monotonic() < end, run
        time.sleep(0.1)
        run = client.get(f"runs/{run['id']}").json()["run"]
    return run


def _printed_code(process: subprocess.Popen[str], log: Path) -> str:
    """The code of the line that tells how to sign in; empty where there is an administrator already."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end and process.poll() is None:
        text = log.read_text()
        if "Ctrl+C" in text:
            found = re.search(r"\b[0-9a-f]{4}(?:-[0-9a-f]{4}){3}\b", text)
            return found.group() if found else ""
        time.sleep(0.05)
    raise AssertionError(f"kunugi serve did not start: {log.read_text()}")
