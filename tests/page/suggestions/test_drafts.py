"""What a page deserves, with the draft that is made of it: Japanese and English pages of each family."""

import pytest

from tests.page.suggestions.pages import SENTENCE, SENTENCE_EN, Row, drafts, rows

URL = "https://shop.example/p/1"
JAPAN = {
    "@type": "PostalAddress",
    "addressRegion": "東京都",
    "addressLocality": "中央区",
    "streetAddress": "日本橋1-2-3",
    "addressCountry": "JP",
}
AMERICA = {
    "@type": "PostalAddress",
    "streetAddress": "12 Main Street",
    "addressLocality": "Springfield",
    "addressRegion": "IL",
    "postalCode": "62701",
    "addressCountry": "US",
}


def table(*cells: tuple[str, str]) -> str:
    return "<table>" + "".join(f"<tr><th>{label}</th><td>{value}</td></tr>" for label, value in cells) + "</table>"


def terms(*cells: tuple[str, str]) -> str:
    return "<dl>" + "".join(f"<dt>{label}</dt><dd>{value}</dd>" for label, value in cells) + "</dl>"


def only(body: str, kind: str, **options: str) -> Row:
    """The one draft of a page, without its context and type."""
    (found,) = drafts(body, options.pop("url", URL), **options).items()
    assert found[0] == kind
    assert (found[1].pop("@context"), found[1].pop("@type")) == ("https://schema.org", kind)
    return found[1]


def test_article() -> None:
    body = "<h1>朝市に人が集まる</h1><p>公開日：2026年5月1日　更新日：2026年5月3日</p><p>文：山田花子</p>"
    body += f"<p>{SENTENCE * 16}</p>"
    assert only(body, "Article", title="朝市に人が集まる｜みどり新聞") == {
        "headline": "朝市に人が集まる",
        "datePublished": "2026-05-01",
        "dateModified": "2026-05-03",
        "author": {"@type": "Person", "name": "山田花子"},
        "publisher": {"@type": "Organization", "name": "みどり新聞"},
        "mainEntityOfPage": URL,
    }
    head = '<meta property="og:type" content="article"><meta property="og:image" content="/i.jpg">'
    body = f"<h1>Morning market</h1><time datetime='2026-05-01'>May 1, 2026</time><p>{SENTENCE_EN * 12}</p>"
    assert only(body, "Article", head=head, lang="en") == {
        "headline": "Morning market",
        "image": "https://shop.example/i.jpg",
        "datePublished": "2026-05-01",
        "mainEntityOfPage": URL,
    }


def test_article_of_an_editorial_team() -> None:
    body = f"<h1>朝市に人が集まる</h1><p>令和8年5月1日</p><p>執筆者：みどり編集部</p><p>{SENTENCE * 16}</p>"
    draft = only(body, "Article")
    assert draft["author"] == {"@type": "Organization", "name": "みどり編集部"}
    assert draft["datePublished"] == "2026-05-01"


def test_breadcrumb() -> None:
    body = "<ol class='breadcrumb'><li><a href='/'>ホーム</a></li><li><a href='/c'>財布</a></li><li>長財布</li></ol>"
    assert only(body, "BreadcrumbList") == {
        "itemListElement": [
            {"@type": "ListItem", "position": 1, "name": "ホーム", "item": "https://shop.example/"},
            {"@type": "ListItem", "position": 2, "name": "財布", "item": "https://shop.example/c"},
            {"@type": "ListItem", "position": 3, "name": "長財布"},
        ]
    }


def test_product() -> None:
    body = (
        "<h1>本革の長財布</h1><img src='/p.jpg'><p>通常価格 <del>15,000円</del></p><p>価格：12,800円（税込）</p>"
        "<p>型番：AB-123</p><p>在庫：あり</p><button>カートに入れる</button>"
        "<h2>関連商品</h2><ul><li><a href='/p/2'>鞄</a> 9,800円</li></ul>"
    )
    assert only(body, "Product", head="<meta name='description' content='長く使える財布です。'>") == {
        "name": "本革の長財布",
        "image": "https://shop.example/p.jpg",
        "description": "長く使える財布です。",
        "sku": "AB-123",
        "offers": {
            "@type": "Offer",
            "price": 12800,
            "priceCurrency": "JPY",
            "availability": "https://schema.org/InStock",
            "url": URL,
        },
    }


