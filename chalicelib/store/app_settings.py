"""Settings of the installation, by key, each with a typed wrapper (K-005)."""

import sqlite3

from chalicelib.store.queries import sql

DEFAULT_CRON_MAX_URLS_PER_RUN = 500


def get_app_setting(connection: sqlite3.Connection, key: str) -> str | None:
    """The value of `key`, None when it was never set."""
    row = connection.execute(sql("app_settings.get"), {"key": key}).fetchone()
    return row[0] if row else None


def set_app_setting(connection: sqlite3.Connection, key: str, value: str) -> None:
    """Set `key` to `value`."""
    connection.execute(sql("app_settings.set"), {"key": key, "value": value})


def get_cron_max_urls_per_run(connection: sqlite3.Connection) -> int:
    """How many URLs one hourly start takes across all products; 0 is no limit (K-051). 500 when unset or unreadable."""
    value = get_app_setting(connection, "cron_max_urls_per_run")
    if value is None or not value.isascii() or not value.isdigit():
        return DEFAULT_CRON_MAX_URLS_PER_RUN
    return int(value)
