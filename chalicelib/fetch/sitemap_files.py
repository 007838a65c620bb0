"""The URLs that the sitemaps of a site list (K-021): files asked for one at a time, through the gate of every page."""

import time
from collections import deque
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urljoin

from chalicelib.fetch.answers import Answer
from chalicelib.fetch.client import DEADLINE, Client
from chalicelib.fetch.errors import FetchError, SitemapError
from chalicelib.fetch.robots import Robots
from chalicelib.fetch.sitemaps import MAX_BYTES, Entry, Sitemap, read_sitemap, robots_sitemaps
from chalicelib.fetch.trail import Trail, advance, start
from chalicelib.fetch.urls import UrlError, normalise_url, parse_url
from chalicelib.texts import Language, Text, say

MAX_NEW = 20_000  # as many as may be pasted at once
MAX_FILES = 100
MAX_TOLD = 200  # of what cannot be registered, and of what is wrong with files
# API Gateway gives an answer 29 s; the last file is read and what was found is written in what is left.
SECONDS = 15.0


class FileRead(NamedTuple):
    """A file that was read, and how many entries it has. kind: `robots`, `index` or `urls`."""

    url: str
    kind: str
    entries: int


class Rejected(NamedTuple):
    """An entry that cannot be registered. reason_code: UrlError's."""

    file: str
    line: int
    text: str
    reason_code: str


class Problem(NamedTuple):
    """A file that cannot be read, or a line that leads to none; the rest is taken. line, column: as in SitemapError."""

    file: str
    line: int | None
    column: int | None
    reason_code: str
    why: Text

    def told(self, language: Language = "ja") -> str:
        """The file, the place and the reason."""
        place = "file" if self.line is None else "line" if self.column is None else "place"
        values = {"file": self.file, "line": self.line, "column": self.column, "why": self.why.say(language)}
        return say(f"fetch.sitemap.{place}", language, **values)


@dataclass
class Listed:
    """What was listed. Every entry of a file with URLs is one of new, known, repeated, rejected and left.

    new: in the form that is stored, each once, in the order found. elsewhere: how many of them are on another host than
    their file. rejected, problems: the first MAX_TOLD of `rejected_count` and `problem_count`. urls_left: entries not
    looked at, files_left: files not asked for: there was enough (MAX_NEW), too little time, or too many.
    """

    files: list[FileRead] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    known: int = 0
    repeated: int = 0
    elsewhere: int = 0
    rejected: list[Rejected] = field(default_factory=list)
    rejected_count: int = 0
    problems: list[Problem] = field(default_factory=list)
    problem_count: int = 0
    urls_left: int = 0
    files_left: int = 0

    @property
    def found(self) -> int:
        """How many entries the files with URLs have."""
        return sum(file.entries for file in self.files if file.kind == "urls")


def collect(
    client: Client,
    url: str,
    known: Container[str],
    *,
    seconds: float = SECONDS,
    asking: Callable[[str], None] = lambda _: None,
) -> Listed:
    """What the sitemap at `url` lists or, where that is a site's start address, those its robots.txt names, else its
    /sitemap.xml.

    url, known: in the form that is stored. asking: is told each file before that is asked for. What goes wrong is told
    in `problems`; with no `files`, nothing was read. The rules of robots.txt are not asked: sitemaps are written for
    machines, and a person named these.
    """
    walk = _Walk(client, known, time.monotonic() + seconds, asking)
    if parse_url(url).rest == "/":
        walk.ask_robots(url)
    else:
        walk.add(url)
    walk.read_all()
    return walk.listed


class _Waiting(NamedTuple):
    url: str
    in_index: bool


