"""A crawl through the handlers of app.py in a cloud on loopback, while functions are killed and messages come twice."""

import json
import random
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from chalicelib.crawl.batches import mark_cancelled
from chalicelib.crawl.plan import delete_whole_product
from chalicelib.ports.clock import SystemClock
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.store.copies import Copy
from chalicelib.store.restoring import restore
from tests.cloud.conftest import Servers
from tests.cloud.functions import crawl
from tests.cloud.functions.cloud import Cloud, running
from tests.cloud.functions.crawl import Product, look_at, open_runs, product, register, wait_until
from tests.crawl.site import Page

BEFORE_SEND = "chalicelib.crawl.plan:send_batch:before"
INSIDE_COMMIT = "chalicelib.store.bucket_database:put_record:after"


HANGS = 5.0  # seconds


def hang(visit: int) -> Page:
    """As good as no answer."""
    time.sleep(HANGS)
    return Page()


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


class Trouble:
    """What goes wrong in the course of a run, by the clock: kills, hourly starts, a deletion, a restore."""

    def __init__(
        self, cloud: Cloud, folder: Path, doomed: int | None, *, kill_every: float, most_kills: int, restore_at: float
    ) -> None:
        self.cloud, self.folder, self.doomed = cloud, folder, doomed
        self.opened = look_at(cloud, folder / "look")
        self.chance = random.Random(7)
        self.began = time.monotonic()
        self.kill_every, self.most_kills, self.restore_at = kill_every, most_kills, restore_at
        self.next_kill, self.next_hour = kill_every, 5.0
        self.seq = 0
        self.kills = self.restores = 0

    def __call__(self) -> None:
        age = time.monotonic() - self.began
        if age > self.next_kill:
            self.next_kill = age + self.chance.uniform(0.5, 1.5) * self.kill_every
            self._kill()
        if age > self.next_hour:
            self.next_hour = age + 10
            self.cloud.hourly()
        if self.doomed is not None and age > self.restore_at / 3:
            product_id, self.doomed = self.doomed, None
            now = SystemClock().now()
            batches = self.opened.write(lambda c: delete_whole_product(c, product_id, crawl.NOW))
            mark_cancelled(S3Bucket(self.cloud.bucket, client=self.cloud.server.client()), batches, now)
            self.cloud.deadly["merge"] = INSIDE_COMMIT
        if not self.seq and age > self.restore_at / 2:
            with self.opened.read():
                self.seq = self.opened.seq()
        if self.seq and not self.restores and age > self.restore_at:
            self.restores = 1
            bucket = S3Bucket(self.cloud.bucket, client=self.cloud.server.client())
            restore(bucket, Copy(self.folder / "restoring"), SystemClock(), self.seq, self.folder / "state")

    def _kill(self) -> None:
        busy = [instance for instance in self.cloud.instances if instance.busy]
        if busy and self.kills < self.most_kills:
            self.kills += 1
            self.chance.choice(busy).kill()

    def over(self) -> bool:
        """Whether all of it happened and no run is open."""
        runs, still = open_runs(self.opened)
        return bool(self.restores and runs and not still and self.doomed is None)


