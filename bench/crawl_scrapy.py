"""`python -m bench.crawl_scrapy ORIGIN FOLDER`: Scrapy with extruct crawls the pages of `bench.site`."""

import json
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import extruct
import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.http import Response, TextResponse

from bench.peak import peak_mb
from bench.site import PAGES, paths

_SYNTAXES = ["json-ld", "microdata", "rdfa"]


class Markup(scrapy.Spider):
    """Each page's markup as one item."""

    name = "markup"
    origin = ""

    async def start(self) -> AsyncIterator[Any]:
        """All pages are known from the beginning, as ours are."""
        for path in paths():
            yield scrapy.Request(self.origin + path)

    def parse(self, response: Response, **_: Any) -> Iterator[dict[str, Any]]:
        """The item; a syntax that extruct cannot read costs the page that syntax only."""
        assert isinstance(response, TextResponse)
        found = extruct.extract(response.text, base_url=response.url, syntaxes=_SYNTAXES, errors="ignore")
        yield {"url": response.url, "status": response.status, "title": response.css("title::text").get(), **found}


def main(origin: str, folder: Path) -> None:
    """Print what the crawl took, from its start until its items are in the file."""
    items = folder / "items.jsonl"
    process = CrawlerProcess(
        {
            "ROBOTSTXT_OBEY": True,
            "DOWNLOAD_DELAY": 0,
            "LOG_LEVEL": "CRITICAL",
            "TELNETCONSOLE_ENABLED": False,
            "FEEDS": {str(items): {"format": "jsonlines", "encoding": "utf8"}},
        }
    )
    began, cpu = time.perf_counter(), time.process_time()
    process.crawl(Markup, origin=origin)
    process.start()
    took = {
        "seconds": time.perf_counter() - began,
        "cpu_seconds": time.process_time() - cpu,
        "memory_mb": peak_mb(),
    }
    assert len(items.read_text("utf-8").splitlines()) == PAGES
    print(json.dumps(took))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
