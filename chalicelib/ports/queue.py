"""A FIFO queue with message groups, as SQS keeps it: a table of `data/queue.db` in the embedded default."""

from typing import NamedTuple, Protocol


class Message(NamedTuple):
    """A message in flight. `id` names the delivery; `receives` counts the deliveries, 1 for the first.

    A body is text without control characters other than tab and line breaks, at most 256 kB in UTF-8.
    """

    id: str
    group: str
    body: str
    receives: int


class Queue(Protocol):
    """Messages of a group are delivered in order, and those of one receive alone are in flight at a time.

    What a receive gives may be several of a group (SQS) or only its first (embedded).

    A delivered message that is neither `done` nor `postponed` is delivered again when its visibility timeout is over,
    or, embedded, as soon as the process that received it is gone.
    """

    def send(self, group: str, body: str, *, once: str) -> None:
        """Add a message at the tail of its group. One with the `once` of a message that is there is dropped.

        Whether it is dropped when that message is done already is open: SQS remembers for five minutes.
        """

    def receive(self, limit: int = 1, *, wait: float = 0.0) -> list[Message]:
        """Up to `limit` messages, waiting up to `wait` seconds for the first."""

    def done(self, message: Message) -> None:
        """The message is worked off and will not be delivered again. Nothing happens when it was already."""

    def postpone(self, message: Message, seconds: float) -> None:
        """Deliver the message again after `seconds`, its group waiting meanwhile."""
