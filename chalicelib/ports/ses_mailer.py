"""The Mailer protocol on Amazon SES."""

from typing import Any

from chalicelib.ports.mailer import Mail, check_mail


class SesMailer:
    """Sends from `sender`, an address that SES has verified."""

    def __init__(self, sender: str, *, client: Any = None) -> None:
        self._sender = sender
        self._client = _client() if client is None else client

    def send(self, mail: Mail) -> None:
        """Hand the mail to SES. Raises ValueError; see `check_mail`."""
        check_mail(mail)
        self._client.send_email(
            FromEmailAddress=self._sender,
            Destination={"ToAddresses": [mail.to]},
            Content={
                "Simple": {
                    "Subject": {"Data": mail.subject, "Charset": "UTF-8"},
                    "Body": {"Text": {"Data": mail.text, "Charset": "UTF-8"}},
                }
            },
        )


def _client() -> Any:
    import boto3

    return boto3.client("sesv2")
