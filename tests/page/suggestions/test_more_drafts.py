"""The families that search shows less of, the row of a draft, and what is told of markup that is there."""

from chalicelib.texts import say_again
from tests.page.suggestions.pages import Row, drafts, names, rows

SITE = "https://shop.example/"


def test_how_to() -> None:
    body = (
        "<h1>ネクタイの結び方の手順</h1><h2>STEP1 首にかける</h2><p>太いほうを長くして首にかけます。</p>"
        ""
        "<h2>STEP2 交差させる</h2><p>太いほうを上にして交差させます。</p>"
        "<h2>STEP3 通す</h2><p>輪に通します。もう一度締めます。</p>"
    )
    row = rows(body, status="missing")["HowTo"]
    assert (row["benefit"], row["retired_on"], row["lacks"]) == ("retired", "2023-09-13", [])
    assert [step["name"] for step in drafts(body)["HowTo"]["step"]] == ["首にかける", "交差させる", "通す"]


def test_video() -> None:
    body = (
        "<h1>工場見学</h1><h2>紹介動画</h2>"
        "<iframe src='https://www.youtube.com/embed/abcdefghijk?rel=0' title='YouTube video player'></iframe>"
    )
    row = rows(body, status="missing")["VideoObject"]
    assert row["lacks"] == ["uploadDate"]
    assert drafts(body)["VideoObject"] == {
        "@context": "https://schema.org",
        "@type": "VideoObject",
        "name": "紹介動画",
        "thumbnailUrl": "https://i.ytimg.com/vi/abcdefghijk/hqdefault.jpg",
        "embedUrl": "https://www.youtube.com/embed/abcdefghijk",
    }
    body = "<h1>Factory</h1><video controls poster='/v.jpg' title='A day in the factory'><source src='/v.mp4'></video>"
    assert drafts(body, lang="en")["VideoObject"]["contentUrl"] == "https://shop.example/v.mp4"


def test_course_and_software() -> None:
    body = "<h1>簿記2級講座</h1><dl><dt>受講料</dt><dd>49,800円（税込）</dd><dt>学習期間</dt><dd>6か月</dd></dl>"
    row = rows(body, title="簿記2級講座｜クヌギ学院", status="missing")["Course"]
    assert row["benefit"] == "understanding"
    assert row["draft"]["provider"] == {"@type": "Organization", "name": "クヌギ学院"}
    assert row["draft"]["offers"] == {"@type": "Offer", "price": 49800, "priceCurrency": "JPY"}
    body = (
        "<h1>クヌギメモ</h1><dl><dt>対応OS</dt><dd>Windows 11 / macOS 14</dd><dt>バージョン</dt><dd>2.1</dd>"
        "<dt>価格</dt><dd>無料</dd></dl><a href='/dl'>ダウンロード</a>"
    )
    row = rows(body, status="missing")["SoftwareApplication"]
    assert row["lacks"] == ["aggregateRating | review"]
    assert drafts(body)["SoftwareApplication"]["offers"] == {"@type": "Offer", "price": 0, "priceCurrency": "JPY"}


def test_ranking() -> None:
    items = "".join(f"<li><h2>{n}位 財布{n}</h2><a href='/p/{n}'>詳細</a></li>" for n in range(1, 4))
    draft = drafts(f"<h1>長財布の人気ランキング</h1><ol>{items}</ol>")["ItemList"]
    assert [(item["position"], item["name"], item["url"]) for item in draft["itemListElement"]] == [
        (n, f"財布{n}", f"https://shop.example/p/{n}") for n in range(1, 4)
    ]


WELCOME = "<h1>クヌギ商店</h1><p>ようこそ。季節の品を集めています。どうぞごゆっくりご覧ください。</p>"
FORM = "<form action='/search'><input type='hidden' name='lang' value='ja'><input type='search' name='q'></form>"


def test_start_page() -> None:
    assert drafts(WELCOME, SITE, title="クヌギ商店｜革の店") == {}  # the h1 may be the title of a text
    signed = WELCOME + "<footer>© 2026 クヌギ商店</footer>"
    assert drafts(signed, SITE, title="クヌギ商店｜革の店")["WebSite"]["name"] == "クヌギ商店"
    found = drafts(FORM + WELCOME, SITE, title="革の店｜クヌギ商店")
    assert set(found) == names("WebSite", "SearchAction")
    target = "https://shop.example/search?lang=ja&q={search_term_string}"
    assert found["WebSite"]["potentialAction"]["target"]["urlTemplate"] == target
    assert found["SearchAction"]["@id"] == found["WebSite"]["@id"] == "https://shop.example/#website"
    assert drafts(FORM + WELCOME, "https://shop.example/about", title="革の店｜クヌギ商店") == {}
    other = FORM.replace("/search", "https://search.example/")
    assert set(drafts(other + WELCOME, SITE, title="革の店｜クヌギ商店")) == names("WebSite")


def test_the_row_says_what_was_found() -> None:
    body = "<h1>本革の長財布</h1><p>12,800円（税込）</p><button>カートに入れる</button>"
    row: Row = rows(body)["Product"]
    assert row["reason"] == (
        "「本革の長財布」の価格（12,800円）と購入ボタン（カートに入れる）がありますが、"
        "Product の構造化マークアップがありません。"
    )
    assert say_again(row, "reason", "en") == (
        "There is a price (12,800円) of 本革の長財布 and a button to buy it (カートに入れる), but no Product markup."
    )
    assert (row["status"], row["benefit"], row["lacks"]) == ("missing", "search-feature", [])
    assert row["recommended_properties"][:3] == ["name", "review", "aggregateRating"]
    assert "retired_on" not in row


def markup(kind: str, inside: str) -> str:
    return f'<script type="application/ld+json">{{"@context":"https://schema.org","@type":"{kind}",{inside}}}</script>'


def test_markup_that_lacks_the_important() -> None:
    row = rows(markup("Product", '"name":"財布"'))["Product"]
    assert (row["status"], row["lacks"], row["benefit"]) == (
        "warning",
        ["review | aggregateRating | offers"],
        "search-feature",
    )
    assert row["reason_args"] == {"type": "Product", "count": 1, "names": "review | aggregateRating | offers"}
    whole = '"name":"財布","offers":{"@type":"Offer","price":100,"priceCurrency":"JPY"}'
    row = rows(markup("Product", whole))["Product"]
    assert (row["status"], row["reason"]) == ("implemented", "Product の構造化マークアップがあります。")
    row = rows(markup("Restaurant", '"name":"クヌギ食堂"'))["LocalBusiness"]
    assert (row["status"], row["lacks"]) == ("warning", ["address"])
    noindex = '<meta name="robots" content="noindex">'
    assert rows(markup("Product", '"name":"財布"'), head=noindex) == {}
