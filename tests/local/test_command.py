"""The `kunugi` command as other tools rely on it: exit codes, JSON, one line on stderr."""

import json
import sqlite3
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from chalicelib.ports.clock import SystemClock
from chalicelib.store.database import EmbeddedDatabase
from chalicelib.store.migrations import documented_statements
from chalicelib.store.results import ResultFilter, get_result, list_results
from chalicelib.store.users import get_user_by_email
from infra.local.embedded import open_services
from tests import stores
from tests.crawl.site import Page, serve
from tests.local.processes import free_port, kunugi, server
from tests.shared import shared

GOOD = '<title>青い鳥</title><h1>青い鳥</h1><script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"青い鳥"}</script>'
BROKEN = '<title>x</title><script type="application/ld+json">{"@type": "Article",,}</script>'


@pytest.mark.parametrize(("page", "code"), [(GOOD, 0), (BROKEN, 1), ("", 0)])
def test_inspect_says_by_its_exit_code_what_it_found(tmp_path: Path, page: str, code: int) -> None:
    file = tmp_path / "page.html"
    file.write_text(page, "utf-8")
    done = kunugi(
        tmp_path, "inspect", str(file), "--url", "https://example.jp/", "--header", "Content-Type: text/html", "--json"
    )
    assert (done.returncode, done.stderr) == (code, "")
    result = json.loads(done.stdout)
    assert {"entities", "structured_data", "suggestions", "consistency_checks"} <= set(result)
    assert kunugi(tmp_path, "inspect", str(file)).returncode == code


def test_inspect_says_what_to_do_about_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    movie = '{"@context":"https://schema.org","@type":"Movie","name":"青い鳥"}'
    file.write_text(f'<title>青い鳥</title><script type="application/ld+json">{movie}</script>', "utf-8")
    lines = kunugi(tmp_path, "inspect", str(file)).stdout.splitlines()
    at = next(number for number, line in enumerate(lines) if "必須の image" in line)
    assert lines[at + 1] == "      → image を追加してください。ないと、Google 検索でこの機能の対象になりません。"


