"""Pages as big as they may be, each full of one thing, and `python -m tests.crawl.heavy ORIGIN FOLDER`: their worker.

The worker is a process of its own so that its memory is its own. It loads what a function in the cloud loads, works the
batch in one slice as there, merges it, and prints `{"memory_mb", "cpu_seconds": {path: …}, "results": {path: …}}`.
"""

import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.peak import peak_mb
from chalicelib.crawl.plan import start_manual_run
from chalicelib.crawl.rows import row_of
from chalicelib.ports.sqs_queue import sqs_client
from chalicelib.settings import Settings
from infra.local.embedded import open_services
from tests.crawl.conftest import drain, register, rows

_SENTENCE = "この商品は職人がひとつずつ手作業で仕上げています。"
_HEAD = "<!DOCTYPE html><html lang=ja><title>t</title><body>"
_JSON = '<script type="application/ld+json">'
_VOCAB = '<div vocab="https://schema.org/"'


def _filled(unit: Callable[[int], str], head: str = "", tail: str = "") -> Callable[[int], str]:
    """A page of `unit`s, as many as fit."""

    def made(size: int) -> str:
        parts = [_HEAD + head]
        left = size - len(parts[0].encode()) - len(tail.encode())
        while (left := left - len((part := unit(len(parts))).encode())) >= 0:
            parts.append(part)
        return "".join(parts) + tail

    return made


def _product(number: int) -> str:
    offer = {"@type": "Offer", "price": number, "priceCurrency": "JPY"}
    return json.dumps(
        {"@context": "https://schema.org", "@type": "Product", "name": f"椀 {number}", "description": _SENTENCE * 3}
        | {"offers": offer},
        ensure_ascii=False,
    )


def _item(number: int) -> str:
    price = f'<p itemprop=offers itemscope itemtype="https://schema.org/Offer"><i itemprop=price>{number}</i></p>'
    return f'<div itemscope itemtype="https://schema.org/Product"><b itemprop=name>椀 {number}</b>{price}</div>'


def _typed(number: int) -> str:
    price = f"<p property=offers typeof=Offer><i property=price>{number}</i></p>"
    return f"<div typeof=Product><b property=name>椀 {number}</b>{price}</div>"


# A page of so many bytes in UTF-8, by its path.
PAGES: dict[str, Callable[[int], str]] = {
    "/json-ld-blocks": _filled(lambda n: f"{_JSON}{_product(n)}</script>"),
    "/json-ld-graph": _filled(lambda n: "," + _product(n), head=_JSON + "[0", tail="]</script>"),
    "/microdata-items": _filled(_item),
    "/microdata-values": _filled(
        lambda n: f"<b itemprop=name>{n}</b>", head='<div itemscope itemtype="https://schema.org/Product">'
    ),
    "/rdfa-items": _filled(_typed, head=_VOCAB + ">"),
    "/rdfa-values": _filled(lambda n: f"<b property=name>{n}</b>", head=_VOCAB + " typeof=Product>"),
    "/all-three": _filled(lambda n: f"{_JSON}{_product(n)}</script>{_item(n)}{_typed(n)}", head=_VOCAB + ">"),
    "/deep": _filled(lambda _: "<div>"),
    "/attributes": _filled(lambda n: f'<a href="/x/{n}" class="a b c" data-id={n} title="商品{n}">x</a>'),
    "/text": _filled(lambda _: _SENTENCE),
}


def main(origin: str, folder: Path) -> None:
    """Crawl the pages and print what it took."""
    import_module("chalicelib.ports.lambda_telemetry")
    sqs_client(region_name="us-east-1")
    cpu: dict[str, float] = {}

    def timed(outcome: Any, **more: Any) -> dict[str, Any]:
        began = time.thread_time()
        row = row_of(outcome, **more)
        cpu[outcome.trail.url.removeprefix(origin)] = time.thread_time() - began
        return row

    setattr(import_module("chalicelib.crawl.slices"), "row_of", timed)  # noqa: B010 - mypy takes a module's as fixed
    services = replace(
        open_services(Settings(data=folder, allow_networks=("127.0.0.0/8",))),
        slice_seconds=300.0,
        patience_seconds=40.0,
    )
    product = register(services, "heavy", [origin + path for path in PAGES])
    start_manual_run(services, product, mode="all", delay_seconds=0)
    assert drain(services, patience=0.0) == 1
    results = {str(url).removeprefix(origin): error for url, error in rows(services, "url, error_message")}
    print(json.dumps({"memory_mb": peak_mb(), "cpu_seconds": cpu, "results": results}))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
