"""Template code and HTML references that were left in values, and those that a text is about."""

import json
import time
from typing import Any

import pytest

from chalicelib.page.read import read_page

RULES = {"placeholder", "html-entity-in-value", "empty-value", "reader-failure"}


def found(entity: dict[str, Any]) -> list[tuple[str, str]]:
    block = json.dumps({"@context": "https://schema.org", **entity}, ensure_ascii=False).replace("<", "\\u003c")
    page = f'<html><script type="application/ld+json">{block}</script></html>'.encode()
    rows = read_page(page, url="https://www.example.com/", headers={"content-type": "text/html"}).result["validation"]
    return [(row["rule"], row["path"]) for row in rows if row["rule"] in RULES]


@pytest.mark.parametrize(
    "text",
    [
        "Vue.js の {{ }} 構文",
        "シェルの ${VAR} 展開",
        "C++ の [[nodiscard]] 属性",
        "Wiki の [[リンク]] 記法",
        "PHP の <?php echo 1 ?>",
        "Jinja2 の {% for %}",
        "How to use {{ page.title }} in Liquid",
        "HTML の &amp; の書き方",
    ],
)
def test_texts_about_code_are_right(text: str) -> None:
    for name in ("headline", "description", "name"):
        assert found({"@type": "TechArticle", name: text}) == []
    crumb = {"@type": "ListItem", "position": 1, "name": text}
    assert found({"@type": "BreadcrumbList", "itemListElement": [crumb]}) == []
    assert found({"@type": "Product", "subjectOf": {"@type": "Article", "headline": text}}) == []


@pytest.mark.parametrize(
    ("entity", "rule", "path"),
    [
        ({"@type": "TechArticle", "headline": "{{ title }}"}, "placeholder", "headline"),
        ({"@type": "Article", "headline": "【{{ title }}】"}, "placeholder", "headline"),
        ({"@type": "Article", "headline": "{{ page.title }} | 星のしずく舎のブログ"}, "placeholder", "headline"),
        ({"@type": "Article", "headline": "{{ page.title | escape }}"}, "placeholder", "headline"),
        ({"@type": "Article", "url": "https://www.example.com/blog/articles/${slug}"}, "placeholder", "url"),
        ({"@type": "Product", "name": "{{ product.title }} の通販なら星のしずく舎"}, "placeholder", "name"),
        ({"@type": "Article", "headline": "花 &amp; 星のしずく舎の庭づくり"}, "html-entity-in-value", "headline"),
        ({"@type": "Article", "author": {"@type": "Person", "name": "執筆 ${author}"}}, "placeholder", "author.name"),
    ],
)
def test_what_was_left_is_told(entity: dict[str, Any], rule: str, path: str) -> None:
    assert found(entity) == [(rule, path)]


def test_long_runs_of_spaces_beside_code_are_gone_through_once() -> None:
    """300 values of 19,000 spaces took minutes where a pattern began anew at each space."""
    spaces = " " * 19_000
    headlines = [f"題名{number}つ目の{spaces}{{{{ title }}}}{spaces}- 星のしずく舎" for number in range(300)]
    start = time.thread_time()
    assert found({"@type": "Article", "headline": headlines}) == []
    assert time.thread_time() - start < 4
