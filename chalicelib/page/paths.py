"""Paths inside `properties`, such as `offers.price` or `itemListElement[2].item`, as rows of `validation` name them.

A number counts from 0 and stands only where the property has several values. A name that is long is cut.
"""

from collections.abc import Iterable

MAX_NAME = 80


def step(name: str, number: int | None) -> str:
    """One step: the name of a property, and the number of the value where there are several."""
    return name[:MAX_NAME] if number is None else f"{name[:MAX_NAME]}[{number}]"


def joined(path: str, name: str, number: int | None = None) -> str:
    """`path` and one step more."""
    return f"{path}.{step(name, number)}" if path else step(name, number)


def first_step(path: str, names: Iterable[str]) -> tuple[str, int, str] | None:
    """The first step of a path: which of a node's names it is, the number (0 where there is none), the rest.

    Names are looked up, not split off, since the IRIs among them hold dots; the longest counts. None: none of them.
    """
    name = max((name for name in names if _begins(path, name)), key=len, default=None)
    if name is None:
        return None
    path = path[len(name[:MAX_NAME]) :]
    number = 0
    if path.startswith("["):
        digits, _, path = path[1:].partition("]")
        number = int(digits) if digits.isdecimal() and len(digits) < 8 else 0
    return name, number, path.removeprefix(".")


def _begins(path: str, name: str) -> bool:
    return path.startswith(name[:MAX_NAME]) and path[len(name[:MAX_NAME]) :][:1] in ("", ".", "[")
