"""The contract of the Mailer protocol (ports/mailer.py), and the form of the files."""

from email import message_from_bytes, policy
from pathlib import Path

import pytest

from chalicelib.ports.mailer import Mail
from infra.local.eml_mailer import EmlMailer
from tests.fetch.clocks import START, StandingClock

TEXT = "次のリンクから再設定してください。\nhttps://kunugi.example/#/reset?token=" + "x" * 300 + "\n.\nFrom here\n"


def test_a_mail_is_a_file_that_mail_programs_read(tmp_path: Path) -> None:
    mailer = EmlMailer(tmp_path / "outbox", StandingClock())
    subject = "パスワードの再設定（" + "長い件名" * 20 + "）"
    mailer.send(Mail("tanaka@example.jp", subject, TEXT))
    (file,) = (tmp_path / "outbox").iterdir()
    read = message_from_bytes(file.read_bytes(), policy=policy.default)
    assert (read["To"], read["Subject"]) == ("tanaka@example.jp", subject)
    assert read["Date"].datetime == START
    body = read.get_body()
    assert body is not None and body.get_content().replace("\r\n", "\n") == TEXT
    assert max(len(line) for line in file.read_bytes().split(b"\r\n")) <= 78


def test_the_files_are_for_the_owner_alone_and_in_order(tmp_path: Path) -> None:
    clock = StandingClock()
    mailer = EmlMailer(tmp_path, clock)
    for number in range(3):
        mailer.send(Mail("a@example.jp", f"mail {number}", "text"))
        clock.sleep(1)
    files = sorted(tmp_path.iterdir())
    subjects = [message_from_bytes(file.read_bytes())["Subject"] for file in files]
    assert subjects == ["mail 0", "mail 1", "mail 2"]
    assert {file.suffix for file in files} == {".eml"}
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}


@pytest.mark.parametrize(
    ("to", "subject"),
    [
        ("a@example.jp\r\nBcc: b@example.jp", "subject"),
        ("a@example.jp\n", "subject"),
        ("a@example.jp", "subject\r\nBcc: b@example.jp"),
        ("a@example.jp", "subject\u2028x"),
        ("a@example.jp", "subject\r"),
        ("nobody", "subject"),
    ],
)
def test_a_line_break_in_the_head_is_refused(tmp_path: Path, to: str, subject: str) -> None:
    with pytest.raises(ValueError, match="mail"):
        EmlMailer(tmp_path, StandingClock()).send(Mail(to, subject, "text"))
    assert list(tmp_path.iterdir()) == []
