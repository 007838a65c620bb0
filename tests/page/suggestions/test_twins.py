"""Pages on which nothing may be suggested, though a word or two on them looks like it: silence before noise."""

from typing import Any

import pytest

from tests.page.suggestions.pages import SENTENCE, SENTENCE_EN, drafts, names, rows

LONG = f"<p>{SENTENCE * 4}</p>" * 4
LONG_EN = f"<p>{SENTENCE_EN * 3}</p>" * 5
CARDS = "".join(
    f'<li><a href="/p/{n}"><img src="/{n}.jpg" alt=""></a><h3>財布{n}</h3><p>{n},800円（税込）</p>'
    "<button>カートに入れる</button></li>"
    for n in range(1, 9)
)
NEWS = "".join(
    f'<li><time datetime="2026-05-0{n}">2026年5月{n}日</time><a href="/n/{n}">{SENTENCE}</a></li>' for n in range(1, 9)
)
SHOP = "<p>住所：東京都中央区日本橋1-2-3</p><p>電話：03-1234-5678</p><p>営業時間：10:00～20:00</p>"
COMPANY = (
    "<table><tr><th>会社名</th><td>株式会社クヌギ</td></tr><tr><th>所在地</th><td>東京都中央区日本橋1-2-3</td></tr>"
    "<tr><th>代表者</th><td>山田太郎</td></tr><tr><th>設立</th><td>1998年4月1日</td></tr></table>"
)
EVENTS = "".join(
    f"<section><h2>音楽会{n}</h2><dl><dt>日時</dt><dd>2026年6月{n}日 18:00</dd><dt>会場</dt><dd>市民ホール</dd>"
    "<dt>料金</dt><dd>3,000円</dd></dl></section>"
    for n in range(1, 6)
)
JOBS = "".join(
    f"<section><h2>スタッフ{n}</h2><dl><dt>職種</dt><dd>販売</dd><dt>給与</dt><dd>月給 25万円</dd>"
    "<dt>勤務地</dt><dd>東京都中央区</dd><dt>雇用形態</dt><dd>正社員</dd></dl></section>"
    for n in range(1, 6)
)


@pytest.mark.parametrize(
    "body",
    [
        f"<h1>財布</h1><ul>{CARDS}</ul>",  # a list of products
        "<h1>本革の長財布</h1><p>職人が仕上げた財布です。</p><button>カートに入れる</button>",  # no price
        "<h1>本革の長財布</h1><p>価格：12,800円（税込）</p><p>店頭でお求めください。</p>",  # no button
        "<h1>カート</h1><p>本革の長財布 12,800円</p><button>購入手続きへ</button>",
        "<h1>送料について</h1><p>送料：全国一律 550円（税込）</p><header><a class='cart'>カートに入れる</a></header>",
        "<h1>Wallets</h1>"
        + "".join(
            f"<article><h2>Wallet {n}</h2><p>${n}9.99</p><button>Add to cart</button></article>" for n in range(1, 7)
        ),
        f"<h1>お知らせ</h1><ul>{NEWS}</ul>",  # a list of news
        f"<h1>朝市に人が集まる</h1>{LONG}",  # neither day nor writer
        f"<h1>朝市に人が集まる</h1><p>文：山田花子</p>{LONG}",
        f"<h1>朝市に人が集まる</h1><p>2026年5月1日</p>{LONG}",
        f"<h1>朝市に人が集まる</h1><p>2026年5月1日</p><p>文：山田花子</p><p>{SENTENCE}</p>",  # short
        f"<h1>個人情報の取り扱い</h1><p>2026年5月1日</p><p>文責：山田花子</p>{LONG}",
        f"<h1>Privacy policy</h1><p>By Jane Miller | May 1, 2026</p>{LONG_EN}",
        f"<h1>季節の便り</h1><p>{SENTENCE}</p><footer>{SHOP}</footer>",  # the address of every page
        "<h1>お問い合わせ</h1>" + SHOP,
        "<h1>店舗一覧</h1>" + SHOP + SHOP,
        "<h1>カスタマーセンター</h1><p>電話：03-1234-5678</p><p>受付時間：10:00～18:00</p>",
        "<h1>特定商取引法に基づく表記</h1><table><tr><th>販売業者</th><td>株式会社クヌギ</td></tr><tr><th>所在地</th>"
        "<td>東京都中央区日本橋1-2-3</td></tr><tr><th>電話番号</th><td>03-1234-5678</td></tr></table>",
        f"<h1>新製品を発売します</h1><p>{SENTENCE}</p><h2>会社概要</h2>{COMPANY}",  # the end of a press release
        f"<h1>季節の催し</h1>{EVENTS}",
        "<h1>春の音楽会</h1><p>2026年6月20日に市民ホールで開きます。</p>",  # no labels
        "<h1>会議の記録</h1><dl><dt>日時</dt><dd>2026年6月20日</dd><dt>場所</dt><dd>第一会議室</dd></dl>",
        "<h1>学びの会</h1><p>日時：2026年7月1日 14:00</p><p>会場：オンライン（Zoom）</p><p>定員：100名</p>",  # nowhere
        f"<h1>募集中の仕事</h1>{JOBS}",
        "<h1>社員の声</h1><dl><dt>勤務地</dt><dd>東京</dd><dt>職種</dt><dd>販売</dd></dl><p>給与にも満足しています。</p>",
        "<h1>木の椅子</h1><h2>材料</h2><ul><li>ナラ材</li><li>布</li></ul><h2>お手入れ</h2><p>乾いた布で拭きます。</p>",
        "<h1>煮物</h1><h2>作り方</h2><ol><li>皮をむく。</li><li>鍋で煮る。</li></ol>",
        "<h1>ご注文方法</h1><ol><li>STEP1 カート</li><li>STEP2 お客様情報</li><li>STEP3 確認</li></ol>",
        "<h1>工場</h1><video src='/a.mp4' autoplay muted loop></video>",
        "<h1>工場</h1><iframe src='https://www.youtube.com/embed/abcdefghijk' title='YouTube video player'></iframe>",
        "<h1>工場</h1><footer><h2>動画</h2><iframe src='https://www.youtube.com/embed/abcdefghijk' title='a'></footer>",
        "<h1>工場</h1><h2>動画</h2><iframe src='https://www.youtube.com/embed/videoseries?list=PL1'></iframe>",
        "<h1>地図</h1><iframe src='https://www.google.com/maps/embed?pb=1' title='動画'></iframe>",
        "<h1>簿記2級講座のお知らせ</h1><p>受講料は後日お知らせします。</p>",
        "<h1>資料</h1><p>動作環境はお問い合わせください。</p><a href='/a.pdf'>ダウンロード</a>",
        "<h1>財布の人気ランキング</h1><ol><li>1位 財布</li><li>2位 鞄</li><li>3位 傘</li></ol>",  # lead nowhere
        "<div class='breadcrumb'>財布</div><h1>財布</h1>",
        "<div class='breadcrumb' hidden><a href='/'>ホーム</a> &gt; 財布</div><h1>財布</h1>",
    ],
)
def test_nothing_is_suggested(body: str) -> None:
    assert drafts(body) == {}


