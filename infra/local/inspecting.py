"""`kunugi inspect`: one page analysed without storing it, or many, a line each."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from chalicelib.fetch.bodies import inflate
from chalicelib.fetch.client import MAX_BYTES, Client
from chalicelib.fetch.errors import FetchError
from chalicelib.fetch.visit import visit
from chalicelib.page.read import read_page
from chalicelib.settings import read_settings
from chalicelib.texts import say
from infra.local.command import UNREADABLE, fail, language, tell
from infra.local.findings import exit_code, json_text, print_result


def inspect(what: str, *, url: str | None, headers: Sequence[str], expectations: str | None, as_json: bool) -> int:
    """Analyse a file, or a page fetched now. 0: nothing wrong; 1: findings of severity error; 2: not readable."""
    try:
        wanted = _expected(expectations) if expectations else None
        result = (
            _of_url(what, wanted) if what.startswith(("http://", "https://")) else _of_file(what, url, headers, wanted)
        )
    except FetchError as error:
        return fail(error.message(language()))
    except (ValueError, RecursionError) as error:
        return fail(str(error))
    print_result(result, as_json=as_json)
    unreadable = any(row["rule"] == "content-decoding-error" for row in result["validation"])
    return UNREADABLE if unreadable else exit_code([result])


def inspect_batch(source: str) -> int:
    """JSON lines in (`id, url, headers, html, expectations`), JSON lines out (`id, result`); a bad line says so."""
    bad = False
    if source == "-":
        bad = _each_line(sys.stdin.buffer)
    else:
        with Path(source).open("rb") as lines:
            bad = _each_line(lines)
    return UNREADABLE if bad else 0


def _each_line(lines: Iterable[bytes]) -> bool:
    bad = False
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        page_id: Any = None
        try:
            page = json.loads(line)
            page_id = page.get("id")
            text = json_text({"id": page_id, "result": _of_page(page)})
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
            bad = True
            text = _bad_line(page_id, f"line {number}: {error!r}"[:300])
        print(text, flush=True)
    return bad


def _bad_line(page_id: Any, message: str) -> str:
    error = {"code": "invalid-line", "message": message}
    try:
        return json_text({"id": page_id, "error": error})
    except RecursionError:  # an id can be nested, too
        return json_text({"id": None, "error": error})


def _expected(file: str) -> Mapping[str, Any]:
    try:
        wanted = json.loads(Path(file).read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise ValueError(tell("bad-expectations", file=file, why=str(error)[:200])) from error
    if not isinstance(wanted, dict):
        raise ValueError(tell("bad-expectations", file=file, why=type(wanted).__name__))
    return wanted


def _of_page(page: Mapping[str, Any]) -> dict[str, Any]:
    headers = {str(name).lower(): str(value) for name, value in (page.get("headers") or {}).items()}
    headers.setdefault("content-type", "text/html; charset=utf-8")
    body = str(page["html"]).encode("utf-8", "replace")
    return read_page(body, url=str(page["url"]), headers=headers, expectations=page.get("expectations")).result


def _of_url(url: str, expectations: Mapping[str, Any] | None) -> dict[str, Any]:
    settings = read_settings()
    client = Client(settings.allow_networks, settings.contact_url or settings.base_url)
    try:
        seen = visit(client, url)
    finally:
        client.close()
    if seen.answer is None:
        raise seen.error or FetchError("unknown")
    if seen.answer.status >= 400:
        raise ValueError(f"HTTP {seen.answer.status} {seen.answer.reason}")
    reading = read_page(seen.answer.body, url=seen.final_url, headers=seen.answer.headers, expectations=expectations)
    return reading.result


def _of_file(
    path: str, url: str | None, headers: Sequence[str], expectations: Mapping[str, Any] | None
) -> dict[str, Any]:
    given = dict(_header(text) for text in headers)
    given.setdefault("content-type", "text/html")
    url = url or Path(path).resolve().as_uri()
    body = Path(path).read_bytes()
    try:
        body = inflate(body, given.pop("content-encoding", ""), MAX_BYTES)
    except FetchError as error:
        if error.kind not in ("content-decoding", "too-large"):
            raise
        return _unreadable(url, given, error)
    return read_page(body, url=url, headers=given, expectations=expectations).result


def _unreadable(url: str, headers: Mapping[str, str], error: FetchError) -> dict[str, Any]:
    """The result of a page whose body is not what its headers say."""
    result = read_page(b"", url=url, headers=headers).result
    rule = "content-decoding-error" if error.kind == "content-decoding" else "body-too-large"
    finding = {
        "severity": "error",
        "rule": rule,
        "message": say(f"command.{rule}"),
        "message_key": f"command.{rule}",
        "message_args": {},
        "fix": say(f"command.{rule}-fix"),
        "fix_key": f"command.{rule}-fix",
    }
    return {**result, "validation": [finding]}


def _header(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    if not colon or not name.strip():
        raise ValueError(tell("bad-header", header=text))
    return name.strip().lower(), value.strip()
