"""A small site on loopback for the browser tests to crawl: an article, a hostile page, a broken one, a gone one,
and some that may not be had."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# The page's h1 and title disagree with its headline; its questions and answers have no FAQPage markup (K-063, K-064).
ARTICLE = """<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>春の家具フェア｜くぬぎ沢木工</title>
<meta name="description" content="春の家具フェアのお知らせです。"><link rel="canonical" href="{origin}/article">
<script type="application/ld+json">
{{"@context": "https://schema.org", "@type": "Article", "headline": "秋の食器まつり",
 "author": {{"@type": "Person", "name": "山田 太郎"}}}}
</script></head><body><h1>春の家具フェア</h1><p>山田 太郎</p>
<h2>よくある質問</h2>
<h3>送料はいくらですか？</h3><p>全国一律 800 円です。10,000 円以上のお買い上げで無料になります。</p>
<h3>返品はできますか？</h3><p>お届けから 8 日以内であれば、未使用の品に限り承ります。</p>
<h3>組み立ては必要ですか？</h3><p>脚を四本取り付けるだけです。工具は同梱しています。</p>
</body></html>"""

# Everything a page can say, said with markup in it: none of it may become an element of our page.
ATTACK = "<img src=x onerror='window.hacked=1'><script>window.hacked=1</script>"
HOSTILE = """<!doctype html><html><head><meta charset="utf-8">
<title>&lt;script&gt;window.hacked=1&lt;/script&gt;&lt;img src=x onerror='window.hacked=1'&gt;</title>
<meta name="description" content="&lt;img src=x onerror='window.hacked=1'&gt;">
<link rel="canonical" href="javascript:window.hacked=1">
<script type="application/ld+json">{{"@context": "https://schema.org", "@type": "Article",
 "headline": "<img src=x onerror='window.hacked=1'>", "url": "javascript:window.hacked=1",
 "<b>x</b>": "<svg onload='window.hacked=1'>"}}</script></head>
<body><h1>&lt;img src=x onerror='window.hacked=1'&gt;</h1>
<div itemscope itemtype="https://schema.org/Product"><img itemprop="image" src="x" onerror="window.hacked=1">
<span itemprop="name">&lt;script&gt;window.hacked=1&lt;/script&gt;</span></div></body></html>"""

BROKEN = """<!doctype html><html><head><title>壊れた JSON</title>
<script type="application/ld+json">{{"@type": "Product", </script></head><body><h1>壊れた JSON</h1></body></html>"""


def _dataset(title: str, characters: int) -> str:
    """A page whose one description has that many characters of three bytes; it is recorded about four times."""
    described = '{{"@context": "https://schema.org", "@type": "Dataset", "description": "' + "長" * characters + '"}}'
    script = f'<script type="application/ld+json">{described}</script>'
    return f'<!doctype html><html lang="ja"><head><title>{title}</title>{script}</head><body>{title}</body></html>'


LONG = _dataset("長いマークアップ", 50_000)
CUT = _dataset("大きすぎるマークアップ", 150_000)  # over 1 MB of result_json (K-057)

SCRIPTED = """<!doctype html><html lang="ja"><head><title>スクリプトのページ</title>
<script src="https://www.googletagmanager.com/gtm.js?id=GTM-XXXX"></script></head>
<body><div id="root"></div></body></html>"""

PAGES = {"/article": ARTICLE, "/hostile": HOSTILE, "/broken": BROKEN, "/long": LONG, "/cut": CUT, "/scripted": SCRIPTED}
REDIRECTS = {"/moved": "/article", "/outside": "http://10.0.0.1/"}  # the second: a private address (K-042)
ROBOTS = b"User-agent: *\nDisallow: /private\n"

# What the newcomer registers: every page, a redirect, and one that is gone.
PATHS = (*PAGES, "/moved", "/gone")


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        origin = f"http://127.0.0.1:{self.connection.getsockname()[1]}"
        page = PAGES.get(self.path)
        robots = self.path == "/robots.txt"
        body = ROBOTS if robots else page.format(origin=origin).encode() if page else b"gone"
        self.send_response(200 if page or robots else 301 if self.path in REDIRECTS else 404)
        if self.path in REDIRECTS:
            self.send_header("Location", REDIRECTS[self.path])
        self.send_header("Content-Type", "text/plain" if robots else "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the base class
        pass


@contextmanager
def serve_site() -> Iterator[str]:
    """The site's origin, such as `http://127.0.0.1:40123`, while it is served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
