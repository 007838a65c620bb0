"""Where the specification's own files lie: beside the project, when they are there at all."""

from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "shared"


def shared(*parts: str) -> Path:
    """A path in the folder of specifications; skips the test where it is not laid beside the project."""
    path = FOLDER.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"{'/'.join(parts)} is not beside this checkout")
    return path
