"""The host of a URL as the crawl groups by it (design/crawl.md)."""

from ipaddress import IPv6Address

from chalicelib.fetch.hostnames import literal_address
from chalicelib.fetch.urls import parse_url


def host_of(url: str) -> str:
    """`scheme://host:port`, the port always there: the group whose requests keep the delay between them.

    Two spellings of one server are one group, though the server may tell them apart: a name with the dot of the root
    at its end (`example.jp.`), and an IPv4 address written as one of IPv6 (`[::ffff:192.0.2.1]`), which is connected to
    as IPv4. Raises UrlError for what neither registration nor a redirect lets through.
    """
    parts = parse_url(url)
    address = literal_address(parts.host)
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        return parts._replace(host=str(address.ipv4_mapped)).origin
    return parts._replace(host=parts.host.removesuffix(".")).origin
