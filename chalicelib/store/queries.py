"""The named queries: one a file in `sql/`, named for what it answers."""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "sql"


@cache
def sql(name: str) -> str:
    """The text of `sql/<name>.sql`."""
    return (FOLDER / f"{name}.sql").read_text("utf-8")
