"""Another state in place of the present one (restore, push): with crawls under way, and over what is missing."""

from collections.abc import Callable
from dataclasses import replace as changed
from datetime import timedelta
from pathlib import Path

import pytest

from chalicelib.crawl.merge import merge, merge_parts
from chalicelib.crawl.plan import start_manual_run
from chalicelib.crawl.tick import tick
from chalicelib.crawl.work import work
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.services import Services
from chalicelib.settings import Settings
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.copies import Copy
from chalicelib.store.errors import JournalError
from chalicelib.store.journal import record_key
from chalicelib.store.products import add_product
from chalicelib.store.restoring import replace, restore, state_at
from chalicelib.store.upkeep import keep_up
from infra.local.embedded import open_services
from infra.local.keeping import push_file, restore_state
from tests.cloud.products import names
from tests.cloud.servers import ACCESS_KEY, SECRET_KEY, Server
from tests.crawl.conftest import drain, register
from tests.crawl.site import Page, serve
from tests.fetch.clocks import StandingClock


@pytest.fixture
def clock() -> StandingClock:
    return StandingClock()


@pytest.fixture
def services(
    server: Server, name: str, tmp_path: Path, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> Services:
    """Of one machine with its database in the bucket; a slice is one URL."""
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", server.endpoint)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", ACCESS_KEY)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET_KEY)
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    settings = Settings(data=tmp_path / "data", bucket=name, allow_networks=("127.0.0.0/8",))
    return changed(open_services(settings, clock=clock), slice_seconds=0.0)


def crawl(services: Services, slices: int) -> None:
    """Work so many slices and merge what they gave."""
    for _ in range(slices):
        for message in services.crawl_queue.receive(1):
            work(services, message)
        merge(services, services.merge_queue.receive(10))


def results(services: Services) -> list[tuple[int, str]]:
    with services.database.read() as connection:
        return [tuple(row) for row in connection.execute("SELECT run_id, url FROM crawl_results ORDER BY run_id, url")]


def runs(services: Services) -> list[tuple[int, int, int, bool]]:
    with services.database.read() as connection:
        found = connection.execute("SELECT id, total_urls, success_count + error_count, finished_at FROM crawl_runs")
        return [(row[0], row[1], row[2], row[3] is not None) for row in found]


def wait(services: Services) -> None:
    """Until the copy looks for what is new again."""
    services.clock.sleep(2)


def test_a_restore_in_the_middle_of_a_crawl(services: Services, clock: StandingClock) -> None:
    """Every URL has one row per run, whatever was under way, and what belonged to runs that are no more stays away."""
    pages = {f"/{n}": Page() for n in range(6)}
    with serve(clock, {"/robots.txt": Page(404, ""), **pages}) as site:
        urls = [site.url(path) for path in pages]
        product = register(services, "一", urls)
        first = start_manual_run(services, product, mode="all", delay_seconds=0)
        crawl(services, 2)
        back = services.database.seq()
        done = len(results(services))
        assert 0 < done < 6
        crawl(services, 2)
        second = start_manual_run(services, product, mode="all", delay_seconds=0)
        crawl(services, 3)
        assert {run for run, _ in results(services)} == {first, second}
        late = {key: services.objects.get(key) for key in services.objects.list("inbox/")}
        for message in services.crawl_queue.receive(1):  # in a worker's hands when the restore comes
            work(services, message)
            in_hand = message
        assert restore_state(services.settings, seq=back, at=None, sure=True) == 0
        assert list(services.objects.list("inbox/")) == list(services.objects.list("batches/")) == []
        assert services.merge_queue.receive(10) == services.crawl_queue.receive(10) == []
        wait(services)
        assert (len(results(services)), runs(services)) == (done, [(first, 6, done, False)])
        # What a worker had in hand still comes, and all that was in the inbox.
        work(services, in_hand)
        for key, kept in late.items():
            if kept is not None:
                services.objects.put(key, kept.body)
        tick(services)
        third = start_manual_run(services, product, mode="all", delay_seconds=0)
        assert third == second + 1  # numbers do not come again
        merge_parts(services, list(late))
        drain(services)
        wait(services)
    assert runs(services) == [(first, 6, 6, True), (third, 6, 6, True)]
    assert results(services) == sorted([(run, url) for run in (first, third) for url in urls])


def test_a_restored_run_is_not_closed_for_the_time_between(services: Services, clock: StandingClock) -> None:
    """K-056 counts it as life, like a night when the server was off; without messages it begins anew by itself."""
    pages = {f"/{n}": Page() for n in range(4)}
    with serve(clock, {"/robots.txt": Page(404, ""), **pages}) as site:
        product = register(services, "一", [site.url(path) for path in pages])
        run = start_manual_run(services, product, mode="all", delay_seconds=0)
        crawl(services, 2)
        back = services.database.seq()
        drain(services)
        clock.sleep(timedelta(days=3).total_seconds())
        with pytest.MonkeyPatch.context() as later:
            later.setattr("infra.local.keeping.SystemClock", lambda: clock)
            assert restore_state(services.settings, seq=back, at=None, sure=True) == 0
        wait(services)
        assert runs(services)[0][3] is False
        tick(services)
        drain(services)
        wait(services)
        with services.database.read() as connection:
            assert connection.execute("SELECT state FROM run_details").fetchall()[0][0] == "done"
            assert connection.execute("SELECT sum(is_error) FROM crawl_results").fetchone()[0] == 0
    assert runs(services) == [(run, 4, 4, True)]


