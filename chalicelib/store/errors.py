"""What a store can refuse, each with a text that says what is wrong and what to do."""


class StoreError(Exception):
    """The store cannot serve or cannot write."""


class BusyError(StoreError):
    """Others were faster for too long, or the outcome of a write is not known: try again in `retry_after` seconds."""

    def __init__(self, message: str, retry_after: int = 5) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class JournalError(StoreError):
    """The journal in the bucket is not whole, or a record is not what it should be: nothing is served or written."""


class ReadOnlyError(StoreError):
    """The database was migrated by newer code: this one reads it and does not write."""


class NoRoomError(StoreError):
    """The disk that holds the private copy is full: nothing was written."""
