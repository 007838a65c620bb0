"""Passwords, and the code that lets the first administrator in: for the API and the command alike (K-011, K-073)."""

import hashlib
import hmac
import secrets

import bcrypt

from chalicelib.ports.objects import Objects

MIN_PASSWORD_CHARACTERS = 10
MAX_PASSWORD_BYTES = 72  # of which bcrypt reads no more
SETUP_KEY = "setup/code"
# Compared with when nobody has the address, so that the answer takes the same time.
NOBODY = b"$2b$12$abcdefghijklmnopqrstuuMbYzUPYA1l4XlJ7QWEq8cVfPNbwkGZe"


class PasswordError(ValueError):
    """A password that is not taken; `reason` is `too-short` or `too-long`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def hash_password(password: str, rounds: int = 12) -> str:
    """The bcrypt hash to store. Raises PasswordError: too long a password is refused, not cut (K-011)."""
    if len(password) < MIN_PASSWORD_CHARACTERS:
        raise PasswordError("too-short")
    if len(password.encode()) > MAX_PASSWORD_BYTES:
        raise PasswordError("too-long")
    return bcrypt.hashpw(password.encode(), bcrypt.gensalt(rounds)).decode()


def password_matches(password: str, password_hash: str | None) -> bool:
    """Whether this is the password; None (no such user) takes as long. Reads PHP's `$2y$` hashes too (K-006)."""
    known = password_hash.encode() if password_hash is not None else NOBODY
    try:
        matches = bcrypt.checkpw(password.encode()[:MAX_PASSWORD_BYTES], known)
    except ValueError:  # not a hash: a file from elsewhere
        return False
    return matches and password_hash is not None and len(password.encode()) <= MAX_PASSWORD_BYTES


def new_setup_code(objects: Objects) -> str:
    """A fresh one-time code for the set-up page; the one before it no longer works."""
    code = "-".join(secrets.token_hex(2) for _ in range(4))
    objects.put(SETUP_KEY, _digest(code).encode())
    return code


def setup_code_matches(objects: Objects, code: str) -> bool:
    """Whether this is the code that was given out last."""
    kept = objects.get(SETUP_KEY)
    return kept is not None and hmac.compare_digest(kept.body, _digest(code.strip().lower()).encode())


def drop_setup_code(objects: Objects) -> None:
    """The code was used."""
    objects.delete(SETUP_KEY)


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
