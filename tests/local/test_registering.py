"""`kunugi urls add`: what a site's sitemaps list, from a terminal (K-021)."""

from pathlib import Path

from tests.fetch.wire import Reply, ok, serving
from tests.local.processes import kunugi


def test_a_sitemap_is_looked_at_and_registered(tmp_path: Path) -> None:
    pages: dict[str, Reply] = {"/robots.txt": ok(b"Sitemap: /a.xml\nSitemap: /b.xml")}
    with serving(pages) as wire:
        locs = (f"{wire.origin}/1", f"{wire.origin}/商品", "/3", "https://e.jp/")
        rows = "".join(f"<url><loc>{loc}</loc></url>\n" for loc in locs)
        pages["/a.xml"] = ok(f"<urlset>\n{rows}</urlset>".encode())
        pages["/b.xml"] = ok(b"<urlset>")
        faults = [
            f"kunugi: {wire.origin}/b.xml (line 1, character 9): this is no XML (it ends in the middle)",
            f"kunugi: {wire.origin}/a.xml (line 4): This is no URL: /3",
            "kunugi: 1 of the new URLs are on another host than their sitemap",
        ]
        site = ("urls", "add", "店", "--sitemap", f"{wire.origin}/")
        looked = kunugi(tmp_path, *site, "--dry-run", LANG="en_GB.UTF-8")
        assert looked.stdout.splitlines() == [f"{wire.origin}/1", f"{wire.origin}/商品", "https://e.jp/"]
        assert looked.stderr.splitlines() == [*faults, "3 new, 0 known; nothing was added."]
        added = kunugi(tmp_path, *site, LANG="en_GB.UTF-8")
        assert (added.returncode, added.stdout) == (1, "3 added, 0 skipped.\n")
        assert added.stderr.splitlines() == faults
        pages["/a.xml"] = pages["/b.xml"] = ok(f"{wire.origin}/1\n{wire.origin}/2\n".encode())
        again = kunugi(tmp_path, *site)
        assert (again.returncode, again.stdout) == (0, "1 件を追加し、登録済みの 1 件をスキップしました。\n")
        assert again.stderr == ""


def test_what_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    with serving({"/page": ok(b"<!doctype html>")}) as wire:
        done = kunugi(tmp_path, "urls", "add", "店", "--sitemap", f"{wire.origin}/page")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"kunugi: {wire.origin}/page（1 行目）：サイトマップではなく HTML のページです\n"
    for product, sitemap in (("店", "example.jp"), ("", "https://e.jp/"), ("店", "http://10.0.0.1/")):
        done = kunugi(tmp_path, "urls", "add", product, "--sitemap", sitemap)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
