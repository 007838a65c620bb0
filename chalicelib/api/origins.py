"""Whether a request comes from our own page (K-071)."""

from urllib.parse import urlsplit

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def is_own(origin: str, host: str, base_url: str) -> bool:
    """Whether this is the address people open, or this machine by one of its own names, whatever the port.

    That `origin` and `host` are the same proves nothing by itself: another site's name may lead here (DNS rebinding).
    """
    came_from = _place(origin)
    if came_from is None:
        return False
    return came_from == _place(base_url) or (
        came_from[1] in LOOPBACK and came_from == _place(f"{came_from[0]}://{host}")
    )


def _place(url: str) -> tuple[str, str, int] | None:
    """Scheme, host and port; None when it has none."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    return parts.scheme, parts.hostname, port or (443 if parts.scheme == "https" else 80)
