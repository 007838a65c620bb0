"""A cloud on this machine to look at: the page, an hourly start each minute, and what fails on the terminal.

    python -m tests.cloud.functions

Everything is in memory (moto) and gone at the end. Stop with Ctrl+C.
"""

import os
import time

import app as front_door
from chalicelib.accounts import new_setup_code
from chalicelib.cloud import open_services
from infra.local.server import make_server, run_beside
from tests.cloud.functions.cloud import running, settings_of
from tests.cloud.servers import moto

PORT = 8000
START_EVERY_SECONDS = 60.0


def main() -> None:
    """Serve until Ctrl+C."""
    with moto() as server, running(server, environment={"KUNUGI_PORT": str(PORT)}) as cloud:
        os.environ.update(settings_of(server, cloud.bucket, cloud.urls))
        services = open_services()
        front_door.use(services)
        stop = run_beside(make_server(front_door.app, port=PORT, base_url=services.settings.base_url))
        print(f"{services.settings.base_url}  set-up code: {new_setup_code(services.objects)}", flush=True)
        seen = 0
        try:
            while True:
                cloud.hourly()
                for text in cloud.told[seen:]:
                    print(text, flush=True)
                seen = len(cloud.told)
                time.sleep(START_EVERY_SECONDS)
        except KeyboardInterrupt:
            stop()


if __name__ == "__main__":
    main()
