"""A FIFO queue with message groups, as SQS keeps it: a table of `data/queue.db` in the embedded default."""

from typing import NamedTuple, Protocol


class Message(NamedTuple):
    """A message in flight. `receives` counts the deliveries, 1 for the first."""

    id: str
    group: str
    body: str
    receives: int


class Queue(Protocol):
    """Messages of a group are delivered in order, and only one of a group is in flight at a time.

    A delivered message that is neither `done` nor `postponed` is delivered again when its visibility timeout is over,
    or, embedded, as soon as the process that received it is gone.
    """

    def send(self, group: str, body: str, *, once: str) -> None:
        """Add a message at the tail of its group. One with the `once` of a waiting message is dropped."""

    def receive(self, limit: int = 1, *, wait: float = 0.0) -> list[Message]:
        """Up to `limit` messages, waiting up to `wait` seconds for the first."""

    def done(self, message: Message) -> None:
        """The message is worked off and will not be delivered again. Nothing happens when it was already."""

    def postpone(self, message: Message, seconds: float) -> None:
        """Deliver the message again after `seconds`, its group waiting meanwhile; this delivery is not counted."""
