"""The fuzz target: briefly here, for half an hour in `make prove`, and it does find what is wrong."""

import json
from pathlib import Path

import pytest

from tests.page import fuzz


def test_three_seconds_find_nothing(tmp_path: Path) -> None:
    figures = fuzz.run(3, seed=1, folder=tmp_path)
    assert figures.failures == []
    assert figures.inputs > 100
    assert figures.kept > 20
    assert figures.seconds < fuzz.MOST_SECONDS


def test_a_reader_that_fails_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("chalicelib.page.read.read_microdata", fail)
    figures = fuzz.run(0.5, seed=1, folder=tmp_path)
    assert figures.failures
    assert "RuntimeError" in figures.failures[0]
    assert list(tmp_path.glob("failure-*.html"))


@pytest.mark.prove
def test_half_an_hour_finds_nothing() -> None:
    rows = list(fuzz.main(["--minutes", "30"]))
    print(json.dumps(rows, ensure_ascii=False))
    assert [row["failures"] for row in rows] == [[], []]
    assert all(row["megabytes"] < fuzz.MOST_MEGABYTES for row in rows)
