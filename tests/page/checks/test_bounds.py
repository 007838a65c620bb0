"""Hostile pages: every check ends, in CPU time that does not grow with what a page repeats."""

import json
import time
from typing import Any

import pytest

from tests.page.pages import read

LINES = "".join(
    f"<p>文・山田{n}太郎 By Jane{n} Smith 著者 執筆：佐藤 © 2019 株式会社{n}号 12{n}</p>" for n in range(3000)
)
ARTICLES: list[dict[str, Any]] = [
    {
        "@type": "Article",
        "headline": f"見出しの{n}番 " * 60,
        "author": [{"@type": "Person", "name": f"山田{n}太{m}郎"} for m in range(5)],
        "description": f"説明{n}文章です" * 50,
        "image": f"/a-{n}" + "-10x10" * 300,
    }
    for n in range(100)
]
QUESTIONS: list[dict[str, Any]] = [
    {
        "@type": "FAQPage",
        "mainEntity": [
            {
                "@type": "Question",
                "name": f"質問{n}番は何番ですか",
                "acceptedAnswer": {"@type": "Answer", "text": "答え" * 200},
            }
            for n in range(200)
        ],
    }
]
ONE = [{"@type": "Organization", "name": "株式会社同じ"}]


@pytest.mark.parametrize(
    ("graph", "html"),
    [
        (ARTICLES, "<title>" + "見出しの1番 | " * 150 + "</title><h1>見出しの</h1>" + LINES),
        (QUESTIONS, "".join(f"<p>質問{n + 7}番は何番ですか</p>" for n in range(10_000))),
        (ONE, ("<p>© " + "2019 " * 55 + "|</p><p>" + "(旧" * 90 + "</p><p>" + "A " * 140 + "logo</p>") * 1000),
        (ONE * 500, LINES),
    ],
    ids=["articles", "questions", "rights", "organizations"],
)
def test_time(graph: list[dict[str, Any]], html: str) -> None:
    script = json.dumps({"@context": "https://schema.org", "@graph": graph}, ensure_ascii=False)
    began = time.process_time()
    reading = read(f'<script type="application/ld+json">{script}</script>{html}')
    assert time.process_time() - began < 4  # about 1 s; without the bounds up to 60
    assert len(reading.result["consistency_checks"]) <= 1000