def prove(
    servers: Servers, folder: Path, products: list[Product], doomed: Product, **times: float
) -> dict[str, object]:
    """Crawl these products, and figures of it after checking it; `doomed` is deleted on the way."""
    environment = {"KUNUGI_TEST_SLICE": str(times["slice"]), "KUNUGI_TEST_PATIENCE": "1", "KUNUGI_TEST_MERGE": "1"}
    began = time.monotonic()
    with running(
        servers.get("moto"),
        visibility=11,
        receives=12,
        timeout=10,
        doubles=0.05,
        workers=int(times["workers"]),
        environment=environment,
    ) as cloud:
        opened = look_at(cloud, folder / "opened")
        wanted = {register(opened, each): each for each in products}
        opened.write(lambda c: c.execute("INSERT INTO app_settings VALUES ('cron_max_urls_per_run', '0')") and None)
        trouble = Trouble(
            cloud,
            folder,
            register(opened, doomed),
            kill_every=times["kill_every"],
            most_kills=int(times["kills"]),
            restore_at=times["restore_at"],
        )
        assert cloud.hourly(die=BEFORE_SEND) is None
        assert cloud.told == ["hourly died"]
        assert sum(len(site.visits) for each in products for site in each.sites) == 0
        cloud.hourly()
        wait_until(trouble.over, times["seconds"], cloud, trouble)
        took = time.monotonic() - began
        wait_until(
            lambda: not any(cloud.waiting(queue) for queue in ("crawl", "merge", "dead")), 90, cloud, lambda: None
        )
        time.sleep(1.1)  # until the copy looks for what is new again
        assert crawl.problems(opened, wanted) == []
        before = crawl.rows_of(opened)
        visits = [(site.origin, path) for each in products for site in each.sites for path in site.paths()]
        sample = random.Random(3).sample(cloud.delivered, min(20, len(cloud.delivered)))
        for event in sample:  # hours later, when the rules of robots.txt and all waits are over
            cloud.invoke("crawl", event, hours=5)
        wait_until(
            lambda: not any(cloud.waiting(queue) for queue in ("crawl", "merge", "dead")), 90, cloud, lambda: None
        )
        time.sleep(1.1)
        assert crawl.rows_of(opened) == before
        again = [(site.origin, path) for each in products for site in each.sites for path in site.paths()]
        assert sorted(again) == sorted(visits)
        died = [row for row in before if "worker died" in str(row[5])]
        failed = [text for text in cloud.told if not text.endswith("died")]
        assert failed == []
    gaps = crawl.least_gaps([*products, doomed])
    for each in [*products, doomed]:
        assert gaps[each.name] >= each.delay - 0.005 or each.delay == 0, gaps  # whole ms of two clocks' roundings
    return {
        "urls": len(before),
        "hosts": sum(len(each.sites) for each in [*products, doomed]),
        "seconds": round(took),
        "kills": trouble.kills,
        "deaths": len(cloud.told),
        "late": len(sample),
        "least_gaps": gaps,
        "given_up": len(died),
    }


def test_a_crawl_with_kills_doubles_a_deletion_and_a_restore(
    servers: Servers, stack: ExitStack, tmp_path: Path
) -> None:
    products = [product(stack, "待たない", 0, 2, 8, redirects=2), product(stack, "一秒", 1, 1, 7)]
    doomed = product(stack, "消える", 2, 1, 10)
    done = prove(
        servers, tmp_path, products, doomed, kill_every=4, kills=1, restore_at=4, workers=3, slice=1, seconds=120
    )
    print(json.dumps(done, ensure_ascii=False))


@pytest.mark.prove
def test_two_thousand_urls_on_forty_hosts(servers: Servers, stack: ExitStack, tmp_path: Path) -> None:
    products = [
        product(stack, "待たない", 0, 14, 60, redirects=20),
        product(stack, "一秒", 1, 12, 50, redirects=15),
        product(stack, "二秒", 2, 8, 41, redirects=10),
        product(stack, "五秒", 5, 5, 40, redirects=5),
    ]
    shared = product(stack, "五秒と同じホスト", 1, 1, 5)
    shared.sites, shared.urls = [], [url + "?shared" for url in products[3].urls[:12]]
    products[3].sites[0].pages.update({f"/{n}?shared": Page() for n in range(12)})
    doomed = product(stack, "消える", 2, 1, 60)
    done = prove(
        servers,
        tmp_path,
        [*products, shared],
        doomed,
        kill_every=8,
        kills=30,
        restore_at=60,
        workers=12,
        slice=4,
        seconds=900,
    )
    print(json.dumps(done, ensure_ascii=False))
    assert done["kills"] != 0


@pytest.mark.prove
def test_a_host_that_hangs_does_not_slow_the_others(servers: Servers, stack: ExitStack, tmp_path: Path) -> None:
    """The run is as long as its slowest host, and the others are done as soon as they would be without it."""
    made = product(stack, "店", 1, 6, 10)
    hanging = made.sites[0]
    hanging.pages.update({path: hang for path in hanging.pages if path != "/robots.txt"})
    with running(servers.get("moto"), workers=8, environment={"KUNUGI_TEST_SLICE": "5"}) as cloud:
        opened = look_at(cloud, tmp_path / "look")
        register(opened, made)
        wait_until(lambda: all(instance.ready for instance in cloud.instances), 120, cloud, lambda: None)
        cloud.hourly()
        began = time.monotonic()
        wait_until(lambda: open_runs(opened) == (1, 0), 300, cloud, lambda: None)
        took = time.monotonic() - began
    slowest = (hanging.visits[-1][0] - hanging.visits[0][0]).total_seconds() + HANGS
    others = max((site.visits[-1][0] - hanging.visits[0][0]).total_seconds() for site in made.sites[1:])
    print(json.dumps({"run": round(took, 1), "slowest_host": round(slowest, 1), "others": round(others, 1)}))
    assert took <= 1.2 * slowest
    assert others <= 0.5 * slowest
