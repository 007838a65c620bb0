"""One measurement, one JSON line."""

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Line:
    """`ratio` says how many times better than the peer we are: more is better.

    detail: counts that make up `value`. broken: what was promised and does not hold; None where all is well.
    """

    bench: str
    value: float
    unit: str
    peer: float
    ratio: float
    detail: dict[str, int] | None = None
    broken: str | None = None

    @classmethod
    def of(cls, bench: str, value: float, unit: str, peer: float) -> "Line":
        """A line of something where more is better."""
        return cls(bench, round(value, 2), unit, round(peer, 2), round(value / peer, 2))

    @classmethod
    def less(cls, bench: str, value: float, unit: str, peer: float) -> "Line":
        """A line of something where less is better."""
        return cls(bench, round(value, 2), unit, round(peer, 2), round(peer / value, 2))

    def text(self) -> str:
        return json.dumps({name: value for name, value in asdict(self).items() if value is not None})
