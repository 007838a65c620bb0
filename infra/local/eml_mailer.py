"""The Mailer protocol of the embedded default: each mail a file that a mail program opens (RFC 5322)."""

import os
import uuid
from email import policy
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

from chalicelib.ports.clock import Clock
from chalicelib.ports.mailer import Mail, check_mail

SENDER = "Kunugi <kunugi@localhost>"


class EmlMailer:
    """Writes mail into `folder`, readable by the owner of the process alone: reset links are secrets."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._folder = folder
        self._clock = clock

    def send(self, mail: Mail) -> None:
        """Write the mail. Raises ValueError for a line break in address or subject, and for what is no address."""
        check_mail(mail)
        now = self._clock.now()
        message = EmailMessage(policy=policy.SMTP)
        message["From"] = SENDER
        message["To"] = mail.to
        message["Subject"] = mail.subject
        message["Date"] = format_datetime(now)
        name = f"{now:%Y%m%dT%H%M%S}-{uuid.uuid4().hex}"
        message["Message-ID"] = f"<{name}@localhost>"
        message.set_content(mail.text, cte="base64")
        self._write(name, message.as_bytes())

    def _write(self, name: str, content: bytes) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        unfinished = self._folder / f".{name}"
        file = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(file, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        unfinished.rename(self._folder / f"{name}.eml")
