"""The session: a signed cookie, void as soon as password, role or existence of its user changes (K-071)."""

import hashlib
import hmac
from datetime import timedelta
from urllib.parse import urlsplit

from itsdangerous import BadSignature, URLSafeSerializer

from chalicelib.services import Services
from chalicelib.store.users import User, get_user

COOKIE = "kunugi_session"
LASTS = timedelta(hours=12)


class SessionOverError(Exception):
    """There is a cookie, and it is no longer (or never was) good."""


def cookie_for(services: Services, user: User) -> str:
    """The Set-Cookie header that signs this user in."""
    issued = int(services.clock.now().timestamp())
    value = _signer(services).dumps({"user": user.id, "mark": _mark(services, user), "at": issued})
    return f"{COOKIE}={value}; Max-Age={int(LASTS.total_seconds())}; {_attributes(services)}"


def ended_cookie(services: Services) -> str:
    """The Set-Cookie header that signs out."""
    return f"{COOKIE}=; Max-Age=0; {_attributes(services)}"


def user_of(services: Services, cookie: str | None) -> User | None:
    """Who holds this cookie; None without one. Raises SessionOverError."""
    if not cookie:
        return None
    try:
        session = _signer(services).loads(cookie)
        user_id, mark, at = int(session["user"]), str(session["mark"]), int(session["at"])
    except (BadSignature, KeyError, TypeError, ValueError) as error:
        raise SessionOverError from error
    age = services.clock.now().timestamp() - at
    if not -60 <= age <= LASTS.total_seconds():
        raise SessionOverError
    with services.database.read() as connection:
        user = get_user(connection, user_id)
    if user is None or not hmac.compare_digest(mark, _mark(services, user)):
        raise SessionOverError
    return user


def _mark(services: Services, user: User) -> str:
    """Changes with what voids a session; keyed, so that the cookie says nothing about the hash."""
    text = f"{user.id} {user.password_hash} {user.role}"
    return hmac.new(services.settings.secret_key.encode(), text.encode(), hashlib.sha256).hexdigest()[:32]


def _signer(services: Services) -> URLSafeSerializer:
    return URLSafeSerializer(services.settings.secret_key, salt="session")


def _attributes(services: Services) -> str:
    base = urlsplit(services.settings.base_url)
    secure = "; Secure" if base.scheme == "https" else ""
    return f"Path={base.path or '/'}; HttpOnly; SameSite=Lax{secure}"
