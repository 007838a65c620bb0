"""What every route shares: who asks, what he may do, the body's form, errors in one shape (docs/api.md)."""

import hashlib
import logging
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import msgspec
from chalice.app import Blueprint, Response

from chalicelib.api.in_use import services_in_use
from chalicelib.api.origins import is_own
from chalicelib.api.rights import pages_of
from chalicelib.api.sessions import COOKIE, SessionOverError, user_of
from chalicelib.ports.bucket import BucketError, ConflictError, UnreachableError
from chalicelib.services import Services
from chalicelib.store.database import SEEN
from chalicelib.store.days import utc_text
from chalicelib.store.errors import BusyError, StoreError
from chalicelib.store.requests import done_before, once
from chalicelib.store.users import User
from chalicelib.texts import Language, say

log = logging.getLogger(__name__)

MAX_BODY_BYTES = 4_000_000

Form = TypeVar("Form")
Result = TypeVar("Result")
Reply = dict[str, Any] | tuple[int, dict[str, Any]] | Response


class ApiError(Exception):
    """An answer that says what is wrong: `code` also names its text, `api.<code>`; `values` are filled in."""

    def __init__(self, status: int, code: str, field: str | None = None, **values: object) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.field = field
        self.values = values
        self.headers: dict[str, str] = {}


