"""html5lib's tests of finding a page's encoding, and the labels of the Encoding Standard."""

import codecs
import re
from pathlib import Path

import pytest

from chalicelib.page.decode import decode
from chalicelib.page.encodings import _BY_LABEL, CODECS, encoding_of, header_encoding
from chalicelib.page.prescan import declared_encoding
from tests.shared import shared

CORPUS = "html5lib-encoding"
# Their folder of scripted tests is left out: what they expect is written by a script.
FILES = {"tests1.dat": 59, "tests2.dat": 22, "test-yahoo-jp.dat": 1}


def cases(path: Path) -> list[tuple[bytes, str]]:
    found = []
    for case in re.split(rb"(?:\A|\n)#data\n", path.read_bytes())[1:]:
        data, _, expected = case.partition(b"\n#encoding\n")
        found.append((data, expected.split(b"\n")[0].decode()))
    return found


@pytest.mark.parametrize("name", FILES)
def test_the_encoding_of_every_case(name: str) -> None:
    """`Windows-1252` is what the suite falls back on: nothing may be declared then, and our guess reads the same text,
    since what a page of pure ASCII is in makes no difference to it.
    """
    found = cases(shared("corpora", CORPUS, "encoding", name))
    assert len(found) == FILES[name]
    for data, expected in found:
        encoding = encoding_of(expected)
        declared = declared_encoding(data)
        decoded = decode(data, None)
        assert encoding is not None, expected
        if data.startswith(codecs.BOM_UTF8):
            assert (encoding, decoded.charset) == ("utf-8", "utf-8")
        elif declared is None:
            assert (encoding, decoded.text) == ("windows-1252", data.decode("cp1252")), data[:200]
        else:
            assert (declared, decoded.charset) == (encoding, encoding), data[:200]


def test_the_labels_are_those_of_the_standard() -> None:
    standard = pytest.importorskip("webencodings.labels").LABELS
    # Later changes of the Standard, and the encoding that refuses to decode.
    refused = {"replacement", "csiso2022kr", "hz-gb-2312", "iso-2022-cn", "iso-2022-cn-ext", "iso-2022-kr"}
    newer = {"unicode11utf8", "unicode20utf8", "x-unicode20utf8", "unicodefffe", "unicodefeff", "csunicode", "unicode"}
    newer |= {"iso-10646-ucs-2", "ucs-2", "ms932"}
    expected = {label: name for label, name in standard.items() if label not in refused}
    assert {label: name for label, name in _BY_LABEL.items() if label not in newer} == {
        label: name for label, name in expected.items() if label not in newer
    }
    assert len(_BY_LABEL) == 222
    assert all(codecs.lookup(codec) for codec in CODECS.values())


@pytest.mark.parametrize(
    ("label", "encoding"),
    [
        ("Windows-31J", "shift_jis"),
        (" SJIS\n", "shift_jis"),
        ("x-euc-jp", "euc-jp"),
        ("csISO2022JP", "iso-2022-jp"),
        ("latin1", "windows-1252"),
        ("GB2312", "gbk"),
        ("ks_c_5601-1987", "euc-kr"),
        ("utf-7", None),
        ("iso-2022-kr", None),
        (None, None),
    ],
)
def test_labels(label: str | None, encoding: str | None) -> None:
    assert encoding_of(label) == encoding


@pytest.mark.parametrize(
    ("header", "encoding"),
    [
        ("text/html; charset=Shift_JIS", "shift_jis"),
        ('text/html;charset="euc-jp"', "euc-jp"),
        ("text/html; Charset=utf-8; charset=euc-jp", "utf-8"),
        ("text/html; charset = utf-8", "utf-8"),
        ("text/html; xcharset=utf-8", None),
        ("text/html", None),
        (None, None),
    ],
)
def test_the_header(header: str | None, encoding: str | None) -> None:
    assert header_encoding(header) == encoding


@pytest.mark.parametrize(
    ("page", "encoding"),
    [
        (b'<?xml version="1.0" encoding="EUC-JP"?><p>', "euc-jp"),
        (b'<?xml version="1.0" encoding="EUC-JP"?><meta charset=shift_jis>', "shift_jis"),
        (b'<?xml version="1.0" encoding="utf-16"?><p>', "utf-8"),
        ('<?xml version="1.0"?>'.encode("utf-16-le"), "utf-16le"),
        ('<?xml version="1.0"?>'.encode("utf-16-be"), "utf-16be"),
        (b"<meta charset=x-user-defined>", "windows-1252"),
        (b"<!--><meta charset=euc-jp>", "euc-jp"),
        (b"<!-- <meta charset=euc-jp>", None),
        (b"<meta http-equiv=content-type content='text/html; charset charset=\"euc-jp\"'>", "euc-jp"),
        (b"<script>'" + b" " * 1100 + b"<meta charset=euc-jp>'</script><meta charset=shift_jis>", "shift_jis"),
        (b"<!--" + b" " * 1100 + b"<meta charset=euc-jp>-->", None),
        (b"<p>" + b" " * 1100 + b"<meta http-equiv='Content-Type' content='text/html;charset=euc-jp'>", "euc-jp"),
        (b"</b =a ><!x><?y><meta/charset=euc-jp/>", None),
        (b"</b =a ><!x><?y><meta/charset=euc-jp />", "euc-jp"),
    ],
)
def test_what_a_page_declares(page: bytes, encoding: str | None) -> None:
    assert declared_encoding(page) == encoding
