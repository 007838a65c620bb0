"""Settings come from the environment, have a default that works, and are all documented."""

import re
from pathlib import Path

import pytest

from chalicelib.settings import Settings, SettingsError, read_settings

ROOT = Path(__file__).resolve().parents[1]


def test_an_empty_environment_works() -> None:
    assert read_settings({}) == Settings()


def test_everything_set() -> None:
    environment = {
        "KUNUGI_DATA": "/srv/kunugi",
        "KUNUGI_BUCKET": "b",
        "KUNUGI_ALLOW_NETWORKS": "10.0.0.0/8, 127.0.0.1:8080,",
        "KUNUGI_PORT": "9000",
        "KUNUGI_SECRET_KEY": "s",
        "KUNUGI_BASE_URL": "https://kunugi.example/app",
        "KUNUGI_CONTACT_URL": "https://example.jp/contact",
    }
    assert read_settings(environment) == Settings(
        data=Path("/srv/kunugi"),
        bucket="b",
        allow_networks=("10.0.0.0/8", "127.0.0.1:8080"),
        port=9000,
        secret_key="s",
        base_url="https://kunugi.example/app/",
        contact_url="https://example.jp/contact",
    )
    assert read_settings({"KUNUGI_PORT": "9000"}).base_url == "http://127.0.0.1:9000/"


@pytest.mark.parametrize("port", ["", "0", "65536", "80a", "-1", "８０", "80\n", "9" * 5000])
def test_a_port_that_is_none(port: str) -> None:
    with pytest.raises(SettingsError, match="KUNUGI_PORT"):
        read_settings({"KUNUGI_PORT": port})


@pytest.mark.parametrize(
    "url",
    [
        "kunugi.example",
        "ftp://kunugi.example/",
        "https://",
        "https://:80/",
        "https://a.example/?x=1",
        "http://[",
        "http://a.example:99999/",
        "http://a.example:x/",
    ],
)
def test_a_base_url_that_is_none(url: str) -> None:
    with pytest.raises(SettingsError, match="KUNUGI_BASE_URL"):
        read_settings({"KUNUGI_BASE_URL": url})


@pytest.mark.parametrize("readme", ["README.md", "README.ja.md"])
def test_every_setting_is_documented(readme: str) -> None:
    used = set(re.findall(r"KUNUGI_[A-Z_]+", (ROOT / "chalicelib/settings.py").read_text("utf-8")))
    told = set(re.findall(r"KUNUGI_[A-Z_]+", (ROOT / readme).read_text("utf-8")))
    assert used <= told
