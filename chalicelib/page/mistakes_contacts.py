"""What is faulty in the form of a declared telephone number or of the fields of a Japanese address."""

import re
from typing import NamedTuple

from chalicelib.page.compare.figures import plain
from chalicelib.page.compare.place import PREFECTURE, PREFECTURES

_JAPANESE = re.compile(r"[一-鿿]")
_MUNICIPALITY = re.compile(r"[市区町村郡]")
_BEGINS = re.compile(r"[^\W\d_]{1,8}?(?:[市区郡]|[町村](?=[^\W\d]))")  # a street that begins with its municipality
_PLACEHOLDER = re.compile(r"\D*0[0\-()\s]*\Z")
_EXTENSION = re.compile(r"\s*(?:[;,]?\s*(?:ext(?:ension)?\.?|x|内線|#)\s*=?\s*\d{1,6})\s*\Z", re.IGNORECASE)
_NUMBER = re.compile(r"\+?[\d\s().\-/]+\Z")
_LONG = re.compile(r"(?:[5789]0|800)\d{8}|[5789]0\d{8}")  # 050, 070, 080, 090 and 0800: ten digits without the 0
_MAX_TEXT = 100


class PhoneFault(NamedTuple):
    """variant: of the text; better: the number as it should be, "" where that cannot be told."""

    variant: str
    better: str


class AddressFault(NamedTuple):
    """variant: of the text; name: the property that is wrong; better: the part that is at issue."""

    variant: str
    name: str
    better: str


def phone_fault(value: str) -> PhoneFault | None:  # noqa: PLR0911 -- one return a fault
    """`+81-03-…`, words or full-width digits in a number, and numbers of Japan with a digit too many or too few.

    Japan's have nine digits behind +81, mobile and IP telephones ten (numbering plan of 総務省; ITU-T E.164).
    """
    if len(value) > _MAX_TEXT or _PLACEHOLDER.match(value) or "{" in value:
        return None
    text = plain(value).strip()
    bare = _EXTENSION.sub("", text)
    digits = re.sub(r"\D", "", bare)
    if len(digits) < 6:
        return None
    if bare.startswith("+"):
        bare_international = bare.replace("(0)", "")
        zero = re.match(r"\+81[\s\-().]*0(\d.*)\Z", bare_international)
        if zero is not None:
            return PhoneFault("zero", f"+81-{zero[1].lstrip(') -')}")
        national = re.sub(r"\D", "", bare_international)[2:] if bare.startswith("+81") else ""
        if national and len(national) != (
            10 if _LONG.match(national) or national[:2] in ("50", "70", "80", "90") else 9
        ):
            return PhoneFault("digits", "")
    if value.strip() != text and re.search(r"[０-９]", value):
        return PhoneFault("width", bare)
    found = re.search(r"\+?\(?\d[\d\s().\-]{6,}\d", bare)
    if _NUMBER.match(bare) is None and found is not None:
        return PhoneFault("text", found[0])
    return None


def address_fault(region: str, locality: str, street: str, country: str) -> AddressFault | None:  # noqa: PLR0911
    """A Japanese address whose parts stand in the wrong fields. Other countries write theirs in other ways.

    An address in `streetAddress` alone, and a municipality in it behind `addressLocality: "東京"` or `"札幌"`, are left
    alone: Google's own examples of Japan are written so.
    """
    if country and country.upper() not in ("JP", "JPN", "JAPAN") and "日本" not in country:
        return None
    whole = region + locality + street
    if not _JAPANESE.search(whole) or not (region in _KNOWN or PREFECTURE.search(whole) or country):
        return None
    if locality in PREFECTURES:
        return AddressFault("region", "addressLocality", locality)
    prefecture = PREFECTURE.match(street)
    if prefecture is not None and region and not locality and not street.startswith(region):
        return AddressFault("whole", "streetAddress", prefecture[0])
    for part in (region, locality):
        if len(part) >= 2 and street.startswith(part) and (part == region or _MUNICIPALITY.search(part)):
            return AddressFault("street", "streetAddress", part)
    if locality and _JAPANESE.search(locality) and not (_MUNICIPALITY.search(locality) or _BEGINS.match(street)):
        return AddressFault("locality", "addressLocality", locality)
    return None


_KNOWN = frozenset(PREFECTURES) | {name[:-1] for name in PREFECTURES if name != "北海道"}
