"""How many URLs a message carries, so that it stays small however many wait, or moved to another host together."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from chalicelib.crawl.messages import Todo

# SQS takes 1 MiB, and counts each 64 kB as a message. One URL alone may take 160 kB: ten redirects of 8,000 signs.
MAX_CARRIED_BYTES = 60_000


def portions(todos: Sequence[Todo]) -> Iterator[tuple[Todo, ...]]:
    """Cut into what messages can carry, with room for trails that grow longer."""
    portion: list[Todo] = []
    size = 0
    for todo in todos:
        portion.append(todo)
        size += bytes_of([todo])
        if size > MAX_CARRIED_BYTES / 2:
            yield tuple(portion)
            portion, size = [], 0
    if portion:
        yield tuple(portion)


def bytes_of(todos: Sequence[Todo]) -> int:
    """How much of a message they take."""
    return sum(len(json.dumps(asdict(todo))) for todo in todos)
