"""Failed logins, counted a while for an address and for a client, in small objects outside the database (K-071)."""

import hashlib
import json
from datetime import timedelta

from chalicelib.ports.objects import PreconditionFailedError
from chalicelib.services import Services

WITHIN = timedelta(minutes=15)
ALLOWED = 10
TRIES = 5


def wait_before_login(services: Services, email: str, client: str) -> int:
    """Seconds until a login may be tried again, 0 when it may now."""
    now = services.clock.now().timestamp()
    waits = [0.0]
    for key in _keys(email, client):
        times, _ = _failures(services, key, now)
        if len(times) >= ALLOWED:
            waits.append(times[-ALLOWED] + WITHIN.total_seconds() - now)
    return int(max(waits) + 0.999)


def note_failure(services: Services, email: str, client: str) -> None:
    """Count one failed login."""
    now = services.clock.now().timestamp()
    for key in _keys(email, client):
        for _ in range(TRIES):  # somebody else may be counting; losing once in five is no way in
            times, etag = _failures(services, key, now)
            body = json.dumps([*times, now][-ALLOWED:]).encode()
            try:
                services.objects.put(key, body, only_if_new=etag is None, if_match=etag)
            except PreconditionFailedError:
                continue
            break


def forget_failures(services: Services, email: str) -> None:
    """The right password was given: the address counts from zero; the client does not, it may try many addresses."""
    services.objects.delete(_keys(email, "")[0])


def _failures(services: Services, key: str, now: float) -> tuple[list[float], str | None]:
    kept = services.objects.get(key)
    if kept is None:
        return [], None
    since = now - WITHIN.total_seconds()
    return [time for time in json.loads(kept.body) if time > since], kept.etag


def _keys(email: str, client: str) -> tuple[str, str]:
    return _key("address", email), _key("client", client)


def _key(kind: str, text: str) -> str:
    return f"logins/{kind}/{hashlib.sha256(text.encode()).hexdigest()[:40]}"
