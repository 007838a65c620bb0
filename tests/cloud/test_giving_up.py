"""What `kunugi db` gives up only when it has what takes its place, and what it says when it cannot."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from chalicelib.crawl.plan import start_manual_run
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.services import Services
from chalicelib.settings import Settings
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.journal import record_key
from chalicelib.store.products import add_product
from chalicelib.store.restoring import pull, seq_at
from infra.local.command import main
from infra.local.embedded import open_services
from tests.cloud.servers import ACCESS_KEY, SECRET_KEY, Server
from tests.cloud.test_damaged_states import spoil
from tests.cloud.test_replacing import fill
from tests.crawl.conftest import register
from tests.fetch.clocks import StandingClock

Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def db(
    server: Server, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Said:
    """`kunugi db …` on the bucket: its exit code, what it printed, and what it complained of."""
    for key, value in {
        "KUNUGI_DATA": str(tmp_path / "data"),
        "KUNUGI_BUCKET": name,
        "AWS_ENDPOINT_URL_S3": server.endpoint,
        "AWS_ACCESS_KEY_ID": ACCESS_KEY,
        "AWS_SECRET_ACCESS_KEY": SECRET_KEY,
        "AWS_DEFAULT_REGION": "us-east-1",
        "KUNUGI_ALLOW_NETWORKS": "127.0.0.0/8",
        "LANG": "en_US.UTF-8",
    }.items():
        monkeypatch.setenv(key, value)
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)

    def run(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(["db", *arguments])
        out, err = capsys.readouterr()
        unversioned = [line for line in err.splitlines(keepends=True) if "is not versioned" not in line]
        return code, out, "".join(unversioned)

    return run


def test_a_restore_or_push_that_fails_leaves_the_crawls_alone(
    db: Said, name: str, bucket: S3Bucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(data=tmp_path / "data", bucket=name, allow_networks=("127.0.0.0/8",))
    services: Services = open_services(settings, clock=StandingClock())
    start_manual_run(services, register(services, "一", ["http://127.0.0.1:1/"]), mode="all", delay_seconds=0)
    bucket.put("inbox/part", b"a part")
    pull(bucket, tmp_path / "pulling", tmp_path / "good.db")
    code, _, said = db("restore", "--seq", "999", "--yes")
    assert (code, "there is no commit 999" in said) == (2, True)
    with monkeypatch.context() as down:
        down.setenv("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:9")
        code, _, said = db("push", str(tmp_path / "good.db"), "--replace")
    assert (code, "the bucket cannot be reached" in said) == (2, True)
    bucket.delete(record_key(1))
    assert db("restore", "--seq", "1", "--yes")[0] == 2
    assert list(bucket.list("inbox/")) == ["inbox/part"]
    assert len(services.crawl_queue.receive(10)) == 1
    assert db("push", str(tmp_path / "good.db"), "--replace")[0] == 0
    assert list(bucket.list("inbox/")) == []


def test_a_pull_mixes_with_nothing_that_was_there(db: Said, bucket: S3Bucket, tmp_path: Path) -> None:
    """The log of a file that was in use is brought into whatever comes under its name."""
    fill(bucket, tmp_path)
    target, old = tmp_path / "x.db", tmp_path / "old.db"
    pull(bucket, tmp_path / "pulling", old)
    with sqlite3.connect(old) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("INSERT INTO products (name, created_at) VALUES ('phantom', 'now')")
        connection.commit()
        log = Path(f"{old}-wal").read_bytes()
    connection.close()
    for suffix in ("-wal", "-shm", "-journal"):
        Path(f"{target}{suffix}").write_bytes(log)
        code, _, said = db("pull", str(target))
        assert (code, f"x.db{suffix} is there already" in said, target.exists()) == (2, True, False)
        assert db("pull", str(target), "--force")[0] == 0
        with sqlite3.connect(target) as connection:
            found = [row[0] for row in connection.execute("SELECT name FROM products ORDER BY id")]
        connection.close()
        assert found == ["n2", "n3", "n4", "n5", "n6"]
        target.unlink()
    assert sorted(path.name for path in tmp_path.iterdir() if "x.db" in path.name) == []


def test_a_time_is_found_past_records_that_are_missing(bucket: S3Bucket, tmp_path: Path) -> None:
    clock = StandingClock()
    database = BucketDatabase(bucket, tmp_path / "copy", clock)
    at = {}
    for number in range(2, 10):
        clock.sleep(60)
        database.write(lambda connection, number=number: add_product(connection, f"n{number}", "now"))  # type: ignore[misc] # bound now
        at[number] = clock.now().isoformat(timespec="milliseconds").replace("+00:00", "Z")
    for number in (1, 2, 3, 6):
        bucket.delete(record_key(number))
    bucket.write(record_key(7), b"garbage")
    assert [seq_at(bucket, at[number]) for number in range(4, 10)] == [4, 5, 5, 5, 8, 9]


def test_stats_and_checkpoint_tell_damage(db: Said, bucket: S3Bucket, tmp_path: Path) -> None:
    for action in (["stats"], ["restore", "--seq", "1"], ["restore", "--at", "2026-01-01"]):
        assert db(*action)[::2] == (2, "kunugi: the bucket is empty: it holds neither schema.db nor a journal\n")
    fill(bucket, tmp_path)
    kept = bucket.read(record_key(4))
    assert kept is not None
    bucket.delete(record_key(4))
    code, told, said = db("stats")
    assert (code, told[:15], said.count("\n")) == (1, "newest commit 6", 1)
    assert "journal record 4" in said and "kunugi db restore --seq 3" in said
    bucket.write(record_key(4), kept.body, metadata=kept.info.metadata)
    assert db("stats")[::2] == (0, "")
    assert db("checkpoint")[0] == 0
    spoil(bucket, tmp_path)
    for word, wanted in (("stats", 1), ("checkpoint", 2)):
        code, _, said = db(word)
        assert (code, said.count("\n"), "the database file of commit 6 is damaged" in said) == (wanted, 1, True)
    held = bucket.info("schema.db")
    assert held is not None
    bucket.write("schema.db", b"no database at all" * 999, metadata=held.metadata)
    code, _, said = db("stats")
    assert (code, said.count("\n"), "schema.db" in said, "db push FILE --replace" in said) == (1, 1, True, True)


@pytest.mark.parametrize("moment", ["0001-01-01T00:00", "9999-12-31T23:59-09:00", "yesterday"])
def test_a_time_that_is_none(db: Said, moment: str) -> None:
    assert db("restore", "--at", moment, "--yes") == (
        2,
        "",
        f"kunugi: {moment}: not a time (such as 2026-04-01T12:00)\n",
    )


@pytest.mark.parametrize(("setting", "value"), [("AWS_ENDPOINT_URL_S3", "nonsense"), ("KUNUGI_BUCKET", "Bad Bucket!")])
def test_a_setting_that_cannot_be_is_named(db: Said, monkeypatch: pytest.MonkeyPatch, setting: str, value: str) -> None:
    monkeypatch.setenv(setting, value)
    code, _, said = db("stats")
    assert (code, said.count("\n"), setting in said, value in said) == (2, 1, True, True)
    assert "Error" not in said and "Regex" not in said.title()
