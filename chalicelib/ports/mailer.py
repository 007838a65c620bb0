"""Mail going out: SES in the cloud, `.eml` files in `data/outbox/` in the embedded default."""

from typing import NamedTuple, Protocol


class Mail(NamedTuple):
    """A plain-text message to one address."""

    to: str
    subject: str
    text: str


class Mailer(Protocol):
    """Sends mail."""

    def send(self, mail: Mail) -> None:
        """Hand the mail over. Raises ValueError when an address or the subject holds a line break."""
