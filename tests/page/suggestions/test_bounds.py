"""Pages that are made to take long: each is read in a moment, and its drafts stay small."""

import json
import time

import pytest

from tests.page.pages import read

PAIR = "<dt>送料はいくらですか？</dt><dd>無料です。</dd>"
SALE = "<h1>財布</h1><p>100円</p>"


@pytest.mark.parametrize(
    "body",
    [
        "<table>" + "<tr><th>住所</th><td>東京都中央区1-2-3</td></tr>" * 5_000 + "</table><p>営業時間 電話</p>",
        SALE + "<div role='button'>" * 300 + "カートに入れる" * 5_000,
        SALE + "<a class='btn'>カートに入れる</a>" * 5_000,
        "<h1>a</h1>" + "<i></i><img src='logo.png'>" * 8_000 + "<p>100円</p><button>カートに入れる</button>",
        "<h1>方法</h1>" + "".join(f"<p>STEP{n} あ</p>" for n in range(1, 5_000)),
        "<h1>動画</h1>" + "<p>動画</p>" * 5_000 + "<video controls src='a.mp4'></video>" * 50,
        "<h1>材料</h1>" + "<p>材料</p><p>作り方</p>" * 3_000,
        "<h2>日時</h2><p>" + "2026年5月1日" * 3_000 + "</p><p>会場：" + "東京都" * 3_000 + "</p><p>定員：1</p>",
        "<h1>a</h1><p>" + "1:" * 50_000 + "</p>勤務地 給与 職種",
        "<p>address：" + "1 a, " * 50_000 + "</p><p>company name：a</p>",
        "<dl>" + "".join(f"<dt>送料{n}はいくらですか？</dt><dd>{'答え' * 500}</dd>" for n in range(1000)) + "</dl>",
        "<h1>x</h1>by " + "<p>2026/05/01 " + "あ" * 300 + "</p>" * 3_000,
        "<form action='/s'><input name='q' type='search'></form>" * 3_000,
    ],
)
def test_a_page_that_is_made_to_take_long(body: str) -> None:
    start = time.process_time()
    found = read(f"<!DOCTYPE html><title>x｜y</title><body>{body}", url="https://shop.example/company").result
    assert time.process_time() - start < 2
    assert len(json.dumps(found["suggestions"])) < 200_000


def test_a_long_faq_gives_a_short_draft() -> None:
    body = "<dl>" + "".join(f"<dt>送料{n}はいくらですか？</dt><dd>{'答え' * 500}</dd>" for n in range(100)) + "</dl>"
    (row,) = read(f"<title>x</title>{body}").result["suggestions"]
    assert row["reason_args"]["count"] == 100
    assert len(row["draft"]["mainEntity"]) == 19


@pytest.mark.parametrize(
    "body",
    [
        '<iframe src="//[youtube.com/embed/abc"></iframe>',
        '<video src="http://[" title="製品の紹介動画"></video>',
        '<form action="http://[x" role=search><input type=search name=q></form>',
        '<nav class=breadcrumb><a href="http://[">ホーム</a> &gt; <a href="/k">台所</a></nav>',
    ],
)
@pytest.mark.parametrize("url", ["https://e.jp/", "https://e.jp/a/b"])
def test_an_address_that_is_none_stops_no_suggestion(body: str, url: str) -> None:
    page = read(f"<!DOCTYPE html><title>動画の使い方</title><h1>動画の使い方</h1><p>本文</p>{body}", url=url)
    assert "reader-failure" not in {row["rule"] for row in page.result["validation"]}
    assert not {row["type"] for row in page.result["suggestions"]} & {"VideoObject", "SearchAction"}
