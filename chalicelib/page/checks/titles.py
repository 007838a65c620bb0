"""Titles: a headline or a name against the headings and the title of the page (K-064, K-066)."""

from collections.abc import Iterator
from itertools import islice

from chalicelib.page.checks.row import Row, row
from chalicelib.page.checks.shown import is_hidden, seen_text
from chalicelib.page.checks.subject import own, text_of, texts_of
from chalicelib.page.checks.view import View
from chalicelib.page.compare.text import Likeness, alike, key, plain, same_but_kana
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided
from chalicelib.page.seen import Line
from chalicelib.page.wording import contains, folded, title_candidates

_SITE = ("WebSite", "Organization")
_NAMED = ("Product", "Service", "Recipe", "Event", "JobPosting", "Course", "SoftwareApplication", "WebPage")
_MAX_LINE = 400  # characters
_MAX_TEXTS = 20_000  # characters of all texts that are asked for
_EACH = 50
_MAX_FIRST = 20
_MAX_LINES = 400  # looked at for a name that no heading shows


class Titles:
    """What a page calls itself: its headings and its title, with the names of the site known."""

    def __init__(self, view: View) -> None:
        document = view.document
        names = [document.og.get("og:site_name", "")]
        for _, site in view.of(*_SITE):
            names += texts_of(site, "name", 1)
        self.site_names = tuple(name for name in names[:50] if name.strip())
        self.title = document.title or ""
        first = _first_headings(view)
        self.heading = first[0] if first else ""
        # Where the h1 is the site's name or logo, or missing, the title of the content is the next heading.
        if not first or folded(first[0]) in {folded(name) for name in self.site_names}:
            first += [text for level, text in document.headings if level == 2][:3]
        self.headings = first
        self.titles = title_candidates(self.title, self.site_names) if self.title else []
        self._left = _MAX_TEXTS
        self._known: dict[str, tuple[Likeness, str] | None] = {}

    def agrees(self, text: str) -> bool:
        """Whether the page is titled so."""
        found = self.closest(text)
        return found is not None and found[0] >= Likeness.PART

    def closest(self, text: str) -> tuple[Likeness, str] | None:
        """The heading or title that is most like `text`; a heading that differs in a number beats the title (V6).

        None once `_MAX_TEXTS` are used up: a page of 2000 things must not take a second.
        """
        if text not in self._known:
            self._left -= len(text) + _EACH
            if self._left < 0:
                return None
            self._known[text] = self._closest(text)
        return self._known[text]

    def _closest(self, text: str) -> tuple[Likeness, str] | None:
        numbers: tuple[Likeness, str] | None = None
        for other in self.headings:
            like = alike(text, other)
            if like >= Likeness.PART:
                return like, other
            if like is Likeness.NUMBERS and numbers is None:
                numbers = like, other
        if numbers:
            return numbers
        for number, other in enumerate(self.titles):
            like = alike(text, other)
            if like is Likeness.PART and not number:  # any part of a whole title may be the site's name
                continue
            if like >= Likeness.PART:
                return like, self.title
            if like is Likeness.NUMBERS and numbers is None:
                numbers = like, self.title
        return numbers

    def compare(self, text: str, view: View, *, certain: bool) -> Verdict:
        """The verdict on a declared title; certain: whether the thing is known to be the page's own."""
        shown = self.heading or self.title
        text = plain(text)
        found = self.closest(text)
        if found is not None and found[0] >= Likeness.PART:
            return match(found[1])
        if not shown:
            return Verdict("skipped", "script-made" if view.document.has_script else "page-says-less")
        if view.script_made:
            return Verdict("skipped", "script-made", shown)
        if not certain:
            return undecided(shown)
        return mismatch(found[1], "one-number") if found else _elsewhere(text, self, view) or mismatch(shown)


def _first_headings(view: View) -> list[str]:
    """The texts of the h1; where the page hides anything, without what is hidden of them."""
    texts = [text for level, text in view.document.headings if level == 1]
    if not texts or not view.hiding.any:
        return texts
    nodes = [node for node in view.document.tree.css("h1")[:_MAX_FIRST] if not is_hidden(node, view)]
    seen = [seen_text(node, view) for node in nodes]
    return [text for text in seen if text] or (texts if nodes else [])


def _elsewhere(text: str, titles: "Titles", view: View) -> Verdict | None:
    """Where the h1 is not the title of the content: a name in another heading, a line of its own, or a sentence."""
    shared = view.document.og.get("og:title", "")
    doubt: Line | None = None
    declared = key(text)
    if any(declared in key(other) or key(other) in declared for other in titles.headings):
        return undecided(titles.heading or titles.title)  # too short to be in there by more than chance
    if any(same_but_kana(text, other) for other in (*titles.headings, *titles.titles)):
        return undecided(titles.heading or titles.title, "other-writing-of-words")
    for line in islice(view.seen, _MAX_LINES):
        if doubt is None and contains(line.text[:_MAX_LINE], text):
            doubt = line
        if len(line.text) <= 3 * len(text) + 40 and alike(text, line.text) is Likeness.SAME:
            if line.card or line.area:
                return undecided(line.text, line=line)  # a teaser's name, or the page's own in an unusual place
            return match(line.text, line)
    if doubt is not None:
        return undecided(doubt.text, line=doubt)
    return undecided(shared) if shared and alike(text, shared) is Likeness.SAME else None


def check_headline(view: View) -> Iterator[Row]:
    """`headline` of an Article. A list of teasers gives no rows: only the page's own article is compared."""
    articles = [thing for _, thing in view.of("Article")]
    if not articles:
        return
    titles = view.made(Titles)
    chosen, certain = own(view, articles, "headline", titles.agrees, nested=True)
    for article in chosen:
        headline = text_of(article.first("headline"))
        yield row(view, article, "headline", headline, titles.compare(headline, view, certain=certain))


def check_name(view: View) -> Iterator[Row]:
    """`name` of what a page is about. Of several of a kind that may all be meant, none is compared."""
    for kind in _NAMED:
        things = view.by_kind.get(kind)
        if not things:
            continue
        titles = view.made(Titles)
        chosen, certain = own(view, things, "name", titles.agrees)
        for thing in chosen if certain else ():
            name = text_of(thing.first("name"))
            yield row(view, thing, "name", name, _name(name, kind, titles, view))


def _name(name: str, kind: str, titles: Titles, view: View) -> Verdict:
    if not (titles.heading or titles.title or titles.headings):
        for line in islice(view.seen, _MAX_LINES):
            if alike(name, line.text) >= Likeness.PART:
                return match(line.text, line)
        return Verdict("skipped", "script-made" if view.script_made else "page-says-less")
    if kind == "WebPage" and titles.title and alike(name, titles.title) >= Likeness.PART:
        return match(titles.title)  # writers of markup name a page by its whole title
    return titles.compare(name, view, certain=True)