def test_product_with_a_rating() -> None:
    body = (
        "<h1>Leather wallet</h1><p>$49.99</p><p>4.5 out of 5 (120 reviews)</p>"
        "<form action='/cart'><input type='submit' value='Add to cart'></form>"
    )
    assert only(body, "Product", lang="en") == {
        "name": "Leather wallet",
        "offers": {"@type": "Offer", "price": 49.99, "priceCurrency": "USD", "url": URL},
        "aggregateRating": {"@type": "AggregateRating", "ratingValue": 4.5, "bestRating": 5, "reviewCount": 120},
    }


def test_rating_of_a_product_that_is_marked_up() -> None:
    product = (
        '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"財布",'
        '"offers":{"@type":"Offer","price":100,"priceCurrency":"JPY"}}</script>'
    )
    body = "<h1>財布</h1><p>100円</p><p>★4.4（10件のレビュー）</p>"
    assert only(product + body, "AggregateRating") == {
        "ratingValue": 4.4,
        "reviewCount": 10,
        "itemReviewed": {"@type": "Product", "name": "財布"},
    }
    assert drafts(product + "<h1>財布</h1><p>100円</p><p>★4.4</p>") == {}  # no count


def test_recipe() -> None:
    body = (
        "<h1>肉じゃが</h1><img src='/n.jpg'><h2>材料（2人分）</h2>"
        "<ul><li>じゃがいも … 3個</li><li>牛肉 … 150g</li></ul>"
        + terms(("調理時間", "30分"))
        + "<h2>作り方</h2><ol><li>じゃがいもの皮をむく。</li><li>鍋で煮る。</li></ol><h2>コツ</h2><p>弱火で煮ます。</p>"
    )
    assert only(body, "Recipe") == {
        "name": "肉じゃが",
        "image": "https://shop.example/n.jpg",
        "recipeYield": "2人分",
        "totalTime": "PT30M",
        "recipeIngredient": ["じゃがいも … 3個", "牛肉 … 150g"],
        "recipeInstructions": [
            {"@type": "HowToStep", "text": "じゃがいもの皮をむく。"},
            {"@type": "HowToStep", "text": "鍋で煮る。"},
        ],
    }


def test_recipe_in_a_table_without_a_picture() -> None:
    body = (
        "<h1>Tomato soup</h1><p>Serves: 4 people</p><h2>Ingredients</h2>"
        + table(("Tomatoes", "4"), ("Onion", "1"))
        + "<h2>Instructions</h2><p>1. Chop the vegetables.</p><p>2. Simmer for 20 minutes.</p>"
    )
    row = rows(body, lang="en", status="missing")["Recipe"]
    assert row["lacks"] == ["image"]
    assert row["draft"]["recipeIngredient"] == ["Tomatoes 4", "Onion 1"]
    assert [step["text"] for step in row["draft"]["recipeInstructions"]] == [
        "Chop the vegetables.",
        "Simmer for 20 minutes.",
    ]


def test_event() -> None:
    body = "<h1>春の音楽会</h1>" + table(
        ("日時", "2026年6月20日（土）開場 17:30／開演 18:00"),
        ("会場", "みどり市民ホール（東京都中央区日本橋1-2-3）"),
        ("料金", "前売 3,000円"),
        ("主催", "みどり楽団"),
    )
    assert only(body, "Event") == {
        "name": "春の音楽会",
        "startDate": "2026-06-20T18:00:00+09:00",
        "location": {"@type": "Place", "name": "みどり市民ホール", "address": JAPAN},
        "offers": {"@type": "Offer", "price": 3000, "priceCurrency": "JPY", "url": URL},
        "organizer": {"@type": "Organization", "name": "みどり楽団"},
    }
    body = "<h1>Spring concert</h1>" + terms(
        ("Date", "June 20, 2026"),
        ("Venue", "Green Hall"),
        ("Address", "12 Main Street, Springfield, IL 62701"),
        ("Tickets", "$30"),
    )
    draft = only(body, "Event", lang="en")
    assert draft["startDate"] == "2026-06-20"
    assert draft["location"] == {"@type": "Place", "name": "Green Hall", "address": AMERICA}


def test_job() -> None:
    body = "<h1>店舗スタッフ募集要項</h1>" + table(
        ("職種", "販売スタッフ"),
        ("仕事内容", "店頭での接客と販売"),
        ("雇用形態", "正社員"),
        ("給与", "月給 250,000円～300,000円"),
        ("勤務地", "東京都中央区日本橋1-2-3"),
    )
    row = rows(body, title="店舗スタッフ募集要項｜クヌギ商店", status="missing")["JobPosting"]
    assert row["lacks"] == ["datePosted"]
    assert row["draft"] == {
        "@context": "https://schema.org",
        "@type": "JobPosting",
        "title": "販売スタッフ",
        "description": "店頭での接客と販売",
        "employmentType": ["FULL_TIME"],
        "hiringOrganization": {"@type": "Organization", "name": "クヌギ商店"},
        "jobLocation": {"@type": "Place", "address": JAPAN},
        "baseSalary": {
            "@type": "MonetaryAmount",
            "currency": "JPY",
            "value": {"@type": "QuantitativeValue", "minValue": 250000, "maxValue": 300000, "unitText": "MONTH"},
        },
    }


