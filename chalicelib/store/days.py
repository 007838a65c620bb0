"""Times as the database keeps them (UTC text) and the Japanese calendar day (K-043)."""

from datetime import UTC, date, datetime, timedelta, timezone

JAPAN = timezone(timedelta(hours=9), "JST")
FORMAT = "%Y-%m-%d %H:%M:%S"


def utc_text(moment: datetime) -> str:
    """`YYYY-MM-DD HH:MM:SS` in UTC, as SQLite's datetime('now') writes it."""
    return moment.astimezone(UTC).strftime(FORMAT)


def from_utc_text(text: str) -> datetime:
    """The moment that `utc_text` wrote. ValueError when it is no such text."""
    return datetime.strptime(text, FORMAT).replace(tzinfo=UTC)


def japan_date(moment: datetime) -> date:
    """The calendar day in Japan, whatever the machine's time zone."""
    return moment.astimezone(JAPAN).date()


def utc_range(day: date) -> tuple[str, str]:
    """First moment of a Japanese day and of the next, in UTC: `start <= created_at < end`."""
    start = datetime(day.year, day.month, day.day, tzinfo=JAPAN)
    return utc_text(start), utc_text(start + timedelta(days=1))
