"""A fuzz target over the whole reading of a page.

`.venv/bin/python -m tests.page.fuzz --minutes 30 --processes 2` runs it at length and prints its figures as one JSON
object; an input that fails is written to a file that is named. Inputs are made of pages by mutation; one that makes the
reader say something new (another set of rules, another number of entities) is mutated further.
"""

import argparse
import json
import math
import multiprocessing
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.pages import examples, generated, with_rdfa
from chalicelib.page.read import read_page
from tests.page.adobe.pages import pages
from tests.page.pages import SHARED, URL

MOST_SECONDS = 2.0  # of CPU, for one input
MOST_MEGABYTES = 300  # of the process, while it reads one input after another
_MOST_BYTES = 200_000  # of an input
_KEPT = 4000  # inputs that said something new
_HTML_TYPE = "text/html; charset=utf-8"
_TYPES = (_HTML_TYPE,) * 12 + ("text/html", "application/ld+json", "text/html; charset=shift_jis", "")
_WORDS = """
< > / = " ' & \0 { } [ ] , : \\ ; @ # _ . - 0 <!-- -->
<![CDATA[ ]]> </script> <template> </template> <svg> <table> <select>
<p> </p> <br> <base "@id":"#a" "@graph":[ "@reverse":{ "@list":[ "@set":[ "@nest":{ "@type":[ "@value": "@language":
"@container":"@index" "@vocab":"" "@base":"//[" "@context":null "@context":{"a":"b:c","b":"a:"} null true NaN 1e999 -0
1234567890123456789012 \\ud800 \\u0000 &quot; &#x3c; \u200b 令和 ￥ 〒 itemscope itemprop=name
content= itemref='a␣b'
itemtype=https://schema.org/Offer id=a itemid=#a vocab=https://schema.org/ typeof=Person property=name rel=a:b rev=x
about=[_:a] resource=# inlist prefix=a:␣b:c datatype=rdf:XMLLiteral datetime=PT1H href=http://[ src=data: lang=ja
xmlns:a=b rdfa:Pattern rdfa:copy P1Y2M 2024-02-30 24:00 https://schema.org/InStock InStock FAQPage offers.price
<script␣type=application/ld+json> {"@context":"https://schema.org","@type":"Product",
"""
_TOKENS = [word.replace("␣", " ").encode() for word in _WORDS.split()] + [b" ", b"\n", "　".encode()]


@dataclass
class Figures:
    """seconds: CPU of the slowest input; megabytes: the most the process ever held; kept: inputs found to be new."""

    inputs: int = 0
    seconds: float = 0.0
    megabytes: float = 0.0
    kept: int = 0
    failures: list[str] = field(default_factory=list)


def check(body: bytes, content_type: str) -> frozenset[str]:
    """Read a page and see that it can be stored; what was said of it, as a signature. AssertionError when it fails."""
    reading = read_page(body, url=URL, headers={"content-type": content_type} if content_type else {})
    text = json.dumps(reading.result, ensure_ascii=False, allow_nan=False)
    text.encode()
    validation = reading.result["validation"]
    failed = [row for row in validation if row["rule"] == "reader-failure"]
    assert not failed, failed
    counted = {f"{row['source']}{int(math.log2(row['index'] or 1))}" for row in reading.result["entities"]}
    features = {row["feature"] for row in reading.result["rich_results"]}
    return frozenset({f"{row['rule']} {row['source']}" for row in validation} | counted | features)


