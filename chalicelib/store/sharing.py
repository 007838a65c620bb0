"""Many readers, or one who changes the file under them."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Sharing:
    """A lock that readers share and a changer holds alone. A waiting changer goes before new readers.

    Not re-entrant: a reader must not wait for a changer of his own thread.
    """

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._readers = 0
        self._changing = False
        self._waiting = 0

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Held together with other readers."""
        with self._turn:
            self._turn.wait_for(lambda: not self._changing and not self._waiting)
            self._readers += 1
        try:
            yield
        finally:
            with self._turn:
                self._readers -= 1
                self._turn.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Held while nobody reads."""
        with self._turn:
            self._waiting += 1
            self._turn.wait_for(lambda: not self._changing and not self._readers)
            self._waiting -= 1
            self._changing = True
        try:
            yield
        finally:
            with self._turn:
                self._changing = False
                self._turn.notify_all()
