"""Whether a page shows a declared address in Latin letters (V9): number and street, floor, suite, postcode."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from chalicelib.page.compare.figures import plain
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided
from chalicelib.page.seen import Line

_SHORT = {
    "street": "st", "road": "rd", "avenue": "ave", "av": "ave", "boulevard": "blvd", "drive": "dr",
    "lane": "ln", "court": "ct", "place": "pl",
    "square": "sq", "terrace": "ter", "parkway": "pkwy", "highway": "hwy", "suite": "ste",
    "north": "n", "south": "s",
    "east": "e", "west": "w",
    "northeast": "ne", "northwest": "nw", "southeast": "se", "southwest": "sw", "saint": "st",

    "building": "bldg", "crescent": "cres", "gardens": "gdns", "circle": "cir", "close": "cl",
    "first": "1", "second": "2", "third": "3",

    "fourth": "4", "fifth": "5", "sixth": "6", "seventh": "7",
    "eighth": "8", "ninth": "9", "tenth": "10", "strasse": "str", "straße": "str",
}  # fmt: skip
_WAYS = (
    r"(?:street|st|road|rd|avenue|ave|av|boulevard|blvd|drive|dr|lane|ln|court|ct|place|pl|square|sq"
    r"|terrace|ter|parkway|pkwy|highway|hwy|way|row"
    r"|crescent|cres|gardens|gdns|circle|cir|close|cl|walk|quay|wharf|hill|mews|parade|broadway|alley|plaza)"
)
_STREET = re.compile(
    rf"(?<![\w.,:/-])(?P<number>\d{{1,5}}[a-z]?(?:\s?-\s?\d{{1,5}})?),?\s(?P<name>(?:(?:[nsew]|ne|nw"
    rf"|se|sw)\.?\s)?(?:[\w'’-]+\.?\s){{0,4}}?{_WAYS})\b\.?(?P<side>\s(?:[nsew]|ne|nw|se"
    rf"|sw|north|south|east|west)\b)?",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b")
_FLOOR = re.compile(
    r"(?P<one>\d{1,3}|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)(?:st|nd|rd"
    r"|th)?\s?(?:floor|fl\b\.?|f\b)|(?:floor|level|fl\.?)\s(?P<two>\d{1,3})\b|\b(?P<ground>ground floor)",
    re.IGNORECASE,
)
_SUITE = re.compile(
    r"(?:\b(?:suite|ste|unit|apt|apartment|room|rm|office)\.?\s?#?\s?"
    r"|#\s?)(?P<suite>[a-z]?-?\d{1,5}[a-z]?|[a-z]\b)",
    re.IGNORECASE,
)
_OLD = re.compile(
    r"\b(?:formerly|former|previous(?:ly)?|old (?:address|location)"
    r"|moved from|until|closed)\b",
    re.IGNORECASE,
)
_FEW = 2
_MAX_FOUND = 20


class West(NamedTuple):
    """The parts of an address. street: number and name without notation, "" when it has none."""

    street: str
    floor: str
    suite: str
    postal: str
    locality: str


def _words(text: str) -> str:
    text = _ORDINAL.sub("", plain(text).casefold())
    found = re.findall(r"[^\W_]+", text.replace("'", "").replace("’", ""))
    return " ".join(_SHORT.get(word, word) for word in found)


def read_west(street: str, locality: str, postal: str) -> West:
    """The parts of a declared address."""
    text = plain(street[:300])
    floor, suite = _floor(text), _suite(text)
    bare = _SUITE.sub(" ", _FLOOR.sub(" ", text)).strip(" ,")
    found = _STREET.search(bare)
    if found is None:
        number = re.search(r"(?<!\w)\d{1,5}[a-z]?(?:\s[\w'’-]+){1,3}", bare, re.IGNORECASE)
        return West(
            _words(number[0]) if number else _words(bare.split(",")[0]), floor, suite, _code(postal), _words(locality)
        )
    return West(_words(found[0]), floor, suite, _code(postal), _words(locality))


def _code(text: str) -> str:
    return re.sub(r"\W", "", plain(text[:20])).upper()


def _floor(text: str) -> str:
    found = _FLOOR.search(text)
    if found is None:
        return ""
    return "0" if found["ground"] else _words(found["one"] or found["two"])


def _suite(text: str) -> str:
    found = _SUITE.search(text)
    return found["suite"].upper().lstrip("-") if found is not None else ""


def compare_west(declared: West, lines: Iterable[Line]) -> Verdict | None:
    """The declared address against those of the page; None where it shows none."""
    if not declared.street:
        return None
    others: list[tuple[str, Line]] = []
    partly: Line | None = None
    for line, text in _with_following(lines):
        folded = _words(text)
        at = re.search(rf"(?<!\w){re.escape(declared.street)}(?!\w)", folded)
        if at is not None and not _OLD.search(text[:60]):
            return _near(declared, text, line)
        if len(others) < _MAX_FOUND:
            for found in _STREET.finditer(line.text[:400]):
                if not _OLD.search(line.text[max(0, found.start() - 40) : found.start()]):
                    others.append((found[0], line))
        own = _words(line.text[:300])
        if (
            partly is None
            and len(own) <= 80
            and declared.locality
            and re.search(rf"(?<!\w){re.escape(declared.locality)}(?!\w)", own)
        ):
            partly = line
    return _unlike(declared, others, partly)


def _near(declared: West, text: str, line: Line) -> Verdict:
    """The same number and street: what stands around it may differ."""
    shown = " ".join(text[:200].split())
    floor, suite = _floor(plain(text)), _suite(plain(text))
    if (floor and declared.floor and floor != declared.floor) or (suite and declared.suite and suite != declared.suite):
        return mismatch(shown, "", line)
    code = declared.postal
    if code:
        shape = "".join("[A-Z]" if sign.isalpha() else r"\d" for sign in code[: 5 if code.isdigit() else None])
        split = re.compile(r"(?<![\w-])" + r"\s?".join(re.findall(r"\[A-Z\]|\\d", shape)) + r"(?!\w)")
        codes = [_code(found[0]) for found in split.finditer(plain(text).upper())]
        if codes and code[: len(codes[-1])] not in codes:
            return mismatch(shown, "", line)
    return match(shown, line)


def _with_following(lines: Iterable[Line]) -> Iterable[tuple[Line, str]]:
    """Each line, joined with the two short ones below: an address may stand in several."""
    waiting: list[Line] = []
    for line in lines:
        waiting.append(line)
        if len(waiting) == 3:
            yield waiting[0], _joined(waiting)
            waiting.pop(0)
    while waiting:
        yield waiting[0], _joined(waiting)
        waiting.pop(0)


def _joined(lines: Sequence[Line]) -> str:
    text = lines[0].text[:400]
    for line in lines[1:]:
        if len(line.text) > 60 or len(text) > 200:
            break
        text += " " + line.text
    return text


def _unlike(declared: West, others: Sequence[tuple[str, Line]], partly: Line | None) -> Verdict | None:
    if others:
        distinct = {_words(text) for text, _ in others}
        text, line = others[0]
        if len(distinct) <= _FEW:
            return mismatch(" ".join(line.text[:200].split()), "", line)
        return undecided(text, "address-several", line)
    if partly is not None:
        return Verdict("skipped", "page-says-less", partly.text[:200], "", partly)
    return None
