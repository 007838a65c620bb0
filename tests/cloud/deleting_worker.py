"""Deletes a product and keeps house until nothing is left of it, with little memory, as its own process.

    python -m tests.cloud.deleting_worker ENDPOINT BUCKET FOLDER PRODUCT MEGABYTES

Prints the commits it made and the most memory it had, in MB.
"""

import json
import resource
import sys
from dataclasses import replace
from pathlib import Path

from chalicelib.crawl.housekeeping import keep_house
from chalicelib.crawl.plan import delete_whole_product
from chalicelib.ports.clock import SystemClock
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.settings import Settings
from chalicelib.store.bucket_database import BucketDatabase
from infra.local.embedded import open_services
from tests.cloud.servers import client


def main() -> None:
    """Do what the arguments say."""
    endpoint, name, folder, product, megabytes = sys.argv[1:]
    limit = int(megabytes) * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
    clock = SystemClock()
    database = BucketDatabase(S3Bucket(name, client=client(endpoint)), Path(folder) / "copy", clock)
    services = replace(open_services(Settings(data=Path(folder) / "data"), clock=clock), database=database)
    with database.read():
        before = database.seq()
    database.write(lambda connection: delete_whole_product(connection, int(product), "2026-04-01 00:00:00"))
    while not keep_house(services):
        pass
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(json.dumps({"commits": database.seq() - before, "peak_mb": peak}))


if __name__ == "__main__":
    main()
