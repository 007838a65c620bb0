"""Inflating with a bound (reference/fetch.md, "Bodies"; case 57)."""

import gzip
import random
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.fetch.bodies import inflate
from chalicelib.fetch.errors import FetchError
from tests.shared import shared

PAGE = "<p>国産材の家具</p>".encode() * 100
LIMIT = 1_000_000


def raw_deflate(data: bytes) -> bytes:
    coder = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return coder.compress(data) + coder.flush()


CODERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "GZIP": gzip.compress,
    "deflate": zlib.compress,
    "Deflate ": raw_deflate,
    "identity": bytes,
    "": bytes,
    "utf-8": bytes,
    "none": bytes,
    "identity, gzip": gzip.compress,
}


@pytest.mark.parametrize("coding", CODERS)
def test_codings(coding: str) -> None:
    assert inflate(CODERS[coding](PAGE), coding, LIMIT) == PAGE


@pytest.mark.parametrize(
    ("body", "coding", "kind"),
    [
        (PAGE, "gzip", "content-decoding"),
        (PAGE, "deflate", "content-decoding"),
        (gzip.compress(PAGE, mtime=0), "deflate", "content-decoding"),
        (zlib.compress(PAGE), "gzip", "content-decoding"),
        (gzip.compress(PAGE, mtime=0)[:-9], "gzip", "content-decoding"),
        (gzip.compress(PAGE, mtime=0)[:-1], "gzip", "content-decoding"),
        (gzip.compress(PAGE, mtime=0)[:1], "gzip", "content-decoding"),
        (gzip.compress(PAGE, mtime=0)[:-5] + b"wrong", "gzip", "content-decoding"),
        (zlib.compress(PAGE)[:-1], "deflate", "content-decoding"),
        (b"x", "deflate", "content-decoding"),
        (b"any", "br", "content-decoding"),
        (b"any", "zstd", "content-decoding"),
        (b"any", "gzip, br", "content-decoding"),
        (b"any", "gzip, gzip", "content-decoding"),
        (b"any", "wood", "content-decoding"),
        (b"x" * (LIMIT + 1), "", "too-large"),
        (gzip.compress(b"x" * (LIMIT + 1), mtime=0), "gzip", "too-large"),
        (zlib.compress(b"x" * (LIMIT + 1)), "deflate", "too-large"),
        (gzip.compress(b"", mtime=0) * 1_001, "gzip", "content-decoding"),
    ],
    ids=count(),
)
def test_lies(body: bytes, coding: str, kind: str) -> None:
    with pytest.raises(FetchError) as raised:
        inflate(body, coding, LIMIT)
    assert raised.value.kind == kind


def test_exactly_the_limit_is_taken() -> None:
    assert len(inflate(b"x" * LIMIT, "", LIMIT)) == LIMIT
    assert len(inflate(gzip.compress(b"x" * LIMIT), "gzip", LIMIT)) == LIMIT


def test_an_empty_body_needs_no_coding() -> None:
    assert inflate(b"", "gzip", LIMIT) == b""
    assert inflate(iter([b"", b""]), "deflate", LIMIT) == b""


def test_members_and_padding() -> None:
    two = gzip.compress(b"one ") + gzip.compress(b"two")
    assert inflate(two, "gzip", LIMIT) == b"one two"
    assert inflate(two + b"\0" * 512, "gzip", LIMIT) == b"one two"
    assert inflate(two + b"\x1f", "gzip", LIMIT) == b"one two"
    assert inflate(zlib.compress(b"one") + b"trash", "deflate", LIMIT) == b"one"


def test_a_bomb_takes_neither_memory_nor_time() -> None:
    bomb = gzip.compress(b"\0" * 300_000_000, compresslevel=1)
    tracemalloc.start()
    started = time.perf_counter()
    with pytest.raises(FetchError, match="too-large"):
        inflate(bomb, "gzip", 10_000_000)
    seconds = time.perf_counter() - started
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 40_000_000
    assert seconds < 2


def test_endless_input_without_output_ends() -> None:
    """Empty stored blocks of deflate give nothing and never end."""

    def endless() -> Iterator[bytes]:
        yield b"\x78\x9c"
        while True:
            yield b"\x00\x00\x00\xff\xff" * 1_000

    with pytest.raises(FetchError, match="too-large"):
        inflate(endless(), "deflate", LIMIT)


@given(st.binary(max_size=5_000), st.sampled_from(sorted(CODERS)), st.integers(0, 2**32))
def test_how_it_is_cut_changes_nothing(data: bytes, coding: str, seed: int) -> None:
    body = CODERS[coding](data)
    choose = random.Random(seed)
    pieces = []
    while body:
        size = choose.choice((1, 2, 3, 50, 1_000))
        pieces.append(body[:size])
        body = body[size:]
    assert inflate(pieces, coding, LIMIT) == data


@given(st.binary(max_size=2_000), st.sampled_from(["gzip", "deflate"]))
def test_any_bytes_give_a_body_or_a_fetch_error(body: bytes, coding: str) -> None:
    try:
        assert isinstance(inflate(body, coding, LIMIT), bytes)
    except FetchError as error:
        assert error.kind in ("content-decoding", "too-large")


@pytest.mark.parametrize("name", ["plain-labelled-gzip.bin", "truncated.gzip.bin"])
def test_case_57(name: str) -> None:
    body = shared("cases", "57-content-encoding-lies", name).read_bytes()
    with pytest.raises(FetchError) as raised:
        inflate(body, "gzip", 10_000_000)
    assert raised.value.kind == "content-decoding"