class _Walk:
    """From file to file: first those asked for, then those that an index among them lists."""

    def __init__(self, client: Client, known: Container[str], end: float, asking: Callable[[str], None]) -> None:
        self.listed = Listed()
        self._client = client
        self._known = known
        self._end = end
        self._asking = asking
        self._waiting: deque[_Waiting] = deque()
        self._files: set[str] = set()
        self._urls: set[str] = set()

    def get(self, url: str) -> Answer:
        """One request within what is left of the time. Raises FetchError."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise FetchError("timeout", "deadline")
        return self._client.get(url, deadline=min(left, DEADLINE), max_bytes=MAX_BYTES)

    def add(self, url: str, *, in_index: bool = False) -> None:
        """Have a file read, once."""
        if len(self._files) >= MAX_FILES:
            self.listed.files_left += 1
        elif url not in self._files:
            self._files.add(url)
            self._waiting.append(_Waiting(url, in_index))

    def ask_robots(self, url: str) -> None:
        """Have the sitemaps of a site read, as its robots.txt names them."""
        robots = urljoin(url, "/robots.txt")
        try:
            answer, at = self._answer(robots)
        except FetchError as error:
            self._no_answer(robots, error)
            return
        entries = robots_sitemaps(Robots.decode(answer.body)) if answer.status == 200 else []
        if not entries:
            self.add(urljoin(url, "/sitemap.xml"))
            return
        self.listed.files.append(FileRead(robots, "robots", len(entries)))
        self._add_files(robots, [Entry(_joined(at, entry.text), entry.line) for entry in entries], in_index=False)

    def read_all(self) -> None:
        """Read what waits, as far as time and bounds let."""
        while self._waiting:
            if not self.listed.files and time.monotonic() >= self._end:
                self._no_answer(self._waiting[0].url, FetchError("timeout", "deadline"))
            if self._over():
                self.listed.files_left += len(self._waiting)
                return
            self._read(self._waiting.popleft())

    def _read(self, file: _Waiting) -> None:
        try:
            answer, at = self._answer(file.url)
            if answer.status != 200:
                raise SitemapError("http", status=answer.status, reason=answer.reason)
            sitemap = read_sitemap(answer.body)
            if sitemap.kind == "index" and file.in_index:
                raise SitemapError("index-in-index")
        except FetchError as error:
            self._no_answer(file.url, error)
        except SitemapError as error:
            self._problem(Problem(file.url, error.line, error.column, error.reason_code, error.text))
        else:
            self._take(file.url, at, sitemap)

    def _take(self, url: str, at: str, sitemap: Sitemap) -> None:
        self.listed.files.append(FileRead(url, sitemap.kind, len(sitemap.entries)))
        if sitemap.kind == "index":
            self._add_files(url, sitemap.entries, in_index=True)
            return
        own = _authority(parse_url(at).stored)
        for done, entry in enumerate(sitemap.entries):
            if self._over():
                self.listed.urls_left += len(sitemap.entries) - done
                return
            try:
                self._take_url(self._stored(entry.text), own)
            except UrlError as error:
                self.listed.rejected_count += 1
                if len(self.listed.rejected) < MAX_TOLD:
                    self.listed.rejected.append(Rejected(url, entry.line, entry.text[:300], error.reason_code))

    def _over(self) -> bool:
        return len(self.listed.new) >= MAX_NEW or time.monotonic() >= self._end

    def _stored(self, text: str) -> str:
        """The form that is stored. Raises UrlError."""
        if text in self._urls or text in self._known:  # are in that form, and making it takes the most time
            return text
        return normalise_url(text, self._client.gate)

    def _take_url(self, url: str, own: str) -> None:
        listed = self.listed
        if url in self._urls:
            listed.repeated += 1
            return
        self._urls.add(url)
        if url in self._known:
            listed.known += 1
        else:
            listed.new.append(url)
            listed.elsewhere += _authority(url) != own

    def _add_files(self, within: str, entries: list[Entry], *, in_index: bool) -> None:
        for entry in entries:
            try:
                self.add(normalise_url(entry.text, self._client.gate), in_index=in_index)
            except UrlError as error:
                reason = Text(f"fetch.url.{error.reason_code}", {})
                why = Text("fetch.sitemap.bad-address", {"why": reason, "text": entry.text[:300]})
                self._problem(Problem(within, entry.line, None, "bad-address", why))

    def _answer(self, url: str) -> tuple[Answer, str]:
        """The answer behind all redirects, and where it came from. Raises FetchError."""
        self._asking(url)
        step = start(url)
        while True:
            after = advance(self, step)
            if isinstance(after, Trail):
                step = after
            elif after.answer is None:
                raise after.error or FetchError("unknown")
            else:
                return after.answer, after.trail.at

    def _no_answer(self, url: str, error: FetchError) -> None:
        if error.kind == "too-large":
            why = Text("fetch.sitemap.too-large", {"most": MAX_BYTES})
        else:
            detail = f": {error.detail}" if error.detail else ""
            why = Text("fetch.sitemap.no-answer", {"why": Text(f"fetch.{error.kind}", {}), "detail": detail})
        self._problem(Problem(url, None, None, error.kind, why))

    def _problem(self, problem: Problem) -> None:
        self.listed.problem_count += 1
        if len(self.listed.problems) < MAX_TOLD:
            self.listed.problems.append(problem)


def _joined(base: str, address: str) -> str:
    try:
        return urljoin(base, address)
    except ValueError:  # `http://[`
        return address


def _authority(stored: str) -> str:
    """Host and port of a URL in the form that is stored."""
    return stored.split("/", 3)[2]
