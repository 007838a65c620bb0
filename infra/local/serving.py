"""`kunugi serve`: HTTP, queue and schedule in one process."""

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import FrameType

from chalicelib.accounts import new_setup_code
from chalicelib.services import Services
from chalicelib.settings import Settings
from chalicelib.store.users import has_users
from infra.local.command import fail, tell
from infra.local.demo_site import DEMO_PATHS, serve_demo
from infra.local.embedded import open_services
from infra.local.loops import Loops
from infra.local.server import make_server, run_beside

log = logging.getLogger(__name__)


STOP_SECONDS = 5.0  # for all there is to wait for; what starts us (systemd, a container) kills after ten


def serve(settings: Settings) -> int:
    """Serve until the process is told to stop, then end it."""
    with demo_site(settings) as (settings_with_demo, demo_urls):
        services = open_services(settings_with_demo, demo_urls=demo_urls)
        code = _serve(services)
    if code is not None:
        return code
    # Not by returning: the interpreter would wait for every slice under way, a slow page or a locked file among them.
    # All that is written here is written so that it can be cut off: the next start goes on from there.
    logging.shutdown()
    sys.stdout.flush()
    os._exit(0)


def _serve(services: Services) -> int | None:
    """None when it served; the exit code when it could not."""
    import app as front_door  # takes a while to import

    settings = services.settings
    front_door.use(services)
    try:
        server = make_server(front_door.app, port=settings.port, base_url=settings.base_url)
    except OSError as error:
        return fail(tell("port-taken", port=settings.port, why=error.strerror))
    loops = Loops(services, schedule=True)
    loops.start()
    _say_how_to_sign_in(services)
    stop_answering = run_beside(server)
    _wait_for_a_signal()
    print(tell("stopping"), flush=True)
    ends = time.monotonic() + STOP_SECONDS
    stop_answering()
    loops.stop(max(0.0, ends - time.monotonic()))
    return None


def _say_how_to_sign_in(services: Services) -> None:
    print(tell("open-this", url=services.settings.base_url))
    with services.database.read() as connection:
        known = has_users(connection)
    if known:
        print(tell("sign-in"))
    else:
        print(tell("set-up", code=new_setup_code(services.objects)))
    print(tell("how-to-stop"), flush=True)


def _wait_for_a_signal() -> None:
    """Until the first one; a second ends the process at once, whatever is under way."""
    stopped = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.set()
        signal.signal(number, signal.SIG_DFL)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    while not stopped.wait(1.0):
        pass


@contextmanager
def demo_site(settings: Settings) -> Iterator[tuple[Settings, tuple[str, ...]]]:
    """The demo site on the port beside ours, which alone of all private addresses may be crawled; none when taken."""
    port = settings.port + 1
    try:
        server = serve_demo(port)
    except (OSError, OverflowError) as error:
        print(tell("no-demo-site", port=port, why=error), file=sys.stderr)
        yield settings, ()
        return
    try:
        allowed = (*settings.allow_networks, f"127.0.0.1:{port}")
        yield replace(settings, allow_networks=allowed), tuple(f"http://127.0.0.1:{port}{path}" for path in DEMO_PATHS)
    finally:
        server.shutdown()
        server.server_close()