@dataclass(frozen=True)
class Request:
    """A request as handlers see it. `user` is None only on routes that are open to everybody.

    key: of a request that is not to be done twice; made of who asks for what with which Idempotency-Key.
    """

    services: Services
    user: User | None
    language: Language
    query: Mapping[str, str]
    body: bytes
    client: str
    key: str | None = None

    def form(self, kind: type[Form]) -> Form:
        """The JSON body as a msgspec type. Raises ApiError 400 that names the field."""
        try:
            return msgspec.json.decode(self.body or b"{}", type=kind)
        except msgspec.ValidationError as error:
            raise invalid_form(str(error), self.language) from error
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ApiError(400, "invalid-json") from error

    def write(self, kind: type[Result], work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Commit `work` once for the request's key and give its result, of type `kind`; see `store.requests`."""
        now = utc_text(self.services.clock.now())
        return self.services.database.write(once(self.key, kind, work, now))

    def done(self, kind: type[Result]) -> Result | None:
        """What `write` gave for the request's key before, so that nothing dear is done again only to be told that."""
        if self.key is None:
            return None
        with self.services.database.read() as connection:
            return done_before(connection, self.key, kind)

    def number(self, name: str, default: int, *, least: int = 0, most: int = 2**62) -> int:
        """A whole number of the query, `default` when it is not there. Raises ApiError 400."""
        text = self.query.get(name)
        if text is None or text == "":
            return default
        if not re.fullmatch(r"[0-9]{1,18}", text, re.ASCII) or not least <= int(text) <= most:
            raise ApiError(400, "invalid-number", name, least=least, most=most)
        return int(text)

    def text(self, name: str, most: int = 200) -> str | None:
        """A text of the query, None when it is empty or not there. Raises ApiError 400."""
        text = self.query.get(name) or None
        if text is not None and len(text) > most:
            raise ApiError(400, "invalid-longest", name, bound=most)
        return text


@dataclass(frozen=True)
class Route:
    """A route and who may use it: `pages` names the screens whose users may, None is everybody, signed in or not."""

    path: str
    method: str
    pages: tuple[str, ...] | None


ROUTES: list[Route] = []


def route(
    blueprint: Blueprint, method: str, path: str, *, pages: tuple[str, ...] | None
) -> Callable[[Callable[..., Reply]], Callable[..., Response]]:
    """Register a handler `(request, **path parameters)`; ids in the path come as numbers."""
    ROUTES.append(Route(path, method, pages))

    def register(handler: Callable[..., Reply]) -> Callable[..., Response]:
        def view(**parameters: str) -> Response:
            raw = blueprint.current_request
            language = _language(raw.headers)
            try:
                with _seen(raw.headers):
                    return _with_seq(_response(_answer(handler, raw, Route(path, method, pages), parameters)))
            except ApiError as error:
                return error_response(error, language)
            except Exception as error:
                return error_response(_fault(error, f"{method} {path}"), language)

        view.__name__ = handler.__name__
        registered: Callable[..., Response] = blueprint.route(path, methods=[method], name=handler.__name__)(view)
        return registered

    return register


@contextmanager
def _seen(headers: Mapping[str, str]) -> Iterator[None]:
    """Read at least the commit that the page has seen (Kunugi-Seq), so that a person sees what he has just saved."""
    told = headers.get("kunugi-seq", "")
    token = SEEN.set(int(told) if re.fullmatch(r"[0-9]{1,15}", told, re.ASCII) else 0)
    try:
        yield
    finally:
        SEEN.reset(token)


def _with_seq(response: Response) -> Response:
    seq = services_in_use().database.seq()
    if seq:
        response.headers["Kunugi-Seq"] = str(seq)
    return response


def _answer(handler: Callable[..., Reply], raw: Any, asked: Route, parameters: Mapping[str, str]) -> Reply:
    services = services_in_use()
    if asked.method != "GET":
        _refuse_foreign(raw.headers, services.settings.base_url)
    user = _user(services, raw.headers, needed=asked.pages is not None)
    if asked.pages is not None and user is not None and not set(asked.pages) & set(pages_of(user)):
        raise ApiError(403, "forbidden")
    body = raw.raw_body or b""
    if len(body) > MAX_BODY_BYTES:
        raise ApiError(413, "too-large")
    request = Request(
        services=services,
        user=user,
        language=_language(raw.headers),
        query=dict(raw.query_params or {}),
        body=body,
        client=str(raw.context.get("identity", {}).get("sourceIp", "")),
        key=_key(raw.headers.get("idempotency-key"), user, asked, parameters, body),
    )
    return handler(request, **{name: _path_value(name, value) for name, value in parameters.items()})


def _key(told: str | None, user: User | None, asked: Route, parameters: Mapping[str, str], body: bytes) -> str | None:
    """Whoever tells the same key with another wish, or is somebody else, asks for something else."""
    if told is None:
        return None
    if not re.fullmatch(r"[!-~]{8,100}", told, re.ASCII):
        raise ApiError(400, "invalid-key", "Idempotency-Key")
    wish = repr((told, user.id if user else 0, asked.method, asked.path, sorted(parameters.items())))
    return hashlib.sha256(wish.encode() + b"\0" + body).hexdigest()


def _fault(error: Exception, what: str) -> ApiError:
    """What the database refused because others were faster or busy, and what is a fault of ours."""
    if isinstance(error, sqlite3.IntegrityError):  # a row that this one belongs to is gone, or one like it is there
        log.warning("%s: %s", what, error)
        return ApiError(409, "conflict")
    if isinstance(error, BusyError | UnreachableError | ConflictError) or (
        isinstance(error, sqlite3.OperationalError) and "locked" in str(error)
    ):
        log.warning("%s: %s", what, error)
        return _later("busy", error.retry_after if isinstance(error, BusyError) else 5)
    if isinstance(error, StoreError | BucketError):  # for whoever operates this: the text says what to do
        log.error("%s: %s", what, error)
        return _later("storage-problem", 60)
    log.error("%s failed", what, exc_info=error)
    return ApiError(500, "internal")


def _later(code: str, seconds: int) -> ApiError:
    error = ApiError(503, code)
    error.headers["Retry-After"] = str(seconds)
    return error


def _user(services: Services, headers: Mapping[str, str], *, needed: bool) -> User | None:
    cookie = _cookie(headers.get("cookie", ""))
    try:
        user = user_of(services, cookie)
    except SessionOverError as error:
        if needed:
            raise ApiError(401, "session-over") from error
        return None
    if user is None and needed:
        raise ApiError(401, "not-signed-in")
    return user


def _cookie(header: str) -> str | None:
    for part in header.split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value
    return None


def _refuse_foreign(headers: Mapping[str, str], base_url: str) -> None:
    """K-071: what changes something comes from our own page, with a header that no form of another site can send."""
    origin = headers.get("origin")
    foreign = origin is not None and not is_own(origin, headers.get("host", ""), base_url)
    if foreign or headers.get("kunugi-request") != "1":
        raise ApiError(403, "foreign-request")


def _path_value(name: str, value: str) -> int | str:
    if name.endswith("id"):
        if not re.fullmatch(r"[0-9]{1,18}", value, re.ASCII):
            raise ApiError(404, "not-found")
        return int(value)
    return value


def _language(headers: Mapping[str, str]) -> Language:
    return "en" if headers.get("accept-language", "").strip().lower().startswith("en") else "ja"


def _response(reply: Reply) -> Response:
    if isinstance(reply, Response):
        return reply
    status, body = reply if isinstance(reply, tuple) else (200, reply)
    return json_response(status, body)


def json_response(status: int, body: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    """A JSON answer that nobody keeps."""
    text = msgspec.json.encode(body).decode()
    kept: dict[str, str | list[str]] = {
        "Content-Type": "application/json; charset=utf-8",
        "Cache-Control": "no-store",
        **(headers or {}),
    }
    return Response(body=text, status_code=status, headers=kept)


def error_response(error: ApiError, language: Language) -> Response:
    """`{"error": {"code", "message", "field"?}}`."""
    said: dict[str, str] = {"code": error.code, "message": say(f"api.{error.code}", language, **error.values)}
    if error.field is not None:
        said["field"] = error.field
    return json_response(error.status, {"error": said}, error.headers)


_FORM_TEXTS: tuple[tuple[str, Literal["missing", "type", "shortest", "longest", "least", "most"]], ...] = (
    (r"Object missing required field `(?P<field>\w+)`", "missing"),
    (r"Expected `(?:str|array)` of length >= (?P<bound>\d+)", "shortest"),
    (r"Expected `(?:str|array)` of length <= (?P<bound>\d+)", "longest"),
    (r"Expected `(?:int|float)` >= (?P<bound>[\d.]+)", "least"),
    (r"Expected `(?:int|float)` <= (?P<bound>[\d.]+)", "most"),
)


def invalid_form(text: str, language: Language) -> ApiError:
    """msgspec's complaint as ours: which field, and what it takes, in the reader's language."""
    place = re.search(r"at `(?:[^`]*\.)?(\w+)[^`.]*`", text)  # the deepest: `$.schedule.days[1]` is days
    for pattern, code in _FORM_TEXTS:
        found = re.match(pattern, text)
        if found:
            named = found.groupdict()
            field = named.get("field") or (place.group(1) if place else None)
            return ApiError(400, f"invalid-{code}", field, bound=(named.get("bound") or "").removesuffix(".0"))
    return ApiError(400, "invalid-type", place.group(1) if place else None)
