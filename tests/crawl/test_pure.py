"""Every write of a crawl is a pure function of the database, so that it may run again after a lost race."""

from collections.abc import Callable
from dataclasses import replace

from chalicelib.crawl.plan import cancel, delete_whole_product, start_manual_run
from chalicelib.crawl.tick import tick
from chalicelib.services import Services
from chalicelib.store.proof import ProvingDatabase
from chalicelib.store.schedules import save_schedule
from tests.crawl.conftest import drain, register, rows, run_row
from tests.crawl.site import Page, Site, redirect


def test_the_writes_of_runs_ticks_cancels_and_deletions(services: Services, site: Callable[..., Site]) -> None:
    services = replace(services, database=ProvingDatabase(services.database))
    shop = site({"/": Page(), "/old": redirect("/"), "/broken": Page(500, "oops")})
    urls = [shop.url(path) for path in ("/", "/old", "/broken")]
    product, other = register(services, "店", urls), register(services, "別の店", urls)
    now = "2026-04-01 00:00:00"
    services.database.write(lambda c: save_schedule(c, other, days=[1], crawl_delay_seconds=0, enabled=True, now=now))
    run = start_manual_run(services, product, mode="all", delay_seconds=0, key="pressed twice")
    assert start_manual_run(services, product, mode="all", delay_seconds=0, key="pressed twice") == run
    tick(services)
    drain(services)
    assert run_row(services, run) == (3, 2, 1, 1, "done")
    assert len(rows(services)) == 6
    assert cancel(services, start_manual_run(services, product, mode="all", delay_seconds=0))
    for each in (product, other):
        services.database.write(lambda connection, each=each: delete_whole_product(connection, each, now))  # type: ignore[misc] # bound now
    tick(services)
    assert rows(services) == []
