"""Pictures and videos: whether the page shows what the markup names (K-066)."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from selectolax.lexbor import LexborNode

from chalicelib.page.checks.row import Row, row
from chalicelib.page.checks.subject import leads, own, text_of
from chalicelib.page.checks.titles import Titles
from chalicelib.page.checks.view import View
from chalicelib.page.compare.image import compare_image, inner, stem
from chalicelib.page.compare.text import Likeness, alike
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided
from chalicelib.page.gather import Thing
from chalicelib.page.names import absolute
from chalicelib.page.source import words

_KINDS = ("Article", "Product", "Recipe", "Event", "HowTo", "Course", "SoftwareApplication", "Service", "Book", "Movie")
_USUAL = "img,source"
_OTHER = "video,link[as='image'],meta[name='twitter:image'],[data-bg],[data-background],[style*='url(']"
_SOURCES = frozenset(
    words(
        "src srcset data-src data-srcset data-original data-lazy data-lazy-src data-lazy-srcset data-image data-full"
        " data-bg data-background data-zoom-image data-large_image poster href imagesrcset content"
    )
)
_STYLED = re.compile(r"url\(\s*['\"]?([^'\")]{1,1000})")
_MAX_ELEMENTS = 2000
_MAX_SOURCES = 5000
_MAX_URL = 2000
_MAX_DECLARED = 20
_MAX_THINGS = 10  # of a kind
_MAX_PLAYERS = 500
_MAX_LINES = 1000
_VIDEO = re.compile(
    r"(?:youtube(?:-nocookie)?\.com/(?:embed/|v/|shorts/|live/|watch\?(?:.{0,200}?&)?v=)|youtu\.be/|ytimg\.com/vi/"
    r"|vimeo\.com/(?:video/)?"
    r"|players?\.brightcove\.net/[^?]{1,100}\?videoId=|dailymotion\.com/(?:embed/)?video/|wistia\.(?:com|net)/(?:embed/iframe|medias)/)"
    r"(?P<id>[\w-]{5,40})"
)
_PLAYERS = (
    "iframe,video,source,embed,object,a,lite-youtube,lite-vimeo"
    ",[data-video-id],[data-youtube-id],[data-videoid],[data-ytid]"
)


def check_image(view: View) -> Iterator[Row]:
    """`image` of what the page is about: on the page, or in og:image."""
    for kind in _KINDS:
        things = [thing for thing in view.by_kind.get(kind, ()) if thing.properties.get("image")]
        if not things:
            continue
        titles = view.made(Titles)
        name = "headline" if kind == "Article" else "name"
        chosen, certain = (things, True) if len(things) == 1 else own(view, things, name, titles.agrees)
        for thing in chosen[:_MAX_THINGS] if certain else ():
            declared = [absolute(view.document.base, url) for url in _urls(thing.properties["image"])]
            if declared and leads(thing):
                yield row(view, thing, "image", declared[0], _picture(declared, view))


def _picture(declared: list[str], view: View) -> Verdict:
    shared = [
        view.document.og[name]
        for name in ("og:image", "og:image:url", "og:image:secure_url")
        if name in view.document.og
    ]
    verdict = compare_image(declared, [absolute(view.document.base, url) for url in shared]) if shared else None
    if verdict is None or verdict.status == "skipped":
        for pictures in view.made(Pictures):
            verdict = compare_image(declared, pictures) or verdict
            if verdict is not None and verdict.status == "match":
                break
    if verdict is not None:
        return verdict
    names = [stem(url) for url in declared if stem(url)]
    if any(name in script for script in _scripts(view) for name in names):
        return undecided("", "in-script")
    return view.absent()


def _scripts(view: View) -> Iterator[str]:
    known = {node.mem_id for node in view.document.json_ld}
    for node in view.document.tree.css("script")[:200]:
        if node.mem_id not in known:
            yield node.text(deep=True).casefold()


class Pictures:
    """The URLs of all pictures of a page, those that are loaded late, too: of picture elements, then of others."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._known: dict[str, list[str]] = {}

    def __iter__(self) -> Iterator[list[str]]:
        for selector in (_USUAL, _OTHER):
            if selector not in self._known:
                self._known[selector] = self._find(selector)
            yield self._known[selector]

    def _find(self, selector: str) -> list[str]:
        base = self._view.document.base
        found: dict[str, None] = {}
        for node in self._view.document.tree.css(selector)[:_MAX_ELEMENTS]:
            for url in _of_element(node):
                whole = absolute(base, url)
                found[whole] = None
                behind = inner(whole)
                if behind:
                    found[absolute(base, behind)] = None
            if len(found) > _MAX_SOURCES:
                break
        return list(found)


