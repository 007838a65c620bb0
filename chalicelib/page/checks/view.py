"""What the checks look at: the page's things, the lines a visitor reads, and what was registered in advance."""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

from chalicelib.page.compare.verdict import Verdict, missing
from chalicelib.page.document import Document
from chalicelib.page.entities import Harvest
from chalicelib.page.gather import Thing
from chalicelib.page.hidden import Hiding
from chalicelib.page.kinds import fold, is_disabled
from chalicelib.page.seen import Line, Seen

Made = TypeVar("Made")
_NONE: Mapping[str, Any] = {}


class View:
    """One page for the checks. things: those whose type is not switched off (K-032)."""

    def __init__(
        self,
        document: Document,
        harvest: Harvest,
        disabled_types: Collection[str] = (),
        expectations: Mapping[str, Any] | None = None,
    ) -> None:
        self.document = document
        self.harvest = harvest
        self.disabled_types = disabled_types
        self.expectations = expectations or _NONE
        self._made: dict[Any, Any] = {}
        self.script_made = document.script_made(bool(harvest.entities))

    @cached_property
    def hiding(self) -> Hiding:
        """Which elements are hidden."""
        return Hiding(self.document.tree)

    @cached_property
    def seen(self) -> Seen:
        """The lines of the page, made as far as a check goes through them: stop as soon as the verdict is sure."""
        return Seen(self.document.tree.body, self.hiding)

    @cached_property
    def things(self) -> list[Thing]:
        """All things, outermost first, without those of a switched-off type."""
        return [thing for thing in self.harvest.things() if not self.is_off(thing)]

    @cached_property
    def by_kind(self) -> dict[str, list[Thing]]:
        """The things by the representative types that theirs are folded into (K-033)."""
        found: dict[str, list[Thing]] = {}
        for thing in self.things:
            for kind in dict.fromkeys(map(fold, thing.types)):
                found.setdefault(kind, []).append(thing)
        return found

    def of(self, *kinds: str) -> Iterator[tuple[str, Thing]]:
        """The things of these representative types, each once, with the type that counts."""
        told: set[int] = set()
        for kind in kinds:
            for thing in self.by_kind.get(kind, ()):
                if id(thing) not in told:
                    told.add(id(thing))
                    yield kind, thing

    def made(self, kind: Callable[["View"], Made]) -> Made:
        """What several checks need of a page, such as its titles, made once."""
        if kind not in self._made:
            self._made[kind] = kind(self)
        found: Made = self._made[kind]
        return found

    def is_off(self, thing: Thing) -> bool:
        """K-032: whether one of its types is switched off."""
        return any(is_disabled(name, self.disabled_types) for name in thing.types)

    def is_type_off(self, name: str) -> bool:
        """K-032: whether a type is switched off."""
        return is_disabled(name, self.disabled_types)

    def main_lines(self) -> Iterator[Line]:
        """The lines outside nav, header, footer and aside, as far as they are asked for."""
        return (line for line in self.seen if not line.area)

    def absent(self, why: str = "") -> Verdict:
        """The verdict on a value that the page does not show: `missing`, unless scripts may show it (K-067)."""
        return Verdict("skipped", "script-made") if self.script_made else missing(why)