def test_a_push_forgets_the_crawls_of_what_was_there(services: Services, clock: StandingClock, tmp_path: Path) -> None:
    with serve(clock, {"/robots.txt": Page(404, ""), "/": Page(), "/2": Page()}) as site:
        register(services, "一", [site.url("/")])
        product = register(services, "二", [site.url("/"), site.url("/2")])
        start_manual_run(services, product, mode="all", delay_seconds=0)
        for message in services.crawl_queue.receive(1):
            work(services, message)
    assert list(services.objects.list("inbox/"))
    with services.database.read() as connection:
        connection.execute("VACUUM INTO ?", (str(tmp_path / "other.db"),))
    assert push_file(services.settings, str(tmp_path / "other.db"), replacing=True) == 0
    assert services.crawl_queue.receive(10) == services.merge_queue.receive(10) == []
    assert [key for prefix in ("inbox/", "batches/") for key in services.objects.list(prefix)] == []


def fill(bucket: S3Bucket, folder: Path) -> dict[str, BucketDatabase]:
    """Commits 2 to 6, a product each; `low` stands at 3, `high` at 6, and both go on being used."""
    clock = StandingClock()
    low, high = BucketDatabase(bucket, folder / "low", clock), BucketDatabase(bucket, folder / "high", clock)
    for number in range(2, 7):
        high.write(lambda connection, number=number: add_product(connection, f"n{number}", "now"))  # type: ignore[misc] # bound now
        if number == 3:
            names(low)
    return {"low": low, "high": high}


def lose_a_record(bucket: S3Bucket) -> None:
    bucket.delete(record_key(5))


def spoil_a_record(bucket: S3Bucket) -> None:
    kept = bucket.read(record_key(5))
    assert kept is not None
    bucket.write(record_key(5), b"garbage", metadata=kept.info.metadata)


def spoil_the_newest(bucket: S3Bucket) -> None:
    kept = bucket.read(record_key(6))
    assert kept is not None
    bucket.write(record_key(6), kept.body[:-40], metadata=kept.info.metadata)


def harmed(bucket: S3Bucket, folder: Path, harm: Callable[[S3Bucket], None]) -> list[BucketDatabase]:
    """A bucket that no cold start serves, which says what to do: the cold one, and those that `fill` gives."""
    warm = fill(bucket, folder)
    harm(bucket)
    cold = BucketDatabase(bucket, folder / "cold", StandingClock())
    with pytest.raises(JournalError, match=r"kunugi db restore --seq [45]"):
        names(cold)
    return [cold, *warm.values()]


@pytest.mark.parametrize("harm", [lose_a_record, spoil_a_record, spoil_the_newest])
def test_a_restore_goes_over_what_is_missing(
    bucket: S3Bucket, tmp_path: Path, harm: Callable[[S3Bucket], None]
) -> None:
    """As the message says: then everybody goes on, cold or warm, below or above the hole, without a new start."""
    databases = harmed(bucket, tmp_path, harm)
    position = restore(bucket, Copy(tmp_path / "restoring"), StandingClock(), 4, tmp_path / "state")
    assert position.seq == 7
    for number, database in enumerate(databases, start=8):
        database._clock.sleep(2)
        database.write(lambda connection, number=number: add_product(connection, f"n{number}", "now"))  # type: ignore[misc] # bound now
        assert names(database) == ["n2", "n3", "n4", *(f"n{n}" for n in range(8, number + 1))]


def test_a_reader_below_a_hole_follows_a_person_who_has_seen_more(bucket: S3Bucket, tmp_path: Path) -> None:
    low = fill(bucket, tmp_path)["low"]
    bucket.delete(record_key(4))
    restore(bucket, Copy(tmp_path / "restoring"), StandingClock(), 3, tmp_path / "state")
    low._clock.sleep(2)
    low._freshen(7)
    assert (low.seq(), names(low)) == (7, ["n2", "n3"])


@pytest.mark.parametrize("half", ["no journal", "no schema.db"])
def test_a_push_makes_half_a_bucket_whole(bucket: S3Bucket, tmp_path: Path, half: str) -> None:
    high = fill(bucket, tmp_path)["high"]
    keep_up(bucket, high._copy, StandingClock(), records=0)
    state_at(bucket, 6, tmp_path / "state").rename(tmp_path / "kept.db")
    for key in list(bucket.keys("journal/")) if half == "no journal" else ["schema.db", record_key(1)]:
        bucket.delete(key)
    cold = BucketDatabase(bucket, tmp_path / "cold", StandingClock())
    with pytest.raises(JournalError, match="kunugi db push FILE --replace"):
        names(cold)
    assert replace(bucket, Copy(tmp_path / "pushing"), StandingClock(), tmp_path / "kept.db").seq == 7
    assert names(cold) == names(BucketDatabase(bucket, tmp_path / "new", StandingClock()))
    cold.write(lambda connection: add_product(connection, "n8", "now"))
    assert (cold.seq(), names(cold)[-1]) == (8, "n8")


def test_a_push_begins_an_empty_bucket(bucket: S3Bucket, server: Server, tmp_path: Path) -> None:
    other = S3Bucket(server.new_bucket(), client=server.client())
    fill(other, tmp_path)
    file = state_at(other, 6, tmp_path / "state")
    assert replace(bucket, Copy(tmp_path / "pushing"), StandingClock(), file).seq == 1
    database = BucketDatabase(bucket, tmp_path / "new", StandingClock())
    assert names(database) == [f"n{n}" for n in range(2, 7)]
    database.write(lambda connection: add_product(connection, "n7", "now"))
    assert database.seq() == 2
