"""Host names and literal addresses of URLs, in the one form that goes on the wire."""

import ipaddress
import re
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address

import idna

_MAX_LENGTH = 254
_NAME = re.compile(r"(?=.{1,254}\Z)(?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}\.?")
_LAST_IS_NUMBER = re.compile(r"(?:.*\.)?(?:[0-9]+|0x[0-9a-f]*)\.?")


class AmbiguousAddressError(ValueError):
    """A number where a name was expected: `2130706433`, `0x7f.1`, `0177.0.0.1`. Programs disagree on what they mean."""


def ascii_host(host: str) -> str:
    """The host of a URL as it is asked for: lower case, IDNA, addresses in their usual form and without brackets.

    Raises AmbiguousAddressError for an IPv4 address in any form but four decimal numbers, ValueError for no host.
    """
    if host.startswith("["):
        if not host.endswith("]") or "%" in host:
            raise ValueError(host)
        return str(IPv6Address(host[1:-1]))
    if len(host) > _MAX_LENGTH:
        raise ValueError(host)  # mapping takes a time that grows with the square of the length
    name = host.lower() if host.isascii() else _mapped(host)
    if not _NAME.fullmatch(name):
        raise ValueError(host)
    # WHATWG URL, "ends in a number": such a host is an IPv4 address or nothing.
    if _LAST_IS_NUMBER.fullmatch(name):
        try:
            return str(IPv4Address(name))
        except ValueError as error:
            raise AmbiguousAddressError(host) from error
    return name


def shown_host(name: str) -> str:
    """An `ascii_host` as people write it: internationalised labels in their own script, IPv6 in brackets."""
    if literal_address(name) is not None:
        return f"[{name}]" if ":" in name else name
    return ".".join(_shown_label(label) for label in name.split("."))


@lru_cache(maxsize=1024)
def literal_address(name: str) -> IPv4Address | IPv6Address | None:
    """The address that an `ascii_host` is, None when it is a name."""
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def is_localhost(host: str) -> bool:
    """Names that mean this machine without any look-up (RFC 6761)."""
    name = host.rstrip(".")
    return literal_address(host) is None and (name == "localhost" or name.endswith(".localhost"))


def _mapped(host: str) -> str:
    """Unicode labels to `xn--`. UTS 46 maps full-width letters, digits and dots too."""
    mapped = idna.uts46_remap(host, std3_rules=False)
    return ".".join(_ascii_label(label) for label in mapped.split("."))


def _ascii_label(label: str) -> str:
    if label.isascii():
        return label
    try:
        return idna.alabel(label).decode("ascii")
    except idna.IDNAError:
        # Browsers go by UTS 46 alone and open names such as ☕.example that IDNA 2008 leaves out.
        return "xn--" + label.encode("punycode").decode("ascii")


def _shown_label(label: str) -> str:
    if not label.startswith("xn--"):
        return label
    try:
        shown = idna.ulabel(label)
        return shown if idna.alabel(shown).decode("ascii") == label else label
    except (idna.IDNAError, UnicodeError):
        return label