def test_job_in_brackets() -> None:
    body = (
        "<h1>営業職（東京）</h1><p>【給与】月給25万円以上</p><p>【勤務地】東京都中央区日本橋1-2-3</p><p>【雇用形態】正社員</p>"
        "<p>【仕事内容】法人営業</p>"
    )
    row = rows(body, status="missing", title="営業職（東京）｜株式会社クヌギ 採用サイト")["JobPosting"]
    assert row["lacks"] == ["datePosted"]
    assert row["draft"]["title"] == "営業職（東京）"
    assert row["draft"]["hiringOrganization"]["name"] == "株式会社クヌギ"
    assert row["draft"]["baseSalary"]["value"]["minValue"] == 250000


def test_article_with_related_ones_below() -> None:
    related = "".join(f"<article><time>2026.04.0{n}</time><h3>記事{n}</h3></article>" for n in range(1, 8))
    body = (
        "<article><header><h1>朝市に人が集まる</h1><ul><li>2026.05.01</li><li>by 山田花子</li></ul></header>"
        f"<p>{SENTENCE * 16}</p></article><section><h2>関連記事</h2>{related}</section>"
    )
    assert only(body, "Article")["datePublished"] == "2026-05-01"


def test_job_in_english() -> None:
    body = "<h1>Shop assistant</h1>" + terms(
        ("Location", "12 Main Street, Springfield, IL 62701"),
        ("Salary", "$45,000 per year"),
        ("Employment type", "Full-time"),
        ("Responsibilities", "Selling shoes."),
        ("Posted", "May 1, 2026"),
    )
    draft = only(body, "JobPosting", lang="en", title="Shop assistant | Kunugi Inc.")
    assert (draft["title"], draft["datePosted"]) == ("Shop assistant", "2026-05-01")
    assert draft["jobLocation"]["address"] == AMERICA
    assert draft["baseSalary"]["value"] == {"@type": "QuantitativeValue", "value": 45000, "unitText": "YEAR"}


def test_company() -> None:
    cells = (
        ("社 名", "株式会社クヌギ"),
        ("本 社", "東京都中央区日本橋1-2-3"),
        ("電話番号", "03-1234-5678"),
        ("代表者", "山田太郎"),
        ("設立", "1998年4月1日"),
    )
    expected = {
        "name": "株式会社クヌギ",
        "url": "https://shop.example/",
        "address": JAPAN,
        "telephone": "+81-3-1234-5678",
        "foundingDate": "1998-04-01",
    }
    assert only("<h1>会社概要</h1>" + table(*cells), "Organization") == expected
    assert only("<h1>会社概要</h1>" + terms(*cells), "Organization") == expected
    plain = "".join(f"<tr><td>{label}</td><td>{value}</td></tr>" for label, value in cells)
    assert only(f"<h1>会社概要</h1><table>{plain}</table>", "Organization") == expected


@pytest.mark.parametrize(
    ("body", "days", "address", "options"),
    [
        (
            terms(("住所", "東京都中央区日本橋1-2-3"), ("電話", "03-1234-5678"), ("営業時間", "10:00～17:00"))
            + terms(("定休日", "水曜日")),
            ["Monday", "Tuesday", "Thursday", "Friday", "Saturday", "Sunday"],
            JAPAN,
            {},
        ),
        (
            "<p>Address: 12 Main Street, Springfield, IL 62701</p><p>Phone: (217) 555-0123</p>"
            "<p>Opening hours: Mon-Fri 10am-5pm</p>",
            ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
            AMERICA,
            {"lang": "en"},
        ),
    ],
)
def test_shop(body: str, days: list[str], address: Row, options: dict[str, str]) -> None:
    draft = only("<h1>Kunugi Coffee</h1>" + body, "LocalBusiness", **options)
    assert (draft["name"], draft["address"]) == ("Kunugi Coffee", address)
    assert draft["openingHoursSpecification"] == [
        {"@type": "OpeningHoursSpecification", "dayOfWeek": days, "opens": "10:00", "closes": "17:00"}
    ]
