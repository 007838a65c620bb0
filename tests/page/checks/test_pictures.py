"""Pictures and videos that the page shows (K-066)."""

import pytest

from tests.page.checks.verdicts import verdict

PICTURE = "https://www.example.jp/img/note-black.jpg"


def said(html: str, *, url: str = PICTURE, head: str = "") -> str:
    node = {"@type": "Product", "name": "帳面", "image": url}
    return verdict("image", node, f"<h1>帳面</h1>{html}", head=head, url="https://www.example.jp/items/note/")


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<img src=/img/note-black.jpg>", "match"),
        ("<img src='/img/note-black.jpg?w=600&fm=webp'>", "match"),
        ("<img src=/img/note-black-600x400.jpg>", "match"),
        ("<img src=x.gif data-src=/img/note-black.jpg>", "match"),
        ("<img src=x.gif data-lazy-src=../../img/note-black.webp>", "match"),
        ("<img srcset='/img/note-black-1x.jpg 1x, /img/note-black.jpg 2x'>", "match"),
        ("<picture><source srcset=/img/note-black.avif><img src=x.gif></picture>", "match"),
        ("<img src='/_next/image?url=%2Fimg%2Fnote-black.jpg&w=640&q=75'>", "match"),
        ("<img src=https://cdn.example.net/img/note-black.jpg>", "match"),
        ("<div style=\"background-image:url('/img/note-black.jpg')\">a</div>", "match"),
        ("<script>var gallery = ['/img/note-black.jpg']</script>", "cannot-decide"),
        ("<img src=/img/note-white.jpg>", "missing"),
        ("", "missing"),
    ],
)
def test_verdicts(html: str, expected: str) -> None:
    assert said(html) == expected


def test_og_image_and_hosts() -> None:
    assert said("", head=f'<meta property="og:image" content="{PICTURE}">') == "match"
    assert said("<img src=/img/note-black.jpg>", url="https://stg.example.jp/img/note-black.jpg") == "mismatch"
    assert said("<img src=/img/note-black.jpg>", url="/img/note-black.jpg") == "match"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<iframe src=https://www.youtube-nocookie.com/embed/AbCdEfGhIjK?rel=0></iframe>", "match"),
        (
            '<lite-youtube data-id=x style="background:url(https://i.ytimg.com/vi/AbCdEfGhIjK/hq.jpg)"></lite-youtube>',
            "match",
        ),
        ("<iframe src=https://www.youtube.com/embed/ZZZZZZZZZZZ></iframe>", "mismatch"),
        ("<p>動画はありません</p>", "missing"),
        ("<script>play('AbCdEfGhIjK')</script>", "cannot-decide"),
    ],
)
def test_players(html: str, expected: str) -> None:
    node = {"@type": "VideoObject", "name": "使い方", "embedUrl": "https://www.youtube.com/watch?v=AbCdEfGhIjK"}
    assert verdict("embedUrl", node, f"<h1>帳面の使い方</h1>{html}") == expected
