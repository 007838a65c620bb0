"""A migrated database in a line."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from chalicelib.store.database import EmbeddedDatabase


@pytest.fixture
def database(tmp_path: Path) -> Iterator[EmbeddedDatabase]:
    opened = EmbeddedDatabase(tmp_path / "schema.db")
    yield opened
    opened.close()
