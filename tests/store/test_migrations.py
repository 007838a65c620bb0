"""K-001 to K-004: the documented schema, legacy files, the settings of a connection."""

import re
import sqlite3
from pathlib import Path

import pytest

from chalicelib.store.connection import connect
from chalicelib.store.database import EmbeddedDatabase
from chalicelib.store.migrations import MIGRATIONS, SchemaError, documented_statements, split_statements
from chalicelib.store.queries import sql
from tests.shared import shared

DOCUMENTED_TABLES = [
    "users",
    "products",
    "user_products",
    "product_urls",
    "product_website_expectations",
    "product_schema_detection_settings",
    "crawl_runs",
    "crawl_results",
    "cron_schedule",
    "cron_log",
    "password_reset_tokens",
    "app_settings",
]
DOCUMENTED_INDEXES = ["idx_crawl_results_product", "idx_crawl_results_iserror", "idx_prt_user", "idx_prt_expires"]
DOCUMENTED = DOCUMENTED_TABLES + DOCUMENTED_INDEXES


def squeeze(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def master(path: Path) -> dict[str, str]:
    with sqlite3.connect(path) as connection:
        return {
            n: squeeze(s)
            for n, s in connection.execute(
                "SELECT name, sql FROM sqlite_master WHERE sql NOT NULL AND name != 'sqlite_sequence'"
            )
        }


def test_the_documented_tables_and_indexes_are_the_specification_s(tmp_path: Path) -> None:
    specification = tmp_path / "specification.db"
    with sqlite3.connect(specification) as connection:
        connection.executescript(shared("spec", "schema.sql").read_text("utf-8"))
    EmbeddedDatabase(tmp_path / "schema.db").close()
    ours = master(tmp_path / "schema.db")
    assert {name: ours.get(name) for name in DOCUMENTED} == master(specification)


def test_every_documented_name_is_made(database: EmbeddedDatabase) -> None:
    with database.read() as connection:
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    assert set(DOCUMENTED) <= names
    assert "crawl_results_run" in names


def test_opening_twice_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "schema.db"
    EmbeddedDatabase(path).close()
    before = path.read_bytes()
    EmbeddedDatabase(path).close()
    assert path.read_bytes() == before


def test_legacy_columns_go_and_rows_stay(tmp_path: Path) -> None:
    path = tmp_path / "schema.db"
    with sqlite3.connect(path) as old:
        for statement in documented_statements():
            old.execute(statement)
        old.execute("ALTER TABLE users ADD COLUMN display_name TEXT")
        old.execute("ALTER TABLE users ADD COLUMN allowed_pages TEXT NOT NULL DEFAULT '[]'")
        old.execute("ALTER TABLE products ADD COLUMN description TEXT")
        old.execute("ALTER TABLE product_urls ADD COLUMN note TEXT")
        old.execute(
            "INSERT INTO users (email, password_hash, role, display_name) VALUES ('a@example.jp', 'x', 'admin', '花子')"
        )
        old.execute("INSERT INTO products (name, description) VALUES ('企業サイト', '説明')")
        old.execute("INSERT INTO product_urls (product_id, url, note) VALUES (1, 'https://example.jp/', 'メモ')")
    database = EmbeddedDatabase(path)
    with database.read() as connection:
        assert [tuple(row) for row in connection.execute("SELECT id, email, role FROM users")] == [
            (1, "a@example.jp", "admin")
        ]
        assert [row["name"] for row in connection.execute("SELECT * FROM products")] == ["企業サイト"]
        assert [tuple(row) for row in connection.execute("SELECT product_id, url FROM product_urls")] == [
            (1, "https://example.jp/")
        ]
        columns = {
            (table, row[0])
            for table in ("users", "products", "product_urls")
            for row in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))
        }
    database.close()
    assert not columns & {
        ("users", "display_name"),
        ("users", "allowed_pages"),
        ("products", "description"),
        ("product_urls", "note"),
    }


def test_a_migration_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chalicelib.store.migrations.MIGRATIONS", (MIGRATIONS[0]._replace(script="users.any"),))
    real = sql("migration_001")
    monkeypatch.setattr(
        "chalicelib.store.migrations.sql",
        lambda name: real + "\nSELECT no_such_column;" if name == "users.any" else sql(name),
    )
    with pytest.raises(SchemaError, match="no_such_column"):
        EmbeddedDatabase(tmp_path / "schema.db")
    names = master(tmp_path / "schema.db")
    assert "run_details" not in names
    monkeypatch.undo()
    EmbeddedDatabase(tmp_path / "schema.db").close()
    assert "run_details" in master(tmp_path / "schema.db")


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("this is not a database, whatever its name says " * 20)
    with pytest.raises((SchemaError, sqlite3.DatabaseError), match="not a database"):
        EmbeddedDatabase(tmp_path / "text.db")
    with sqlite3.connect(tmp_path / "other.db") as connection:
        connection.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, login TEXT)")
    with pytest.raises(SchemaError, match="table users has no column created_at, email, password_hash, role"):
        EmbeddedDatabase(tmp_path / "other.db")


def test_connections_are_set_up_as_k_004_says(tmp_path: Path) -> None:
    connection = connect(tmp_path / "schema.db")
    values = {
        name: connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys", "secure_delete")
    }
    cache = connection.execute("PRAGMA cache_size").fetchone()[0]
    connection.close()
    assert values == {
        "journal_mode": "wal",
        "synchronous": 1,
        "busy_timeout": 30_000,
        "foreign_keys": 1,
        "secure_delete": 0,
    }
    assert cache < -2_000  # SQLite's own default is 2,000 KiB


def test_statements_are_split_at_their_ends_only() -> None:
    script = "-- one; two\nCREATE TABLE a (b TEXT DEFAULT ';');\n\n-- last\nSELECT 1;\n"
    assert split_statements(script) == ["CREATE TABLE a (b TEXT DEFAULT ';')", "SELECT 1"]
