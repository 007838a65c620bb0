"""What is made one after another, only as far as somebody asks, and kept for whoever goes through it next."""

from collections.abc import Iterator
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Kept(Generic[Item]):
    """Goes through `rest` once, however often and however entangled it is gone through itself."""

    def __init__(self, rest: Iterator[Item]) -> None:
        self._made: list[Item] = []
        self._rest = rest

    def __iter__(self) -> Iterator[Item]:
        number = 0
        while True:
            while number < len(self._made):
                yield self._made[number]
                number += 1
            for item in self._rest:
                self._made.append(item)
                break
            else:
                return

    def so_far(self) -> list[Item]:
        """What was asked for until now."""
        return self._made
