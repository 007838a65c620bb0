"""Looking names up with a time limit: `getaddrinfo` has none of its own and may sit for half a minute."""

import socket
import threading
import time
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue

from chalicelib.fetch.errors import FetchError

# (name, port, seconds) -> addresses in text, best first. Raises FetchError of kind dns or dns-transient.
Resolver = Callable[[str, int, float], Sequence[str]]

# Look-ups that were given up go on in their threads; so many at once, and no more.
_LOOK_UPS = threading.BoundedSemaphore(32)

_TRANSIENT = frozenset({socket.EAI_AGAIN, socket.EAI_MEMORY, socket.EAI_SYSTEM})


def resolve(name: str, port: int, seconds: float) -> list[str]:
    """The addresses of `name`, looked up by the system in at most `seconds`."""
    end = time.monotonic() + seconds
    room = _LOOK_UPS
    if not room.acquire(timeout=max(seconds, 0.0)):
        raise FetchError("dns-transient", "too many look-ups at once")
    found: SimpleQueue[list[str] | FetchError] = SimpleQueue()
    threading.Thread(target=_look_up, args=(name, port, found, room), name="look-up", daemon=True).start()
    try:
        outcome = found.get(timeout=max(end - time.monotonic(), 0.001))
    except Empty:
        raise FetchError("dns-transient", f"no answer within {seconds:.1f} s") from None
    if isinstance(outcome, FetchError):
        raise outcome
    return outcome


def _look_up(
    name: str, port: int, found: "SimpleQueue[list[str] | FetchError]", room: threading.BoundedSemaphore
) -> None:
    try:
        answers = socket.getaddrinfo(name.encode("ascii"), port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
        found.put(list(dict.fromkeys(str(answer[4][0]) for answer in answers)))
    except socket.gaierror as error:
        found.put(FetchError("dns-transient" if error.errno in _TRANSIENT else "dns", f"{name}: {error.strerror}"))
    except (OSError, UnicodeError) as error:
        found.put(FetchError("dns", f"{name}: {error}"))
    finally:
        room.release()
