"""The environment, read once, as one frozen object. Every setting has a default that works."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit


class SettingsError(ValueError):
    """A setting cannot be used; the text names the variable and says what it takes."""


@dataclass(frozen=True)
class Settings:
    """What the environment says.

    data: folder of the embedded default (KUNUGI_DATA).
    bucket: the bucket of S3 mode, None when embedded (KUNUGI_BUCKET).
    allow_networks: private networks that may be crawled, each `CIDR` or `ADDRESS:PORT` (KUNUGI_ALLOW_NETWORKS).
    port: where the embedded server listens, on loopback (KUNUGI_PORT).
    parallel: how many requests one worker makes at once to a host whose delay is 0 (KUNUGI_PARALLEL).
    secret_key: signs the session cookie; empty: the embedded server keeps its own (KUNUGI_SECRET_KEY).
    base_url: the address people open, with its path prefix, ending in "/" (KUNUGI_BASE_URL).
    check_writes: every write runs twice, to prove that it may run again (KUNUGI_CHECK_WRITES=1, for tests; slow).
    contact_url: named in the User-Agent, so that a site's owner can ask (K-055, KUNUGI_CONTACT_URL).
    """

    data: Path = Path("data")
    bucket: str | None = None
    allow_networks: tuple[str, ...] = ()
    port: int = 8000
    parallel: int = 4
    secret_key: str = ""
    base_url: str = "http://127.0.0.1:8000/"
    contact_url: str = ""
    check_writes: bool = False


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Read the settings from `environment` (the process's own by default). Raises SettingsError."""
    env = os.environ if environment is None else environment
    port = _port(env.get("KUNUGI_PORT", "8000"))
    return Settings(
        data=Path(env.get("KUNUGI_DATA") or "data"),
        bucket=env.get("KUNUGI_BUCKET") or None,
        allow_networks=tuple(part.strip() for part in env.get("KUNUGI_ALLOW_NETWORKS", "").split(",") if part.strip()),
        port=port,
        parallel=_parallel(env.get("KUNUGI_PARALLEL", "4")),
        secret_key=env.get("KUNUGI_SECRET_KEY", ""),
        base_url=_base_url(env.get("KUNUGI_BASE_URL") or f"http://127.0.0.1:{port}/"),
        contact_url=env.get("KUNUGI_CONTACT_URL", ""),
        check_writes=env.get("KUNUGI_CHECK_WRITES") == "1",
    )


def _port(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text) or not 1 <= int(text) <= 65535:
        raise SettingsError(f"KUNUGI_PORT must be a number from 1 to 65535, not {text!r}")
    return int(text)


def _parallel(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,2}", text) or not 1 <= int(text) <= 32:
        raise SettingsError(f"KUNUGI_PARALLEL must be a number from 1 to 32, not {text!r}")
    return int(text)


def _base_url(text: str) -> str:
    if not _is_base(text):
        raise SettingsError(f"KUNUGI_BASE_URL must be an absolute http(s) URL without query, not {text!r}")
    return text if text.endswith("/") else text + "/"


def _is_base(text: str) -> bool:
    try:
        parts = urlsplit(text)
        place = parts.hostname and parts.port != 0  # reading the port proves that it is one
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(place) and not parts.query and not parts.fragment
