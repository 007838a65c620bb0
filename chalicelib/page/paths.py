"""Paths inside `properties`, such as `offers.price` or `itemListElement[2].item`, as rows of `validation` name them.

A number counts from 0 and stands only where the property has several values. A name that is long is cut.
"""

from typing import Any

MAX_NAME = 80


def step(name: str, number: int | None) -> str:
    """One step: the name of a property, and the number of the value where there are several."""
    return name[:MAX_NAME] if number is None else f"{name[:MAX_NAME]}[{number}]"


def joined(path: str, name: str, number: int | None = None) -> str:
    """`path` and one step more."""
    return f"{path}.{step(name, number)}" if path else step(name, number)


def steps(properties: dict[str, Any], path: str) -> list[tuple[str, int | None]]:
    """The steps of a path as far as they exist in `properties`: names in full, and numbers.

    Names are looked up, not split, since the IRIs among them hold dots. The last may lead nowhere: it is left out then.
    """
    found: list[tuple[str, int | None]] = []
    value: Any = properties
    while path:
        if isinstance(value, list):
            value = value[0] if value else None
        if not isinstance(value, dict):
            break
        name = _name_at(value, path)
        if name is None:
            break
        path = path[len(name[:MAX_NAME]) :]
        value = value[name]
        number = None
        if path.startswith("["):
            digits, _, path = path[1:].partition("]")
            if not (digits.isdecimal() and len(digits) < 8):
                break
            number = int(digits)
            if isinstance(value, list) and number < len(value):
                value = value[number]
            elif number or isinstance(value, list):
                found.append((name, None))
                break
        found.append((name, number))
        path = path.removeprefix(".")
    return found


def _name_at(node: dict[str, Any], path: str) -> str | None:
    """The longest name of the node that the path begins with."""
    candidates = [
        name for name in node if path.startswith(name[:MAX_NAME]) and path[len(name[:MAX_NAME]) :][:1] in ("", ".", "[")
    ]
    return max(candidates, key=len, default=None)
