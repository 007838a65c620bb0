"""VideoObject: a video that is embedded in the content and has a name there."""

import re
from urllib.parse import parse_qs, urlsplit

from selectolax.lexbor import LexborNode

from chalicelib.page.names import absolute, parses
from chalicelib.page.suggestions.content import Content
from chalicelib.page.suggestions.found import Found, filled
from chalicelib.page.visible import upward

_MARKS = (b"youtube", b"video")  # a player of Vimeo has /video/ in its address
_PLAYERS = (
    "iframe[src*='youtube'],iframe[data-src*='youtube'],iframe[src*='vimeo.com'],iframe[data-src*='vimeo.com'],video"
)
_YOUTUBE = re.compile(r"(?:www\.)?youtube(?:-nocookie)?\.com")
_ID = re.compile(r"[\w-]{11}")
_MOST = 5  # players: more are a gallery
_NO_TITLE = re.compile(r"(?:youtube|vimeo)?\s*(?:video|動画)?\s*(?:player|プレ[ーイ]ヤー)?", re.IGNORECASE)
_SAYS_VIDEO = re.compile(
    r"動画|ムービー|映像|ビデオ|ウェビナー|アーカイブ配信|\bvideos?\b|\bmovie\b|\bwatch\b|webinar|trailer",
    re.IGNORECASE,
)


def video(content: Content) -> Found | None:
    """The first player with a title of its own, or under a heading or caption that speaks of a video."""
    if not any(mark in content.written for mark in _MARKS):
        return None
    players = [node for node in content.document.tree.css(_PLAYERS)[:50] if content.is_content(node)]
    if not players or len(players) > _MOST:
        return None
    for node in players:
        name = _name(node, content)
        source = (node.attributes.get("src") or node.attributes.get("data-src") or "").strip()
        found = _file(node, content, name) if node.tag == "video" else _embed(source, content, name)
        if found is not None:
            return found
    return None


def _embed(source: str, content: Content, name: str) -> Found | None:
    address = absolute(content.document.base, source)
    if not parses(address):
        return None
    parts = urlsplit(address)
    thumbnail = ""
    if _YOUTUBE.fullmatch(parts.netloc):
        identifier = parts.path.rpartition("/")[2]
        if "/embed/" not in parts.path or not _ID.fullmatch(identifier) or "list" in parse_qs(parts.query):
            return None
        thumbnail = f"https://i.ytimg.com/vi/{identifier}/hqdefault.jpg"
    elif parts.netloc != "player.vimeo.com" or not re.fullmatch(r"/video/\d+", parts.path):
        return None
    if not name:
        return None
    draft = filled(
        "VideoObject",
        name=name,
        description=content.document.description or "",
        thumbnailUrl=thumbnail,
        embedUrl=f"https://{parts.netloc}{parts.path}",
    )
    return Found("VideoObject", {"name": name[:80], "player": parts.netloc}, draft)


def _file(node: LexborNode, content: Content, name: str) -> Found | None:
    """A `video` that visitors start: one that plays by itself without sound is decoration."""
    attributes = node.attributes
    if "autoplay" in attributes or "loop" in attributes or "controls" not in attributes or not name:
        return None
    inner = node.css_first("source[src]")
    source = attributes.get("src") or (inner.attributes.get("src") if inner is not None else "") or ""
    if not source.strip() or source.startswith(("blob:", "data:")):
        return None
    poster = (attributes.get("poster") or "").strip()
    draft = filled(
        "VideoObject",
        name=name,
        description=content.document.description or "",
        thumbnailUrl=absolute(content.document.base, poster) if poster else "",
        contentUrl=absolute(content.document.base, source.strip()),
    )
    return Found("VideoObject", {"name": name[:80], "player": "video"}, draft)


def _name(node: LexborNode, content: Content) -> str:
    """The player's own title, else the caption or heading nearest to it, or the h1, that speaks of a video."""
    own = (node.attributes.get("title") or node.attributes.get("aria-label") or "").strip()
    if own and not _NO_TITLE.fullmatch(own):
        return own[:200]
    for above in upward(node, 4):
        if above.tag in ("body", "main"):
            break
        caption = above.css_first("figcaption") if above.tag == "figure" else None
        texts = [caption] if caption is not None else []
        before = above.prev
        while before is not None and len(texts) < 3:
            if before.tag in ("h1", "h2", "h3", "h4", "h5", "p", "figcaption"):
                texts.append(before)
            before = before.prev
        for one in texts:
            text = " ".join(one.text(deep=True)[:300].split())
            if text and len(text) <= 100 and _SAYS_VIDEO.search(text):
                return text
    heading = content.document.primary_heading or ""
    return heading if _SAYS_VIDEO.search(heading) else ""
