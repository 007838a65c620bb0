"""Whether a page shows a declared Japanese address (V9)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal

from chalicelib.page.compare.kanji import one_form
from chalicelib.page.compare.place import PREFECTURE, Place, fold_address, read_place
from chalicelib.page.compare.verdict import Verdict, match, mismatch, undecided
from chalicelib.page.seen import Line

_MAX_PLACES = 30
_MAX_LINE = 400
_FEW = 2  # addresses on a page that are compared with one that none of them is like
_OLD = re.compile(r"旧|移転前|以前の|閉店|前住所|former|old address", re.IGNORECASE)
_LABEL = re.compile(r"住所|所在地|本社|本店|場所|会場|勤務地|アクセス|address|location", re.IGNORECASE)
_CITY = re.compile(r"[一-鿿ぁ-んァ-ヶ]{1,7}?[市区町村郡](?=[一-鿿ぁ-んァ-ヶ\d])")
_START = re.compile(r"〒\s?\d{3}-?\d{4}|(?<!\d)\d{3}-\d{4}(?=\s?\D{0,3}[都道府県市区町村一-鿿])")
_BUILDING = re.compile(
    r"ビル|タワ|マンション|ハイツ|プラザ|会館|センタ|棟|荘|館|ハウス|コーポ|レジデンス|パレス|モール"
    r"|スクエア|ヒルズ|ガーデン|テラス|コート|メゾン|シティ|百貨店|号室|号|[0-9]階"
    r"|[0-9]f$|building|bldg|tower|plaza",
    re.IGNORECASE,
)
_PROSE = re.compile(r"[をはがにへでと](?![一-鿿]{0,3}[市区町村])|です|ます|した|から|まで|より")
Likeness = Literal["same", "less", "conflict", "unsure", "other"]


def is_japanese_address(text: str) -> bool:
    """Whether a declared address is written in Japanese."""
    return re.search(r"[一-鿿]", text) is not None


def places_in(line: Line, locality: str, following: str = "", before: str = "") -> Iterator[Place]:
    """The addresses of a line. locality: of the declared one, which begins an address too. following, before: lines."""
    raw = line.text[:_MAX_LINE]
    if not (
        PREFECTURE.search(raw)
        or "〒" in raw
        or _CITY.search(raw)
        or (locality and locality in one_form(raw))
        or _START.search(raw)
    ):
        return
    text = fold_address(raw)
    starts = [found.start() for found in PREFECTURE.finditer(text)]
    for found in _START.finditer(text):
        later = next((start for start in starts if found.end() <= start <= found.end() + 6), None)
        if later is not None:
            starts.remove(later)
        starts.append(found.start())
    if not starts:
        city = text.find(locality) if locality else -1
        if city < 0:
            named = _CITY.search(text)
            city = named.start() if named is not None else -1
        if city < 0:
            return
        starts = [city]
    starts.sort()
    for number, (start, end) in enumerate(pairwise([*starts, len(text)])):
        if (
            _OLD.search(text[max(0, start - 12) : start])
            or _OLD.search(line.label)
            or (not start and _OLD.search(before))
        ):
            continue
        part = text[start:end]
        place = read_place(part, folded=True)
        if not place.numbers and not number and following and len(starts) == 1 and len(following) <= 60:
            joined = read_place(
                f"{part} {fold_address(following)}", folded=True
            )  # 〒 and prefecture on a line of their own
            place = joined if joined.numbers and len(part) <= 40 else place
        elif (
            end == len(text)
            and not place.building
            and following
            and len(following) <= 40
            and _BUILDING.search(following)
        ):
            extra = read_place(f"{part} {fold_address(following)}", folded=True)
            place = extra if extra.numbers == place.numbers else place
        if _is_place(place, part, line):
            yield place._replace(shown=" ".join(raw[:200].split()))


def _is_place(place: Place, part: str, line: Line) -> bool:
    if place.postal:
        return True
    if not place.name or len(place.name) > 40 or _PROSE.search(place.name):
        return False
    if len(place.numbers) > 1 or (place.numbers and re.search(r"丁目|番地?|号", part)):
        return True
    return len(line.text) <= 40 or (bool(line.label) and _LABEL.search(line.label) is not None)


def likeness(declared: Place, shown: Place) -> Likeness:
    """How a shown address is like the declared one. less: it says less; other: it is another place."""
    if not _same_name(declared.name, shown.name):
        return "other"
    if declared.region and shown.region and declared.region != shown.region:
        return "conflict"
    if declared.postal and shown.postal and declared.postal != shown.postal:
        return "conflict"
    return _same_numbers(declared, shown)


def _same_numbers(declared: Place, shown: Place) -> Likeness:
    one, other = declared.numbers, shown.numbers
    common = min(len(one), len(other))
    if one[:common] != other[:common]:
        return "conflict"
    rooms = {place.room for place in (declared, shown) if place.room}
    if len(one) != len(other):
        left = (one if len(one) > common else other)[common:]
        if common >= 2 and len(left) == 1 and rooms == {str(left[0])}:
            return "same"
        if len(other) < len(one):
            return "less"
    if declared.floor is not None and shown.floor is not None and declared.floor != shown.floor:
        return "conflict"
    if len(rooms) == 2:
        return "conflict"
    return _same_building(declared.building, shown.building) if other or not one else "less"


def _same_building(one: str, other: str) -> Likeness:
    if not one or not other or one in other or other in one:
        return "same"
    if not _BUILDING.search(other) and not re.fullmatch(r"[ァ-ヶーa-z0-9]+", other):
        return "same"  # what follows is no building
    if _is_latin(one) != _is_latin(other):
        return "unsure"
    return "conflict"


def _is_latin(text: str) -> bool:
    return re.sub(r"ビル(?:ディング)?|タワー|[0-9]", "", text).isascii()


def _same_name(one: str, other: str) -> bool:
    """One may leave out the municipality or have a label before it; 町 behind the name may be left out."""
    short, long = sorted((one, other), key=len)
    if len(short) < 2:
        return False
    if long.endswith(short):
        return True
    return len(short) > 3 and long.endswith(("町", "村")) and long[:-1].endswith(short)


def compare_address(declared: Place, lines: Iterable[Line]) -> Verdict | None:
    """The declared address against those of the page; None where it shows none."""
    locality = _municipality(declared.name)
    found: list[tuple[Place, Likeness, Line]] = []
    kept = _with_neighbours(lines)
    for before, line, following in kept:
        for place in places_in(line, locality, following, before):
            kind = likeness(declared, place)
            if kind == "same":
                return match(place.shown, line)
            found.append((place, kind, line))
            if len(found) >= _MAX_PLACES:
                break
    return _unlike(declared, found)


def _with_neighbours(lines: Iterable[Line]) -> Iterator[tuple[str, Line, str]]:
    before: Line | None = None
    line: Line | None = None
    for following in lines:
        if line is not None:
            yield before.text if before is not None else "", line, following.text
        before, line = line, following
    if line is not None:
        yield before.text if before is not None else "", line, ""


def _municipality(name: str) -> str:
    found = re.match(r"(?:[^市区町村郡]{1,6}郡)?[^市区町村]{1,7}[市区町村](?:[^市区町村]{1,5}区)?", name)
    return found[0] if found is not None else ""


def _unlike(declared: Place, found: Sequence[tuple[Place, Likeness, Line]]) -> Verdict | None:  # noqa: PLR0911
    for wanted in ("conflict", "unsure", "less"):
        for place, kind, line in found:
            if kind == wanted:
                if kind == "conflict":
                    return mismatch(place.shown, "", line)
                return (
                    Verdict("skipped", "page-says-less", place.shown, "", line)
                    if kind == "less"
                    else undecided(place.shown, "", line)
                )
    locality = _municipality(declared.name)
    partly = next((one for one in found if not one[0].numbers), None)
    whole = [one for one in found if one[0].numbers]
    near = next((one for one in whole if locality and locality in one[0].name), None)
    if near is not None:
        return mismatch(near[0].shown, "", near[2])
    if whole and len(whole) <= _FEW:
        return mismatch(whole[0][0].shown, "", whole[0][2])
    if whole:
        return undecided(whole[0][0].shown, "address-several", whole[0][2])
    if partly is not None:
        return Verdict("skipped", "page-says-less", partly[0].shown, "", partly[2])
    return None
