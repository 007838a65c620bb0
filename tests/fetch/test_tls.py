"""TLS is verified, by the name of the URL; what fails is of kind `tls` (K-042)."""

import socket
import ssl
import threading
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from chalicelib.fetch.client import Client
from chalicelib.fetch.errors import FetchError
from tests.fetch.wire import drip, ok, serving


def certificate(file: Path, name: str, since: datetime, until: datetime) -> Path:
    """A self-made certificate with its key in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    made = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number(), since, until)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    file.write_bytes(pem + made.public_bytes(serialization.Encoding.PEM))
    return file


@pytest.fixture(scope="module")
def pem(tmp_path_factory: pytest.TempPathFactory) -> Path:
    now = datetime.now(UTC)
    file = tmp_path_factory.mktemp("tls") / "good.pem"
    return certificate(file, "good.example", now - timedelta(days=1), now + timedelta(days=1))


def serving_side(pem: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    return context


def client(trusted: Path | None) -> Client:
    tls = ssl.create_default_context(cafile=str(trusted)) if trusted else None
    return Client(("127.0.0.0/8",), resolver=lambda _name, _port, _seconds: ["127.0.0.1"], tls=tls)


def test_the_name_is_verified_and_sent(pem: Path) -> None:
    names: list[str | None] = []
    context = serving_side(pem)
    context.sni_callback = lambda _socket, name, _context: names.append(name)
    with serving({"/": ok(b"secret")}, tls=context) as wire, closing(client(pem)) as asking:
        assert asking.get(f"https://good.example:{wire.port}/").body == b"secret"
        assert asking.get(f"https://good.example:{wire.port}/").body == b"secret"
        assert (names, wire.connections) == (["good.example"], 1)


@pytest.mark.parametrize("name", ["bad.example", "good.example.org", "127.0.0.1"])
def test_another_name_is_refused(pem: Path, name: str) -> None:
    with serving({"/": ok(b"secret")}, tls=serving_side(pem)) as wire, closing(client(pem)) as asking:
        with pytest.raises(FetchError) as raised:
            asking.get(f"https://{name}:{wire.port}/")
        assert raised.value.kind == "tls"
        assert "mismatch" in raised.value.detail
        assert wire.requests == []


def test_a_certificate_that_nobody_vouches_for_is_refused(pem: Path) -> None:
    with serving({"/": ok(b"secret")}, tls=serving_side(pem)) as wire, closing(client(None)) as asking:
        with pytest.raises(FetchError) as raised:
            asking.get(f"https://good.example:{wire.port}/")
        assert (raised.value.kind, raised.value.detail) == ("tls", "self-signed certificate")
        assert raised.value.message() == "tls: 証明書・暗号化通信のエラーです (self-signed certificate)"
        assert wire.requests == []


def test_a_certificate_that_is_over_is_refused(tmp_path: Path) -> None:
    since, until = datetime(2020, 1, 1, tzinfo=UTC), datetime(2020, 2, 1, tzinfo=UTC)
    over = certificate(tmp_path / "over.pem", "good.example", since, until)
    with serving({}, tls=serving_side(over)) as wire, pytest.raises(FetchError) as raised:
        client(over).get(f"https://good.example:{wire.port}/")
    assert (raised.value.kind, raised.value.detail) == ("tls", "certificate has expired")


def test_a_server_without_tls() -> None:
    with serving({"/": ok(b"")}) as wire, pytest.raises(FetchError) as raised:
        client(None).get(f"https://good.example:{wire.port}/", deadline=1.0)
    assert raised.value.kind == "connection-timeout"


def _accepting(talk: Callable[[socket.socket], None]) -> tuple[socket.socket, int]:
    listener = socket.create_server(("127.0.0.1", 0))

    def accept() -> None:
        connection, _ = listener.accept()
        with connection:
            talk(connection)

    threading.Thread(target=accept, daemon=True).start()
    return listener, listener.getsockname()[1]


@pytest.mark.parametrize(
    ("talk", "kind"),
    [
        (lambda connection: connection.sendall(b"220 mail.example ESMTP\r\n"), "tls"),
        (lambda _connection: time.sleep(3), "connection-timeout"),
        (drip(b"\x16\x03\x03\x01\x00" + b"\x02" * 256), "connection-timeout"),
    ],
)
def test_handshakes_that_come_to_nothing(talk: Callable[[socket.socket], None], kind: str) -> None:
    listener, port = _accepting(talk)
    started = time.monotonic()
    with closing(listener), pytest.raises(FetchError) as raised:
        client(None).get(f"https://good.example:{port}/", deadline=1.0)
    assert raised.value.kind == kind
    assert time.monotonic() - started < 2.5


def test_a_drip_within_tls_stops_at_the_deadline(pem: Path) -> None:
    dripping = drip(b"HTTP/1.1 200 OK\r\nX-A: " + b"a" * 500)
    started = time.monotonic()
    with serving({"/": dripping}, tls=serving_side(pem)) as wire, pytest.raises(FetchError) as raised:
        client(pem).get(f"https://good.example:{wire.port}/", deadline=1.0)
    assert raised.value.kind == "timeout"
    assert time.monotonic() - started < 2.5
