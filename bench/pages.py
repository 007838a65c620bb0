"""Pages to measure with: realistic Japanese shop and news pages made here, and schema.org's examples where present."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

EXAMPLES = Path(__file__).resolve().parents[2] / "shared" / "corpora" / "schemaorg-examples-30.0"
_GOODS = ("夏の新作サンダル", "本革の長財布", "今治のタオルセット", "軽い折りたたみ傘", "木のコースター", "麻のシャツ")
_TOPICS = (
    "駅前に新しい図書館が開館",
    "県内の果物の出荷が始まる",
    "商店街で夏祭り",
    "市が子育て支援を拡充",
    "新しい路線バス",
)
_PARAGRAPH = (
    "この商品は職人がひとつずつ手作業で仕上げています。色や形には少しずつ違いがありますので、あらかじめご了承ください。"
    "ご注文から発送までは通常三営業日ほどいただいております。"
)
_ITEM_ATTRIBUTE = re.compile(r' item(?:scope|prop="[^"]*"|type="[^"]*")')


class Page(NamedTuple):
    """A page as if fetched from `url`, in UTF-8."""

    url: str
    body: bytes


def generated(count: int = 100, seed: int = 11, *, sizes: tuple[int, int] = (30_000, 150_000)) -> list[Page]:
    """`count` pages with JSON-LD and Microdata, half shop, half news; the same for the same seed. sizes in bytes."""
    chance = random.Random(seed)
    return [_page(chance, number, chance.randint(*sizes)) for number in range(count)]


def with_rdfa(pages: list[Page]) -> list[Page]:
    """The same pages with a breadcrumb trail in RDFa."""
    trail = (
        '<ol vocab="https://schema.org/" typeof="BreadcrumbList">'
        + "".join(
            f'<li property="itemListElement" typeof="ListItem"><a property="item" typeof="WebPage" href="/c/{n}">'
            f'<span property="name">分類{n}</span></a><meta property="position" content="{n}"></li>'
            for n in range(1, 5)
        )
        + "</ol>"
    )
    return [Page(page.url, page.body.replace(b"<main>", b"<main>" + trail.encode(), 1)) for page in pages]


def examples(*, rdfa: bool) -> Iterator[Page]:
    """schema.org's own examples as pages: those in RDFa, or those in the other two syntaxes."""
    names = ("rdfa.html",) if rdfa else ("jsonld.html", "microdata.html")
    for path in sorted(path for name in names for path in EXAMPLES.glob(f"*/{name}")):
        text = path.read_text(encoding="utf-8", errors="replace")
        if (" typeof=" in text) == rdfa:
            body = f'<!DOCTYPE html><html lang="en"><head><title>例</title></head><body>{text}</body></html>'
            yield Page(f"https://example.com/{path.parent.name}", body.encode())


def _page(chance: random.Random, number: int, size: int) -> Page:
    kind = ("item", "news", "item", "news", "list")[number % 5]
    url = f"https://www.example.jp/{kind}/{number}"
    name = chance.choice(_TOPICS if kind == "news" else _GOODS) + f" {number}"
    price = chance.randint(5, 200) * 100
    script = _article(name, url) if kind == "news" else _product(name, url, price)
    parts = [_head(name, url, script), _trail(), _main(kind, number, name, price)]
    length = sum(len(part.encode()) for part in parts)
    while length < size:
        part = _section(chance) if kind == "news" else _card(chance, marked_up=kind == "list")
        parts += [part, aside := _aside(chance)]
        length += len(part.encode()) + len(aside.encode())
    parts.append("</main><footer><p>© クヌギ商店</p></footer></body></html>")
    return Page(url, "".join(parts).encode())


def _head(name: str, url: str, script: dict[str, object]) -> str:
    menu = "".join(f'<li class="nav-item"><a class="nav-link" href="/c/{n}">カテゴリー{n}</a></li>' for n in range(60))
    return (
        f'<!DOCTYPE html><html lang="ja"><head><meta charset="utf-8"><title>{name}｜クヌギ商店</title>'
        f'<meta name="description" content="{name}のページです。"><link rel="canonical" href="{url}">'
        f'<meta property="og:title" content="{name}"><meta property="og:type" content="website">'
        f'<link rel="stylesheet" href="/css/site.css"><script src="/js/site.js" defer></script>'
        f'<script type="application/ld+json">{json.dumps(script, ensure_ascii=False)}</script></head><body>'
        f'<header class="header"><nav class="nav"><ul class="nav-list">{menu}</ul></nav></header>'
    )


def _trail() -> str:
    return (
        '<ol class="trail" itemscope itemtype="https://schema.org/BreadcrumbList">'
        + "".join(
            '<li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem">'
            f'<a itemprop="item" href="/c/{n}"><span itemprop="name">分類{n}</span></a>'
            f'<meta itemprop="position" content="{n}"></li>'
            for n in range(1, 5)
        )
        + "</ol>"
    )


