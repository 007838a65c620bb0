"""One measurement, one JSON line."""

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Line:
    """`ratio` says how many times better than the peer we are: more is better."""

    bench: str
    value: float
    unit: str
    peer: float
    ratio: float

    @classmethod
    def of(cls, bench: str, value: float, unit: str, peer: float) -> "Line":
        """A line of something where more is better."""
        return cls(bench, round(value, 2), unit, round(peer, 2), round(value / peer, 2))

    def text(self) -> str:
        return json.dumps(asdict(self))
