"""The colours of both schemes can be read (WCAG 2.2: 4.5 to 1 for text, 3 to 1 for the borders of inputs)."""

import re
from pathlib import Path

import pytest

BASE = (Path(__file__).parents[2] / "chalicelib" / "web" / "base.css").read_text("utf-8")
SCHEMES = {"light": BASE.index(":root {"), "dark": BASE.index("@media (prefers-color-scheme: dark)")}
TEXT = [
    ("ink", "ground"),
    ("ink", "surface"),
    ("soft", "ground"),
    ("soft", "surface"),
    ("soft", "sunken"),
    ("accent", "ground"),
    ("accent", "surface"),
    ("accent", "accent-tint"),
    ("on-accent", "accent"),
    ("on-accent", "accent-over"),
    ("bad", "surface"),
    ("bad", "bad-tint"),
    ("warn", "warn-tint"),
    ("info", "info-tint"),
    ("ink", "bad-tint"),
    ("ink", "warn-tint"),
]


def colour(scheme: str, name: str) -> str:
    found = re.compile(rf"--{name}: #([0-9a-f]{{6}});").search(BASE, SCHEMES[scheme])
    assert found, name
    return found[1]


def luminance(hexadecimal: str) -> float:
    def linear(part: int) -> float:
        value = part / 255
        return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(int(hexadecimal[at : at + 2], 16)) for at in (0, 2, 4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_measured_right() -> None:
    assert contrast("000000", "ffffff") == pytest.approx(21)
    assert contrast("777777", "ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("text", "ground"), TEXT)
def test_text_can_be_read(scheme: str, text: str, ground: str) -> None:
    assert contrast(colour(scheme, text), colour(scheme, ground)) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
def test_inputs_are_seen(scheme: str) -> None:
    assert contrast(colour(scheme, "line-strong"), colour(scheme, "surface")) >= 3
