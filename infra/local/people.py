"""`kunugi user`: accounts, with the password from a prompt or the first line of standard input (K-010, K-011)."""

import getpass
import re
import sqlite3
import sys

from chalicelib.accounts import PasswordError, hash_password
from chalicelib.ports.clock import SystemClock
from chalicelib.settings import Settings
from chalicelib.store.database import Database
from chalicelib.store.days import utc_text
from chalicelib.store.users import EmailTakenError, add_user, get_user_by_email, normalise_email, set_password_hash
from infra.local.command import fail, tell
from infra.local.embedded import open_database


def add(settings: Settings, email: str, role: str) -> int:
    """Add a user."""
    address = normalise_email(email)
    if not re.fullmatch(r"[^\s@]+@[^\s@]+\.[^\s@]+", address) or not address.isprintable():
        return fail(tell("bad-email", email=email))
    hashed = _hashed()
    if hashed is None:
        return 2
    now = utc_text(SystemClock().now())
    try:
        _database(settings).write(
            lambda connection: add_user(connection, email=address, password_hash=hashed, role=role, now=now)
        )
    except EmailTakenError:
        return fail(tell("email-taken", email=address))
    print(tell("user-added", email=address, role=role))
    return 0


def set_password(settings: Settings, email: str) -> int:
    """Give a user another password, which ends his sessions (K-071)."""
    database = _database(settings)
    with database.read() as connection:
        user = get_user_by_email(connection, email)
    if user is None:
        return fail(tell("no-such-user", email=normalise_email(email)))
    hashed = _hashed()
    if hashed is None:
        return 2

    def work(connection: sqlite3.Connection) -> None:
        set_password_hash(connection, user.id, hashed)

    database.write(work)
    print(tell("password-set", email=user.email))
    return 0


def _database(settings: Settings) -> Database:
    return open_database(settings, SystemClock())


def _hashed() -> str | None:
    """The hash of the password asked for; None after saying why it is not taken."""
    try:
        return _hash_asked_for()
    except PasswordError as error:
        fail(tell(f"password-{error.reason}"))
    except UnicodeError:
        fail(tell("password-no-text"))
    return None


def _hash_asked_for() -> str | None:
    if not sys.stdin.isatty():
        return hash_password(sys.stdin.readline().rstrip("\r\n"))
    password = getpass.getpass(tell("password") + ": ")
    if password != getpass.getpass(tell("password-again") + ": "):
        fail(tell("password-differs"))
        return None
    return hash_password(password)