def seeds() -> list[bytes]:
    """The pages to begin with: our own, and the specification's hard inputs and examples where they are at hand."""
    made = generated(10, sizes=(4_000, 9_000))
    bodies = [page.body for page in [*made, *with_rdfa(made), *list(examples(rdfa=False))[::8], *examples(rdfa=True)]]
    bodies += [page.html.encode() for page in pages()]
    bodies += [path.read_bytes() for path in sorted(SHARED.glob("cases/*/input.*"))]
    return [body for body in bodies if 0 < len(body) < _MOST_BYTES // 2]


def run(seconds: float, seed: int, folder: Path) -> Figures:
    """Mutate and read for so many seconds; a failing input goes to `folder` and is named in the figures."""
    chance = random.Random(seed)
    corpus = seeds()
    seen = set()
    figures = Figures()
    # A process that did other things before may hold more already: what it held once counts for ever.
    most = max(MOST_MEGABYTES, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 + MOST_MEGABYTES / 2)
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        body = _mutated(chance, corpus)
        content_type = chance.choice(_TYPES)
        began = time.thread_time()
        problem = ""
        signature: frozenset[str] = frozenset()
        try:
            signature = check(body, content_type)
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
        took = time.thread_time() - began
        figures.inputs += 1
        figures.seconds = max(figures.seconds, took)
        held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        if took > MOST_SECONDS:
            problem = problem or f"took {took:.1f} s"
        if held > most and figures.megabytes <= most:
            problem = problem or f"held {held:.0f} MB"
        figures.megabytes = held
        if problem:
            path = folder / f"failure-{seed}-{figures.inputs}.html"
            path.write_bytes(body)
            figures.failures.append(f"{path} ({content_type}): {problem[:300]}")
        elif body and signature not in seen and len(corpus) < _KEPT:
            seen.add(signature)
            corpus.append(body)
            figures.kept += 1
    return figures


def _mutated(chance: random.Random, corpus: list[bytes]) -> bytes:
    body = bytearray(chance.choice(corpus))
    for _ in range(chance.choice((1, 1, 2, 3, 5, 9))):
        chance.choice(_MUTATIONS)(chance, body, corpus)
        if not body:
            break
    return bytes(body[:_MOST_BYTES])


def _span(chance: random.Random, body: bytes | bytearray) -> tuple[int, int]:
    start = chance.randrange(len(body))
    return start, start + int(chance.paretovariate(0.7))


def _put_token(chance: random.Random, body: bytearray, _: list[bytes]) -> None:
    at = chance.randrange(len(body))
    body[at:at] = chance.choice(_TOKENS)


def _replace_by_token(chance: random.Random, body: bytearray, _: list[bytes]) -> None:
    start, end = _span(chance, body)
    body[start:end] = chance.choice(_TOKENS)


def _change_byte(chance: random.Random, body: bytearray, _: list[bytes]) -> None:
    body[chance.randrange(len(body))] = chance.randrange(256)


def _cut(chance: random.Random, body: bytearray, _: list[bytes]) -> None:
    start, end = _span(chance, body)
    del body[start:end]


def _end_early(chance: random.Random, body: bytearray, _: list[bytes]) -> None:
    del body[chance.randrange(len(body)) :]


def _repeat(chance: random.Random, body: bytearray, _: list[bytes]) -> None:
    start, end = _span(chance, body)
    piece = bytes(body[start:end])
    body[end:end] = piece * min(chance.choice((1, 3, 30, 1000)), _MOST_BYTES // max(1, len(piece)))


def _splice(chance: random.Random, body: bytearray, corpus: list[bytes]) -> None:
    other = chance.choice(corpus)
    start, end = _span(chance, other)
    at, until = _span(chance, body)
    body[at : chance.choice((at, until))] = other[start : end + 40]


_MUTATIONS: tuple[Callable[[random.Random, bytearray, list[bytes]], None], ...] = (
    _put_token,
    _put_token,
    _replace_by_token,
    _change_byte,
    _cut,
    _end_early,
    _repeat,
    _splice,
    _splice,
)


def _work(task: tuple[float, int, str]) -> Figures:
    seconds, seed, folder = task
    return run(seconds, seed, Path(folder))


def main(arguments: list[str]) -> Iterator[dict[str, Any]]:
    """Run the processes of a command line; one row of figures for each."""
    parser = argparse.ArgumentParser(prog="python -m tests.page.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args(arguments)
    folder = tempfile.mkdtemp(prefix="fuzz-")
    tasks = [(options.minutes * 60, options.seed + number, folder) for number in range(options.processes)]
    with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
        for task, figures in zip(tasks, pool.map(_work, tasks), strict=True):
            yield {"seed": task[1], **vars(figures)}


if __name__ == "__main__":
    failed = False
    for row in main(sys.argv[1:]):
        print(json.dumps(row, ensure_ascii=False))
        failed = failed or bool(row["failures"])
    sys.exit(failed)
