"""However an answer comes in parts, nothing behind its end gets into the parser of the next one."""

import time
from collections.abc import Callable
from itertools import pairwise

import h11
import httpcore
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.fetch.backend import GuardedStream
from chalicelib.fetch.exchange import exchange_until

EARLY = b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"
FALSE = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfalse"


def chunked_by(size: int, end: bytes) -> Callable[[bytes], bytes]:
    """Makes answers in chunks of `size`, the last chunk and the trailers given."""

    def chunked(body: bytes) -> bytes:
        pieces = (body[start : start + size] for start in range(0, len(body), size))
        chunks = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)
        return b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks + end

    return chunked


def counted(body: bytes) -> bytes:
    """An answer with its length, in the line ends of careless servers."""
    return b"HTTP/1.1 200 OK\ncontent-length: %d\n\n%s" % (len(body), body)


Frame = Callable[[bytes], bytes]

bodies = st.lists(st.sampled_from([b"a", b"\n", b"\r\n", b"0", b"HTTP/1.1 200 OK"]), max_size=12).map(b"".join)
ends = st.sampled_from([b"0\r\n\r\n", b"00\r\nX-A: 1\r\nX-B: 2\r\n\r\n", b"0;a=b\r\nX-A: 1\n\n"])
frames = st.one_of(st.just(counted), st.builds(chunked_by, st.integers(1, 9), ends))


@given(
    body=bodies,
    frame=frames,
    early=st.integers(0, 2),
    after=st.sampled_from([b"", b"\n", b"\r\n\r\n", FALSE]),
    cuts=st.sets(st.integers(1, 250)),
)
def test_nothing_behind_the_end_is_handed_over(
    body: bytes, frame: Frame, early: int, after: bytes, cuts: set[int]
) -> None:
    sent = EARLY * early + frame(body) + after
    edges = sorted({0, len(sent), *(cut for cut in cuts if cut < len(sent))})
    pieces = [sent[start:end] for start, end in pairwise(edges)]
    stream = GuardedStream(httpcore.MockStream(pieces))
    http = h11.Connection(h11.CLIENT)
    http.send(h11.Request(method="GET", target="/", headers=[("Host", "a")]))
    http.send(h11.EndOfMessage())
    got = b""
    with exchange_until(time.monotonic() + 60) as exchange:
        while not isinstance(event := http.next_event(), h11.EndOfMessage):
            if event is h11.NEED_DATA:
                http.receive_data(stream.read(65_536))
            elif isinstance(event, h11.Response):
                exchange.answered(list(event.headers))
            elif isinstance(event, h11.Data):
                got += event.data
    assert (got, http.trailing_data) == (body, (b"", False))
