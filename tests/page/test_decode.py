"""The encoding of a page, as browsers find it: byte order mark, header, meta, guess."""

import codecs

import pytest

from chalicelib.page.decode import MAX_BYTES, decode, decode_json
from tests.page.pages import read, rules

TEXT = "<title>価格は千円です。能力と予定を表示するソフトウェアの一覧と説明</title><p>これは日本語の文章です。</p>"


@pytest.mark.parametrize(
    ("codec", "content_type", "head", "charset"),
    [
        ("utf-8", "text/html; charset=utf-8", "", "utf-8"),
        ("cp932", "text/html; charset=Shift_JIS", "", "shift_jis"),
        ("cp932", "text/html;charset=x-sjis", "", "shift_jis"),
        ("euc_jp", "text/html; charset=EUC-JP", "", "euc-jp"),
        ("iso2022_jp", "text/html; charset=ISO-2022-JP", "", "iso-2022-jp"),
        ("cp932", "text/html", '<meta charset="shift_jis">', "shift_jis"),
        ("euc_jp", None, '<meta http-equiv="Content-Type" content="text/html; charset=euc-jp">', "euc-jp"),
        ("euc_jp", "text/html", '<?xml version="1.0" encoding="EUC-JP"?>', "euc-jp"),
        ("utf-8", None, "", "utf-8"),
        ("cp932", None, "", "shift_jis"),
        ("euc_jp", None, "", "euc-jp"),
        ("iso2022_jp", None, "", "iso-2022-jp"),
        ("utf-8", "text/html; charset=no-such-thing", "", "utf-8"),
        ("utf-8", "text/html", '<meta charset="utf-16">', "utf-8"),
    ],
)
def test_japanese_pages(codec: str, content_type: str | None, head: str, charset: str) -> None:
    decoded = decode((head + TEXT).encode(codec), content_type)
    assert (decoded.charset, decoded.text, decoded.conflict) == (charset, head + TEXT, None)


@pytest.mark.parametrize(
    ("bytes_", "text"),
    # EUC-JP as the Encoding Standard has it: rows 13 and 89 to 92 besides JIS X 0208; ア is of JIS X 0201.
    [
        (b"\xad\xa1", "①"),
        (b"\xad\xea", "㈱"),
        (b"\xfc\xe2", "髙"),
        (b"\x8e\xb1", "ｱ"),
        (b"\xa4\xa2", "あ"),
        (b"\xff", "�"),
    ],
)
def test_characters_of_vendors_in_euc_jp(bytes_: bytes, text: str) -> None:
    assert decode(b"<p>" + bytes_, "text/html; charset=euc-jp").text == "<p>" + text


def test_characters_of_vendors_in_shift_jis() -> None:
    assert decode("①㈱髙～".encode("cp932"), "text/html; charset=shift_jis").text == "①㈱髙～"


def test_the_byte_order_mark_wins_and_is_dropped() -> None:
    decoded = decode(codecs.BOM_UTF8 + TEXT.encode(), "text/html; charset=shift_jis")
    assert decoded.text == TEXT
    assert decoded.conflict == {"by": "bom", "charset": "utf-8", "other": "header", "other_charset": "shift_jis"}
    assert decode(codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), None).text == TEXT


def test_header_against_meta_is_told() -> None:
    reading = read('<meta charset="euc-jp"><title>題</title>')
    assert (reading.title, reading.detected_charset, rules(reading)) == ("題", "utf-8", ["charset-conflict"])
    row = reading.result["validation"][0]
    assert row["message"] == (
        "文字コードの指定が食い違っています（header は utf-8、meta は euc-jp）。utf-8 で読みました。"
    )


def test_the_same_encoding_by_two_names_is_no_conflict() -> None:
    body = ('<meta charset="Windows-31J">' + TEXT).encode("cp932")
    assert decode(body, "text/html; charset=shift_jis").conflict is None


@pytest.mark.parametrize(
    "name", ["unicode_escape", "raw_unicode_escape", "punycode", "idna", "utf-7", "zlib", "undefined"]
)
def test_only_encodings_of_the_web_are_taken(name: str) -> None:
    assert decode(b"<p>\\ud800 +ADw-", f"text/html; charset={name}").text == "<p>\\ud800 +ADw-"


def test_only_the_beginning_of_a_huge_body_is_read() -> None:
    reading = read(b"<title>x</title>" + b"a" * MAX_BYTES)
    assert (reading.title, rules(reading)) == ("x", ["body-too-large"])


def test_a_json_document_keeps_its_mark_for_the_report() -> None:
    assert decode_json(codecs.BOM_UTF8 + b"{}").text == "\ufeff{}"
    assert decode_json(codecs.BOM_UTF16_BE + "{}".encode("utf-16-be")).text == "{}"
