"""One right node of each kind, from which the pages are made."""

from typing import Any

_CONTEXT = "https://schema.org"

REVIEW: dict[str, Any] = {
    "@context": _CONTEXT,
    "@type": "Review",
    "author": {"@type": "Person", "name": "山田 花子"},
    "datePublished": "2026-04-01",
    "reviewRating": {"@type": "Rating", "ratingValue": "4"},
    "itemReviewed": {"@type": "Book", "name": "やかんの本"},
}
PRODUCT: dict[str, Any] = {
    "@context": _CONTEXT,
    "@type": "Product",
    "name": "やかん",
    "image": "https://example.jp/yakan.jpg",
    "sku": "Y-1",
    "offers": {
        "@type": "Offer",
        "price": "1980",
        "priceCurrency": "JPY",
        "availability": "https://schema.org/InStock",
        "url": "https://example.jp/yakan",
    },
    "aggregateRating": {"@type": "AggregateRating", "ratingValue": 4.5, "reviewCount": 12},
    "review": {
        "@type": "Review",
        "author": {"@type": "Person", "name": "山田 花子"},
        "reviewRating": {"@type": "Rating", "ratingValue": 5},
    },
}
AGGREGATE_OFFER: dict[str, Any] = {
    "@type": "AggregateOffer",
    "lowPrice": 1980,
    "highPrice": 2980,
    "priceCurrency": "JPY",
    "offerCount": 3,
}
MICRODATA_PRODUCT = """<!doctype html><title>頁</title>
<div itemscope itemtype="https://schema.org/Product">
<h1 itemprop="name">やかん</h1><img itemprop="image" src="https://example.jp/yakan.jpg" alt="">
<div itemprop="offers" itemscope itemtype="https://schema.org/Offer">
<span itemprop="price" content="1980">1,980円</span><meta itemprop="priceCurrency" content="JPY">
</div></div>"""
RECIPE: dict[str, Any] = {
    "@context": _CONTEXT,
    "@type": "Recipe",
    "name": "麦茶",
    "image": ["https://example.jp/mugicha.jpg"],
    "recipeYield": "2 人分",
    "nutrition": {"@type": "NutritionInformation", "calories": "4 kcal"},
    "totalTime": "PT15M",
    "recipeIngredient": ["麦 10 g", "水 1 L"],
    "recipeInstructions": [{"@type": "HowToStep", "text": "煮出す。"}],
}
VIDEO: dict[str, Any] = {
    "@context": _CONTEXT,
    "@type": "VideoObject",
    "name": "湯を沸かす",
    "thumbnailUrl": "https://example.jp/v.jpg",
    "uploadDate": "2026-04-01T09:00:00+09:00",
    "contentUrl": "https://example.jp/v.mp4",
    "duration": "PT1M30S",
}
TRAIL: dict[str, Any] = {
    "@context": _CONTEXT,
    "@type": "BreadcrumbList",
    "itemListElement": [
        {"@type": "ListItem", "position": 1, "name": "ホーム", "item": "https://example.jp/"},
        {"@type": "ListItem", "position": 2, "name": "台所", "item": "https://example.jp/kitchen/"},
        {"@type": "ListItem", "position": 3, "name": "やかん"},
    ],
}
JOB: dict[str, Any] = {
    "@context": _CONTEXT,
    "@type": "JobPosting",
    "title": "編集者",
    "description": "<p>記事を編集します。</p>",
    "datePosted": "2026-04-01",
    "validThrough": "2026-06-30T23:59:59+09:00",
    "employmentType": "FULL_TIME",
    "hiringOrganization": {"@type": "Organization", "name": "株式会社くぬぎ"},
    "jobLocation": {
        "@type": "Place",
        "address": {"@type": "PostalAddress", "addressLocality": "千代田区", "addressCountry": "JP"},
    },
}
ORGANIZATION: dict[str, Any] = {
    "@context": _CONTEXT,
    "@type": "Organization",
    "name": "株式会社くぬぎ",
    "url": "https://example.jp/",
    "logo": "https://example.jp/logo.png",
}
ARTICLE: dict[str, Any] = {
    "@context": _CONTEXT,
    "@type": "NewsArticle",
    "headline": "新しいやかん",
    "datePublished": "2026-04-01T09:00:00+09:00",
    "image": "https://example.jp/yakan.jpg",
    "author": {"@type": "Person", "name": "山田 花子"},
    "publisher": {"@type": "Organization", "name": "株式会社くぬぎ", "url": "https://example.jp/"},
}