def _of_element(node: LexborNode) -> Iterator[str]:
    attributes = node.attributes
    for name, value in attributes.items():
        if not value or name not in _SOURCES or value.startswith("data:"):
            continue
        if "srcset" in name:
            for part in value[: 10 * _MAX_URL].split(",")[:20]:
                yield part.strip().partition(" ")[0]
        else:
            yield value.strip()[:_MAX_URL]
    style = attributes.get("style")
    if style and "url(" in style:
        yield from _STYLED.findall(style[: 10 * _MAX_URL])


def _urls(values: list[Any]) -> list[str]:
    found: list[str] = []
    for value in values[:_MAX_DECLARED]:
        if isinstance(value, Thing):
            inner_values = [value.first(name) for name in ("contentUrl", "url")]
            found += [url for url in inner_values if isinstance(url, str)][:1] or [value.identifier or ""]
        else:
            found.append(value.get("@id", "") if isinstance(value, dict) else text_of(value))
    return [url[:_MAX_URL] for url in found if url and not url.startswith(("data:", "#"))]


def check_video(view: View) -> Iterator[Row]:
    """`name` of a VideoObject in the text, and the player of `embedUrl` or `contentUrl`."""
    for _, video in islice(view.of("VideoObject"), _MAX_THINGS):
        name = text_of(video.first("name"))
        addresses = [url for field in ("embedUrl", "contentUrl") for url in video.properties.get(field, ())[:3]]
        urls = [absolute(view.document.base, url) for url in addresses if isinstance(url, str)]
        if name and leads(video):
            titles = view.made(Titles)
            like = titles.closest(name)
            if like is not None and like[0] >= Likeness.PART:
                yield row(view, video, "name", name, match(like[1]))
            else:
                line = next(
                    (line for line in islice(view.seen, _MAX_LINES) if alike(name, line.text[:300]) >= Likeness.PART),
                    None,
                )
                if line is not None:
                    yield row(view, video, "name", name, match(line.text, line))
        if urls:
            field = "embedUrl" if video.properties.get("embedUrl") else "contentUrl"
            yield row(view, video, field, urls[0], _player(urls, view))


def _player(urls: list[str], view: View) -> Verdict:
    shown: dict[str, str] = {}
    files: set[str] = set()
    for node in view.document.tree.css(_PLAYERS)[:_MAX_PLAYERS]:
        for value in islice(node.attributes.values(), _MAX_DECLARED):
            text = (value or "")[:_MAX_URL]
            found = _VIDEO.search(text)
            if found and node.tag != "a":
                shown.setdefault(found["id"], text)
            files.add(found["id"] if found else text.partition("?")[0].rpartition("/")[2])
    wanted = []
    for url in urls:
        found = _VIDEO.search(url)
        wanted.append(found["id"] if found else url.partition("?")[0].rpartition("/")[2])
    for url, name in zip(urls, wanted, strict=True):
        if name and name in files:
            return match(shown.get(name, url))
    if any(name and name.casefold() in script for script in _scripts(view) for name in wanted):
        return undecided("", "in-script")
    if len(shown) == 1 and any(_VIDEO.search(url) for url in urls):
        return mismatch(next(iter(shown.values())))
    return undecided(next(iter(shown.values()))) if shown else view.absent()
