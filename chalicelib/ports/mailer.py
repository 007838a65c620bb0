"""Mail going out: SES in the cloud, `.eml` files in `data/outbox/` in the embedded default."""

from typing import NamedTuple, Protocol


class Mail(NamedTuple):
    """A plain-text message to one address."""

    to: str
    subject: str
    text: str


def check_mail(mail: Mail) -> None:
    """Raise ValueError for what would smuggle a line into a mail's head, and for what is no address."""
    for text in (mail.to, mail.subject):
        if text.splitlines() not in ([text], []):
            raise ValueError("a line break in the head of a mail")
    if "@" not in mail.to:
        raise ValueError(f"{mail.to!r} is no mail address")


class Mailer(Protocol):
    """Sends mail."""

    def send(self, mail: Mail) -> None:
        """Hand the mail over. Raises ValueError; see `check_mail`."""