ARTICLE = f"<h1>朝市に人が集まる</h1><p>2026年5月1日</p><p>文：山田花子</p>{LONG}"
PRODUCT = "<h1>本革の長財布</h1><p>12,800円（税込）</p><button>カートに入れる</button>"
TRAIL = "<ol class='breadcrumb'><li><a href='/'>ホーム</a></li><li><a href='/c'>財布</a></li><li>本革の長財布</li></ol>"


@pytest.mark.parametrize(
    "options",
    [
        {"head": '<meta name="robots" content="noindex">'},
        {"title": "ページが見つかりません"},
        {"url": "https://shop.example/c?page=2"},
        {"head": '<link rel="prev" href="/c">'},
        {"head": '<script src="https://www.googletagmanager.com/gtm.js"></script>'},
        {"headers": {"content-type": "text/html", "x-robots-tag": "noindex"}},
    ],
)
def test_pages_that_are_left_alone(options: dict[str, Any]) -> None:
    assert set(drafts(TRAIL + PRODUCT)) == names("BreadcrumbList", "Product")
    assert rows(TRAIL + PRODUCT, **options) == {}


def declared(kind: str, **more: Any) -> str:
    inside = "".join(f',"{name}":{value}' for name, value in more.items())
    return f'<script type="application/ld+json">{{"@context":"https://schema.org","@type":"{kind}"{inside}}}</script>'


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("NewsArticle", ARTICLE),
        ("Article", ARTICLE),
        ("Product", PRODUCT),
        ("ProductGroup", PRODUCT),
        ("BreadcrumbList", TRAIL),
        ("Restaurant", "<h1>クヌギ食堂</h1>" + SHOP),
        ("Corporation", "<h1>会社概要</h1>" + COMPANY),
        ("Restaurant", "<h1>会社概要</h1>" + COMPANY),
        ("Recipe", ARTICLE),  # what the page is about is said
        ("Product", ARTICLE),
    ],
)
def test_a_type_that_is_there_is_not_missing(kind: str, body: str) -> None:
    assert drafts(declared(kind) + body) == {}


def test_a_type_that_is_switched_off_leaves_nothing() -> None:
    assert set(drafts(TRAIL + PRODUCT, disabled_types={"Product"})) == names("BreadcrumbList")
    assert drafts(TRAIL, disabled_types={"BreadcrumbList"}) == {}
    assert rows(declared("Product"), disabled_types={"Product"}) == {}


def test_a_theme_that_declares_every_page_an_article_hides_no_recipe() -> None:
    body = "<h1>煮物</h1><h2>材料</h2><ul><li>芋 3個</li><li>肉 100g</li></ul>"
    body += "<h2>作り方</h2><ol><li>皮をむく。</li><li>鍋で煮る。</li></ol>"
    assert set(drafts(declared("BlogPosting") + body)) == names("Recipe")
    assert drafts(declared("Product") + body) == {}
