"""Settings of the installation, by key, each with a typed wrapper (K-005)."""

import sqlite3

from chalicelib.store.queries import sql

DEFAULT_CRON_MAX_URLS_PER_RUN = 500
DEFAULT_RESULTS_KEEP_DAYS = 400
DEFAULT_RESULT_JSON_KEEP = 10


def get_app_setting(connection: sqlite3.Connection, key: str) -> str | None:
    """The value of `key`, None when it was never set."""
    row = connection.execute(sql("app_settings.get"), {"key": key}).fetchone()
    return row[0] if row else None


def set_app_setting(connection: sqlite3.Connection, key: str, value: str) -> None:
    """Set `key` to `value`."""
    connection.execute(sql("app_settings.set"), {"key": key, "value": value})


def get_cron_max_urls_per_run(connection: sqlite3.Connection) -> int:
    """How many URLs one hourly start takes across all products; 0 is no limit (K-051). 500 when unset or unreadable."""
    return _number(connection, "cron_max_urls_per_run", DEFAULT_CRON_MAX_URLS_PER_RUN)


def get_results_keep_days(connection: sqlite3.Connection) -> int:
    """How many days results are kept; 0 is for ever (K-057). 400 when unset or unreadable."""
    return _number(connection, "results_keep_days", DEFAULT_RESULTS_KEEP_DAYS)


def get_result_json_keep(connection: sqlite3.Connection) -> int:
    """How many results of a URL keep their `result_json`; 0 is all (K-057). 10 when unset or unreadable."""
    return _number(connection, "result_json_keep", DEFAULT_RESULT_JSON_KEEP)


def _number(connection: sqlite3.Connection, key: str, default: int) -> int:
    value = get_app_setting(connection, key)
    if value is None or len(value) > 9 or not value.isascii() or not value.isdigit():
        return default
    return int(value)
