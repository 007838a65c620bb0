"""The one gate: reference/fetch.md, "One gate for addresses"."""

import ipaddress
import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.fetch.addresses import AddressGate
from chalicelib.fetch.client import Client
from chalicelib.fetch.errors import FetchError

REFUSED = [
    "http://127.0.0.1/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://shop.localhost/",
    "http://169.254.169.254/latest/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:169.254.169.254]/",
    "http://[::127.0.0.1]/",
    "http://[::ffff:0:127.0.0.1]/",
    "http://2130706433/",
    "http://134744072/",
    "http://0x7f000001/",
    "http://0x7f.1/",
    "http://127.1/",
    "http://0/",
    "http://0177.0.0.1/",
    "http://127.0.0.1./",
    "http://１２７.０.０.１/",
    "http://①②⑦.0.0.1/",
    "http://127。0。0。1/",
    "http://0.0.0.0/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.1.1/",
    "http://100.64.0.1/",
    "http://198.18.0.1/",
    "http://192.0.2.1/",
    "http://198.51.100.1/",
    "http://203.0.113.1/",
    "http://192.0.0.170/",
    "http://168.63.129.16/",
    "http://224.0.0.1/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://[fe80::1]/",
    "http://[fe80::1%25eth0]/",
    "http://[fec0::1]/",
    "http://[fc00::1]/",
    "http://[fd00:ec2::254]/",
    "http://[ff02::1]/",
    "http://[2001:db8::1]/",
    "http://[3fff::1]/",
    "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b::a9fe:a9fe]/",
    "http://[64:ff9b:1::808:808]/",
    "http://[2002:7f00:1::]/",
    "http://[::]/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:6379/_INFO",
    "javascript:alert(1)",
    "http://user:pw@example.com/",
    "http://user:pw@127.0.0.1/",
    "http://user@127.0.0.1/",
    "http://example.com\\@127.0.0.1/",
    "http://127.0.0.1#@example.com/",
    "http://example.com%00.127.0.0.1/",
    "http://1.1.1.1:22/",
    "http://example.com:22/",
    "http://example.com:0/",
    "http://127.0.0.1:80:80/",
    "http:///x",
    "http://",
    "//example.com/",
    "",
    # Three that the reference's list has not: dots in percent, which some stacks decode in a host; an unseen character
    # that IDNA takes out; noughts before numbers, decimal to some and octal to others.
    "http://127%2E0%2E0%2E1/",
    "http://127.0.0.\N{SOFT HYPHEN}1/",
    "http://127.000.000.001/",
]


@pytest.mark.parametrize("url", REFUSED)
def test_refused_before_any_connection(url: str) -> None:
    asked: list[str] = []

    def resolver(name: str, port: int, seconds: float) -> list[str]:
        asked.append(name)
        return ["127.0.0.1"]

    client = Client(resolver=resolver)
    with pytest.raises(FetchError) as raised:
        client.get(url, deadline=1.0)
    assert (raised.value.kind, asked) == ("blocked-address", [])


@pytest.mark.parametrize("name", ["127.0.0.1", "::1", "10.1.2.3", "169.254.169.254", "::ffff:10.0.0.1", "fe80::1%eth0"])
def test_names_that_resolve_to_refused_addresses(name: str) -> None:
    """Also when another address of the name is public."""
    for addresses in ([name], ["93.184.216.34", name]):
        client = Client(resolver=lambda _name, _port, _seconds, found=addresses: found)  # type: ignore[misc]  # default
        with pytest.raises(FetchError) as raised:
            client.get("http://shop.example/", deadline=1.0)
        assert raised.value.kind == "blocked-address"


@pytest.mark.parametrize(
    ("address", "port", "refusal"),
    [
        ("93.184.216.34", 80, None),
        ("93.184.216.34", 443, None),
        ("93.184.216.34", 8080, "port 8080"),
        ("2606:2800:220:1::1", 443, None),
        ("64:ff9b::5db8:d822", 443, None),
        ("127.0.0.1", 80, "127.0.0.1 is loopback"),
        ("::ffff:10.0.0.1", 80, "10.0.0.1 is private"),
        ("169.254.169.254", 80, "169.254.169.254 is link-local"),
        ("100.127.255.255", 80, "100.127.255.255 is carrier-grade NAT"),
        ("100.128.0.0", 80, None),
        ("172.32.0.0", 80, None),
        ("::1", 80, "::1 is loopback"),
    ],
)
def test_addresses(address: str, port: int, refusal: str | None) -> None:
    assert AddressGate().refusal(address, port) == refusal


