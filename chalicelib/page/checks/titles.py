"""Titles: an article's headline against the title and the headings of the page (K-064, K-066)."""

from collections.abc import Iterator

from chalicelib.page.checks.row import Row, row
from chalicelib.page.checks.subject import own, text_of, texts_of
from chalicelib.page.checks.view import View
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided
from chalicelib.page.wording import contains, folded, same, title_candidates

_SITE = ("WebSite", "Organization")


class Titles:
    """What a page calls itself: its headings and its title, with the names of the site known."""

    def __init__(self, view: View) -> None:
        document = view.document
        names = [document.og.get("og:site_name", "")]
        for _, site in view.of(*_SITE):
            names += texts_of(site, "name", 1)
        self.site_names = tuple(name for name in names[:50] if name.strip())
        self.heading = document.primary_heading or ""
        self.title = document.title or ""
        first = [text for level, text in document.headings if level == 1]
        # Where the h1 is the site's name or logo, or missing, the title of the content is the next heading.
        if not first or folded(first[0]) in {folded(name) for name in self.site_names}:
            first += [text for level, text in document.headings if level == 2][:3]
        self.headings = first
        self.titles = title_candidates(self.title, self.site_names) if self.title else []

    def agrees(self, text: str) -> bool:
        """Whether the page is titled so."""
        if any(same(text, other) for other in (*self.headings, *self.titles)):
            return True
        return any(contains(other, text) or contains(text, other) for other in (*self.headings, *self.titles[1:]))

    def compare(self, text: str, view: View, *, certain: bool) -> Verdict:
        """The verdict on a declared title; certain: whether the thing is known to be the page's own."""
        shown = self.heading or self.title
        if self.agrees(text):
            return match(shown if same(text, self.heading) else self.title or shown)
        if not shown:
            return Verdict("skipped", "script-made" if view.document.has_script else "page-says-less")
        if view.script_made:
            return Verdict("skipped", "script-made", shown)
        return mismatch(shown) if certain else undecided(shown)


def check_headline(view: View) -> Iterator[Row]:
    """`headline` of an Article. A list of teasers gives no rows: only the page's own article is compared."""
    articles = [thing for _, thing in view.of("Article")]
    if not articles:
        return
    titles = Titles(view)
    chosen, certain = own(view, articles, "headline", titles.agrees, nested=True)
    for article in chosen:
        headline = text_of(article.first("headline"))
        yield row(view, article, "headline", headline, titles.compare(headline, view, certain=certain))
