"""Article.headline against the title and the first h1 (K-064, K-066)."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from chalicelib.page.document import Document
from chalicelib.page.findings import shorten
from chalicelib.page.kinds import Node, fold, is_disabled, types_of
from chalicelib.page.names import absolute
from chalicelib.page.wording import contains, folded, same, title_candidates
from chalicelib.texts import say

FIELD = "headline"
_MAX_ROWS = 20
_MAX_HEADLINE = 1000
_MAX_ARTICLES = 200  # compared; 2000 headlines of 1000 characters with 600 parts of a title did not end
_SITE = frozenset(("WebSite", "Organization", "NewsMediaOrganization"))


class _Article(NamedTuple):
    entity: Mapping[str, Any]
    node: Mapping[str, Any]
    type_name: str
    headline: str


def check_headlines(nodes: list[Node], document: Document, disabled_types: Collection[str]) -> list[dict[str, Any]]:
    """Rows of `consistency_checks`. A list of teasers gives no rows: only the page's own article is compared."""
    articles = [article for node in nodes if FIELD in node.properties for article in _articles(node, disabled_types)]
    if not articles:
        return []
    site_names = _site_names(document, nodes)
    chosen, certain = _own(articles[:_MAX_ARTICLES], document)
    return [_row(article, document, site_names, certain) for article in chosen[:_MAX_ROWS]]


def _articles(node: Node, disabled_types: Collection[str]) -> Iterator[_Article]:
    name = next((kind for kind in types_of(node.properties) if fold(kind) == "Article"), None)
    headline = node.properties[FIELD]
    if isinstance(headline, list):
        headline = headline[0] if headline else None
    if isinstance(headline, dict):
        headline = headline.get("@value")
    if name and isinstance(headline, str) and headline.strip() and not is_disabled(name, disabled_types):
        yield _Article(node.entity, node.properties, name, headline[:_MAX_HEADLINE])


def _own(articles: list[_Article], document: Document) -> tuple[list[_Article], bool]:
    """The articles that are this page's, and whether that is certain."""
    if len({folded(article.headline) for article in articles}) < 2:
        return articles, True
    here = {url.rstrip("/") for url in (document.url, document.canonical) if url}
    own = [article for article in articles if _addresses(article.node, document.base) & here]
    if own:
        return own, True
    matching = [article for article in articles if _agrees(article.headline, document, [])]
    return (matching, True) if matching else (articles[:1], False)


def _addresses(node: Mapping[str, Any], base: str) -> set[str]:
    values = [node.get("url"), node.get("mainEntityOfPage"), node.get("@id")]
    values = [value.get("@id") if isinstance(value, Mapping) else value for value in values]
    urls = [absolute(base, value) for value in values if isinstance(value, str)]
    return {url.partition("#")[0].rstrip("/") for url in urls}


def _row(article: _Article, document: Document, site_names: list[str], certain: bool) -> dict[str, Any]:
    heading = document.primary_heading or ""
    shown = heading or document.title or ""
    reason = None
    if _agrees(article.headline, document, site_names):
        status = "match"
        if not same(article.headline, heading):
            shown = document.title or heading
    elif not shown:
        status, reason = "skipped", "script-made" if document.has_script else "page-says-less"
    elif document.script_made(has_markup=True):
        status, reason = "skipped", "script-made"
    elif not certain:
        status, reason = "skipped", "cannot-decide"
    else:
        status = "mismatch"
    key = f"page.headline.{reason or status}"
    args = {"declared": shorten(article.headline), "shown": shorten(shown)}
    return {
        "status": status,
        "reason_code": reason,
        "source": article.entity["source"],
        "index": article.entity["index"],
        "type": article.type_name,
        "field": FIELD,
        "schema_value": article.headline,
        "page_value": shown,
        "message": say(key, "ja", **args),
        "message_key": key,
        "message_args": args,
    }


def _agrees(headline: str, document: Document, site_names: list[str]) -> bool:
    first = [text for level, text in document.headings if level == 1]
    # Where the h1 is the site's name or logo, or missing, the article's title is the next heading.
    if not first or folded(first[0]) in {folded(name) for name in site_names}:
        first += [text for level, text in document.headings if level == 2][:3]
    titles = title_candidates(document.title, tuple(site_names)) if document.title else []
    if any(same(headline, text) for text in [*first, *titles]):
        return True
    return any(contains(text, headline) or contains(headline, text) for text in [*first, *titles[1:]])


def _site_names(document: Document, nodes: list[Node]) -> list[str]:
    names: list[Any] = [document.og.get("og:site_name", "")]
    for node in nodes:
        if not _SITE.isdisjoint(types_of(node.properties)):
            names.append(node.properties.get("name"))
    return [name[:_MAX_HEADLINE] for name in names[:50] if isinstance(name, str) and name.strip()]
