"""Set-up, login, logout (K-070 without reset mail, K-071, K-073)."""

import re
import sqlite3

import msgspec
from chalice.app import Blueprint, Response

from chalicelib import VERSION
from chalicelib.accounts import (
    PasswordError,
    drop_setup_code,
    hash_password,
    password_matches,
    setup_code_matches,
)
from chalicelib.api.http import ApiError, Reply, Request, json_response, route
from chalicelib.api.logins import forget_failures, note_failure, wait_before_login
from chalicelib.api.rights import pages_of
from chalicelib.api.sessions import cookie_for, ended_cookie
from chalicelib.services import Services
from chalicelib.store.days import utc_text
from chalicelib.store.users import User, add_user, get_user, get_user_by_email, has_users, normalise_email

blueprint = Blueprint(__name__)


class SetupForm(msgspec.Struct):
    """The first administrator."""

    code: str
    email: str
    password: str


class LoginForm(msgspec.Struct):
    """Who signs in."""

    email: str
    password: str


@route(blueprint, "GET", "/api/session", pages=None)
def get_session(request: Request) -> Reply:
    """Who is signed in, and what the page may offer."""
    return _session(request.services, request.user)


@route(blueprint, "POST", "/api/setup", pages=None)
def set_up(request: Request) -> Response:
    """Make the first administrator, with the one-time code the server printed (K-073)."""
    form, services = request.form(SetupForm), request.services
    _slow_down(services, "setup", request.client)
    with services.database.read() as connection:
        if has_users(connection):
            raise ApiError(409, "already-set-up")
    if not setup_code_matches(services.objects, form.code):
        note_failure(services, "setup", request.client)
        raise ApiError(400, "wrong-setup-code", "code")
    email = _email(form.email)
    password_hash, now = _hashed(form.password), utc_text(services.clock.now())

    def work(connection: sqlite3.Connection) -> User:
        if has_users(connection):
            raise ApiError(409, "already-set-up")
        user = get_user(
            connection, add_user(connection, email=email, password_hash=password_hash, role="admin", now=now)
        )
        if user is None:
            raise ApiError(500, "internal")
        return user

    user = services.database.write(work)
    drop_setup_code(services.objects)
    return _signed_in(services, user, 201)


@route(blueprint, "POST", "/api/login", pages=None)
def log_in(request: Request) -> Response:
    """Sign in. A wrong address and a wrong password look alike and take the same time."""
    form, services = request.form(LoginForm), request.services
    email = normalise_email(form.email)
    _slow_down(services, email, request.client)
    with services.database.read() as connection:
        user = get_user_by_email(connection, email)
    if not password_matches(form.password, user.password_hash if user else None) or user is None:
        note_failure(services, email, request.client)
        raise ApiError(401, "wrong-credentials")
    forget_failures(services, email)
    return _signed_in(services, user, 200)


@route(blueprint, "POST", "/api/logout", pages=None)
def log_out(request: Request) -> Response:
    """Sign out."""
    return json_response(200, _session(request.services, None), {"Set-Cookie": ended_cookie(request.services)})


def _signed_in(services: Services, user: User, status: int) -> Response:
    return json_response(status, _session(services, user), {"Set-Cookie": cookie_for(services, user)})


def _session(services: Services, user: User | None) -> dict[str, object]:
    setup_needed = False
    if user is None:
        with services.database.read() as connection:
            setup_needed = not has_users(connection)
    return {
        "user": {"id": user.id, "email": user.email, "role": user.role} if user else None,
        "pages": list(pages_of(user)) if user else [],
        "setup_needed": setup_needed,
        "demo": bool(services.demo_urls),
        "version": VERSION,
    }


def _slow_down(services: Services, email: str, client: str) -> None:
    wait = wait_before_login(services, email, client)
    if wait:
        error = ApiError(429, "too-many", minutes=-(-wait // 60))
        error.headers["Retry-After"] = str(wait)
        raise error


def _email(text: str) -> str:
    email = normalise_email(text)
    if len(email) > 254 or not re.fullmatch(r"[^\s@<>\"(),:;\\\[\]]+@[^\s@<>\"(),:;\\\[\]]+\.[^\s@.]+", email):
        raise ApiError(400, "invalid-email", "email")
    return email


def _hashed(password: str) -> str:
    try:
        return hash_password(password)
    except PasswordError as error:
        raise ApiError(400, f"password-{error.reason}", "password") from error