def _main(kind: str, number: int, name: str, price: int) -> str:
    """What the page is about, as its JSON-LD says it."""
    if kind != "news":
        pictures = "".join(f'<img src="/{kind}/{number}/{n}.jpg" alt="{name}">' for n in range(4))
        reviews = "".join(f'<div class="review"><b>さくら</b><p>★5 {_PARAGRAPH}</p></div>' for _ in range(10))
        return f"""<main><div class="detail"><h1>{name}</h1>{pictures}<p>{_PARAGRAPH}</p>
          <p class="price"><span class="amount">{price:,}</span><span class="unit">円（税込）</span></p><p>在庫あり</p>
          <p class="rating">★4.4（10件のレビュー）</p>{reviews}</div>"""
    author = '<span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">山田花子'
    return (
        f'<main><article itemscope itemtype="https://schema.org/NewsArticle"><h1 itemprop="headline">{name}</h1>'
        f'<time itemprop="datePublished" datetime="2026-05-01">2026年5月1日</time>著者：{author}</span></span>'
        f"<p>{_PARAGRAPH * 10}</p></article>"
    )


def _card(chance: random.Random, *, marked_up: bool) -> str:
    price, number = chance.randint(5, 200) * 100, chance.randint(1000, 9999)
    text = f"""
      <div class="card item-{number}" itemscope itemtype="https://schema.org/Product" data-id="{number}">
        <a class="card-link" href="/item/{number}" itemprop="url"><img class="card-img" itemprop="image"
          src="/img/{number}.jpg" alt="" width="300" height="300" loading="lazy"></a>
        <h3 class="card-title" itemprop="name">{chance.choice(_GOODS)} {number}</h3>
        <p class="card-text">{_PARAGRAPH[: chance.randint(20, 60)]}</p>
        <div class="price" itemprop="offers" itemscope itemtype="https://schema.org/Offer">
          <span class="amount" itemprop="price" content="{price}">{price:,}</span><span class="unit">円（税込）</span>
          <meta itemprop="priceCurrency" content="JPY"><link itemprop="availability" href="https://schema.org/InStock">
        </div>
        <ul class="tags"><li class="tag">送料無料</li><li class="tag">翌日配送</li><li class="tag">ギフト可</li></ul>
        <div class="actions"><button class="button cart" data-id="{number}"><i class="icon"></i>カートへ</button>
          <button class="button like" data-id="{number}"><i class="icon"></i>お気に入り</button></div>
      </div>"""
    return text if marked_up else _ITEM_ATTRIBUTE.sub("", text)


def _section(chance: random.Random) -> str:
    return f"""
      <section class="entry"><h2 class="entry-title">{chance.choice(_TOPICS)}</h2>
        <p class="lead">{_PARAGRAPH}</p><figure class="photo"><img src="/photo/{chance.randint(1, 999)}.jpg" alt="写真"
          width="640" height="360"><figcaption class="caption">写真</figcaption></figure>
        <p>{_PARAGRAPH}<a href="/news/{chance.randint(1, 999)}">関連の記事</a>、<strong>続報</strong>をどうぞ。</p>
      </section>"""


def _aside(chance: random.Random) -> str:
    links = "".join(
        f'<li class="rank-item"><a class="rank-link" href="/news/{chance.randint(1, 9999)}">'
        f'<span class="rank-number">{n}</span><span class="rank-title">{chance.choice(_TOPICS)}</span>'
        f'<time class="rank-time">{n}時間前</time></a></li>'
        for n in range(1, 8)
    )
    return f'<aside class="side"><div class="side-inner"><ul class="rank">{links}</ul></div></aside>'


def _product(name: str, url: str, price: int) -> dict[str, object]:
    offer = {"@type": "Offer", "price": price, "priceCurrency": "JPY", "url": url, "availability": "InStock"}
    rating = {"@type": "Rating", "ratingValue": 5}
    review = {"@type": "Review", "reviewBody": _PARAGRAPH, "author": {"@type": "Person", "name": "さくら"}}
    return {
        "@context": "https://schema.org",
        "@type": "Product",
        "name": name,
        "description": _PARAGRAPH,
        "image": [f"{url}/{n}.jpg" for n in range(4)],
        "offers": offer,
        "review": [{**review, "reviewRating": rating}] * 10,
        "aggregateRating": {"@type": "AggregateRating", "ratingValue": 4.4, "reviewCount": 10},
    }


def _article(name: str, url: str) -> dict[str, object]:
    site = {"@type": "WebSite", "@id": "https://www.example.jp/#site", "name": "クヌギ商店"}
    article = {
        "@type": "NewsArticle",
        "@id": f"{url}#article",
        "headline": name,
        "datePublished": "2026-05-01T09:00:00+09:00",
        "author": {"@type": "Person", "name": "山田花子"},
        "isPartOf": {"@id": "https://www.example.jp/#site"},
        "articleBody": _PARAGRAPH * 10,
    }
    return {"@context": "https://schema.org", "@graph": [site, article]}
