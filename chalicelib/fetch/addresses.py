"""The one gate for addresses: nothing is connected to that did not pass it (reference: fetch.md)."""

import ipaddress
import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import NamedTuple

from chalicelib.fetch.errors import FetchError
from chalicelib.fetch.hostnames import is_localhost, literal_address
from chalicelib.fetch.urls import UrlError, WebUrl, parse_url

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

WEB_PORTS = (80, 443)

# IANA special-purpose address registries. Written out, since `is_global` differs between Python's patch releases.
_REFUSED_4: tuple[tuple[IPv4Network, str], ...] = tuple(
    (IPv4Network(network), what)
    for network, what in (
        ("0.0.0.0/8", "this network"),
        ("10.0.0.0/8", "private"),
        ("100.64.0.0/10", "carrier-grade NAT"),
        ("127.0.0.0/8", "loopback"),
        ("168.63.129.16/32", "cloud metadata"),  # a public number, and the host agent of Azure's machines
        ("169.254.0.0/16", "link-local"),
        ("172.16.0.0/12", "private"),
        ("192.0.0.0/24", "protocol assignments"),
        ("192.0.2.0/24", "documentation"),
        ("192.88.99.0/24", "6to4 relay"),
        ("192.168.0.0/16", "private"),
        ("198.18.0.0/15", "benchmarking"),
        ("198.51.100.0/24", "documentation"),
        ("203.0.113.0/24", "documentation"),
        ("224.0.0.0/4", "multicast"),
        ("240.0.0.0/4", "reserved"),
    )
)
_REFUSED_6: tuple[tuple[IPv6Network, str], ...] = tuple(
    (IPv6Network(network), what)
    for network, what in (
        ("2001::/23", "protocol assignments"),  # Teredo, ORCHID and benchmarking among them
        ("2001:db8::/32", "documentation"),
        ("2002::/16", "6to4"),
        ("3fff::/20", "documentation"),
    )
)
_GLOBAL_6 = IPv6Network("2000::/3")
_NAT64 = IPv6Network("64:ff9b::/96")


class _Allowed(NamedTuple):
    """An entry of KUNUGI_ALLOW_NETWORKS. port: None means any."""

    network: Network
    port: int | None


class AddressGate:
    """Says which addresses and ports may be connected to.

    Public addresses on ports 80 and 443 may; others only by an entry of `allow`: `CIDR` (any port), `ADDRESS:PORT` or
    `[V6ADDRESS]:PORT`. Raises ValueError, naming KUNUGI_ALLOW_NETWORKS, for an entry that is neither.
    """

    def __init__(self, allow: Sequence[str] = ()) -> None:
        self._allow = tuple(_entry(text) for text in allow)

    def refusal(self, address: str, port: int) -> str | None:
        """Why `address` (an IP in text) may not be connected to at `port`; None when it may."""
        ip = ipaddress.ip_address(address.partition("%")[0])
        if isinstance(ip, IPv6Address) and ip.ipv4_mapped:
            ip = ip.ipv4_mapped  # connecting to ::ffff:127.0.0.1 connects to 127.0.0.1
        if any(entry.port in (None, port) and ip in entry.network for entry in self._allow):
            return None
        what = _special(ip)
        if what:
            return f"{ip} is {what}"
        return None if port in WEB_PORTS else f"port {port}"

    def refusal_of_url(self, url: WebUrl) -> str | None:
        """Why a URL is refused before any look-up: its literal address, a name of this machine, or its port."""
        if literal_address(url.host) is not None:
            return self.refusal(url.host, url.port)
        if is_localhost(url.host):
            return self.refusal("127.0.0.1", url.port) and self.refusal("::1", url.port)
        if url.port in WEB_PORTS or any(entry.port in (None, url.port) for entry in self._allow):
            return None  # the addresses of the name decide
        return f"port {url.port}"

    def check_url(self, url: str) -> WebUrl:
        """The URL in parts. Raises FetchError('blocked-address') when it may not be asked for."""
        try:
            parts = parse_url(url)
        except UrlError as error:
            raise FetchError("blocked-address", f"not a URL to fetch: {error.reason_code}") from error
        refused = self.refusal_of_url(parts)
        if refused:
            raise FetchError("blocked-address", refused)
        return parts

    def check_addresses(self, addresses: Sequence[str], port: int) -> None:
        """Raises FetchError('blocked-address') when one of a name's addresses is refused: no picking among them."""
        for address in addresses:
            refused = self.refusal(address, port)
            if refused:
                raise FetchError("blocked-address", refused)


def _special(ip: Address) -> str | None:
    if isinstance(ip, IPv4Address):
        return next((what for network, what in _REFUSED_4 if ip in network), None)
    if ip in _NAT64:
        # On a network without IPv4 this is how public sites are reached; what is inside decides.
        inside = _special(IPv4Address(int(ip) & 0xFFFF_FFFF))
        return inside and f"NAT64 of {inside}"
    if ip not in _GLOBAL_6:
        return "loopback" if ip.is_loopback else "not a public address"
    return next((what for network, what in _REFUSED_6 if ip in network), None)


def _entry(text: str) -> _Allowed:
    try:
        return _Allowed(ipaddress.ip_network(text), None)
    except ValueError:
        found = re.fullmatch(r"(?:\[(?P<v6>[0-9a-fA-F:.]+)\]|(?P<v4>[0-9.]+)):(?P<port>[0-9]{1,5})", text)
    try:
        if found and 1 <= int(found["port"]) <= 65_535:
            return _Allowed(ipaddress.ip_network(found["v6"] or found["v4"]), int(found["port"]))
    except ValueError:
        pass
    raise ValueError(
        f"KUNUGI_ALLOW_NETWORKS: {text!r} is neither a network such as 10.1.0.0/16"
        " nor an address with a port such as 127.0.0.1:8080"
    )
