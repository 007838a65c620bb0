"""The kinds of K-042 and their texts."""

import pytest

from chalicelib.fetch.errors import KINDS, FetchError
from chalicelib.texts.fetch import EN, JA

DOCUMENTED = (
    "dns, dns-transient, tls, connection-refused, connection-reset, connection-timeout, timeout, too-large,"
    " redirect-loop, blocked-address, robots, content-decoding, parse-error, unknown"
)


def test_the_documented_kinds_and_no_other() -> None:
    assert ", ".join(KINDS) == DOCUMENTED
    with pytest.raises(ValueError, match="dsn"):
        FetchError("dsn")


def test_a_message_begins_with_its_kind() -> None:
    for kind in KINDS:
        assert FetchError(kind, "x").message() == f"{kind}: {JA[f'fetch.{kind}']} (x)"
        assert FetchError(kind).message("en") == f"{kind}: {EN[f'fetch.{kind}']}"


def test_what_may_pass_is_asked_again() -> None:
    retryable = {kind for kind in KINDS if FetchError(kind).retryable}
    assert retryable == {"connection-reset", "connection-timeout", "timeout", "dns-transient"}


def test_a_detail_is_one_short_line() -> None:
    assert (
        FetchError("unknown", "a\r\nSet-Cookie: \x1b[31m" + "x" * 500).detail
        == "a??Set-Cookie: ?[31m" + "x" * 179 + "…"
    )
