"""People who sign in (K-010 to K-012)."""

import sqlite3
from typing import NamedTuple

from chalicelib.store.queries import sql

ROLES = ("admin", "product_manager")


class User(NamedTuple):
    """A row of `users`."""

    id: int
    email: str
    password_hash: str
    role: str


class EmailTakenError(Exception):
    """Another user has this address (in any case, K-010)."""


def normalise_email(text: str) -> str:
    """As it is stored: trimmed and in lower case (K-010)."""
    return text.strip().lower()


def add_user(connection: sqlite3.Connection, *, email: str, password_hash: str, role: str, now: str) -> int:
    """Add a user and give the id. Raises EmailTakenError."""
    values = {"email": normalise_email(email), "password_hash": password_hash, "role": role, "now": now}
    if get_user_by_email(connection, email) is not None:
        raise EmailTakenError(values["email"])
    return connection.execute(sql("users.add"), values).lastrowid or 0


def get_user_by_email(connection: sqlite3.Connection, email: str) -> User | None:
    """The user with this address, written in any case."""
    row = connection.execute(sql("users.by_email"), {"email": normalise_email(email)}).fetchone()
    return User(*row) if row else None


def get_user(connection: sqlite3.Connection, user_id: int) -> User | None:
    """The user with this id."""
    row = connection.execute(sql("users.by_id"), {"id": user_id}).fetchone()
    return User(*row) if row else None


def has_users(connection: sqlite3.Connection) -> bool:
    """Whether anybody can sign in; while nobody can, the set-up page is open (K-073)."""
    return connection.execute(sql("users.any")).fetchone() is not None


def set_password_hash(connection: sqlite3.Connection, user_id: int, password_hash: str) -> None:
    """Replace the hash, which ends the user's sessions (K-071)."""
    connection.execute(sql("users.set_password"), {"id": user_id, "password_hash": password_hash})