@pytest.mark.parametrize(
    ("entry", "url", "allowed"),
    [
        ("127.0.0.0/8", "http://127.0.0.1:8080/", True),
        ("127.0.0.0/8", "http://127.9.9.9/", True),
        ("127.0.0.0/8", "http://localhost:3000/", True),
        ("127.0.0.0/8", "http://[::ffff:127.0.0.1]:3000/", True),
        ("127.0.0.0/8", "http://[::1]/", False),
        ("127.0.0.0/8", "http://10.0.0.1/", False),
        ("127.0.0.0/8", "http://2130706433/", False),
        ("127.0.0.1:8080", "http://127.0.0.1:8080/", True),
        ("127.0.0.1:8080", "http://127.0.0.1:8081/", False),
        ("127.0.0.1:8080", "http://127.0.0.1/", False),
        ("127.0.0.1:8080", "http://127.0.0.2:8080/", False),
        ("[::1]:8080", "http://[::1]:8080/", True),
        ("[::1]:8080", "http://localhost:8080/", True),
        ("[::1]:8080", "http://[::1]/", False),
        ("fd00::/8", "http://[fd12::1]:9000/", True),
        ("10.1.2.3", "http://10.1.2.3:81/", True),
        ("10.1.2.3", "http://10.1.2.4/", False),
        ("93.184.216.34:8443", "https://93.184.216.34:8443/", True),
        ("93.184.216.34:8443", "https://93.184.216.35:8443/", False),
    ],
)
def test_allowed_networks(entry: str, url: str, allowed: bool) -> None:
    gate = AddressGate([entry])
    if allowed:
        assert gate.check_url(url).origin.startswith("http")
    else:
        with pytest.raises(FetchError, match="blocked-address"):
            gate.check_url(url)


def test_a_port_that_is_allowed_at_one_address_is_not_allowed_at_others() -> None:
    gate = AddressGate(["10.0.0.5:8080"])
    assert gate.check_url("http://staging.example:8080/").port == 8080
    gate.check_addresses(["10.0.0.5"], 8080)
    with pytest.raises(FetchError, match="port 8080"):
        gate.check_addresses(["93.184.216.34"], 8080)


@pytest.mark.parametrize(
    "entry",
    ["", "localhost", "10.0.0.1/8", "127.0.0.1:0", "127.0.0.1:99999", "[10.0.0.1", "10.0.0.0/8:80", "any", "1:2"],
)
def test_a_bad_entry_names_the_setting(entry: str) -> None:
    with pytest.raises(ValueError, match="KUNUGI_ALLOW_NETWORKS"):
        AddressGate([entry])


@given(st.ip_addresses(v=4))
def test_no_refused_ipv4_gets_through_in_another_dress(address: ipaddress.IPv4Address) -> None:
    """What is refused plain is refused inside IPv6, and what Python's own registry calls not global is refused."""
    gate = AddressGate()
    plain = gate.refusal(str(address), 80)
    mapped = ipaddress.IPv6Address(int(address) | 0xFFFF_0000_0000)
    nat64 = ipaddress.IPv6Address((0x64FF9B << 96) | int(address))
    six_to_four = ipaddress.IPv6Address((0x2002 << 112) | (int(address) << 80))
    assert gate.refusal(str(mapped), 80) == plain
    assert (gate.refusal(str(nat64), 80) is None) == (plain is None)
    assert gate.refusal(str(six_to_four), 80) is not None
    if not address.is_global or address.is_multicast or address.is_reserved:
        assert plain is not None


@given(st.ip_addresses(v=6))
def test_only_global_ipv6_gets_through(address: ipaddress.IPv6Address) -> None:
    if AddressGate().refusal(str(address), 443) is None:
        assert address in ipaddress.IPv6Network("2000::/3") or address.ipv4_mapped or str(address).startswith("64:ff9b")
        assert not address.is_private and not address.is_loopback and not address.is_link_local


def test_the_real_resolver_is_gated_too() -> None:
    """`localhost` by another name: what the machine's own hosts file says about this machine."""
    name = socket.gethostname()
    with pytest.raises(FetchError) as raised:
        Client().get(f"http://{name}/", deadline=3.0)
    assert raised.value.kind in ("blocked-address", "dns", "dns-transient")