@pytest.mark.parametrize(
    "arguments",
    [
        ("inspect", "no-such-file.html"),
        ("inspect", "http://127.0.0.1:9/"),
        ("inspect", "http://10.0.0.1/"),
        ("inspect",),
        ("inspect", "--batch", "no-such-file.jsonl"),
        ("crawl", "not a url"),
        ("crawl", "ftp://example.jp/"),
        ("user", "add", "no address"),
        ("user", "password", "nobody@example.jp"),
        ("db", "import", "no-such-file.db"),
    ],
)
def test_what_cannot_be_done_is_one_line_on_stderr(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = kunugi(tmp_path, *arguments, text_in="")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith("kunugi: ")


def test_a_bad_setting_is_one_line_on_stderr(tmp_path: Path) -> None:
    done = kunugi(tmp_path, "serve", KUNUGI_PORT="eighty")
    assert (done.returncode, done.stderr) == (
        2,
        "kunugi: KUNUGI_PORT must be a number from 1 to 65535, not 'eighty'\n",
    )
    done = kunugi(tmp_path, "crawl", "https://example.jp/", KUNUGI_ALLOW_NETWORKS="everything")
    assert done.returncode == 2
    assert "KUNUGI_ALLOW_NETWORKS" in done.stderr


def test_a_body_that_is_not_what_its_encoding_says(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(GOOD, "utf-8")
    done = kunugi(tmp_path, "inspect", str(file), "--header", "content-encoding: gzip", "--json")
    result = json.loads(done.stdout)
    assert done.returncode == 2
    assert [(row["rule"], row["severity"]) for row in result["validation"]] == [("content-decoding-error", "error")]
    assert result["entities"] == []


def test_a_batch_is_judged_line_by_line(tmp_path: Path) -> None:
    lines = [
        json.dumps({"id": 1, "url": "https://example.jp/", "html": GOOD}),
        "not json",
        json.dumps({"id": 3, "url": "https://example.jp/", "headers": {"Content-Language": "ja"}}),
        json.dumps(["a list"]),
        json.dumps({"id": "五", "url": "https://example.jp/", "html": "<p>", "expectations": None}),
    ]
    done = kunugi(tmp_path, "inspect", "--batch", "-", text_in="\n".join(lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 2
    assert [(a["id"], "result" in a) for a in answers] == [
        (1, True),
        (None, False),
        (3, False),
        (None, False),
        ("五", True),
    ]
    assert answers[0]["result"]["entities"][0]["type"] == "Article"
    assert "line 2" in answers[1]["error"]["message"]


def test_crawl_registers_crawls_and_tells(tmp_path: Path) -> None:
    with serve(SystemClock(), {"/good": Page(body=GOOD), "/broken": Page(body=BROKEN)}) as site:
        good = kunugi(tmp_path, "crawl", site.url("/good"), "--delay", "0", "--product", "店")
        broken = kunugi(tmp_path, "crawl", site.url("/good"), site.url("/broken"), "--delay", "0", "--json")
        gone = kunugi(tmp_path, "crawl", site.url("/gone"), "--delay", "0")
    assert good.returncode == 0, good.stderr
    assert site.url("/good") in good.stdout
    assert "Article" in good.stdout
    assert broken.returncode == 1
    assert [json.loads(line)["title"] for line in broken.stdout.splitlines()] == ["青い鳥", "x"]
    assert gone.returncode == 2
    assert "HTTP 404 Not Found" in gone.stdout


def top_types(expected: Any) -> set[str]:
    """The types of the top nodes of an example."""
    nodes = expected if isinstance(expected, list) else expected.get("@graph", [expected])
    found: set[str] = set()
    for node in nodes:
        types = node.get("@type", [])
        found.update(types if isinstance(types, list) else [types])
    return {name.rpartition("/")[2].removeprefix("schema:") for name in found}


def embedded(example: str) -> str:
    """Some examples are JSON alone, without the script element that a page would have around it."""
    return f'<script type="application/ld+json">{example}</script>' if example.startswith("{") else example


def test_sixty_examples_of_schema_org(tmp_path: Path) -> None:
    folder = shared("corpora", "schemaorg-examples-30.0")
    index = json.loads((folder / "INDEX.json").read_text("utf-8"))
    valid = [
        entry["id"] for entry in index if entry.get("json_valid") and (folder / entry["id"] / "expected.json").exists()
    ]
    chosen = list(islice(valid, 0, None, len(valid) // 60))[:60]
    site_pages = {}
    wanted = {}
    for name in chosen:
        parts = [(folder / name / f"{syntax}.html") for syntax in ("jsonld", "microdata")]
        body = "".join(embedded(part.read_text("utf-8")) for part in parts if part.exists())
        site_pages[f"/{name}"] = Page(body=f"<!doctype html><title>{name}</title><body>{body}")
        wanted[f"/{name}"] = top_types(json.loads((folder / name / "expected.json").read_text("utf-8")))
    with serve(SystemClock(), site_pages) as site:
        done = kunugi(tmp_path, "crawl", *(site.url(path) for path in site_pages), "--delay", "0")
        assert done.returncode in (0, 1), done.stderr
    services = open_services(stores.settings(tmp_path))
    with services.database.read() as connection:
        rows = list_results(connection, ResultFilter(), limit=1000)
    assert len(rows) == len(chosen) == 60
    found = {
        row["url"].removeprefix(site.origin): {entry["type"] for entry in row["types"] if entry["source"] == "JSON-LD"}
        for row in rows
    }
    missing = {path: types - found[path] for path, types in wanted.items() if types - found[path]}
    assert missing == {}


def php_database(path: Path) -> sqlite3.Connection:
    """A database as the PHP version leaves it while it runs: legacy columns, the newest rows only in its log."""
    old = sqlite3.connect(path)
    old.execute("PRAGMA journal_mode=WAL")
    old.execute("PRAGMA wal_autocheckpoint=0")
    for statement in documented_statements():
        old.execute(statement)
    old.execute("ALTER TABLE users ADD COLUMN display_name TEXT")
    old.execute("ALTER TABLE product_urls ADD COLUMN note TEXT")
    hashed = "$2y$04$abcdefghijklmnopqrstuuzqZ8T4tUoCDL1PEjDBSLZ1xUo0D4cQK"
    old.execute("INSERT INTO users (email, password_hash, display_name) VALUES ('a@example.jp', ?, '花子')", (hashed,))
    old.execute("INSERT INTO products (name) VALUES ('企業サイト')")
    old.execute("INSERT INTO product_urls (product_id, url, note) VALUES (1, 'https://example.jp/', 'メモ')")
    old.execute("INSERT INTO crawl_runs (product_id, finished_at) VALUES (1, datetime('now'))")
    old.commit()
    old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    result = {"entities": [{"source": "JSON-LD", "index": 1, "type": "Article", "properties": {}, "raw": ""}]}
    rows = [
        (1, 1, 1, "https://example.jp/", 200, json.dumps(result), 0),
        (1, 1, None, "https://example.jp/x", 0, None, 1),
    ]
    old.executemany(
        "INSERT INTO crawl_results (run_id, product_id, product_url_id, url, http_status, result_json, is_error)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        rows,
    )
    old.commit()
    return old


@stores.of_the_file
def test_a_php_database_in_use_is_taken_in_whole(tmp_path: Path) -> None:
    """K-006: the log beside the file is part of it; what is here already is not given up unasked."""
    source, data = tmp_path / "php" / "schema.db", tmp_path / "data"
    source.parent.mkdir()
    old = php_database(source)
    assert Path(f"{source}-wal").stat().st_size > 0
    before = source.read_bytes(), Path(f"{source}-wal").read_bytes()
    done = kunugi(data, "db", "import", str(source))
    assert done.returncode == 0, done.stderr
    assert "crawl_results 2" in done.stdout
    assert (source.read_bytes(), Path(f"{source}-wal").read_bytes()) == before
    old.close()
    database = EmbeddedDatabase(data / "schema.db")
    with database.read() as connection:
        rows = list_results(connection, ResultFilter(product_id=1))
        assert [(row["url"], row["types"]) for row in rows] == [
            ("https://example.jp/x", []),
            ("https://example.jp/", [{"source": "JSON-LD", "type": "Article"}]),
        ]
        assert get_result(connection, 1) is not None
        user = get_user_by_email(connection, "A@example.jp")
    assert user is not None
    database.close()
    again = kunugi(data, "db", "import", str(source))
    assert (again.returncode, again.stderr.count("\n")) == (2, 1)
    assert "--replace" in again.stderr
    assert kunugi(data, "db", "import", str(source), "--replace").returncode == 0
    assert kunugi(data, "db", "check").returncode == 0


@stores.of_the_file
def test_an_import_forgets_what_was_under_way(tmp_path: Path) -> None:
    """Runs of two databases have the same numbers; the delay at a host holds whoever asks (K-054)."""
    source, data = tmp_path / "schema.db", tmp_path / "data"
    php_database(source).close()
    services = open_services(stores.settings(data))
    for key in ("inbox/b/0", "cancel/1", "batches/b", "hosts/h/delays/b", "hosts/h/asked", "setup/code"):
        services.objects.put(key, b"1")
    for queue in (services.crawl_queue, services.merge_queue):
        queue.send("host", "body", once="1")
    services.database.write(lambda connection: connection.execute("INSERT INTO products (name) VALUES ('x')"))
    assert kunugi(data, "db", "import", str(source)).returncode == 2
    assert services.crawl_queue.receive()[0].body == "body"
    assert kunugi(data, "db", "import", str(source), "--replace").returncode == 0
    assert list(services.objects.list("")) == ["hosts/h/asked", "setup/code"]
    assert services.crawl_queue.receive() == services.merge_queue.receive() == []


@stores.of_the_file
@pytest.mark.parametrize("content", [b"", b"hello" * 2000, b"SQLite format 3\0" + b"\xff" * 8000])
def test_what_is_no_database_is_not_taken_in(tmp_path: Path, content: bytes) -> None:
    source = tmp_path / "other.db"
    source.write_bytes(content)
    done = kunugi(tmp_path / "data", "db", "import", str(source))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert kunugi(tmp_path / "data", "db", "check").returncode == 0


@stores.of_the_file
def test_an_import_reaches_a_running_server(tmp_path: Path) -> None:
    source, data, port = tmp_path / "schema.db", tmp_path / "data", free_port()
    php_database(source).close()
    with server(data, port):
        assert kunugi(data, "db", "import", str(source)).returncode == 0
    assert "crawl_results 2" in kunugi(data, "db", "check").stdout


@stores.of_the_file
def test_db_check_makes_an_empty_database_and_finds_damage(tmp_path: Path) -> None:
    first, second = kunugi(tmp_path, "db", "check"), kunugi(tmp_path, "db", "check")
    assert (first.returncode, second.returncode) == (0, 0)
    assert first.stdout != second.stdout
    path = tmp_path / "schema.db"
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO crawl_runs (product_id) VALUES (77)")
    stray = kunugi(tmp_path, "db", "check")
    assert stray.returncode == 1
    assert "crawl_runs row 1 refers to a row of products" in stray.stderr


def test_accounts_are_added_and_given_passwords(tmp_path: Path) -> None:
    added = kunugi(
        tmp_path, "user", "add", " Hanako@Example.jp", "--role", "product_manager", text_in="十文字以上の合言葉です\n"
    )
    assert added.returncode == 0, added.stderr
    assert kunugi(tmp_path, "user", "add", "hanako@example.jp", text_in="十文字以上の合言葉です\n").returncode == 2
    assert kunugi(tmp_path, "user", "password", "hanako@example.jp", text_in="short\n").returncode == 2
    assert kunugi(tmp_path, "user", "password", "hanako@example.jp", text_in="another long one\n").returncode == 0
    with open_services(stores.settings(tmp_path)).database.read() as connection:
        user = get_user_by_email(connection, "hanako@example.jp")
    assert user is not None
    assert user.role == "product_manager"


def test_tick_plans_what_is_due(tmp_path: Path) -> None:
    done = kunugi(tmp_path, "tick")
    assert (done.returncode, done.stdout.startswith("対象プロダクト 0 件")) == (0, True)
