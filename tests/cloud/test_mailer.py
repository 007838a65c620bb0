"""The Mailer protocol on SES (moto)."""

import boto3
import pytest

from chalicelib.ports.mailer import Mail
from chalicelib.ports.ses_mailer import SesMailer
from tests.cloud.conftest import Servers
from tests.cloud.servers import ACCESS_KEY, SECRET_KEY

SENDER = "kunugi@example.jp"
SUBJECT = "パスワードの再設定（" + "長い件名" * 20 + "）"
TEXT = "次のリンクから再設定してください。\nhttps://kunugi.example/#/reset?token=" + "x" * 300 + "\n.\n"


@pytest.fixture
def mailer(servers: Servers) -> SesMailer:
    account = {"aws_access_key_id": ACCESS_KEY, "aws_secret_access_key": SECRET_KEY, "region_name": "us-east-1"}
    client = boto3.Session(**account).client("sesv2", endpoint_url=servers.get("moto").endpoint)
    client.create_email_identity(EmailIdentity=SENDER)
    return SesMailer(SENDER, client=client)


def sent() -> list[Mail]:
    """What moto's SES took, in this process."""
    from moto.backends import get_backend

    messages = get_backend("ses")["123456789012"]["us-east-1"].sent_messages
    return [Mail(message.destinations["ToAddresses"][0], message.subject, message.body) for message in messages]


def test_a_mail_is_handed_over_as_it_is(mailer: SesMailer) -> None:
    before = len(sent())
    mailer.send(Mail("tanaka@example.jp", SUBJECT, TEXT))
    assert sent()[before:] == [Mail("tanaka@example.jp", SUBJECT, TEXT)]


@pytest.mark.parametrize(
    ("to", "subject"),
    [("a@example.jp\r\nBcc: b@example.jp", "subject"), ("a@example.jp", "subject\u2028x"), ("nobody", "subject")],
)
def test_a_line_break_in_the_head_is_refused(mailer: SesMailer, to: str, subject: str) -> None:
    before = len(sent())
    with pytest.raises(ValueError, match="mail"):
        mailer.send(Mail(to, subject, "text"))
    assert len(sent()) == before
