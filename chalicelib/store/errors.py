"""What a store can refuse, each with a text (`texts/store.py`) that says what is wrong and what to do."""

from chalicelib.texts import Text


def because(key: str, /, **values: object) -> Text:
    """A reason, to be filled into the text of an error."""
    return Text(f"store.{key}", values)


class StoreError(Exception):
    """The store cannot serve or cannot write. `str` is English, for logs; `text` can be said in either language."""

    def __init__(self, key: str, /, **values: object) -> None:
        self.text = Text(f"store.{key}", values)
        super().__init__(self.text.say("en"))


class BusyError(StoreError):
    """Others were faster for too long, or the outcome of a write is not known: try again in `retry_after` seconds."""

    retry_after = 5


class JournalError(StoreError):
    """The journal in the bucket is not whole, or a record is not what it should be: nothing is served or written."""


class ReadOnlyError(StoreError):
    """The database was migrated by newer code: this one reads it and does not write."""


class NoRoomError(StoreError):
    """The disk that holds the private copy is full: nothing was written."""
