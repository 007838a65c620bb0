"""The page itself: index.html and its files under flat names."""

import hashlib
import html
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from chalice.app import Blueprint, Response

from chalicelib.api.in_use import services_in_use

blueprint = Blueprint(__name__)

WEB = Path(__file__).parent.parent / "web"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
)


class Asset(NamedTuple):
    """A file of the page."""

    text: str
    type: str
    etag: str


@blueprint.route("/", methods=["GET"])
def index() -> Response:
    """The page. `{{base}}` becomes the path prefix of this installation, which all its addresses start from."""
    asset = _assets()["index.html"]
    prefix = html.escape(urlsplit(services_in_use().settings.base_url).path or "/")
    return _answer(asset._replace(text=asset.text.replace("{{base}}", prefix), etag=_etag(asset.text + prefix)))


@blueprint.route("/assets/{name}", methods=["GET"])
def get_asset(name: str) -> Response:
    """A file of the page."""
    asset = _assets().get(unquote(name))
    if asset is None:
        return Response(body="", status_code=404, headers={"Content-Type": "text/plain"})
    return _answer(asset)


def _answer(asset: Asset) -> Response:
    headers: dict[str, str | list[str]] = {
        "Content-Type": f"{asset.type}; charset=utf-8",
        "Cache-Control": "no-cache",
        "ETag": asset.etag,
        "Content-Security-Policy": CSP,
    }
    if blueprint.current_request.headers.get("if-none-match") == asset.etag:
        return Response(body="", status_code=304, headers=headers)
    return Response(body=asset.text, headers=headers)


@cache
def _assets() -> dict[str, Asset]:
    """Every file of `web/` and `web/vendor/` by its name, read once: nothing else can be asked for."""
    found = {}
    for path in sorted([*WEB.glob("*.*"), *(WEB / "vendor").glob("*.*")]):
        if path.suffix in TYPES:
            text = path.read_text("utf-8")
            found[path.name] = Asset(text, TYPES[path.suffix], _etag(text))
    return found


def _etag(text: str) -> str:
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:24]}"'
