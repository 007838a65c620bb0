"""`inLanguage` against the `lang` of the page (K-066)."""

from collections.abc import Iterator
from typing import Any

from chalicelib.page.checks.row import Row, row
from chalicelib.page.checks.subject import leads, text_of
from chalicelib.page.checks.view import View
from chalicelib.page.compare.language import compare_language
from chalicelib.page.gather import Thing

_WRITTEN = ("WebPage", "Article", "FAQPage", "WebSite", "Recipe", "HowTo", "QAPage", "ProfilePage", "BreadcrumbList")


def check_language(view: View) -> Iterator[Row]:
    """Of what is the page, its text, or the site. A page without `lang` gives no row."""
    lang = view.document.lang
    if not lang:
        return
    for _, thing in view.of(*_WRITTEN):
        declared = [text for text in map(_name, thing.properties.get("inLanguage", ())[:20]) if text]
        if declared and leads(thing):
            yield row(view, thing, "inLanguage", ", ".join(declared), compare_language(declared, lang))


def _name(value: Any) -> str:
    if isinstance(value, Thing):
        return text_of(value.first("alternateName")) or text_of(value.first("name"))
    return text_of(value)
