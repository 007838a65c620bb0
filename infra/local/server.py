"""HTTP on one machine: requests become the events that API Gateway sends, and go through the same front door."""

import base64
import gzip
import json
import re
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs, urlsplit

import waitress
from waitress import wasyncore
from waitress.server import BaseWSGIServer

from chalicelib.texts import Language, say

StartResponse = Callable[[str, list[tuple[str, str]]], object]
Answer = tuple[int, list[tuple[str, str]], bytes]

GZIP_FROM = 1024
SEND_SECONDS = 1.0
MAX_FIELDS = 100
MAX_BODY = 10 * 1024 * 1024  # as API Gateway


class BadAddressError(ValueError):
    """The address of a request cannot be taken apart, or has too many fields."""


def make_server(app: Any, *, port: int, base_url: str, threads: int = 8) -> BaseWSGIServer:
    """A server on loopback, not yet running; `app` is a Chalice app. Raises OSError when the port is taken."""
    return waitress.create_server(
        wsgi(app, urlsplit(base_url).path.rstrip("/")),
        host="127.0.0.1",
        port=port,
        threads=threads,
        ident=None,
        max_request_body_size=MAX_BODY,
        clear_untrusted_proxy_headers=True,
    )


def run_beside(server: BaseWSGIServer) -> Callable[..., None]:
    """Run the server in a thread; gives what stops it, `stop(seconds=2.0)`.

    It waits that long for requests under way, then for a moment until their answers are sent. No thread is left but
    those of requests that take longer.
    """

    def stop(seconds: float = 2.0) -> None:
        # The threads that answer end first: the loop that sends what they say has to run until then.
        server.task_dispatcher.shutdown(timeout=seconds)
        ends = time.monotonic() + SEND_SECONDS
        while _unsent(server) and time.monotonic() < ends:
            time.sleep(0.01)
        # Within the loop's own thread, so that nothing is closed under it; awake already, it may close before the call.
        with suppress(OSError):
            server.trigger.pull_trigger(lambda: wasyncore.close_all(server._map, ignore_all=True))
        thread.join(SEND_SECONDS)

    thread = threading.Thread(target=server.run, name="http", daemon=True)
    thread.start()
    return stop


def _unsent(server: BaseWSGIServer) -> bool:
    return any(channel.total_outbufs_len for channel in list(server.active_channels.values()))


def wsgi(app: Any, prefix: str) -> Callable[[dict[str, Any], StartResponse], Iterable[bytes]]:
    """The app as WSGI below a path prefix ("" or "/kunugi")."""

    def answer(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        method = environ["REQUEST_METHOD"]
        try:
            status, headers, body = _answered(app, prefix, environ)
        except BadAddressError:
            status, headers, body = _error(environ, 400, "invalid-address")
        if len(body) >= GZIP_FROM and takes_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")):
            body = gzip.compress(body, 6, mtime=0)
            headers.append(("Content-Encoding", "gzip"))
        headers += [("Vary", "Accept-Encoding"), ("Content-Length", str(len(body)))]
        start_response(f"{status} {HTTPStatus(status).phrase}", headers)
        return [b"" if method == "HEAD" else body]

    return answer


def _answered(app: Any, prefix: str, environ: Mapping[str, Any]) -> Answer:
    method, path = environ["REQUEST_METHOD"], _path(environ)
    if prefix and path == prefix:
        return 308, [("Location", prefix + "/")], b""
    found = match(app.routes, path.removeprefix(prefix)) if path.startswith(prefix + "/") else None
    if found is None:
        return _error(environ, 404, "not-found")
    resource, parameters = found
    event = make_event(environ, "GET" if method == "HEAD" else method, path, resource, parameters)
    return from_api_gateway(app(event, None))


def _path(environ: Mapping[str, Any]) -> str:
    """The path as it was sent, still percent-encoded."""
    address = str(environ.get("REQUEST_URI") or environ["PATH_INFO"])
    try:
        return urlsplit(address).path
    except ValueError as error:  # `//[`
        raise BadAddressError from error


def takes_gzip(accepted: str) -> bool:
    """Whether this Accept-Encoding takes gzip; `q=0` is a no (RFC 9110, 12.5.3)."""
    weights = dict(_weight(part) for part in accepted.lower().split(","))
    return weights.get("gzip", weights.get("*", 0.0)) > 0


def _weight(part: str) -> tuple[str, float]:
    coding, _, weight = part.partition(";")
    said = re.fullmatch(r"\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", weight)
    return coding.strip(), float(said.group(1)) if said else float(not weight)


def match(routes: Iterable[str], path: str) -> tuple[str, dict[str, str]] | None:
    """The resource a path belongs to and its parameters, still percent-encoded, as in API Gateway."""
    parts = path.rstrip("/").split("/") if path != "/" else ["", ""]
    best: tuple[int, str, dict[str, str]] | None = None
    for resource in routes:
        wanted = resource.split("/")
        if len(wanted) != len(parts):
            continue
        parameters = {w[1:-1]: p for w, p in zip(wanted, parts, strict=True) if w.startswith("{") and p}
        if all(w == p or w[1:-1] in parameters for w, p in zip(wanted, parts, strict=True)):
            candidate = (len(parameters), resource, parameters)
            best = min(best, candidate, key=lambda c: c[0]) if best else candidate
    return (best[1], best[2]) if best else None


def make_event(
    environ: Mapping[str, Any], method: str, path: str, resource: str, parameters: Mapping[str, str]
) -> dict[str, Any]:
    """The event of API Gateway's Lambda proxy integration (payload 1.0). Raises BadAddressError."""
    headers = {name[5:].replace("_", "-").lower(): value for name, value in environ.items() if name.startswith("HTTP_")}
    if environ.get("CONTENT_TYPE"):
        headers["content-type"] = environ["CONTENT_TYPE"]
    try:
        query = parse_qs(environ.get("QUERY_STRING", ""), keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError as error:
        raise BadAddressError from error
    return {
        "resource": resource,
        "path": path,
        "httpMethod": method,
        "headers": headers,
        "multiValueHeaders": {name: [value] for name, value in headers.items()},
        "queryStringParameters": {name: values[-1] for name, values in query.items()} or None,
        "multiValueQueryStringParameters": query or None,
        "pathParameters": dict(parameters) or None,
        "stageVariables": None,
        "requestContext": {
            "resourcePath": resource,
            "httpMethod": method,
            "path": path,
            "identity": {"sourceIp": environ.get("REMOTE_ADDR", "")},
        },
        "body": base64.b64encode(environ["wsgi.input"].read()).decode(),
        "isBase64Encoded": True,
    }


def from_api_gateway(answer: Mapping[str, Any]) -> Answer:
    """Status, headers and body of a Lambda proxy answer."""
    headers = list(answer["headers"].items())
    for name, values in answer["multiValueHeaders"].items():
        headers += [(name, value) for value in values]
    body = answer["body"]
    binary = base64.b64decode(body) if answer.get("isBase64Encoded") else str(body).encode()
    return int(answer["statusCode"]), headers, binary


def _error(environ: Mapping[str, Any], status: int, code: str) -> Answer:
    """What API Gateway's own answers to addresses it has no route for become by the template."""
    language: Language = "en" if environ.get("HTTP_ACCEPT_LANGUAGE", "").lower().startswith("en") else "ja"
    error = {"error": {"code": code, "message": say(f"api.{code}", language)}}
    headers = [("Content-Type", "application/json; charset=utf-8"), ("X-Content-Type-Options", "nosniff")]
    return status, headers, json.dumps(error, ensure_ascii=False).encode()
