"""`kunugi db` and a whole crawl with the database in a bucket."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from chalicelib.ports.clock import SystemClock
from chalicelib.ports.s3_bucket import S3Bucket
from chalicelib.store.bucket_database import BucketDatabase
from chalicelib.store.journal import record_key
from tests.cloud.servers import ACCESS_KEY, SECRET_KEY, Server
from tests.crawl.site import Page, serve
from tests.local.processes import kunugi, pages


@pytest.fixture
def cloud(server: Server, name: str) -> dict[str, Any]:
    """The environment of S3 mode on the server."""
    return {
        "KUNUGI_BUCKET": name,
        "AWS_ENDPOINT_URL_S3": server.endpoint,
        "AWS_ACCESS_KEY_ID": ACCESS_KEY,
        "AWS_SECRET_ACCESS_KEY": SECRET_KEY,
        "AWS_DEFAULT_REGION": "us-east-1",
    }


def names(path: Path) -> list[str]:
    with sqlite3.connect(path) as connection:
        return [row[0] for row in connection.execute("SELECT name FROM products ORDER BY id")]


def test_crawl_pull_restore_push(cloud: dict[str, Any], tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serve(SystemClock(), {path: Page(body=body) for path, body in pages(3).items()}) as site:
        done = kunugi(data, "crawl", *(site.url(f"/{n}") for n in range(3)), "--delay", "0", "--product", "一", **cloud)
        assert done.returncode == 0, done.stderr
        assert kunugi(data, "crawl", site.url("/0"), "--delay", "0", "--product", "二", **cloud).returncode == 0
    assert not (data / "schema.db").exists()
    first = tmp_path / "first.db"
    assert kunugi(data, "db", "pull", str(first), **cloud).returncode == 0
    with sqlite3.connect(first) as connection:
        assert connection.execute("SELECT count(*) FROM crawl_results").fetchone()[0] == 4
    again = kunugi(data, "db", "pull", str(first), **cloud)
    assert (again.returncode, again.stderr.count("\n")) == (2, 1)
    assert "crawl_results 4" in kunugi(data, "db", "check", **cloud).stdout
    assert kunugi(data, "db", "restore", "--seq", "2", **cloud).returncode == 2  # not told twice
    assert kunugi(data, "db", "restore", "--seq", "2", "--yes", **cloud).returncode == 0
    assert kunugi(data, "db", "checkpoint", **cloud).returncode == 0
    assert "その後の記録 0 件" in kunugi(data, "db", "stats", **cloud).stdout
    second = tmp_path / "second.db"
    assert kunugi(data, "db", "pull", str(second), **cloud).returncode == 0
    assert names(second) == ["一"]
    assert kunugi(data, "db", "push", str(first), **cloud).returncode == 2  # not told twice
    assert kunugi(data, "db", "push", str(first), "--replace", **cloud).returncode == 0
    assert kunugi(data, "db", "pull", str(second), "--force", **cloud).returncode == 0
    assert names(second) == ["一", "二"]


def test_what_is_wrong_is_one_line(cloud: dict[str, Any], bucket: S3Bucket, tmp_path: Path) -> None:
    for name in ("one", "two"):
        added = kunugi(tmp_path, "user", "add", f"{name}@example.jp", text_in="十文字以上の合言葉です\n", **cloud)
        assert added.returncode == 0, added.stderr
    bucket.delete(record_key(2))
    for arguments in (("db", "check"), ("db", "pull", str(tmp_path / "x.db")), ("tick",)):
        done = kunugi(tmp_path, *arguments, **cloud)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "ジャーナルの記録 2" in done.stderr
    nowhere = kunugi(tmp_path, "db", "check", **{**cloud, "AWS_ENDPOINT_URL_S3": "http://127.0.0.1:9"})
    assert (nowhere.returncode, nowhere.stderr.count("\n")) == (2, 1)
    other = kunugi(tmp_path, "db", "check", **{**cloud, "KUNUGI_BUCKET": "no-such-bucket-here"})
    assert (other.returncode, other.stderr.count("\n")) == (2, 1)


def test_whether_the_bucket_is_versioned_is_said(
    server: Server, bucket: S3Bucket, versioned: S3Bucket, cloud: dict[str, Any], tmp_path: Path
) -> None:
    for each, warned in ((bucket, "バージョニングが無効です"), (versioned, "")):
        BucketDatabase(each, tmp_path / each._bucket, SystemClock()).keep_up()
        for action in ("stats", "check"):
            done = kunugi(tmp_path, "db", action, **{**cloud, "KUNUGI_BUCKET": each._bucket})
            assert (done.returncode, done.stderr.count("\n")) == (0, int(bool(warned)))
            assert warned in done.stderr


def test_troubles_are_told_in_the_language_of_the_terminal(
    server: Server, cloud: dict[str, Any], bucket: S3Bucket, tmp_path: Path
) -> None:
    if server.name == "moto":
        pytest.skip("the same on both, and a process each takes a second")
    nowhere = {**cloud, "AWS_ENDPOINT_URL_S3": "http://127.0.0.1:9"}
    missing = {**cloud, "KUNUGI_BUCKET": "no-such-bucket-here"}
    bucket.write("schema.db", b"not ours")
    for environment, japanese, english in (
        (nowhere, "バケットに接続できないか、応答が得られません", "the bucket cannot be reached"),
        (missing, "バケット no-such-bucket-here がありません", "There is no bucket no-such-bucket-here"),
        (cloud, "手作業で置かれたものです", "it was put there by hand"),
    ):
        for locale, wanted in (("ja_JP.UTF-8", japanese), ("en_US.UTF-8", english)):
            done = kunugi(tmp_path, "db", "stats", **{**environment, "LANG": locale})
            assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
            assert wanted in done.stderr
