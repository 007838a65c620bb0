"""The contract of the Objects protocol (ports/objects.py), for every implementation."""

import tempfile
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chalicelib.ports.objects import Objects, PreconditionFailedError, StoredObject
from infra.local.folder_objects import FolderObjects


@pytest.fixture(params=["folder"])
def objects(tmp_path: Path) -> Objects:
    return FolderObjects(tmp_path / "objects")


KEYS = ["a", "a/b", "a/b/c", "a-b", "a.b", "a.b/c", "A", "Z/z", "_", "0", "inbox/5-6/1", "inbox/5-6/10", "inbox/5/2"]
BAD_KEYS = ["", "/", "/a", "a/", "a//b", ".", "..", "a/../b", "a/.", "a b", "a~", "商品", "a\\b", "a\n", "a\x00", "a:b"]


def test_what_was_put_is_got(objects: Objects) -> None:
    assert objects.get("a/b") is None
    etag = objects.put("a/b", b"\x00body")
    assert objects.get("a/b") == StoredObject(b"\x00body", etag)
    other = objects.put("a/b", b"")
    assert (objects.get("a/b"), other == etag) == (StoredObject(b"", other), False)


def test_keys_in_byte_order(objects: Objects) -> None:
    for key in KEYS:
        objects.put(key, key.encode())
    assert list(objects.list("")) == sorted(KEYS, key=str.encode)
    assert list(objects.list("a")) == ["a", "a-b", "a.b", "a.b/c", "a/b", "a/b/c"]
    assert list(objects.list("a/")) == ["a/b", "a/b/c"]
    assert list(objects.list("inbox/5")) == ["inbox/5-6/1", "inbox/5-6/10", "inbox/5/2"]
    assert list(objects.list("inbox/5/")) == ["inbox/5/2"]
    assert list(objects.list("inbox/", after="inbox/5-6/1")) == ["inbox/5-6/10", "inbox/5/2"]
    assert list(objects.list("a", after="a.b")) == ["a.b/c", "a/b", "a/b/c"]
    assert list(objects.list("nothing/")) == []
    assert all(objects.get(key) == StoredObject(key.encode(), objects.put(key, key.encode())) for key in KEYS)


def test_delete(objects: Objects) -> None:
    objects.delete("a/b/c")
    for key in ("a", "a/b/c"):
        objects.put(key, b"x")
    objects.delete("a/b/c")
    objects.delete("a/b/c")
    assert (objects.get("a/b/c"), list(objects.list(""))) == (None, ["a"])


def test_only_if_new(objects: Objects) -> None:
    objects.put("k", b"first", only_if_new=True)
    with pytest.raises(PreconditionFailedError):
        objects.put("k", b"second", only_if_new=True)
    stored = objects.get("k")
    assert stored is not None and stored.body == b"first"
    objects.delete("k")
    objects.put("k", b"third", only_if_new=True)


def test_if_match(objects: Objects) -> None:
    with pytest.raises(PreconditionFailedError):
        objects.put("k", b"x", if_match="0" * 64)
    assert objects.get("k") is None
    first = objects.put("k", b"first")
    second = objects.put("k", b"second", if_match=first)
    with pytest.raises(PreconditionFailedError):
        objects.put("k", b"third", if_match=first)
    assert objects.get("k") == StoredObject(b"second", second)


@pytest.mark.parametrize("key", BAD_KEYS)
def test_bad_keys(objects: Objects, key: str) -> None:
    with pytest.raises(ValueError, match="no key"):
        objects.get(key)
    with pytest.raises(ValueError, match="no key"):
        objects.put(key, b"")
    with pytest.raises(ValueError, match="no key"):
        objects.delete(key)


@pytest.mark.parametrize("prefix", ["../", "a b", "~temporary"])
def test_bad_prefixes_find_nothing(objects: Objects, prefix: str) -> None:
    try:
        assert list(objects.list(prefix)) == []
    except ValueError as error:
        assert "no prefix" in str(error)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sets(st.from_regex(r"[ab._-]{1,3}(/[ab._-]{1,2}){0,2}", fullmatch=True), max_size=12),
    st.from_regex(r"[ab._/-]{0,3}", fullmatch=True),
    st.from_regex(r"[ab._/-]{0,4}", fullmatch=True),
)
def test_listing_is_what_sorting_and_filtering_gives(tmp_path: Path, keys: set[str], prefix: str, after: str) -> None:
    objects = FolderObjects(Path(tempfile.mkdtemp(dir=tmp_path)))
    taken = {key for key in keys if {".", ".."}.isdisjoint(key.split("/"))}
    for key in taken:
        objects.put(key, b"")
    assert list(objects.list(prefix, after)) == sorted(key for key in taken if key.startswith(prefix) and key > after)


def test_of_many_writers_with_one_condition_one_succeeds(objects: Objects) -> None:
    won: list[int] = []

    def write(number: int, etag: str | None) -> None:
        try:
            objects.put("k", str(number).encode() * 100_000, only_if_new=etag is None, if_match=etag)
            won.append(number)
        except PreconditionFailedError:
            pass

    def together(etag: str | None, first: int) -> None:
        threads = [threading.Thread(target=write, args=(number, etag)) for number in range(first, first + 8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    together(None, 10)
    stored = objects.get("k")
    assert stored is not None and stored.body == str(won[0]).encode() * 100_000
    together(stored.etag, 20)
    assert len(won) == 2


def test_a_reader_sees_the_old_or_the_new(objects: Objects) -> None:
    bodies = {b"a" * 300_000, b"b" * 200_000}
    objects.put("k", b"a" * 300_000)
    over = threading.Event()
    seen: list[StoredObject | None] = []

    def read() -> None:
        while not over.is_set():
            seen.append(objects.get("k"))

    reader = threading.Thread(target=read)
    reader.start()
    for _ in range(30):
        for body in bodies:
            objects.put("k", body)
    over.set()
    reader.join()
    assert len(seen) > 3
    assert {stored.body if stored else None for stored in seen} <= bodies


def test_deleting_and_writing_in_one_folder_do_not_meet(objects: Objects) -> None:
    """Empty folders are cleared away, and never from under a writer."""
    failures: list[Exception] = []

    def write_and_delete(number: int) -> None:
        try:
            for turn in range(60):
                objects.put(f"inbox/batch/{number}-{turn}", b"x")
                objects.delete(f"inbox/batch/{number}-{turn}")
        except OSError as error:
            failures.append(error)

    threads = [threading.Thread(target=write_and_delete, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (failures, list(objects.list(""))) == ([], [])
