"""The data folder: the key of the sessions, and how long a message is kept back."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from infra.local.embedded import open_services
from tests import stores
from tests.fetch.clocks import StandingClock


def secret(data: Path) -> str:
    return open_services(stores.settings(data)).settings.secret_key


def test_the_key_is_made_once_for_all_who_start_at_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        keys = set(pool.map(lambda _: secret(tmp_path), range(4)))
    assert len(keys) == 1
    assert re.fullmatch(r"[0-9a-f]{64}", keys.pop())
    assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.glob("secret*")] == ["secret.key"]


@pytest.mark.parametrize("left", [b"", b"0123456789abcdef", b"\0" * 64, b"\xff" * 64])
def test_a_key_that_was_cut_off_is_made_anew(tmp_path: Path, left: bytes) -> None:
    (tmp_path / "secret.key").write_bytes(left)
    made = secret(tmp_path)
    assert re.fullmatch(r"[0-9a-f]{64}", made)
    assert secret(tmp_path) == made


def test_a_key_that_is_long_enough_stays(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_text("of my own, and of 32 characters!\n", "ascii")
    assert secret(tmp_path) == "of my own, and of 32 characters!"


def test_a_slow_slice_is_not_given_to_a_second_thread(tmp_path: Path) -> None:
    clock = StandingClock()
    services = open_services(stores.settings(tmp_path), clock=clock)
    for queue in (services.crawl_queue, services.merge_queue):
        queue.send("host", "body", once="1")
        assert queue.receive()[0].receives == 1
    clock.sleep(899)
    assert services.crawl_queue.receive() == services.merge_queue.receive() == []
    clock.sleep(1)
    assert [queue.receive()[0].receives for queue in (services.crawl_queue, services.merge_queue)] == [2, 2]
